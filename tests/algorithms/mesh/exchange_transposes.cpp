#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "algorithms/emulation.hpp"
#include "algorithms/trial.hpp"
#include "collectives/input/assignment.hpp"
#include "square.hpp"
#include "support/derived_payloads.hpp"
#include "tutti/catalog/any_program.hpp"
#include "tutti/catalog/collective.hpp"

TEST_SUITE("algorithms/mesh/routing/partial_gather.cpp") {

namespace {

using tutti::node_id;

/// Row, column.
using place = std::pair<node_id, node_id>;
using matrix = std::map<place, std::uint64_t>;

constexpr int side = 4;
constexpr node_id order = side * side;

/// Entries of a matrix that is 0 but for some columns and rows: node x holds column x.
bool is_dense(const std::vector<node_id>& lines, node_id line) {
    return std::ranges::find(lines, line) != lines.end();
}

struct parts {
    std::vector<node_id> columns;
    std::vector<node_id> rows;
};

// The number of the message of `x` for `y`, where x has one for each of `others` but itself.
std::uint32_t number_of(const std::vector<node_id>& others, node_id x, node_id y) {
    std::uint32_t number = 0;
    for (const node_id other : others) {
        number += other < y && other != x ? 1 : 0;
    }
    return number;
}

std::vector<node_id> everyone() {
    std::vector<node_id> numbers;
    for (node_id node = 0; node < order; ++node) {
        numbers.push_back(node);
    }
    return numbers;
}

/// The matrix whose entries are what the messages of the two tasks say. The diagonal stays.
matrix filled(const parts& dense, const tutti::derived_payloads& contents) {
    matrix entries;
    for (node_id x = 0; x < order; ++x) {
        for (node_id y = 0; y < order; ++y) {
            if (x != y && is_dense(dense.columns, x)) {
                entries[{y, x}] = contents.of(x, number_of(everyone(), x, y));
            } else if (x != y && is_dense(dense.rows, y)) {
                entries[{y, x}] = contents.of(x, number_of(dense.rows, x, y));
            }
        }
    }
    return entries;
}

/// Deliveries of a run: node y hears from node x.
std::vector<tutti::delivery> deliveries(const tutti::algorithm& algorithm,
                                        const std::vector<node_id>& active,
                                        const tutti::derived_payloads& contents) {
    const tutti::problem input{{.network = tutti::grid{{side, side}, tutti::grid_edge::open},
                                .parameters = {{"prefix-step", tutti::rational{1}}}},
                               tutti::broadcasters_at(active)};
    tutti::delivery_verifier receiver{algorithm.goal->required(input), contents};
    support::event_recorder log;
    const std::array<tutti::sink*, 1> sinks{&log};
    const tutti::emulation emulation{
        .machine = {.threads = 1, .executor = tutti::executor_kind::plain_threads},
        .run = {.sinks = sinks},
        .receiver = &receiver,
        .ended = [](const tutti::run_report&) {}};
    const tutti::assignment assignment{algorithm.goal->given(input), contents};
    algorithm.program(input).run(
        {.input = [&](node_id node) { return algorithm.goal->input(input, assignment, node); },
         .node_knowledge = tutti::knowledge_source{algorithm, input}},
        emulation);
    CHECK(receiver.counts().hold());
    return log.deliveries();
}

/// The transposed matrix, by exchange and gather: node y holds what is column y of it.
matrix transposed(const parts& dense, const char* gather, const tutti::derived_payloads& contents) {
    matrix entries;
    const auto& exchange = support::entry("partial-exchange/row-column");
    for (const tutti::delivery& each : deliveries(exchange, dense.columns, contents)) {
        entries[{each.content.origin, each.to}] = each.content.payload;
    }
    for (const tutti::delivery& each : deliveries(support::entry(gather), dense.rows, contents)) {
        // Of a dense column and a dense row the exchange brought it already.
        if (!is_dense(dense.columns, each.content.origin)) {
            entries[{each.content.origin, each.to}] = each.content.payload;
        }
    }
    return entries;
}

}  // namespace

TEST_CASE("an exchange and a gather transpose a matrix with dense columns and dense rows") {
    const std::vector<parts> cases{{.columns = {1, 6, 7}, .rows = {0, 7, 9, 15}},
                                   {.columns = {}, .rows = {5}},
                                   {.columns = {0, 3, 12, 15}, .rows = {}},
                                   {.columns = everyone(), .rows = {2, 3}},
                                   {.columns = {4}, .rows = everyone()}};
    const tutti::derived_payloads contents{7};
    for (const parts& dense : cases) {
        matrix direct;
        for (const auto& [at, entry] : filled(dense, contents)) {
            direct[{at.second, at.first}] = entry;
        }
        CHECK(transposed(dense, "partial-gather/direct", contents) == direct);
        CHECK(transposed(dense, "partial-gather/replay", contents) == direct);
    }
}

}  // TEST_SUITE("algorithms/mesh/routing/partial_gather.cpp")
