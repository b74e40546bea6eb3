/// @file
/// A large array whose untouched pages cost nothing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>
#include <type_traits>

#include "huge_pages.hpp"

namespace tutti::detail {

/// Whether the system promises memory for all of an array, and refuses one that it has not got.
enum class backing : std::uint8_t { promised, on_demand };

/// `size` elements of all-zero bytes, of a type for which those are a value, from the beginning of
/// a cache line on. Memory that is new to the process is not backed by the system before it is
/// written.
template <class T>
    requires std::is_trivially_copyable_v<T>
class zeroed_array {
public:
    /// @throws std::bad_alloc
    explicit zeroed_array(std::size_t size, backing how = backing::promised)
        // calloc alone gives zero pages that stay untouched; new would write them.
        // NOLINTNEXTLINE(cppcoreguidelines-no-malloc,cppcoreguidelines-owning-memory)
        : memory_{how == backing::promised ? std::calloc(size + line_size, sizeof(T))
                                           : map_zeros((size + line_size) * sizeof(T)),
                  {how == backing::promised ? 0 : (size + line_size) * sizeof(T)}} {
        if (!memory_) {
            throw std::bad_alloc{};
        }
        void* begin = memory_.get();
        std::size_t room = (size + line_size) * sizeof(T);
        first_ = static_cast<T*>(std::align(line_bytes, size * sizeof(T), begin, room));
    }

    // NOLINTBEGIN(cppcoreguidelines-pro-bounds-pointer-arithmetic)
    [[nodiscard]] T& operator[](std::size_t index) noexcept { return first_[index]; }
    [[nodiscard]] const T& operator[](std::size_t index) const noexcept { return first_[index]; }
    // NOLINTEND(cppcoreguidelines-pro-bounds-pointer-arithmetic)

private:
    struct release {
        std::size_t mapped_bytes = 0;  // 0: they are calloc's
        void operator()(void* memory) const noexcept {
            if (mapped_bytes != 0) {
                unmap_zeros(memory, mapped_bytes);
            } else {
                // NOLINTNEXTLINE(cppcoreguidelines-no-malloc,cppcoreguidelines-owning-memory)
                std::free(memory);
            }
        }
    };
    static constexpr std::size_t line_bytes = 64;
    // Elements that fill a line, at least.
    static constexpr std::size_t line_size = (line_bytes + sizeof(T) - 1) / sizeof(T);

    std::unique_ptr<void, release> memory_;
    T* first_;
};

}  // namespace tutti::detail
