/// @file
/// Building blocks of the descriptions of the catalogue's own algorithms.
#pragma once

#include <utility>
#include <variant>

#include "algorithms/standard_names.hpp"
#include "engine/memory/memory.hpp"
#include "tutti/catalog/algorithm.hpp"
#include "tutti/catalog/any_program.hpp"

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

/// Node program for a network of any type; `any_program` documents `body`.
template <packet Packet, class Body>
[[nodiscard]] any_program program_on_any(const network& net, Body body) {
    return std::visit(
        [&](const auto& shape) { return any_program::on_any<Packet>(shape, std::move(body)); },
        net);
}

/// Factory of node programs for a `Network`; `any_program` documents `body`. @pre the problem's
/// network is one
template <topology Network, packet Packet>
struct programs {
    template <class Body>
    [[nodiscard]] static auto on(Body body) {
        return [body = std::move(body)](const setting& setting) {
            return any_program::on<Packet>(network_as<Network>(setting.network), body);
        };
    }
    template <class Body>
    [[nodiscard]] static auto on_any(Body body) {
        return [body = std::move(body)](const setting& setting) {
            return any_program::on_any<Packet>(network_as<Network>(setting.network), body);
        };
    }
};

}  // namespace tutti
