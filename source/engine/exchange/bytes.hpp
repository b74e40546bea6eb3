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

#include "node/violation.hpp"

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

/// Reader of bytes, in the order in which they were appended. Each reader throws `error` if they
/// end too early: a process that runs a user's program may send any.
class byte_reader {
public:
    explicit byte_reader(std::span<const std::byte> bytes) noexcept : left_{bytes} {}

    [[nodiscard]] bool is_at_end() const noexcept { return left_.empty(); }
    [[nodiscard]] std::span<const std::byte> left() const noexcept { return left_; }

    template <class T>
    [[nodiscard]] T take() {
        std::array<std::byte, sizeof(T)> value{};
        std::ranges::copy(take_bytes(sizeof(T)), value.begin());
        return std::bit_cast<T>(value);
    }
    /// The next bytes, which stay where they are. @param each how many of them are one of `count`
    [[nodiscard]] std::span<const std::byte> take_bytes(std::size_t count, std::size_t each = 1) {
        if (count > left_.size() / each) [[unlikely]] {
            throw error{"the bytes of another process end too early"};
        }
        const std::span<const std::byte> taken = left_.first(count * each);
        left_ = left_.subspan(taken.size());
        return taken;
    }
    [[nodiscard]] std::string take_text() {
        const std::span<const std::byte> taken = take_bytes(take<std::size_t>());
        std::string text(taken.size(), ' ');
        std::ranges::copy(taken, std::as_writable_bytes(std::span{text}).begin());
        return text;
    }

private:
    std::span<const std::byte> left_;
};

}  // namespace tutti::detail
