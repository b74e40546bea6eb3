"""Reductions: figures that their times and transmissions follow from, as their description has them."""

from networks import MASK, build, ceil_div, split_mix

REDUCING = ("reduce", "reduce-scatter", "allreduce")
# A node may send a partial value of one index as often as there are dimensions.
EXCHANGES = ("allreduce/dimension-exchange", "allreduce/doubling")
WINDOWS = "allreduce/windows"
GOLDEN = 0x9E3779B97F4A7C15


def values_of(result, participants):
    """How many values a node starts with, or None where the task has none."""
    given = result["parameters"].get("values")
    return participants if given == "N" else given and int(given)


def calls_of(result, participants):
    """The slot after which each of these nodes calls a barrier."""
    skew = int(result["parameters"]["skew"])
    return [next(split_mix((result["seed"] + GOLDEN * node) & MASK)) % (skew + 1)
            for node in participants]


def emulated(network):
    """On folded tori programs see the torus."""
    kind, _, sides = network.spec.partition(":")
    return build(f"torus:{sides}") if kind == "folded-torus" else network


# They play tables for the links that a network has, also on folded tori.
FOR_LINKS = {"receiver-matching", "one-port-matching", "mirror", "mirror-windows", "pieces", "arborescences", "telephone", "packed-trees"}


def emulates(result):
    """Whether packets between nodes of a ring pass over other nodes of a line."""
    kind = result["network"]["spec"].partition(":")[0]
    return (kind == "folded-torus" and result["algorithm"] not in FOR_LINKS or
            kind == "array" and result["algorithm"] == "quarter-turns")


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
        if f.algorithm == "telephone":
            return 2 * (f.nodes - 1)
        links = f.seen.link_count()
        return None if f.kind == "folded-torus" else links * (
            1 if f.algorithm != "rounds" else f.far(*f.participants))
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
