#!/usr/bin/env python3
"""Puts tutti beside its peers: the same packets over the same links, each answer checked.

    cmake -S . -B build -DTUTTI_BUILD_PEERS=ON && cmake --build build
    perf/compare.py                 # the table on the screen, all figures in build/compare.json
    perf/compare.py --quick         # each once and small: does everything work?

What is not built is skipped and named. Exit status: 1 if an answer was wrong, 2 for bad usage.
"""

import argparse
import dataclasses
import json
import os
import pathlib
import platform
import re
import shutil
import statistics
import subprocess
import sys
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
PYTHON = "/usr/bin/python3"  # Debian's, which sees python3-networkx
TIME_LIMIT_SECONDS = 300
QUICK_DIMENSIONS = 4


@dataclasses.dataclass(frozen=True)
class System:
    """A peer, or tutti: its command for d, and the d that it finishes in about 20 s at most."""

    name: str
    threads: int  # 0: a process for every node
    dimensions: tuple
    command: object  # d -> list of strings

    @property
    def program(self):
        return self.command(QUICK_DIMENSIONS)[0]


def systems(build):
    peers = build / "perf/peers"

    def tutti(threads):
        return lambda d: [str(build / "tutti"), "run", "simultaneous-broadcast/greedy", "--network",
                          f"hypercube:{d}", "--broadcasters", "all", "--threads", str(threads),
                          "--json"]

    def peer(name, *more):
        return lambda d: [str(peers / f"peer_{name}"), str(d), *more]

    def mpi(d):
        as_root = ["--allow-run-as-root"] if os.geteuid() == 0 else []
        return ["mpirun", "--oversubscribe", *as_root, "-n", str(2**d), *peer("mpi")(d)]

    def networkx(d):
        return [PYTHON, str(ROOT / "perf/peers/python_networkx.py"), str(d)]

    return [
        System("tutti", 1, (6, 8, 10, 12), tutti(1)),
        System("tutti", 2, (6, 8, 10, 12), tutti(2)),
        System("deque loop", 1, (6, 8, 10, 12), peer("deque_loop")),
        System("CAF", 1, (8, 10), peer("caf", "1")),
        System("CAF", 2, (8, 10), peer("caf", "2")),
        System("Python, networkx", 1, (8, 10), networkx),
        System("ns-3", 1, (8, 10), peer("ns3")),
        System("SimGrid S4U", 1, (8, 10), peer("simgrid")),
        System("Open MPI", 0, (6,), mpi),
    ]


def why_skipped(system, build):
    """The reason why a system cannot run here, or None."""
    if not shutil.which(system.program):
        return f"there is no program {system.program}"
    if system.program == PYTHON:
        found = subprocess.run([PYTHON, "-c", "import networkx"], stderr=subprocess.DEVNULL,
                               check=False).returncode == 0
        return None if found else "python3-networkx is not installed"
    if system.program == "mpirun" and not os.access(build / "perf/peers/peer_mpi", os.X_OK):
        return "peer_mpi is not built"
    return None


class WrongAnswer(Exception):
    pass


def measure(system, d):
    """Runs a system once: its own figures, and what the operating system says it took."""
    process = subprocess.Popen(system.command(d), stdout=subprocess.PIPE, text=True)
    limit = threading.Timer(TIME_LIMIT_SECONDS, process.kill)
    limit.start()
    text = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    limit.cancel()
    if process.returncode != 0:
        raise WrongAnswer(f"exit status {process.returncode}")
    answer = json.loads(text)
    check(answer, d)
    return {"wall_seconds": answer["wall_seconds"], "setup_seconds": answer["setup_seconds"],
            "cpu_seconds": usage.ru_utime + usage.ru_stime,
            "peak_bytes": usage.ru_maxrss * 1024, "does": answer.get("does")}


def check(answer, d):
    n = 2**d
    if "schema" in answer:  # tutti
        found = (answer["verdict"], answer["transmissions"], answer["time"]["slots"])
        right = ("complete", n * (n - 1), n // 2)
    else:
        found = (answer["checked"], answer["packet_hops"], answer["slots"], answer["d"])
        right = (True, n * (n - 1), n // 2, d)
    if found != right:
        raise WrongAnswer(f"{found} instead of {right}")


def measure_all(cases, repeat):
    """The runs of every case, taken in turns, so that a busy minute hits all of them alike."""
    runs = {case: [] for case in cases}
    wrong = []
    for round_number in range(repeat):
        for system, d in cases:
            say(f"round {round_number + 1} of {repeat}: {system.name}, d = {d}", end="\r")
            try:
                runs[system, d].append(measure(system, d))
            except (WrongAnswer, ValueError, KeyError) as error:
                wrong.append(f"{system.name}, {system.threads or 2**d} threads, d = {d}: {error}")
    say("", end="\r")
    return runs, wrong


def say(text, end="\n"):
    if end == "\n" or sys.stderr.isatty():
        print(f"{text:<60}", end=end, file=sys.stderr, flush=True)


TUTTI_DOES = ("checks the model in every slot and the payload and once-only arrival of every "
              "delivery; any node program on any network; the same result on any number of threads")


def summarise(runs):
    walls = {(system.name, system.threads, d): statistics.median(r["wall_seconds"] for r in taken)
             for (system, d), taken in runs.items() if taken}
    rows = []
    for (system, d), taken in runs.items():
        if not taken:
            continue
        middle = {key: statistics.median(run[key] for run in taken)
                  for key in ("wall_seconds", "setup_seconds", "cpu_seconds", "peak_bytes")}
        all_walls = [run["wall_seconds"] for run in taken]
        rows.append({
            "system": system.name, "threads": system.threads or 2**d,
            "workload": "multinode broadcast, binomial trees, FIFO", "d": d, **middle,
            "wall_spread": [min(all_walls), max(all_walls)],
            "packet_hops": 2**d * (2**d - 1),
            "packet_hops_per_second": 2**d * (2**d - 1) / middle["wall_seconds"],
            **{f"times_tutti_{t}": middle["wall_seconds"] / walls["tutti", t, d]
               if ("tutti", t, d) in walls else None for t in (1, 2)},
            "does": taken[0]["does"] or TUTTI_DOES, "runs": len(taken)})
    return sorted(rows, key=lambda row: (row["d"], row["wall_seconds"]))


def table(rows):
    def ratio(value):
        return "" if value is None else f"{value:.3g}"

    lines = ["| d | system | threads | wall s | min - max | CPU s | peak MiB | M packet-hops/s "
             "| wall / tutti's, 1 thread | 2 threads |", "|" + " ---: | --- |" + " ---: |" * 8]
    for row in rows:
        low, high = row["wall_spread"]
        lines.append(
            f"| {row['d']} | {row['system']} | {row['threads']} | {row['wall_seconds']:.3g} "
            f"| {low:.3g} - {high:.3g} | {row['cpu_seconds']:.3g} "
            f"| {row['peak_bytes'] / 2**20:.0f} | {row['packet_hops_per_second'] / 1e6:.3g} "
            f"| {ratio(row['times_tutti_1'])} | {ratio(row['times_tutti_2'])} |")
    return "\n".join(lines)


def machine():
    model = re.search(r"model name\s*: (.*)", pathlib.Path("/proc/cpuinfo").read_text("utf-8"))
    commit = subprocess.run(["git", "-C", ROOT, "describe", "--always", "--dirty"],
                            capture_output=True, text=True, check=False).stdout.strip()
    return {"cpu": model[1] if model else platform.machine(), "cores": os.cpu_count(),
            "system": platform.platform(), "commit": commit,
            "date": time.strftime("%Y-%m-%d %H:%M:%S %z"), "load": os.getloadavg()[0]}


def parse(arguments):
    def positive(text):
        if not text.isdecimal() or int(text) < 1:
            raise argparse.ArgumentTypeError(f"'{text}' is not a number from 1")
        return int(text)

    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build",
                        help="where tutti and the peers were built")
    parser.add_argument("--repeat", type=positive, default=5,
                        help="runs of each; medians are shown")
    parser.add_argument("--json", type=pathlib.Path,
                        help="default: compare.json in the build folder")
    parser.add_argument("--quick", action="store_true", help="each once, on a small cube")
    return parser.parse_args(arguments)


def main(arguments):
    asked = parse(arguments)
    build = asked.build.resolve()
    if not os.access(build / "tutti", os.X_OK):
        say(f"compare.py: --build: there is no program tutti in '{asked.build}'; build it first")
        return 2
    skipped = {}
    cases = []
    for system in systems(build):
        if reason := why_skipped(system, build):
            skipped[system.name] = reason
        else:
            chosen = (QUICK_DIMENSIONS,) if asked.quick else system.dimensions
            cases += [(system, d) for d in chosen]
    before = machine()
    runs, wrong = measure_all(cases, 1 if asked.quick else asked.repeat)
    rows = summarise(runs)
    print(f"{before['cpu']}, {before['cores']} cores, load {before['load']:.1f}; "
          f"{before['date'][:10]}, {before['commit']}; "
          f"medians of {max((row['runs'] for row in rows), default=0)}\n")
    print(table(rows))
    print("\nWall seconds are the simulation's alone, CPU and memory those of the whole process "
          "(the memory\nno less than this script's own).\n\nWhat each of them does:")
    for name, does in {row["system"]: row["does"] for row in rows}.items():
        print(f"- {name}: {does}")
    for name, reason in skipped.items():
        print(f"- {name}: skipped, {reason}")
    (asked.json or build / "compare.json").write_text(
        json.dumps({"machine": before, "rows": rows, "skipped": skipped, "wrong": wrong}, indent=1),
        "utf-8")
    for line in wrong:
        say(f"compare.py: wrong answer: {line}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
