"""How a check says that something is wrong."""


class Wrong(Exception):
    """What the server does is not what its API says."""


def check(holds, text):
    if not holds:
        raise Wrong(text)


def shortened(value):
    text = ascii(value)
    return text if len(text) <= 300 else f"{text[:300]}.."


def check_equal(found, right, what):
    check(found == right, f"{what}: {shortened(found)} in place of {shortened(right)}")


def check_within(value, low, high, what):
    check(low <= value <= high, f"{what}: {value} is not within {low} to {high}")
