/// @file
/// Participants: the nodes that have or need messages; all others only forward.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "tutti/topology/topology.hpp"
#include "util/number_sequence.hpp"

namespace tutti {

/// Participants of a collective. A participant's rank is its place in the order of ids, from 0.
///
/// Copies share their nodes. Default: every node, of whatever network.
class participant_set {
public:
    participant_set() noexcept = default;
    /// @param nodes ids in ascending order, without repeats, below `node_count`; all of them are
    ///   the same as the default. @pre there is one
    participant_set(number_sequence nodes, std::size_t node_count);

    [[nodiscard]] bool is_everyone() const noexcept { return some_ == nullptr; }
    /// False beyond the network, unless everyone takes part.
    [[nodiscard]] bool contains(node_id node) const noexcept;
    /// k, in a network of `node_count` nodes.
    [[nodiscard]] std::uint32_t size(std::size_t node_count) const noexcept {
        return static_cast<std::uint32_t>(is_everyone() ? node_count : some_->nodes.size());
    }
    /// Participant of that rank. @pre `rank` is below the size
    [[nodiscard]] node_id at(std::size_t rank) const noexcept;
    /// Number of participants with smaller ids, also of nodes that are none.
    [[nodiscard]] std::uint32_t rank_of(node_id node) const noexcept;
    /// Their ids in ascending order, in a network of `node_count` nodes.
    [[nodiscard]] number_sequence nodes(std::size_t node_count) const;

    friend bool operator==(const participant_set& left, const participant_set& right) noexcept;

private:
    struct some_nodes {
        number_sequence nodes;
        /// 64 nodes with consecutive ids.
        struct block {
            std::uint64_t members = 0;  // a bit for each node
            std::uint32_t below = 0;    // participants with smaller ids
        };
        std::vector<block> blocks;  // none if the participants are those below their number
    };
    std::shared_ptr<const some_nodes> some_;  // null: every node
};

/// The nodes in ranges: "0-15,18,20-21". @pre not everyone
[[nodiscard]] std::string to_string(const participant_set& set);
/// The ranges for messages, cut where they are many; of everyone "all".
[[nodiscard]] std::string short_text(const participant_set& set);

}  // namespace tutti
