"""Reader of the packets of a chunk of events, written from the description of the format alone."""

import dataclasses

CONTROL, HAS_MESSAGE, HAS_PIECE, COUNTS, NAMES = 1, 2, 4, 8, 16
OWN_PAYLOAD = 2


@dataclasses.dataclass
class Kind:
    name: str
    flags: int
    size: int  # of packets without a message


class Column:
    """Numbers of the second part of a chunk, from a place on."""

    def __init__(self, text):
        self.text, self.at = text, 0

    def number(self):
        value = shift = 0
        while True:
            byte = self.text[self.at]
            self.at += 1
            value |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return value

    def numbers(self, count):
        return [self.number() for _ in range(count)]

    def skip(self, count):
        self.at += count

    def word(self):
        size = self.number()
        self.skip(size)
        return self.text[self.at - size:self.at].decode()

    def kind(self):
        name, flags = self.word(), self.number()
        self.skip(16)  # the share
        return Kind(name, flags, self.number())


def contributions_in(text):
    """The (place, number) of every statement of contributions in the second part of a chunk."""
    column, found = Column(text), []
    kinds = [column.kind() for _ in range(column.number())]
    for _ in range(column.number()):
        column.word()
    while column.at < len(text):
        _, packets, deliveries, marks, ends = column.numbers(5)
        codes = column.numbers(packets)
        column.numbers(2 * packets)  # senders and ports
        of = [kinds[code // 4] for code in codes]
        messages = sum(bool(kind.flags & HAS_MESSAGE) for kind in of)
        column.numbers(2 * messages)  # origins and numbers
        column.numbers(sum(bool(kind.flags & HAS_PIECE) for kind in of))
        for _ in range(sum(bool(kind.flags & COUNTS) for kind in of)):
            place = column.at
            found.append((place, column.number()))
        column.skip(8 * sum(bool(kind.flags & NAMES) for kind in of))
        column.skip(8 * sum(bool(code & OWN_PAYLOAD and kind.flags & HAS_MESSAGE)
                            for code, kind in zip(codes, of)))
        column.skip(sum(kind.size for kind in of if not kind.flags & HAS_MESSAGE))
        column.numbers(deliveries)
        own = sum(column.numbers(deliveries))
        column.numbers(2 * deliveries)
        column.skip(8 * own)
        column.numbers(2 * marks + ends)
    return found
