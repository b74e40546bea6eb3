/// @file
/// What one node has to send.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "tutti/machine/message.hpp"
#include "tutti/topology/topology.hpp"

namespace tutti {

/// The messages that a node is given at the start: its own and nobody else's.
class own_messages {
public:
    own_messages() = default;
    /// @param payloads one a message, in the order of their numbers
    own_messages(node_id origin, std::vector<std::uint64_t> payloads) noexcept
        : origin_{origin}, payloads_{std::move(payloads)} {}

    [[nodiscard]] std::size_t size() const noexcept { return payloads_.size(); }
    [[nodiscard]] bool empty() const noexcept { return payloads_.empty(); }
    /// Message `number`, from 0. @pre number < size()
    [[nodiscard]] message operator[](std::size_t number) const noexcept {
        return {.origin = origin_,
                .number = static_cast<std::uint32_t>(number),
                .payload = payloads_[number]};
    }

private:
    node_id origin_ = 0;
    std::vector<std::uint64_t> payloads_;
};

}  // namespace tutti
