"""Faults planted in what the program prints: every check has to notice some, and none without."""

import copy
import json
import random
import tempfile

import events
import experiments
import networks
import results

# By name: what is recorded.
RECORDED = {
    "cube": ["run", "simultaneous-broadcast/prefix-roots", "-n", "hypercube:3", "-b",
             "random:3"],
    "pieces": ["run", "simultaneous-broadcast/split-packing", "-n", "torus:3x3", "-b",
               "nodes:1,5"],
    "single": ["run", "multinode-broadcast/doubling", "-n", "hypercube:3"],
    "half": ["run", "multinode-broadcast/hamiltonian", "-n", "ring:4", "--ports", "single-half"],
    "shout": ["run", "successive-broadcasts/rotated", "-n", "hypercube:2"],
    "personal": ["run", "total-exchange/recursive", "-n", "hypercube:2"],
    "bound": ["run", "simultaneous-broadcast/greedy", "-n", "hypercube:3", "-b", "nodes:0,1"],
    "rounds": ["run", "dynamic-broadcast", "-n", "array:2x2", "--set", "intervals=4", "--set",
               "rate=1/2"],
    "marked by some": ["run", "dynamic-broadcast", "-n", "hypercube:2", "--set", "intervals=9",
                       "--set", "algorithm=prefix-roots"],
}


def recorded(program, words, folder):
    attack = experiments.Attack(program, [], random.Random(1), folder)
    log = attack.path("events.jsonl")
    outcome = attack.run(words + ["--json", "--log", log])
    network = experiments.network_of(attack, words[words.index("-n") + 1])
    return experiments.Record(json.loads(outcome.output), outcome.status,
                              experiments.read_events(log), network, {}, {"complete"})


def first(record, kind, **wanted):
    """The first event of a kind with these values; a value that is a class asks for the field."""
    return next(event for event in record.events if event["event"] == kind and all(
        name in event if value is any else event.get(name) == value
        for name, value in wanted.items()))


def last(record, kind):
    return [event for event in record.events if event["event"] == kind][-1]


def put(path, value):
    """A fault: another value in the result."""
    def plant(record):
        *way, name = path.split(".")
        inside = record.result
        for step in way:
            inside = inside[int(step)] if step.isdigit() else inside[step]
        inside[name] = value(inside[name]) if callable(value) else value
    return plant


def drop(path):
    def plant(record):
        *way, name = path.split(".")
        inside = record.result
        for step in way:
            inside = inside[step]
        del inside[name]
    return plant


def change(find, **changes):
    """A fault: other values in an event."""
    def plant(record):
        event = find(record)
        event.update({name: value(event) if callable(value) else value
                      for name, value in changes.items()})
    return plant


def without(find):
    return lambda record: record.events.remove(find(record))


def twice(find, **changes):
    """A fault: an event once more, with these changes."""
    def plant(record):
        event = find(record)
        again = {**event, **{name: value(event) if callable(value) else value
                             for name, value in changes.items()}}
        record.events.insert(record.events.index(event), again)
    return plant


def moved_up(find):
    """A fault: an event at the very beginning."""
    def plant(record):
        event = find(record)
        record.events.remove(event)
        event["slot"] = 1
        record.events.insert(0, event)
    return plant


def one_more(number):
    return number + 1


def status_of_crash(record):
    record.status = 3


def sent(record):
    return first(record, "sent", origin=any)


def delivered(record):
    return last(record, "delivered")


def piece(record):
    return first(record, "sent", piece=any)


def marked(record):
    return last(record, "mark")


def control(record):
    return next(event for event in events.sent(record) if not events.has_message(event))


def reversed_packet(record):
    """A packet against another, over the same link in the same slot."""
    event = sent(record)
    record.result["ports"] = "one-way"
    record.events.insert(0, {**event, "node": event["to"], "to": event["node"]})


def silent_port(record):
    """A port that leads elsewhere later, in a network whose numbering is not known."""
    event = events.sent(record)[-1]
    event["port"] = 1 - event["port"] if event["port"] < 2 else 0


# (check, record, what is planted, how)
FAULTS = (
    (events.check_fields, "cube", "a line without its node",
     lambda record: sent(record).pop("node")),
    (events.check_fields, "cube", "a line of another kind", change(sent, event="heard")),
    (events.check_order, "cube", "a delivery at the beginning", moved_up(delivered)),
    (events.check_order, "cube", "the last mark in slot 1", change(marked, slot=1)),
    (events.check_links, "cube", "another neighbour", change(sent, to=lambda e: e["to"] ^ 7)),
    (events.check_links, "cube", "a port that is not there", change(sent, port=9)),
    (events.check_one_port_one_link, "single", "a port with two ends", silent_port),
    (events.check_one_packet, "cube", "a transmission twice", twice(sent)),
    (events.check_ports, "single", "a second packet out",
     twice(sent, port=lambda e: e["port"] + 1, to=lambda e: e["to"] ^ 6)),
    (events.check_ports, "half", "a packet in beside one out",
     twice(sent, node=lambda e: e["to"], to=lambda e: e["node"])),
    (events.check_ports, "shout", "another packet beside the first",
     twice(sent, port=lambda e: 1 - e["port"], to=lambda e: e["to"] ^ 3, number=7)),
    (events.check_ports, "single", "packets against each other", reversed_packet),
    (events.check_causality, "cube", "a message of another node", change(sent, origin=6)),
    (events.check_causality, "cube", "the message never sent there",
     without(lambda record: next(event for event in events.sent(record)
                                 if event.get("kind") == "data"))),
    (events.check_causality, "cube", "a delivery before its arrival", moved_up(delivered)),
    (events.check_causality, "pieces", "a piece never sent there", without(piece)),
    (events.check_causality, "pieces", "a piece twice, another never",
     change(piece, piece=lambda e: 1 - e["piece"])),
    (events.check_payloads, "cube", "another payload", change(delivered, payload="0" * 16)),
    (events.check_payloads, "pieces", "another piece", change(piece, payload="1" * 16)),
    (events.check_once, "cube", "a delivery twice", twice(delivered)),
    (events.check_required, "cube", "a delivery less", without(delivered)),
    (events.check_required, "cube", "messages of others",
     put("broadcasters.spec", "nodes:0,7")),
    (events.check_required, "personal", "a delivery elsewhere",
     change(delivered, node=lambda e: e["node"] ^ 1)),
    (events.check_required, "personal", "a delivery less", without(delivered)),
    (events.check_counts, "cube", "a transmission less", without(sent)),
    (events.check_counts, "cube", "a control packet less", without(control)),
    (events.check_counts, "cube", "a delivery less", without(delivered)),
    (events.check_counts, "cube", "a transmission more", put("transmissions", one_more)),
    (events.check_counts, "cube", "a later last arrival", put("last_arrival", one_more)),
    (events.check_clock, "pieces", "another time", change(delivered, time="1/3")),
    (events.check_clock, "pieces", "another phase", change(delivered, phase="rank")),
    (events.check_clock, "pieces", "another slot length", put("phases.2.slot_length", "1/8")),
    (events.check_phases, "cube", "a longer phase", put("phases.1.slots", one_more)),
    (events.check_phases, "cube", "a mark later",
     change(marked, slot=lambda e: e["slot"] + 1)),
    (events.check_termination, "cube", "a later end", put("termination.last_slot", one_more)),
    (events.check_termination, "cube", "no mark of the end",
     lambda record: record.events.__setitem__(slice(None), [])),
    (events.check_phases, "rounds", "a longer phase of many rounds",
     put("phases.0.slots", one_more)),
    (results.check_fields, "cube", "no digest", drop("digest")),
    (results.check_fields, "cube", "no diameter", drop("network.diameter")),
    (results.check_fields, "cube", "a phase without a name",
     lambda record: record.result["phases"][0].pop("name")),
    (results.check_status, "cube", "another exit status", status_of_crash),
    (results.check_verdict, "cube", "complete, and something missing",
     put("delivery.missing", 1)),
    (results.check_verdict, "cube", "complete, and a check that does not hold",
     put("checks.0.holds", False)),
    (results.check_verdict, "cube", "stalled, and nothing amiss", put("verdict", "stalled")),
    (results.check_success, "cube", "late", put("verdict", "late")),
    (results.check_network, "cube", "a node more", put("network.nodes", one_more)),
    (results.check_network, "cube", "a longer diameter", put("network.diameter", one_more)),
    (results.check_use, "cube", "half the use", put("link_utilisation", lambda use: use / 2)),
    (results.check_sums, "pieces", "a slot more", put("time.slots", one_more)),
    (results.check_sums, "pieces", "another time", put("time.units", "1/2")),
    (results.check_time, "cube", "earlier than promised", put("time.units", "1")),
    (results.check_time, "bound", "later than promised", put("time.units", "1000")),
    (results.check_time, "bound", "below the lower bound", put("lower_bound.units", "500/3")),
    (results.check_theory, "cube", "another promise", put("expected.units", "15")),
    (results.check_theory, "pieces", "another promise", put("expected.units", "15/2")),
    (results.check_phase_times, "cube", "a shorter phase", put("phases.0.expected", 1)),
    (results.check_transmissions, "cube", "another promise",
     put("expected_transmissions", one_more)),
    (results.check_transmissions, "cube", "another promise of control",
     put("expected_control_transmissions", lambda promised: (promised or 0) + 1)),
    (results.check_transmissions, "cube", "more control than packets",
     put("control_transmissions", 10**6)),
    (results.check_silence, "cube", "a packet after the end", put("last_arrival", 10**6)),
)


def check_faults(program):
    """Problems: a check that finds something where nothing is wrong, or not what was planted."""
    with tempfile.TemporaryDirectory() as folder:
        records = {name: recorded(program, words, folder) for name, words in RECORDED.items()}
    for name, record in records.items():
        yield from (f"{name}, untouched: {text}" for text in experiments.record_faults(record))
    for check, name, what, plant in FAULTS:
        record = copy.deepcopy(records[name])
        plant(record)
        if not list(check(record)):
            yield f"{check.__module__}.{check.__name__} does not see {what} in {name}"
    noticed = {check for check, *_ in FAULTS}
    everything = (events.ALWAYS + events.OF_WHOLE_RUNS + results.ALWAYS + results.OF_WHOLE_RUNS)
    yield from (f"no fault is planted for {check.__name__}" for check in everything
                if check not in noticed)
    for field in results.REPRODUCED:
        again = copy.deepcopy(records["cube"].result)
        again[field] = "another"
        if results.differences(records["cube"].result, again) != [field]:
            yield f"another {field} is not seen"


def ended(status, output=b"", complaint=b""):
    return experiments.Outcome([], status, output, complaint)


LINE = b"tutti: --seed: " + b"x" * 292 + b"\n"
GOOD_STRESS = {"trials_asked": 2, "trials": 2, "verdicts": {"complete": 2}, "failed": 0,
               "verdict": "complete"}
RING = networks.build("ring:4")
GOOD_RING = {"nodes": 4, "links": 8, "diameter": 2, "degree": {"least": 2, "most": 2},
             "hamiltonian_cycle": [0, 1, 2, 3]}
INTERRUPTED = json.dumps({"verdict": "interrupted"}).encode()

# (what finds it, a right answer, wrong ones)
ANSWERS = (
    (lambda outcome: experiments.status_faults(outcome, (0, 2)),
     (ended(0, b"x"), ended(2, b"", LINE)),
     (ended(None), ended(-6), ended(-11), ended(134), ended(139), ended(1), ended(3), ended(4),
      ended(130), ended(2), ended(2, b"half", LINE), ended(2, b"", LINE + LINE),
      ended(2, b"", LINE[:-1]), ended(2, b"", b"\xff\n"), ended(2, b"", b"\x1b[31m\n"),
      ended(2, b"", b"tutti: " + b"x" * 301 + b"\n"))),
    (lambda outcome: experiments.starved_faults(outcome, 0),
     (ended(0, b"x"), ended(2, b"", LINE), ended(4, b"", LINE)),
     (ended(3, b"x"), ended(134), ended(-6), ended(4, b"x", LINE), ended(4, b"", LINE + LINE))),
    (lambda outcome: experiments.signal_faults(outcome, 2, 1),
     (ended(130), ended(130, INTERRUPTED), ended(0, b"{}")),
     (ended(-2), ended(1), ended(130, INTERRUPTED[:-3]), ended(130, b'{"verdict": "complete"}'),
      ended(0))),
    (lambda content: experiments.file_faults(*content), ((b'{"a": 1}\n', True), (b"", True)),
     ((b'{"a": 1}', True), (b'{"a"', True), (b"", False), (b'{"a": 1}\n', False))),
    (lambda trials: experiments.stress_faults(GOOD_STRESS, trials), ({0: {}, 1: {}},),
     ({0: {}}, {0: {}, 2: {}})),
    (lambda changes: experiments.stress_faults({**GOOD_STRESS, **changes}, {0: {}, 1: {}}), ({},),
     ({"failed": 1}, {"verdict": "late"}, {"trials": 1}, {"verdicts": {"complete": 1}})),
    (lambda changes: experiments.network_faults({**GOOD_RING, **changes}, RING), ({},),
     ({"nodes": 5}, {"links": 4}, {"diameter": 1}, {"degree": {"least": 1, "most": 2}},
      {"hamiltonian_cycle": [0, 2, 1, 3]}, {"hamiltonian_cycle": [0, 1, 2]})),
)


def check_answers():
    for number, (find, right, wrong) in enumerate(ANSWERS):
        yield from (f"answer {number}: {answer} is right, and found wrong" for answer in right
                    if list(find(answer)))
        yield from (f"answer {number}: {answer} is wrong, and not found" for answer in wrong
                    if not list(find(answer)))


def run(program):
    """Prints what is wrong with the checks. Returns the exit status."""
    problems = list(check_faults(program)) + list(check_answers())
    for problem in problems:
        print(problem)
    planted = len(FAULTS) + len(results.REPRODUCED) + sum(len(wrong) for *_, wrong in ANSWERS)
    print(f"{planted} faults planted, {len(problems)} problems")
    return 1 if problems else 0
