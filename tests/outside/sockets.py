"""Raw requests to a server of the program: half, pipelined, huge and foreign ones."""

import contextlib
import os
import re
import select
import signal
import socket
import subprocess
import time
import urllib.parse

from kinds import kind

PATIENCE = 20
REQUESTS = 25  # in one experiment
PATHS = ("/", "/api/1/runs", "/api/1/catalogue", "/api/1/checks", "/api/1/networks", "/api/1/runs/0",
         "/api/1/runs/1/events", "/api/1/runs/99999999999999999999", "/nothing", "/../../etc/passwd",
         "/%2e%2e/%00", "//", "/?" + "x" * 4000, "*", "http://other/", "/api/1/results?where=1%3D1",
         "/api/1/describe?network=hypercube:30", "/api/1/networks?network=random-graph:1000000.9.1")
METHODS = ("GET", "GET", "GET", "POST", "HEAD", "OPTIONS", "PUT", "DELETE", "CONNECT", "TRACE", "get",
           "G\0T", "x" * 300)
FIELDS = ("Host: other", "Host: ", "Host: 127.0.0.1:1", "Origin: http://evil.example", "Origin: null",
          "Sec-Fetch-Site: cross-site", "Sec-Fetch-Site: same-site", "Cookie: " + "a" * 3000,
          "X: " + "y" * 20000, "Content-Length: -1", "Content-Length: 99999999999999999999",
          "Content-Length: 5", "Transfer-Encoding: chunked", "Transfer-Encoding: gzip, chunked",
          "Expect: 100-continue", "Upgrade: websocket", "Connection: upgrade", "Range: bytes=0-",
          "Content-Type: text/plain", "Content-Type: application/json", "\0: x", " : ", "no colon",
          "Authorization: Bearer x", "X-Forwarded-Host: other", "Sec-WebSocket-Key: x")
BODIES = (b"", b"{}", b"[" * 5000, b'{"command":"run","task":"broadcast","network":"hypercube:3"}',
          b'{"command":"run","task":"broadcast","network":"hypercube:30"}', b"\xff" * 100, b"5\r\nhello\r\n",
          b"ffffffffffffffff\r\n", b"x" * 70000)


def request(random, host):
    """A request at random, which may be right."""
    target = random.choice(PATHS)
    method = random.choice(METHODS)
    version = random.choice(("HTTP/1.1",) * 6 + ("HTTP/1.0", "HTTP/2.0", "HTTP/9", "x"))
    fields = [f"Host: {host}"] if random.random() < 0.8 else []
    fields += random.choices(FIELDS, k=random.choice((0, 0, 0, 1, 1, 2)))
    body = random.choice(BODIES) if method == "POST" or random.random() < 0.1 else b""
    if body and random.random() < 0.7:
        fields.append(f"Content-Length: {len(body)}")
    end = random.choice(("\r\n",) * 8 + ("\n", "\r"))
    head = end.join([f"{method} {target} {version}", *fields, "", ""])
    return head.encode("utf-8", "surrogateescape") + body


def statuses_of(answers):
    """The status of each answer in what a connection gave."""
    return [int(status) for status in re.findall(rb"^HTTP/1\.[01] (\d{3}) ", answers, re.M)]


def answer_faults(answers):
    """What is wrong with what a connection gave."""
    if answers and not answers.startswith(b"HTTP/1."):
        yield f"no answer: {answers[:60]!r}"
    for status in statuses_of(answers):
        # These are right for methods and versions that the server lacks, and where much waits.
        if status >= 500 and status not in (501, 503, 505):
            yield f"status {status}: {answers[:200]!r}"


class Server:
    """A process of `tutti serve` for one experiment."""

    def __init__(self, attack):
        self.words = ["serve", "--port", "0", "--store", attack.path("serve.db"), "--quiet",
                      "--max-seconds", "2", "--memory-limit", "200000000"]
        self.process = attack.start(self.words)
        self.host = self.token = None
        if select.select([self.process.stdout], [], [], PATIENCE)[0]:
            line = os.read(self.process.stdout.fileno(), 300).decode().split("\n")[0]
            self.host = urllib.parse.urlsplit(line).netloc

    def talk(self, content, seconds=2, reads=True):
        """What the server says to these bytes on one connection, and it may close it."""
        name, _, port = self.host.partition(":")
        answers = b""
        with contextlib.suppress(OSError):  # whether it is well is asked afterwards
            with socket.create_connection((name, int(port)), PATIENCE) as line:
                line.settimeout(seconds)
                line.sendall(content)
                line.shutdown(socket.SHUT_WR)
                while reads and len(answers) < 1 << 20:
                    more = line.recv(1 << 16)
                    if not more:
                        break
                    answers += more
        return answers

    def is_well(self):
        """Whether it answers a right request."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end and self.process.poll() is None:
            asked = f"GET /api/1/runs HTTP/1.1\r\nHost: {self.host}\r\nConnection: close\r\n\r\n"
            if statuses_of(self.talk(asked.encode(), PATIENCE))[:1] == [200]:
                return True
            time.sleep(0.1)
        return False

    def end(self):
        """The exit status after a signal, or None."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        try:
            return self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            return self.process.wait() and None
        finally:
            self.process.stdout.close()
            self.process.stderr.close()


def end_faults(status):
    """What is wrong with how a server ended that was asked to."""
    if status is None:
        yield "the server does not end"
    elif status not in (0, 130):
        yield f"the server ends with {status}"


@kind("sockets", 2)
def attack_sockets(attack):
    """No request harms the server, or others."""
    server = Server(attack)
    if not server.host:
        server.end()
        yield "the server does not begin", server.words
        return
    random = attack.random
    try:
        for _ in range(REQUESTS):
            sent = b"".join(request(random, server.host) for _ in range(random.choice((1, 1, 1, 3, 20))))
            if random.random() < 0.2:
                sent = sent[:random.randrange(len(sent))]
            answers = server.talk(sent, random.choice((0.2, 1)), reads=random.random() < 0.9)
            yield from ((f"{text}; to {sent[:300]!r}", server.words) for text in answer_faults(answers))
        if not server.is_well():
            yield "the server does not answer any more", server.words
    finally:
        status = server.end()
    yield from ((text, server.words) for text in end_faults(status))
