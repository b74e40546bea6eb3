/// @file
/// Vector, span and array indexed by signed numbers from 0, such as ports, dimensions, slots and
/// processes.
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <span>
#include <type_traits>
#include <vector>

namespace tutti {

template <std::signed_integral Index, class T>
class indexed_vector : public std::vector<T> {
public:
    indexed_vector() = default;
    explicit indexed_vector(Index size, const T& value = {}) { resize(size, value); }

    void resize(Index size, const T& value = {}) {
        std::vector<T>::resize(static_cast<std::size_t>(size), value);
    }
    [[nodiscard]] decltype(auto) operator[](Index index) { return this->begin()[index]; }
    [[nodiscard]] decltype(auto) operator[](Index index) const { return this->begin()[index]; }
};

/// Span likewise.
template <std::signed_integral Index, class T>
class indexed_span : public std::span<T> {
public:
    explicit(false) indexed_span(std::span<T> all) noexcept : std::span<T>{all} {}

    [[nodiscard]] T& operator[](Index index) const noexcept { return this->begin()[index]; }
};

/// Array likewise, or indexed by an enumeration that counts from 0.
template <class Index, class T, std::size_t Size>
    requires(std::signed_integral<Index> || std::is_enum_v<Index>)
struct indexed_array : std::array<T, Size> {
    [[nodiscard]] constexpr T& operator[](Index index) {
        return std::array<T, Size>::operator[](static_cast<std::size_t>(index));
    }
    [[nodiscard]] constexpr const T& operator[](Index index) const {
        return std::array<T, Size>::operator[](static_cast<std::size_t>(index));
    }
};

}  // namespace tutti
