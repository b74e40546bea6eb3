#include "packed_bytes.hpp"

#include <new>

#include <fmt/format.h>
#include <zstd.h>

#define XXH_INLINE_ALL  // NOLINT(cppcoreguidelines-macro-usage)
#include <xxhash.h>

#include "recording_format.hpp"

namespace tutti::record {

packer::packer() : compressor_{ZSTD_createCCtx()} {
    if (!compressor_) {
        throw std::bad_alloc{};
    }
}

void packer::release::operator()(ZSTD_CCtx_s* compressor) const noexcept {
    ZSTD_freeCCtx(compressor);
}

void packer::pack(std::string_view whole, std::string& to) {
    // Columns are repetitive: a higher level of compression gains little.
    constexpr int level = 1;
    if (whole.empty()) {
        return;
    }
    const std::size_t before = to.size();
    // With room for the worst case a single call suffices; the surplus is cut off afterwards.
    to.resize(before + ZSTD_compressBound(whole.size()));
    const std::size_t packed = ZSTD_compressCCtx(compressor_.get(), &to[before], to.size() - before,
                                                 whole.data(), whole.size(), level);
    if (ZSTD_isError(packed) != 0) {
        throw std::bad_alloc{};
    }
    to.resize(before + packed);
}

// Callers have found the stated size plausible before. A frame that yields another number of bytes
// is damaged, even if it can be decompressed.
std::string unpacked(std::string_view packed, std::size_t whole_bytes) {
    std::string whole(whole_bytes, '\0');
    if (whole_bytes == 0 && packed.empty()) {
        return whole;
    }
    const std::size_t size =
        ZSTD_decompress(whole.data(), whole.size(), packed.data(), packed.size());
    if (ZSTD_isError(size) != 0 || size != whole_bytes) {
        refuse_damage("a chunk cannot be unpacked");
    }
    return whole;
}

std::uint64_t checksum_of(chunk_head head, std::string_view packed) noexcept {
    // The head enters as the seed, with its own field for the checksum set to 0.
    head.checksum = 0;
    return XXH3_64bits_withSeed(packed.data(), packed.size(), XXH3_64bits(&head, sizeof head));
}

std::uint64_t column_reader::throw_damage() { refuse_damage("an event cannot be read"); }

void refuse_damage(std::string_view reason) {
    throw recording_error{fmt::format("is damaged: {}", reason)};
}

}  // namespace tutti::record
