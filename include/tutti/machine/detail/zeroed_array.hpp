/// @file
/// A large array whose untouched pages cost nothing.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <memory>
#include <new>
#include <type_traits>

namespace tutti::detail {

/// `size` elements of all-zero bytes, of a type for which those are a value, from the beginning of
/// a cache line on. Memory that is new to the process is not backed by the system before it is
/// written.
template <class T>
    requires std::is_trivially_copyable_v<T>
class zeroed_array {
public:
    /// @throws std::bad_alloc
    explicit zeroed_array(std::size_t size)
        // calloc alone gives zero pages that stay untouched; new would write them.
        // NOLINTNEXTLINE(cppcoreguidelines-no-malloc,cppcoreguidelines-owning-memory)
        : memory_{std::calloc(size + line_size, sizeof(T))} {
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
        // NOLINTNEXTLINE(cppcoreguidelines-no-malloc,cppcoreguidelines-owning-memory)
        void operator()(void* memory) const noexcept { std::free(memory); }
    };
    static constexpr std::size_t line_bytes = 64;
    // Elements that fill a line, at least.
    static constexpr std::size_t line_size = (line_bytes + sizeof(T) - 1) / sizeof(T);

    std::unique_ptr<void, release> memory_;
    T* first_;
};

}  // namespace tutti::detail
