#include "digest.hpp"

// xxHash offers its streaming state by value only where the library is inlined.
#define XXH_INLINE_ALL  // NOLINT(cppcoreguidelines-macro-usage)
#include <xxhash.h>

namespace tutti {

struct digest::state {
    XXH3_state_t hash;
};

digest::digest() : state_{std::make_unique<state>()} { XXH3_64bits_reset(&state_->hash); }

digest::digest(digest&&) noexcept = default;
digest& digest::operator=(digest&&) noexcept = default;
digest::~digest() = default;

void digest::add(std::uint64_t number) {
    XXH3_64bits_update(&state_->hash, &number, sizeof number);
}

void digest::add(std::span<const std::uint64_t> numbers) {
    XXH3_64bits_update(&state_->hash, numbers.data(), numbers.size_bytes());
}

void digest::add(std::string_view name) {
    add(name.size());
    XXH3_64bits_update(&state_->hash, name.data(), name.size());
}

std::uint64_t digest::value() const { return XXH3_64bits_digest(&state_->hash); }

std::uint64_t run_digest(digest sums, std::uint64_t transmissions,
                         std::uint64_t control_transmissions,
                         std::span<const milestone_record> marks) {
    sums.add(transmissions);
    sums.add(control_transmissions);
    for (const milestone_record& mark : marks) {
        sums.add(mark.name);
        sums.add(static_cast<std::uint64_t>(mark.slots));
    }
    return sums.value();
}

}  // namespace tutti
