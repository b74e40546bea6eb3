"""Registry of the kinds of attack.

A kind is a generator function of an `experiments.Attack`: it yields (text, words) for everything that
is wrong, where `words` is the command line that shows it. Its module registers it with a weight:

    @kind("files", 6)
    def attack_files(attack):
        ...
"""

KINDS_OF_ATTACK = {}  # name: (function, weight); the weights are relative


def kind(name, weight):
    """Registers a function as the attack of that name."""
    def register(function):
        KINDS_OF_ATTACK[name] = (function, weight)
        return function
    return register
