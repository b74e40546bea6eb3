#include <cstdint>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "algorithms/trial.hpp"
#include "square.hpp"
#include "support/standard.hpp"

TEST_SUITE("algorithms/mesh/routing/exchange_entry.hpp") {

namespace {

using tutti::slot;

/// A row of spec/mesh.md, section 12, for exchange and gather on arrays.
struct row {
    std::string rule;
    int side = 0;
    std::string active;
    slot time = 0;
    std::uint64_t transmissions = 0;
    bool is_exact = false;
    std::string note;
};

std::vector<row> rows() {
    std::ifstream file{TUTTI_GOLDEN_MESH};
    std::vector<row> matches;
    for (std::string line; std::getline(file, line);) {
        std::istringstream fields{line};
        std::vector<std::string> texts(9);
        for (std::string& field : texts) {
            std::getline(fields, field, ',');
        }
        if (texts[0].starts_with("pe_") || texts[0].starts_with("pg_")) {
            matches.push_back({.rule = texts[0],
                               .side = std::stoi(texts[1].substr(texts[1].find('x') + 1)),
                               .active = texts[3],
                               .time = std::stoll(texts[4]),
                               .transmissions = std::stoull(texts[6]),
                               .is_exact = texts[7] == "exact",
                               .note = texts[8]});
        }
    }
    return matches;
}

std::string senders(const row& expected) {
    if (expected.active == "any") {
        return "random:2";
    }
    return support::written(tutti::broadcasters_at(support::ids_of(expected.active)));
}

const tutti::algorithm& algorithm_for(const std::string& rule) {
    for (const tutti::algorithm& algorithm : support::standard_algorithms()) {
        if ((", " + std::string{algorithm.rule} + ",").find(", " + rule + ",") !=
            std::string::npos) {
            return algorithm;
        }
    }
    throw std::runtime_error{"no algorithm for " + rule};
}

void check_sums(const row& expected, const tutti::result& outcome) {
    const bool with_total = expected.rule == "pe_rowcol_sums_M";
    const slot total = with_total ? support::slots_of(outcome, "total") : 0;
    CHECK(support::slots_of(outcome, "sums") + total == expected.time);
    const auto side = static_cast<std::uint64_t>(expected.side);
    const std::uint64_t of_total = 2 * side * (side - 1);
    CHECK(outcome.control_transmissions - (with_total ? 0 : of_total) == expected.transmissions);
}

void check_traffic(const row& expected, const tutti::result& outcome) {
    const slot took =
        support::slots_of(outcome, expected.rule == "pe_exchange" ? "exchange" : "gather");
    CHECK(took >= 0);
    CHECK(took <= expected.time);
    CHECK((!expected.is_exact || took == expected.time));
    CHECK(outcome.transmissions - outcome.control_transmissions == expected.transmissions);
    const std::size_t at = expected.note.find("lower=");
    if (at != std::string::npos) {
        CHECK(outcome.lower_bound.units ==
              tutti::rational{std::stoll(expected.note.substr(at + 6))});
    }
}

}  // namespace

TEST_CASE("exchanges and gathers take what the reference rows say, move as much, and no less") {
    const std::vector<row> golden = rows();
    CHECK(golden.size() == 48);
    for (const row& expected : golden) {
        const tutti::result outcome = support::run(
            support::on_square(algorithm_for(expected.rule), expected.side, senders(expected)));
        CAPTURE(expected.rule);
        CAPTURE(expected.side);
        CAPTURE(expected.active);
        CHECK(support::verdict_line(outcome) == "complete");
        if (expected.rule.starts_with("pe_rowcol")) {
            check_sums(expected, outcome);
        } else {
            check_traffic(expected, outcome);
        }
    }
}

}  // TEST_SUITE("algorithms/mesh/routing/exchange_entry.hpp")
