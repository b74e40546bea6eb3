/// @file
/// Serialisation of values for another process of the same program.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace tutti::detail {

template <class T>
    requires std::is_trivially_copyable_v<T>
void append(std::vector<std::byte>& bytes, const T& value) {
    const auto added = std::as_bytes(std::span{&value, 1});
    bytes.insert(bytes.end(), added.begin(), added.end());
}

/// Several values, one behind the other.
template <class... Values>
    requires(std::is_trivially_copyable_v<Values> && ...)
void append_together(std::vector<std::byte>& bytes, const Values&... values) {
    std::size_t at = bytes.size();
    bytes.resize(at + (sizeof(Values) + ...));
    const auto put = [&](std::span<const std::byte> added) {
        std::memcpy(&bytes[at], added.data(), added.size());
        at += added.size();
    };
    (put(std::as_bytes(std::span{&values, 1})), ...);
}

/// All of them, one behind the other.
template <class T>
    requires std::is_trivially_copyable_v<T>
void append_values(std::vector<std::byte>& bytes, std::span<const T> values) {
    const auto added = std::as_bytes(values);
    bytes.insert(bytes.end(), added.begin(), added.end());
}

inline void append_text(std::vector<std::byte>& bytes, std::string_view text) {
    append(bytes, text.size());
    const auto added = std::as_bytes(std::span{text});
    bytes.insert(bytes.end(), added.begin(), added.end());
}

/// Reader of bytes, in the order in which they were appended.
class byte_reader {
public:
    explicit byte_reader(std::span<const std::byte> bytes) noexcept : left_{bytes} {}

    [[nodiscard]] bool is_at_end() const noexcept { return left_.empty(); }
    [[nodiscard]] std::span<const std::byte> left() const noexcept { return left_; }

    /// @pre a `T` comes next
    template <class T>
    [[nodiscard]] T take() noexcept {
        std::array<std::byte, sizeof(T)> value{};
        std::ranges::copy(left_.first(sizeof(T)), value.begin());
        left_ = left_.subspan(sizeof(T));
        return std::bit_cast<T>(value);
    }
    /// @pre at least this number of bytes is left. They stay where they are
    [[nodiscard]] std::span<const std::byte> take_bytes(std::size_t size) noexcept {
        const std::span<const std::byte> taken = left_.first(size);
        left_ = left_.subspan(size);
        return taken;
    }
    /// @pre a text comes next
    [[nodiscard]] std::string take_text() {
        std::string text(take<std::size_t>(), ' ');
        std::ranges::copy(take_bytes(text.size()), std::as_writable_bytes(std::span{text}).begin());
        return text;
    }

private:
    std::span<const std::byte> left_;
};

}  // namespace tutti::detail
