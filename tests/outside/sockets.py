"""Raw requests to a server of the program: half, pipelined, huge and foreign ones."""

import os
import re
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "web"))

# pylint: disable=wrong-import-position
import client
from kinds import kind, words

REQUESTS = 25  # in one experiment
PATHS = words("paths")
METHODS = words("methods")
FIELDS = words("fields")
BODIES = (b"", b"{}", b"[" * 5000, b'{"command":"run","task":"broadcast","network":"hypercube:3"}',
          b'{"command":"run","task":"broadcast","network":"hypercube:30"}', b"\xff" * 100, b"5\r\nhello\r\n",
          b"ffffffffffffffff\r\n", b"x" * 70000)


def request(random, host):
    """A request at random, which may be right."""
    method = random.choice(METHODS)
    version = random.choice(("HTTP/1.1",) * 6 + ("HTTP/1.0", "HTTP/2.0", "HTTP/9", "x"))
    fields = [f"Host: {host}"] if random.random() < 0.8 else []
    fields += random.choices(FIELDS, k=random.choice((0, 0, 0, 1, 1, 2)))
    body = random.choice(BODIES) if method == "POST" or random.random() < 0.1 else b""
    if body and random.random() < 0.7:
        fields.append(f"Content-Length: {len(body)}")
    end = random.choice(("\r\n",) * 8 + ("\n", "\r"))
    head = end.join([f"{method} {random.choice(PATHS)} {version}", *fields, "", ""])
    return head.encode("utf-8", "surrogateescape") + body


def answer_faults(answers):
    """What is wrong with what a connection gave."""
    if answers and not answers.startswith(b"HTTP/1."):
        yield f"no answer: {answers[:60]!r}"
    for status in map(int, re.findall(rb"^HTTP/1\.[01] (\d{3}) ", answers, re.M)):
        # These are right for methods and versions that the server lacks, and where much waits.
        if status >= 500 and status not in (501, 503, 505):
            yield f"status {status}: {answers[:200]!r}"


def end_faults(status):
    """What is wrong with how a server ended that was asked to."""
    if status is None:
        yield "the server does not end"
    elif status not in (0, 130):
        yield f"the server ends with {status}"


@kind("sockets", 2)
def attack_sockets(attack):
    """No request harms the server, or others."""
    options = ["--max-seconds", "2", "--memory-limit", "200000000"]
    words = ["serve", "--port", "0", *options]
    server = client.Server(attack.program, attack.folder, *options)
    random, status = attack.random, None
    try:
        for _ in range(REQUESTS):
            sent = b"".join(request(random, server.host) for _ in range(random.choice((1, 1, 1, 3, 20))))
            if random.random() < 0.2:
                sent = sent[:random.randrange(len(sent))]
            answers = server.talk(sent, random.choice((0.2, 1)), reads=random.random() < 0.9)
            yield from ((f"{text}; to {sent[:300]!r}", words) for text in answer_faults(answers))
        if not server.is_well():
            yield "the server does not answer any more", words
    except (OSError, client.Wrong) as wrong:
        yield f"the server does not answer any more: {wrong!r}", words
    finally:
        try:
            status = server.end()
        except subprocess.TimeoutExpired:
            server.process.kill()
    yield from ((text, words) for text in end_faults(status))
