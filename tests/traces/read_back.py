#!/usr/bin/env python3
"""Traces are opened by the tools that they are for, and hold what the recordings hold.

usage: read_back.py TUTTI perfetto|otf2|paje
"""
import collections
import csv
import io
import json
import pathlib
import re
import subprocess
import sys
import tempfile

PREFIX_ROOTS = "simultaneous-broadcast/prefix-roots -n hypercube:4 -b random:5"
# What is recorded, and what of it is exported.
CASES = {
    "phases, control packets": (PREFIX_ROOTS, ""),
    "its middle": (PREFIX_ROOTS, "--slots 8:15"),
    "some of its nodes": (f"{PREFIX_ROOTS} --nodes 3,5,9", ""),
    "pieces": ("simultaneous-broadcast/split-packing -n torus:4x4 -b random:7", ""),
    "one port": ("multinode-broadcast/product -n product(ring:3,path:4)", ""),
    "any graph": ("multinode-broadcast/tree -n random-graph:20.30.4", ""),
    "intervals": ("dynamic-broadcast/intervals -n torus:3x3 --set intervals=3", ""),
    "sums": ("allreduce/edge-trees -n hypercube:3", ""),
    "no phases": ("successive-broadcasts/rotated -n hypercube:3", ""),
    "one node": ("multinode-broadcast/hamiltonian -n ring:1", ""),
    "nothing": ("broadcast/binomial -n hypercube:3", "--slots 100:200"),
    "cut short": ("total-exchange/single-port -n hypercube:8", "--slots 240:511"),  # 256 packets each
}


def check(holds, text):
    if not holds:
        raise AssertionError(text)


def check_equal(found, wanted, what):
    if isinstance(wanted, collections.Counter):
        extra, missing = found - wanted, wanted - found
        check(not extra and not missing, f"{what}: {dict(extra)} too much, {dict(missing)} missing")
    else:
        check(found == wanted, f"{what}: {found}, not {wanted}")


class Case:
    """A recording, what it holds, and a trace of it."""

    def __init__(self, tutti, name, form, folder):
        recorded, self.options = CASES[name]
        self.tutti, self.path, self.trace = tutti, folder / "run.tutti", folder / "trace"
        self.run("record", *recorded.split(), "--quiet", "-o", self.path)
        if name == "cut short":
            content = self.path.read_bytes()
            self.path.write_bytes(content[: len(content) * 9 // 10])
        self.sent, self.delivered, self.marked = map(self.table, ("transmissions", "deliveries", "marks"))
        counts = collections.Counter(json.loads(each)["event"] for each in self.export("jsonl", "-").splitlines())
        check_equal({"sent": len(self.sent), "delivered": len(self.delivered), "mark": len(self.marked)},
                    {"sent": 0, "delivered": 0, "mark": 0, **counts}, "events in the log")
        self.marked_ever = self.table("marks", all_slots=True)
        said = json.loads(self.run("show", self.path, "--json"))
        self.phases = said["plan"]["phases"]
        if name == "cut short":
            check(0 < len(self.sent) < 272 * 256, "nothing or everything is left")
        elif "--nodes" not in recorded and not self.options:
            check_equal((len(self.sent), len(self.delivered)),
                        (said["result"]["transmissions"], said["result"]["delivery"]["delivered"]), "the result")
        self.export(form, self.trace)
        self.export(form, folder / "again")
        self.check_again(folder / "again")

    def run(self, *words):
        ran = subprocess.run([self.tutti, *map(str, words)], capture_output=True, check=True)
        return ran.stdout.decode()

    def export(self, form, path, *words, all_slots=False):
        options = [] if all_slots else self.options.split()
        return self.run("export", self.path, "--as", form, *options, *words, "-o", path)

    def table(self, name, all_slots=False):
        text = self.export("csv", "-", "--table", name, all_slots=all_slots)
        return list(csv.DictReader(io.StringIO(text)))

    def phase_of(self, row):
        """Of a packet; after the last phase there is none, where tables begin again."""
        phases = self.phases
        if not phases:
            return "program"
        ended = [int(mark["slot"]) for mark in self.marked_ever
                 if mark["node"] == row["node"] and mark["name"] == phases[-1]["name"]]
        is_over = ended and min(ended) < int(row["slot"])
        return "" if is_over and not any(each["repeats"] for each in phases) else row["phase"]

    def check_again(self, again):
        """The same recording makes the same bytes; but OTF2's library puts the time into one file."""
        files = [self.trace] if self.trace.is_file() else sorted(self.trace.rglob("*.*"))
        for each in files:
            other = again / each.relative_to(self.trace) if self.trace.is_dir() else again
            check(each.name == "traces.otf2" or each.read_bytes() == other.read_bytes(), f"{each.name} is another each time")


def message_of(row):
    return f"{row['origin']}:{row['number']}" if row["origin"] else ""


def read_by_otf2_print(case):
    ran = subprocess.run(["otf2-print", case.trace / "traces.otf2"], capture_output=True, check=True, text=True)
    check_equal(ran.stderr, "", "complaints of otf2-print")
    sent, received, other, attributes = (collections.Counter() for _ in range(4))
    packet = re.compile(
        r'MPI_(SEND|RECV) +\d+ +(\d+)  (?:Receiver|Sender): \d+ \("node (\d+)" <\d+>\), '
        r'Communicator: "links" <0>, Tag: (\d+), Length: (\d+)'
    )
    for line in ran.stdout.splitlines():
        found = packet.match(line)
        if found:
            to = sent if found[1] == "SEND" else received
            to[tuple(map(int, found.groups()[1:]))] += 1
        elif line.startswith(" "):
            named = re.search(r'"origin" <0>; UINT32; (\d+)\), \("number" <1>; UINT32; (\d+)', line)
            attributes[f"{named[1]}:{named[2]}" if named else ""] += 1
        elif line and line[0].isupper():
            other[line.split()[0]] += 1

    def expected(time, peer):
        rows = collections.Counter()
        for row in case.sent:
            upper, _, lower = row["share"].partition("/")
            length = -(-8 * int(upper) // int(lower or 1))
            rows[((int(row["slot"]) + time) * 1000, int(row[peer]), int(row["port"]), length)] += 1
        return rows

    check_equal(sent, expected(-1, "to"), "packets sent")
    check_equal(received, expected(0, "node"), "packets received")
    names = [message_of(row) for row in case.sent + case.delivered]
    check_equal(attributes, collections.Counter(names), "messages named")
    check_equal(other["METRIC"], len(case.delivered), "deliveries")
    check_equal(other["PARAMETER_STRING"], len(case.marked), "marks")
    check_equal(other["ENTER"], other["LEAVE"], "regions left")


def read_by_pj_dump(case):
    ran = subprocess.run(["pj_dump", case.trace], capture_output=True, check=True, text=True)
    check_equal(ran.stderr, "", "complaints of pj_dump")
    links, deliveries, kinds = (collections.Counter() for _ in range(3))
    for row in csv.reader(io.StringIO(ran.stdout), skipinitialspace=True):
        kinds[row[0]] += 1
        if row[0] == "Link":
            check_equal(float(row[4]) - float(row[3]), 1.0, "a packet's way")
            message = row[6].partition(".")[0]
            links[(float(row[4]), row[7], row[8], message if ":" in message else "")] += 1
        elif row[0] == "Event" and row[2] == "delivery":
            deliveries[(float(row[3]), row[1], row[4])] += 1
    check_equal(links, collections.Counter((float(row["slot"]), f"node {row['node']}", f"node {row['to']}", message_of(row))
                                           for row in case.sent), "links")
    check_equal(deliveries, collections.Counter((float(row["slot"]), f"node {row['node']}", message_of(row))
                                                for row in case.delivered), "deliveries")
    check_equal(kinds["Event"], len(case.delivered) + len(case.marked), "events")
    check(kinds["State"] > 0 or not (case.sent or case.delivered), "no node is in a phase")


def read_by_trace_viewer(case, viewer):
    read = viewer.read(case.trace)
    check_equal(read["warnings"], [], "warnings of the viewer")
    wanted = {"sent": len(case.sent), "received": len(case.sent), "delivered": len(case.delivered), "mark": len(case.marked)}
    check_equal({kind: read["slices"].get(kind, 0) for kind in wanted}, wanted, "slices")
    check_equal(read["flows"], len(case.sent), "flows from a slice to a slice")
    check_equal(read["flying"], len(case.sent), "packets in flight, summed up over the slots")
    check_equal(read["deliveries"], len(case.delivered), "the last count of deliveries")
    check_equal(read["unfinished"], 0, "slices without an end")
    wanted = collections.Counter(case.phase_of(row) for row in case.sent)
    check_equal(collections.Counter(read["phases"]), wanted, "packets by phase")
    wanted = collections.Counter(f"{row['node']} {row['to']} {row['port']} {row['slot']}" for row in case.sent)
    check_equal(collections.Counter(read["ways"]), wanted, "where flows lead")


def main():
    tutti, form = sys.argv[1:]
    readers = {"perfetto": read_by_trace_viewer, "otf2": read_by_otf2_print, "paje": read_by_pj_dump}
    read = readers[form]
    with tempfile.TemporaryDirectory() as folder:
        if form == "perfetto":
            from trace_viewer import TraceViewer

            viewer = TraceViewer()
            read = lambda case: read_by_trace_viewer(case, viewer)
        failures = 0
        for number, name in enumerate(CASES):
            place = pathlib.Path(folder) / str(number)
            place.mkdir()
            try:
                read(Case(tutti, name, form, place))
            except AssertionError as wrong:
                print(f"{name}: {wrong}")
                failures += 1
        if form == "perfetto":
            viewer.close()
    print(f"{len(CASES) - failures} of {len(CASES)} traces hold what the recordings hold")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
