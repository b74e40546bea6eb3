#include "tutti/catalog/catalogue.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "algorithms/standard_names.hpp"
#include "collectives/collectives.hpp"
#include "support/standard.hpp"
#include "trial.hpp"
#include "tutti/catalog/problem.hpp"
#include "tutti/experiment/experiment.hpp"
#include "tutti/topology/hypercube.hpp"

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

/// One line of ASCII, with no more sentences than that; each ends in a full stop.
bool is_prose(std::string_view text, std::ptrdiff_t most_sentences) {
    std::ptrdiff_t sentences = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        sentences += text[i] == '.' && (i + 1 == text.size() || text[i + 1] == ' ') ? 1 : 0;
    }
    return sentences >= 1 && sentences <= most_sentences && text.ends_with('.') &&
           text.find("  ") == std::string_view::npos &&
           std::ranges::all_of(text, [](char each) { return each >= ' ' && each <= '~'; });
}

/// Algorithms whose times are in no paper, and so in no reference figures.
const std::set<std::string> without_figures{"simultaneous-broadcast/random-intermediate",
                                            "simultaneous-broadcast/trees",
                                            "broadcast/flooding",
                                            "scatter/shortest-paths",
                                            "gather/shortest-paths",
                                            "total-exchange/shortest-paths",
                                            "prefix-sum/allgather",
                                            "prefix-sum/gather-scatter",
                                            "barrier/telephone",
                                            "reduce-scatter/tree",
                                            "allreduce/tree"};

bool is_complete(const algorithm& algorithm) {
    return !algorithm.source.empty() && !algorithm.networks.empty() && !algorithm.ports.empty() &&
           !algorithm.time.empty() && algorithm.idea.size() >= 30 && algorithm.idea.size() <= 240 &&
           is_prose(algorithm.idea, 2);
}

bool is_complete(const tutti::parameter& parameter) {
    return parameter.accepts(parameter.default_value) && !parameter.accepts("") &&
           !parameter.range_text().empty() && !parameter.meaning.empty();
}

/// Whether the algorithm takes this number of packets, one a node of the cube.
bool takes(const algorithm& algorithm, int dimensions, std::uint64_t count) {
    const tutti::experiment plan =
        support::on_cube(algorithm, dimensions, "random:" + std::to_string(count));
    try {
        (void)tutti::problem_of(plan);
    } catch (const std::invalid_argument&) {
        return false;
    }
    return true;
}

/// Error text of a plan on the 3-cube.
std::string refusal_of(std::string_view algorithm, std::string_view broadcasters) {
    try {
        (void)tutti::problem_of(support::on_cube(support::entry(algorithm), 3, broadcasters));
    } catch (const std::invalid_argument& refused) {
        return refused.what();
    }
    return {};
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

TEST_CASE("what the collective has to know stands before what the algorithm wants to") {
    const algorithm& rounds = support::entry("dynamic-broadcast/intervals");
    REQUIRE(rounds.parameters.size() > 1);
    CHECK(rounds.parameters[0].name == "rate");
    CHECK(rounds.parameters[1].name == "intervals");
}

TEST_CASE("what an algorithm leaves out is filled in, by what its slots carry") {
    catalogue catalogue = tutti::standard_catalogue();
    algorithm bare = another("bare");
    bare.phases = nullptr;
    bare.transmissions = nullptr;
    bare.lower_bound = nullptr;
    bare.idea.clear();
    algorithm in_fifths = bare;
    in_fifths.name = "in-fifths";
    in_fifths.phases = [](const tutti::problem&) {
        return std::vector<tutti::phase>{
            {.name = "broadcast", .slot_length = {1, 5}, .carries = {1, 5}}};
    };
    for (const auto& [description, size] :
         {std::pair{bare, tutti::packet_size::whole()},
          std::pair{in_fifths, tutti::packet_size::pieces_of(5)}}) {
        const algorithm& chosen = catalogue.add(description);
        const tutti::problem input = tutti::problem_of(support::on_cube(chosen, 3, "nodes:1,2"));
        CHECK(chosen.phases(input).size() == (size.is_whole() ? 0U : 1U));
        CHECK_FALSE(chosen.transmissions(input).has_value());
        CHECK(packets_of(chosen, input) == size);
        CHECK(chosen.lower_bound(input) == chosen.goal->lower_bound(input, size));
    }
}

TEST_CASE("the standard catalogue has every algorithm of its list, each with all of its fields") {
    auto listed = []<tutti::constant_text... Names>(tutti::name_list<Names...> /*list*/) {
        return std::vector<std::string_view>{Names.view()...};
    }(tutti::standard_names{});
    // Those that play a file are found by their names alone.
    std::erase_if(listed, [](std::string_view name) {
        const std::size_t slash = name.find('/');
        return support::standard()
            .find(name.substr(0, slash), name.substr(slash + 1))
            ->plays_a_file;
    });
    std::vector<std::string> names;
    for (const algorithm& each : support::standard_algorithms()) {
        names.push_back(each.collective + "/" + each.name);
        CAPTURE(names.back());
        CHECK(is_complete(each));
        CHECK(each.rule.empty() == without_figures.contains(names.back()));
        for (const tutti::parameter& parameter : each.parameters) {
            CAPTURE(parameter.name);
            CHECK(is_complete(parameter));
        }
        if (each.networks == "hypercube") {
            CHECK(each.inapplicable_reason(tutti::hypercube{0}) == "needs at least one dimension");
            CHECK(each.inapplicable_reason(tutti::hypercube{1}).empty());
        }
    }
    CHECK(std::ranges::equal(listed, names));
    for (const auto& each : support::standard().collectives()) {
        CAPTURE(each->name);
        CHECK(each->meaning.size() <= 160);
        CHECK(is_prose(each->meaning, 1));
    }
}

TEST_CASE("numbers of packets outside the limits are refused, those inside are taken") {
    int checked = 0;
    for (const algorithm& each : support::standard_algorithms()) {
        if (each.limits == nullptr || !each.inapplicable_reason(tutti::hypercube{3}).empty()) {
            continue;
        }
        for (int d = 1; d <= 6; ++d) {
            const tutti::message_limits limits = each.limits(tutti::hypercube{d});
            CAPTURE(each.name);
            CAPTURE(d);
            CHECK(takes(each, d, limits.least));
            CHECK(takes(each, d, limits.most));
            CHECK((limits.least == 0 || !takes(each, d, limits.least - 1)));
            CHECK((limits.most >= std::uint64_t{1} << d || !takes(each, d, limits.most + 1)));
            ++checked;
        }
    }
    CHECK(checked == 5 * 6);
    CHECK(refusal_of("simultaneous-broadcast/pair", "nodes:1") ==
          "'nodes:1': K = 1 packet, and pair takes exactly 2");
    CHECK(refusal_of("simultaneous-broadcast/pair", "nodes:4,4") ==
          "'nodes:4,4': node 4 has 2 packets, and pair takes one a node");
    CHECK(refusal_of("simultaneous-broadcast/ranked", "nodes:4,4,4,4") ==
          "'nodes:4,4,4,4': K = 4 packets, and ranked takes 0 to 3");
    const tutti::problem many{{.network = tutti::hypercube{3}},
                              {.nodes = {2}, .packets = {(1U << 26U) + 1}}};
    CHECK(support::entry("simultaneous-broadcast/greedy").inapplicable_input_reason(many) ==
          "node 2 has 67108865 packets, and a node can have 67108864 at most");
}

}  // TEST_SUITE("tutti/catalog/catalogue.hpp")
