"""Networks, numbered as the command line's description says, independent of the program's."""

import collections
import itertools
import math

MASK = 2**64 - 1


def ceil_div(number, divisor):
    return -(-number // divisor)


def split_mix(state):
    """The numbers that everything is drawn with."""
    while True:
        state = (state + 0x9E3779B97F4A7C15) & MASK
        z = state
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9 & MASK
        z = (z ^ (z >> 27)) * 0x94D049BB133111EB & MASK
        yield z ^ (z >> 31)


def pick(nodes, count, seed):
    """The nodes of `random:K`."""
    cells, numbers = list(range(nodes)), split_mix(seed)
    for i in range(count):
        r = i + next(numbers) % (nodes - i)
        cells[i], cells[r] = cells[r], cells[i]
    return sorted(cells[:count])


class Network:
    """Nodes 0..N-1 and, at every port of a node, the neighbour that it leads to."""

    def __init__(self, spec, links, limits=None):
        self.spec = spec
        self.links = links  # a dict from port to neighbour for every node
        # How many ports have a number at each node, whether they lead anywhere or not.
        self.limits = limits or [len(there) for there in links]

    @property
    def nodes(self):
        return len(self.links)

    def link_count(self):
        return sum(len(there) for there in self.links)

    def distances(self, start):
        """How far each node is."""
        found = {start: 0}
        waiting = collections.deque([start])
        while waiting:
            node = waiting.popleft()
            for neighbour in self.links[node].values():
                if neighbour not in found:
                    found[neighbour] = found[node] + 1
                    waiting.append(neighbour)
        return found

    def diameter(self):
        return max(max(self.distances(node).values()) for node in range(self.nodes))


def hypercube(dimensions):
    return [{m: node ^ (1 << m) for m in range(dimensions)} for node in range(2**dimensions)]


def grid(sides, wraps):
    """An array; with wraparound a torus, in which a side of 2 is one link."""
    links = []
    for node in range(math.prod(sides)):
        there, stride = {}, 1
        for i, side in enumerate(sides):
            digit = node // stride % side
            for port, step in ((2 * i, -1), (2 * i + 1, 1)):
                other = digit + step
                if wraps and side > 2:
                    other %= side
                if 0 <= other < side:
                    there[port] = node + (other - digit) * stride
            stride *= side
        links.append(there)
    return links


def by_increasing_id(neighbours):
    return [dict(enumerate(sorted(there))) for there in neighbours]


def complete(nodes):
    return by_increasing_id([set(range(nodes)) - {node} for node in range(nodes)])


def debruijn(dimensions):
    nodes = 2**dimensions
    neighbours = [set() for _ in range(nodes)]
    for node in range(nodes):
        for other in (2 * node % nodes, (2 * node + 1) % nodes):
            if other != node:
                neighbours[node].add(other)
                neighbours[other].add(node)
    return by_increasing_id(neighbours)


def graph(edges):
    neighbours = [set() for _ in range(1 + max(max(edge) for edge in edges))]
    for one, other in edges:
        neighbours[one].add(other)
        neighbours[other].add(one)
    return by_increasing_id(neighbours)


def star(nodes):
    return graph([(0, rim) for rim in range(1, nodes)]) if nodes > 1 else [{}]


def wheel(nodes):
    """Node 0 in the middle, the others on a ring."""
    return graph([(0, rim) for rim in range(1, nodes)] +
                 [(rim, rim % (nodes - 1) + 1) for rim in range(1, nodes)])


def petersen():
    """A ring of five, a star of five within it, and the links between them."""
    return graph([link for i in range(5)
                  for link in ((i, (i + 1) % 5), (i, 5 + i), (5 + i, 5 + (i + 2) % 5))])


def tree(levels):
    return graph([((node - 1) // 2, node) for node in range(1, 2**levels - 1)]) if levels > 1 \
        else [{}]


def bipartite(first, second):
    return graph([(one, first + other) for one in range(first) for other in range(second)])


def random_graph(nodes, extra, seed):
    """A random tree, and links that count if they are none yet."""
    numbers = split_mix(seed)
    links = [(next(numbers) % node, node) for node in range(1, nodes)]
    for _ in range(extra):
        one, other = next(numbers) % nodes, next(numbers) % nodes
        if one != other:
            links.append((one, other))
    return graph(links) if links else [{}]


def cables(links):
    """Of links that may be parallel: ports by neighbour and copy."""
    neighbours = [[] for _ in range(1 + max(max(link) for link in links))]
    for one, other in links:
        neighbours[one].append(other)
        neighbours[other].append(one)
    return by_increasing_id(neighbours)


def fat_tree(ports):
    half, pods = ports // 2, range(ports)
    edges = ports * half * half
    aggregations, cores = edges + ports * half, edges + 2 * ports * half
    return cables([link for pod in pods for one in range(half) for other in range(half) for link in (
        ((pod * half + one) * half + other, edges + pod * half + one),
        (edges + pod * half + one, aggregations + pod * half + other),
        (aggregations + pod * half + one, cores + one * half + other))])


def dragonfly(routers, channels, hosts):
    groups = routers * channels + 1
    first = hosts * routers * groups
    links = [(host, first + host // hosts) for host in range(first)]
    for group in range(groups):
        of_group = range(first + group * routers, first + (group + 1) * routers)
        links += itertools.combinations(of_group, 2)
        links += [(of_group[(other - group - 1) // channels],
                   first + other * routers + (groups - 1 - other + group) // channels)
                  for other in range(group + 1, groups)]
    return cables(links)


def clos(spines, leaves, hosts):
    first = leaves * hosts
    return cables([(host, first + host // hosts) for host in range(first)] +
                  [(first + leaf, first + leaves + spine)
                   for leaf in range(leaves) for spine in range(spines)])


def circulant(nodes, *steps):
    """Back and ahead by each step, once if both are the same."""
    return [dict(enumerate((node + way) % nodes for step in steps
                           for way in ((step,) if 2 * step == nodes else (-step, step))))
            for node in range(nodes)]


def star_graph(symbols):
    orders = list(itertools.permutations(range(symbols)))
    ids = {order: node for node, order in enumerate(orders)}
    return [{i - 1: ids[(order[i], *order[1:i], order[0], *order[i + 1:])]
             for i in range(1, symbols)} for order in orders]


def box(name):
    """The links of a DGX-1; those of eight GPUs to each switch."""
    if name == "dgx1":
        rows = "02112000 20120100 11020020 12200001 20000211 01002012 00201102 00011220".split()
        return cables([(one, other) for one in range(8) for other in range(one)
                       for _ in range(int(rows[one][other]))])
    counts = {"hgx-a100": (2,) * 6, "hgx-h100": (4, 5, 5, 4)}[name]
    return cables([(gpu, 8 + switch) for gpu in range(8) for switch, count in enumerate(counts)
                   for _ in range(count)])


def host_count(spec):
    """The nodes that are no switches, which come first; None if there are no switches."""
    kind, _, size = spec.partition(":")
    if kind not in (*FAMILIES, "box"):
        return None
    numbers = [int(number) for number in size.split(".") if number.isdigit()]
    if kind == "dragonfly" and numbers[2] == 0:
        return None
    return {"fat-tree": lambda: numbers[0] ** 3 // 4, "switch": lambda: numbers[0],
            "clos": lambda: numbers[1] * numbers[2], "box": lambda: 8 if size != "dgx1" else None,
            "dragonfly": lambda: numbers[0] * (numbers[0] * numbers[1] + 1) * numbers[2],
            }.get(kind, lambda: None)()


# Families of which only some networks are tried.
FAMILIES = {"fat-tree": fat_tree, "dragonfly": dragonfly, "clos": clos, "circulant": circulant,
            "star-graph": star_graph, "switch": lambda hosts: clos(0, 1, hosts)}
SOME_OF_FAMILIES = ("fat-tree:2", "fat-tree:4", "dragonfly:2.1.2", "dragonfly:3.1.0", "clos:2.4.3",
                    "clos:3.1.2", "circulant:12.1.5", "circulant:10.1.5", "star-graph:4", "switch:1",
                    "switch:9", "box:dgx1", "box:hgx-a100", "box:hgx-h100")


def product(spec, first, second):
    """The coordinate in the first is least significant, and its ports come first."""
    size = first.nodes
    links, limits = [], []
    for node in range(size * second.nodes):
        low, high = node % size, node // size
        there = {port: other + high * size for port, other in first.links[low].items()}
        there |= {first.limits[low] + port: low + other * size
                  for port, other in second.links[high].items()}
        links.append(there)
        limits.append(first.limits[low] + second.limits[high])
    return Network(spec, links, limits)


def sides_of(spec):
    """Of an array or torus."""
    return [int(side) for side in spec.partition(":")[2].split("x")]


def factors_of(spec):
    """Of a product: the texts between the commas outside of further parentheses."""
    factors, depth = [""], 0
    for symbol in spec[len("product("):-1]:
        depth += (symbol == "(") - (symbol == ")")
        if symbol == "," and depth == 0:
            factors.append("")
        else:
            factors[-1] += symbol
    return factors


# By kind: the function that makes it of its numbers, and the separator between them.
OF_PARTS = {"bipartite": (bipartite, "x"), "random-graph": (random_graph, "."),
            "petersen": (petersen, "x")}


def build(spec):
    """The network of this specification, or None for a kind whose numbering is not described."""
    if spec.startswith("product("):
        return build_product(spec)
    kind, _, size = spec.partition(":")
    if kind in ("torus", "array", "folded-torus"):
        links = grid(sides_of(spec), kind == "torus")
        return Network(spec, links, [2 * len(sides_of(spec))] * len(links))
    if kind == "box":
        return Network(spec, box(size))
    if kind in FAMILIES:
        return Network(spec, FAMILIES[kind](*map(int, size.split("."))))
    if kind in OF_PARTS:
        maker, separator = OF_PARTS[kind]
        return Network(spec, maker(*map(int, size.split(separator) if size else ())))
    if kind == "graph":
        with open(size, encoding="ascii") as lines:
            return Network(spec, graph([tuple(map(int, line.split())) for line in lines]))
    makers = {"hypercube": hypercube, "complete": complete, "debruijn": debruijn,
              "ring": lambda nodes: grid([nodes], True) if nodes > 1 else [{}],
              "path": lambda nodes: grid([nodes], False),
              "star": star, "wheel": wheel, "tree": tree}
    links = makers[kind](int(size)) if kind in makers else None
    return links and Network(spec, links, [2] * len(links) if kind in ("ring", "path") else None)


def build_product(spec):
    whole = None
    for factor in map(build, factors_of(spec)):
        if factor is None:
            return None
        whole = factor if whole is None else product(spec, whole, factor)
    return whole


def drawn(spec, text):
    """A network as Graphviz's language has it, with no ports; None where that says nothing."""
    neighbours = collections.defaultdict(set)
    for line in text.splitlines():
        words = line.rstrip("; ").split("--")
        if all(word.strip().isdigit() for word in words):
            ids = [int(word) for word in words]
            neighbours[ids[0]].update(ids[1:])
            for other in ids[1:]:
                neighbours[other].add(ids[0])
    if not neighbours:
        return None
    return Network(spec, by_increasing_id([neighbours[node] for node in sorted(neighbours)]))
