"""XXH3 with 64 bits, as recordings have it in their checksums."""

import struct

MASK = (1 << 64) - 1
SECRET = bytes.fromhex(
    "b8fe6c3923a44bbe7c01812cf721ad1cded46de9839097db7240a4a4b7b3671f"
    "cb79e64eccc0e578825ad07dccff7221b8084674f743248ee03590e6813a264c"
    "3c2852bb91c300cb88d0658b1b532ea371644897a20df94e3819ef46a9deacd8"
    "a8fa763fe39c343ff9dcbbc7c70b4f1d8a51e04bcdb45931c89f7ec9d9787364"
    "eac5ac8334d3ebc3c581a0fffa1363eb170ddd51b7f0da49d316552629d4689e"
    "2b16be587d47a1fc8ff8b8d17ad031ce45cb3a8f95160428afd7fbcabb4b407e")
SMALL = (0x9E3779B1, 0x85EBCA77, 0xC2B2AE3D)
LARGE = (0x9E3779B185EBCA87, 0xC2B2AE3D27D4EB4F, 0x165667B19E3779F9, 0x85EBCA77C2B2AE63,
         0x27D4EB2F165667C5)
STRIPE, BLOCK_STRIPES = 64, 16


def word(data, at):
    return struct.unpack_from("<Q", data, at)[0]


def half(data, at):
    return struct.unpack_from("<I", data, at)[0]


def folded(one, other):
    product = one * other
    return (product ^ product >> 64) & MASK


def turned(value, bits):
    return (value << bits | value >> 64 - bits) & MASK


def avalanche(value):
    value = (value ^ value >> 37) * 0x165667919E3779F9 & MASK
    return value ^ value >> 32


def old_avalanche(value):
    value = (value ^ value >> 33) * LARGE[1] & MASK
    value = (value ^ value >> 29) * LARGE[2] & MASK
    return value ^ value >> 32


def mixed(data, at, secret_at, seed):
    return folded(word(data, at) ^ word(SECRET, secret_at) + seed & MASK,
                  word(data, at + 8) ^ word(SECRET, secret_at + 8) - seed & MASK)


def up_to_16(data, seed):
    size = len(data)
    if size > 8:
        low = word(data, 0) ^ (word(SECRET, 24) ^ word(SECRET, 32)) + seed & MASK
        high = word(data, size - 8) ^ (word(SECRET, 40) ^ word(SECRET, 48)) - seed & MASK
        swapped = int.from_bytes(low.to_bytes(8, "little"), "big")
        return avalanche(size + swapped + high + folded(low, high) & MASK)
    if size > 3:
        swapped = int.from_bytes((seed & 0xFFFFFFFF).to_bytes(4, "little"), "big")
        seed ^= swapped << 32
        value = half(data, size - 4) + (half(data, 0) << 32)
        value ^= (word(SECRET, 8) ^ word(SECRET, 16)) - seed & MASK
        value = (value ^ turned(value, 49) ^ turned(value, 24)) * 0x9FB21C651E98DF25 & MASK
        value = (value ^ (value >> 35) + size) * 0x9FB21C651E98DF25 & MASK
        return value ^ value >> 28
    if size > 0:
        value = data[0] << 16 | data[size >> 1] << 24 | data[-1] | size << 8
        return old_avalanche(value ^ (half(SECRET, 0) ^ half(SECRET, 4)) + seed & MASK)
    return old_avalanche(seed ^ word(SECRET, 56) ^ word(SECRET, 64))


def up_to_128(data, seed):
    size = len(data)
    total = size * LARGE[0]
    for i in range((size - 1) // 32, -1, -1):
        total += mixed(data, 16 * i, 32 * i, seed)
        total += mixed(data, size - 16 * (i + 1), 32 * i + 16, seed)
    return avalanche(total & MASK)


def up_to_240(data, seed):
    size = len(data)
    total = size * LARGE[0] + sum(mixed(data, 16 * i, 16 * i, seed) for i in range(8))
    total = avalanche(total & MASK) + mixed(data, size - 16, 136 - 17, seed)
    total += sum(mixed(data, 16 * i, 16 * (i - 8) + 3, seed) for i in range(8, size // 16))
    return avalanche(total & MASK)


def accumulate(sums, data, at, secret, secret_at):
    for i in range(8):
        value = word(data, at + 8 * i)
        key = value ^ word(secret, secret_at + 8 * i)
        sums[i ^ 1] = sums[i ^ 1] + value & MASK
        sums[i] = sums[i] + (key & 0xFFFFFFFF) * (key >> 32) & MASK


def long(data, seed):
    secret = b"".join(struct.pack("<QQ", word(SECRET, at) + seed & MASK,
                                  word(SECRET, at + 8) - seed & MASK)
                      for at in range(0, len(SECRET), 16))
    sums = [SMALL[2], *LARGE[:4], SMALL[1], LARGE[4], SMALL[0]]
    for stripe in range((len(data) - 1) // STRIPE):
        accumulate(sums, data, STRIPE * stripe, secret, 8 * (stripe % BLOCK_STRIPES))
        if stripe % BLOCK_STRIPES == BLOCK_STRIPES - 1:
            sums = [(value ^ value >> 47 ^ word(secret, len(secret) - STRIPE + 8 * i)) * SMALL[0]
                    & MASK for i, value in enumerate(sums)]
    accumulate(sums, data, len(data) - STRIPE, secret, len(secret) - STRIPE - 7)
    total = len(data) * LARGE[0]
    for i in range(4):
        total += folded(sums[2 * i] ^ word(secret, 11 + 16 * i),
                        sums[2 * i + 1] ^ word(secret, 19 + 16 * i))
    return avalanche(total & MASK)


def xxh3(data, seed=0):
    if len(data) <= 16:
        return up_to_16(data, seed)
    if len(data) <= 128:
        return up_to_128(data, seed)
    return up_to_240(data, seed) if len(data) <= 240 else long(data, seed)
