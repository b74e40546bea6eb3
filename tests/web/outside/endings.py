"""Servers that end, or cannot begin: what is kept, and what is said."""

import json
import re
import signal
import socket
import subprocess

from following import opened_socket
from saying import check, check_equal, check_within
from server import PATIENCE, serving

LONG = {"command": "run", "task": "dynamic-broadcast/intervals", "network": "hypercube:2",
        "set": {"intervals": "100000000"}}
SHORT = {"command": "run", "task": "simultaneous-broadcast/greedy", "network": "hypercube:4",
         "broadcasters": "random:7"}
SWEEP = {"command": "sweep", "task": "simultaneous-broadcast/greedy", "network": "hypercube:3",
         "seeds": "1-4"}
STRESS = {"command": "stress", "task": "simultaneous-broadcast/greedy", "network": "hypercube:4",
          "trials": "30", "slot-budget": "6"}


def finished_runs(server):
    """Runs of every kind that ended, and what is heard of them."""
    numbers = [server.finish(plan)["id"] for plan in (SHORT, SWEEP, STRESS)]
    heard = {number: server.run(number) for number in numbers}
    recording = server.get(f"runs/{numbers[0]}/recording").body
    table = server.get("results?format=csv").body
    return heard, recording, table


def check_kept(server, heard, recording, table):
    for number, run in heard.items():
        now = server.run(number)
        for name, right in run.items():
            if name != "picture":
                check_equal(now[name], right, f"run {number}, after the next start: {name}")
    check_equal(server.get(f"runs/{min(heard)}/recording").body, recording, "its recording")
    check_equal(server.get("results?format=csv").body, table, "the store")


def a_killed_server_keeps_what_was_finished(place):
    with serving(place, "--runs", 1) as server:
        heard, recording, table = finished_runs(server)
        running = server.begin({**LONG, "seed": 5})["id"]
        server.until_it_moves(running)
        waiting = server.begin(SHORT)["id"]
        server.end(signal.SIGKILL)
    with serving(place) as again:
        check_kept(again, heard, recording, table)
        for number in (running, waiting):
            run = again.run(number)
            check_equal(run["state"], "ended", f"run {number}, after the kill")
            check(run["verdict"] != "complete" and run["status"] != 0, f"run {number}: {run}")
            said = f"{run['error']} {run['remark']}"
            check("server" in said and "ended" in said, f"run {number} says {said}")
            check(run["result"] is None and not run["has_recording"], f"run {number} has a result")
            check_equal(run["place"], None, f"run {number}: place")
        listed = [run["id"] for run in again.get("runs").json()["runs"]]
        check_equal(listed, sorted([*heard, running, waiting], reverse=True), "the list")
        new = again.finish(SHORT)
        check(new["id"] > waiting, f"the number {new['id']} is taken twice")
        check_equal(new["result"]["digest"], heard[min(heard)]["result"]["digest"], "digest")
        names = [path.name for path in place.path("store.db.runs").iterdir()]
        wrong = [name for name in names if not re.fullmatch(r"\d+\.(json|tutti)|graph.*", name)]
        check_equal(wrong, [], "files that a run left half-written")


def a_server_that_is_told_to_end_keeps_what_it_had(place):
    for number in (signal.SIGINT, signal.SIGTERM):
        with serving(place, "--runs", 1) as server:
            heard, recording, table = finished_runs(server)
            running = server.begin({**LONG, "seed": int(number)})["id"]
            server.until_it_moves(running)
            waiting = server.begin(SHORT)["id"]
            follower = opened_socket(server, running)
            status, seconds = server.end(number)
            follower.close()
        check_within(seconds, 0, 10, f"seconds to the end by signal {number}")
        check(status in (0, 130, -number), f"status {status} after signal {number}")
        check_equal(server.complaint().count("\n") <= 1, True, "lines on standard error")
        with serving(place) as again:
            run = again.run(running)
            check_equal((run["state"], run["verdict"]), ("ended", "interrupted"), "the run")
            check(run["result"] and run["result"]["transmissions"] > 0, "what the run had is gone")
            check_equal(again.run(waiting)["state"], "ended", "the run that waited")
            check(again.run(waiting)["result"] is None, "the run that waited has a result")
            for one, before in heard.items():
                check_equal(again.run(one)["result"], before["result"], f"run {one}")
            check_equal(again.get(f"runs/{min(heard)}/recording").body, recording, "recording")
            check(len(again.get("results?format=csv").body) >= len(table), "the store")


def refusal(place, *options):
    """What a server that may not begin says: one line, and nothing else."""
    said = subprocess.run([place.program, "serve", *place.fault.options(list(map(str, options)))],
                          cwd=place.folder, check=False, capture_output=True, text=True,
                          stdin=subprocess.DEVNULL, timeout=PATIENCE)
    check_equal(said.returncode, 2, f"serve {options}: status, {said.stderr}")
    check_equal(said.stdout, "", f"serve {options}: standard output")
    lines = said.stderr.splitlines()
    check_equal(len(lines), 1, f"serve {options}: lines, {said.stderr}")
    check(lines[0].startswith("tutti: --"), f"serve {options}: {lines[0]}")
    return lines[0]


def a_second_server_on_a_store_is_refused(place):
    with serving(place) as server:
        number = server.finish(SHORT)["id"]
        line = refusal(place, "--port", 0, "--store", "store.db")
        check("--store" in line and "store.db" in line, line)
        said = place.say("sweep", "broadcast", "-n", "ring:4", "--store", "store.db")
        check_equal(said[0], 2, "a sweep into the store of a server: status")
        check_equal(place.say("results", "store.db", "--json")[0], 0, "reading its store: status")
        check_equal(server.run(number)["verdict"], "complete", "the run of the first")
        check_equal(server.finish(SHORT)["verdict"], "complete", "one more of the first")
    with serving(place) as server:
        check_equal(server.run(number)["verdict"], "complete", "the run, after the end")


def a_port_that_is_taken_is_refused(place):
    with socket.socket() as line:
        line.bind(("127.0.0.1", 0))
        line.listen()
        port = line.getsockname()[1]
        text = refusal(place, "--port", port, "--store", "other.db")
        check("--port" in text and str(port) in text, text)
    check(not place.path("other.db").exists(), "a store of a server that did not begin")


def wrong_options_are_refused(place):
    place.path("text.db").write_text("this is no database, but a text of some length\n" * 20)
    before = place.path("text.db").read_bytes()
    for options in (("--port", "65536"), ("--port", "-1"), ("--port", "http"), ("--runs", "0"),
                    ("--runs", "x"), ("--listen", "nowhere.invalid"), ("--listen", "192.0.2.1"),
                    ("--store", "text.db"), ("--store", "no/such/folder/store.db"),
                    ("--store", "."), ("--memory-limit", "0"), ("--max-seconds", "0"),
                    ("--max-trials", "x"), ("--max-sweep", "-1"), ("--max-recording", "1e9"),
                    ("--max-recordings", ""), ("--allow-host", "gateway.example:80"),
                    ("--allow-host", "")):
        rest = () if "--store" in options else ("--store", "right.db")
        rest += () if "--port" in options else ("--port", 0)
        line = refusal(place, *options, *rest)
        check(options[0] in line, f"{options}: {line}")
    check_equal(place.path("text.db").read_bytes(), before, "a file that is no store")


def the_help_names_all_limits(place):
    said = subprocess.run([place.program, "serve", "--help"], capture_output=True, text=True,
                          check=True).stdout
    words = place.fault.program((0, said, ""))[1]
    for option in ("--port", "--listen", "--store", "--runs", "--memory-limit", "--max-seconds",
                   "--max-trials", "--max-sweep", "--max-recording ", "--max-recordings",
                   "--quiet", "--allow-host"):
        check(f"{option}" in words, f"the help does not have {option}")
    with serving(place) as server:
        limits = server.get("catalogue").json()["limits"]
    lines = {line.split()[0]: line for line in words.splitlines() if line.startswith("  --")}
    for option, name in (("--max-seconds", "seconds"), ("--max-trials", "trials"),
                         ("--max-sweep", "sweep_runs"), ("--runs", "runs")):
        check(f"default {limits[name]:,})" in lines[option],
              f"the default {limits[name]:,} is not in: {lines[option]}")
    check(str(limits["waiting"]) in lines["--runs"], f"how many may wait: {lines['--runs']}")
    sizes = {"64 MiB": limits["recording_bytes"]}
    for text, value in sizes.items():
        check(text in lines["--max-recording"] and value == 64 << 20, lines["--max-recording"])


def the_address_is_all_that_is_printed(place):
    with serving(place) as server:
        check(re.fullmatch(r"http://127\.0\.0\.1:\d+/", server.address), server.address)
        server.finish(SHORT)
        server.was_ended = True
        server.process.send_signal(signal.SIGTERM)
        rest = server.process.stdout.read()
    check_equal((rest, server.complaint()), (b"", ""), "what else is printed, with --quiet")


def an_old_graph_is_good_after_a_start(place):
    with serving(place) as server:
        spec = server.ask("POST", "/api/1/graphs", b"0 1\n1 2\n2 0\n",
                          {"Content-Type": "text/plain"}).json()["spec"]
        plan = {"command": "run", "task": "broadcast/flooding", "network": spec}
        digest = server.finish(plan)["result"]["digest"]
    with serving(place) as server:
        check_equal(server.finish(plan)["result"]["digest"], digest, "a run on the same network")


def files_of_runs_that_are_broken_are_passed_over(place):
    """A store's folder damaged by a full disk or by hand: the server starts, and reports it."""
    with serving(place) as server:
        numbers = [server.finish(SHORT)["id"] for _ in range(4)]
    folder = place.path("store.db.runs")
    (folder / f"{numbers[0]}.json").write_bytes(b"")
    (folder / f"{numbers[1]}.json").write_text(json.dumps({"id": "x", "plan": 7}))
    (folder / f"{numbers[2]}.tutti").write_bytes(b"TUTTIREC nonsense")
    (folder / "notes.txt").write_text("somebody's own")
    with serving(place) as server:
        check_equal(server.run(numbers[3])["verdict"], "complete", "the run that is whole")
        for number in numbers[:3]:
            for path in ("", "/result", "/recording", "/replay", "/picture?as=links"):
                answer = server.ask("GET", f"/api/1/runs/{number}{path}")
                check(answer.status in (200, 400, 404, 500), f"{path}: {answer.status}")
        check(server.finish(SHORT)["id"] > numbers[3], "the next number")
    check((folder / "notes.txt").exists(), "somebody's own file is gone")


CHECKS = [a_killed_server_keeps_what_was_finished, a_server_that_is_told_to_end_keeps_what_it_had,
          a_second_server_on_a_store_is_refused, a_port_that_is_taken_is_refused,
          wrong_options_are_refused, the_help_names_all_limits, the_address_is_all_that_is_printed,
          an_old_graph_is_good_after_a_start, files_of_runs_that_are_broken_are_passed_over]
