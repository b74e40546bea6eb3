/// @file
/// Exception that ends a run when the machine has no memory for it.
#pragma once

#include <array>
#include <cstddef>
#include <new>
#include <optional>
#include <string_view>

#include "tutti/node/slot.hpp"
#include "tutti/topology/topology.hpp"

namespace tutti {

/// Exception for lack of memory in a slot: in the engine, or in a program, whose frames and queues
/// are the engine's memory too. It is not an error of the program. Takes no memory itself.
class out_of_memory : public std::bad_alloc {
public:
    /// @param at the clock slot, from 0
    /// @param node whose program could have none, if it was one
    out_of_memory(std::string_view algorithm, slot at, std::optional<node_id> node);

    /// One line that names algorithm, slot (from 1) and node.
    [[nodiscard]] const char* what() const noexcept override { return text_.data(); }

private:
    static constexpr std::size_t text_size = 200;

    std::array<char, text_size> text_{};  // the last is zero
};

}  // namespace tutti
