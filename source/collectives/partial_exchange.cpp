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
                [lines](const problem& what) {
                    return senders_of(node_count(what.where), lines(what));
                },
            .required = [lines](const problem& what) -> requirement {
                return required_of(node_count(what.where), lines(what));
            },
            .lower_bound =
                [lines](const problem& what, packet_size packets) {
                    return dense_lines_bound(what, packets, lines(what));
                }};
}

// Each of the broadcasters has, or gets, a message for every other node.
collective at_broadcasters(collective what) {
    what.takes_broadcasters = true;
    what.deliveries = [](std::uint64_t nodes, std::uint64_t active) {
        return active * (nodes - 1);
    };
    what.check_bytes = [](std::uint64_t nodes, std::uint64_t active) {
        return addressed_messages::bytes(nodes, bounded_product(active, nodes));
    };
    return what;
}

parameter lines_parameter(std::string name, parameter_value usual, std::string meaning) {
    return {
        .name = std::move(name),
        .default_value = std::move(usual),
        .meaning = std::move(meaning),
        .range = node_list_range{
            .most = grid::most_nodes - 1, .word = "none", .words = "all, none", .all_word = "all"}};
}

std::uint64_t entries_of(const setting& where) {
    const named_nodes columns{where, "columns"};
    const named_nodes rows{where, "rows"};
    const std::uint64_t nodes = node_count(where.where);
    // Of nodes without a dense column: their entries in dense rows but those on the diagonal.
    const std::uint64_t crossed = (nodes - columns.size()) * rows.size();
    const std::uint64_t on_diagonal = rows.size() - rows.shared_with(columns);
    return columns.size() * (nodes - 1) + crossed - on_diagonal;
}

node_input column_of(const problem& what, const assignment& given, node_id node) {
    return {.messages = given.given_to(node),
            .value = named_nodes{what, "columns"}.contains(node) ? std::uint64_t{1} : 0};
}

}  // namespace

collective partial_exchange() {
    return at_broadcasters(of_dense_lines(
        "partial-exchange",
        "Some nodes have a message for every other node, and each node gets those for it.",
        [](const problem& what) { return dense_lines{.columns = what.broadcasters.nodes}; }));
}

collective partial_gather() {
    return at_broadcasters(of_dense_lines(
        "partial-gather",
        "Every node has a message for each of some nodes, and these get those for them.",
        [](const problem& what) { return dense_lines{.rows = what.broadcasters.nodes}; }));
}

collective matrix_transposition() {
    collective what = of_dense_lines("matrix-transposition",
                                     "Every node has a column of a matrix and gets its row of it, "
                                     "but only what stands in dense columns and rows.",
                                     dense_lines_of);
    what.parameters = {lines_parameter("columns", "all", "the dense columns"),
                       lines_parameter("rows", {std::vector<node_id>{}, "none"},
                                       "the dense rows, which all nodes know")};
    what.senders = [](const setting& where, node_id /*root*/) {
        return senders_of(node_count(where.where), dense_lines_of(where));
    };
    what.message_count = entries_of;
    what.input = column_of;
    what.deliveries = [](std::uint64_t /*nodes*/, std::uint64_t messages) { return messages; };
    what.check_bytes = addressed_messages::bytes;
    return what;
}

}  // namespace tutti
