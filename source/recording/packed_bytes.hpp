/// @file
/// Byte encoding of recordings: columns and compressed parts.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "tutti/recording/recording.hpp"

struct ZSTD_CCtx_s;

namespace tutti::record {

/// Numbers written one after the other.
class column {
public:
    void add(std::uint64_t number) {
        constexpr std::size_t most = 10;
        const std::span<char> room = room_for(most);
        std::size_t written = 0;
        for (; number >= 0x80U; number >>= 7U) {
            room[written++] = static_cast<char>(number | 0x80U);
        }
        room[written++] = static_cast<char>(number);
        size_ += written;
    }
    void add_bytes(std::span<const std::byte> bytes) {
        if (!bytes.empty()) {
            std::memcpy(room_for(bytes.size()).data(), bytes.data(), bytes.size());
            size_ += bytes.size();
        }
    }
    template <class T>
        requires std::is_trivially_copyable_v<T>
    void add_as_is(const T& value) {
        std::memcpy(room_for(sizeof value).data(), &value, sizeof value);
        size_ += sizeof value;
    }
    void add_text(std::string_view text) {
        add(text.size());
        add_bytes(std::as_bytes(std::span{text}));
    }

    [[nodiscard]] std::string_view bytes() const noexcept { return {bytes_.data(), size_}; }
    [[nodiscard]] std::size_t size() const noexcept { return size_; }
    void clear() noexcept { size_ = 0; }

private:
    [[nodiscard]] std::span<char> room_for(std::size_t more) {
        if (bytes_.size() - size_ < more) {
            bytes_.resize(2 * bytes_.size() + more);
        }
        return std::span{bytes_}.subspan(size_);
    }

    std::vector<char> bytes_;
    std::size_t size_ = 0;
};

/// Numbers read one after the other.
class column_reader {
public:
    explicit column_reader(std::string_view bytes) noexcept : left_{bytes} {}

    [[nodiscard]] bool is_at_end() const noexcept { return left_.empty(); }
    /// Bytes that are still to be read.
    [[nodiscard]] std::size_t left() const noexcept { return left_.size(); }

    /// @throws recording_error, like all below, if there is none, or it is above `most`
    [[nodiscard]] std::uint64_t number(std::uint64_t most) {
        std::uint64_t value = 0;
        for (unsigned int shift = 0; shift < 64; shift += 7) {
            const auto byte = static_cast<unsigned char>(take(1).front());
            value |= std::uint64_t{byte & 0x7FU} << shift;
            if (byte < 0x80U) {
                return value <= most ? value : throw_damage();
            }
        }
        return throw_damage();
    }
    [[nodiscard]] std::uint32_t small_number(std::uint32_t most = ~std::uint32_t{0}) {
        return static_cast<std::uint32_t>(number(most));
    }
    template <class T>
        requires std::is_trivially_copyable_v<T>
    [[nodiscard]] T as_is() {
        T value;
        std::memcpy(&value, take(sizeof value).data(), sizeof value);
        return value;
    }
    [[nodiscard]] std::string_view text(std::size_t most) { return take(number(most)); }
    /// Number of the items that follow, each of at least `least_bytes` bytes.
    [[nodiscard]] std::uint64_t count(std::uint64_t most, std::uint64_t least_bytes) {
        const std::uint64_t things = number(most);
        return things <= left_.size() / least_bytes ? things : throw_damage();
    }
    /// The next bytes, of this number.
    [[nodiscard]] std::string_view take(std::size_t count) {
        if (count > left_.size()) {
            (void)throw_damage();
        }
        const std::string_view taken = left_.substr(0, count);
        left_.remove_prefix(count);
        return taken;
    }

private:
    static std::uint64_t throw_damage();

    std::string_view left_;
};

/// Packs parts of chunks.
class packer {
public:
    packer();

    /// Appends a frame with what `whole` has; nothing for nothing.
    void pack(std::string_view whole, std::string& to);

private:
    struct release {
        void operator()(ZSTD_CCtx_s* compressor) const noexcept;
    };
    std::unique_ptr<ZSTD_CCtx_s, release> compressor_;  // reused: there is one a recorder
};

/// Content of a frame of `whole_bytes` bytes.
[[nodiscard]] std::string unpacked(std::string_view packed, std::size_t whole_bytes);

/// @throws recording_error always
[[noreturn]] void refuse_damage(std::string_view reason);

}  // namespace tutti::record
