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

TEST_SUITE("algorithms/mesh/routing/exchange_theory.hpp") {

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
    std::vector<row> found;
    for (std::string line; std::getline(file, line);) {
        std::istringstream fields{line};
        std::vector<std::string> all(9);
        for (std::string& field : all) {
            std::getline(fields, field, ',');
        }
        if (all[0].starts_with("pe_") || all[0].starts_with("pg_")) {
            found.push_back({.rule = all[0],
                             .side = std::stoi(all[1].substr(all[1].find('x') + 1)),
                             .active = all[3],
                             .time = std::stoll(all[4]),
                             .transmissions = std::stoull(all[6]),
                             .is_exact = all[7] == "exact",
                             .note = all[8]});
        }
    }
    return found;
}

std::string senders(const row& wanted) {
    if (wanted.active == "any") {
        return "random:2";
    }
    return support::written(tutti::broadcasters_at(support::ids_of(wanted.active)));
}

const tutti::algorithm& algorithm_for(const std::string& rule) {
    for (const tutti::algorithm& known : support::standard_algorithms()) {
        if ((", " + std::string{known.rule} + ",").find(", " + rule + ",") != std::string::npos) {
            return known;
        }
    }
    throw std::runtime_error{"no algorithm for " + rule};
}

void check_sums(const row& wanted, const tutti::result& found) {
    const bool with_total = wanted.rule == "pe_rowcol_sums_M";
    const slot total = with_total ? support::slots_of(found, "total") : 0;
    CHECK(support::slots_of(found, "sums") + total == wanted.time);
    const auto side = static_cast<std::uint64_t>(wanted.side);
    const std::uint64_t of_total = 2 * side * (side - 1);
    CHECK(found.control_transmissions - (with_total ? 0 : of_total) == wanted.transmissions);
}

void check_traffic(const row& wanted, const tutti::result& found) {
    const slot took =
        support::slots_of(found, wanted.rule == "pe_exchange" ? "exchange" : "gather");
    CHECK(took >= 0);
    CHECK(took <= wanted.time);
    CHECK((!wanted.is_exact || took == wanted.time));
    CHECK(found.transmissions - found.control_transmissions == wanted.transmissions);
    const std::size_t at = wanted.note.find("lower=");
    if (at != std::string::npos) {
        CHECK(found.lower_bound.units == tutti::rational{std::stoll(wanted.note.substr(at + 6))});
    }
}

}  // namespace

TEST_CASE("exchanges and gathers take what the reference rows say, move as much, and no less") {
    const std::vector<row> all = rows();
    CHECK(all.size() == 48);
    for (const row& wanted : all) {
        const tutti::result found = support::run(
            support::on_square(algorithm_for(wanted.rule), wanted.side, senders(wanted)));
        CAPTURE(wanted.rule);
        CAPTURE(wanted.side);
        CAPTURE(wanted.active);
        CHECK(support::outcome_of(found) == "complete");
        if (wanted.rule.starts_with("pe_rowcol")) {
            check_sums(wanted, found);
        } else {
            check_traffic(wanted, found);
        }
    }
}

}  // TEST_SUITE("algorithms/mesh/routing/exchange_theory.hpp")
