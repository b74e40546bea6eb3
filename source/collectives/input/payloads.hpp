/// @file
/// Message payloads, derived from a secret key.
#pragma once

#include <cstdint>

namespace tutti {

/// 64 bits for every message of a run, which a program cannot work out: a packet with the right
/// payload has travelled from its origin. Copied and handed on by the code that sets up a run; what
/// a payload is only `derived_payloads` can say, which is not installed.
class payloads {
    friend class derived_payloads;

    // Three words, so that a payload that is known does not give the others away; the folded
    // product cannot be undone.
    std::uint64_t first_ = 0;
    std::uint64_t second_ = 0;
    std::uint64_t third_ = 0;
};

}  // namespace tutti
