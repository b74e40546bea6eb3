"""Registry of the kinds of attack.

A kind is a generator function of an `experiments.Attack`: it yields (text, words) for everything that
is wrong, where `words` is the command line that shows it. Its module registers it with a weight:

    @kind("files", 6)
    def attack_files(attack):
        ...
"""

import pathlib
import re

KINDS_OF_ATTACK = {}  # name: (function, weight); the weights are relative


def kind(name, weight):
    """Registers a function as the attack of that name."""
    def register(function):
        KINDS_OF_ATTACK[name] = (function, weight)
        return function
    return register


def words(section):
    """Hostile words of a section of words.txt, without its escapes."""
    text = pathlib.Path(__file__).with_name("words.txt").read_text()
    text = re.sub(r"\{([^{}]+)\*(\d+)\}", lambda match: match[1] * int(match[2]), text)
    lines = text.partition(f"[{section}]\n")[2].partition("\n[")[0].splitlines()
    return tuple(line.encode("latin-1", "backslashreplace").decode("unicode_escape") for line in lines)


def raw(section):
    """The same as bytes."""
    return tuple(word.encode("latin-1") for word in words(section))
