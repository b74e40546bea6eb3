#include "digest.hpp"

// xxHash offers its streaming state by value only to who inlines the library.
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

}  // namespace tutti
