#include <string>
#include <string_view>
#include <utility>

#include "collectives.hpp"
#include "dense_lines.hpp"
#include "engine/memory/memory.hpp"
#include "named_nodes.hpp"

namespace tutti {
namespace {

// A collective that moves the dense entries of a matrix. What else it is, is to be filled in.
// `lines` says of a problem which entries these are.
template <class Lines>
collective of_dense_lines(std::string_view name, std::string_view meaning, Lines lines) {
    return {.name = std::string{name},
            .meaning = std::string{meaning},
            .given =
                [lines](const problem& input) {
                    return senders_of(node_count(input.network), lines(input));
                },
            .required = [lines](const problem& input) -> requirement {
                return required_of(node_count(input.network), lines(input));
            },
            .lower_bound =
                [lines](const problem& input, packet_size packets) {
                    return dense_lines_bound(input, packets, lines(input));
                }};
}

// Each of the broadcasters has, or gets, a message for every other node.
collective at_broadcasters(collective collective) {
    collective.takes_broadcasters = true;
    collective.deliveries = [](std::uint64_t nodes, std::uint64_t active) {
        return active * (nodes - 1);
    };
    collective.check_bytes = [](std::uint64_t nodes, std::uint64_t active) {
        return addressed_messages::bytes(nodes, bounded_product(active, nodes));
    };
    return collective;
}

// The ids are checked against the largest network here, and against the actual one with the
// problem.
parameter lines_parameter(std::string name, parameter_value usual, std::string meaning) {
    return {
        .name = std::move(name),
        .default_value = std::move(usual),
        .meaning = std::move(meaning),
        .range = node_list_range{
            .most = grid::most_nodes - 1, .word = "none", .words = "all, none", .all_word = "all"}};
}

std::uint64_t entries_of(const setting& setting) {
    const named_nodes columns{setting, "columns"};
    const named_nodes rows{setting, "rows"};
    const std::uint64_t nodes = node_count(setting.network);
    // Of nodes without a dense column: their entries in dense rows but those on the diagonal.
    const std::uint64_t crossed = (nodes - columns.size()) * rows.size();
    const std::uint64_t on_diagonal = rows.size() - rows.shared_with(columns);
    return columns.size() * (nodes - 1) + crossed - on_diagonal;
}

// The value states whether a node's column is dense: nodes do not know the list of columns.
node_input column_of(const problem& problem, const assignment& assignment, node_id node) {
    return {.messages = assignment.given_to(node),
            .value = named_nodes{problem, "columns"}.contains(node) ? std::uint64_t{1} : 0};
}

}  // namespace

collective partial_exchange() {
    return at_broadcasters(of_dense_lines(
        "partial-exchange",
        "Some nodes have a message for every other node, and each node gets those for it.",
        [](const problem& problem) { return dense_lines{.columns = problem.broadcasters.nodes}; }));
}

collective partial_gather() {
    return at_broadcasters(of_dense_lines(
        "partial-gather",
        "Every node has a message for each of some nodes, and these get those for them.",
        [](const problem& problem) { return dense_lines{.rows = problem.broadcasters.nodes}; }));
}

collective matrix_transposition() {
    collective definition =
        of_dense_lines("matrix-transposition",
                       "Every node has a column of a matrix and gets its row of it, "
                       "but only what stands in dense columns and rows.",
                       dense_lines_of);
    definition.parameters = {lines_parameter("columns", "all", "the dense columns"),
                             lines_parameter("rows", {std::vector<node_id>{}, "none"},
                                             "the dense rows, which all nodes know")};
    definition.senders = [](const setting& setting, node_id /*root*/) {
        return senders_of(node_count(setting.network), dense_lines_of(setting));
    };
    definition.message_count = entries_of;
    definition.input = column_of;
    definition.deliveries = [](std::uint64_t /*nodes*/, std::uint64_t messages) {
        return messages;
    };
    definition.check_bytes = addressed_messages::bytes;
    return definition;
}

}  // namespace tutti
