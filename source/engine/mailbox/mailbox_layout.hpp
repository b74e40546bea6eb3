/// @file
/// Memory layout of the mailboxes of the links.
///
/// Both sides have the same layout, which never changes: a packet that is written in slot t is read
/// in slot t+1 at the same position.
#pragma once

#include <cstddef>
#include <numeric>
#include <utility>
#include <vector>

#include "engine/partition/node_partition.hpp"
#include "tutti/topology/topology.hpp"

namespace tutti {

/// Number of ports whose bits fill a word.
inline constexpr std::size_t word_ports = 64;

/// Words with a bit a port.
[[nodiscard]] constexpr std::size_t words_for(std::size_t ports) noexcept {
    return (ports + word_ports - 1) / word_ports;
}

/// Bytes of a row with a flag a port, which is read 8 at a time, and 8 at least.
[[nodiscard]] constexpr std::size_t row_bytes_for(std::size_t ports) noexcept {
    return ports == 0 ? 8 : (ports + 7) / 8 * 8;
}

/// Position in memory of the mailbox of a node's port: place by place, so that memory follows the
/// links.
template <topology Network>
class mailbox_layout {
public:
    mailbox_layout(const Network& net, std::size_t /*cell_bytes*/, node_partition nodes)
        : nodes_{std::move(nodes)},
          first_cell_(nodes_.node_count() + 1),
          first_row_(nodes_.node_count() + 1),
          first_word_(nodes_.node_count() + 1) {
        for (node_id node = 0; node < nodes_.node_count(); ++node) {
            const auto ports = static_cast<std::size_t>(net.port_limit(node));
            const std::size_t after = nodes_.place_of(node) + 1;
            first_cell_[after] = ports;
            first_row_[after] = row_bytes_for(ports);
            first_word_[after] = words_for(ports);
        }
        for (auto* const counts : {&first_cell_, &first_row_, &first_word_}) {
            std::partial_sum(counts->begin(), counts->end(), counts->begin());
        }
    }

    /// The mailbox at which a packet arrives at `node` through `through`.
    [[nodiscard]] std::size_t cell(node_id node, port through) const noexcept {
        return first_cell_[nodes_.place_of(node)] + port_index(through);
    }
    [[nodiscard]] std::size_t cells() const noexcept { return first_cell_.back(); }
    /// First byte of the node's row of flags, one a port.
    [[nodiscard]] std::size_t row(node_id node) const noexcept {
        return first_row_[nodes_.place_of(node)];
    }
    /// Bytes of the node's row, a multiple of 8.
    [[nodiscard]] std::size_t row_bytes(node_id node) const noexcept {
        const std::size_t place = nodes_.place_of(node);
        return first_row_[place + 1] - first_row_[place];
    }
    [[nodiscard]] std::size_t flags() const noexcept { return first_row_.back(); }
    /// Bytes of the rows of the places before one.
    [[nodiscard]] std::size_t flags_before(std::size_t place) const noexcept {
        return first_row_[place];
    }
    /// First of the words that have a bit for each port of the node.
    [[nodiscard]] std::size_t word(node_id node) const noexcept {
        return first_word_[nodes_.place_of(node)];
    }
    [[nodiscard]] std::size_t words(node_id node) const noexcept {
        const std::size_t place = nodes_.place_of(node);
        return first_word_[place + 1] - first_word_[place];
    }
    [[nodiscard]] std::size_t words() const noexcept { return first_word_.back(); }
    /// Words of the places before one.
    [[nodiscard]] std::size_t words_before(std::size_t place) const noexcept {
        return first_word_[place];
    }
    /// Bytes that the layout itself takes.
    [[nodiscard]] std::size_t index_bytes() const noexcept {
        return (first_cell_.size() + first_row_.size() + first_word_.size()) * sizeof(std::size_t);
    }

private:
    node_partition nodes_;
    std::vector<std::size_t> first_cell_;  // of each place
    std::vector<std::size_t> first_row_;
    std::vector<std::size_t> first_word_;
};

/// Layout for regular networks, whose ports fit one word: port by port, with rows lengthened to an
/// odd number of cache lines so that the ports of a node do not compete for one cache set.
template <regular_topology Network>
class mailbox_layout<Network> {
public:
    mailbox_layout(const Network& net, std::size_t cell_bytes,
                   const node_partition& /*nodes*/) noexcept
        : ports_{static_cast<std::size_t>(net.uniform_ports())},
          nodes_{net.node_count()},
          row_bytes_{row_bytes_for(ports_)} {
        constexpr std::size_t line_bytes = 64;
        const std::size_t lines = (nodes_ * cell_bytes + line_bytes - 1) / line_bytes;
        stride_ = ((lines | 1U) + 2) * line_bytes / cell_bytes;
    }

    [[nodiscard]] std::size_t cell(node_id node, port through) const noexcept {
        return port_index(through) * stride_ + node;
    }
    [[nodiscard]] std::size_t cells() const noexcept { return ports_ * stride_; }
    [[nodiscard]] std::size_t row(node_id node) const noexcept { return node * row_bytes_; }
    [[nodiscard]] std::size_t row_bytes(node_id /*node*/) const noexcept { return row_bytes_; }
    [[nodiscard]] std::size_t flags() const noexcept { return nodes_ * row_bytes_; }
    [[nodiscard]] std::size_t flags_before(std::size_t place) const noexcept {
        return place * row_bytes_;
    }
    [[nodiscard]] static std::size_t word(node_id node) noexcept { return node; }
    [[nodiscard]] static constexpr std::size_t words(node_id /*node*/) noexcept { return 1; }
    [[nodiscard]] std::size_t words() const noexcept { return nodes_; }
    [[nodiscard]] static std::size_t words_before(std::size_t place) noexcept { return place; }
    [[nodiscard]] static std::size_t index_bytes() noexcept { return 0; }

private:
    std::size_t ports_;
    std::size_t nodes_;
    std::size_t row_bytes_;
    std::size_t stride_ = 0;
};

}  // namespace tutti
