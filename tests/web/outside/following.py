"""Followers of runs, by the package `websockets`, and by a socket where more is at stake."""

import asyncio
import base64
import json
import os

import websockets

from saying import Wrong, check, check_equal
from server import PATIENCE

UPGRADE = {"Connection": "Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Version": "13",
           "Sec-WebSocket-Key": base64.b64encode(os.urandom(16)).decode()}


def url_of(server, number, query=""):
    return f"ws://{server.host}/api/1/runs/{number}/events{query}"


async def _events(server, number, query):
    heard = []
    async with websockets.connect(url_of(server, number, query), max_size=65536,
                                  ping_interval=None, compression=None) as stream:
        async for text in stream:
            check(isinstance(text, str), "an event is no text")
            event = server.fault.event(json.loads(text))
            if event is not None:
                heard.append(event)
    check_equal(stream.close_code, 1000, "the code of the close")
    return heard


def events_of(server, number, query=""):
    """All events until the server closes, with the status 1000."""
    try:
        return asyncio.run(asyncio.wait_for(_events(server, number, query), PATIENCE))
    except asyncio.TimeoutError as why:
        raise Wrong(f"the events of run {number} do not end in {PATIENCE} s") from why


async def _pictures_within(server, number, query, seconds):
    count = 0
    async with websockets.connect(url_of(server, number, query), ping_interval=None,
                                  compression=None) as stream:
        end = asyncio.get_running_loop().time() + seconds
        while (left := end - asyncio.get_running_loop().time()) > 0:
            try:
                text = await asyncio.wait_for(stream.recv(), left)
            except asyncio.TimeoutError:
                break
            event = server.fault.event(json.loads(text))
            count += event is not None and event["event"] == "picture"
    return count


def pictures_within(server, number, query, seconds):
    """How many pictures come in this time."""
    return asyncio.run(_pictures_within(server, number, query, seconds))


def _handshake(server, number, query, fields, takes=None):
    """A socket and the status that answers the handshake of a WebSocket there."""
    line = server.open_socket(takes=takes)
    headers = {"Host": server.host, **UPGRADE, **fields}
    lines = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
    line.sendall(f"GET /api/1/runs/{number}/events{query} HTTP/1.1\r\n{lines}\r\n".encode())
    said = b""
    while not said.endswith(b"\r\n\r\n"):
        more = line.recv(1)
        check(more, f"the handshake ends with {said[:200]}")
        said += more
    return line, int(said.split(b" ", 2)[1])


def opened_socket(server, number, query="", takes=None):
    """A socket that has a WebSocket's handshake behind it, and speaks for itself from there."""
    line, status = _handshake(server, number, query, {}, takes)
    check_equal(status, 101, "the status of a handshake")
    return line


def status_of_opening(server, number, query="", **fields):
    """101 if the WebSocket is opened, else the status of the refusal."""
    line, status = _handshake(server, number, query, fields)
    line.close()
    return status


def frame(kind, payload, length=None):
    """A masked frame of a client: kind 1 a text, 2 bytes, 8 a close; `length` if it lies."""
    length = len(payload) if length is None else length
    head = bytes([0x80 | kind])
    if length < 126:
        head += bytes([0x80 | length])
    elif length < 65536:
        head += bytes([0x80 | 126]) + length.to_bytes(2, "big")
    else:
        head += bytes([0x80 | 127]) + length.to_bytes(8, "big")
    return head + bytes(4) + payload


def is_closed(line, seconds):
    """Whether the other side closes within this time; what comes before is thrown away."""
    line.settimeout(seconds)
    try:
        while line.recv(65536):
            pass
        return True
    except TimeoutError:
        return False
    except ConnectionError:
        return True
