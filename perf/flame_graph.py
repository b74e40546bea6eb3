#!/usr/bin/env python3
"""Reads `perf script --show-mmap-events -F comm,tid,event,ip,sym,dso` of a run of tutti.

Prints where the time goes and writes a flame graph: a box for every function, as wide as its share
of the samples, on top of the one that called it. Functions that were inlined are boxes too, found
by their line tables (addr2line). perf/profile.sh calls this.
"""

import argparse
import collections
import html
import re
import subprocess
import sys

# A sample belongs to its innermost frame whose file and function are named here. What a packet does
# belongs to its caller.
PARTS = [
    ("barrier", "#cc6666", r"engine/executor/executor\.|libtbb|sched_yield|futex"),
    ("delivery check", "#c27ba0", r"collectives/(?!input/initial_messages\.)|node/digest\."
                                  r"|engine/node/delivery_(sink|writer)\."),
    ("node program", "#e4a34b", r"algorithms/(?!.*_packet\.)|topology/(trees|embeddings)/"
                                r"|tutti/catalog/(any_program|prefix_sum|tree_broadcast)\."
                                r"|node/(port_queues|node_buffer|task|frame_pool|pieces)\."
                                r"|collectives/"),
    ("mailbox", "#6fa8dc", r"engine/mailbox/|node/packet\."
                           r"|engine/node/(node|node_awaitable|loop_node|inbox_view|sender)\."),
    ("activity", "#93c47d", r"engine/(executor|partition|memory|exchange|node)/"
                            r"|engine/(engine|run_environment)\.|node/slot\."),
]
OUTSIDE, OTHER = "outside the slots", "other"
COLOURS = {name: colour for name, colour, _ in PARTS} | {OUTSIDE: "#b7b7b7", OTHER: "#d9d2b6"}
# The frames below all work of the slots, and those that distribute a slot's work to the threads.
IN_SLOT = re.compile(r"engine/executor/clock\.|libtbb|sched_yield|futex")
SHARED_OUT = re.compile(r"engine/executor/executor\.|libtbb|/tbb/")
# Files of tutti.
OURS = re.compile(r"(^|/)(source|include/tutti)/")

Frame = collections.namedtuple("Frame", "name file full")


def read_samples(lines):
    """Gives the samples as lists of (address, symbol, library), innermost first; the mappings of
    each file to memory as (start, end, offset in the file); and the name of the event."""
    samples, mappings, event = [], collections.defaultdict(list), ""
    frame = re.compile(r"\s+([0-9a-f]+) (.*) \(([^()]*)\)$")
    mapped = re.compile(r"MMAP2? .*\[0x([0-9a-f]+)\(0x([0-9a-f]+)\) @ (0x[0-9a-f]+|0) .*\]: "
                        r"r-x\S* (.*)$")
    for line in lines:
        if found := mapped.search(line):
            start = int(found[1], 16)
            mappings[found[4]].append((start, start + int(found[2], 16), int(found[3], 16)))
        elif found := frame.match(line):
            samples[-1].append((int(found[1], 16), found[2], found[3]))
        elif line.strip() and not line[0].isspace() and "PERF_RECORD" not in line:
            samples.append([])
            event = line.split()[-1].rstrip(":")
    return [sample for sample in samples if sample], mappings, event


def inlined_frames(binary, addresses):
    """For each address of the binary its frames, innermost first: what was inlined there, last the
    function itself."""
    known = collections.defaultdict(list)
    if not addresses:
        return known
    text = subprocess.run(["addr2line", "-a", "-i", "-f", "-C", "-e", binary],
                          input="\n".join(f"{a:#x}" for a in addresses), capture_output=True,
                          text=True, check=True).stdout
    lines = iter(text.splitlines())
    for line in lines:
        if line.startswith("0x"):
            frames = known[int(line, 16)]
        else:
            frames.append(Frame(short(line), next(lines).split(":")[0], line))
    return known


def short(name):
    """A function's name without template arguments, parameters and our own namespaces."""
    name = name.replace("(anonymous namespace)::", "")
    name = re.sub(r"operator(<=>|<<|>>|<=|>=|<|>|\(\)|->)", lambda m: "operator" + hide(m[1]), name)
    for opening, closing in ("<>", "()"):
        previous = ""
        while previous != name:
            previous = name
            name = re.sub(rf"\{opening}[^{opening}{closing}]*\{closing}", "", name)
    name = re.sub(r"\[clone[^]]*\]|\bconst\b|tutti::(detail::)?|\[abi:\w+\]", "", name)
    name = re.sub(r"\{lambda#\d+\}", "lambda", name).strip()
    # What is left of a blank is the type of the result.
    return show(re.sub(r"^.* (?=\S+$)", "", name) if "operator " not in name else name) or "?"


def hide(operator):
    return operator.translate({ord(c): 0xE000 + ord(c) for c in "<>()"})


def show(name):
    return name.translate({0xE000 + ord(c): c for c in "<>()"})


class Symbols:
    def __init__(self, binary, samples, mappings):
        self.binary = binary
        self.mappings = mappings[binary]
        wanted = {self.place(address, depth) for sample in samples
                  for depth, (address, _, library) in enumerate(sample) if library == binary}
        self.known = inlined_frames(binary, sorted(wanted))

    def place(self, address, depth):
        """The address inside the file; a caller's is that of its call, one before the return.
        Since 5.17 perf gives it so, before it gave the one in memory."""
        for start, end, offset in self.mappings:
            if start <= address < end:
                address += offset - start
                break
        return address - (depth > 0)

    def frames(self, sample):
        """The frames of a sample, innermost first."""
        result = []
        for depth, (address, symbol, library) in enumerate(sample):
            known = self.known.get(self.place(address, depth)) if library == self.binary else None
            if known:
                result += known
            elif symbol == "[unknown]":
                result.append(Frame(f"[{library.rsplit('/', 1)[-1].strip('[]')}]", library, symbol))
            else:
                result.append(Frame(short(symbol), library, symbol))
        return result


def part_of(frames):
    """Which of PARTS a sample belongs to."""
    places = [f"{frame.file} {frame.name}" for frame in frames]
    if not any(IN_SLOT.search(place) for place in places):
        return OUTSIDE
    for place in places:
        for name, _, pattern in PARTS:
            if re.search(pattern, place):
                return name
    return OTHER


def drawn(frames):
    """The frames without those below the work of a thread in a slot, which then look alike in all
    threads, and with one for each recursion (and for each library without frame pointers)."""
    base = next((i for i, frame in enumerate(frames) if SHARED_OUT.search(frame.file)), None)
    if base and any("engine/executor/clock." in frame.file for frame in frames[:base]):
        frames = frames[:base]
    return [frame for i, frame in enumerate(frames) if i == 0 or frame != frames[i - 1]]


class Box:
    def __init__(self):
        self.samples = 0
        self.parts = collections.Counter()
        self.above = {}

    def add(self, frames, part):
        self.samples += 1
        self.parts[part] += 1
        if frames:
            self.above.setdefault(frames[-1][::2], Box()).add(frames[:-1], part)


WIDTH, LINE, MARGIN = 1400, 18, 10
CHARACTER = 6.6  # the width of one, at the font size used


def draw(box, left, level, scale, out):
    for (name, full), child in sorted(box.above.items()):
        width = child.samples * scale
        if width >= 1:
            share = f"{100 * child.samples / out.total:.1f} %, {child.samples} samples"
            room = int((width - 6) / CHARACTER)
            text = name if len(name) <= room else name[:room - 1] + "…" if room > 3 else ""
            y = out.height - MARGIN - (level + 1) * LINE
            colour = COLOURS[child.parts.most_common(1)[0][0]]
            out.boxes.append(
                f'<g><title>{html.escape(full)}\n{share}</title>'
                f'<rect x="{left:.1f}" y="{y}" width="{width:.1f}" height="{LINE - 1}" '
                f'fill="{colour}"/><text x="{left + 3:.1f}" y="{y + 13}">{html.escape(text)}</text>'
                '</g>')
            draw(child, left, level + 1, scale, out)
        left += width


class Drawing:
    def __init__(self, root, title, shares):
        self.total = root.samples
        self.boxes = []
        scale = (WIDTH - 2 * MARGIN) / root.samples
        self.height = (visible_depth(root, scale) + 1) * LINE + 80
        draw(root, MARGIN, 0, scale, self)
        self.title = title
        self.shares = shares

    def svg(self):
        legend, x = [], MARGIN
        for name, count in self.shares:
            text = f"{name} {100 * count / self.total:.0f} %"
            legend.append(f'<rect x="{x}" y="36" width="12" height="12" fill="{COLOURS[name]}"/>'
                          f'<text x="{x + 16}" y="47">{text}</text>')
            x += 40 + int(len(text) * CHARACTER)
        return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {self.height}" '
                f'width="{WIDTH}" height="{self.height}" font-family="monospace" font-size="11">\n'
                f'<style>g:hover rect {{ stroke: black; }}</style>\n'
                f'<rect width="100%" height="100%" fill="#fbfaf5"/>\n'
                f'<text x="{MARGIN}" y="24" font-size="15">{html.escape(self.title)}, '
                f'{self.total} samples</text>\n' + "\n".join(legend + self.boxes) + "\n</svg>\n")


def visible_depth(box, scale):
    return 1 + max((visible_depth(child, scale) for child in box.above.values()
                    if child.samples * scale >= 1), default=0)


def print_table(stacks, shares, event):
    total = len(stacks)
    leaves = collections.defaultdict(collections.Counter)
    for frames, part in stacks:
        leaves[part][innermost(frames)] += 1
    print(f"{total} samples of {event}\n\n"
          f"  {'part':<18} {'share':>7}   its most expensive functions")
    for name, count in shares:
        most = ", ".join(f"{leaf} {100 * n / total:.1f} %"
                         for leaf, n in leaves[name].most_common(3))
        print(f"  {name:<18} {100 * count / total:5.1f} %   {most}")


def innermost(frames):
    """The innermost function of tutti with a meaningful name, else the innermost one."""
    ours = (frame.name for frame in frames if OURS.search(frame.file))
    return next((name for name in ours if not name.startswith("operator")), frames[0].name)


def main(arguments):
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--binary", required=True, help="the program that ran, as perf names it")
    parser.add_argument("--title", required=True)
    parser.add_argument("--output", required=True, help="the SVG file to write")
    asked = parser.parse_args(arguments)
    sys.setrecursionlimit(10000)
    samples, mappings, event = read_samples(sys.stdin)
    if not samples:
        sys.exit("flame_graph.py: not one sample: the run was too short, or perf script failed")
    symbols = Symbols(asked.binary, samples, mappings)
    stacks = [(frames, part_of(frames)) for frames in map(symbols.frames, samples)]
    root = Box()
    for frames, part in stacks:
        root.add(drawn(frames), part)
    shares = collections.Counter(part for _, part in stacks).most_common()
    with open(asked.output, "w", encoding="utf-8") as out:
        out.write(Drawing(root, asked.title, shares).svg())
    print_table(stacks, shares, event)
    print(f"\nflame graph: {asked.output}")


if __name__ == "__main__":
    main(sys.argv[1:])
