"""The kinds of attack: each yields (text, words of the command line that shows it)."""

import dataclasses
import json
import os
import subprocess

import command_lines
import contributions
import events
import networks
import phases
import results
import theory
from kinds import kind
from plans import Draw

SECONDS_A_RUN = 120
MOST_EVENTS = 200_000  # that are read into memory, some 500 bytes each
STREAMS = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "stdin": subprocess.DEVNULL}


@dataclasses.dataclass
class Outcome:
    words: list
    status: int
    output: bytes
    complaint: bytes

    @property
    def is_refusal(self):
        return self.status == 2


@dataclasses.dataclass
class Record:
    """A run as it looks from outside."""

    result: dict
    status: int
    events: list
    network: networks.Network
    options: dict
    allowed: set

    @property
    def participants(self):
        return theory.participants_of(self.options, self.network, self.result["seed"])

    @property
    def root(self):
        return int(self.options.get("root", self.participants[0]))


class Attack:
    """One experiment: its draws, its folder, and what it counts."""

    def __init__(self, program, catalogue, random, folder):
        self.program, self.catalogue, self.random, self.folder = program, catalogue, random, folder
        self.draw = Draw(random, catalogue, folder)
        self.before = []  # what starts the program, if not the system alone
        self.counts = {"trials": 0, "command lines": 0, "signals": 0}

    def path(self, name):
        return os.path.join(self.folder, name)

    def line(self, words):
        return [*self.before, self.program, *words]

    def start(self, words):
        self.counts["command lines"] += 1
        return subprocess.Popen(self.line(words), cwd=self.folder, **STREAMS)

    def run(self, words, seconds=SECONDS_A_RUN):
        process = self.start(words)
        try:
            output, complaint = process.communicate(timeout=seconds)
        except subprocess.TimeoutExpired:
            process.kill()
            output, complaint = process.communicate()
            return Outcome(words, None, output, complaint)
        return Outcome(words, process.returncode, output, complaint)

    def result_of(self, plan, threads, *more):
        """The words of a run, how it ended, and its result, or None."""
        words = plan.words() + ["--json", "-t", str(threads), *more]
        outcome = self.run(words)
        return words, outcome, parsed(outcome)


def status_faults(outcome, allowed):
    """What is wrong with how a program ended."""
    if outcome.status is None:
        yield "does not end"
    elif outcome.status < 0:
        yield f"ended by signal {-outcome.status}: {outcome.complaint[:200]!r}"
    elif outcome.status not in allowed:
        yield f"exit status {outcome.status}: {outcome.complaint[:200]!r}"
    elif outcome.is_refusal:
        yield from results.refusal_faults(outcome.output, outcome.complaint)


def parsed(outcome):
    """The one object on standard output, or None."""
    try:
        return json.loads(outcome.output)
    except ValueError:
        return None


def network_of(attack, spec):
    """Its shape: by its specification or, where the numbering is not described, as drawn."""
    built = networks.build(spec)
    if built is None:
        outcome = attack.run(["describe", spec, "--dot"])
        built = networks.drawn(spec, outcome.output.decode())
        built.has_ports = False
    else:
        built.has_ports = True
    return built


def read_events(path):
    with open(path, encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def record_faults(record):
    """All checks that apply to a run."""
    checks = results.ALWAYS + events.ALWAYS + contributions.ALWAYS
    if record.result["verdict"] == "complete":
        checks += (results.OF_WHOLE_RUNS + events.OF_WHOLE_RUNS + phases.OF_WHOLE_RUNS +
                   contributions.OF_WHOLE_RUNS)
    for check in checks:
        try:
            yield from check(record)
        except (KeyError, ValueError, TypeError, IndexError) as error:
            yield f"{check.__module__}.{check.__name__} finds what it cannot read: {error!r}"


RAN = (0, 1, 2, 3)


@kind("run", 49)
def attack_run(attack):
    """A random plan: its result and its log, and the same result on other threads."""
    plan = attack.draw.plan()
    threads = attack.random.sample((1, 2, 3, 8), 3)
    words, outcome, result = attack.result_of(plan, threads[0])
    yield from ((text, words) for text in status_faults(outcome, RAN))
    if outcome.is_refusal or outcome.status not in (0, 1, 3):
        return
    if result is None:
        yield "the output is no JSON", words
        return
    if result["transmissions"] + result["delivery"]["delivered"] <= MOST_EVENTS:
        yield from log_faults(attack, plan, result)
    for other in threads[1:]:
        words, _, again = attack.result_of(plan, other)
        yield from ((text, words) for text in difference_faults(result, again))


def log_faults(attack, plan, unwatched):
    """What is wrong with a run whose events are written, or with what they change."""
    log = attack.path("events.jsonl")
    words, outcome, result = attack.result_of(plan, 2, "--log", log)
    yield from ((text, words) for text in difference_faults(unwatched, result))
    if result is None:
        return
    record = Record(result, outcome.status, read_events(log),
                    network_of(attack, result["network"]["spec"]), plan.options, plan.allowed_verdicts())
    yield from ((text, words) for text in record_faults(record))


def difference_faults(result, again):
    """Threads and watchers change no field of a result."""
    if again is None:
        yield "no result where there was one on other threads"
        return
    for name in results.differences(result, again):
        yield f"{name} is {again[name]}, and otherwise {result[name]}"


@kind("bounds", 5)
def attack_bounds(attack):
    """What `bounds` says is what a run says."""
    plan = attack.draw.plan()
    words = plan.words("bounds", without=("slot-budget",)) + ["--json"]
    outcome = attack.run(words)
    yield from ((text, words) for text in status_faults(outcome, (0, 2)))
    again = attack.run(plan.words(without=("slot-budget",)) + ["--json"])
    found, result = parsed(outcome), parsed(again)
    if found is None or result is None:
        return
    said = found["algorithms"][0]
    for name, other in (("expected", "expected"), ("lower_bound", "lower_bound"),
                        ("transmissions", "expected_transmissions")):
        # How many packets a dynamic run has follows from what arrives.
        is_known = said[name] is not None or result["dynamic"] is None
        if "misfit" in said and said["misfit"] is None and is_known and said[name] != result[other]:
            yield f"{name} is {said[name]}, and {result[other]} when it is run", words


def trial_options(attack, plan):
    """How to stress with the plan, whose broadcasters the trials draw themselves."""
    words = plan.words("stress", without=("broadcasters", "root", "slot-budget", "ports"))
    words += ["--trials", str(attack.random.randint(1, 40)), "--json"]
    if attack.random.random() < 0.3 and plan.algorithm["collective"] == "simultaneous-broadcast":
        words += ["--k", attack.random.choice(("1", "1-2", "2-5", "0-3"))]
    return words


@kind("stress", 8)
def attack_stress(attack):
    """Some trials: none fails, any is repeated by its own line, the threads do not matter."""
    plan = attack.draw.plan()
    if plan.settings.get("gap") == "2":
        plan.settings["gap"] = "auto"
    words, logs = trial_options(attack, plan), []
    for threads in attack.random.sample((1, 2, 3, 8), 2):
        log = attack.path(f"trials-{threads}.jsonl")
        both = words + ["--log", log, "-t", str(threads)]
        outcome = attack.run(both)
        yield from ((text, both) for text in status_faults(outcome, (0, 2)))
        if outcome.status != 0:
            return
        summary = json.loads(outcome.output.splitlines()[-1])
        logs.append({trial["trial"]: trial for trial in read_events(log)})
        attack.counts["trials"] += len(logs[-1])
        yield from ((text, both) for text in stress_faults(summary, logs[-1]))
    if logs[0] != logs[1]:
        yield "the trials are others on other threads", words
    yield from trial_faults(attack, plan, attack.random.choice(list(logs[0].values())))


def stress_faults(summary, trials):
    """What is wrong with the summary of a batch in which nothing may fail."""
    asked = summary["trials_asked"]
    if set(trials) != set(range(asked)):
        yield f"{len(trials)} trials are logged, and {asked} were asked for"
    if summary["trials"] != asked or sum(summary["verdicts"].values()) != asked:
        yield f"{summary['trials']} trials of {asked}, verdicts {summary['verdicts']}"
    if summary["failed"] or summary["verdict"] != "complete":
        yield f"{summary['failed']} trials fail; {summary['verdict']}"


def trial_faults(attack, plan, trial):
    """A trial that is run alone has the same digest."""
    options = {name: plan.options[name] for name in ("participants",) if name in plan.options}
    options["seed"] = trial["seed"]
    if trial["broadcasters"] is not None:
        options["broadcasters"] = trial["broadcasters"]
    if trial["root"] is not None:
        options["root"] = trial["root"]
    alone = dataclasses.replace(plan, options=options)
    words = alone.words() + ["--json"]
    result = parsed(attack.run(words))
    if result is None:
        yield f"trial {trial['trial']} cannot be run alone", words
        return
    same = (result["digest"], result["time"]["slots"], result["transmissions"])
    if same != (trial["digest"], trial["slots"], trial["transmissions"]):
        yield f"{same} alone, and as a trial {trial}", words


@kind("words", 18)
def attack_words(attack):
    """A wrong command line is refused in one line; one that is right by accident may run."""
    words = command_lines.draw(attack.random, attack.catalogue, attack.folder)
    outcome = attack.run(words, seconds=20)
    if outcome.status is None:
        return  # right, and large
    yield from ((text, words) for text in status_faults(outcome, RAN))
