"""Runs that wait, runs that are stopped, and limits of memory and time."""

import time

from answer import check_refused
from following import events_of
from saying import check, check_equal, check_within
from server import Place, serving

LONG = {"command": "run", "task": "dynamic-broadcast/intervals", "network": "hypercube:2",
        "set": {"intervals": "100000000"}}
SHORT = {"command": "run", "task": "broadcast", "network": "hypercube:4"}


def stop(server, number):
    answer = server.ask("DELETE", f"/api/1/runs/{number}")
    check_equal(answer.status, 200, f"DELETE of run {number}: status, of {answer.body[:200]}")
    run = answer.json()
    check_equal(run["id"], number, "the run that is stopped")
    check(run["state"] in ("stopping", "ended"), f"a run that is stopped is {run['state']}")
    return server.until(number, "ended")


def a_run_that_is_stopped_keeps_what_it_had(place):
    with serving(place) as server:
        number = server.begin(LONG)["id"]
        moving = server.until_it_moves(number)
        time.sleep(0.3)
        begun = time.monotonic()
        run = stop(server, number)
        check(time.monotonic() - begun < 10, "stopping takes long")
        check_equal((run["verdict"], run["status"]), ("interrupted", 130), "a run that is stopped")
        result = run["result"]
        check_equal(result["verdict"], "interrupted", "the verdict of its result")
        check(result["transmissions"] >= moving["picture"]["transmissions"], "what it had shown")
        check(result["transmissions"] > 0, "what it had")
        check(all(phase["slots"] >= 0 for phase in result["phases"]), f"{result['phases']}")
        check_refused(server.ask("DELETE", f"/api/1/runs/{number}"), 409, "stopping it again")
        check_equal(server.finish(SHORT)["verdict"], "complete", "a run thereafter")


def a_run_that_ended_cannot_be_stopped(place):
    with serving(place) as server:
        run = server.finish(SHORT)
        check_refused(server.ask("DELETE", f"/api/1/runs/{run['id']}"), 409, "a run that ended")
        check_equal(server.run(run["id"]), run, "the run after that")
        check_refused(server.ask("DELETE", "/api/1/runs/99"), 404, "no such run")


def other_commands_keep_what_was_finished(place):
    plans = [{"command": "stress", "task": "simultaneous-broadcast/greedy",
              "network": "hypercube:9", "trials": "100000"},
             {"command": "sweep", "task": "simultaneous-broadcast/greedy",
              "network": "hypercube:9", "seeds": "1-90000", "broadcasters": "random:100"},
             {"command": "compare", "task": "dynamic-broadcast", "network": "hypercube:2",
              "set": {"intervals": "100000000"}}]
    with serving(place, "--runs", 3) as server:
        numbers = [server.begin(plan)["id"] for plan in plans]
        for number in numbers:
            server.until_it_moves(number)
        time.sleep(1)
        stress, sweep, compare = [stop(server, number) for number in numbers]
        for run in (stress, sweep, compare):
            check_equal((run["verdict"], run["status"]), ("interrupted", 130), run["text"])
        check_within(stress["result"]["summary"]["trials"], 1, 99999, "trials")
        check_within(sweep["result"]["finished"], 1, 89999, "runs of a sweep")
        check(sweep["result"]["interrupted"], "a sweep that is stopped says so")
        (row,) = server.get("results?by=algorithm&where=algorithm+%3D+greedy").json()
        check_equal(row["runs"], sweep["result"]["finished"], "rows of a sweep that was stopped")
        check_equal([one["verdict"] for one in compare["result"]["runs"]], ["interrupted"],
                    "the run that a comparison was at")


def waiting_runs_have_places(place):
    with serving(place, "--runs", 1) as server:
        first = server.begin(LONG)["id"]
        server.until_it_moves(first)
        waiting = [server.begin(SHORT) for _ in range(4)]
        check_equal([run["state"] for run in waiting], ["waiting"] * 4, "states")
        check_equal([run["place"] for run in waiting], [1, 2, 3, 4], "places")
        numbers = [run["id"] for run in waiting]
        out = stop(server, numbers[1])
        check_equal((out["verdict"], out["status"]), ("interrupted", 130), "a run out of the queue")
        check(out["result"] is None, "a run that never ran has a result")
        check_equal([server.run(number)["place"] for number in numbers], [1, None, 2, 3],
                    "places, when the second is gone")
        listed = {run["id"]: run["place"] for run in server.get("runs").json()["runs"]}
        check_equal([listed[number] for number in numbers], [1, None, 2, 3], "places in the list")
        check_refused(server.ask("DELETE", f"/api/1/runs/{numbers[1]}"), 409, "stopped twice")
        stop(server, first)
        ended = [server.until(number, "ended") for number in (numbers[0], *numbers[2:])]
        check_equal([run["verdict"] for run in ended], ["complete"] * 3, "those that waited")
        check(all(run["place"] is None for run in ended), "a run that ended has a place")


def followers_of_a_waiting_run_see_it_begin(place):
    with serving(place, "--runs", 1) as server:
        first = server.begin({**LONG, "set": {"intervals": "10000"}})["id"]
        second = server.begin(SHORT)["id"]
        events = events_of(server, second)
        states = [event["run"]["state"] for event in events if event["event"] != "picture"]
        check_equal((states[0], states[-1]), ("waiting", "ended"), "states")
        check_equal(server.run(first)["state"], "ended", "the run before")


def a_full_queue_takes_no_more(place):
    with serving(place, "--runs", 1) as server:
        first = server.begin(LONG)["id"]
        server.until_it_moves(first)
        waiting = [server.begin(SHORT)["id"] for _ in range(32)]
        for _ in range(3):
            check_refused(server.post("runs", SHORT), 429, "the 33rd that would wait")
        check_equal(server.post("checks", SHORT).status, 200, "checks, when the queue is full")
        check_equal(len(server.get("runs?count=100").json()["runs"]), 33, "runs")
        stop(server, waiting[7])
        last = server.begin(SHORT)
        check_equal(last["place"], 32, "the place of the next")
        stop(server, first)
        check_equal(server.until(last["id"], "ended")["verdict"], "complete", "the last")


def as_many_run_as_may(place):
    with serving(place, "--runs", 2) as server:
        numbers = [server.begin(LONG)["id"] for _ in range(3)]
        for number in numbers[:2]:
            server.until_it_moves(number)
        check_equal([server.run(number)["state"] for number in numbers],
                    ["running", "running", "waiting"], "states")
        stop(server, numbers[0])
        server.until_it_moves(numbers[2])
        for number in numbers[1:]:
            stop(server, number)


def large_runs_are_refused_with_their_bytes(place):
    plan = {"command": "run", "task": "total-exchange", "network": "hypercube:13"}
    bytes_of = place.json("run", "total-exchange", "-n", "hypercube:13", "--dry-run",
                          "--memory-limit", str(1 << 40))["total_bytes"]
    check(bytes_of > 2e9, f"the run for this takes {bytes_of} bytes")
    with serving(place, "--memory-limit", 1 << 30, "--runs", 1) as server:
        for path in ("checks", "runs"):
            answer = server.post(path, plan)
            check_refused(answer, 400, f"{path}: {bytes_of} bytes of {1 << 30}")
            text = answer.error()
            check("1,073,741,824" in text or "1073741824" in text, text)
        check_equal(server.finish(SHORT)["verdict"], "complete", "a small run thereafter")
        check_equal(len(server.get("runs").json()["runs"]), 1, "runs")


def the_memory_is_shared_by_the_runs(place):
    plan = {"command": "run", "task": "simultaneous-broadcast/greedy", "network": "hypercube:12"}
    bytes_of = place.json("run", plan["task"], "-n", plan["network"], "--dry-run")["total_bytes"]
    limit = bytes_of * 2  # one of them, with all else that it takes
    with serving(place, "--memory-limit", limit, "--runs", 1) as server:
        check_equal(server.post("checks", plan).status, 200, "half of the memory, for one run")
    with serving(place, "--memory-limit", limit, "--runs", 4) as server:
        check_refused(server.post("checks", plan), 400, "half of the memory, for one of four runs")


def runs_end_when_their_time_is_over(place):
    with serving(place, "--max-seconds", 8) as server:
        begun = time.monotonic()
        run = server.until(server.begin(LONG)["id"], "ended")
        check_within(time.monotonic() - begun, 7.9, 18, "seconds of a run that may have 8")
        check_equal((run["verdict"], run["status"]), ("interrupted", 130), "its verdict")
        check(run["result"]["transmissions"] > 0, "what it had")


def runs_that_never_end_a_slot_are_given_up(place):
    """A user's program that does not come back: others run beside it, and the server ends."""
    program = place.program.with_name("faulty_programs")
    if not program.exists():
        return  # it is built where there is MPI
    stuck = {"command": "run", "task": "broadcast/endless-slot", "network": "hypercube:4"}
    with serving(Place(program, place.folder, place.fault), "--runs", 1) as server:
        begun = time.monotonic()
        number = server.begin(stuck)["id"]
        check_within(time.monotonic() - begun, 0, 15, "seconds until it is taken")
        begun = time.monotonic()
        for _ in range(10):
            said = server.post("checks", stuck).json()
            check_equal((said["nodes"], said["expected"]), (16, None), "checks of it")
            check_equal(server.post("checks", SHORT).status, 200, "checks of another one")
        check_within(time.monotonic() - begun, 0, 10, "seconds for checks beside it")
        server.until(number, "running")
        waiting = server.begin(SHORT)["id"]
        run = server.ask("DELETE", f"/api/1/runs/{number}").json()
        check_equal(run["state"], "stopping", "a run that is told to stop")
        begun = time.monotonic()
        run = server.until(number, "ended")
        check_within(time.monotonic() - begun, 15, 35, "seconds until it is given up")
        check_equal((run["verdict"], run["status"]), ("interrupted", 130), "its verdict")
        check("does not end its slot" in run["error"], f"its error is {run['error']}")
        check_refused(server.ask("DELETE", f"/api/1/runs/{number}"), 409, "stopping it again")
        check_equal(server.until(waiting, "ended")["verdict"], "complete", "the run that waited")
        status, seconds = server.end()
        check_within(seconds, 0, 10, "seconds until the server ends")
        check_equal(status, 0, "its status")


CHECKS = [runs_that_never_end_a_slot_are_given_up, runs_end_when_their_time_is_over,
          a_run_that_is_stopped_keeps_what_it_had, a_run_that_ended_cannot_be_stopped,
          other_commands_keep_what_was_finished, waiting_runs_have_places,
          followers_of_a_waiting_run_see_it_begin, a_full_queue_takes_no_more, as_many_run_as_may,
          large_runs_are_refused_with_their_bytes, the_memory_is_shared_by_the_runs]
