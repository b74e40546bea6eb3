"""Followers of a run that never read, say nothing, or send what is no frame."""

import threading
import time

from following import events_of, frame, is_closed, opened_socket
from others import Watch, all_at_once
from saying import check, check_equal, check_within
from server import PATIENCE, serving

LONG = {"command": "run", "task": "dynamic-broadcast/intervals", "network": "hypercube:4",
        "set": {"intervals": "10000000"}}


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
            others.wait_for(5)
        for name, is_so in zip(wrong, closed):
            check(is_so, f"{name}: the connection goes on")
        others.check("wrong frames")
        polite = opened_socket(server, number)
        polite.sendall(frame(8, (1000).to_bytes(2, "big")))
        check(is_closed(polite, 10), "a close is not answered")
        polite.close()
        server.ask("DELETE", f"/api/1/runs/{number}")
        server.until(number, "ended")


CHECKS = [followers_that_say_nothing_are_closed, followers_that_never_read_delay_nobody,
          wrong_frames_end_their_connection]
