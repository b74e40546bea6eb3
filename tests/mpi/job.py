"""Jobs of an mpirun for a test, and the same commands without it."""

import contextlib
import json
import os
import pathlib
import re
import signal
import sqlite3
import subprocess
import time

# What is of the processes and of the clock on the wall.
OWN = {"command", "threads", "processes", "wall_seconds", "setup_seconds", "packet_hops_per_second",
       "peak_rss_bytes", "repeat", "account", "trials_per_second", "runs_per_second"}
ENVIRONMENT = {**os.environ, "OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
               "OMPI_MCA_rmaps_base_oversubscribe": "1", "OMPI_MCA_hwloc_base_binding_policy": "none"}


class Wrong(Exception):
    """Something is not as it should be."""


def check(holds, text):
    if not holds:
        raise Wrong(str(text)[:1500])


def check_equal(found, due, what):
    check(found == due, f"{what}: {str(found)[:600]}, not {str(due)[:600]}")


def less_own(found):
    """A result, or a list of them, without what differs between processes."""
    if isinstance(found, dict):
        return {name: less_own(value) for name, value in found.items() if name not in OWN}
    return [less_own(each) for each in found] if isinstance(found, list) else found


def results_in(text):
    """What was printed as JSON, one value a line or one in all."""
    try:
        return [json.loads(line) for line in text.splitlines()] if text.startswith("{") else [json.loads(text)]
    except json.JSONDecodeError as wrong:
        raise Wrong(f"no JSON: {wrong}: {text[:300]!r}") from wrong


class Place:
    """The programs, an mpirun and a folder."""

    def __init__(self, arguments, folder):
        self.tutti, self.faulty = os.path.abspath(arguments.tutti), os.path.abspath(arguments.faulty)
        self.mpirun, self.folder = arguments.mpirun, pathlib.Path(folder)
        (self.folder / "petersen").write_text(
            "".join(f"{i} {(i + 1) % 5}\n{i} {i + 5}\n{i + 5} {(i + 2) % 5 + 5}\n" for i in range(5)))

    def words(self, text):
        """Words of a command; PLACE is the folder."""
        words = text if isinstance(text, list) else text.split()
        return [word.replace("PLACE", str(self.folder)) for word in words]

    def start(self, count, words, program=None):
        return subprocess.Popen([self.mpirun, "-n", str(count), program or self.tutti, *self.words(words)],
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=ENVIRONMENT)

    def run(self, count, words, program=None):
        """Status, output and errors of a job, less what mpirun says; without mpirun if the count is 0."""
        if count == 0:
            run = subprocess.run([program or self.tutti, *self.words(words)], capture_output=True, text=True, check=False)
            return run.returncode, run.stdout, run.stderr.splitlines()
        run = self.start(count, words, program)
        output, errors = run.communicate(timeout=120)
        return run.returncode, output, [line for line in errors.splitlines() if line.startswith(("tutti: ", "faulty_"))]

    def results(self, count, words, program=None):
        return results_in(self.run(count, words, program)[1])

    def same(self, words, grid, program=None):
        """Processes and threads make no difference to what is printed as JSON. Returns the status."""
        status, output, _ = self.run(0, f"{words} --json", program)
        due = less_own(results_in(output))
        for count, threads in grid:
            what = f"{words} on {count} processes of {threads} threads"
            ended, told, errors = self.run(count, f"{words} --json -t {threads}", program)
            check_equal((ended, errors), (status, []), what)
            check_equal(less_own(results_in(told)), due, what)
            if words.startswith("run "):
                check_equal(results_in(told)[0].get("processes"), count, what)
        return status

    def children(self, command="run"):
        """The three processes that an mpirun has started, in the order of their numbers."""
        deadline = time.monotonic() + 30
        while time.monotonic() < deadline:
            found = subprocess.run(["pgrep", "-f", f"^{re.escape(self.tutti)} {command} "],
                                   capture_output=True, text=True, check=False).stdout.split()
            if len(found) == 3:
                return [int(each) for each in found]
            time.sleep(0.1)
        raise Wrong("mpirun does not start")

    @contextlib.contextmanager
    def job(self, words):
        """A job of three processes, which is gone after the block."""
        run = self.start(3, words)
        try:
            yield run
        finally:
            run.send_signal(signal.SIGKILL)
            run.wait()


def rows_of(store):
    """What is in a store, but for what is of the clock on the wall."""
    with contextlib.closing(sqlite3.connect(store)) as open_store:
        columns = [row[1] for row in open_store.execute("PRAGMA table_info(runs)")
                   if row[1] not in {"id", "threads", "setup_seconds", "wall_seconds", "ended_at"}]
        tables = [f"SELECT {', '.join(columns)} FROM runs"]
        for table in ("phases", "parameters"):
            names = [row[1] for row in open_store.execute(f"PRAGMA table_info({table})") if row[1] != "run"]
            tables.append(f"SELECT plan, {', '.join(f't.{name}' for name in names)} FROM {table} AS t "
                          "JOIN runs ON runs.id = t.run")
        return [sorted(open_store.execute(table), key=repr) for table in tables]


def check_stored(store, alone):
    """It has the rows that one process puts into a store."""
    for found, due in zip(rows_of(store), rows_of(alone)):
        check_equal(len(found), len(due), "rows")
        for one, other in zip(found, due):
            check_equal(one, other, "a row")


def await_row(store):
    """Returns as soon as a run is stored: a sweep is in its middle, on however fast a machine."""
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline:
        with contextlib.suppress(sqlite3.OperationalError):  # no file yet, or no table
            with contextlib.closing(sqlite3.connect(f"file:{store}?mode=ro", uri=True)) as open_store:
                if open_store.execute("SELECT 1 FROM runs LIMIT 1").fetchone():
                    return
        time.sleep(0.02)
    raise Wrong("a sweep stores nothing")
