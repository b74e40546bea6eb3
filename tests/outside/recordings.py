"""Recordings that were changed: with checksums that hold, or without. What they are read by ends at
once, in one line, and no change of the plan passes `check`."""

import ctypes
import ctypes.util
import dataclasses
import json
import os
import struct

import results
from kinds import kind

HEAD, FORMAT = b"TUTTIREC", "<IIqqIIIIII2I2IQ"
VERSIONS = (1, 2, 3)
HEAD_SIZE, PLACE = struct.calcsize(FORMAT), struct.Struct("<Q72s")
PLAN, LINKS, EVENTS, RESULT, INDEX = range(1, 6)
COUNTS = {"first_slot": 2, "last_slot": 3, "packets": 4, "control": 5, "deliveries": 6, "marks": 7,
          "ends": 8, "messages": 9}
WHOLE, PACKED = 10, 12
# Address space, in KiB, and processor time, in s.
LIMITS = "ulimit -v 2000000; ulimit -t 20"
READERS = (["check"], ["check", "--json"], ["show"], ["show", "--json"], ["show", "--slot", "1"],
           ["show", "--node", "0"], ["export", "--as", "csv", "-o", "-"],
           ["export", "--as", "jsonl", "-o", "-"], ["draw", "--as", "use"],
           ["draw", "--as", "space-time"], ["draw", "--as", "links"])
EVIL = ("\x1b[31m", "\x07", "\u009b2J", "\u2028", "=1+1", "-x", "@x", "a" * 3000, "</script>", "")
LARGE = (0, 1, 2**16, 2**30, 2**31, 2**32 - 1, 2**62, 2**63 - 1, 2**64 - 1, -1, 10**30)
NETWORKS = ("hypercube:30", "torus:32768x32768", "complete:20000", "ring:1073741824", "hypercube:3",
            "random-graph:1000000.2000000.1", "product(complete:1000,complete:1000)", "graph:x",
            "product(graph:x,ring:1000000)", "tree:29", "butterfly:20")


def library(name, function, result, *arguments):
    """A function of a library in C, or None."""
    path = ctypes.util.find_library(name)
    found = path and getattr(ctypes.CDLL(path), function)
    if found:
        found.restype, found.argtypes = result, arguments
    return found


DECOMPRESS = library("zstd", "ZSTD_decompress", ctypes.c_size_t, ctypes.c_char_p, ctypes.c_size_t, ctypes.c_char_p,
                     ctypes.c_size_t)
XXH3 = library("xxhash", "XXH3_64bits_withSeed", ctypes.c_uint64, ctypes.c_char_p, ctypes.c_size_t, ctypes.c_uint64)


def xxh3(data, seed=0):
    return XXH3(data, len(data), seed)


def unpacked(packed, size):
    if not packed:
        return b""
    whole = ctypes.create_string_buffer(size)
    if DECOMPRESS(whole, size, packed, len(packed)) != size:
        raise ValueError("a part of a recording that cannot be unpacked")
    return whole.raw


def frame(whole):
    """A frame of zstd, in blocks as they are."""
    if not whole:
        return b""
    blocks = [whole[at:at + (1 << 17)] for at in range(0, len(whole), 1 << 17)]
    heads = [len(block) << 3 | (number == len(blocks) - 1) for number, block in enumerate(blocks)]
    return struct.pack("<IBQ", 0xFD2FB528, 0xE0, len(whole)) + b"".join(
        head.to_bytes(3, "little") + block for head, block in zip(heads, blocks))


@dataclasses.dataclass
class Chunk:
    head: list
    packed: list  # of two parts

    @property
    def type(self):
        return self.head[0]

    def set_part(self, which, packed, size):
        self.packed[which] = packed
        self.head[PACKED + which], self.head[WHOLE + which] = len(packed), size

    def text(self, which=1):
        return unpacked(self.packed[which], self.head[WHOLE + which])

    def in_file(self):
        """Its head and its parts, and a checksum that holds."""
        packed = b"".join(self.packed)
        self.head[-1] = 0
        self.head[-1] = xxh3(packed, xxh3(struct.pack(FORMAT, *self.head)))
        return struct.pack(FORMAT, *self.head), packed


def version_of(recording):
    """The version of its format; all that there are have the same chunks."""
    version, = struct.unpack_from("<I", recording, len(HEAD))
    if version not in VERSIONS:
        raise ValueError(f"a recording of version {version}")
    return version


def chunks_of(recording):
    """The chunks of a recording but its index."""
    all_of_it, at = [], len(HEAD) + 4
    version_of(recording)
    while True:
        head = list(struct.unpack_from(FORMAT, recording, at))
        at += HEAD_SIZE
        parts = []
        for size in head[PACKED:PACKED + 2]:
            parts.append(recording[at:at + size])
            at += size
        if head[0] == INDEX:
            return all_of_it
        all_of_it.append(Chunk(head, parts))


def recording_of(chunks):
    made, places = HEAD + struct.pack("<I", VERSIONS[-1]), []
    for chunk in chunks:
        head, packed = chunk.in_file()
        places.append(PLACE.pack(len(made), head))
        made += head + packed
    index = b"".join(places)
    last = Chunk([INDEX, 0, *[0] * 14, 0][:15], [b"", b""])
    last.set_part(1, frame(index), len(index))
    head, packed = last.in_file()
    return made + head + packed + struct.pack("<Q", len(made)) + b"TUTTIEND"


def first(chunks, kind):
    return next(chunk for chunk in chunks if chunk.type == kind)


def set_text(chunk, text, which=1):
    chunk.set_part(which, frame(text), len(text))


# Changes. Each takes the draws and the bytes of a recording and returns others; the text says what
# was done.

def change_bytes(random, recording):
    made = bytearray(recording)
    for _ in range(random.randint(1, 3)):
        made[random.randrange(len(made))] ^= 1 << random.randrange(8)
    return bytes(made), "bits of the file"


def cut(random, recording):
    return recording[:random.randrange(len(recording))], "its end is missing"


def change_head(random, recording):
    chunks = chunks_of(recording)
    chunk, name = random.choice(chunks), random.choice(list(COUNTS))
    most = 2**63 - 1 if name.endswith("slot") else 2**32 - 1
    chunk.head[COUNTS[name]] = min(most, abs(random.choice(LARGE)))
    return recording_of(chunks), f"{name} of a head"


def change_events(random, recording):
    chunks = chunks_of(recording)
    chunk = random.choice([each for each in chunks if each.type == EVENTS])
    which = random.choice((0, 1, 1, 1))
    text = bytearray(chunk.text(which))
    for _ in range(random.randint(1, 4)):
        kind, at = random.randrange(3), random.randrange(len(text) + 1)
        if kind == 0:
            text[at:at + 1] = bytes([random.randrange(256)])
        elif kind == 1:
            del text[at:at + random.choice((1, 1, 8, 100))]
        else:
            text[at:at] = random.choice((b"\0", b"\xff" * 9 + b"\1", b"\x80" * 4 + b"\4",
                                         b"\x1b[2J", bytes(1000)))
    set_text(chunk, bytes(text), which)
    return recording_of(chunks), f"part {which} of a chunk of events"


def change_text(chunk, text):
    set_text(chunk, json.dumps(text).encode("utf-8", "surrogatepass"))


def places_in(value):
    """Every place in a JSON value: the container and the key."""
    keys = value if isinstance(value, dict) else range(len(value) if isinstance(value, list) else 0)
    for key in list(keys):
        yield value, key
        yield from places_in(value[key])


def change_json(random, recording):
    chunks = chunks_of(recording)
    chunk = first(chunks, random.choice((PLAN, PLAN, RESULT)))
    text = json.loads(chunk.text())
    inside, key = random.choice(list(places_in(text)))
    kind = random.randrange(4 if chunk.type == PLAN else 3)
    if kind == 0 and isinstance(inside, dict):
        del inside[key]
    elif kind == 1:
        inside[key] = random.choice(LARGE + EVIL)
    elif kind == 3:
        text["plan"]["network"] = random.choice(NETWORKS)
        text["nodes"] = random.choice((text["nodes"], 2**30, 20000, 10**6))
    else:
        inside[key] = random.choice(([], {}, None, True, [random.choice(LARGE)] * 1000,
                                     random.choice(EVIL)))
    change_text(chunk, text)
    return recording_of(chunks), f"{key} in a {'plan' if chunk.type == PLAN else 'result'}"


UNPACKED = (change_head, change_events, change_json)
ANY = (change_bytes, cut)


def reading_faults(outcome, is_check):
    """What is wrong with how a changed recording was read."""
    allowed = (0, 1, 2, 5) if is_check else (0, 2)
    if outcome.status is None or outcome.status < 0 or outcome.status > 128:
        yield f"takes too much: {outcome.status} {outcome.complaint[:200]!r}"
    elif outcome.status not in allowed:
        yield f"exit status {outcome.status}: {outcome.complaint[:200]!r}"
    elif outcome.status == 2:
        # Tables are written as they are read.
        output = b"" if outcome.words[:1] == ["export"] else outcome.output
        yield from results.refusal_faults(output, outcome.complaint)
    else:
        yield from results.printed_faults(outcome.output, "\r\n\t")


def recorded(attack):
    """The bytes of a recording of a small random plan, or None."""
    path = attack.path("honest.tutti")
    plan = attack.draw.plan()
    outcome = attack.run(plan.words("record") + ["-o", path, "--max-bytes", "200000", "-t", "1"],
                         seconds=20)
    if outcome.status not in (0, 1) or not os.path.exists(path):
        return None
    with open(path, "rb") as file:
        return file.read()


def check_faults(outcome, change, what):
    """What changed may not be verified as what was not."""
    if change in ANY and outcome.status == 0:
        yield f"passes, and {what} was changed"


@kind("recordings", 6)
def attack_recordings(attack):
    """A recording that was changed is read, or refused, at once."""
    honest = recorded(attack)
    if honest is None:
        return
    path = attack.path("changed.tutti")
    attack.before = ["sh", "-c", f'{LIMITS}; exec "$@"', "sh"]
    for _ in range(8):
        change = attack.random.choice(ANY + UNPACKED if DECOMPRESS and XXH3 else ANY)
        made, what = change(attack.random, honest)
        if what is None or made == honest:
            continue
        with open(path, "wb") as file:
            file.write(made)
        reader = attack.random.choice(READERS)
        for words in (["check", path], [reader[0], path, *reader[1:]]):
            outcome = attack.run(words, seconds=30)
            yield from ((f"{what}: {text}", words)
                        for text in reading_faults(outcome, words[0] == "check"))
            if words[0] == "check":
                yield from ((text, words) for text in check_faults(outcome, change, what))
