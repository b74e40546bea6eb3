#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "algorithms/mesh/matrix.hpp"
#include "algorithms/mesh/mesh_program.hpp"
#include "algorithms/mesh/mesh_theory.hpp"
#include "algorithms/mesh/routing/two_leg_routing.hpp"
#include "algorithms/mesh/square.hpp"
#include "algorithms/trial.hpp"
#include "collectives/named_nodes.hpp"
#include "topology/random.hpp"
#include "tutti/catalog/any_program.hpp"

TEST_SUITE("algorithms/mesh/routing/partial_exchange.cpp") {

namespace {

using tutti::initial_messages;
using tutti::node_id;
using tutti::slot;

using nodes = std::vector<node_id>;

struct matrix {
    int side = 0;
    nodes columns;
    nodes rows;
};

bool is_in(const nodes& subset, node_id node) { return std::ranges::binary_search(subset, node); }

std::string listed(const nodes& subset) {
    std::string text;
    for (const node_id node : subset) {
        text += (text.empty() ? "" : ",") + std::to_string(node);
    }
    return text.empty() ? "none" : text;
}

nodes everyone(int side) {
    const auto p = static_cast<std::size_t>(side);
    return tutti::every_node(p * p).nodes;
}

tutti::experiment transposition(const matrix& dense) {
    return support::on_matrix(dense.side, listed(dense.columns), listed(dense.rows));
}

/// Destination of each entry, and its column.
using entries = std::vector<std::pair<node_id, node_id>>;

entries wanted(const matrix& dense) {
    entries rows;
    for (const node_id row : everyone(dense.side)) {
        for (const node_id column : everyone(dense.side)) {
            if (row != column && (is_in(dense.columns, column) || is_in(dense.rows, row))) {
                rows.emplace_back(row, column);
            }
        }
    }
    return rows;
}

entries delivered(const support::event_recorder& log) {
    entries rows;
    for (const tutti::delivery& each : log.deliveries()) {
        rows.emplace_back(each.to, each.content.origin);
    }
    std::ranges::sort(rows);
    return rows;
}

slot deadline(int side, std::size_t count) {
    slot root = 0;
    while ((root + 1) * (root + 1) <= static_cast<slot>(count)) {
        ++root;
    }
    const slot p = side;
    return count == 0 ? 0 : 2 * root * (p * p - p) + 2 * (p - 1);
}

/// Error in the order in which the packets of both parts move, or an empty text.
std::string complaint_about_order(const matrix& dense, const support::event_recorder& log) {
    const slot sums = slot{4} * (dense.side / 2);
    const slot between = deadline(dense.side, dense.columns.size());
    std::vector<support::move> exchange = support::exchange_moves(log, sums);
    std::vector<support::move> gather;
    for (support::move each : exchange) {
        if (each.at > between) {
            // A message's number counts the dense rows but the node's own.
            nodes others = dense.rows;
            std::erase(others, each.source);
            const node_id number = each.destination - (each.destination > each.source ? 1 : 0);
            each.destination = others.at(number);
            each.at -= between;
            gather.push_back(each);
        }
    }
    std::erase_if(exchange, [&](const support::move& each) { return each.at > between; });
    std::vector<support::routed> gathered = support::gathered(dense.side, dense.rows);
    std::erase_if(gathered, [&](const auto& each) { return is_in(dense.columns, each.source); });
    const std::string complaint = support::complaint_about(
        dense.side, support::exchanged(dense.side, dense.columns), exchange);
    return complaint.empty() ? support::complaint_about(dense.side, gathered, gather) : complaint;
}

void check(const matrix& dense) {
    support::event_recorder log;
    const tutti::result outcome = support::run_logged(transposition(dense), log);
    const slot sums = slot{4} * (dense.side / 2);
    CAPTURE(dense.side);
    CAPTURE(listed(dense.columns));
    CAPTURE(listed(dense.rows));
    CHECK(support::verdict_line(outcome) == "complete");
    CHECK(support::phases_of(outcome) == std::vector{sums,
                                                     deadline(dense.side, dense.columns.size()),
                                                     deadline(dense.side, dense.rows.size())});
    CHECK(delivered(log) == wanted(dense));
    CHECK(complaint_about_order(dense, log) == "");
}

nodes members(std::uint64_t bits) { return support::subset(bits).nodes; }

nodes drawn(int side, tutti::split_mix& random) {
    const std::size_t total = everyone(side).size();
    return tutti::broadcasters_at(tutti::pick(total, random.next() % (total + 1), random.next()))
        .nodes;
}

/// Exchange and gather one after the other, as the paper has them: nodes with a dense column send
/// what is also in a dense row again.
template <class Node>
tutti::task<> one_after_the_other(Node& self, initial_messages initial, std::uint64_t dense_columns,
                                  std::span<const node_id> rows) {
    const tutti::line_counts lines = co_await tutti::count_lines(self, dense_columns);
    const std::uint64_t columns = co_await tutti::count_all(self, lines);
    self.mark("sums");
    initial_messages whole = dense_columns != 0 ? initial : initial_messages{};
    if (dense_columns != 0) {
        tutti::node_vector<std::uint64_t> again;
        for (const node_id row : rows) {
            if (row != self.id()) {
                again.push_back(initial[row < self.id() ? row : row - 1].payload);
            }
        }
        initial = initial_messages{self.id(), std::move(again)};
    }
    co_await tutti::exchange_on_two_legs(self, std::move(whole), lines, columns);
    self.mark("exchange");
    co_await tutti::gather_on_two_legs(self, std::move(initial), rows);
    self.mark("gather");
}

}  // namespace

TEST_CASE("any dense columns and rows of the smallest matrix are transposed") {
    for (std::uint64_t columns = 0; columns < 16; ++columns) {
        for (std::uint64_t rows = 0; rows < 16; ++rows) {
            check({.side = 2, .columns = members(columns), .rows = members(rows)});
        }
    }
}

TEST_CASE("no lines, all, the same, and others are transposed, each entry once") {
    for (const int side : {3, 4, 5}) {
        const nodes numbers = everyone(side);
        const nodes some{1, 3, 6};
        for (const auto& [columns, rows] :
             {std::pair{nodes{}, nodes{}}, std::pair{numbers, nodes{}}, std::pair{nodes{}, numbers},
              std::pair{numbers, numbers}, std::pair{some, some},
              std::pair{some, nodes{0, 2, 7, 8}}, std::pair{some, nodes{2, 3, 6}},
              std::pair{some, numbers}, std::pair{numbers, some}}) {
            check({.side = side, .columns = columns, .rows = rows});
        }
    }
}

TEST_CASE("drawn lines are transposed, in the canonical order") {
    tutti::split_mix random{71};
    for (const int side : {3, 4, 5, 6, 7}) {
        for (int i = 0; i < 6; ++i) {
            const nodes columns = drawn(side, random);
            check({.side = side, .columns = columns, .rows = drawn(side, random)});
        }
    }
}

TEST_CASE("all and none name what ids do, and all columns are dense where nothing is said") {
    const matrix dense{.side = 3, .columns = everyone(3), .rows = {}};
    const std::uint64_t digest = support::run(transposition(dense)).digest;
    CHECK(support::run(support::on_matrix(3, "all", "none")).digest == digest);
    tutti::experiment usual = support::on_matrix(3, "none", "none");
    usual.parameters.clear();
    CHECK(support::run(usual).digest == digest);
    CHECK(support::run(support::on_matrix(3, "none", "all")).digest ==
          support::run(transposition({.side = 3, .columns = {}, .rows = everyone(3)})).digest);
}

TEST_CASE("control steps have their own length, and all nodes end together by the clock") {
    tutti::experiment plan = support::on_matrix(5, "0,7,8,24", "3");
    plan.parameters["prefix-step"] = "1/8";
    const tutti::result outcome = support::run(plan);
    const slot data = 2 * 2 * 20 + 8 + 2 * 20 + 8;
    CHECK(outcome.units == tutti::rational{1 + data});
    CHECK(outcome.slots == 8 + data);
    REQUIRE(outcome.expected.has_value());
    CHECK(outcome.expected->units == outcome.units);
    CHECK(outcome.control_transmissions == 6 * 5 * 4);
    REQUIRE(outcome.termination.has_value());
    CHECK(outcome.termination->first_slot == 8 + data);
    CHECK(outcome.termination->last_slot == 8 + data);
}

TEST_CASE("an entry of a dense column and a dense row that is sent twice is found") {
    tutti::algorithm changed = support::entry("matrix-transposition/partial");
    changed.program = [](const tutti::setting& setting) {
        return tutti::any_program::on<tutti::long_packet>(
            tutti::grid_of(setting),
            [rows = tutti::named_nodes{setting, "rows"}.ids()](
                auto& self, tutti::node_input input, const tutti::knowledge& /*knowledge*/) {
                return one_after_the_other(self, std::move(input.messages), input.value,
                                           std::span<const node_id>{rows});
            });
    };
    tutti::experiment plan = support::on_matrix(3, "1,3,4", "3,8");
    plan.algorithm = &changed;
    CHECK(support::verdict_line(support::run(plan)) == "incorrect: delivery, transmissions");
    plan.parameters["columns"] = "none";
    CHECK(support::verdict_line(support::run(plan)) == "complete");
}

}  // TEST_SUITE("algorithms/mesh/routing/partial_exchange.cpp")
