/// @file
/// List of the violations that a verifier found.
#pragma once

#include <cstdint>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "tutti/node/message.hpp"

namespace tutti {

/// Offences against one rule: how many there are, and the first in words.
class violation_list {
public:
    /// @param text of the offence, as `fmt::format` takes it
    template <class... Parts>
    void add(fmt::format_string<Parts...> text, Parts&&... parts) {
        if (count_ == 0) {
            first_ = fmt::format(text, std::forward<Parts>(parts)...);
        }
        ++count_;
    }

    /// Counts this number of further ones like the first. @pre there is one
    void add_others(std::uint64_t count) noexcept { count_ += count; }

    [[nodiscard]] std::uint64_t count() const noexcept { return count_; }
    [[nodiscard]] bool empty() const noexcept { return count_ == 0; }
    /// Empty if there are none.
    [[nodiscard]] const std::string& first() const noexcept { return first_; }

private:
    std::uint64_t count_ = 0;
    std::string first_;
};

/// A message as people and `--message` name it: "5:0".
[[nodiscard]] inline std::string text_of(const message& content) {
    return fmt::format("{}:{}", content.origin, content.number);
}

}  // namespace tutti
