#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <span>
#include <sstream>
#include <stdexcept>
#include <vector>

#include <doctest/doctest.h>

#include "optimum/formula.hpp"
#include "optimum/proof_check.hpp"
#include "optimum/sat_solver.hpp"
#include "topology/random.hpp"

TEST_SUITE("optimum/proof_check.hpp") {

namespace {

using tutti::formula;
using tutti::sat_answer;
using clause = std::vector<int>;
using assignment = std::vector<int>;  // by variable: 1 true, -1 false, 0 unassigned

std::vector<clause> clauses_of(std::span<const int> literals) {
    std::vector<clause> clauses;
    while (!literals.empty()) {
        const std::span<const int> first = tutti::take_clause(literals);
        clauses.emplace_back(first.begin(), first.end());
    }
    return clauses;
}

int value_of(const assignment& values, int literal) {
    return values[std::size_t(std::abs(literal))] * (literal > 0 ? 1 : -1);
}

bool satisfies(const assignment& values, const std::vector<clause>& clauses) {
    const auto is_true = [&](int literal) { return value_of(values, literal) > 0; };
    return std::ranges::all_of(
        clauses, [&](const clause& one) { return std::ranges::any_of(one, is_true); });
}

// Propagates units, clause by clause, until nothing changes. False at a conflict.
bool propagate_naively(const std::vector<clause>& clauses, assignment& values) {
    for (bool is_changed = true; is_changed;) {
        is_changed = false;
        for (clause open : clauses) {
            if (satisfies(values, {open})) {
                continue;
            }
            std::erase_if(open, [&](int literal) { return value_of(values, literal) < 0; });
            if (open.empty()) {
                return false;
            }
            if (std::ranges::count(open, open.front()) == std::ssize(open)) {
                values[std::size_t(std::abs(open.front()))] = open.front() > 0 ? 1 : -1;
                is_changed = true;
            }
        }
    }
    return true;
}

// The step that fails, one behind the last if the empty clause does not follow; 0: a refutation.
std::size_t failed_step_naively(const formula& refuted, const std::vector<int>& proof) {
    const std::vector<clause> steps = clauses_of(proof);
    std::vector<clause> clauses = clauses_of(refuted.literals());
    for (std::size_t step = 0;; ++step) {
        assignment values(std::size_t(refuted.variables()) + 1);
        if (!propagate_naively(clauses, values)) {
            return 0;
        }
        if (step == steps.size()) {
            return step + 1;
        }
        bool is_true = false;
        for (const int literal : steps[step]) {
            is_true = is_true || value_of(values, literal) > 0;
            values[std::size_t(std::abs(literal))] = literal > 0 ? -1 : 1;
        }
        if (!is_true && propagate_naively(clauses, values)) {
            return step + 1;
        }
        clauses.push_back(steps[step]);
    }
}

void check_like_naive_verifier(const formula& refuted, const std::vector<int>& proof) {
    const tutti::proof_verdict verdict = tutti::verify_proof(refuted, proof);
    const std::size_t failed = failed_step_naively(refuted, proof);
    CHECK(verdict.is_refuted == (failed == 0));
    CHECK(verdict.failed_step == (failed > std::size_t(std::ranges::count(proof, 0)) ? 0 : failed));
    CHECK(verdict.failure.empty() == verdict.is_refuted);
}

int below(tutti::split_mix& random, std::size_t limit) { return int(random.next() % limit); }

clause drawn_clause(tutti::split_mix& random, int variables, int literals) {
    clause drawn(static_cast<std::size_t>(literals));
    for (int& literal : drawn) {
        literal = (2 + below(random, std::size_t(variables) - 1)) * (below(random, 2) * 2 - 1);
    }
    return drawn;
}

formula with_variables(int count) {
    formula made;
    while (made.variables() < count) {
        (void)made.new_variable();
    }
    return made;
}

formula drawn_formula(tutti::split_mix& random, int variables, std::size_t clauses) {
    formula drawn = with_variables(variables);
    while (drawn.clauses() < clauses) {
        drawn.add(drawn_clause(random, variables, below(random, 4) == 0 ? 2 : 3));
    }
    return drawn;
}

// Each pigeon has a hole, none has two pigeons.
formula pigeons_in_holes(int pigeons, int holes) {
    formula made;
    std::vector<clause> guests(static_cast<std::size_t>(holes));
    for (int pigeon = 0; pigeon < pigeons; ++pigeon) {
        clause choice;
        for (clause& hole : guests) {
            choice.push_back(hole.emplace_back(made.new_variable()));
        }
        made.add(choice);
    }
    for (const clause& hole : guests) {
        made.add_at_most(hole, 1);
    }
    return made;
}

}  // namespace

TEST_CASE("constants are taken out of clauses, and a refused clause changes nothing") {
    formula made = with_variables(3);
    made.add({2, formula::no, -3});
    made.add({2, formula::yes});
    CHECK_THROWS_AS(made.add({4}), std::invalid_argument);
    CHECK_THROWS_AS(made.add({3, -4}), std::invalid_argument);
    CHECK_THROWS_AS(made.add_at_most(std::vector{2, 5}, 1), std::invalid_argument);
    made.add({-formula::yes});
    std::ostringstream text;
    write_dimacs(made, text);
    CHECK(text.str() == "p cnf 3 3\n1 0\n2 -3 0\n0\n");
}

TEST_CASE("a bound on true literals allows just the assignments that keep it") {
    tutti::split_mix random{1};
    for (int draw = 0; draw < 300; ++draw) {
        const int count = draw % 9;
        const int most = below(random, 4);
        clause literals;
        for (int i = 0; i < count; ++i) {
            const int kind = draw < 36 ? 9 : below(random, 10);
            literals.push_back(kind < 2    ? 2 * kind - 1
                               : kind == 2 ? -i - 2
                               : kind == 3 ? 2
                                           : i + 2);
        }
        formula made = with_variables(count + 1);
        made.add_at_most(literals, std::uint32_t(most));
        CHECK(made.variables() <= count + 1 + most * count);
        for (unsigned bits = 0; bits < 1U << unsigned(count); ++bits) {
            assignment values(std::size_t(made.variables()) + 1);
            values[1] = 1;
            for (unsigned i = 0; i < unsigned(count); ++i) {
                values[i + 2] = (bits >> i & 1U) != 0 ? 1 : -1;
            }
            const auto true_ones = std::ranges::count_if(
                literals, [&](int literal) { return value_of(values, literal) > 0; });
            // Counters that nothing forces may be false.
            const bool is_possible = propagate_naively(clauses_of(made.literals()), values);
            std::ranges::replace(values, 0, -1);
            REQUIRE(is_possible == (true_ones <= most));
            REQUIRE(satisfies(values, clauses_of(made.literals())) == is_possible);
        }
    }
}

TEST_CASE("each step of a proof has to follow, and the empty clause from all of them") {
    formula refuted = with_variables(4);
    for (int signs = 0; signs < 8; ++signs) {
        refuted.add({signs % 2 == 0 ? 2 : -2, signs / 2 % 2 == 0 ? 3 : -3, signs < 4 ? 4 : -4});
    }
    const auto failed_step = [&](const std::vector<int>& proof) {
        const tutti::proof_verdict verdict = tutti::verify_proof(refuted, proof);
        CHECK_FALSE(verdict.is_refuted);
        CHECK_FALSE(verdict.failure.empty());
        return verdict.failed_step;
    };
    CHECK(tutti::verify_proof(refuted, std::vector{2, 3, 0, 2, 0, 3, 0}).is_refuted);
    CHECK(tutti::verify_proof(refuted, std::vector{3, 2, 0, 2, -2, 0, 2, 2, 0, 3, 0}).is_refuted);
    CHECK(failed_step({2, 0, 3, 0}) == 1);
    CHECK(failed_step({2, 3, 0, 4, 0, 3, 0}) == 2);
    CHECK(failed_step({2, 3, 0, 2, 0}) == 0);
    CHECK(failed_step({2, 3, 0, 2, 0, 3}) == 3);
    CHECK(failed_step({2, 3, 0, 2, 5, 0, 2, 0, 3, 0}) == 2);
    CHECK(failed_step({2, 3, 0, 2, 0, 3, 0, -5, 0}) == 4);
    CHECK(failed_step({2, 3, std::numeric_limits<int>::min(), 0}) == 1);
    refuted.add({});
    CHECK(tutti::verify_proof(refuted, {}).is_refuted);
}

TEST_CASE("the verifier accepts and refuses the steps that a naive one does") {
    tutti::split_mix random{2};
    for (int draw = 0; draw < 1'500; ++draw) {
        const int variables = 4 + below(random, 6);
        const formula drawn = drawn_formula(random, variables, std::size_t(3 * variables));
        std::vector<int> proof;
        for (int step = 1; step <= 6; ++step) {
            clause longer = drawn_clause(random, variables, below(random, 4));
            longer.insert(longer.begin(), proof.begin(), proof.end());
            longer.push_back(0);
            // Most that do not follow are left out, so that the verifier comes to later ones.
            const auto last = std::size_t(std::ranges::count(longer, 0));
            if (failed_step_naively(drawn, longer) != last || below(random, 4) == 0) {
                proof = longer;
            }
        }
        check_like_naive_verifier(drawn, proof);
    }
}

TEST_CASE("the solver finds values, or a proof that is refused where a change breaks it") {
    tutti::split_mix random{3};
    for (int draw = 0; draw < 60 && tutti::has_sat_solver(); ++draw) {
        const formula drawn = drawn_formula(random, 21, 75);
        const tutti::sat_result result = tutti::solve(drawn, {});
        if (result.answer == sat_answer::satisfiable) {
            assignment values(result.values.begin(), result.values.end());
            std::ranges::replace(values, 0, -1);
            CHECK(satisfies(values, clauses_of(drawn.literals())));
            continue;
        }
        REQUIRE(result.proof);
        CHECK(tutti::verify_proof(drawn, *result.proof).is_refuted);
        // The end of a step, or a literal of one, goes; or a literal is negated.
        for (int change = 0; change < 4 && result.proof->size() > 2; ++change) {
            std::vector<int> proof = *result.proof;
            const auto changed = proof.begin() + below(random, proof.size() - 1);
            change % 2 == 0 ? void(proof.erase(changed)) : void(*changed *= -1);
            check_like_naive_verifier(drawn, proof);
        }
    }
}

TEST_CASE("the solver keeps to the bounds of its effort") {
    if (!tutti::has_sat_solver()) {
        return;
    }
    const tutti::sat_result small = tutti::solve(pigeons_in_holes(5, 4), {});
    CHECK(small.answer == sat_answer::unsatisfiable);
    REQUIRE(small.proof);
    CHECK(tutti::verify_proof(pigeons_in_holes(5, 4), *small.proof).is_refuted);
    CHECK_FALSE(tutti::verify_proof(pigeons_in_holes(4, 4), *small.proof).is_refuted);
    const tutti::sat_result cut = tutti::solve(pigeons_in_holes(5, 4), {.most_proof_bytes = 16});
    CHECK(cut.answer == sat_answer::unsatisfiable);
    CHECK_FALSE(cut.proof);
    const formula large = pigeons_in_holes(11, 10);
    const tutti::sat_result open = tutti::solve(large, {.conflicts = 20});
    CHECK(open.answer == sat_answer::unknown);
    CHECK_FALSE(open.is_stopped);
    CHECK(tutti::solve(large, {.is_stopped = [] { return true; }}).is_stopped);
}

}  // TEST_SUITE
