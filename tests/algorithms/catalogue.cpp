#include "tutti/catalog/catalogue.hpp"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "collectives/collectives.hpp"
#include "support/standard.hpp"
#include "trial.hpp"

TEST_SUITE("tutti/catalog/catalogue.hpp") {

namespace {

using tutti::algorithm;
using tutti::catalogue;
using tutti::collective;
using tutti::knowledge_item;

/// The greedy algorithm under another name.
algorithm another(std::string_view name) {
    algorithm made = support::entry("simultaneous-broadcast/greedy");
    made.name = name;
    return made;
}

/// The text of the error that adding it to the standard catalogue ends in; empty if there is none.
template <class Description>
std::string refusal(Description description) {
    catalogue catalogue = tutti::standard_catalogue();
    try {
        catalogue.add(std::move(description));
    } catch (const std::invalid_argument& wrong) {
        return wrong.what();
    }
    return {};
}

// ASCII, and in one line.
bool is_printable(char each) { return each >= ' ' && each <= '~'; }

// Each ends in a full stop, and the next begins with a blank.
std::ptrdiff_t sentences_in(std::string_view text) {
    std::ptrdiff_t count = 0;
    for (std::size_t at = text.find('.'); at != std::string_view::npos;
         at = text.find('.', at + 1)) {
        count += at + 1 == text.size() || text[at + 1] == ' ' ? 1 : 0;
    }
    return count;
}

}  // namespace

TEST_CASE("an algorithm that lacks a field is refused by the field's name") {
    const std::vector<std::pair<std::string, std::function<void(algorithm&)>>> losses{
        {"source", [](algorithm& chosen) { chosen.source.clear(); }},
        {"networks", [](algorithm& chosen) { chosen.networks.clear(); }},
        {"ports", [](algorithm& chosen) { chosen.ports.clear(); }},
        {"time", [](algorithm& chosen) { chosen.time.clear(); }},
        {"inapplicable_reason", [](algorithm& chosen) { chosen.inapplicable_reason = nullptr; }},
        {"rank", [](algorithm& chosen) { chosen.knowledge.push_back(knowledge_item::rank); }},
        {"slot_budget",
         [](algorithm& chosen) { chosen.knowledge.push_back(knowledge_item::slot_budget); }},
        {"intervals",
         [](algorithm& chosen) { chosen.knowledge.push_back(knowledge_item::intervals); }},
        {"program", [](algorithm& chosen) { chosen.program = nullptr; }}};
    CHECK(refusal(another("mine")).empty());
    for (const auto& [name, lose] : losses) {
        algorithm algorithm = another("mine");
        lose(algorithm);
        CHECK(refusal(algorithm) ==
              "the algorithm simultaneous-broadcast/mine lacks its `" + name + "`");
    }
}

TEST_CASE("an algorithm need not say how it works") {
    algorithm algorithm = another("mine");
    algorithm.idea.clear();
    CHECK(refusal(algorithm).empty());
}

TEST_CASE("every algorithm of the standard catalogue says in a sentence or two how it works") {
    std::set<std::pair<std::string_view, std::string_view>> distinct;
    for (const algorithm& algorithm : support::standard_algorithms()) {
        CAPTURE(algorithm.collective);
        CAPTURE(algorithm.name);
        CHECK(algorithm.idea.size() >= 30);
        CHECK(algorithm.idea.size() <= 240);
        CHECK(std::ranges::all_of(algorithm.idea, is_printable));
        CHECK(algorithm.idea.find("  ") == std::string::npos);
        CHECK(algorithm.idea.ends_with('.'));
        CHECK(sentences_in(algorithm.idea) <= 2);
        CHECK(distinct.emplace(algorithm.collective, algorithm.idea).second);
    }
}

TEST_CASE("every collective of the standard catalogue says in a sentence what it is") {
    for (const auto& collective : support::standard().collectives()) {
        CAPTURE(collective->name);
        CHECK(collective->meaning.size() <= 160);
        CHECK(std::ranges::all_of(collective->meaning, is_printable));
        CHECK(collective->meaning.ends_with('.'));
        CHECK(sentences_in(collective->meaning) == 1);
    }
}

TEST_CASE("a collective that lacks a field is refused by the field's name") {
    collective collective = tutti::multinode_broadcast();
    collective.aliases.clear();
    collective.name = "mine";
    CHECK(refusal(collective).empty());
    collective.message_count = nullptr;
    CHECK(refusal(collective) == "the collective mine lacks its `message_count`");
    collective.senders = nullptr;
    CHECK(refusal(collective).empty());
    collective.required = nullptr;
    CHECK(refusal(collective) == "the collective mine lacks its `required`");
    collective.meaning.clear();
    CHECK(refusal(collective) == "the collective mine lacks its `meaning`");
}

TEST_CASE("names are well-formed and unique, aliases included") {
    CHECK(refusal(another("greedy")) ==
          "the algorithm simultaneous-broadcast/greedy: the name is taken");
    CHECK(refusal(another("a b")).starts_with("'a b' is not a name for an algorithm"));
    CHECK(refusal(another("")).starts_with("'' is not a name for an algorithm"));

    algorithm elsewhere = another("mine");
    elsewhere.collective = "juggling";
    CHECK(refusal(elsewhere) ==
          "the algorithm juggling/mine: 'juggling' is not a collective that was added before");

    collective collective = tutti::gather();
    CHECK(refusal(collective) == "the collective gather: the name 'gather' is taken");
    collective.name = "alltoall";
    CHECK(refusal(collective) == "the collective alltoall: the name 'alltoall' is taken");
    collective.name = "mine";
    collective.aliases = {"scan"};
    CHECK(refusal(collective) == "the collective mine: the name 'scan' is taken");
}

TEST_CASE("a parameter that does not take its own default is refused") {
    algorithm algorithm = another("mine");
    algorithm.parameters = {{.name = "pace",
                             .default_value = 9,
                             .meaning = "how fast",
                             .range = tutti::integer_range{1, 3}}};
    CHECK(refusal(algorithm) ==
          "the algorithm simultaneous-broadcast/mine: the parameter 'pace' does not take its own "
          "default '9'");
}

TEST_CASE("addresses hold while the catalogue grows and moves; a task's algorithms stay together") {
    catalogue algorithms = tutti::standard_catalogue();
    const algorithm* const greedy = algorithms.find("simultaneous-broadcast", "greedy");
    const algorithm& own_algorithm = algorithms.add(another("mine"));
    const std::size_t count = algorithms.algorithms().size();
    const catalogue moved = std::move(algorithms);

    CHECK(moved.find("simultaneous-broadcast", "greedy") == greedy);
    CHECK(moved.find("simultaneous-broadcast", "mine") == &own_algorithm);
    CHECK(own_algorithm.goal == moved.find_collective("simultaneous-broadcast"));
    CHECK(moved.algorithms_for("simultaneous-broadcast").back() == &own_algorithm);
    CHECK(moved.algorithms().size() == count);
    std::vector<const algorithm*> by_task;
    for (const auto& each : moved.collectives()) {
        const auto some = moved.algorithms_for(each->name);
        by_task.insert(by_task.end(), some.begin(), some.end());
    }
    CHECK(moved.algorithms() == by_task);
}

TEST_CASE("collectives are found by the names of the trade") {
    for (const auto& [trade, own] : std::vector<std::pair<std::string_view, std::string_view>>{
             {"bcast", "broadcast"},
             {"allgather", "multinode-broadcast"},
             {"alltoall", "total-exchange"},
             {"scan", "prefix-sum"}}) {
        CHECK(support::standard().find_collective(trade) == &support::standard_collective(own));
    }
    CHECK(support::standard().find_collective("Scan") == nullptr);
}

TEST_CASE("what the collective has to know stands before what the algorithm wants to") {
    const algorithm& rounds = support::entry("dynamic-broadcast/intervals");
    REQUIRE(rounds.parameters.size() > 1);
    CHECK(rounds.parameters[0].name == "rate");
    CHECK(rounds.parameters[1].name == "intervals");
}

TEST_CASE("what an algorithm leaves out the catalogue fills in") {
    catalogue catalogue = tutti::standard_catalogue();
    algorithm bare = another("bare");
    bare.phases = nullptr;
    bare.transmissions = nullptr;
    bare.lower_bound = nullptr;
    const algorithm& chosen = catalogue.add(bare);
    const tutti::problem input = tutti::problem_of(support::on_cube(chosen, 3, "nodes:1,2"));

    CHECK(chosen.phases(input).empty());
    CHECK_FALSE(chosen.transmissions(input).has_value());
    CHECK(packets_of(chosen, input).is_whole());
    CHECK(chosen.lower_bound(input) ==
          chosen.goal->lower_bound(input, tutti::packet_size::whole()));
    CHECK(chosen.lower_bound(input).units == tutti::rational{3});
}

TEST_CASE("what an algorithm is held to goes by what its slots carry") {
    catalogue catalogue = tutti::standard_catalogue();
    algorithm bare = another("bare");
    bare.lower_bound = nullptr;
    bare.phases = [](const tutti::problem&) {
        return std::vector<tutti::phase>{
            {.name = "broadcast", .slot_length = {1, 5}, .carries = {1, 5}}};
    };
    const algorithm& chosen = catalogue.add(bare);
    const tutti::problem input = tutti::problem_of(support::on_cube(chosen, 3, "nodes:1,2"));

    CHECK(packets_of(chosen, input) == tutti::packet_size::pieces_of(5));
    CHECK(chosen.lower_bound(input).assumes == tutti::packet_size::pieces_of(5));
    CHECK(chosen.lower_bound(input).units == tutti::rational{3, 5});
}

TEST_CASE("a program for other ports than the problem's is held to the looser of them") {
    tutti::problem problem{{.network = tutti::hypercube{4}, .ports = tutti::port_model::all_port},
                           tutti::every_node(16)};
    const algorithm& all_port = support::entry("multinode-broadcast/rotation-classes");
    const algorithm& one_port = support::entry("multinode-broadcast/doubling");
    CHECK(all_port.lower_bound(problem).units == tutti::rational{4});
    CHECK(one_port.lower_bound(problem).units == tutti::rational{4});
    problem.ports = tutti::port_model::single_port_full_duplex;
    CHECK(all_port.lower_bound(problem).units == tutti::rational{4});
    CHECK(one_port.lower_bound(problem).units == tutti::rational{15});
    problem.ports = tutti::port_model::single_port_half_duplex;
    CHECK(one_port.lower_bound(problem).units == tutti::rational{15});
}

}  // TEST_SUITE("tutti/catalog/catalogue.hpp")
