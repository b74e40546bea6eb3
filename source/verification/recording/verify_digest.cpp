#include "verify_digest.hpp"

#include <array>
#include <cstring>
#include <string>
#include <string_view>

// Inlined, as a separate library would have to be linked.
#ifndef XXH_INLINE_ALL
#define XXH_INLINE_ALL  // NOLINT(cppcoreguidelines-macro-usage)
#endif
#include <xxhash.h>

namespace tutti {
namespace {

// Both halves of the product, one on the other.
std::uint64_t folded_product(std::uint64_t one, std::uint64_t other) noexcept {
    __extension__ using wide = unsigned __int128;
    const wide product = wide{one} * other;
    return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64U);
}

std::uint64_t share_of_delivery(slot at, const recorded_delivery& delivery) noexcept {
    const std::uint64_t position = (static_cast<std::uint64_t>(at) << 32U) ^ delivery.to;
    const std::uint64_t which =
        (std::uint64_t{delivery.content.origin} << 32U) | delivery.content.number;
    return folded_product(delivery.content.payload ^ (position * 0x9E3779B97F4A7C15U),
                          (which * 0xD1B54A32D192ED03U) ^ 0xA0761D6478BD642FU);
}

/// Bytes to be hashed.
class hashed_bytes {
public:
    void add(std::uint64_t number) {
        std::array<char, sizeof number> bytes{};
        std::memcpy(bytes.data(), &number, sizeof number);
        bytes_.append(bytes.data(), bytes.size());
    }
    void add(std::string_view name) {
        add(std::uint64_t{name.size()});
        bytes_ += name;
    }
    [[nodiscard]] std::uint64_t hash() const { return XXH3_64bits(bytes_.data(), bytes_.size()); }

private:
    std::string bytes_;
};

}  // namespace

void delivery_sums::take(const recorded_slot& record) noexcept {
    for (const recorded_delivery& delivery : record.delivered) {
        sums_[delivery.to] += share_of_delivery(record.at, delivery);
    }
}

std::uint64_t delivery_sums::digest(const packet_totals& packets,
                                    const recorded_phase_statistics& book) const {
    hashed_bytes digested;
    for (const std::uint64_t sum : sums_) {
        digested.add(sum);
    }
    digested.add(packets.total);
    digested.add(packets.control);
    for (const marks_of_name& marks : book.all()) {
        digested.add(std::string_view{marks.name});
        digested.add(static_cast<std::uint64_t>(marks.slots));
    }
    return digested.hash();
}

}  // namespace tutti
