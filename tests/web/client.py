"""Server of `tutti serve` for a test, requests to it, and frames of WebSockets."""

import concurrent.futures
import contextlib
import http.client
import json
import os
import pathlib
import socket
import statistics
import subprocess
import threading
import time

PATIENCE = 60  # seconds, for what takes a moment on a machine that does much else
UPGRADE = ("Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
           "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n")


class Wrong(Exception):
    """What the server does is not what its API says."""


def check(holds, text):
    if not holds:
        raise Wrong(text)


def check_within(value, low, high, what):
    check(low <= value <= high, f"{what}: {value} is not within {low} to {high}")


class Server:
    """A process of `tutti serve` with requests to it."""

    def __init__(self, program, folder, *options, **how):
        self.process = subprocess.Popen(
            [program, "serve", "--port", "0", "--store", f"{folder}/store.db", "--quiet", *options],
            stdout=subprocess.PIPE, stdin=subprocess.DEVNULL, **how)
        self.host = self.process.stdout.readline().decode().strip().removeprefix("http://").rstrip("/")
        self.name, self.port = self.host.split(":")

    def ask(self, method, path, plan=None, connection=None):
        own = connection or http.client.HTTPConnection(self.name, self.port, timeout=PATIENCE)
        own.request(method, f"/api/1/{path}", json.dumps(plan) if plan else None,
                    {"Content-Type": "application/json"} if plan else {})
        answer = own.getresponse()
        return answer.status, json.loads(answer.read())

    def is_well(self, connection=None):
        return self.ask("GET", "runs", connection=connection)[0] == 200

    def until(self, number, *states):
        """The run when it is in a state; running: when it has a picture."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            run = self.ask("GET", f"runs/{number}")[1]
            if run["state"] in states and (run["picture"] or run["state"] == "ended"):
                return run
            time.sleep(0.05)
        raise Wrong(f"run {number} is {run['state']} after {PATIENCE} s")

    def begin(self, plan):
        return self.ask("POST", "runs", plan)[1]["id"]

    def moving(self, plan):
        number = self.begin(plan)
        self.until(number, "running")
        return number

    def open(self, text=b"", takes=None):
        """A connection on which this was sent, of which the system takes no more than `takes` unread bytes."""
        line = socket.socket()
        if takes:
            line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, takes)
        line.settimeout(PATIENCE)
        line.connect((self.name, int(self.port)))
        line.sendall(text)
        return line

    def talk(self, content, seconds=2, reads=True):
        """What the server says to these bytes on one connection, and it may close it."""
        answers = b""
        with contextlib.suppress(OSError), self.open() as line:
            line.settimeout(seconds)
            line.sendall(content)
            line.shutdown(socket.SHUT_WR)
            while reads and len(answers) < 1 << 20 and (more := line.recv(1 << 16)):
                answers += more
        return answers

    def post(self, plan):
        """A connection on which a plan is to be checked, and no answer has been read."""
        body = json.dumps(plan)
        return self.open(f"POST /api/1/checks HTTP/1.1\r\nHost: {self.host}\r\nContent-Type: application/json\r\n"
                         f"Content-Length: {len(body)}\r\n\r\n{body}".encode())

    def follow(self, number, query="", takes=None):
        """A socket that has a WebSocket's handshake behind it."""
        line = self.open(f"GET /api/1/runs/{number}/events{query} HTTP/1.1\r\nHost: {self.host}\r\n{UPGRADE}\r\n".encode(),
                         takes)
        said = b""
        while not said.endswith(b"\r\n\r\n"):
            said += line.recv(1) or b"ended\r\n\r\n"
        check(said.startswith(b"HTTP/1.1 101 "), f"the handshake is answered with {said[:100]}")
        return line

    def work(self):
        """Seconds of processor time until now."""
        fields = pathlib.Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def end(self):
        self.process.terminate()
        return self.process.wait(PATIENCE)


def frame(kind, payload, length=None):
    """A masked frame of a client: kind 1 a text, 2 bytes, 8 a close, 9 a ping; `length` if it lies."""
    length = len(payload) if length is None else length
    size = 0 if length < 126 else 2 if length < 65536 else 8
    head = bytes([0x80 | kind, 0x80 | {0: length, 2: 126, 8: 127}[size]])
    return head + (length.to_bytes(size, "big") if size else b"") + bytes(4) + payload


def events_on(line):
    """Events as they come, until the server closes; pings are answered."""
    stream = line.makefile("rb")
    while head := stream.read(2):
        size = {126: 2, 127: 8}.get(head[1], 0)
        length = int.from_bytes(stream.read(size), "big") if size else head[1]
        payload = stream.read(length)
        check(length <= 65536, f"an event of {length} bytes")
        if head[0] == 0x81:
            yield json.loads(payload)
        elif head[0] == 0x89:
            line.sendall(frame(10, payload))
        else:
            check(head[0] == 0x88 and payload[:2] == b"\x03\xe8", f"it closes with {head} {payload}")
            return


def is_closed(line, seconds):
    """Whether the other side closes within this time; what comes before is thrown away."""
    end = time.monotonic() + seconds
    with contextlib.suppress(TimeoutError):
        while (left := end - time.monotonic()) > 0:
            line.settimeout(left)
            try:
                if not line.recv(65536):
                    return True
            except ConnectionError:
                return True
    return False


def all_at_once(work, arguments):
    with concurrent.futures.ThreadPoolExecutor(len(arguments)) as pool:
        return list(pool.map(work, arguments))


@contextlib.contextmanager
def others_wait_little(server, what):
    """While the block lasts another client asks again and again. The median says whether one waits for the other."""
    seconds, over = [], threading.Event()

    def ask():
        while not over.wait(0.1):
            begun = time.monotonic()
            seconds.append(time.monotonic() - begun if server.is_well() else 1000)

    with concurrent.futures.ThreadPoolExecutor(1) as pool:
        asking = pool.submit(ask)
        try:
            yield seconds
        finally:
            over.set()
        asking.result()
    check(len(seconds) >= 5, f"{what}: others asked {len(seconds)} times")
    check_within(statistics.median(seconds), 0, 0.5, f"{what}: seconds others wait")
    check_within(max(seconds), 0, 3, f"{what}: seconds another waited at most")
