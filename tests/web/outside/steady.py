"""What of a result stays the same from one time to the next."""

import json
import shlex

from saying import check_equal

# Of the machine and the moment, not of the run.
CHANGING = {"command", "threads", "setup_seconds", "wall_seconds", "packet_hops_per_second",
            "peak_rss_bytes", "trials_per_second", "runs_per_second"}


def steady(result):
    """A result without what changes from one time to the next."""
    if isinstance(result, dict):
        return {name: steady(of) for name, of in result.items() if name not in CHANGING}
    return [steady(one) for one in result] if isinstance(result, list) else result


def commanded(place, run, *more):
    """What the command line of a run prints, and its exit status."""
    words = shlex.split(run["text"])
    check_equal(words[0], "tutti", "the first word of a text")
    status, printed, _ = place.say(*words[1:], *more, "--json")
    return status, [json.loads(line) for line in printed.splitlines()]
