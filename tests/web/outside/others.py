"""Clients that ask at the same time as others."""

import concurrent.futures
import statistics
import threading
import time

from saying import check, check_equal, check_within


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

    def wait_for(self, count):
        """Returns when the question was asked so often: on a busy machine that takes longer."""
        end = time.monotonic() + 20
        while len(self.seconds) < count and time.monotonic() < end:
            time.sleep(0.1)

    def check(self, what):
        """The machine may be busy: the median says whether one waits for the other."""
        check(not self.wrong, f"{what}: others hear {self.wrong[:1]}")
        check(len(self.seconds) >= 5, f"{what}: others asked {len(self.seconds)} times")
        check_within(statistics.median(self.seconds), 0, 0.5, f"{what}: seconds others wait")
        check_within(max(self.seconds), 0, 3, f"{what}: seconds another waited at most")


def all_at_once(work, arguments):
    """What the work comes to for each of them, all begun at the same time."""
    with concurrent.futures.ThreadPoolExecutor(len(arguments)) as pool:
        return list(pool.map(work, arguments))
