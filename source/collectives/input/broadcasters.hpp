/// @file
/// Broadcasters: the nodes that have messages, the number of messages of each, and their
/// specification by users.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "topology/node_naming.hpp"
#include "tutti/topology/topology.hpp"
#include "util/number_sequence.hpp"

namespace tutti {

/// The broadcasters of a run: distinct ids in ascending order and, at the same index, how many
/// packets that node has, at least 1. Where every node has as many, or every node but one, that
/// takes no memory.
struct broadcaster_set {
    /// Bytes that a broadcaster takes that is listed.
    static constexpr std::uint64_t bytes_each = sizeof(node_id) + sizeof(std::uint32_t);

    number_sequence nodes;
    number_sequence packets;

    /// K, the packets of all nodes together.
    [[nodiscard]] std::uint64_t packet_count() const noexcept;

    /// The packets of `node`: 0 if it is not a broadcaster.
    [[nodiscard]] std::uint32_t packets_of(node_id node) const noexcept;

    friend bool operator==(const broadcaster_set&, const broadcaster_set&) = default;
};

/// One packet for each mention of a node, in any order.
[[nodiscard]] broadcaster_set broadcasters_at(std::vector<node_id> mentions);

/// Set of the same number of packets at every node, or at every node but one; empty, if there are
/// none. @pre the number is below 2^32
[[nodiscard]] broadcaster_set every_node(std::size_t node_count, std::uint64_t packets = 1,
                                         std::optional<node_id> but = std::nullopt);

/// K distinct nodes out of 0..N-1, every set equally likely: `pick` of spec/hypercube.md, section
/// 0, in O(K) memory, whatever N is. The order is that of the draw.
/// @param count K. @pre `count <= node_count <= 2^32`
[[nodiscard]] std::vector<node_id> pick(std::size_t node_count, std::size_t count,
                                        std::uint64_t seed);

/// Specification of the broadcasters, before the network is known:
/// - `all`, `none`;
/// - `random:K`: K distinct nodes, by `pick()`;
/// - `bernoulli:P`: each node with probability P, a number as `parse_rational()` reads it but of up
///   to 1,000 decimals, independently;
/// - `nodes:3,5,7-9`: these, by ids, names and ranges of ids; a node named m times has m packets;
/// - `adversarial` or `adversarial:ALGORITHM`: the worst set known, which the catalogue finds;
/// - `adversarial:K` or `adversarial:ALGORITHM:K`: K nodes, the smallest ids of that set and, where
///   it has fewer, the smallest others;
/// - `file:PATH`: one node id or name a line, `#` begins a comment, empty lines count for nothing,
/// a
///   node named m times has m packets.
class broadcaster_specification {
public:
    /// Checks a specification as far as possible without a network and without touching a file.
    /// @throws std::invalid_argument with a text of one line that names the value.
    [[nodiscard]] static broadcaster_specification parse(std::string_view text);

    /// A packet for each mention of a node: `nodes:3,5,5`, or `none`.
    /// @pre ids are below 2^30
    [[nodiscard]] static broadcaster_specification at(std::vector<node_id> mentions);
    /// `random:K`. @param count K, at most 2^30
    [[nodiscard]] static broadcaster_specification random(std::uint64_t count);

    /// Argument of `parse()`, or an equivalent one.
    [[nodiscard]] const std::string& text() const noexcept { return text_; }

    /// A wish for a worst set.
    struct worst_set_request {
        std::string_view algorithm;          ///< whose it is; empty if none was named
        std::optional<std::uint64_t> count;  ///< of its nodes; null: all

        friend bool operator==(const worst_set_request&, const worst_set_request&) = default;
    };
    /// Null unless `adversarial`.
    [[nodiscard]] std::optional<worst_set_request> adversary() const noexcept;

    /// True if it has ids, itself or in a file; all others are numbers of nodes, or shares.
    [[nodiscard]] bool names_nodes() const noexcept;

    /// Refuses a list with names or ranges of which the network lacks one; `draw()` refuses all
    /// others.
    /// @throws std::invalid_argument with a text of one line that names the item.
    void check_names(const node_naming& nodes) const;

    /// An upper bound of the K of `draw()`, without drawing, so that memory can be estimated first:
    /// exact but for `bernoulli` and `adversarial` (N) and `file` (from its size).
    /// @param nodes a network, or from 1 to 2^32 nodes without names
    /// @throws std::invalid_argument where `draw()` would for them, the content of a file aside.
    [[nodiscard]] std::uint64_t most_packets(const node_naming& nodes) const;

    /// The broadcasters in a network; the same for the same seed on every machine.
    /// @param nodes a network, or from 1 to 2^32 nodes without names
    /// @throws std::invalid_argument if more nodes are wanted than there are, an id or a name is
    /// none of theirs, or the file is missing, not a regular file, longer than 64 MiB, or holds
    /// anything else (then with the number of the first bad line).
    /// @throws std::logic_error for `adversarial`.
    [[nodiscard]] broadcaster_set draw(const node_naming& nodes, std::uint64_t seed) const;

private:
    struct every_node {};
    struct no_node {};
    struct drawn_nodes {
        std::uint64_t count;
    };
    struct tossed_nodes {
        double probability;
    };
    struct listed_nodes {
        std::vector<node_id> mentions;
    };
    struct worded_nodes {
        std::string items;  // with names or ranges
    };
    struct worst_nodes {
        std::string algorithm;
        std::optional<std::uint64_t> count;
    };
    struct nodes_in_file {
        std::string path;
    };
    using choice = std::variant<every_node, no_node, drawn_nodes, tossed_nodes, listed_nodes,
                                worded_nodes, worst_nodes, nodes_in_file>;
    struct parser;
    struct drawing;

    broadcaster_specification(std::string_view text, choice chosen)
        : text_{text}, choice_{std::move(chosen)} {}

    std::string text_;
    choice choice_;
};

}  // namespace tutti
