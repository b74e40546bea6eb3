/// @file
/// Values of reductions at a node.
#pragma once

#include <cstddef>
#include <cstdint>

#include "collectives/input/initial_messages.hpp"
#include "collectives/reduction.hpp"
#include "node/node_buffer.hpp"
#include "node/violation.hpp"
#include "tutti/catalog/catalogue_packet.hpp"
#include "tutti/node/message.hpp"
#include "tutti/node/node_interface.hpp"

namespace tutti {

/// For every number i the value that a node has folded so far, acc[i], and from how many nodes: its
/// own value at first. A result is a value with the contributions of all nodes.
///
/// What no program of this kind sends is refused with an `error`: numbers that there are not, more
/// contributions than nodes, results that lack some or come twice. Only where nodes take no part
/// may a result come to a node that has folded it itself, and has sent it on to one of these.
class partial_values {
public:
    /// @param messages the node's own values, m of them; none of a node that takes no part
    /// @param node_count of the network
    partial_values(const initial_messages& messages, const reduction_rules& rules,
                   std::size_t node_count)
        : operation_{rules.operation},
          all_{rules.participants.size(node_count)},
          takes_part_{!messages.empty()},
          may_return_{all_ < node_count},
          values_{rules.values} {
        for (std::uint32_t i = 0; i < messages.size(); ++i) {
            values_.values()[i] = short_packet::own(messages[i].number, messages[i].payload);
        }
        for (auto i = size_as<std::uint32_t>(messages); i < count(); ++i) {
            values_.values()[i] =
                short_packet::value(packet_kind::partial, i, neutral_value(operation_), 0);
        }
    }

    /// False of a node that has no value, and no use for a result.
    [[nodiscard]] bool takes_part() const noexcept { return takes_part_; }

    /// m.
    [[nodiscard]] std::uint64_t count() const noexcept { return values_.size(); }
    /// acc[number]. @pre `number` is below `count()`
    [[nodiscard]] const short_packet& operator[](std::uint64_t number) const noexcept {
        return values_.values()[number];
    }
    [[nodiscard]] bool is_result(std::uint64_t number) const noexcept {
        return (*this)[number].contribution_count() == all_;
    }

    /// Takes a packet: acc[i] := acc[i] op w if it is to be combined, else acc[i] := w.
    /// @return whether acc[i] has become a result by that
    bool take(const short_packet& arrived) {
        if (arrived.number() >= count()) {
            throw error{"a value came that nobody has"};
        }
        short_packet& packet = values_.values()[arrived.number()];
        const std::uint32_t missing = all_ - packet.contribution_count();
        if (arrived.is(packet_kind::result)) {
            if (missing == 0 && (packet.is(packet_kind::result) || !may_return_)) {
                throw error{"a result came to a node that has it"};
            }
            if (arrived.contribution_count() != all_) {
                throw error{"a result came that lacks contributions"};
            }
            packet = arrived;
            return missing > 0;
        }
        if (!packet.goes_with(arrived) || arrived.contribution_count() > missing) {
            throw error{"what came cannot be folded: no value, or of more nodes than there are"};
        }
        packet.fold(arrived, operation_);
        return packet.contribution_count() == all_;
    }

private:
    fold_operator operation_;
    std::uint32_t all_;  // contributions of a result
    bool takes_part_;
    bool may_return_;                   // results, to nodes that have folded them
    node_buffer<short_packet> values_;  // of kind `partial`, and results as they came
};

/// Takes the packets that have come to a node, and delivers the results.
/// @return how many results
template <node_at_work Node>
    requires carries<Node, short_packet>
std::uint64_t take_and_deliver(Node& self, partial_values& values) {
    std::uint64_t results = 0;
    for_each_arrival(self, [&](port /*through*/, const short_packet& arrived) {
        if (values.take(arrived) && values.takes_part()) {
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
