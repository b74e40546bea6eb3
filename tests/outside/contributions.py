"""Checks of a reduction's log: whose values each packet has folded, each check yields a text for
what is wrong. Sets of nodes are the bits of a number."""

import collections

from networks import MASK, sides_of
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


# Rings that are folded onto lines: two slots a step.

def place_on(sides, node, other):
    """The dimension in which two neighbours differ, and the place of each on that line."""
    for dimension, side in enumerate(sides):
        if node % side != other % side:
            return dimension, node % side, other % side
        node, other = node // side, other // side
    raise Wrong("a packet from a node to itself")


def unfolded(record):
    """The packets between nodes of the rings, each in its step."""
    sides = sides_of(record.result["network"]["spec"])
    passing, joined = {}, []
    for packet in packets_of(record):
        dimension, here, there = place_on(sides, packet.node, packet.to)
        way = packet.to - packet.node
        before = passing.pop((packet.slot, packet.node, way), None)
        if before is not None and before[3:] != packet[3:]:
            raise Wrong(f"slot {packet.slot}, node {packet.node}: passes on another packet than "
                        f"that of node {before.node}")
        packet = packet if before is None else packet._replace(node=before.node)
        if packet.slot % 2 == 1 and 0 < there < sides[dimension] - 1:
            passing[packet.slot + 1, packet.to, way] = packet
            continue
        if before is None and packet.slot % 2 == 0 and 0 < here < sides[dimension] - 1:
            raise Wrong(f"slot {packet.slot}, node {packet.node}: passes on what did not come")
        joined.append(packet._replace(slot=(packet.slot + 1) // 2))
    for slot, node, _ in passing:
        raise Wrong(f"slot {slot}, node {node}: does not pass on what came")
    return joined


def steps_of(record):
    """By step: the packets, and the deliveries after them. A step is a slot, or two."""
    folds = emulates(record.result)
    steps = collections.defaultdict(lambda: ([], []))
    for packet in unfolded(record) if folds else packets_of(record):
        steps[packet.slot][0].append(packet)
    for event in record.events:
        if event["event"] == "delivered":
            step = (event["slot"] + 1) // 2 if folds else event["slot"]
            steps[step][1].append(event)
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

    def __init__(self, result):
        self.all = (1 << result["network"]["nodes"]) - 1
        self.has = collections.defaultdict(int)
        self.sent = collections.Counter()
        self.sent_in = {}
        name = f"{result['collective']}/{result['algorithm']}"
        dimensions = result["network"]["nodes"].bit_length() - 1
        self.most = dimensions if name in EXCHANGES else 1

    def held(self, node, number):
        return self.has[node, number] | 1 << node

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

    def end(self, number):
        """Before results are delivered."""


class Windows:
    """Nodes send what they had at the start of a stage, and what came with the last slot from the
    other neighbour on the line. Stages are over when an index changes its dimension."""

    def __init__(self, result):
        self.all = (1 << result["network"]["nodes"]) - 1
        self.kind = result["network"]["spec"].partition(":")[0]
        self.sides = sides_of(result["network"]["spec"])
        self.has = collections.defaultdict(int)
        self.came = {}  # by index: the last arrival at a node from each neighbour
        self.dimension = {}

    def held(self, node, number):
        return self.has[node, number] | 1 << node

    def across(self, node, other):
        """The other neighbour on the line of these two, or None."""
        dimension, here, there = place_on(self.sides, node, other)
        p = self.sides[dimension]
        if self.kind == "folded-torus":
            ends = {here - 2 if here >= 2 else 1 - here,
                    here + 2 if here + 2 < p else 2 * p - 3 - here}
        elif self.kind in ("ring", "torus") and p > 2:
            ends = {(here - 1) % p, (here + 1) % p}
        else:
            ends = {at for at in (here - 1, here + 1) if 0 <= at < p}
        if there not in ends:
            raise Wrong(f"a packet from {node} to {other}, no neighbour")
        stride = abs(other - node) // abs(there - here)
        beyond = [node + (at - here) * stride for at in ends - {there}]
        return beyond[0] if beyond else None

    def carried(self, packet, place):
        dimension = place_on(self.sides, packet.node, packet.to)[0]
        if self.dimension.get(packet.number) != dimension:
            self.end(packet.number)
            self.dimension[packet.number] = dimension
        nodes = self.held(packet.node, packet.number)
        slot, came = self.came.get(packet.number, {}).get(
            (packet.node, self.across(packet.node, packet.to)), (None, 0))
        if slot == packet.slot - 1:
            if nodes & came:
                raise Wrong(f"{place}: the values of {text_of(nodes & came)} are folded twice")
            nodes |= came
        return nodes

    def arrive(self, arrivals):
        for packet, nodes in arrivals:
            if packet.kind == "result":
                raise Wrong(f"slot {packet.slot}, node {packet.node}: no result moves in windows")
            self.came.setdefault(packet.number, {})[packet.to, packet.node] = packet.slot, nodes

    def end(self, number):
        """A stage is over: what came last from each side is folded."""
        for (node, _), (slot, nodes) in self.came.pop(number, {}).items():
            held = self.held(node, number)
            if held & nodes:
                raise Wrong(f"slot {slot}, node {node}: the values of {text_of(held & nodes)} are "
                            f"folded twice into index {number}")
            self.has[node, number] = held | nodes


def follow(record):
    """Follows every value through the log."""
    result = record.result
    name = f"{result['collective']}/{result['algorithm']}"
    nodes_at = Windows(result) if name == WINDOWS else Accumulators(result)
    values = Values(result["parameters"]["operator"])
    for _, (packets, deliveries) in steps_of(record):
        arrivals = []
        for packet in packets:
            place = f"slot {packet.slot}, node {packet.node}"
            if packet.kind not in ("partial", "result"):
                raise Wrong(f"{place}: a packet of kind {packet.kind}")
            nodes = nodes_at.carried(packet, place)
            if (packet.kind == "result") != (nodes == nodes_at.all):
                raise Wrong(f"{place}: a {packet.kind} of {text_of(nodes)}")
            values.check(packet.number, nodes, packet.payload, place)
            arrivals.append((packet, nodes))
        nodes_at.arrive(arrivals)
        for event in deliveries:
            place = f"slot {event['slot']}, node {event['node']}"
            nodes_at.end(event["number"])
            nodes = nodes_at.held(event["node"], event["number"])
            if nodes != nodes_at.all:
                raise Wrong(f"{place}: index {event['number']} is delivered with no more than the "
                            f"values of {text_of(nodes)}")
            values.check(event["number"], nodes, event["payload"], place)


def check_contributions(record):
    """What is sent is what its sender has folded, nothing is folded twice, and results have all."""
    result = record.result
    if result["collective"] not in REDUCING:
        return
    if result["verdict"] != "complete" and emulates(result):
        return  # where a step was cut off
    try:
        follow(record)
    except Wrong as wrong:
        yield str(wrong)


def check_results(record):
    """Every node delivers the indices that are its own."""
    result = record.result
    if result["collective"] not in REDUCING:
        return
    root, nodes = int(record.options.get("root", 0)), result["network"]["nodes"]
    who = {"reduce": lambda _: (root,), "reduce-scatter": lambda index: (index % nodes,),
           "allreduce": lambda _: range(nodes)}[result["collective"]]
    wanted = {(node, 0, index) for index in range(values_of(result)) for node in who(index)}
    found = {(event["node"], event["origin"], event["number"])
             for event in record.events if event["event"] == "delivered"}
    if wanted != found:
        yield (f"{len(wanted - found)} results are missing, and {len(found - wanted)} are "
               "delivered where they do not belong")


def follow_calls(record, calls):
    """Follows which nodes know of which calls, by the tokens."""
    folds = emulates(record.result)
    heard = [1 << node for node in range(record.network.nodes)]
    for step, (packets, deliveries) in steps_of(record):
        before = list(heard)
        for packet in packets:
            if step <= calls[packet.node]:
                raise Wrong(f"slot {step}, node {packet.node}: a token before its call in slot "
                            f"{calls[packet.node]}")
            heard[packet.to] |= before[packet.node]
        for event in deliveries:
            if event["slot"] % 2 and folds:
                raise Wrong(f"slot {event['slot']}, node {event['node']}: returns in half a step")
            missing = (1 << record.network.nodes) - 1 & ~heard[event["node"]]
            if missing:
                raise Wrong(f"slot {event['slot']}, node {event['node']}: returns without having "
                            f"heard of {text_of(missing)}")
            if step < max(calls):
                raise Wrong(f"slot {event['slot']}, node {event['node']}: returns before the last "
                            f"call, in slot {max(calls)}")


def check_barrier(record):
    """No node returns before it knows that all have called, and all return in one slot."""
    if record.result["collective"] != "barrier":
        return
    try:
        follow_calls(record, calls_of(record.result))
    except Wrong as wrong:
        yield str(wrong)
        return
    returns = [event for event in record.events if event["event"] == "delivered"]
    slots = {event["slot"] for event in returns}
    if slots != {record.result["time"]["slots"]}:
        yield f"nodes return in the slots {sorted(slots)}, not {record.result['time']['slots']}"
    if sorted((event["node"], event["origin"], event["number"]) for event in returns) != [
            (node, 0, 0) for node in range(record.network.nodes)]:
        yield f"{len(returns)} returns are not one of each node"


ALWAYS = (check_contributions,)
OF_WHOLE_RUNS = (check_results, check_barrier)
