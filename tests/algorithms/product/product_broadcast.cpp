#include "algorithms/product/product_broadcast.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "algorithms/ring/one_port.hpp"
#include "algorithms/trial.hpp"
#include "topology/random.hpp"
#include "tutti/experiment/experiment.hpp"

TEST_SUITE("algorithms/product/product_broadcast.hpp") {

namespace {

using support::full_duplex;
using support::half_duplex;
using tutti::slot;

const tutti::algorithm& entry() { return support::entry("multinode-broadcast/product"); }

tutti::experiment on(const std::string& specification, tutti::port_model ports) {
    return support::with_one_port(entry(), specification, ports);
}

/// A ring, path or complete graph.
struct line {
    std::string kind;
    slot nodes;

    [[nodiscard]] std::string text() const { return fmt::format("{}:{}", kind, nodes); }
    /// Slots beyond n-1, or half duplex 2(n-1), of multinode broadcast on it.
    [[nodiscard]] slot excess(tutti::port_model ports) const {
        if (kind == "path") {
            return nodes < 3 ? 0 : (nodes + 1) / 2;
        }
        return ports == half_duplex && nodes % 2 != 0 ? 2 : 0;
    }
};

std::vector<line> lines() {
    std::vector<line> products{{"complete", 3}, {"complete", 4}};
    for (slot m = 2; m <= 5; ++m) {
        products.push_back({"path", m});
        products.push_back({"ring", m + 1});
    }
    return products;
}

std::string product_of(const std::vector<line>& factors) {
    std::string text;
    for (const line& each : factors) {
        text += (text.empty() ? "product(" : ",") + each.text();
    }
    return text + ")";
}

/// n-1 or 2(n-1), and the excess of each factor as often as its program is run.
slot formula(const std::vector<line>& factors, tutti::port_model ports) {
    slot nodes = 1;
    slot excess = 0;
    for (std::size_t i = factors.size(); i-- > 0;) {
        excess += nodes * factors[i].excess(ports);
        nodes *= factors[i].nodes;
    }
    return (nodes - 1) * (ports == full_duplex ? 1 : 2) + excess;
}

void check(const std::vector<line>& factors) {
    for (const tutti::port_model ports : support::one_port_models) {
        const std::string specification = product_of(factors);
        CAPTURE(specification);
        CAPTURE(name_of(ports));
        const tutti::result outcome = support::run(on(specification, ports));
        CHECK(support::verdict_line(outcome) == "complete");
        CHECK(outcome.slots == formula(factors, ports));
        CHECK(outcome.last_arrival == outcome.slots);
        CHECK(outcome.units >= outcome.lower_bound.units);
        CHECK(outcome.transmissions == outcome.nodes * (outcome.nodes - 1));
    }
}

slot slots_on(const std::string& specification, tutti::port_model ports) {
    const tutti::result outcome = support::run(on(specification, ports));
    CAPTURE(specification);
    CHECK(support::verdict_line(outcome) == "complete");
    return outcome.slots;
}

}  // namespace

TEST_CASE("products of three and four take the time of the formula") {
    tutti::split_mix random{5};
    const std::vector<line> products = lines();
    for (int i = 0; i < 25; ++i) {
        std::vector<line> factors;
        const std::size_t count = 3 + (i % 5 == 0 ? 1 : 0);
        while (factors.size() < count) {
            factors.push_back(products[random.next() % products.size()]);
        }
        check(factors);
    }
}

TEST_CASE("a product of factors that are optimal is, but for an odd one that is not the last") {
    CHECK(slots_on("torus:4x6", full_duplex) == 23);
    CHECK(slots_on("torus:4x6", half_duplex) == 46);
    CHECK(slots_on("product(ring:4,ring:5)", half_duplex) == 40);
    CHECK(slots_on("product(ring:5,ring:4)", half_duplex) == 46);
    CHECK(slots_on("product(ring:5,ring:3)", half_duplex) == 36);
    CHECK(slots_on("product(ring:3,ring:5)", half_duplex) == 40);
}

TEST_CASE("arrays and tori are products of their lines: the same packets in the same slots") {
    const std::vector<std::array<std::string, 2>> pairs{
        {"torus:5x3", "product(ring:5,ring:3)"},
        {"torus:2x3x4", "product(ring:2,ring:3,ring:4)"},
        {"array:3x4", "product(path:3,path:4)"},
        {"array:2x5x3", "product(path:2,path:5,path:3)"}};
    for (const auto& [lines_of_grid, product] : pairs) {
        for (const tutti::port_model ports : support::one_port_models) {
            CAPTURE(product);
            CHECK(support::run(on(lines_of_grid, ports)).digest ==
                  support::run(on(product, ports)).digest);
        }
    }
}

TEST_CASE("arrays whose sides are all odd take longer than from end to end") {
    struct figures {
        std::string network;
        slot full;
        slot half;
    };
    for (const figures& row :
         {figures{"array:3x3", 16, 24}, figures{"array:3x5", 27, 41}, figures{"array:5x3", 25, 39},
          figures{"array:5x5", 42, 66}, figures{"array:3x3x3", 52, 78}}) {
        CHECK(slots_on(row.network, full_duplex) == row.full);
        CHECK(slots_on(row.network, half_duplex) == row.half);
    }
}

TEST_CASE("a factor goes along its own cycle or path, and is a product only if it has neither") {
    // torus:3x3 alone takes 18 slots, path:3 6; array:3x3 alone takes 21.
    CHECK(slots_on("product(torus:3x3,path:3)", half_duplex) == 6 + 3 * 18);
    CHECK(slots_on("product(ring:3,array:3x3)", half_duplex) == 21 + 9 * 6);
    CHECK(slots_on("product(hypercube:3,debruijn:2)", half_duplex) == 62);
    CHECK(slots_on("product(ring:3,product(path:3,path:3))", half_duplex) ==
          slots_on("product(ring:3,path:3,path:3)", half_duplex));
    CHECK(slots_on("product(product(path:3,path:3),path:5)", full_duplex) ==
          slots_on("product(path:3,path:3,path:5)", full_duplex));
}

TEST_CASE("no order of the factors takes less time than the cheapest") {
    tutti::split_mix random{6};
    const std::vector<line> products = lines();
    for (int i = 0; i < 40; ++i) {
        std::vector<line> factors;
        for (int j = 0; j < 4; ++j) {
            factors.push_back(products[random.next() % products.size()]);
        }
        const tutti::network net = tutti::parse_network(product_of(factors));
        for (const tutti::port_model ports : support::one_port_models) {
            std::vector<line> order = factors;
            std::ranges::sort(order, {}, &line::text);
            slot least = formula(order, ports);
            while (std::next_permutation(
                order.begin(), order.end(),
                [](const line& left, const line& right) { return left.text() < right.text(); })) {
                least = std::min(least, formula(order, ports));
            }
            const auto best = tutti::cheapest_order(net, tutti::duplex_of(ports));
            CAPTURE(best.specification);
            CHECK(best.slots == least);
            CHECK(tutti::product_slots(tutti::parse_network(best.specification),
                                       tutti::duplex_of(ports)) == least);
        }
    }
}

TEST_CASE("a cheaper order of the factors is proposed where there is one") {
    const auto advice = [](const std::string& specification, tutti::port_model ports) {
        return entry().advice(tutti::problem_of(on(specification, ports)));
    };
    CHECK(advice("product(ring:3,ring:5)", half_duplex) == "product(ring:5,ring:3) takes 36 slots");
    CHECK(advice("product(ring:5,ring:3)", half_duplex).empty());
    CHECK(advice("product(ring:3,ring:5)", full_duplex).empty());
    CHECK(advice("torus:3x5x4", half_duplex) == "torus:4x5x3 takes 126 slots");
    CHECK(advice("product(ccc:3,debruijn:3)", half_duplex).empty());
    CHECK(advice("product(path:3,butterfly:3)", full_duplex) ==
          "product(butterfly:3,path:3) takes 73 slots");
}

}  // TEST_SUITE("algorithms/product/product_broadcast.hpp")
