"""Reductions: times, transmissions and bounds, as their description has them."""

from networks import MASK, build, ceil_div, split_mix

REDUCING = ("reduce", "reduce-scatter", "allreduce")
# A node may send a partial value of one index as often as there are dimensions.
EXCHANGES = ("allreduce/dimension-exchange", "allreduce/doubling")
WINDOWS = "allreduce/windows"
GOLDEN = 0x9E3779B97F4A7C15


def values_of(result):
    """How many values a node starts with, or None where the task has none."""
    given = result["parameters"].get("values")
    return result["network"]["nodes"] if given == "N" else given and int(given)


def calls_of(result):
    """The slot after which each node calls a barrier."""
    skew = int(result["parameters"]["skew"])
    return [next(split_mix((result["seed"] + GOLDEN * node) & MASK)) % (skew + 1)
            for node in range(result["network"]["nodes"])]


def emulated(network):
    """On folded tori programs see the torus."""
    kind, _, sides = network.spec.partition(":")
    return build(f"torus:{sides}") if kind == "folded-torus" else network


def emulates(result):
    """Whether packets between nodes of a ring pass over other nodes of a line."""
    kind = result["network"]["spec"].partition(":")[0]
    return kind == "folded-torus" or kind == "array" and result["algorithm"] == "quarter-turns"


# Times. f is theory.Figures: m values, N nodes, of which each keeps f.share in a reduce-scatter.

def rounds(f):
    return ceil_div(f.m, f.nodes)


def cube_round(f):
    return ceil_div(2**f.d - 1, f.d)


def quarter_round(f):
    return (1 if f.gamma == 2 else 2) * ceil_div(f.nodes - 1, 4)


def split(f):
    return (f.nodes - 1) * ceil_div(f.m, f.gamma * f.d * f.nodes)


# Transmissions

def window_transmissions(f):
    """Over the lines of every dimension."""
    return f.m * sum(f.nodes // p * (p * (p - 1) if f.gamma_of(p) == 2 else 2 * (p - 1))
                     for p in f.sides)


def transmissions_of(f):
    """None where there is no formula here."""
    if f.task == "barrier":
        links = f.seen.link_count()
        return None if f.kind == "folded-torus" else links * (
            1 if f.algorithm != "rounds" else f.seen.diameter())
    if f.name == WINDOWS:
        found = window_transmissions(f)
    elif f.name in EXCHANGES:
        return f.m * f.d * f.nodes
    else:
        found = (2 if f.task == "allreduce" else 1) * f.m * (f.nodes - 1)
    if not f.passes_over:
        return found
    # Of p arcs of a ring, two are one link of the line, and the others two. All indices together
    # take them equally often.
    if f.task == "reduce" or f.m % f.nodes or not f.is_square:
        return None
    return found * 2 * (f.p - 1) // f.p


def required_of(f):
    """Deliveries."""
    if f.task == "barrier":
        return f.nodes
    return f.m * f.nodes if f.task == "allreduce" else f.m


# Lower bounds. The links are those of the network itself.

def log2_up(number):
    return (number - 1).bit_length()


def farthest(network):
    return [max(network.distances(node).values()) for node in range(network.nodes)]


# Algorithms for one port, with those that they are for; all others are for all ports.
ONE_PORT = {"single-port": ("single",), "halving": ("single",), "doubling": ("single",),
            "hamiltonian": ("single", "single-half"), "tree": ("single", "single-half")}


def bounded_ports(f):
    """Under other ports than its own an algorithm is held to the bound of the looser of them."""
    own = ONE_PORT.get(f.algorithm, ("all",))
    return f.ports if f.ports in own else min(own[0], f.ports, key=("all", "single",
                                                                    "single-half").index)


def room_of(f):
    """The packets that fit into a slot."""
    return {"all": f.network.link_count(), "single": f.nodes,
            "single-half": f.nodes // 2}[bounded_ports(f)]


def degree(f, node):
    return len(f.network.links[node]) if bounded_ports(f) == "all" else 1


def reduce_bound(f):
    ways = f.network.distances(f.root)
    found = [ways[node] - 1 + ceil_div(f.m, degree(f, node))
             for node in range(f.nodes) if node != f.root]
    found.append(max(ways.values()) - 1 + ceil_div(f.m, degree(f, f.root)))
    return max(found + ([log2_up(f.nodes)] if bounded_ports(f) != "all" else []))


def reduce_scatter_bound(f):
    leaves = {"all": lambda: max(ceil_div(f.share * (f.nodes - 1), degree(f, node))
                                 for node in range(f.nodes)),
              "single": lambda: f.share * (f.nodes - 1),
              "single-half": lambda: ceil_div(f.m * (f.nodes - 1), f.nodes // 2)}[bounded_ports(f)]()
    return max(leaves, f.network.diameter())


def allreduce_bound(f):
    taken = ceil_div(2 * f.m * (f.nodes - 1), room_of(f))
    ways = farthest(f.network)
    if bounded_ports(f) == "all":
        return max(taken, *(way - 1 + ceil_div(f.m, degree(f, node))
                            for node, way in enumerate(ways)))
    return max(taken, log2_up(f.nodes), max(ways) - 1 + f.m)


def bound_of(f):
    """A lower bound in slots; None with ports of which nothing is said."""
    if f.ports not in ("all", "single", "single-half"):
        return None
    if f.task == "barrier":
        return max(f.slowdown * call + way for call, way in zip(f.calls, farthest(f.network)))
    if f.m == 0 or f.nodes == 1:
        return 0
    return {"reduce": reduce_bound, "reduce-scatter": reduce_scatter_bound,
            "allreduce": allreduce_bound}[f.task](f)
