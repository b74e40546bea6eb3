#include "algorithms/product/product_broadcast.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "algorithms/trial.hpp"
#include "topology/random.hpp"
#include "tutti/catalog/algorithm.hpp"
#include "tutti/experiment/experiment.hpp"
#include "tutti/topology/network.hpp"

TEST_SUITE("algorithms/product/product_broadcast.hpp") {

namespace {

using tutti::duplex;
using tutti::slot;

/// A ring, path or complete graph.
struct line {
    std::string kind;
    slot nodes;

    [[nodiscard]] std::string text() const { return fmt::format("{}:{}", kind, nodes); }
    /// Slots beyond n-1, or half duplex 2(n-1), of multinode broadcast on it.
    [[nodiscard]] slot excess(duplex mode) const {
        if (kind == "path") {
            return nodes < 3 ? 0 : (nodes + 1) / 2;
        }
        return mode == duplex::half && nodes % 2 != 0 ? 2 : 0;
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
slot formula(const std::vector<line>& factors, duplex mode) {
    slot nodes = 1;
    slot excess = 0;
    for (std::size_t i = factors.size(); i-- > 0;) {
        excess += nodes * factors[i].excess(mode);
        nodes *= factors[i].nodes;
    }
    return (nodes - 1) * (mode == duplex::full ? 1 : 2) + excess;
}

}  // namespace

TEST_CASE("a product takes the time of the formula, and no order of its factors less") {
    tutti::split_mix random{6};
    const std::vector<line> products = lines();
    for (int i = 0; i < 40; ++i) {
        std::vector<line> factors;
        for (int j = 0; j < 4; ++j) {
            factors.push_back(products[random.next() % products.size()]);
        }
        const tutti::network net = tutti::parse_network(product_of(factors));
        for (const duplex mode : {duplex::full, duplex::half}) {
            CHECK(tutti::product_slots(net, mode) == formula(factors, mode));
            std::vector<line> order = factors;
            std::ranges::sort(order, {}, &line::text);
            slot least = formula(order, mode);
            while (std::ranges::next_permutation(order, {}, &line::text).found) {
                least = std::min(least, formula(order, mode));
            }
            const auto best = tutti::cheapest_order(net, mode);
            CAPTURE(best.specification);
            CHECK(best.slots == least);
            CHECK(tutti::product_slots(tutti::parse_network(best.specification), mode) == least);
        }
    }
}

TEST_CASE("a cheaper order of the factors is proposed where there is one") {
    const tutti::algorithm& product = support::entry("multinode-broadcast/product");
    const auto advice = [&](std::string_view network) {
        tutti::experiment plan = support::on_network(product, network);
        plan.ports = tutti::port_model::single_port_half_duplex;
        return product.advice(tutti::problem_of(plan));
    };
    CHECK(advice("product(ring:3,ring:5)") == "product(ring:5,ring:3) takes 36 slots");
    CHECK(advice("product(ring:5,ring:3)").empty());
    CHECK(advice("torus:3x5x4") == "torus:4x5x3 takes 126 slots");
    CHECK(advice("product(ccc:3,debruijn:3)").empty());
}

}  // TEST_SUITE("algorithms/product/product_broadcast.hpp")
