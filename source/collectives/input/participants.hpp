/// @file
/// Specification of the participants by users.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "topology/participant_set.hpp"
#include "tutti/topology/network.hpp"

namespace tutti {

/// Specification of the participants, before the network is known: `all`, `hosts`, or `random:K`,
/// `bernoulli:P`, `nodes:3,5,7-9` and `file:PATH` as of broadcasters. Default: the hosts of a
/// network with switches, all nodes of any other.
class participant_specification {
public:
    participant_specification() = default;
    /// Checks a specification as far as possible without a network and without touching a file.
    /// @throws std::invalid_argument with a text of one line that names the value
    [[nodiscard]] static participant_specification parse(std::string_view text);

    /// `nodes:` with these, or `all`.
    [[nodiscard]] static participant_specification of(const participant_set& participants);

    /// Argument of `parse()`; empty for the default.
    [[nodiscard]] const std::string& text() const noexcept { return text_; }

    /// True if other seeds may draw others.
    [[nodiscard]] bool is_drawn() const noexcept {
        return text_.starts_with("random:") || text_.starts_with("bernoulli:");
    }

    /// The participants in a network; the same for the same seed on every machine. Those that were
    /// drawn last are kept, as runs request theirs again and again.
    /// @throws std::invalid_argument if they are none, a node is named twice, or as
    ///   `broadcaster_specification::draw` does
    [[nodiscard]] participant_set draw(const network& net, std::uint64_t seed) const;

private:
    /// Nodes that are specified, with the sets that were drawn of them last.
    class drawn_nodes;

    std::string text_;
    std::shared_ptr<drawn_nodes> nodes_;  // shared by copies; null: all, hosts, or the default
};

}  // namespace tutti
