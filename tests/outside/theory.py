"""Times from the closed forms of the papers, and what each task has to deliver."""

import math
import pathlib
from fractions import Fraction

import reductions
from networks import ceil_div, host_count, pick, sides_of
from plans import ROOTED


class Figures:
    """What the formulas speak of: K packets, 2^d nodes or d sides of p nodes, or any network."""

    def __init__(self, record):
        result, network = record.result, record.network
        self.participants, self.root = record.participants, record.root
        self.task, self.algorithm = result["collective"], result["algorithm"]
        self.name = f"{self.task}/{self.algorithm}"
        self.kind, _, size = result["network"]["spec"].partition(":")
        self.nodes = len(self.participants)
        self.packets, self.ports, self.parameters = result["messages"], result["ports"], result["parameters"]
        self.is_square = True
        # Two slots for each of the torus that is folded.
        self.slowdown = 2 if self.kind == "folded-torus" else 1
        self.network, self.has_ports = network, network.has_ports
        if self.kind in ("array", "torus", "folded-torus", "ring", "path"):
            self.sides = sides_of(result["network"]["spec"])
            self.p, self.d = self.sides[0], len(self.sides)
            self.is_square = len(set(self.sides)) == 1
            self.gamma = self.gamma_of(self.p)
            self.t_p = Fraction(self.parameters.get("prefix-step", "1"))
        else:
            self.d = int(size) if self.kind == "hypercube" else None
        if self.task in reductions.REDUCING:
            self.m = reductions.values_of(result, self.nodes)
            self.share = self.m // self.nodes
            self.passes_over = reductions.emulates(result)
        if self.task == "barrier":
            self.calls = reductions.calls_of(result, self.participants)

    def far(self, *nodes, network=None):
        """The largest distance from one of these nodes to a participant."""
        ways = map((network or self.seen).distances, nodes)
        return max(distances[other] for distances in ways for other in self.participants)

    @property
    def seen(self):
        """The network as programs see it."""
        return reductions.emulated(self.network)

    def gamma_of(self, side):
        """Ways along a line; a torus side of 2 is one link."""
        return 2 if self.kind not in ("array", "path") and side > 2 else 1

    def levels(self, packets):
        """Sum of ceil(M / p^k), k from 1 to d."""
        return sum(ceil_div(packets, self.p**k) for k in range(1, self.d + 1))


def by_rounds(f):
    """d(p-1) for packing and then, for each of d rounds, a whole packet's way along a line."""
    way = (f.p - 1) if f.gamma == 1 else f.p // 2
    fullest = ceil_div(f.packets, f.d)
    return f.d * (f.p - 1) + way * f.levels(fullest)


def alternating(f):
    fullest = ceil_div(f.packets, f.d)
    return f.d * (f.p - 1) + sum(ceil_div(ceil_div(fullest, f.p**k) * (f.p - 1), 2)
                                 for k in range(1, f.d + 1))


def around_the_cycle(f):
    if f.nodes == 1 or f.ports in ("all", "single"):
        return f.nodes - 1
    return 2 * (f.nodes - 1) if f.nodes % 2 == 0 else 2 * f.nodes


def along_the_path(f):
    if f.nodes <= 2:
        return around_the_cycle(f)
    is_half = f.ports not in ("all", "single")
    return ceil_div(5 * f.nodes, 2) - 2 if is_half else ceil_div(3 * f.nodes, 2) - 1


def successive(f, gap_at_0, gap):
    """Every other start waits as long as dimension 0 takes, the first among them."""
    n = 2**f.d if f.parameters["values"] == "N" else int(f.parameters["values"])
    first = n - 1 if f.d == 1 else n // 2
    return first * gap_at_0 + (n - 1 - first) * gap + f.d if n else 0


def lines_of(parameters, name, nodes):
    """The dense columns or rows of a matrix."""
    text = parameters[name]
    if text == "all":
        return range(nodes)
    return [] if text == "none" else [int(word) for word in text.split(",")]


def two_legs(f, active):
    """Slots after which packets from, or for, this many nodes of a square array have arrived."""
    return 2 * math.isqrt(active) * (f.nodes - f.p) + 2 * (f.p - 1) if active else 0


def transposed(f):
    lines = (lines_of(f.parameters, name, f.nodes) for name in ("columns", "rows"))
    return 4 * (f.p // 2) * f.t_p + sum(two_legs(f, len(each)) for each in lines)


def flooding(f):
    """The farthest nodes send once more where two of them are neighbours."""
    if f.nodes == 1:
        return 0
    distances = f.seen.distances(f.root)
    most = max(distances.values())
    last = {node for node, distance in distances.items() if distance == most}
    return most + any(other in last for node in last for other in f.seen.links[node].values())


def over_shortest_paths(f):
    """Farthest first over each link of the root; every node's way goes through the first port to a
    nearer one. None where ports have no numbers."""
    if not f.has_ports:
        return None
    distances = f.seen.distances(f.root)
    beyond, branch = {}, {}
    for node, distance in distances.items():  # by increasing distance
        if distance > 0:
            ports = sorted(f.seen.links[node].items())
            first = next(other for _, other in ports if distances[other] < distance)
            branch[node] = branch.get(first, node)
        if distance > 0 and node in f.participants:
            beyond.setdefault(branch[node], []).append(distance)
    return max((i + distance for link in beyond.values()
                for i, distance in enumerate(sorted(link, reverse=True))), default=0)


def formulas():
    """Of formulas.txt: expressions by the name of the algorithm."""
    lines = pathlib.Path(__file__).with_name("formulas.txt").read_text().splitlines()
    return {name: compile(text, name, "eval") for name, _, text in
            (line.partition(" | ") for line in lines) if text and not name.startswith("#")}


FORMULAS = formulas()
# That hold for grids whose sides differ, too.
OF_ANY_NETWORK = ("broadcast/flooding", "broadcast/tree", "scatter/shortest-paths", "gather/shortest-paths")


def time_of(record):
    """The time in units that the papers promise, or None where there is no formula here."""
    f = Figures(record)
    formula = FORMULAS.get(f.name)
    if formula is None:
        return None
    if f.task in REDUCTIONS:
        if f.ports not in ("all", "single", "single-half"):
            return None
        if f.task in reductions.REDUCING and (f.m == 0 or f.nodes == 1):
            return 0
    elif not f.is_square and f.name not in OF_ANY_NETWORK:
        return None
    units = eval(formula, {**vars(reductions), **globals(), **vars(f), "f": f})  # pylint: disable=eval-used
    return None if units is None else f.slowdown * units


TO_ALL = ("broadcast", "simultaneous-broadcast", "multinode-broadcast", "successive-broadcasts",
          "dynamic-broadcast")
# All hear of all there.
AMONG_ALL = ("multinode-broadcast", "total-exchange", "prefix-sum", "reduce-scatter", "allreduce", "barrier")
# What is delivered there has been computed on the way.
REDUCTIONS = (*reductions.REDUCING, "barrier")
COMBINING = ("prefix-sum", *REDUCTIONS)


def pairs(senders, receivers):
    """Every sender's message for every other receiver."""
    return {(node, origin) for origin in senders for node in receivers if node != origin}


def required_pairs(result, sources, root, everyone):
    """The deliveries (node, origin) of a task that has a message for each of them, or None where no
    rule stands here. `sources` are the broadcasters, `everyone` the participants."""
    task = result["collective"]
    if task == "monotone-routing" and result["parameters"]["to"] != "first":
        return set(zip(map(int, result["parameters"]["to"].split(",")), sources))
    if task == "matrix-transposition":
        columns, rows = (lines_of(result["parameters"], name, len(everyone))
                         for name in ("columns", "rows"))
        return pairs(columns, everyone) | pairs(everyone, rows)
    if task in ("packing", "monotone-routing"):
        return set(enumerate(sources))
    ends = {"scatter": ((root,), everyone), "gather": (everyone, (root,)),
            "total-exchange": (everyone, everyone), "partial-exchange": (sources, everyone),
            "partial-gather": (everyone, sources)}
    return pairs(*ends[task]) if task in ends else None


def senders_of(spec, among, seed):
    """The broadcasters, each as often as it has packets; None where there is no rule here. Those that
    are drawn are drawn by their places in `among`."""
    kind, _, value = spec.partition(":")
    if kind == "all":
        return list(among)
    if kind == "none":
        return []
    if kind == "random":
        return [among[rank] for rank in pick(len(among), int(value), seed)]
    if kind == "nodes":
        return sorted(map(int, value.split(",")))
    if kind == "file":
        with open(value, encoding="utf-8") as lines:
            return sorted(int(line.partition("#")[0]) for line in lines
                          if line.partition("#")[0].strip())
    return None


def participants_of(options, network, seed):
    """The nodes that have or need messages, by id: all others only forward."""
    everyone = range(network.nodes)
    spec = options.get("participants", "hosts")
    return list(everyone[:host_count(network.spec)]) if spec == "hosts" else senders_of(spec, everyone, seed)


def least_time(f):
    """What no run is faster than: the way to the farthest participant, and the links of one that sends
    to all others, or hears of all."""
    ends = (f.root,) if f.task in ROOTED else f.participants if f.task in AMONG_ALL else ()
    turns = f.nodes - 1 if f.task in ("scatter", "gather", "multinode-broadcast", "total-exchange") else 0
    return max((max(f.far(end, network=f.network), ceil_div(turns, max(1, len(f.network.links[end]))))
                for end in ends), default=0)
