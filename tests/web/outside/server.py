"""A server that is started for a check, and requests to it by Python's http.client."""

import contextlib
import http.client
import json
import os
import pathlib
import select
import shlex
import signal
import socket
import subprocess
import tempfile
import time
import urllib.parse

from answer import answer_of, check_protection
from saying import Wrong, check, check_equal

PATIENCE = 60  # seconds, for what takes a moment on a machine that does much else


class Place:
    """The program, a folder for the files of one check, and the fault that is planted, if any."""

    def __init__(self, program, folder, fault):
        self.program = program
        self.folder = pathlib.Path(folder)
        self.fault = fault

    def path(self, name):
        return self.folder / name

    def say(self, *words, status=None):
        """What a command of the program prints: status, standard output, the line of an error."""
        said = subprocess.run([self.program, *map(str, words)], cwd=self.folder, check=False,
                              capture_output=True, text=True, timeout=PATIENCE)
        if status is not None:
            check_equal(said.returncode, status, f"{shlex.join(map(str, words))}: {said.stderr}")
        lines = said.stderr.strip().splitlines()
        line = lines[-1].split(": ", 1)[1] if lines and ": " in lines[-1] else ""
        return self.fault.program((said.returncode, said.stdout, line))

    def json(self, *words):
        return json.loads(self.say(*words, "--json", status=0)[1])


def first_line(stream, seconds):
    """What comes until the end of the line, or of the stream, or of the time."""
    line, end = b"", time.monotonic() + seconds
    coming = select.poll()
    coming.register(stream, select.POLLIN | select.POLLHUP)
    while not line.endswith(b"\n") and time.monotonic() < end:
        if coming.poll(100):
            more = os.read(stream.fileno(), 1)
            if not more:
                break
            line += more
    return line.decode().strip()


class Server:
    """A process of `tutti serve`, on any port and a store of the place if `options` say nothing."""

    def __init__(self, place, *options):
        self.place = place
        self.fault = place.fault
        asked = [str(option) for option in options]
        for name, value in (("--port", "0"), ("--store", "store.db")):
            if name not in asked:
                asked += [name, value]
        self.was_ended = False
        self.complaints = tempfile.TemporaryFile(dir=place.folder)
        self.process = subprocess.Popen(
            [place.program, "serve", *self.fault.options(asked), "--quiet"], cwd=place.folder,
            stdout=subprocess.PIPE, stderr=self.complaints, stdin=subprocess.DEVNULL)
        self.address = first_line(self.process.stdout, PATIENCE)
        if not self.address.startswith("http://"):
            self.process.kill()
            self.process.wait()
            raise Wrong(f"serve {' '.join(asked)} does not begin: {self.complaint()}")
        parts = urllib.parse.urlsplit(self.address)
        self.name, self.port = parts.hostname, parts.port
        self.door = self.fault.gate((self.name, self.port))
        self.token = urllib.parse.parse_qs(parts.query).get("token", [None])[0]

    @property
    def is_there(self):
        return self.process.poll() is None

    def complaint(self):
        """What it said on standard error until now."""
        self.complaints.seek(0)
        return self.complaints.read().decode()

    @property
    def host(self):
        return f"{self.name}:{self.port}"

    def end(self, number=signal.SIGTERM, seconds=PATIENCE):
        """Ends the server by a signal; its exit status and how long that took."""
        begun = time.monotonic()
        if self.is_there:
            self.was_ended = True
            self.process.send_signal(number)
        try:
            status = self.process.wait(seconds)
        except subprocess.TimeoutExpired as why:
            self.process.kill()
            self.process.wait()
            raise Wrong(f"the server is still there {seconds} s after signal {number}") from why
        finally:
            self.process.stdout.close()
        return status, time.monotonic() - begun

    def connect(self, seconds=PATIENCE):
        return http.client.HTTPConnection(*self.door[:2], timeout=seconds)

    def open_socket(self, seconds=PATIENCE, takes=None):
        """A connection, of which the system takes no more than `takes` bytes that are not read."""
        line = socket.socket()
        if takes:
            line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, takes)
        line.settimeout(seconds)
        line.connect(self.door)
        return line

    def ask(self, method, path, body=None, headers=None, connection=None):
        """One request, as it is: with the right Host unless `headers` has one, or None for none."""
        method, path, headers = self.fault.request(method, path, dict(headers or {}))
        headers = {"Host": self.host, **headers}
        if body is not None:
            headers.setdefault("Content-Length", str(len(body)))
        own = connection or self.connect()
        try:
            own.putrequest(method, path, skip_host=True, skip_accept_encoding=True)
            for name, value in headers.items():
                if value is not None:
                    own.putheader(name, value)
            try:
                own.endheaders(body)
            except BrokenPipeError:
                pass  # a server that refuses a body need not read all of it
            answer = answer_of(own.getresponse())
        finally:
            if not connection:
                own.close()
        answer = self.fault.answer(method, path, answer)
        check_protection(answer, f"{method} {path[:80]}")
        return answer

    def get(self, path, **headers):
        answer = self.ask("GET", f"/api/1/{path}", headers=headers)
        check_equal(answer.status, 200, f"GET {path}: status, of {answer.body[:300]}")
        return answer

    def post(self, path, plan, **headers):
        return self.ask("POST", f"/api/1/{path}", json.dumps(plan).encode(),
                        {"Content-Type": "application/json", **headers})

    def begin(self, plan):
        """A run of the plan, which has to be taken."""
        answer = self.post("runs", plan)
        check_equal(answer.status, 201, f"POST runs {plan}: status, of {answer.body[:300]}")
        run = answer.json()
        check_equal(answer.headers["location"], f"/runs/{run['id']}", "Location")
        return run

    def run(self, number):
        return self.get(f"runs/{number}").json()

    def until(self, number, *states, seconds=PATIENCE):
        """The run, when it is in one of these states."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            run = self.run(number)
            if run["state"] in states:
                return run
            time.sleep(0.05)
        raise Wrong(f"run {number} is {run['state']} after {seconds} s, not {' or '.join(states)}")

    def finish(self, plan):
        return self.until(self.begin(plan)["id"], "ended")

    def until_it_moves(self, number):
        """The run, when it has shown a picture."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            run = self.run(number)
            check(run["state"] in ("waiting", "running"), f"run {number} is {run['state']}")
            if run["state"] == "running" and run["picture"]:
                return run
            time.sleep(0.05)
        raise Wrong(f"run {number} shows no picture")


@contextlib.contextmanager
def serving(place, *options):
    """A server for as long as the block lasts, which must not end by itself, nor hang."""
    server = Server(place, *options)
    try:
        yield server
        check(server.is_there or server.was_ended, f"the server ended: {server.complaint()}")
    finally:
        server.end()
