"""Checks of a run's log: each yields a text for what is wrong."""

import collections
from fractions import Fraction

from networks import host_count
from theory import COMBINING, TO_ALL, required_pairs, senders_of

WHOLE = 2**64 - 1


def sent(record):
    return [event for event in record.events if event["event"] == "sent"]


def delivered(record):
    return [event for event in record.events if event["event"] == "delivered"]


def marks(record):
    return [event for event in record.events if event["event"] == "mark"]


def has_message(event):
    return "origin" in event


def message_of(event):
    return event["origin"], event["number"]


def place_of(event):
    return f"slot {event['slot']}, node {event['node']}"


FIELDS = {"sent": {"node", "port", "to", "kind"}, "delivered": {"node", "origin", "number"},
          "mark": {"node", "name"}}


def check_fields(record):
    """Every line has what is promised."""
    for number, event in enumerate(record.events, 1):
        lacks = ({"event", "slot", "time"} | FIELDS.get(event.get("event"), {"?"})) - event.keys()
        if lacks:
            yield f"line {number} of the log lacks {', '.join(sorted(lacks))}"
            return


def check_order(record):
    """Lines are in the order of slots: what is sent in a slot comes before what arrives with it."""
    last = (0, 0)
    for event in record.events:
        here = (event["slot"], event["event"] != "sent")
        if event["event"] == "mark":
            here = (event["slot"], last[1] if event["slot"] == last[0] else 0)
        if here < last:
            yield f"{place_of(event)}: stands after slot {last[0]}"
            return
        last = max(here, last)


def check_links(record):
    """A packet goes to the neighbour at its port."""
    network = record.network
    for event in sent(record):
        there = network.links[event["node"]]
        right = (there.get(event["port"]) == event["to"] if network.has_ports
                 else event["to"] in there.values())
        if not right:
            yield f"{place_of(event)}: port {event['port']} does not lead to node {event['to']}"
            return


def check_one_port_one_link(record):
    """A port leads to one neighbour, and no two ports to the same but by parallel links."""
    seen = {}
    for event in sent(record):
        there = list(record.network.links[event["node"]].values())
        for end in ("port", "to") if there.count(event["to"]) < 2 else ("port",):
            other = event["to" if end == "port" else "port"]
            if seen.setdefault((event["node"], end, event[end]), other) != other:
                yield f"{place_of(event)}: {end} {event[end]} is that of another link before"
                return


def check_one_packet(record):
    """One packet a link and slot."""
    uses = collections.Counter((event["slot"], event["node"], event["port"], event["to"])
                               for event in sent(record))
    for (slot, node, _, to), count in uses.items():
        if count > 1:
            yield f"slot {slot}: {count} packets on the link from {node} to {to}"
            return


def arriving(record):
    """What was sent, but for what was sent when the slot budget was used up."""
    result = record.result
    is_cut = result["verdict"] == "budget-exceeded"
    return [event for event in sent(record)
            if not is_cut or event["slot"] <= result["time"]["slots"]]


def traffic(record):
    """By slot and node: the packets out, and how many come in."""
    out, into = collections.defaultdict(list), collections.Counter()
    for event in arriving(record):
        out[event["slot"], event["node"]].append(event)
        into[event["slot"], event["to"]] += 1
    return out, into


def content(event):
    return tuple(event.get(name) for name in ("kind", "origin", "number", "payload", "piece"))


BREAKS = {"single": lambda out, into: len(out) > 1 or into > 1, "single-half": lambda out, into: len(out) + into > 1,
          "shout": lambda out, into: len({content(event) for event in out}) > 1 or into > 1 or (out and into)}


def check_ports(record):
    """The nodes obey the port model."""
    model = record.result["ports"]
    if record.result["violation"]:
        return
    if model == "one-way":
        yield from check_one_way(record)
    breaks = BREAKS.get(model)
    if breaks is None:
        return
    out, into = traffic(record)
    # Switches use all of their ports.
    hosts = host_count(record.network.spec) or record.network.nodes
    for slot, node in sorted(out.keys() | into.keys()):
        if node < hosts and breaks(out.get((slot, node), []), into[slot, node]):
            yield (f"slot {slot}, node {node}: {len(out.get((slot, node), []))} out and "
                   f"{into[slot, node]} in with the ports {model}")
            return


def check_one_way(record):
    """A link carries one packet a slot, in one direction."""
    used = {(event["slot"], event["node"], event["to"]) for event in arriving(record)}
    for slot, node, to in used:
        if (slot, to, node) in used:
            yield f"slot {slot}: packets in both directions between {node} and {to}"
            return


def bits_of(record, event):
    """The bits of a message that a packet carries."""
    if "piece" not in event:
        return WHOLE
    lengths = {phase["name"]: Fraction(phase["slot_length"]) for phase in record.result["phases"]}
    pieces = (1 / lengths.get(event.get("phase"), Fraction(1))).numerator
    low, high = (64 * (event["piece"] + end) // pieces for end in (0, 1))
    return (1 << high) - (1 << low)


def check_causality(record):
    """A node sends what it has had before, and delivers what it has."""
    if record.result["collective"] in COMBINING:
        return
    held, arriving, arrives_in = collections.Counter(), [], 0
    for event in record.events:
        if not has_message(event):
            continue
        is_sent, message = event["event"] == "sent", message_of(event)
        if event["slot"] > arrives_in or not is_sent:
            for node, what, bits in arriving:
                held[node, what] |= bits
            arriving.clear()
        bits = bits_of(record, event) if is_sent else WHOLE
        has = WHOLE if event["origin"] == event["node"] else held[event["node"], message]
        if bits & ~has:
            yield f"{place_of(event)}: message {message} is {event['event']}, but not there yet"
            return
        if is_sent:
            arriving.append((event["to"], message, bits))
            arrives_in = event["slot"]


def check_payloads(record):
    """A message is the same wherever it is, and its pieces are parts of it."""
    if record.result["collective"] in COMBINING:
        return
    whole = {}
    for event in record.events:
        if has_message(event) and "payload" in event and "piece" not in event:
            payload = int(event["payload"], 16)
            if whole.setdefault(message_of(event), payload) != payload:
                yield f"{place_of(event)}: another payload in message {message_of(event)}"
                return
    for event in sent(record):
        if "piece" in event and "payload" in event and message_of(event) in whole:
            right = whole[message_of(event)] & bits_of(record, event)
            if int(event["payload"], 16) != right:
                yield f"{place_of(event)}: a wrong piece of message {message_of(event)}"
                return


def check_once(record):
    """A node delivers a message once."""
    seen = collections.Counter((event["node"], *message_of(event)) for event in delivered(record))
    for (node, origin, number), count in seen.items():
        if count > 1:
            yield f"node {node} delivers message ({origin}, {number}) {count} times"
            return


def check_required(record):
    """What is delivered is what the task requires, from the broadcasters that were asked for."""
    result = record.result
    found = {(event["node"], *message_of(event)) for event in delivered(record)}
    messages = {(origin, number) for _, origin, number in found}
    asked, nodes = result["broadcasters"]["spec"], record.participants
    senders = senders_of(asked, nodes, result["seed"])
    if result["collective"] == "simultaneous-broadcast" and senders is not None:
        senders = sorted(senders * int(result["parameters"].get("rounds", 1)))
        if messages != {(node, senders[:i].count(node)) for i, node in enumerate(senders)}:
            yield f"the messages are not those of {asked}"
    if result["collective"] in TO_ALL:
        wanted = {(node, *message) for node in nodes for message in messages}
        if found != wanted:
            yield (f"{len(wanted - found)} deliveries are missing of {len(messages)} messages to all, and "
                   f"{len(found - wanted)} are made elsewhere")
        return
    sources = senders
    if senders is None:
        gathers = result["collective"] == "partial-gather"
        sources = sorted({event["node" if gathers else "origin"] for event in delivered(record)})
    wanted = required_pairs(result, sources, record.root, nodes)
    if wanted is None:
        return
    each = int(result["parameters"].get("packets", 1))
    if wanted != {(node, origin) for node, origin, _ in found} or len(wanted) * each != len(found):
        yield f"{len(found)} deliveries are not those required, which are {len(wanted) * each}"


def check_counts(record):
    """The log has as many lines as the result counts."""
    result, packets = record.result, sent(record)
    counted = {"transmissions": len(packets),
               "control_transmissions": sum(not has_message(event) for event in packets),
               "last_arrival": max((event["slot"] for event in packets), default=0)}
    for name, count in counted.items():
        if result[name] != count:
            yield f"{name} is {result[name]}, and {count} by the log"
    if result["delivery"]["delivered"] + result["delivery"]["duplicate"] != len(delivered(record)):
        yield f"{result['delivery']}, and {len(delivered(record))} deliveries by the log"


def check_least_traffic(record):
    """A message moves over a link for each node that it comes to, and as far as the farthest of them."""
    if record.result["collective"] in COMBINING or record.result["dynamic"]:
        return
    moved = collections.Counter(message_of(event) for event in sent(record) if has_message(event))
    receivers = collections.defaultdict(set)
    for event in delivered(record):
        receivers[message_of(event)].add(event["node"])
    distances = {origin: record.network.distances(origin) for origin, _ in receivers}
    for message, nodes in receivers.items():
        least = max(len(nodes - {message[0]}), *(distances[message[0]][node] for node in nodes))
        if moved[message] < least:
            yield f"message {message} moves {moved[message]} times, and its ways have {least} links"
            return


# Those that hold whatever became of the run, and those of runs that went through.
ALWAYS = (check_fields, check_order, check_links, check_one_port_one_link, check_one_packet,
          check_ports, check_causality, check_payloads, check_counts)
OF_WHOLE_RUNS = (check_once, check_required, check_least_traffic)
