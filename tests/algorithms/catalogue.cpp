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
std::string refusal(Description what) {
    catalogue all = tutti::standard_catalogue();
    try {
        all.add(std::move(what));
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
        {"source", [](algorithm& what) { what.source.clear(); }},
        {"networks", [](algorithm& what) { what.networks.clear(); }},
        {"ports", [](algorithm& what) { what.ports.clear(); }},
        {"time", [](algorithm& what) { what.time.clear(); }},
        {"inapplicable_reason", [](algorithm& what) { what.inapplicable_reason = nullptr; }},
        {"rank", [](algorithm& what) { what.knowledge.push_back(knowledge_item::rank); }},
        {"slot_budget",
         [](algorithm& what) { what.knowledge.push_back(knowledge_item::slot_budget); }},
        {"intervals", [](algorithm& what) { what.knowledge.push_back(knowledge_item::intervals); }},
        {"program", [](algorithm& what) { what.program = nullptr; }}};
    CHECK(refusal(another("mine")).empty());
    for (const auto& [name, lose] : losses) {
        algorithm what = another("mine");
        lose(what);
        CHECK(refusal(what) ==
              "the algorithm simultaneous-broadcast/mine lacks its `" + name + "`");
    }
}

TEST_CASE("an algorithm need not say how it works") {
    algorithm what = another("mine");
    what.idea.clear();
    CHECK(refusal(what).empty());
}

TEST_CASE("every algorithm of the standard catalogue says in a sentence or two how it works") {
    std::set<std::pair<std::string_view, std::string_view>> distinct;
    for (const algorithm& known : support::standard_algorithms()) {
        CAPTURE(known.collective);
        CAPTURE(known.name);
        CHECK(known.idea.size() >= 30);
        CHECK(known.idea.size() <= 240);
        CHECK(std::ranges::all_of(known.idea, is_printable));
        CHECK(known.idea.find("  ") == std::string::npos);
        CHECK(known.idea.ends_with('.'));
        CHECK(sentences_in(known.idea) <= 2);
        CHECK(distinct.emplace(known.collective, known.idea).second);
    }
}

TEST_CASE("every collective of the standard catalogue says in a sentence what it is") {
    for (const auto& known : support::standard().collectives()) {
        CAPTURE(known->name);
        CHECK(known->meaning.size() <= 160);
        CHECK(std::ranges::all_of(known->meaning, is_printable));
        CHECK(known->meaning.ends_with('.'));
        CHECK(sentences_in(known->meaning) == 1);
    }
}

TEST_CASE("a collective that lacks a field is refused by the field's name") {
    collective what = tutti::multinode_broadcast();
    what.aliases.clear();
    what.name = "mine";
    CHECK(refusal(what).empty());
    what.message_count = nullptr;
    CHECK(refusal(what) == "the collective mine lacks its `message_count`");
    what.senders = nullptr;
    CHECK(refusal(what).empty());
    what.required = nullptr;
    CHECK(refusal(what) == "the collective mine lacks its `required`");
    what.meaning.clear();
    CHECK(refusal(what) == "the collective mine lacks its `meaning`");
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

    collective what = tutti::gather();
    CHECK(refusal(what) == "the collective gather: the name 'gather' is taken");
    what.name = "alltoall";
    CHECK(refusal(what) == "the collective alltoall: the name 'alltoall' is taken");
    what.name = "mine";
    what.aliases = {"scan"};
    CHECK(refusal(what) == "the collective mine: the name 'scan' is taken");
}

TEST_CASE("a parameter that does not take its own default is refused") {
    algorithm what = another("mine");
    what.parameters = {{.name = "pace",
                        .default_value = 9,
                        .meaning = "how fast",
                        .range = tutti::integer_range{1, 3}}};
    CHECK(refusal(what) ==
          "the algorithm simultaneous-broadcast/mine: the parameter 'pace' does not take its own "
          "default '9'");
}

TEST_CASE("addresses hold while the catalogue grows and moves; a task's algorithms stay together") {
    catalogue all = tutti::standard_catalogue();
    const algorithm* const greedy = all.find("simultaneous-broadcast", "greedy");
    const algorithm& mine = all.add(another("mine"));
    const std::size_t count = all.algorithms().size();
    const catalogue moved = std::move(all);

    CHECK(moved.find("simultaneous-broadcast", "greedy") == greedy);
    CHECK(moved.find("simultaneous-broadcast", "mine") == &mine);
    CHECK(mine.goal == moved.find_collective("simultaneous-broadcast"));
    CHECK(moved.algorithms_for("simultaneous-broadcast").back() == &mine);
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
    catalogue all = tutti::standard_catalogue();
    algorithm bare = another("bare");
    bare.phases = nullptr;
    bare.transmissions = nullptr;
    bare.lower_bound = nullptr;
    const algorithm& what = all.add(bare);
    const tutti::problem input = tutti::problem_of(support::on_cube(what, 3, "nodes:1,2"));

    CHECK(what.phases(input).empty());
    CHECK_FALSE(what.transmissions(input).has_value());
    CHECK(packets_of(what, input).is_whole());
    CHECK(what.lower_bound(input) == what.goal->lower_bound(input, tutti::packet_size::whole()));
    CHECK(what.lower_bound(input).units == tutti::rational{3});
}

TEST_CASE("what an algorithm is held to goes by what its slots carry") {
    catalogue all = tutti::standard_catalogue();
    algorithm bare = another("bare");
    bare.lower_bound = nullptr;
    bare.phases = [](const tutti::problem&) {
        return std::vector<tutti::phase>{
            {.name = "broadcast", .slot_length = {1, 5}, .carries = {1, 5}}};
    };
    const algorithm& what = all.add(bare);
    const tutti::problem input = tutti::problem_of(support::on_cube(what, 3, "nodes:1,2"));

    CHECK(packets_of(what, input) == tutti::packet_size::pieces_of(5));
    CHECK(what.lower_bound(input).assumes == tutti::packet_size::pieces_of(5));
    CHECK(what.lower_bound(input).units == tutti::rational{3, 5});
}

TEST_CASE("a program for other ports than the problem's is held to the looser of them") {
    tutti::problem one{{.where = tutti::hypercube{4}, .ports = tutti::port_model::all_port},
                       tutti::every_node(16)};
    const algorithm& all_port = support::entry("multinode-broadcast/rotation-classes");
    const algorithm& one_port = support::entry("multinode-broadcast/doubling");
    CHECK(all_port.lower_bound(one).units == tutti::rational{4});
    CHECK(one_port.lower_bound(one).units == tutti::rational{4});
    one.ports = tutti::port_model::single_port_full_duplex;
    CHECK(all_port.lower_bound(one).units == tutti::rational{4});
    CHECK(one_port.lower_bound(one).units == tutti::rational{15});
    one.ports = tutti::port_model::single_port_half_duplex;
    CHECK(one_port.lower_bound(one).units == tutti::rational{15});
}

}  // TEST_SUITE("tutti/catalog/catalogue.hpp")
