"""Command lines that are wrong: junk, and right ones with a fault."""

import string

from kinds import words
from plans import Draw

COMMANDS = words("commands")
OPTIONS = words("options")
VALUES = words("values")
RAW = (b"\xff\xfe", b"\xc3\x28", b"hypercube:\x80", b"nodes:\xf0\x28")
# Room for what is right by accident.
ROOM = ["--memory-limit", "30000000"]
SYMBOLS = string.digits + string.ascii_letters + ":/,.x()=-_ %"


def takes_room(words):
    return words and words[0] in ("run", "compare", "stress")


def junk(random):
    """Words at random, of the right kind and not."""
    words = [random.choice(COMMANDS + ("", "RUN", "runn", "-", "tutti"))]
    for _ in range(random.randint(0, 6)):
        pool = random.choice((OPTIONS, VALUES, VALUES, RAW, ("greedy", "broadcast", "scan")))
        words.append(random.choice(pool))
    return words


def changed_word(random, word):
    if not word:
        return "x"
    at = random.randrange(len(word))
    kind = random.randrange(4)
    if kind == 0:
        return word[:at] + word[at + 1:]
    if kind == 1:
        return word[:at] + random.choice(SYMBOLS) + word[at:]
    if kind == 2:
        return word[:at] + word[at:][::-1]
    return random.choice(VALUES)


def mutated(random, catalogue, folder):
    """A right command line with some faults."""
    plan = Draw(random, catalogue, folder).plan()
    words = plan.words(random.choice(("run", "run", "bounds")))
    for _ in range(random.randint(1, 3)):
        at = random.randrange(len(words))
        kind = random.randrange(5)
        if kind == 0:
            del words[at]
        elif kind == 1:
            words.insert(at, random.choice(OPTIONS + VALUES))
        elif kind == 2:
            words.insert(at, words[random.randrange(len(words))])
        else:
            words[at] = changed_word(random, words[at])
        words = words or ["run"]
    return words


def draw(random, catalogue, folder):
    words = junk(random) if random.random() < 0.4 else mutated(random, catalogue, folder)
    if takes_room(words) and "--memory-limit" not in words:
        words = words + ROOM
    return [word.replace("\0", "") if isinstance(word, str) else word for word in words]
