"""Checks of a reduction's log: whose values each packet has folded, each check yields a text for
what is wrong. Sets of nodes are the bits of a number."""

import collections

from networks import MASK
from reductions import EXCHANGES, REDUCING, WINDOWS, calls_of, emulates, values_of

Packet = collections.namedtuple("Packet", "slot node to kind number payload")
FOLD = {"sum": lambda one, other: (one + other) & MASK, "xor": lambda one, other: one ^ other,
        "min": min, "max": max}
# What is left of a fold without a part of it.
REST = {"sum": lambda whole, part: (whole - part) & MASK, "xor": lambda whole, part: whole ^ part}


def text_of(nodes):
    """The nodes of a set, for people."""
    return "{" + ",".join(str(node) for node in range(nodes.bit_length()) if nodes >> node & 1) + "}"


class Wrong(Exception):
    """The first thing that is wrong; what follows from it is not looked at."""


def packets_of(record):
    return [Packet(event["slot"], event["node"], event["to"], event["kind"],
                   event.get("number"), event.get("payload"))
            for event in record.events if event["event"] == "sent"]


def steps_of(record):
    """By slot: the packets, and the deliveries after them."""
    steps = collections.defaultdict(lambda: ([], []))
    for packet in packets_of(record):
        steps[packet.slot][0].append(packet)
    for event in record.events:
        if event["event"] == "delivered":
            steps[event["slot"]][1].append(event)
    return sorted(steps.items())


class Values:
    """What each node started with, as far as packets show it."""

    def __init__(self, operator):
        self.operator, self.fold, self.own = operator, FOLD[operator], {}

    def check(self, number, nodes, payload, place):
        """The payload is what these nodes' values fold to."""
        payload, known, missing = int(payload, 16), None, []
        while nodes:
            node = (nodes & -nodes).bit_length() - 1
            nodes &= nodes - 1
            value = self.own.get((node, number))
            if value is None:
                missing.append(node)
            else:
                known = value if known is None else self.fold(known, value)
        if known is None and len(missing) == 1:
            self.own[missing[0], number] = payload
            return
        if missing and self.operator in REST:
            if len(missing) == 1:
                self.own[missing[0], number] = REST[self.operator](payload, known)
            return
        if known is None:
            return
        if (self.fold(payload, known) if missing else known) != payload:
            raise Wrong(f"{place}: {payload:016x} is not what its values fold to")
        if len(missing) == 1 and payload != known:
            self.own[missing[0], number] = payload


class Accumulators:
    """Nodes send all that they have folded, and fold all that comes."""

    def __init__(self, result, participants):
        self.all = sum(1 << node for node in participants)
        self.is_everyone = len(participants) == result["network"]["nodes"]
        self.has = collections.defaultdict(int)
        self.sent = collections.Counter()
        self.sent_in = {}
        name = f"{result['collective']}/{result['algorithm']}"
        dimensions = result["network"]["nodes"].bit_length() - 1
        self.most = dimensions if name in EXCHANGES else 1

    def held(self, node, number):
        return self.has[node, number] | 1 << node & self.all

    def carried(self, packet, place):
        nodes = self.held(packet.node, packet.number)
        if packet.kind == "partial":
            self.sent_in[packet.node, packet.number] = packet.slot
            self.sent[packet.node, packet.number] += 1
            if self.sent[packet.node, packet.number] > self.most:
                raise Wrong(f"{place}: index {packet.number} is sent {self.most + 1} times")
        return nodes

    def arrive(self, arrivals):
        for packet, nodes in arrivals:
            place = f"slot {packet.slot}, node {packet.to}"
            held = self.held(packet.to, packet.number)
            if packet.kind == "partial" and held & nodes:
                raise Wrong(f"{place}: the values of {text_of(held & nodes)} are folded twice into "
                            f"index {packet.number}")
            if packet.kind == "result" and held == self.all:
                raise Wrong(f"{place}: gets the result of index {packet.number} once more")
            self.has[packet.to, packet.number] = held | nodes
        if self.most > 1:
            return
        # A node that has sent its part away folds only what comes in the same slot: two halves
        # that meet on a link.
        for packet, _ in arrivals:
            sent_before = self.sent_in.get((packet.to, packet.number), packet.slot) < packet.slot
            if packet.kind == "partial" and sent_before:
                raise Wrong(f"slot {packet.slot}, node {packet.to}: index {packet.number} comes "
                            "after it was sent away")


def follow(record):
    """Follows every value through the log."""
    result = record.result
    nodes_at = Accumulators(result, record.participants)
    values = Values(result["parameters"]["operator"])
    for _, (packets, deliveries) in steps_of(record):
        arrivals = []
        for packet in packets:
            place = f"slot {packet.slot}, node {packet.node}"
            if packet.kind not in ("partial", "result"):
                raise Wrong(f"{place}: a packet of kind {packet.kind}")
            nodes = nodes_at.carried(packet, place)
            # All parts may be folded on the way to the owner, if one that has none of them forwards them.
            is_early = packet.kind == "partial" and not nodes_at.is_everyone
            if not nodes or (packet.kind == "result") != (nodes == nodes_at.all) and not (
                    is_early and nodes == nodes_at.all):
                raise Wrong(f"{place}: a {packet.kind} of {text_of(nodes)}")
            values.check(packet.number, nodes, packet.payload, place)
            arrivals.append((packet, nodes))
        nodes_at.arrive(arrivals)
        for event in deliveries:
            place = f"slot {event['slot']}, node {event['node']}"
            nodes = nodes_at.held(event["node"], event["number"])
            if nodes != nodes_at.all:
                raise Wrong(f"{place}: index {event['number']} is delivered with no more than the "
                            f"values of {text_of(nodes)}")
            values.check(event["number"], nodes, event["payload"], place)


def is_passed_on(result):
    """Where packets fold, or pass over, other nodes than those at their ends: verification/check_catalogue.cpp."""
    return emulates(result) or f"{result['collective']}/{result['algorithm']}" == WINDOWS


def check_contributions(record):
    """What is sent is what its sender has folded, nothing is folded twice, and results have all."""
    result = record.result
    if result["collective"] not in REDUCING:
        return
    if is_passed_on(result):
        return
    try:
        follow(record)
    except Wrong as wrong:
        yield str(wrong)


def check_results(record):
    """Every node delivers the indices that are its own."""
    result = record.result
    if result["collective"] not in REDUCING:
        return
    nodes = record.participants
    who = {"reduce": lambda _: (record.root,), "reduce-scatter": lambda index: (nodes[index % len(nodes)],),
           "allreduce": lambda _: nodes}[result["collective"]]
    wanted = {(node, 0, index) for index in range(values_of(result, len(nodes))) for node in who(index)}
    found = {(event["node"], event["origin"], event["number"])
             for event in record.events if event["event"] == "delivered"}
    if wanted != found:
        yield (f"{len(wanted - found)} results are missing, and {len(found - wanted)} are "
               "delivered where they do not belong")


def follow_calls(record, calls):
    """Follows which nodes know of which calls, by the tokens."""
    everyone = sum(1 << node for node in calls)
    heard = [1 << node & everyone for node in range(record.network.nodes)]
    for step, (packets, deliveries) in steps_of(record):
        before = list(heard)
        for packet in packets:
            if step <= calls.get(packet.node, 0):
                raise Wrong(f"slot {step}, node {packet.node}: a token before its call in slot "
                            f"{calls[packet.node]}")
            heard[packet.to] |= before[packet.node]
        for event in deliveries:
            missing = everyone & ~heard[event["node"]]
            if missing:
                raise Wrong(f"slot {event['slot']}, node {event['node']}: returns without having "
                            f"heard of {text_of(missing)}")
            if step < max(calls.values()):
                raise Wrong(f"slot {event['slot']}, node {event['node']}: returns before the last "
                            f"call, in slot {max(calls)}")


def check_barrier(record):
    """No node returns before it knows that all have called; all return in one slot, unless they are told by calls."""
    if record.result["collective"] != "barrier":
        return
    try:
        if not is_passed_on(record.result):
            follow_calls(record, dict(zip(record.participants, calls_of(record.result, record.participants))))
    except Wrong as wrong:
        yield str(wrong)
        return
    returns = [event for event in record.events if event["event"] == "delivered"]
    slots = {event["slot"] for event in returns}
    if record.result["algorithm"] == "telephone":
        slots = {max(slots)}
    if slots != {record.result["time"]["slots"]}:
        yield f"nodes return in the slots {sorted(slots)}, not {record.result['time']['slots']}"
    if sorted((event["node"], event["origin"], event["number"]) for event in returns) != [
            (node, 0, 0) for node in record.participants]:
        yield f"{len(returns)} returns are not one of each participant"


ALWAYS = (check_contributions,)
OF_WHOLE_RUNS = (check_results, check_barrier)
