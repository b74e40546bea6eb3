"""Sweeps: plans in files and on the command line, with braces and numbers of all forms."""

import json

from experiments import RAN, parsed, status_faults
from kinds import kind

SECONDS = 60
NETWORKS = ("hypercube:{1..3}", "hypercube:{2,3}", "torus:{2,3}x{2,3}", "ring:{3..12*2}", "path:{2..6..2}",
            "array:2x{2..3}", "complete:{3,5}", "product(ring:3,path:{2,3})")
SETS = ("all", "random:{1,2,50%}", "random:{0..4}", "nodes:0", "bernoulli:{1/2,0.25}", "random:25%")
SEEDS = ("1", "1-3", "1-2,7", "{1..3}", "0-1")
SETTINGS = ("prefix-step={1/8,1}", "prefix-step=0.125", "prefix-step=1e-1", "prefix-step={1..3}",
            "detour={0..2}", "values={1..3}", "prefix-step=15/2")
COLLECTIVES = ("simultaneous-broadcast", "broadcast", "allgather", "reduce", "scan",
               "simultaneous-broadcast/packing,split-packing", "barrier", "allreduce")
PIECES = ("{", "}", "{}", "{1..", "{..}", "{1..9999999}", "{{{{", "{3..1}", "{1..2..0}", "{1..8*1}",
          "{a,b}", ",", "..", "*", "%", "-", "1/0", "1e999", "1e-999", "1e99999999999", "0x1", "0.1.2",
          "1//2", "-1/2", "+", "\x1b[31m", "\u202e", "{1..2}{1..2}{1..2}{1..2}", "\\", "\"", "'", "=")


def changed(random, text):
    """The text with something put in place of a part of it."""
    at, end = sorted(random.choices(range(len(text) + 1), k=2))
    return text[:at] + random.choice(PIECES) + text[min(end, at + 3):]


def drawn_plan(random):
    """Axes by the names of plan files."""
    plan = {"task": random.choice(COLLECTIVES), "network": random.choice(NETWORKS),
            "seeds": random.choice(SEEDS)}
    if plan["task"].startswith("simultaneous"):
        plan["broadcasters"] = random.choice(SETS)
    if random.random() < 0.3:
        name, _, value = random.choice(SETTINGS).partition("=")
        plan["set"] = {name: value}
    for _ in range(random.choice((0, 0, 0, 1, 2))):
        name = random.choice([key for key in plan if key != "set"])
        plan[name] = changed(random, plan[name])
    if random.random() < 0.2 and "set" in plan:
        plan["set"] = {name: changed(random, value) for name, value in plan["set"].items()}
    return plan


def in_file(random, plan):
    """JSON or INI, perhaps cut or with bytes that do not belong there."""
    if random.random() < 0.6:
        text = json.dumps(plan, ensure_ascii=random.random() < 0.5)
    else:
        lines = [f"{name}={value}" for name, value in plan.items() if name != "set"]
        lines += ["[set]"] + [f"{name}={value}" for name, value in plan.get("set", {}).items()]
        text = "\n".join(lines) + "\n"
    content = text.encode()
    if random.random() < 0.2:
        at = random.randrange(len(content))
        content = random.choice((content[:at], content[:at] + b"\xff" + content[at:],
                                 content[:at] + b"\0" + content[at:], content * 2, b"[" * 5000, b"{" * 5000))
    return content


def on_line(plan):
    """The same axes as options."""
    words = [plan["task"], "-n", plan["network"], "--seeds", plan["seeds"]]
    if "broadcasters" in plan:
        words += ["-b", plan["broadcasters"]]
    for name, value in plan.get("set", {}).items():
        words += ["--set", f"{name}={value}"]
    return words


def again_faults(first, second):
    """What is wrong with the answer to a sweep that was done before: nothing is left to run."""
    for name in ("runs", "verdicts"):
        if name in first and first.get(name) != second.get(name):
            yield f"{name} is {second.get(name)} when it is done again, and was {first[name]}"


@kind("plans", 5)
def attack_plans(attack):
    """A sweep runs, or its plan is refused in one line; done again it says the same."""
    random, plan = attack.random, drawn_plan(attack.random)
    words = ["sweep"]
    if random.random() < 0.5:
        path = attack.path(random.choice(("plan.json", "plan.ini", "plan")))
        with open(path, "wb") as out:
            out.write(in_file(random, plan))
        words += ["--plan", path]
    else:
        words += [word.replace("\0", "") for word in on_line(plan)]
    words += ["--store", attack.path("store.db"), "--json", "--memory-limit", "500000000"]
    if random.random() < 0.3:
        words += ["--dry-run"]
    outcome = attack.run(words, seconds=SECONDS)
    if outcome.status is None and len(str(plan)) > 150:
        return  # right, and large
    yield from ((text, words) for text in status_faults(outcome, RAN))
    if outcome.status not in (0, 1) or "--dry-run" in words:
        return
    again = attack.run(words, seconds=SECONDS)
    yield from ((f"again: {text}", words) for text in status_faults(again, (outcome.status,)))
    first, second = parsed(outcome), parsed(again)
    if first is None or second is None:
        yield "the output is no JSON", words
        return
    yield from ((text, words) for text in again_faults(first, second))
