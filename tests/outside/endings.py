"""Programs that a signal, or too little memory, ends at any moment."""

import json
import os
import signal
import subprocess
import time

import results
from experiments import SECONDS_A_RUN, Outcome, status_faults
from kinds import kind

# Runs that take some tenths of a second, and batches that take as long as they may.
LONG = ("run multinode-broadcast -n hypercube:11", "run simultaneous-broadcast/greedy -n hypercube:11 -t 1",
        "run total-exchange -n hypercube:10 -t 3", "run dynamic-broadcast -n torus:4x4 --set intervals=3000",
        "run multinode-broadcast/hamiltonian -n product(complete:30,ring:30)",
        "compare simultaneous-broadcast -n hypercube:9", "describe product(complete:40,ring:40)",
        "stress simultaneous-broadcast/prefix-roots -n hypercube:6 --trials 1000000", "bounds simultaneous-broadcast -n hypercube:14")
SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


def catches(process, which):
    """True if the process has begun to treat the signal itself: before, the system ends it."""
    with open(f"/proc/{process.pid}/status", encoding="ascii") as status:
        caught = next(line for line in status if line.startswith("SigCgt:"))
    return int(caught.split()[1], 16) >> (which - 1) & 1 == 1


@kind("signals", 3)
def attack_signals(attack):
    """A signal at any moment ends a program with 130, and what it prints is whole; a killed run leaves no log."""
    words, which = attack.random.choice(LONG).split() + ["--json"], attack.random.choice((*SIGNALS, signal.SIGKILL))
    log = attack.path("events.jsonl")
    if words[0] == "run" and which == signal.SIGKILL:
        words += ["--log", log]
    delay = attack.random.uniform(0, 0.6)
    process = attack.start(words)
    time.sleep(delay)
    has_begun = catches(process, which)
    for _ in range(attack.random.choice((1, 1, 2))):
        process.send_signal(which)
        attack.counts["signals"] += 1
        time.sleep(attack.random.uniform(0, 0.02))
    try:
        output, complaint = process.communicate(timeout=SECONDS_A_RUN)
    except subprocess.TimeoutExpired:
        process.kill()
        process.communicate()
        yield f"{which.name} after {delay:.3f} s does not end it", words
        return
    outcome = Outcome(words, process.returncode, output, complaint)
    if which != signal.SIGKILL:
        yield from ((f"{which.name} after {delay:.3f} s: {text}", words)
                    for text in signal_faults(outcome, which, has_begun))
    elif os.path.exists(log) and outcome.status != 0:
        yield "killed, and a log stays under its name", words


def signal_faults(outcome, which, has_begun):
    """What is wrong with how a program ended after a signal."""
    if outcome.status == -which and not has_begun and not outcome.output:
        return
    if outcome.status not in (0, 130):
        yield f"exit status {outcome.status}: {outcome.complaint[:200]!r}"
        return
    objects = []
    try:
        objects = [json.loads(line) for line in outcome.output.splitlines()]
    except ValueError:
        yield "half an output"
    if outcome.status == 0 and not objects:
        yield "exit status 0 without a result"
    if outcome.status == 130 and objects and "interrupted" not in str(objects[-1]):
        yield "exit status 130 with a result that was not interrupted"


# Runs that take some tens of MiB, besides what threads take.
HUNGRY = ("run simultaneous-broadcast/prefix-roots -n hypercube:14 -b random:300", "run multinode-broadcast -n hypercube:10",
          "run broadcast -n hypercube:16", "run simultaneous-broadcast -n torus:40x40 -b random:200",
          "stress simultaneous-broadcast/prefix-roots -n hypercube:7 --trials 50")


@kind("starved", 3)
def attack_starved(attack):
    """Where memory is short a program ends with 0, 2 or 4, and one line."""
    words = attack.random.choice(HUNGRY).split() if attack.random.random() < 0.5 else attack.draw.plan().words()
    words += ["--json", "-t", str(attack.random.choice((1, 2, 3, 8)))]
    healthy = attack.run(words)
    if attack.random.random() < 0.2:
        starved = attack.run(words + ["--memory-limit", str(attack.random.randint(1, 2**25))])
    else:
        kibibytes = int(2 ** attack.random.uniform(14.5, 20))
        attack.before = ["sh", "-c", f'ulimit -v {kibibytes}; exec "$@"', "sh"]
        starved = attack.run(words)
    if starved.status == 127:
        return  # not even its libraries could be loaded
    yield from ((text, starved.words)
                for text in starved_faults(starved, healthy.status))


def starved_faults(outcome, healthy):
    """What is wrong with how a program ended that had little memory."""
    yield from status_faults(outcome, {0, 2, 4, healthy})
    if outcome.status == 4:
        yield from results.refusal_faults(outcome.output, outcome.complaint)
