"""How fast is plain Python on a networkx graph: a dict of deques, one for every directed link?"""

import collections
import json
import sys
import time

import networkx


def payload_of(node):
    """The same as in workload.hpp."""
    mixed = (node + 1) * 0x9E3779B97F4A7C15 % 2**64
    return (mixed ^ mixed >> 31) * 0xBF58476D1CE4E5B9 % 2**64


class Cube:
    def __init__(self, d):
        graph = networkx.convert_node_labels_to_integers(networkx.hypercube_graph(d))
        if any((x ^ y).bit_count() != 1 for x, y in graph.edges):
            raise ValueError("the labels are not those of a cube")
        self.payloads = [payload_of(x) for x in graph]
        self.heard = [set() for _ in graph]
        self.queues = {arc: collections.deque() for arc in graph.to_directed().edges}
        # The links that a packet which came through a dimension, or none, goes on through.
        self.onward = {(x, m): [self.queues[x, x ^ 1 << i] for i in range(m + 1, d)]
                       for x in graph for m in range(-1, d)}
        self.links = [(queue, y, (x ^ y).bit_length() - 1)
                      for (x, y), queue in self.queues.items()]
        for x in graph:
            self.take(x, -1, (x, 0, self.payloads[x]))

    def take(self, node, through, packet):
        origin, number, payload = packet
        if number != 0 or payload != self.payloads[origin]:
            raise ValueError("a packet was altered")
        if origin in self.heard[node]:
            raise ValueError("a packet came twice")
        self.heard[node].add(origin)
        for queue in self.onward[node, through]:
            queue.append(packet)

    def run(self):
        """Gives the packet-hops and slots that it took."""
        hops = slots = 0
        while moving := [(y, m, queue.popleft()) for queue, y, m in self.links if queue]:
            for node, through, packet in moving:
                self.take(node, through, packet)
            hops += len(moving)
            slots += 1
        return hops, slots


def main(arguments):
    if len(arguments) != 1 or not arguments[0].isdecimal() or not 1 <= int(arguments[0]) <= 14:
        print("usage: python_networkx.py D, the cube's dimensions from 1 to 14", file=sys.stderr)
        sys.exit(2)
    d = int(arguments[0])
    start = time.perf_counter()
    cube = Cube(d)
    ready = time.perf_counter()
    hops, slots = cube.run()
    end = time.perf_counter()
    n = 2**d
    if (hops, slots) != (n * (n - 1), n // 2) or any(len(known) != n for known in cube.heard):
        sys.exit(f"python_networkx: wrong answer: {hops} hops in {slots} slots")
    print(json.dumps({
        "peer": "Python, networkx", "workload": "multinode broadcast, binomial trees, FIFO",
        "d": d, "threads": 1, "slots": slots, "wall_seconds": end - ready,
        "setup_seconds": ready - start, "packet_hops": hops,
        "packet_hops_per_second": hops / (end - ready), "checked": True,
        "does": "any graph, with the algorithms of networkx at hand; an interpreter"}))


if __name__ == "__main__":
    main(sys.argv[1:])
