"""Answers, right and wrong, to what reads files, runs faulty programs, sweeps and talks to servers."""

import hostile_files
import recordings
import sockets
from experiments import Outcome

LINE = b"tutti: --seed: " + b"x" * 292 + b"\n"


def ended(status, output=b"", complaint=b""):
    return Outcome([], status, output, complaint)


OK, FAILED = b"HTTP/1.1 200 OK\r\n\r\n{}", b"HTTP/1.1 500 Internal Server Error\r\n\r\n"


# (what finds it, right answers, wrong ones)
ANSWERS = (
    (lambda outcome: hostile_files.file_run_faults(outcome, (0, 2)),
     (ended(0, "é\n".encode()), ended(2, b"", LINE)),
     (ended(None), ended(-11), ended(1), ended(4, b"", LINE), ended(0, b"\x1b[31m\n"),
      ended(0, b"\xff\n"), ended(0, "\u009b2J\n".encode()), ended(2, b"", LINE + LINE))),
    (lambda outcome: recordings.reading_faults(outcome, True),
     (ended(0, b"x"), ended(1, b"x"), ended(5, b"x"), ended(2, b"", LINE)),
     (ended(None), ended(-9), ended(137), ended(3), ended(4, b"", LINE), ended(2, b"x", LINE),
      ended(1, b"\x1b[31m"))),
    (lambda outcome: recordings.check_faults(outcome, recordings.cut, "the end"),
     (ended(1), ended(2), ended(5)), (ended(0),)),
    (sockets.answer_faults,
     (b"", OK, OK + OK, b"HTTP/1.1 501 Not Implemented\r\n\r\n"),
     (FAILED, OK + b"\n" + FAILED, b"junk")),
    (sockets.end_faults, (0, 130), (None, -11, 1, 134)),
)
