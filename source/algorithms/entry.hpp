/// @file
/// Building blocks of the descriptions of the catalogue's own algorithms.
#pragma once

#include <concepts>
#include <cstdint>
#include <string>
#include <utility>
#include <variant>

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
    return [body = std::move(body), ... tables = std::move(tables)](auto& self, node_input input,
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
