/// @file
/// Formula in conjunctive normal form, with the constants and the cardinality constraints that an
/// encoder needs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <ostream>
#include <span>
#include <vector>

namespace tutti {

/// Conjunction of clauses over variables 1, 2, ..; a literal is a variable's number, negative if
/// negated, as in the DIMACS format.
///
/// Variable 1 is the constant true, and the unit clause that says so comes first. Encoders may
/// therefore use the constants like any other literal, -yes == no included.
///
/// Invariant: `literals()` consists of clauses, each ended by 0; every literal of them is of a
/// variable of the formula.
class formula {
public:
    static constexpr int yes = 1;  ///< the literal that is true
    static constexpr int no = -1;  ///< the literal that is false

    /// A further variable, free so far.
    /// @throws std::length_error if an int cannot number it
    int new_variable();

    /// Adds a clause. One with `yes` in it is left out, and so are literals `no` of others; one
    /// without literals is kept, as the formula is unsatisfiable then.
    /// @throws std::invalid_argument if a literal is 0 or of no variable; nothing changes then
    void add(std::span<const int> clause);
    void add(std::initializer_list<int> clause) { add(std::span{clause.begin(), clause.size()}); }

    /// Adds clauses by which at most `most` of the literals are true: each pair excludes itself if
    /// `most` is 1 and there are up to 6 literals; otherwise the sequential counter of Sinz,
    /// "Towards an Optimal CNF Encoding of Boolean Cardinality Constraints" (2005), with fewer than
    /// `most` further variables a literal. Constants are taken out before; a literal that occurs
    /// twice counts twice.
    /// @throws std::invalid_argument as `add`
    void add_at_most(std::span<const int> literals, std::uint32_t most);

    /// Largest variable.
    [[nodiscard]] int variables() const noexcept { return variables_; }

    /// Number of clauses, the one for the constant included.
    [[nodiscard]] std::size_t clauses() const noexcept { return clauses_; }

    /// All clauses, one behind the other, each ended by 0. Valid until the formula changes.
    [[nodiscard]] std::span<const int> literals() const noexcept { return literals_; }

    /// Memory in use, in bytes.
    [[nodiscard]] std::size_t bytes() const noexcept {
        return sizeof(formula) + literals_.capacity() * sizeof(int);
    }

private:
    void check(std::span<const int> literals) const;
    void add_pairwise_exclusion(std::span<const int> literals);
    void add_sequential_counter(std::span<const int> literals, std::size_t most);

    int variables_ = yes;
    std::size_t clauses_ = 1;
    std::vector<int> literals_{yes, 0};
};

/// Takes the first clause off a sequence of clauses that are each ended by 0, with its literals
/// alone as the result.
/// @pre there is a 0 in `clauses`
[[nodiscard]] std::span<const int> take_clause(std::span<const int>& clauses) noexcept;

/// Writes clauses that are each ended by 0, one a line, as the DIMACS and the DRAT format do.
void write_clauses(std::span<const int> clauses, std::ostream& out);

/// Writes a formula in the DIMACS format. Errors are left in the state of `out`.
void write_dimacs(const formula& written, std::ostream& out);

}  // namespace tutti
