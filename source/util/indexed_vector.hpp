/// @file
/// Vector indexed by signed numbers from 0, such as ports, dimensions, slots and processes.
#pragma once

#include <concepts>
#include <cstddef>
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

}  // namespace tutti
