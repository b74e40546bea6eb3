"""Checks of the phases and times of a run's log: each yields a text for what is wrong."""

import collections
from fractions import Fraction

from events import marks, place_of


def check_clock(record):
    """The phase and time of every line follow from the marks of its node."""
    phases = record.result["phases"]
    if not phases:
        return
    names = [phase["name"] for phase in phases]
    lengths = [Fraction(phase["slot_length"]) for phase in phases]
    places = collections.defaultdict(lambda: (0, 0, Fraction(0)))
    # After the last phase comes the first that a node goes through again.
    marked = collections.Counter((event["name"], event["node"]) for event in marks(record))
    repeated = {name for (name, _), count in marked.items() if count > 1}
    first_again = next((at for at, name in enumerate(names) if name in repeated), 0)
    for event in record.events:
        phase, since, began = places[event["node"]]
        time = began + (event["slot"] - since) * lengths[phase]
        if Fraction(event["time"]) != time or event.get("phase") != names[phase]:
            yield (f"{place_of(event)}: time {event['time']} in {event.get('phase')}, not {time} "
                   f"in {names[phase]}")
            return
        if event["event"] == "mark" and event["name"] in names:
            next_phase = names.index(event["name"]) + 1
            next_phase = first_again if next_phase == len(names) else next_phase
            places[event["node"]] = (next_phase, event["slot"], time)


def check_phases(record):
    """The slots of a phase are those between its marks and those of the one before."""
    result, last_of = record.result, {}
    for event in marks(record):
        last_of[event["name"]] = max(event["slot"], last_of.get(event["name"], 0))
    rounds = collections.Counter((event["name"], event["node"]) for event in marks(record))
    if result["dynamic"] is not None or max(rounds.values(), default=1) > 1:
        yield from check_rounds(record)
        return
    began = 0
    for phase in result["phases"]:
        ended = last_of.get(phase["name"])
        if ended is None or phase["slots"] is None:
            continue
        # A phase that has a deadline is over with its last packet.
        over = max(began, result["last_arrival"]) if "partial" in result["collective"] else ended
        if began + phase["slots"] not in (ended, over):
            yield f"{phase['name']} has {phase['slots']} slots, and {ended - began} by its marks"
        began = ended


def check_termination(record):
    """The first and last node to know are those that mark the last phase."""
    result = record.result
    if result["termination"] is None:
        return
    name = result["phases"][-1]["name"]
    slots = [event["slot"] for event in marks(record) if event["name"] == name]
    right = {"first_slot": min(slots, default=None), "last_slot": max(slots, default=None)}
    if result["termination"] != right:
        yield f"termination is {result['termination']}, and {right} by the marks"


def check_rounds(record):
    """Phases that come again and again add up. Each is over with the last of its marks."""
    phases = [phase for phase in record.result["phases"] if phase["slots"] is not None]
    rounds, ends = collections.Counter(), collections.defaultdict(int)
    for event in marks(record):
        of = event["name"], event["node"]
        ended = rounds[of], event["name"]
        ends[ended] = max(ends[ended], event["slot"])
        rounds[of] += 1
    spent, before = collections.Counter(), 0
    for number in range(max(rounds.values(), default=0)):
        for phase in phases:
            end = ends.get((number, phase["name"]), before)
            spent[phase["name"]] += end - before
            before = end
    for phase in phases:
        if spent[phase["name"]] != phase["slots"]:
            yield (f"{phase['name']} has {phase['slots']} slots, and {spent[phase['name']]} by "
                   "its marks")


OF_WHOLE_RUNS = (check_clock, check_phases, check_termination)
