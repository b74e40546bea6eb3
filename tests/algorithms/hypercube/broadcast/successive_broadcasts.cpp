#include <bit>
#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "algorithms/hypercube/hops.hpp"
#include "algorithms/trial.hpp"
#include "tutti/catalog/algorithm.hpp"
#include "tutti/experiment/experiment.hpp"
#include "tutti/node/slot.hpp"

TEST_SUITE("algorithms/hypercube/broadcast/successive_broadcasts.hpp") {

namespace {

using tutti::node_id;
using tutti::slot;

// Reference of spec/hypercube.md, section 3, in its terms: values 1 to p, dimensions 0 to d-1.
namespace book {

/// x^(j), the source of value j.
node_id source(std::uint32_t j) { return (j - 1) ^ ((j - 1) >> 1U); }

/// nu_j, the dimension in which the sources of values j and j+1 differ, for j < p.
int nu(std::uint32_t j) { return std::countr_zero(j); }

/// s_j, the slot in which value j starts.
slot start(std::uint32_t j, slot gap_at_0, slot gap) {
    slot at = 1;
    for (std::uint32_t i = 1; i < j; ++i) {
        at += nu(i) == 0 ? gap_at_0 : gap;
    }
    return at;
}

/// The value of each source.
std::map<node_id, std::uint32_t> values(int d) {
    std::map<node_id, std::uint32_t> counts;
    for (std::uint32_t j = 1; j <= std::uint32_t{1} << d; ++j) {
        counts[source(j)] = j;
    }
    return counts;
}

}  // namespace book

/// Successive broadcasts of the catalogue, and its gaps.
struct spacing_case {
    std::string name;
    slot gap_at_0 = 0;
    slot gap = 0;
    tutti::parameter_values parameters{};
};

std::vector<spacing_case> spacing_cases(int d) {
    return {{"rotated", 2, 2},
            {"sequential", d, d},
            {"unrotated", 2, 3},
            {"unrotated", 3, 3, {{"gap", "3"}}}};
}

tutti::experiment on_cube(const spacing_case& tested, int d) {
    tutti::experiment plan =
        support::on_cube(support::entry("successive-broadcasts/" + tested.name), d);
    plan.parameters = tested.parameters;
    return plan;
}

tutti::result unrotated(int d, const std::string& gap) {
    return support::run(on_cube({.name = "unrotated", .parameters = {{"gap", gap}}}, d));
}

}  // namespace

TEST_CASE("a node hears a value once, as many slots after its start as the source is far") {
    for (int d = 1; d <= 7; ++d) {
        const auto values = book::values(d);
        const std::size_t nodes = std::size_t{1} << d;
        for (const spacing_case& tested : spacing_cases(d)) {
            std::set<std::pair<node_id, node_id>> heard;
            int wrong = 0;
            for (const support::hop& each : support::hops_of(on_cube(tested, d))) {
                const slot started =
                    book::start(values.at(each.origin), tested.gap_at_0, tested.gap);
                wrong += each.at == started + std::popcount(each.to() ^ each.origin) - 1 ? 0 : 1;
                wrong += heard.emplace(each.to(), each.origin).second ? 0 : 1;
            }
            CAPTURE(d);
            CAPTURE(tested.name);
            CHECK(wrong == 0);
            CHECK(heard.size() == nodes * (nodes - 1));
        }
    }
}

TEST_CASE("unrotated with gaps of 2, up to two dimensions go well and three do not") {
    CHECK(support::verdict_line(unrotated(1, "2")) == "complete");
    CHECK(support::verdict_line(unrotated(2, "2")) == "complete");
    CHECK(unrotated(2, "2").slots == 8);

    // Node 7 would have to pass on the second value while it hears the third.
    const tutti::result broken = unrotated(3, "2");
    CHECK(broken.verdict == tutti::verdict::model_violation);
    REQUIRE(broken.place.has_value());
    CHECK(broken.place->node == 7);
    CHECK(broken.place->at == 4);
    for (int d = 4; d <= 8; ++d) {
        CHECK(unrotated(d, "2").verdict == tutti::verdict::model_violation);
    }
}

TEST_CASE("the lower bounds are those of the specification") {
    const std::vector<std::int64_t> bounds{2, 5, 11, 21, 41, 79, 152};
    for (const char* const name : {"rotated", "sequential", "unrotated"}) {
        const auto& algorithm = support::entry(std::string{"successive-broadcasts/"} + name);
        for (std::size_t i = 0; i < bounds.size(); ++i) {
            const int d = static_cast<int>(i) + 1;
            CHECK(algorithm.lower_bound(tutti::problem_of(support::on_cube(algorithm, d))).units ==
                  tutti::rational{bounds[i]});
        }
    }
}

}  // TEST_SUITE("algorithms/hypercube/broadcast/successive_broadcasts.hpp")
