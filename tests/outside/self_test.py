"""Faults planted in what the program prints: every check has to notice some, and none without."""

import copy
import json
import random
import tempfile

import answers
import contributions
import events
import experiments
import networks
import reductions
import results
from answers import LINE, ended

# A log of some pages; no line of it ends where a page does.
LINES = b'{"a": 1}\n' * 1000

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
    "reduce": ["run", "reduce/disjoint-trees", "-n", "hypercube:3", "--root", "5", "--set",
               "values=4"],
    "scattered": ["run", "reduce-scatter/rotation-classes", "-n", "hypercube:3", "--set",
                  "operator=xor"],
    "to all": ["run", "allreduce/hamiltonian", "-n", "ring:5"],
    "least": ["run", "allreduce/both-ways", "-n", "ring:6", "--set", "operator=min"],
    "half duplex": ["run", "allreduce/hamiltonian", "-n", "ring:5", "--ports", "single-half"],
    "exchange": ["run", "allreduce/dimension-exchange", "-n", "hypercube:3"],
    "windows": ["run", "allreduce/windows", "-n", "torus:4x3"],
    "folded windows": ["run", "allreduce/windows", "-n", "folded-torus:4x4"],
    "passed on": ["run", "allreduce/quarter-turns", "-n", "array:4x4"],
    "barrier": ["run", "barrier/rounds", "-n", "path:4", "--set", "skew=5"],
    "cube barrier": ["run", "barrier/single-port", "-n", "hypercube:3", "--set", "skew=5"],
    "folded barrier": ["run", "barrier/rounds", "-n", "folded-torus:3x3", "--set", "skew=3"],
}


def recorded(program, words, folder):
    attack = experiments.Attack(program, [], random.Random(1), folder)
    log = attack.path("events.jsonl")
    outcome = attack.run(words + ["--json", "--log", log])
    network = experiments.network_of(attack, words[words.index("-n") + 1])
    return experiments.Record(json.loads(outcome.output), outcome.status,
                              experiments.read_events(log), network,
                              {"root": words[words.index("--root") + 1]} if "--root" in words
                              else {}, {"complete"})


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


def of_kind(kind):
    """The last packet of a kind."""
    return lambda record: [event for event in events.sent(record) if event["kind"] == kind][-1]


def first_of_kind(kind):
    return lambda record: next(event for event in events.sent(record) if event["kind"] == kind)


def slot_earlier(find):
    """A fault: an event with what was there a slot before."""
    def plant(record):
        event = find(record)
        record.events.remove(event)
        event["slot"] -= 1
        at = next(i for i, other in enumerate(record.events) if other["slot"] > event["slot"] or
                  other["slot"] == event["slot"] and other["event"] != "sent")
        record.events.insert(at, event)
    return plant


def slot_later(find):
    """A fault: a packet a slot later."""
    def plant(record):
        event = find(record)
        record.events.remove(event)
        event["slot"] += 1
        at = next((i for i, other in enumerate(record.events) if other["slot"] >= event["slot"]),
                  len(record.events))
        record.events.insert(at, event)
    return plant


def delivered_earlier(record):
    """A delivery with those of the slot before."""
    event = delivered(record)
    record.events.remove(event)
    event["slot"] -= 1
    at = max(i for i, other in enumerate(record.events) if other["slot"] <= event["slot"])
    record.events.insert(at + 1, event)


def last_caller(record):
    """The first token of the node that calls last."""
    calls = reductions.calls_of(record.result)
    return first(record, "sent", node=calls.index(max(calls)))


def own_packet(record):
    """A packet to a node that passes it on."""
    return next(event for event in events.sent(record) if (event["node"], event["to"]) == (0, 1))


def another(event):
    """A payload with one bit changed."""
    return f"{int(event['payload'], 16) ^ 1:016x}"


LOGS_OF_REDUCTIONS = ("reduce", "scattered", "to all", "least", "half duplex", "exchange",
                      "windows", "folded windows", "passed on")
LOGS_OF_BARRIERS = ("barrier", "cube barrier", "folded barrier")


def faults_of_reductions():
    """Of every log: packets left out, doubled, moved, changed."""
    check = contributions.check_contributions
    for name in LOGS_OF_REDUCTIONS:
        partial = first_of_kind("partial")
        yield check, name, "a partial value less", without(partial)
        yield check, name, "the first partial value to another index", \
            change(partial, number=lambda e: e["number"] ^ 1)
        yield check, name, "a partial value that is called a result", change(partial, kind="result")
        yield check, name, "a partial value of another kind", change(partial, kind="data")
        yield check, name, "a result in the first slot", \
            lambda record: (moved_up(delivered)(record), record.events.append(record.events.pop(0)))
        yield contributions.check_results, name, "a result less", without(delivered)
        yield contributions.check_results, name, "a result of another index", \
            change(delivered, number=10**6)
        yield contributions.check_results, name, "a result of another origin", \
            change(delivered, origin=1)
    # Where a value moves once it may be anything: only its node knows it.
    for name in ("least", "exchange", "windows", "folded windows", "passed on"):
        yield check, name, "another partial value", \
            change(first_of_kind("partial"), payload=another)
    for name in ("to all", "half duplex", "exchange", "windows", "folded windows", "passed on"):
        yield check, name, "another result", change(delivered, payload=another)
    for name in ("reduce", "scattered", "to all", "half duplex", "exchange"):
        yield check, name, "a partial value twice", twice(first_of_kind("partial"))
    for name in ("reduce", "scattered", "to all", "exchange"):
        yield check, name, "a partial value a slot earlier", slot_earlier(of_kind("partial"))
    for name in ("reduce", "scattered", "to all", "half duplex", "passed on"):
        yield check, name, "a partial value a slot later", slot_later(of_kind("partial"))
    for name in ("to all", "least", "half duplex", "passed on"):
        yield check, name, "a result twice", twice(of_kind("result"))
        yield check, name, "a result that is called partial", \
            change(of_kind("result"), kind="partial")
        yield check, name, "a result that does not come", without(of_kind("result"))
    yield contributions.check_results, "reduce", "results at another node", \
        lambda record: record.options.update(root=0)
    for name in ("folded windows", "passed on"):
        yield check, name, "another packet is passed on", \
            change(lambda record: first(record, "sent", slot=2, node=1, to=0), payload=another)
        yield check, name, "a packet does not come to who passes it on", without(own_packet)
    for name in ("to all", "windows", "reduce"):
        yield check, name, "a result that comes too early", delivered_earlier


def faults_of_barriers():
    check = contributions.check_barrier
    for name in LOGS_OF_BARRIERS:
        yield check, name, "a token before the call", \
            change(last_caller, slot=1)
        yield check, name, "a return less", without(delivered)
        yield check, name, "a return a slot earlier", delivered_earlier
        yield check, name, "all return a slot later", \
            lambda record: [event.update(slot=event["slot"] + 2)
                            for event in events.delivered(record)]
        yield check, name, "a return before the last call", moved_up(delivered)
        yield check, name, "a return twice", twice(delivered)
        yield check, name, "no tokens of who calls last", \
            lambda record: record.events.__setitem__(slice(None), [
                event for event in record.events if event["event"] != "sent" or event["node"] !=
                last_caller(record)["node"]])


def faults_of_figures():
    check = results.check_reduction
    for name in LOGS_OF_REDUCTIONS + LOGS_OF_BARRIERS:
        yield results.check_theory, name, "a slot more promised", \
            put("expected.units", lambda units: str(int(units) + 1))
        yield results.check_theory, name, "a slot less promised", \
            put("expected.units", lambda units: str(int(units) - 1))
        yield check, name, "a higher bound", \
            put("lower_bound.units", lambda units: str(int(units) + 1))
        yield check, name, "a lower bound", \
            put("lower_bound.units", lambda units: str(int(units) - 1))
        yield check, name, "a delivery more required", put("delivery.required", one_more)
        yield check, name, "another number of control packets", \
            put("control_transmissions", one_more)
        if name != "folded barrier":
            yield check, name, "a transmission more", put("transmissions", one_more)
        if not name.startswith("folded"):
            yield check, name, "a transmission more promised", \
                put("expected_transmissions", lambda promised: (promised or 0) + 1)


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
    *faults_of_reductions(), *faults_of_barriers(), *faults_of_figures(),
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
    everything = (events.ALWAYS + events.OF_WHOLE_RUNS + results.ALWAYS + results.OF_WHOLE_RUNS +
                  contributions.ALWAYS + contributions.OF_WHOLE_RUNS)
    yield from (f"no fault is planted for {check.__name__}" for check in everything
                if check not in noticed)
    for field in results.REPRODUCED:
        again = copy.deepcopy(records["cube"].result)
        again[field] = "another"
        if results.differences(records["cube"].result, again) != [field]:
            yield f"another {field} is not seen"


GOOD_STRESS = {"trials_asked": 2, "trials": 2, "verdicts": {"complete": 2}, "failed": 0,
               "verdict": "complete"}
RING = networks.build("ring:4")
GOOD_RING = {"nodes": 4, "links": 8, "diameter": 2, "degree": {"least": 2, "most": 2},
             "hamiltonian_cycle": [0, 1, 2, 3]}
GOOD_AUDIT = {"verdict": "local", "difference": None, "nodes": [1, 5, 6], "trials": 2,
              "isolation": {"process": "own", "plain_run": "the same"}, "runs_alone": 6,
              "run": {"verdict": "complete"}}
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
    (lambda outcome: experiments.signal_faults(outcome, 2, True),
     (ended(130), ended(130, INTERRUPTED), ended(0, b"{}")),
     (ended(-2), ended(1), ended(130, INTERRUPTED[:-3]), ended(130, b'{"verdict": "complete"}'),
      ended(0))),
    (lambda content: experiments.file_faults(*content),
     ((b'{"a": 1}\n', True), (b"", True), (LINES[:experiments.PAGE], True)),
     ((b'{"a": 1}', True), (b'{"a"', True), (b'{"a"\n', True), (b"", False),
      (b'{"a": 1}\n', False), (LINES[:experiments.PAGE + 1], True),
      (b"x" + LINES[1:experiments.PAGE], True))),
    (lambda trials: experiments.stress_faults(GOOD_STRESS, trials), ({0: {}, 1: {}},),
     ({0: {}}, {0: {}, 2: {}})),
    (lambda changes: experiments.stress_faults({**GOOD_STRESS, **changes}, {0: {}, 1: {}}), ({},),
     ({"failed": 1}, {"verdict": "late"}, {"trials": 1}, {"verdicts": {"complete": 1}})),
    (lambda changes: experiments.audit_faults({**GOOD_AUDIT, **changes}, {"verdict": "complete"}),
     ({},),
     ({"verdict": "not-local"}, {"runs_alone": 5}, {"run": {"verdict": "late"}},
      {"isolation": {"process": "forked", "plain_run": "the same"}},
      {"isolation": {"process": "own", "plain_run": "not compared"}})),
    (lambda result: experiments.audit_faults(GOOD_AUDIT, result), ({"verdict": "complete"},),
     (None, {"verdict": "incorrect"})),
    (lambda changes: experiments.network_faults({**GOOD_RING, **changes}, RING), ({},),
     ({"nodes": 5}, {"links": 4}, {"diameter": 1}, {"degree": {"least": 1, "most": 2}},
      {"hamiltonian_cycle": [0, 2, 1, 3]}, {"hamiltonian_cycle": [0, 1, 2]})),
    *answers.ANSWERS,
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
