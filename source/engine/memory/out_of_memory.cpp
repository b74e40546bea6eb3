#include "out_of_memory.hpp"

#include <fmt/format.h>

namespace tutti {

// The text is formatted into a fixed array, since there may be no memory for a string.
out_of_memory::out_of_memory(std::string_view algorithm, slot at, std::optional<node_id> node) {
    constexpr std::size_t longest_name = 100;
    const std::string_view name = algorithm.substr(0, longest_name);
    if (node) {
        fmt::format_to_n(text_.data(), text_size - 1, "{}: out of memory in slot {} at node {}",
                         name, at + 1, *node);
    } else {
        fmt::format_to_n(text_.data(), text_size - 1, "{}: out of memory in slot {}", name, at + 1);
    }
}

}  // namespace tutti
