/// @file
/// What a node of a reduction holds.
#pragma once

#include <cstddef>
#include <cstdint>

#include "collectives/input/initial_messages.hpp"
#include "collectives/reduction.hpp"
#include "node/node_buffer.hpp"
#include "node/violation.hpp"
#include "partial_packet.hpp"
#include "tutti/node/node_interface.hpp"

namespace tutti {

/// For every number i the value that a node has folded so far, acc[i], and from how many nodes: its
/// own value at first. A result is a value with the contributions of all nodes.
///
/// What no program of this kind sends is refused with an `error`: numbers that there are not, more
/// contributions than nodes, results that lack some or come twice.
class partial_values {
public:
    /// @param mine the node's own values, m of them
    partial_values(const own_messages& mine, std::size_t node_count, fold_operator how)
        : how_{how}, node_count_{static_cast<std::uint32_t>(node_count)}, values_{mine.size()} {
        for (std::size_t i = 0; i < mine.size(); ++i) {
            values_.values()[i] =
                partial_packet::own(static_cast<std::uint32_t>(i), mine[i].payload);
        }
    }

    /// m.
    [[nodiscard]] std::uint64_t count() const noexcept { return values_.size(); }
    /// acc[number]. @pre `number` is below `count()`
    [[nodiscard]] const partial_packet& operator[](std::uint64_t number) const noexcept {
        return values_.values()[number];
    }
    [[nodiscard]] bool is_result(std::uint64_t number) const noexcept {
        return (*this)[number].contributions() == node_count_;
    }

    /// Takes in what has come: acc[i] := acc[i] op w if it is to be folded, else acc[i] := w.
    /// @return whether acc[i] has become a result by that
    bool take(const partial_packet& arrived) {
        if (arrived.number() >= count()) {
            throw error{"a value came that nobody has"};
        }
        partial_packet& held = values_.values()[arrived.number()];
        const std::uint32_t missing = node_count_ - held.contributions();
        if (arrived.kind() == partial_packet_kind::result) {
            if (missing == 0 || arrived.contributions() != node_count_) {
                throw error{missing == 0 ? "a result came to a node that has it"
                                         : "a result came that lacks contributions"};
            }
            held = arrived.as(partial_packet_kind::partial);
        } else {
            if (!held.goes_with(arrived) || arrived.contributions() > missing) {
                throw error{
                    "what came cannot be folded: no value, or of more nodes than there are"};
            }
            held.fold(arrived, how_);
        }
        return held.contributions() == node_count_;
    }

private:
    fold_operator how_;
    std::uint32_t node_count_;
    node_buffer<partial_packet> values_;  // all of kind `partial`
};

/// Takes in what has come to a node, and delivers what has become a result by that.
/// @return how many results
template <node_at_work Node>
    requires carries<Node, partial_packet>
std::uint64_t take_and_deliver(Node& self, partial_values& values) {
    std::uint64_t results = 0;
    for_each_arrival(self, [&](port /*through*/, const partial_packet& arrived) {
        if (values.take(arrived)) {
            self.deliver(values[arrived.number()].content());
            ++results;
        }
    });
    return results;
}

/// A node alone has all results from the beginning. @return how many
template <node_at_work Node>
std::uint64_t deliver_own_results(Node& self, const partial_values& values) {
    std::uint64_t results = 0;
    for (; results < values.count() && values.is_result(results); ++results) {
        self.deliver(values[results].content());
    }
    return results;
}

}  // namespace tutti
