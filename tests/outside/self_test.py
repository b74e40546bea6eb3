"""Faults planted in what the program prints: every check has to notice some, and none without. Those of records are
rows of planted.txt."""

import copy
import json
import pathlib
import random
import shlex
import tempfile

import contributions
import endings
import events
import experiments
import hostile_files
import phases
import recordings
import reductions
import results
import sockets

MODULES = {"contributions": contributions, "events": events, "phases": phases, "results": results}


def table():
    """Commands by names of records, and (check, record, corruption) of each row."""
    commands, groups, faults = {}, {}, []

    def records_in(names):
        return [each for name in names.split(", ") for each in groups.get(name, [name])]

    for line in pathlib.Path(__file__).with_name("planted.txt").read_text().splitlines():
        name, _, rest = line[2:].partition(": ")
        if line.startswith("$ "):
            commands[name] = shlex.split(rest)
        elif line.startswith("= "):
            groups[name] = records_in(rest)
        elif line and not line.startswith("#"):
            check, names, corruption = line.split(" | ")
            module, _, function = check.partition(".")
            faults += [(getattr(MODULES[module], function), each, corruption) for each in records_in(names)]
    return commands, faults


def recorded(program, words, folder):
    attack = experiments.Attack(program, [], random.Random(1), folder)
    log = attack.path("events.jsonl")
    outcome = attack.run(words + ["--json", "--log", log])
    network = experiments.network_of(attack, words[words.index("-n") + 1])
    options = {name: words[words.index(f"--{name}") + 1] for name in ("root", "participants") if f"--{name}" in words}
    return experiments.Record(json.loads(outcome.output), outcome.status, experiments.read_events(log), network,
                              options, {"complete"})


def selected(record, selection, names):
    """The first or last event, or all, of a kind for which a condition holds."""
    what, _, condition = selection.partition(" if ")
    which, kind = what.split()

    def holds(event):
        try:
            return event["event"] == kind and (not condition or eval(condition, names, event))
        except NameError:
            return False

    found = list(filter(holds, record.events))
    return found if which == "all" else found[:1] if which == "first" else found[-1:]


def move(record, event, slots):
    """An event to the end of what is like it in another slot."""
    record.events.remove(event)
    event["slot"] += slots
    is_sent = event["event"] == "sent"
    at = next((i for i, other in enumerate(record.events) if other["slot"] > event["slot"] or
               other["slot"] == event["slot"] and is_sent and other["event"] != "sent"), len(record.events))
    record.events.insert(at, event)


def change(record, event, action, names):
    place = record.events.index(event)
    if action == "drop":
        del record.events[place]
    elif action == "front":
        del record.events[place]
        record.events.insert(0, event | {"slot": 1})
    elif action in ("earlier", "later"):
        move(record, event, -1 if action == "earlier" else 1)
    else:
        other = dict(event) if action.startswith("twice") else event
        exec(action.removeprefix("twice").lstrip("; "), names, other)
        if other is not event:
            record.events.insert(place, other)


def corrupt(record, corruption):
    """Does to a record what a row says."""
    def at(path):
        inside, (*way, name) = record.result, path.split(".")
        for step in way:
            inside = inside[int(step)] if step.isdigit() else inside[step]
        return inside, name

    def put(path, value):
        inside, name = at(path)
        inside[name] = value

    def add(path, number):
        value = at(path)[0][at(path)[1]]
        put(path, str(int(value) + number) if isinstance(value, str) else (value or 0) + number)

    def drop(path):
        inside, name = at(path)
        del inside[name]

    names = {"r": record.result, "record": record, "events": record.events, "put": put, "add": add, "drop": drop,
             "flipped": lambda payload: f"{int(payload, 16) ^ 1:016x}"}
    if record.result["collective"] == "barrier":
        calls = reductions.calls_of(record.result, record.participants)
        names["caller"] = record.participants[calls.index(max(calls))]
    for part in corruption.split(" && "):
        selection, _, action = part.partition(": ")
        if selection == "result":
            exec(action, names)
        else:
            for event in selected(record, selection, names):
                change(record, event, action, names)


def check_faults(program, commands, faults):
    """Problems: a check that finds something where nothing is wrong, or not what was planted."""
    with tempfile.TemporaryDirectory() as folder:
        records = {name: recorded(program, words, folder) for name, words in commands.items()}
    for name, record in records.items():
        yield from (f"{name}, untouched: {text}" for text in experiments.record_faults(record))
    for check, name, corruption in faults:
        record = copy.deepcopy(records[name])
        corrupt(record, corruption)
        if (record.result, record.events, record.status, record.options) == (
                records[name].result, records[name].events, records[name].status, records[name].options):
            yield f"nothing is changed in {name} by {corruption}"
        if not list(check(record)):
            yield f"{check.__module__}.{check.__name__} does not see in {name}: {corruption}"
    noticed = {check for check, *_ in faults}
    everything = (events.ALWAYS + events.OF_WHOLE_RUNS + results.ALWAYS + results.OF_WHOLE_RUNS +
                  contributions.ALWAYS + contributions.OF_WHOLE_RUNS + phases.OF_WHOLE_RUNS)
    yield from (f"no fault is planted for {check.__name__}" for check in everything if check not in noticed)
    for field in results.REPRODUCED:
        again = copy.deepcopy(records["cube"].result)
        again[field] = "another"
        if results.differences(records["cube"].result, again) != [field]:
            yield f"another {field} is not seen"


GOOD_STRESS = {"trials_asked": 2, "trials": 2, "verdicts": {"complete": 2}, "failed": 0,
               "verdict": "complete"}
INTERRUPTED = json.dumps({"verdict": "interrupted"}).encode()
LINE = b"tutti: --seed: " + b"x" * 292 + b"\n"


def ended(status, output=b"", complaint=b""):
    return experiments.Outcome([], status, output, complaint)


OK, FAILED = b"HTTP/1.1 200 OK\r\n\r\n{}", b"HTTP/1.1 500 Internal Server Error\r\n\r\n"

# (what finds it, a right answer, wrong ones)
ANSWERS = (
    (lambda outcome: experiments.status_faults(outcome, (0, 2)),
     (ended(0, b"x"), ended(2, b"", LINE)),
     (ended(None), ended(-6), ended(-11), ended(134), ended(139), ended(1), ended(3), ended(4),
      ended(130), ended(2), ended(2, b"half", LINE), ended(2, b"", LINE + LINE),
      ended(2, b"", LINE[:-1]), ended(2, b"", b"\xff\n"), ended(2, b"", b"\x1b[31m\n"),
      ended(2, b"", b"tutti: " + b"x" * 301 + b"\n"))),
    (lambda outcome: endings.starved_faults(outcome, 0),
     (ended(0, b"x"), ended(2, b"", LINE), ended(4, b"", LINE)),
     (ended(3, b"x"), ended(134), ended(-6), ended(4, b"x", LINE), ended(4, b"", LINE + LINE))),
    (lambda outcome: endings.signal_faults(outcome, 2, True),
     (ended(130), ended(130, INTERRUPTED), ended(0, b"{}")),
     (ended(-2), ended(1), ended(130, INTERRUPTED[:-3]), ended(130, b'{"verdict": "complete"}'),
      ended(0))),
    (lambda trials: experiments.stress_faults(GOOD_STRESS, trials), ({0: {}, 1: {}},),
     ({0: {}}, {0: {}, 2: {}})),
    (lambda changes: experiments.stress_faults({**GOOD_STRESS, **changes}, {0: {}, 1: {}}), ({},),
     ({"failed": 1}, {"verdict": "late"}, {"trials": 1}, {"verdicts": {"complete": 1}})),
    (lambda outcome: hostile_files.file_run_faults(outcome, (0, 2)),
     (ended(0, "é\n".encode()), ended(2, b"", LINE)),
     (ended(None), ended(-11), ended(1), ended(4, b"", LINE), ended(0, b"\x1b[31m\n"),
      ended(0, b"\xff\n"), ended(0, "\u009b2J\n".encode()), ended(2, b"", LINE + LINE))),
    (lambda outcome: recordings.reading_faults(outcome, True),
     (ended(0, b"x"), ended(1, b"x"), ended(5, b"x"), ended(2, b"", LINE)),
     (ended(None), ended(-9), ended(137), ended(3), ended(4, b"", LINE), ended(2, b"x", LINE),
      ended(1, b"\x1b[31m"))),
    (lambda outcome: recordings.check_faults(outcome, recordings.cut, "the end"),
     (ended(1), ended(2), ended(5)), (ended(0),)),
    (sockets.answer_faults,
     (b"", OK, OK + OK, b"HTTP/1.1 501 Not Implemented\r\n\r\n"),
     (FAILED, OK + b"\n" + FAILED, b"junk")),
    (sockets.end_faults, (0, 130), (None, -11, 1, 134)),
)


def check_answers():
    for number, (find, right, wrong) in enumerate(ANSWERS):
        yield from (f"answer {number}: {answer} is right, and found wrong" for answer in right
                    if list(find(answer)))
        yield from (f"answer {number}: {answer} is wrong, and not found" for answer in wrong
                    if not list(find(answer)))


def run(program):
    """Prints what is wrong with the checks. Returns the exit status."""
    commands, faults = table()
    problems = list(check_faults(program, commands, faults)) + list(check_answers())
    for problem in problems:
        print(problem)
    planted = len(faults) + len(results.REPRODUCED) + sum(len(wrong) for *_, wrong in ANSWERS)
    print(f"{planted} faults planted, {len(problems)} problems")
    return 1 if problems else 0
