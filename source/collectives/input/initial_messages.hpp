/// @file
/// Initial messages of one node.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

#include "tutti/node/message.hpp"
#include "tutti/node/task.hpp"
#include "tutti/topology/topology.hpp"

namespace tutti {

/// Messages that a node is given at the start.
class initial_messages {
public:
    initial_messages() = default;
    /// A single message, whatever its number.
    explicit initial_messages(const message& only)
        : origin_{only.origin}, first_{only.number}, payloads_(1, only.payload) {}
    /// @param payloads one a message, in the order of their numbers
    initial_messages(node_id origin, node_vector<std::uint64_t> payloads) noexcept
        : origin_{origin}, payloads_{std::move(payloads)} {}

    [[nodiscard]] std::size_t size() const noexcept { return payloads_.size(); }
    [[nodiscard]] bool empty() const noexcept { return payloads_.empty(); }
    /// The message at `index`, from 0. @pre index < size()
    [[nodiscard]] message operator[](std::size_t index) const noexcept {
        return {.origin = origin_,
                .number = first_ + static_cast<std::uint32_t>(index),
                .payload = payloads_[index]};
    }

    /// Payloads of the messages in that order, for callers that need nothing else.
    [[nodiscard]] node_vector<std::uint64_t> payloads() && { return std::move(payloads_); }

private:
    node_id origin_ = 0;
    std::uint32_t first_ = 0;  // number of the first message
    node_vector<std::uint64_t> payloads_;
};

}  // namespace tutti
