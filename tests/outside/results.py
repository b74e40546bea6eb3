"""Checks of what the program prints: each yields a text for what is wrong."""

from fractions import Fraction

import reductions
from theory import REDUCTIONS, Figures, least_time, time_of

STATUS = {"complete": 0, "unlucky": 1, "incorrect": 1, "late": 1, "model-violation": 3,
          "stalled": 3, "program-error": 3, "budget-exceeded": 3, "interrupted": 130}

# The same whatever the threads and the sinks are.
REPRODUCED = """collective algorithm network ports broadcasters messages parameters seed verdict time
    expected lower_bound participants phases transmissions control_transmissions termination last_arrival delivery digest
    violation waiting waiting_count dynamic""".split()

LONGEST_MESSAGE = 300


def check_status(record):
    """The exit status is that of the verdict."""
    verdict = record.result["verdict"]
    if STATUS.get(verdict) != record.status:
        yield f"exit status {record.status} with the verdict {verdict}"


def check_verdict(record):
    """Complete if and only if every check holds and nothing is amiss."""
    result = record.result
    delivery = result["delivery"]
    amiss = [check["name"] for check in result["checks"] if not check["holds"]]
    amiss += [name for name in ("missing", "duplicate", "unexpected") if delivery[name]]
    amiss += ["violation"] if result["violation"] else []
    if (result["verdict"] == "complete") != (not amiss):
        yield f"the verdict is {result['verdict']}, and amiss is: {', '.join(amiss) or 'nothing'}"
    is_broken = result["verdict"] in ("model-violation", "program-error")
    if is_broken != (result["violation"] is not None):
        yield f"the verdict is {result['verdict']} and violation {result['violation']}"
    if delivery["required"] != delivery["delivered"] + delivery["missing"]:
        yield f"{delivery} does not add up"


def is_unlucky(result):
    """Whether a randomised algorithm lost what its draws foretell, and nothing else is wrong."""
    failed = {check["name"] for check in result["checks"] if not check["holds"]}
    foretold = any(check["name"] == "draws" and check["holds"] for check in result["checks"])
    return (failed == {"delivery"} and foretold and not result["delivery"]["duplicate"] and
            not result["delivery"]["unexpected"] and
            result["verdict"] in ("unlucky", "incorrect"))


def check_success(record):
    """A correct algorithm completes, a randomised one unless it is unlucky."""
    verdict = record.result["verdict"]
    if verdict not in record.allowed and not is_unlucky(record.result):
        wrong = [check.get("text") for check in record.result["checks"] if not check["holds"]]
        yield f"the verdict is {verdict}: {wrong or record.result['violation']}"


def check_sums(record):
    """The time is the sum of the phases."""
    time, phases = record.result["time"], record.result["phases"]
    if any(phase["slots"] is None for phase in phases) or not phases:
        return
    slots = sum(phase["slots"] for phase in phases)
    units = sum(phase["slots"] * Fraction(phase["slot_length"]) for phase in phases)
    if time["slots"] != slots:
        yield f"time.slots is {time['slots']}, and the phases have {slots}"
    if Fraction(time["units"]) != units:
        yield f"time.units is {time['units']}, and the phases take {units}"


def bound_of(result):
    """The lower bound for messages that are cut, where they are and it is known."""
    is_cut = any(Fraction(phase["slot_length"]) < 1 for phase in result["phases"])
    return (result.get("lower_bound_pieces") if is_cut else None) or result["lower_bound"]


def check_time(record):
    """Not below the lower bound; what is promised."""
    result = record.result
    units = Fraction(result["time"]["units"])
    if result["verdict"] == "complete" and units < Fraction(bound_of(result)["units"]):
        yield f"{units} is below the lower bound {bound_of(result)['units']}"
    expected = result["expected"]
    if expected is None:
        return
    promised = Fraction(expected["units"])
    if units > promised or (expected["kind"] == "exact" and units != promised):
        yield f"{units} where {expected['kind']} {promised} is promised"


def check_theory(record):
    """What is promised as exact is what the papers say."""
    expected = record.result["expected"]
    right = time_of(record)
    if right is not None and expected and expected["kind"] == "exact":
        if Fraction(expected["units"]) != right:
            yield f"{expected['units']} are promised, and the papers say {right}"


def check_reduction(record):
    """A reduction: transmissions and deliveries are those of its description."""
    result = record.result
    if result["collective"] not in REDUCTIONS:
        return
    figures = Figures(record)
    right = reductions.transmissions_of(figures)
    # Those that take no part forward what is counted once for each participant.
    is_least = len(record.participants) < record.network.nodes and figures.algorithm != "rounds"
    if right is not None:
        for name in ("transmissions", "expected_transmissions"):
            if result[name] not in (right, None) and not (is_least and result[name] > right):
                yield f"{name} is {result[name]}, not {right}"
    control = result["transmissions"] if result["collective"] == "barrier" else 0
    if result["control_transmissions"] != control:
        yield f"{result['control_transmissions']} control transmissions, not {control}"
    if result["delivery"]["required"] != reductions.required_of(figures):
        yield (f"{result['delivery']['required']} deliveries are required, not "
               f"{reductions.required_of(figures)}")


def check_participants(record):
    """Those that take part are counted, unless all do, and the time and its bound know their distances."""
    result, count = record.result, len(record.participants)
    right = None if count == record.network.nodes else {"spec": record.options.get("participants", "hosts"),
                                                        "count": count}
    if result["participants"] != right:
        yield f"participants are {result['participants']}, not {right}"
    is_cut = any(phase["slot_length"] != "1" for phase in result["phases"])
    if result["verdict"] != "complete" or is_cut or result["delivery"]["required"] == 0:
        return
    least = least_time(Figures(record))
    for name, units in (("time", result["time"]["units"]), ("lower_bound", result["lower_bound"]["units"])):
        if Fraction(units) < least:
            yield f"{name} is {units}, and participants are {least} slots apart"


def check_phase_times(record):
    """A phase takes what it is to take."""
    for phase in record.result["phases"]:
        if phase["expected"] is not None and phase["slots"] not in (None, phase["expected"]):
            yield f"{phase['name']} took {phase['slots']} slots, not {phase['expected']}"


def check_network(record):
    """Size and diameter are those of the network that was asked for."""
    said, own = record.result["network"], record.network
    for name, right in (("nodes", own.nodes), ("links", own.link_count()),
                        ("diameter", own.diameter())):
        if said[name] not in (right, None):
            yield f"{name} of {said['spec']} is {said[name]}, not {right}"


def check_use(record):
    """Three digits of the share of the links that were busy; a run over its budget sends in one slot more."""
    result = record.result
    slots = result["time"]["slots"] + (result["verdict"] == "budget-exceeded")
    room = result["network"]["links"] * slots
    right = result["transmissions"] / room if room else 0
    if abs(result["link_utilisation"] - right) > 0.006 * max(right, 1e-9):
        yield f"link_utilisation is {result['link_utilisation']}, not {right:.3g}"


def check_transmissions(record):
    """As many packets as are promised, at least one for each delivery that takes one."""
    result = record.result
    promised = result["expected_transmissions"]
    if promised is not None and promised != result["transmissions"]:
        yield f"{result['transmissions']} transmissions, not {promised}"
    promised = result["expected_control_transmissions"]
    if promised is not None and promised != result["control_transmissions"]:
        yield f"{result['control_transmissions']} control transmissions, not {promised}"
    if result["control_transmissions"] > result["transmissions"]:
        yield "more control transmissions than transmissions"


def check_silence(record):
    """Nothing moves after the end that the nodes declare."""
    ended = record.result["termination"]
    if ended and record.result["last_arrival"] > ended["last_slot"]:
        yield f"a packet in slot {record.result['last_arrival']}, after the end {ended}"


ALWAYS = (check_status, check_verdict, check_success, check_network, check_participants, check_use)
OF_WHOLE_RUNS = (check_sums, check_time, check_theory, check_reduction, check_phase_times,
                 check_transmissions, check_silence)


def differences(result, again):
    """The fields that should be alike and are not."""
    return [name for name in REPRODUCED if result[name] != again[name]]


def refusal_faults(output, complaint):
    """What is wrong with a refusal: nothing on standard output, one line on standard error."""
    if output:
        yield f"a refusal with {len(output)} bytes on standard output"
    yield from line_faults(complaint)


def line_faults(complaint):
    """What is wrong with a complaint: one short line, in UTF-8."""
    try:
        text = complaint.decode("utf-8")
    except UnicodeDecodeError:
        yield "the complaint is not UTF-8"
        return
    if text.count("\n") != 1 or not text.endswith("\n"):
        yield f"the complaint has {text.count(chr(10))} lines"
    elif not text[:-1].isprintable():
        yield "the complaint has control characters"
    message = text.partition(": ")[2].rstrip("\n")  # after the program's name
    if len(message) > LONGEST_MESSAGE:
        yield f"the complaint has {len(message)} characters"


def printed_faults(output, blanks):
    """What is wrong with text for people: anything that a terminal would obey."""
    try:
        wrong = {symbol for symbol in output.decode("utf-8") if not symbol.isprintable() and symbol not in blanks}
    except UnicodeDecodeError:
        wrong = {"no UTF-8"}
    if wrong:
        yield f"the output has {sorted(wrong)}"
