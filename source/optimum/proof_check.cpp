#include "proof_check.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

namespace tutti {

namespace {

// Number of a literal: 2 x variable, plus 1 if negated. Its negation differs in the last bit, and
// none is 0, which ends a clause.
std::uint32_t literal_number(int literal) noexcept {
    const auto bits = std::bit_cast<std::uint32_t>(literal);
    return literal > 0 ? 2 * bits : 2 * (0 - bits) + 1;
}

// Clauses with their unit consequences, found through two watched literals (Moskewicz and others,
// "Chaff", 2001).
//
// Invariant, when nothing is assumed: all unit consequences are assigned for good; clauses have two
// literals or more, each once and without a value when the clause came; the first two are watched.
class unit_propagator {
public:
    explicit unit_propagator(int variables)
        : watches_(literal_number(-variables) + std::size_t{1}), values_(watches_.size()) {}

    // True if the clauses have a conflict by propagation alone. Nothing can be added then.
    [[nodiscard]] bool has_conflict() const noexcept { return has_conflict_; }

    // True if propagation finds a conflict once all literals of the clause are assumed false.
    [[nodiscard]] bool implies(std::span<const int> clause);

    void add(std::span<const int> clause);

private:
    struct watch {
        std::uint32_t clause = 0;   // position of its first literal
        std::uint32_t blocker = 0;  // one of its literals: nothing is to do while it is true
    };
    enum class watch_state : std::uint8_t { kept, moved, in_conflict };

    // Zero if neither, else positive or negative.
    [[nodiscard]] int value(std::uint32_t literal) const noexcept { return values_[literal]; }

    void assign(std::uint32_t literal);
    void unassign_from(std::size_t position);
    // Both are false at a conflict.
    bool propagate();
    bool propagate_false(std::uint32_t literal);
    watch_state update(watch& watched, std::uint32_t false_literal);

    std::vector<std::vector<watch>> watches_;  // by the literal that they wait for to be false
    std::vector<signed char> values_;          // by literal
    std::vector<std::uint32_t> literals_;      // of clauses, each ended by 0
    std::uint32_t end_ = 0;                    // size of literals_
    std::vector<std::uint32_t> assigned_;      // literals that are true, by time
    std::size_t propagated_ = 0;               // so many of them have been propagated
    std::vector<std::uint32_t> new_clause_;
    bool has_conflict_ = false;
};

void unit_propagator::assign(std::uint32_t literal) {
    values_[literal] = 1;
    values_[literal ^ 1U] = -1;
    assigned_.push_back(literal);
}

void unit_propagator::unassign_from(std::size_t position) {
    for (const std::uint32_t literal : std::span{assigned_}.subspan(position)) {
        values_[literal] = values_[literal ^ 1U] = 0;
    }
    assigned_.resize(position);
    propagated_ = position;
}

bool unit_propagator::implies(std::span<const int> clause) {
    const std::size_t assumed_from = assigned_.size();
    bool is_conflict = false;
    for (const int literal : clause) {
        const std::uint32_t number = literal_number(literal);
        if (value(number) == 0) {
            assign(number ^ 1U);
        } else if (value(number) > 0) {
            is_conflict = true;
            break;
        }
    }
    is_conflict = is_conflict || !propagate();
    unassign_from(assumed_from);
    return is_conflict;
}

void unit_propagator::add(std::span<const int> clause) {
    new_clause_.clear();
    for (const int literal : clause) {
        if (value(literal_number(literal)) > 0) {
            return;
        }
        if (value(literal_number(literal)) == 0) {
            new_clause_.push_back(literal_number(literal));
        }
    }
    std::ranges::sort(new_clause_);
    new_clause_.erase(std::ranges::unique(new_clause_).begin(), new_clause_.end());
    const auto is_negation = [](auto one, auto other) { return (one ^ 1U) == other; };
    if (std::ranges::adjacent_find(new_clause_, is_negation) != new_clause_.end()) {
        return;
    }
    if (new_clause_.size() < 2) {
        std::ranges::for_each(new_clause_, [this](std::uint32_t unit) { assign(unit); });
        has_conflict_ = new_clause_.empty() || !propagate();
        return;
    }
    watches_[new_clause_[0]].push_back({.clause = end_, .blocker = new_clause_[1]});
    watches_[new_clause_[1]].push_back({.clause = end_, .blocker = new_clause_[0]});
    new_clause_.push_back(0);
    for (const std::uint32_t literal : new_clause_) {
        literals_.push_back(literal);
        ++end_;
    }
}

bool unit_propagator::propagate() {
    while (propagated_ < assigned_.size()) {
        if (!propagate_false(assigned_[propagated_++] ^ 1U)) {
            return false;
        }
    }
    return true;
}

bool unit_propagator::propagate_false(std::uint32_t literal) {
    std::vector<watch>& watches = watches_[literal];
    std::size_t kept = 0;
    bool is_conflict = false;
    for (watch watched : watches) {
        if (!is_conflict && value(watched.blocker) <= 0) {
            const watch_state state = update(watched, literal);
            if (state == watch_state::moved) {
                continue;
            }
            is_conflict = state == watch_state::in_conflict;
        }
        watches[kept++] = watched;
    }
    watches.resize(kept);
    return !is_conflict;
}

unit_propagator::watch_state unit_propagator::update(watch& watched, std::uint32_t false_literal) {
    std::uint32_t& first = literals_[watched.clause];
    std::uint32_t& second = literals_[watched.clause + 1];
    if (first == false_literal) {
        std::swap(first, second);
    }
    watched.blocker = first;
    if (value(first) > 0) {
        return watch_state::kept;
    }
    for (std::uint32_t other = watched.clause + 2; literals_[other] != 0; ++other) {
        if (value(literals_[other]) >= 0) {
            std::swap(second, literals_[other]);
            watches_[second].push_back(watched);
            return watch_state::moved;
        }
    }
    if (value(first) < 0) {
        return watch_state::in_conflict;
    }
    assign(first);
    return watch_state::kept;
}

proof_verdict failed_proof_step(std::size_t step, const std::string& failure) {
    return {.failed_step = step, .failure = "step " + std::to_string(step) + failure};
}

// The verdict on a proof that is none by its form.
std::optional<proof_verdict> reject_proof_form(const formula& refuted, std::span<const int> proof) {
    if (refuted.literals().size() + proof.size() > std::numeric_limits<std::uint32_t>::max()) {
        return proof_verdict{.failure = "formula and proof have more than 2^32 literals"};
    }
    std::size_t step = 1;
    for (const int literal : proof) {
        if (literal < -refuted.variables() || literal > refuted.variables()) {
            return failed_proof_step(step, " has the literal " + std::to_string(literal) +
                                               ", which is of no variable of the formula");
        }
        step += literal == 0 ? 1 : 0;
    }
    if (!proof.empty() && proof.back() != 0) {
        return failed_proof_step(step, " does not end with 0");
    }
    return std::nullopt;
}

}  // namespace

proof_verdict verify_proof(const formula& refuted, std::span<const int> proof) {
    if (auto rejection = reject_proof_form(refuted, proof)) {
        return *std::move(rejection);
    }
    unit_propagator clauses{refuted.variables()};
    std::span<const int> premises = refuted.literals();
    while (!premises.empty() && !clauses.has_conflict()) {
        clauses.add(take_clause(premises));
    }
    for (std::size_t step = 1; !proof.empty() && !clauses.has_conflict(); ++step) {
        const std::span<const int> clause = take_clause(proof);
        if (!clauses.implies(clause)) {
            return failed_proof_step(step, " does not follow by unit propagation");
        }
        clauses.add(clause);
    }
    if (!clauses.has_conflict()) {
        return {.failure = "the proof ends before the empty clause follows"};
    }
    return {.is_refuted = true};
}

void write_proof(std::span<const int> proof, std::ostream& out) { write_clauses(proof, out); }

}  // namespace tutti
