#include "optimum.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "negotiated_allreduce.hpp"
#include "negotiated_timetable.hpp"
#include "proof_check.hpp"
#include "sat_solver.hpp"
#include "timetable_formula.hpp"
#include "util/counts.hpp"
#include "util/value_syntax.hpp"

namespace tutti {
namespace {

// Numbers of slots from the bound on that are negotiated where no algorithm says a time.
constexpr slot most_negotiated = 64;

// Where an algorithm has the optimum, its schedule may be searched for with this part of the
// effort.
constexpr std::uint64_t part_for_schedule = 20;

/// What an answer of the solver is good for.
enum class answer_use : std::uint8_t { both, timetable, refutation };

double seconds_since(std::chrono::steady_clock::time_point start) {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

/// State of a search.
class optimum_search {
public:
    optimum_search(const optimum_question& question, optimum_interval start,
                   const optimum_effort& effort)
        : question_{&question}, effort_{&effort}, found_{std::move(start)} {}

    optimum_interval operator()() && {
        const bool has_routes =
            question_->kind == question_kind::moves || question_->kind == question_kind::allreduce;
        if (has_routes) {
            negotiate();
        }
        while (!found_.is_settled() && !is_stopped() && solve()) {
        }
        // An algorithm may have the optimum, and the schedule is still to be found.
        if (found_.is_settled() && !found_.best && !is_stopped()) {
            (void)solve(*question_, answer_use::timetable);
        }
        found_.is_stopped = is_stopped();
        return std::move(found_);
    }

private:
    [[nodiscard]] bool is_stopped() const { return effort_->is_stopped && effort_->is_stopped(); }

    void tell(const std::string& what) const {
        if (effort_->tells) {
            effort_->tells(what);
        }
    }

    void negotiate() {
        const slot last = found_.upper.value_or(found_.lower + most_negotiated);
        for (slot slots = found_.lower; slots <= last && !is_stopped(); ++slots) {
            if (negotiate(slots)) {
                return;
            }
        }
    }

    // True if a timetable of so many slots was found.
    bool negotiate(slot slots) {
        tell(fmt::format("negotiating {}", quantity(slots, "slot")));
        const auto start = std::chrono::steady_clock::now();
        std::optional<timetable> rows;
        // Where an algorithm has the optimum, a schedule of it is all that is to be found.
        const std::uint64_t seeds = found_.is_settled() ? 1 : effort_->seeds;
        for (std::uint64_t seed = 1; seed <= seeds && !rows && !is_stopped(); ++seed) {
            const negotiation_effort effort{
                .rounds = effort_->rounds, .seed = seed, .is_stopped = effort_->is_stopped};
            rows = question_->kind == question_kind::allreduce
                       ? negotiated_allreduce(*question_, slots, effort)
                       : negotiated_timetable(*question_, slots, effort);
        }
        found_.attempts.push_back(
            {.slots = slots,
             .answer = rows ? attempt_answer::found : attempt_answer::unknown,
             .seconds = seconds_since(start),
             .gap = rows ? ""
                    : is_stopped()
                        ? "stopped"
                        : fmt::format("none in {} rounds", grouped(effort_->rounds * seeds))});
        if (!rows) {
            return false;
        }
        found_.upper = slots;
        found_.best = std::move(rows);
        return true;
    }

    // Settles the least number of slots that is left. False if it stays unknown.
    bool solve() {
        const bool are_sums =
            question_->kind == question_kind::allreduce && !question_->may_count_twice;
        if (!are_sums) {
            return solve(*question_, answer_use::both);
        }
        // Sums are replaced by results only, so that a refutation would be of these, too. What is
        // refuted for unions is so for every operator.
        if (solve(*question_, answer_use::timetable)) {
            return true;
        }
        optimum_question unions = *question_;
        unions.may_count_twice = true;
        return !is_stopped() && solve(unions, answer_use::refutation);
    }

    bool solve(const optimum_question& question, answer_use use) {
        const slot slots = found_.lower;
        tell(fmt::format("solving {}", quantity(slots, "slot")));
        const auto start = std::chrono::steady_clock::now();
        optimum_attempt attempt{.slots = slots, .way = attempt_way::solver};
        const bool is_settled = solve(question, use, attempt);
        attempt.seconds = seconds_since(start);
        found_.attempts.push_back(std::move(attempt));
        return is_settled;
    }

    bool solve(const optimum_question& question, answer_use use, optimum_attempt& attempt) {
        if (!has_sat_solver()) {
            attempt.gap = "this build has no solver";
            return false;
        }
        if (timetable_formula::most_bytes(question, attempt.slots) > effort_->most_bytes) {
            attempt.gap = fmt::format("its formula would take more than {} bytes",
                                      grouped(effort_->most_bytes));
            return false;
        }
        const timetable_formula asked{question, attempt.slots};
        attempt.variables = std::uint64_t(asked.clauses().variables());
        attempt.clauses = asked.clauses().clauses();
        const sat_result result = tutti::solve(
            asked.clauses(),
            {.conflicts = effort_->conflicts / (found_.is_settled() ? part_for_schedule : 1),
             .is_stopped = effort_->is_stopped,
             .most_proof_bytes = effort_->most_bytes / 4});
        attempt.conflicts = result.conflicts;
        switch (result.answer) {
            case sat_answer::satisfiable:
                return take(asked.rows_of(result.values), use, attempt);
            case sat_answer::unsatisfiable:
                return refute(asked.clauses(), result, use, attempt);
            case sat_answer::unknown:
                attempt.gap =
                    result.is_stopped
                        ? "stopped"
                        : fmt::format("open after {}", quantity(result.conflicts, "conflict"));
        }
        return false;
    }

    bool take(timetable rows, answer_use use, optimum_attempt& attempt) {
        if (use == answer_use::refutation) {
            attempt.gap = "there is one for operators that may count twice";
            return false;
        }
        attempt.answer = attempt_answer::found;
        found_.upper = attempt.slots;
        found_.best = std::move(rows);
        return true;
    }

    // Nothing is refuted before its proof is verified.
    bool refute(const formula& refuted, const sat_result& result, answer_use use,
                optimum_attempt& attempt) {
        if (use == answer_use::timetable) {
            attempt.gap = "none in which results alone replace sums";
            return false;
        }
        if (!result.proof) {
            attempt.gap = "refuted, but the proof takes too much memory to be verified";
            return false;
        }
        tell(fmt::format("verifying the proof for {}", quantity(attempt.slots, "slot")));
        const proof_verdict verdict = verify_proof(refuted, *result.proof);
        if (!verdict.is_refuted) {
            attempt.gap = "the proof is wrong: " + verdict.failure;
            return false;
        }
        attempt.answer = attempt_answer::refuted;
        attempt.proof_steps = std::uint64_t(std::ranges::count(*result.proof, 0));
        if (effort_->keeps_proof) {
            effort_->keeps_proof(refuted, *result.proof);
        }
        ++found_.lower;
        return true;
    }

    const optimum_question* question_;
    const optimum_effort* effort_;
    optimum_interval found_;
};

}  // namespace

std::string_view name_of(attempt_way way) noexcept {
    static constexpr std::array<std::string_view, 2> names{"negotiation", "solver"};
    return names.at(to_underlying(way));
}

std::string_view name_of(attempt_answer answer) noexcept {
    static constexpr std::array<std::string_view, 3> names{"found", "refuted", "unknown"};
    return names.at(to_underlying(answer));
}

optimum_interval find_optimum(const optimum_question& question, optimum_interval start,
                              const optimum_effort& effort) {
    return optimum_search{question, std::move(start), effort}();
}

}  // namespace tutti
