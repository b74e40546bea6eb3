"""Graph files and broadcaster files: valid ones, and the same with random changes."""

import results
from experiments import status_faults
from kinds import kind, raw, words

SECONDS = 20
# Address space in KiB, enough for any file of this size.
MEMORY = 'ulimit -v 4000000; exec "$@"'
NUMBERS = raw("numbers")
PIECES = raw("pieces")
NAMES = words("names")


def edge_list(random):
    """As networkx and others write it: comments, attributes, blanks."""
    lines = random.choice(([], ["# some links"], ["% some links"]))
    nodes = random.randint(1, 30)
    edges = {(random.randrange(node), node) for node in range(1, nodes)}
    edges |= {tuple(random.sample(range(nodes), 2)) for _ in range(random.randint(0, nodes)) if nodes > 1}
    for ends in edges:
        one, other = random.sample(ends, 2)
        attributes = random.choice(("", "", " {}", " {'weight': 3}", " {'name': '#1'} # first", " # a"))
        lines.append(f"{one}{random.choice(' 	')}{other}{attributes}")
    return "\n".join(lines) + "\n"


def broadcasters(random):
    """Ids, one a line."""
    lines = ["# ids"] + [str(random.randrange(16)) for _ in range(random.randint(0, 20))]
    return "\n".join(lines) + "\n"


def mutated(random, content):
    """Bytes changed, cut, doubled and replaced by hostile ones."""
    for _ in range(random.choice((0, 1, 1, 2, 5))):
        at, end = sorted(random.choices(range(len(content) + 1), k=2))
        change = random.randrange(6)
        if change == 0:
            content = content[:at] + random.choice(PIECES) + content[at:]
        elif change == 1:
            content = content[:at] + content[min(end, at + 9):]
        elif change == 2:
            content = content[:end] + content[at:end] + content[end:]
        elif change == 3:
            content = content[:at]
        else:  # one of the words
            words = content.split(b" ")
            words[random.randrange(len(words))] = random.choice(NUMBERS)
            content = b" ".join(words)
    return content


def file_run_faults(outcome, allowed):
    """What is wrong with how a program ended that read a file."""
    yield from status_faults(outcome, allowed)
    if outcome.status == 4:
        yield from results.refusal_faults(outcome.output, outcome.complaint)
    elif outcome.status == 0:
        yield from results.printed_faults(outcome.output, "\n")


@kind("files", 6)
def attack_files(attack):
    """A file of a graph or of broadcasters is taken, or refused in one line, at once."""
    random = attack.random
    make = random.choice((edge_list, broadcasters))
    path = attack.path(random.choice(NAMES))
    with open(path, "wb") as out:
        out.write(mutated(random, make(random).encode()))
    if make is broadcasters:
        words = ["run", "simultaneous-broadcast", "-n", "hypercube:4", "-b", f"file:{path}"]
    else:
        words = random.choice((["describe", f"graph:{path}"], ["run", "broadcast", "-n", f"graph:{path}"],
                               ["describe", f"product(graph:{path},ring:3)"],
                               ["bounds", "allgather", "-n", f"graph:{path}"]))
    attack.before = ["sh", "-c", MEMORY, "sh"]
    outcome = attack.run(words, seconds=SECONDS)
    yield from ((text, words) for text in file_run_faults(outcome, (0, 2)))
