"""Clients that are slow, silent or broken, and what others notice of them: nothing."""

import json
import os
import pathlib
import resource
import socket
import statistics
import threading
import time

from following import events_of, frame, is_closed, opened_socket
from saying import check, check_equal, check_within
from server import PATIENCE, serving

LONG = {"command": "run", "task": "dynamic-broadcast/intervals", "network": "hypercube:4",
        "set": {"intervals": "10000000"}}
SHORT = {"command": "run", "task": "broadcast", "network": "hypercube:4"}


class Watch:
    """Asks one question after the other while a block lasts, and keeps how long each took."""

    def __init__(self, server):
        self.server = server
        self.seconds = []
        self.wrong = []
        self.over = threading.Event()
        self.thread = threading.Thread(target=self.work)

    def work(self):
        while not self.over.wait(0.1):
            begun = time.monotonic()
            try:
                check_equal(self.server.ask("GET", "/api/1/runs").status, 200, "others")
            except Exception as why:  # pylint: disable=broad-except
                self.wrong.append(why)
            self.seconds.append(time.monotonic() - begun)

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.over.set()
        self.thread.join()

    def check(self, what):
        """The machine may be busy: the median says whether one waits for the other."""
        check(not self.wrong, f"{what}: others hear {self.wrong[:1]}")
        check(len(self.seconds) >= 5, f"{what}: others asked {len(self.seconds)} times")
        check_within(statistics.median(self.seconds), 0, 0.5, f"{what}: seconds others wait")
        check_within(max(self.seconds), 0, 3, f"{what}: seconds another waited at most")


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


def all_at_once(work, arguments):
    found = [None] * len(arguments)

    def do(place, argument):
        found[place] = work(argument)

    threads = [threading.Thread(target=do, args=pair) for pair in enumerate(arguments)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    return found


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
        check(None not in seconds, "a slow connection is not closed")
        check_within(min(seconds), 10, 25, "seconds of the first that is closed")
        check_within(max(seconds), 10, 25, "seconds of the last that is closed")
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


def followers_that_never_read_delay_nobody(place):
    """50 of them: the run goes on, others are answered, and after a while they are closed."""
    with serving(place) as server:
        number = server.begin(LONG)["id"]
        server.until_it_moves(number)
        silent = []
        for _ in range(50):
            silent.append(opened_socket(server, number, "?rate=10", takes=4096))
        before = server.run(number)["picture"]
        with Watch(server) as others:
            time.sleep(5)
        after = server.run(number)["picture"]
        check(after["slot"] > before["slot"], "the run stands still")
        others.check("50 followers that never read")
        time.sleep(22)
        check(all(all_at_once(is_gone, silent)), "a follower that never reads is not closed")
        for line in silent:
            line.close()
        server.ask("DELETE", f"/api/1/runs/{number}")
        check_equal(server.until(number, "ended")["verdict"], "interrupted", "the run")


def followers_that_say_nothing_are_closed(place):
    """One that does not answer a ping any more is gone after 20 s or so; one that does is not."""
    with serving(place) as server:
        number = server.begin(LONG)["id"]
        server.until_it_moves(number)
        mute = opened_socket(server, number, "?rate=1")
        answering = threading.Thread(target=events_of, args=(server, number, "?rate=1"))
        answering.start()
        begun = time.monotonic()
        check(is_read_to_the_end(mute, 45), "a follower that answers no ping stays")
        check_within(time.monotonic() - begun, 8, 45, "seconds until a mute follower is closed")
        check(answering.is_alive(), "a follower that answers pings was closed, too")
        server.ask("DELETE", f"/api/1/runs/{number}")
        answering.join(PATIENCE)
        check(not answering.is_alive(), "a follower does not hear of the end")
        mute.close()


def is_read_to_the_end(line, seconds):
    """Reads all that comes, without a word, until the other side closes."""
    end = time.monotonic() + seconds
    line.settimeout(1)
    while time.monotonic() < end:
        try:
            if not line.recv(65536):
                return True
        except TimeoutError:
            continue
        except ConnectionError:
            return True
    return False


def is_gone(line):
    """Whether the other side has closed, whatever of it is still to be read."""
    try:
        for _ in range(20):
            line.sendall(frame(9, b""))
            time.sleep(0.1)
        return False
    except ConnectionError:
        return True


def wrong_frames_end_their_connection(place):
    wrong = {"a text of 1 MB": frame(1, b"x" * 1000000),
             "a text that says it has 2^62 bytes": frame(1, b"x", 1 << 62),
             "bytes": frame(2, b"x" * 70000), "no mask": b"\x81\x05hello",
             "a kind that is none": b"\x8b\x80" + bytes(4),
             "no UTF-8": frame(1, b"\xff\xfe\xff"), "a ping in two": b"\x09\x80" + bytes(4),
             "a ping that is too long": frame(9, b"x" * 126), "noise": bytes(range(256)) * 40,
             "a rest without a beginning": b"\x80\x81" + bytes(4) + b"x",
             "bits that nobody asked for": b"\xf1\x80" + bytes(4)}
    with serving(place) as server:
        number = server.begin(LONG)["id"]
        server.until_it_moves(number)

        def attack(name):
            line = opened_socket(server, number, "?rate=1")
            try:
                line.sendall(wrong[name])
            except ConnectionError:
                pass
            closed = is_closed(line, 12)
            line.close()
            return closed

        with Watch(server) as others:
            closed = all_at_once(attack, list(wrong))
            time.sleep(0.6)
        for name, is_so in zip(wrong, closed):
            check(is_so, f"{name}: the connection goes on")
        others.check("wrong frames")
        polite = opened_socket(server, number)
        polite.sendall(frame(8, (1000).to_bytes(2, "big")))
        check(is_closed(polite, 10), "a close is not answered")
        polite.close()
        server.ask("DELETE", f"/api/1/runs/{number}")
        server.until(number, "ended")


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
                body = json.dumps(plan)
                line = server.open_socket()
                line.sendall(f"POST /api/1/checks HTTP/1.1\r\nHost: {server.host}\r\n"
                             f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n"
                             f"\r\n{body}".encode())
                sockets.append(line)
            line = server.open_socket()
            line.sendall(b"GET /api/1/network?spec=complete:1000 HTTP/1.1\r\nHost: "
                         + server.host.encode() + b"\r\n\r\n")
            sockets.append(line)
            time.sleep(3)
            for line in sockets:  # nobody waits for the answers
                line.close()
        others.check("costly questions")
        status, seconds = server.end()
        check_within(seconds, 0, 20, f"seconds until it ended, with status {status}")


def is_answered_again(server):
    end = time.monotonic() + 10
    while time.monotonic() < end:
        try:
            return server.ask("GET", "/api/1/runs").status == 200
        except OSError:
            time.sleep(0.2)
    return False


def many_connections_are_too_many(place):
    """Beyond a thousand, the newest are refused or wait; those that were there go on."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard < 2500:
        return  # this machine does not allow as many
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, 2500), hard))
    with serving(place) as server:
        kept = server.connect()
        check_equal(server.ask("GET", "/api/1/runs", connection=kept).status, 200, "the first")
        lines = []
        try:
            for _ in range(1010):
                lines.append(server.open_socket(5))
            closed = sum(is_closed(line, 0.01) for line in lines[-30:])
            check(closed >= 5, f"{closed} of the last 30 of 1,010 connections are refused")
            check(not is_closed(lines[0], 0.01), "one of the first is closed")
            check_equal(server.ask("GET", "/api/1/runs", connection=kept).status, 200, "the first")
        finally:
            for line in lines:
                line.close()
        kept.close()
        check(is_answered_again(server), "nobody is answered when the thousand are gone")


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
        before = seconds_of_work(server)
        time.sleep(3)
        check_within(seconds_of_work(server) - before, 0, 1, "seconds of work in 3 s of nothing")
        for line in lines:
            line.close()
        check(is_answered_again(server), "nobody is answered when there are files again")
        check_equal(server.finish(SHORT)["verdict"], "complete", "a run thereafter")


CHECKS = [followers_that_say_nothing_are_closed, slow_requests_are_closed,
          bodies_that_never_come_are_closed, followers_that_never_read_delay_nobody,
          wrong_frames_end_their_connection, costly_questions_delay_nobody,
          many_connections_are_too_many,
          a_server_without_files_waits_for_some, requests_that_are_left_are_no_harm]
