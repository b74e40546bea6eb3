/// @file
/// Building blocks of the descriptions of the catalogue's own algorithms.
#pragma once

#include <concepts>
#include <cstdint>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "algorithms/standard_names.hpp"
#include "engine/memory/memory.hpp"
#include "tutti/catalog/algorithm.hpp"
#include "tutti/catalog/any_program.hpp"
#include "tutti/catalog/catalogue_packet.hpp"

namespace tutti {

/// A phase that takes exactly this number of slots and that all nodes end together. Its slots are
/// as long as the share of a message is that they carry.
[[nodiscard]] inline phase synchronous_phase(std::string name, slot slots,
                                             const rational& share = 1) {
    return {.name = std::move(name),
            .slot_length = share,
            .carries = share,
            .expected_slots = slots,
            .is_synchronous = true};
}

/// Likewise, whose slots carry control only.
[[nodiscard]] inline phase control_phase(std::string name, slot slots,
                                         const rational& slot_length = 1) {
    return {.name = std::move(name),
            .slot_length = slot_length,
            .carries = 0,
            .expected_slots = slots,
            .is_synchronous = true};
}

/// Phases of a run: a single one, whose slots follow from the problem.
template <class Slots>
[[nodiscard]] auto one_phase(std::string name, Slots slots) {
    return [name = std::move(name), slots](const problem& problem) {
        return std::vector<phase>{{.name = name, .expected_slots = slots(problem)}};
    };
}
/// The same of a phase that all nodes end together.
template <class Slots>
[[nodiscard]] auto one_synchronous_phase(std::string name, Slots slots) {
    return [name = std::move(name), slots](const problem& problem) {
        return std::vector{synchronous_phase(name, slots(problem))};
    };
}

/// Transmissions if every message of a multinode broadcast reaches every other node once: n(n-1).
[[nodiscard]] inline packet_hops multinode_hops(const problem& problem) {
    const std::uint64_t nodes = node_count(problem.network);
    return nodes * (nodes - 1);
}

/// What `algorithm::memory_use` says where every node keeps a packet of every other.
[[nodiscard]] inline std::uint64_t a_packet_a_pair(const network& net,
                                                   std::uint64_t /*message_count*/) {
    return bounded_product(node_count(net), node_count(net));
}

/// True if a run with all messages at all nodes has few enough packets to complete, so that an
/// exact count of the transmissions of each message pays off.
[[nodiscard]] inline bool are_hops_countable(const problem& problem) {
    constexpr std::uint64_t most_hops = std::uint64_t{1} << 40U;
    return bounded_product(problem.message_count(), node_count(problem.network)) <= most_hops;
}

/// Steps for each message: what `algorithm::figure_steps` says.
[[nodiscard]] inline auto steps_a_message(std::uint64_t each) {
    return
        [each](const problem& problem) { return bounded_product(problem.message_count(), each); };
}

namespace detail {

/// Body of a node program that may do without the knowledge, and gets tables after it.
template <class Body, class... Tables>
[[nodiscard]] auto with_tables(Body body, Tables... tables) {
    return [body = std::move(body), ... tables = std::move(tables)](auto& self, node_input&& input,
                                                                    const knowledge& items) {
        if constexpr (std::invocable<const Body&, decltype(self), node_input, const knowledge&,
                                     const Tables&...>) {
            return body(self, std::move(input), items, tables...);
        } else {
            return body(self, std::move(input), tables...);
        }
    };
}

}  // namespace detail

/// Factory of node programs for a `Network`, or for networks of any type if that is `network`.
/// `any_program` documents the body, which may leave out the knowledge. After its other arguments
/// it gets what each table gives for the setting: computed once a run, it outlives the program.
/// @pre the problem's network is a `Network`
template <class Network, packet Packet>
struct programs {
    /// For the engine's own nodes.
    template <class Body, class... Tables>
    [[nodiscard]] static auto on(Body body, Tables... tables) {
        return [=](const setting& setting) {
            return with_shape(setting.network, [&](const auto& shape) {
                return any_program::on<Packet>(shape,
                                               detail::with_tables(body, tables(setting)...));
            });
        };
    }
    /// For any node.
    template <class Body, class... Tables>
    [[nodiscard]] static auto on_any(Body body, Tables... tables) {
        return [=](const setting& setting) {
            return with_shape(setting.network, [&](const auto& shape) {
                return any_program::on_any<Packet>(shape,
                                                   detail::with_tables(body, tables(setting)...));
            });
        };
    }
    /// The same with a `Table` of the network first.
    template <class Table, class Body, class... Tables>
    [[nodiscard]] static auto on_any_with(Body body, Tables... tables) {
        const auto first = [](const setting& setting) {
            return Table{network_as<Network>(setting.network)};
        };
        return on_any(body, first, tables...);
    }

private:
    template <class Use>
    [[nodiscard]] static any_program with_shape(const network& net, const Use& use) {
        if constexpr (std::same_as<Network, network>) {
            return std::visit(use, net);
        } else {
            return use(network_as<Network>(net));
        }
    }
};

/// Factory of node programs for networks of any type.
using network_programs = programs<network, short_packet>;

}  // namespace tutti
