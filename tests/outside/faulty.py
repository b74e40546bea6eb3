"""Runs of programs that are known to be faulty: none of them may pass."""

import json
import os

from experiments import parsed, status_faults
from kinds import kind

# In `faulty_programs`, and the verdicts that each may get.
PROGRAMS = {"violation": {"model-violation"}, "exception": {"program-error"},
            "endless-wait": {"stalled"}, "silence": {"incorrect"}, "twice": {"incorrect"},
            "wrong-payload": {"incorrect"}, "no-links": {"incorrect"}, "no-mark": {"incorrect"},
            "restless": {"incorrect"}}


def faulty_program(program):
    """Is in the directory of the program, unless its build left it out."""
    path = os.path.join(os.path.dirname(program), "faulty_programs")
    return path if os.access(path, os.X_OK) else None


def verdict_faults(name, outcome):
    """What is wrong with the answer to a run of this program."""
    yield from status_faults(outcome, (1, 3))
    found = parsed(outcome)
    if found is None:
        yield "the output is no JSON"
    elif found["verdict"] not in PROGRAMS[name]:
        yield f"{name} is {found['verdict']}"


def batch_faults(outcome):
    """What is wrong with the answer to a stress test of a program that always fails."""
    yield from status_faults(outcome, (1, 3))
    try:
        summary = json.loads(outcome.output.splitlines()[-1])
    except (ValueError, IndexError):
        yield "the output has no summary"
        return
    if summary["failed"] != summary["trials"]:
        yield f"{summary['failed']} of {summary['trials']} trials fail"


@kind("programs", 5)
def attack_programs(attack):
    """A faulty program never passes: run alone, repeated, or in a batch."""
    path = faulty_program(attack.program)
    if path is None:
        return
    attack.program, random = path, attack.random
    name = random.choice(list(PROGRAMS))
    is_batch = name != "restless" and random.random() < 0.3
    words = ["stress" if is_batch else "run", f"broadcast/{name}", "-n",
             f"hypercube:{random.randint(2, 7)}", "--seed", str(random.getrandbits(64)), "-t",
             str(random.choice((1, 2, 3, 8))), "--json"]
    if is_batch:
        words += ["--trials", str(random.randint(1, 10))]
    else:  # that it is never the same shows when it is repeated
        words += ["--root", "0", "--repeat", str(random.randint(2, 4))]
    outcome = attack.run(words)
    faults = batch_faults(outcome) if is_batch else verdict_faults(name, outcome)
    yield from ((text, words) for text in faults)
