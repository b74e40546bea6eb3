#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "bounds/all_links.hpp"
#include "collectives/reduction.hpp"
#include "experiment/candidates.hpp"
#include "experiment/plan/plan_command_line.hpp"
#include "experiment/plan/plan_reader.hpp"
#include "optimum/collective_question.hpp"
#include "optimum/negotiated_timetable.hpp"
#include "optimum/optimum.hpp"
#include "optimum/sat_solver.hpp"
#include "optimum/timetable_formula.hpp"
#include "support/standard.hpp"

TEST_SUITE("optimum/optimum.hpp") {

namespace {

using tutti::node_id;
using tutti::port_model;
using tutti::slot;
using schedule_rows = std::vector<tutti::schedule_row>;

struct collective_instance {
    std::string collective;
    tutti::problem input;
    tutti::collective_question asked;
};

collective_instance instance_of(std::string_view plan, std::uint32_t pieces = 1) {
    const tutti::candidate_request request = tutti::read_request(
        tutti::values_of_words(tutti::split_words("compare " + std::string{plan})),
        {.catalogue = &support::standard(), .memory_limit_bytes = std::uint64_t{1} << 30U},
        tutti::algorithm_choice::all_of_the_collective);
    std::vector<tutti::candidate> candidates = tutti::find_candidates(request);
    tutti::draw_input(request, candidates);
    tutti::experiment& run = candidates.front().plan;
    run.ports = request.ports.value_or(port_model::all_port);
    const tutti::problem input = tutti::collective_problem_of(run);
    const std::string name{tutti::collective_of(run).name};
    return {name, input, tutti::question_of(name, input, pieces)};
}

/// A message, or a value, with the nodes that it comes from and those that need it.
struct message_task {
    std::uint64_t message = 0;
    std::vector<node_id> origins{};
    std::vector<node_id> destinations{};
};

// From the definitions of the collectives; successive broadcasts in the order of the Gray code.
std::vector<message_task> tasks_of(const collective_instance& instance) {
    const auto& [name, input, asked] = instance;
    const std::uint64_t nodes = node_count(input.network);
    std::vector<node_id> all;
    for (const node_id node : input.participants.nodes(nodes)) {
        all.push_back(name == "successive-broadcasts" ? node ^ (node >> 1U) : node);
    }
    const std::vector root{input.root};
    std::vector<message_task> tasks;
    const std::uint64_t values = reduces(asked.collective) ? value_count(input) : 0;
    for (std::uint64_t value = 0; value < values; ++value) {
        const std::vector owner{all[value * all.size() / values]};
        tasks.push_back({value, all, name == "allreduce" ? all : name == "reduce" ? root : owner});
    }
    const bool is_from_root = name == "broadcast" || name == "scatter";
    for (const node_id origin : values > 0 ? std::vector<node_id>{} : is_from_root ? root : all) {
        if (name != "scatter" && name != "total-exchange") {
            tasks.push_back({is_from_root ? 0 : origin, {origin}, name == "gather" ? root : all});
            continue;
        }
        for (const node_id to : all) {
            tasks.push_back({is_from_root ? to : origin * nodes + to, {origin}, {to}});
        }
    }
    return tasks;
}

// Replays the rows of a packet, with how often the part of each origin is at each node. Returns the
// slot in which each stores it; an origin does so when it first sends it.
std::vector<slot> replay_packet(const message_task& task, const schedule_rows& rows,
                                std::size_t nodes) {
    std::vector<std::vector<int>> parts(nodes, std::vector<int>(task.origins.size()));
    for (std::size_t i = 0; i < task.origins.size(); ++i) {
        parts[task.origins[i]][i] = 1;
    }
    std::vector<std::vector<int>> before;
    std::vector<slot> stored(nodes, -1);
    slot now = 0;
    for (const tutti::schedule_row& row : rows) {
        before = std::exchange(now, row.at) == row.at ? before : parts;
        const std::vector<int>& carried = before[row.from];
        CHECK(std::ranges::count(carried, 0) < std::ssize(carried));
        for (std::size_t i = 0; i < carried.size(); ++i) {
            parts[row.to][i] = carried[i] + (row.reduces ? parts[row.to][i] : 0);
        }
        for (const node_id node : {row.from, row.to}) {
            stored[node] = stored[node] < 0 ? row.at : stored[node];
        }
    }
    for (const node_id node : task.destinations) {
        CHECK(std::ranges::count(parts[node], 1) == std::ssize(parts[node]));
    }
    return stored;
}

// Counts the packets on links and at ports in each slot, by the definitions of the port models.
void check_ports(const collective_instance& instance, const schedule_rows& rows) {
    const tutti::all_links links{instance.input.network};
    const port_model ports = instance.input.ports;
    std::map<std::tuple<slot, std::string, node_id, node_id>, std::ptrdiff_t> uses;
    std::set<std::tuple<slot, node_id, std::uint64_t, std::uint32_t>> shouts;
    for (const auto& row : rows) {
        const tutti::directed_link link{row.from, row.to};
        const auto parallel = std::ranges::count(links.links(), link);
        const auto [low, high] = std::minmax(row.from, row.to);
        CHECK(++uses[{row.at, "link", row.from, row.to}] <= parallel);
        if (ports == port_model::one_way) {
            CHECK(++uses[{row.at, "pair", low, high}] <= parallel);
        } else if (ports != port_model::all_port) {
            const bool is_full = ports == port_model::single_port_full_duplex;
            const bool is_new = ports != port_model::shout_and_whisper ||
                                shouts.insert({row.at, row.from, row.message, row.piece}).second;
            if (is_new && !links.is_switch(row.from)) {
                CHECK(++uses[{row.at, "port", row.from, 0}] <= 1);
            }
            if (!links.is_switch(row.to)) {
                CHECK(++uses[{row.at, is_full ? "port in" : "port", row.to, 0}] <= 1);
            }
        }
    }
}

void check_timetable(const collective_instance& instance, const tutti::timetable& found,
                     slot slots) {
    const auto& [name, input, asked] = instance;
    const schedule_rows rows = tutti::schedule_of(asked, found, input).rows;
    CHECK((rows.front().at == 1 && rows.back().at <= slots));
    check_ports(instance, rows);
    std::vector<slot> stored(node_count(input.network));
    std::size_t replayed = 0;
    for (const message_task& task : tasks_of(instance)) {
        for (std::uint32_t piece = 0; piece < asked.pieces; ++piece) {
            schedule_rows own = rows;
            std::erase_if(own, [&](const tutti::schedule_row& row) {
                return row.message != task.message || row.piece != piece ||
                       (row.reduces && !reduces(asked.collective));
            });
            replayed += own.size();
            const std::vector<slot> before =
                std::exchange(stored, replay_packet(task, own, stored.size()));
            if (name == "successive-broadcasts") {
                CHECK(std::ranges::equal(before, stored, std::less_equal{}));
            }
        }
    }
    CHECK(replayed == found.size());
}

struct known_optimum {
    std::string_view plan;
    slot start = 0;  // so many slots are refuted first
    slot optimum = 0;
    std::uint32_t pieces = 1;
};

using known_number = std::tuple<std::string_view, slot, std::uint64_t>;

constexpr std::array known_optima{
    known_optimum{"broadcast -n petersen --ports single", 3, 4},
    known_optimum{"broadcast -n array:3x3 --ports shout", 3, 4},
    known_optimum{"scatter -n path:5 --ports single-half", 5, 7},
    known_optimum{"gather -n path:4 --ports single-half", 4, 5},
    known_optimum{"reduce -n star:6 --ports single", 4, 5},
    known_optimum{"reduce-scatter -n path:4 --ports one-way", 4, 5},
    known_optimum{"allgather -n path:4 --ports one-way", 3, 5},
    known_optimum{"allgather -n tree:3 --ports one-way", 7, 8},
    known_optimum{"alltoall -n wheel:6", 2, 3},
    known_optimum{"allreduce -n hypercube:2", 2, 3},
    known_optimum{"allreduce -n path:3 --ports one-way", 5, 6},
    known_optimum{"allreduce -n star:5", 5, 6},
    known_optimum{"allreduce -n ring:3 --ports single --set values=2", 3, 4},
    known_optimum{"successive-broadcasts -n hypercube:2 --ports shout", 5, 6},
    known_optimum{"successive-broadcasts -n hypercube:3 --ports shout", 12, 14},
    // Packets for one node where nodes shout, parallel links, switches, a part of the nodes.
    known_optimum{"alltoall -n ring:4 --ports shout", 8, 8},
    known_optimum{"allgather -n box:dgx1", 1, 2},
    known_optimum{"allgather -n switch:4 --ports single", 3, 4},
    known_optimum{"scatter -n star:5 --participants nodes:1-3 --root 2", 2, 3},
    // Fewer slots than pieces times the optimum of whole messages, which is 2 each time.
    known_optimum{"broadcast -n ring:4 --ports single", 2, 3, 2},
    known_optimum{"allgather -n wheel:6", 5, 5, 3},
};

constexpr std::array negotiated_rounds{
    known_number{"alltoall -n torus:4x4", 8, 150},
    known_number{"alltoall -n array:3x3 --ports one-way", 12, 30},
    known_number{"allgather -n array:3x3 --ports single", 10, 50},
    known_number{"allgather -n hypercube:3 --ports shout", 13, 40},
};

// Table 4.3 of spec/bounds.md.
constexpr std::array numbers_of_variables{
    known_number{"allgather -n hypercube:3 --ports shout", 12, 5361},
    known_number{"scatter -n path:8 --ports single-half", 12, 2445},
    known_number{"alltoall -n wheel:6", 2, 391},
    known_number{"successive-broadcasts -n hypercube:3 --ports shout", 14, 6385},
};

}  // namespace

TEST_CASE("the solver finds known optima, and refutes the numbers of slots below") {
    for (const auto& [plan, start, optimum, pieces] : known_optima) {
        CAPTURE(plan);
        const collective_instance instance = instance_of(plan, pieces);
        const tutti::optimum_interval found =
            tutti::find_optimum(instance.asked.question, {.lower = start}, {.rounds = 0});
        CHECK(found.lower == (tutti::has_sat_solver() ? optimum : start));
        REQUIRE(found.best.has_value() == tutti::has_sat_solver());
        if (found.best) {
            CHECK(found.upper == optimum);
            check_timetable(instance, *found.best, optimum);
        }
    }
}

TEST_CASE("negotiation finds known optima within few rounds, and more slots of allreduce") {
    for (const auto& [plan, start, optimum, pieces] : known_optima) {
        CAPTURE(plan);
        const collective_instance instance = instance_of(plan, pieces);
        const tutti::optimum_interval found = tutti::find_optimum(
            instance.asked.question, {.lower = optimum}, {.seeds = 1, .conflicts = 0});
        if (instance.collective != "successive-broadcasts") {
            REQUIRE(found.best);
            CHECK((instance.collective == "allreduce" || found.upper == optimum));
            check_timetable(instance, *found.best, *found.upper);
        }
    }
    for (const auto& [plan, slots, rounds] : negotiated_rounds) {
        CAPTURE(plan);
        const collective_instance instance = instance_of(plan);
        const auto rows =
            tutti::negotiated_timetable(instance.asked.question, slots, {.rounds = rounds});
        REQUIRE(rows);
        check_timetable(instance, *rows, slots);
    }
}

TEST_CASE("formulas have as many variables as in the specification") {
    for (const auto& [plan, slots, variables] : numbers_of_variables) {
        CAPTURE(plan);
        const collective_instance instance = instance_of(plan);
        const tutti::timetable_formula asked{instance.asked.question, slots};
        CHECK(std::uint64_t(asked.clauses().variables()) == variables);
    }
}

TEST_CASE("a collective without such a question is refused") {
    for (const std::string_view plan :
         {"scan -n path:3", "allgather -n ring:65", "allreduce -n path:3 --ports shout",
          "reduce-scatter -n path:3 --set values=4"}) {
        CAPTURE(plan);
        CHECK_THROWS_AS((void)instance_of(plan), std::invalid_argument);
    }
    CHECK_THROWS_AS((void)instance_of("reduce -n path:3", 2), std::invalid_argument);
}

}  // TEST_SUITE
