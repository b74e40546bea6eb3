/// @file
/// A large array whose untouched pages cost nothing.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <memory>
#include <new>
#include <type_traits>

namespace tutti::detail {

/// `size` elements of all-zero bytes, of a type for which those are a value. Memory that is never
/// written is never backed by the system.
template <class T>
    requires std::is_trivially_copyable_v<T>
class zeroed_array {
public:
    /// @throws std::bad_alloc
    explicit zeroed_array(std::size_t size)
        // calloc alone gives zero pages that stay untouched; new would write them.
        // NOLINTNEXTLINE(cppcoreguidelines-no-malloc,cppcoreguidelines-owning-memory)
        : data_{static_cast<T*>(std::calloc(size == 0 ? 1 : size, sizeof(T)))} {
        if (!data_) {
            throw std::bad_alloc{};
        }
    }

    [[nodiscard]] T& operator[](std::size_t index) noexcept { return data_[index]; }
    [[nodiscard]] const T& operator[](std::size_t index) const noexcept { return data_[index]; }

private:
    struct release {
        // NOLINTNEXTLINE(cppcoreguidelines-no-malloc,cppcoreguidelines-owning-memory)
        void operator()(T* data) const noexcept { std::free(data); }
    };
    // NOLINTNEXTLINE(modernize-avoid-c-arrays,cppcoreguidelines-avoid-c-arrays): unique_ptr's form
    std::unique_ptr<T[], release> data_;
};

}  // namespace tutti::detail
