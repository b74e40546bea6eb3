"""Clients that are slow, silent or broken, and what others notice of them: nothing."""

import http.client
import json
import os
import pathlib
import resource
import socket
import time

from answer import check_refused
from following import is_closed, opened_socket
from others import Watch, all_at_once
from saying import check, check_equal, check_within
from server import serving

SHORT = {"command": "run", "task": "broadcast", "network": "hypercube:4"}
LONG = {"command": "run", "task": "dynamic-broadcast/intervals", "network": "hypercube:4",
        "set": {"intervals": "10000000"}}
# Its runs are looked at one by one.
COSTLY = {"command": "sweep", "task": "simultaneous-broadcast", "network": "hypercube:{4..12}",
          "broadcasters": "random:{1..5000}"}


def drip(line, text, seconds):
    """Sends a byte a second for as long as the other side takes them; how long that was."""
    begun = time.monotonic()
    line.settimeout(1)
    for byte in text:
        if time.monotonic() - begun > seconds:
            break
        try:
            line.sendall(bytes([byte]))
            while line.recv(4096):
                pass
            break
        except TimeoutError:
            continue
        except ConnectionError:
            break
    line.close()
    return time.monotonic() - begun


def slow_requests_are_closed(place):
    """50 that send a byte a second: in the head, in the body, or nothing at all."""
    with serving(place) as server:
        head = f"GET / HTTP/1.1\r\nHost: {server.host}\r\nX: " + "y" * 60
        body = (f"POST /api/1/checks HTTP/1.1\r\nHost: {server.host}\r\n"
                "Content-Type: application/json\r\nContent-Length: 60\r\n\r\n")

        def attack(number):
            line = server.open_socket()
            if number % 3 == 0:
                return drip(line, head.encode(), 40)
            if number % 3 == 1:
                line.sendall(body.encode())
                return drip(line, b" " * 60, 40)
            begun = time.monotonic()
            check(is_closed(line, 40), "a connection that says nothing stays")
            line.close()
            return time.monotonic() - begun

        with Watch(server) as others:
            seconds = all_at_once(attack, range(50))
        for kind, least, most in ((0, 4, 12), (1, 10, 25), (2, 4, 12)):
            check_within(min(seconds[kind::3]), least, most, "seconds of the first that is closed")
            check_within(max(seconds[kind::3]), least, most, "seconds of the last that is closed")
        others.check("50 slow requests")


def bodies_that_never_come_are_closed(place):
    with serving(place) as server:
        line = server.open_socket()
        line.sendall(f"POST /api/1/runs HTTP/1.1\r\nHost: {server.host}\r\nContent-Type: "
                     "application/json\r\nContent-Length: 50\r\n\r\n{".encode())
        idle = server.connect()
        check_equal(server.ask("GET", "/api/1/runs", connection=idle).status, 200, "a request")
        begun = time.monotonic()
        check(is_closed(line, 40), "a request whose body never comes stays")
        check_within(time.monotonic() - begun, 10, 25, "seconds until it is closed")
        line.close()
        idle.close()
        check_equal(server.get("runs").json()["runs"], [], "runs")


def requests_that_are_left_are_no_harm(place):
    """Connections that end in the middle, in every way there is."""
    with serving(place) as server:
        number = server.finish(SHORT)["id"]
        request = (f"GET /api/1/runs/{number}/replay HTTP/1.1\r\nHost: {server.host}\r\n\r\n"
                   ).encode()
        for part in (1, 20, len(request) - 1, len(request)):
            for reset in (False, True):
                line = server.open_socket()
                line.sendall(request[:part])
                if reset:
                    line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, bytes([1] + [0] * 7))
                line.close()
        for _ in range(20):
            line = opened_socket(server, number)
            line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, bytes([1] + [0] * 7))
            line.close()
        check_equal(server.run(number)["state"], "ended", "the run, after all these")


def costly_questions_delay_nobody(place):
    plans = [{"command": "run", "task": "dynamic-broadcast/intervals", "network": "hypercube:6",
              "set": {"intervals": "10000"}},
             {"command": "run", "task": "broadcast/flooding",
              "network": "random-graph:300000.900000.3"},
             {"command": "compare", "task": "simultaneous-broadcast", "network": "hypercube:14",
              "broadcasters": "random:9000"},
             {"command": "sweep", "task": "simultaneous-broadcast", "network": "hypercube:{4..12}",
              "broadcasters": "random:{1..1000}"}]
    with serving(place) as server:
        server.finish(SHORT)
        sockets = []
        with Watch(server) as others:
            for plan in plans * 2:
                sockets.append(asked_by_post(server, plan))
            line = server.open_socket()
            line.sendall(b"GET /api/1/network?spec=complete:1000 HTTP/1.1\r\nHost: "
                         + server.host.encode() + b"\r\n\r\n")
            sockets.append(line)
            time.sleep(3)
            for line in sockets:  # the answers are not awaited
                line.close()
        others.check("costly questions")
        status, seconds = server.end()
        check_within(seconds, 0, 20, f"seconds until it ended, with status {status}")


def asked_by_post(server, plan):
    """A connection on which a plan is to be checked, and no answer has been read."""
    body = json.dumps(plan)
    line = server.open_socket()
    line.sendall(f"POST /api/1/checks HTTP/1.1\r\nHost: {server.host}\r\n"
                 f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n"
                 f"\r\n{body}".encode())
    return line


def huge_networks_cost_nothing(place):
    """What is too large is refused by what its name says, and what is large is built by the job."""
    specs = ["random-graph:65537.0.1", "random-graph:60000.2000000.1", "tree:30",
             "random-graph:3.2000000000.1", "random-graph:1000000000.1000000000.1",
             "product(ring:3,random-graph:30000.900000.1)", "star:1000000000",
             "bipartite:30000x30000"]
    plan = {"command": "run", "task": "broadcast/flooding",
            "network": "random-graph:1000000.4000000.1"}
    with serving(place) as server:
        before = seconds_of_work(server)
        for spec in specs:
            check_refused(server.ask("GET", f"/api/1/network?spec={spec}"), 400, spec)
        for command, others in (("run", {}), ("compare", {"task": "broadcast"}),
                                ("stress", {"trials": "1"}), ("sweep", {"seeds": "1"})):
            answer = server.post("checks", {**plan, "command": command, **others})
            check_equal(answer.status, 200, f"checks of {command}: {answer.body[:200]}")
            said = answer.json()
            nodes = None if command == "sweep" else 1000000
            check_equal((said["nodes"], said["expected"]), (nodes, None), f"{command}")
        check_within(seconds_of_work(server) - before, 0, 1.5, "seconds of work for these")
        small = {**plan, "network": "random-graph:1000.4000.1"}
        check(server.post("checks", small).json()["expected"], "a small one is checked at once")


def work_for_closed_connections_ends(place):
    with serving(place, "--max-sweep", "1000000") as server:
        for _ in range(4):
            asked_by_post(server, COSTLY).close()
        time.sleep(3)
        before = seconds_of_work(server)
        time.sleep(1.5)
        check_within(seconds_of_work(server) - before, 0, 0.1, "seconds of work, 3 s later")
        begun = time.monotonic()
        check_equal(server.post("checks", SHORT).status, 200, "a check thereafter")
        check_within(time.monotonic() - begun, 0, 2, "seconds until it is answered")


def is_answered_again(server):
    end = time.monotonic() + 10
    while time.monotonic() < end:
        try:
            return server.ask("GET", "/api/1/runs").status == 200
        except OSError:
            time.sleep(0.2)
    return False


def many_connections_are_too_many(place):
    """Of 1,000 silent ones of one address the newest stay, and lock no client out."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard < 2500:
        return  # this machine does not allow as many
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, 2500), hard))
    with serving(place) as server:
        number = server.begin(LONG)["id"]
        server.until_it_moves(number)
        follower = opened_socket(server, number, "?rate=10")
        kept = http.client.HTTPConnection(*server.door[:2], source_address=("127.0.0.2", 0))
        check_equal(server.ask("GET", "/api/1/runs", connection=kept).status, 200, "another peer")
        lines = []
        try:
            for _ in range(1010):
                lines.append(server.open_socket(5))
            begun = time.monotonic()
            check_equal(server.ask("GET", "/api/1/runs").status, 200, "a new one")
            check_within(time.monotonic() - begun, 0, 2, "seconds until a new one is answered")
            check_equal(server.ask("GET", "/api/1/runs", connection=kept).status, 200,
                        "one of another peer that was there before")
            check(all(is_closed(line, 0.1) for line in lines[:30]), "one of the oldest stays")
            check(not is_closed(lines[-1], 0.01), "the newest is closed")
            check(follower.recv(100), "a follower hears nothing more")
        finally:
            for line in lines:
                line.close()
        check_equal(server.ask("GET", "/api/1/runs", connection=kept).status, 200, "another peer")
        kept.close()
        follower.close()
        server.ask("DELETE", f"/api/1/runs/{number}")


def seconds_of_work(server):
    """What the server's process took of the machine until now."""
    fields = pathlib.Path(f"/proc/{server.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def a_server_without_files_waits_for_some(place):
    """When the system gives it no more files, it neither ends nor turns in circles."""
    with serving(place) as server:
        number = server.begin(SHORT)["id"]
        server.until(number, "ended")
        hard = resource.prlimit(server.process.pid, resource.RLIMIT_NOFILE)[1]
        resource.prlimit(server.process.pid, resource.RLIMIT_NOFILE, (40, hard))
        lines = [server.open_socket() for _ in range(60)]
        check(is_answered_again(server), "nobody is answered beside those that say nothing")
        before = seconds_of_work(server)
        time.sleep(3)
        check_within(seconds_of_work(server) - before, 0, 1, "seconds of work in 3 s of nothing")
        for line in lines:
            line.close()
        check(is_answered_again(server), "nobody is answered when there are files again")
        check_equal(server.finish(SHORT)["verdict"], "complete", "a run thereafter")


CHECKS = [slow_requests_are_closed, bodies_that_never_come_are_closed,
          costly_questions_delay_nobody, many_connections_are_too_many,
          huge_networks_cost_nothing, work_for_closed_connections_ends,
          a_server_without_files_waits_for_some, requests_that_are_left_are_no_harm]
