#include "tutti/machine/digest.hpp"

#include <cstring>

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

void digest::add(std::string_view name) {
    add(name.size());
    XXH3_64bits_update(&state_->hash, name.data(), name.size());
}

std::uint64_t digest::value() const { return XXH3_64bits_digest(&state_->hash); }

std::span<const std::byte> digest::bytes() const {
    return std::as_bytes(std::span{&state_->hash, 1});
}

// All but where xxHash's constants lie in memory.
void digest::go_on_from(std::span<const std::byte> other) {
    const auto* const constants = state_->hash.extSecret;
    std::memcpy(&state_->hash, other.data(), sizeof state_->hash);
    state_->hash.extSecret = constants;
}

}  // namespace tutti
