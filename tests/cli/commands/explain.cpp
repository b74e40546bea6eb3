#include <algorithm>
#include <cstddef>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>

#include "algorithms/trial.hpp"
#include "cli/glossary/glossary.hpp"
#include "cli/glossary/glossary_lookup.hpp"
#include "results/symbols.hpp"
#include "support/standard.hpp"
#include "util/value_syntax.hpp"

TEST_SUITE("source/cli/commands/explain.cpp") {

namespace {

using words = std::vector<std::string>;

bool is_explained(std::string_view word) {
    try {
        return !tutti::program::meanings_of(word, support::standard()).empty();
    } catch (const std::invalid_argument&) {
        return false;
    }
}

/// The phases of an algorithm on the first small network that it fits.
words phases_of_algorithm(const tutti::algorithm& algorithm) {
    for (const std::string_view network :
         {"hypercube:3", "torus:4x4", "array:4x4", "ring:5", "path:5"}) {
        for (const std::string_view senders : {"all", "nodes:0,3"}) {
            const tutti::experiment plan = support::on_network(algorithm, network, senders);
            if (!tutti::inapplicable_reason(algorithm, plan.built_network, {}).empty() ||
                !tutti::inapplicable_reason(plan).empty()) {
                continue;
            }
            words arguments;
            for (const tutti::phase& each : algorithm.phases(tutti::problem_of(plan))) {
                arguments.emplace_back(each.name);
            }
            return arguments;
        }
    }
    return {};
}

}  // namespace

TEST_CASE("the phases of all algorithms are explained") {
    std::size_t with_phases = 0;
    for (const tutti::algorithm& algorithm : support::standard_algorithms()) {
        const words phases = phases_of_algorithm(algorithm);
        with_phases += static_cast<std::size_t>(!phases.empty());
        for (const std::string& each : phases) {
            CAPTURE(each);
            CHECK(is_explained(each));
        }
    }
    CHECK(with_phases > 70);
}

TEST_CASE("tasks and algorithms are explained, with the letters of the formula") {
    for (const auto& task : support::standard().collectives()) {
        const auto meanings = tutti::program::meanings_of(task->name, support::standard());
        CHECK(std::ranges::any_of(meanings, [&](const tutti::program::meaning& each) {
            return each.kind == "task" &&
                   tutti::program::in_one_line(each.text).starts_with(task->meaning);
        }));
    }
    for (const tutti::algorithm& algorithm : support::standard_algorithms()) {
        const std::string name = algorithm.collective + "/" + algorithm.name;
        CAPTURE(name);
        const auto meanings = tutti::program::meanings_of(name, support::standard());
        REQUIRE(meanings.size() == 1);
        for (const tutti::symbol& each : tutti::symbols_in(algorithm.time)) {
            CHECK(meanings.front().text.find(std::string{each.meaning}) != std::string::npos);
        }
        CHECK(is_explained(algorithm.name));
    }
}

}  // TEST_SUITE("source/cli/commands/explain.cpp")
