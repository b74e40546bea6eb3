"""Random plans: what to run, drawn from a seed."""

import dataclasses
import math
import os
import re
from fractions import Fraction

from networks import SOME_OF_FAMILIES, build, factors_of, host_count, pick, sides_of

ROOTED = ("broadcast", "scatter", "gather", "reduce")
# From every node: they take no broadcasters.
FROM_ALL = ("multinode-broadcast", "total-exchange", "prefix-sum", "successive-broadcasts",
            "ring-emulation", "torus-emulation", "dynamic-broadcast", "matrix-transposition",
            "reduce-scatter", "allreduce", "barrier")
# As many deliveries as there are pairs, or more.
LARGE = ("total-exchange", "successive-broadcasts", "multinode-broadcast", "dynamic-broadcast",
         "partial-exchange", "partial-gather", "matrix-transposition", "reduce-scatter",
         "allreduce")
PORTS = ("all", "single", "single-half", "shout")
KINDS = ("hypercube", "torus", "array", "ring", "path", "complete", "ccc", "butterfly", "debruijn",
         "graph", "product", "star", "wheel", "bipartite", "petersen", "tree", "random-graph",
         "folded-torus", "family")


@dataclasses.dataclass
class Plan:
    """A command line in parts, and what is known of its outcome before it runs."""

    algorithm: dict
    network: str
    options: dict  # by name, without dashes
    settings: dict

    @property
    def name(self):
        return f"{self.algorithm['collective']}/{self.algorithm['algorithm']}"

    def words(self, command="run", without=()):
        words = [command, self.name, "-n", self.network]
        for name, value in self.options.items():
            if name not in without:
                words += [f"--{name}", str(value)]
        for name, value in self.settings.items():
            words += ["--set", f"{name}={value}"]
        return words

    def allowed_verdicts(self):
        """What a correct algorithm may come to."""
        allowed = {"complete"}
        ports = self.options.get("ports", "all")
        if ports != "all" and ports not in self.algorithm["ports"]:
            allowed.add("model-violation")
        if self.settings.get("gap") == "2":
            allowed.add("model-violation")
        if "slot-budget" in self.options:
            allowed.add("budget-exceeded")
        return allowed


class Draw:
    """Draws plans; what they need of files goes to `folder`."""

    def __init__(self, random, catalogue, folder):
        self.random, self.catalogue, self.folder = random, catalogue, folder

    def file(self, name, text):
        path = os.path.join(self.folder, name)
        with open(path, "w", encoding="utf-8") as out:
            out.write(text)
        return path

    def chance(self, share):
        return self.random.random() < share

    def plan(self):
        algorithm = self.random.choice(self.catalogue)
        network = self.network_for(algorithm)
        options = {}
        if self.chance(0.9):
            options["seed"] = self.random.choice((0, 1, 7, 2**64 - 1, self.random.getrandbits(64)))
        among = self.participants(algorithm, network, options)
        settings = self.settings_for(algorithm)
        self.name_lines(settings, size_of(network))
        self.count_values(algorithm, settings, len(among))
        self.add_options(algorithm, among, settings, options)
        return Plan(algorithm, network, options, settings)

    # Networks

    def network_for(self, algorithm):
        if self.chance(0.03):
            return self.network(self.random.choice(KINDS))
        words = re.split(r"[, ()]+", algorithm["networks"])
        kinds = [kind for kind in KINDS if kind in words or kind + "s" in words]
        if "torus" in words or "tori" in words:
            kinds.append("folded-torus")
        is_flat = "2-D" in words or "two" in words
        # The longer the line, the more windows pass over every link of it.
        return self.network(self.random.choice(kinds or KINDS + ("family",) * 4), is_flat,
                            is_large=algorithm["collective"] in LARGE,
                            most=16 if algorithm["algorithm"] == "windows" else None)

    def network(self, kind, is_flat=False, is_large=False, most=None):
        most = most or (64 if is_large else 256)
        if kind in ("array", "torus", "folded-torus"):
            least = 3 if kind == "folded-torus" else 2
            return f"{kind}:" + "x".join(str(max(side, least)) for side in self.sides(most, is_flat))
        if kind in ("petersen", "product", "graph", "family"):
            return getattr(self, kind)(most)
        few, some, pick = min(most, 40), most.bit_length() - 1, self.random.randint
        low, high = {"hypercube": (1, some), "debruijn": (1, some), "ring": (1, most), "path": (1, most),
                     "complete": (1, few), "star": (1, few), "wheel": (4, max(4, few)),
                     "ccc": (3, 5 if most > 160 else 4), "butterfly": (2, 5 if most > 160 else 4),
                     "tree": (1, min(most, 63).bit_length() - 1), "random-graph": (1, few),
                     "bipartite": (1, max(1, min(most, 30) // 2))}[kind]
        size = pick(low, high)
        more = {"bipartite": lambda: f"x{pick(low, high)}",
                "random-graph": lambda: f".{pick(0, 2 * size)}.{pick(0, 2**64 - 1)}"}.get(kind, lambda: "")
        return f"{kind}:{size}{more()}"

    def sides(self, most, is_flat):
        """Mostly equal, as the papers want them."""
        dimensions = 2 if is_flat else self.random.choice((1, 2, 2, 3, 4))
        top = max(2, int(most ** (1 / dimensions)))
        if self.chance(0.85):
            return [self.random.randint(2, top)] * dimensions
        return [self.random.randint(2, top) for _ in range(dimensions)]

    def petersen(self, _):
        return "petersen"

    def family(self, _):
        return self.random.choice(SOME_OF_FAMILIES)

    def product(self, most):
        factors, room = [], most
        while len(factors) < 2 or (room > 8 and self.chance(0.3)):
            kind = self.random.choice(("ring", "path", "complete", "hypercube", "array", "torus",
                                       "star", "tree", "bipartite"))
            small = max(4, int(room**0.5))
            factors.append(self.network(kind, most=small))
            room //= small
        return f"product({','.join(factors)})"

    def graph(self, most):
        """A random tree and some links more."""
        nodes = self.random.randint(2, min(most, 40))
        edges = {(self.random.randrange(node), node) for node in range(1, nodes)}
        for _ in range(self.random.randint(0, 2 * nodes)):
            one, other = self.random.sample(range(nodes), 2)
            edges.add((min(one, other), max(one, other)))
        lines = [f"{one} {other}\n" for one, other in sorted(edges)]
        return "graph:" + self.file("links.txt", "".join(lines))

    # Options

    def participants(self, algorithm, network, options):
        """Chooses who takes part: hosts or some where a program may be for them, mostly all elsewhere."""
        nodes, hosts = size_of(network), host_count(network)
        is_any = "any connected" in algorithm["networks"]
        if not self.chance(0.4 if is_any else 0.02):
            if hosts is not None and not (is_any and self.chance(0.8)):
                options["participants"] = "all"
                hosts = None
            return range(hosts or nodes)
        count = self.random.choice((1, 2, nodes, self.random.randint(1, nodes), self.random.randint(1, nodes)))
        ids = pick(nodes, min(count, nodes), options.get("seed", 1))
        options["participants"] = f"random:{len(ids)}"
        if self.chance(0.5):
            ids = sorted(self.random.sample(range(nodes), len(ids)))
            options["participants"] = "nodes:" + ",".join(map(str, ids))
        return ids

    def add_options(self, algorithm, among, settings, options):
        if algorithm["collective"] in ROOTED and self.chance(0.8):
            options["root"] = self.random.choice(among)
        if algorithm["collective"] not in ROOTED + FROM_ALL:
            options["broadcasters"] = self.broadcasters(algorithm, among, settings)
        if self.chance(0.3):
            options["ports"] = self.random.choice(PORTS if self.chance(0.5)
                                                  else algorithm["ports"])
        if self.chance(0.04):
            options["slot-budget"] = self.random.randint(1, 30)

    def broadcasters(self, algorithm, among, settings):
        nodes = len(among)
        most = min(nodes, {"pair": 2}.get(algorithm["algorithm"], nodes))
        if algorithm["algorithm"].startswith("ranked"):
            most = nodes.bit_length() - 1
        count = most if algorithm["algorithm"] == "pair" else self.random.randint(0, most)
        ids = self.random.sample(among, min(count, nodes))
        if "to" in settings:
            ids = ids or [among[0]]
            if settings["to"] != "first":
                places = self.random.sample(range(nodes), len(ids))
                settings["to"] = ",".join(map(str, sorted(places)))
        elif ids and self.chance(0.2):
            ids += self.random.choices(ids, k=self.random.randint(1, 3))
        forms = [f"random:{count}"] if "to" not in settings else []
        if ids:
            forms += ["nodes:" + ",".join(map(str, ids))] * 2
            forms.append("file:" + self.file("ids.txt", "# some\n" + "\n".join(map(str, ids))))
        if most == nodes and "to" not in settings:
            chance = self.random.choice(("0", "0.1", ".5", "1/3", "999e-3", "1"))
            forms += ["all", "none", f"bernoulli:{chance}", "adversarial"]
        return self.random.choice(forms)

    # Parameters

    def settings_for(self, algorithm):
        return {each["name"]: self.value_of(each) for each in algorithm["parameters"]
                if each["name"] in ("intervals", "to") or self.chance(0.5)}

    def name_lines(self, settings, nodes):
        """Of a matrix: some of its columns or rows, in place of their specification."""
        for name in ("columns", "rows"):
            if settings.get(name) == "ids":
                some = self.random.sample(range(nodes), self.random.randint(1, nodes))
                settings[name] = ",".join(map(str, sorted(some)))

    def count_values(self, algorithm, settings, nodes):
        """As many as the algorithm takes, where values are to be counted."""
        if settings.get("values") != "some":
            return
        most = {"ranked": nodes.bit_length() - 1, "binomial": 1, "single-port": 1}
        if algorithm["collective"] == "reduce-scatter" and self.chance(0.9):
            count = nodes * self.random.randint(0, 3)
        elif algorithm["algorithm"] in most and self.chance(0.9):
            count = self.random.randint(0, most[algorithm["algorithm"]])
        else:
            count = self.random.choice((0, 1, nodes - 1, nodes, nodes + 1,
                                        self.random.randint(0, 3 * nodes)))
        settings["values"] = str(count)

    def value_of(self, parameter):
        name, words = parameter["name"], parameter["range"]
        if name == "values":
            return self.random.choice(("N", "some", "some", "some"))
        if name == "to":
            return self.random.choice(("first", "ids"))
        if name in ("columns", "rows"):
            return self.random.choice(("all", "none", "ids", "ids", "ids"))
        if name == "algorithm":
            return self.random.choice([each["algorithm"] for each in self.catalogue
                                       if each["collective"] == "simultaneous-broadcast"])
        if name == "rate":
            return self.random.choice(("1/100", "5e-2", "0.2", "1", "1e-03"))
        numbers = re.fullmatch(r"a (?:whole )?number from (\d+) to (\d+)", words)
        if numbers:
            least, most = map(int, numbers.groups())
            return str(self.random.randint(least, min(most, least + 30)))
        if words.startswith("a number above 0 and at most "):
            most = int(re.search(r"\d+", words[len("a number above 0"):]).group())
            return self.random.choice([text for text in ("1", "5e-1", "0.125", "3/7", "15/16", "3",
                                                         "2.5", "1E+1")
                                       if Fraction(text) <= most])
        names = re.fullmatch(r"((?:[\w-]+, )*[\w-]+) or ([\w-]+)", words)
        if names:
            return self.random.choice(names.group(1).split(", ") + [names.group(2)])
        return parameter["default"]


def size_of(spec):
    """The nodes of a network."""
    if spec.startswith("product("):
        return math.prod(map(size_of, factors_of(spec)))
    kind, _, size = spec.partition(":")
    if kind == "graph":
        with open(size, encoding="ascii") as lines:
            return 1 + max(int(word) for line in lines for word in line.split())
    if kind in ("torus", "array", "folded-torus"):
        return math.prod(sides_of(spec))
    if spec in SOME_OF_FAMILIES:
        return build(spec).nodes
    if kind == "petersen":
        return 10
    if kind == "bipartite":
        return sum(map(int, size.split("x")))
    if kind == "random-graph":
        return int(size.split(".")[0])
    number = int(size)
    return {"hypercube": 2**number, "debruijn": 2**number, "ccc": number * 2**number,
            "butterfly": number * 2**number, "tree": 2**number - 1}.get(kind, number)
