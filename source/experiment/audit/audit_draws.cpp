#include "audit_draws.hpp"

#include <cerrno>
#include <system_error>

#include <sys/random.h>

namespace tutti {

// The seed is below 2^53, so that readers of JSON that store numbers as doubles keep it exact.
std::uint64_t draw_audit_seed() {
    constexpr unsigned int spare_bits = 11;
    std::uint64_t seed = 0;
    if (::getrandom(&seed, sizeof seed, 0) != ssize_t{sizeof seed}) {
        throw std::system_error{errno, std::generic_category(), "entropy for an audit"};
    }
    return seed >> spare_bits;
}

}  // namespace tutti
