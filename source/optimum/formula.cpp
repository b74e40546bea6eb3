#include "formula.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <iterator>
#include <limits>
#include <stdexcept>
#include <string>

namespace tutti {

int formula::new_variable() {
    if (variables_ == std::numeric_limits<int>::max()) {
        throw std::length_error{"a formula has at most " + std::to_string(variables_) +
                                " variables"};
    }
    return ++variables_;
}

void formula::add(std::span<const int> clause) {
    check(clause);
    if (std::ranges::find(clause, yes) != clause.end()) {
        return;
    }
    std::ranges::remove_copy(clause, std::back_inserter(literals_), no);
    literals_.push_back(0);
    ++clauses_;
}

void formula::add_at_most(std::span<const int> literals, std::uint32_t most) {
    check(literals);
    std::size_t capacity = most;
    std::vector<int> open;
    for (const int literal : literals) {
        if (literal != yes && literal != no) {
            open.push_back(literal);
        } else if (literal == yes && capacity == 0) {
            return add({});
        } else if (literal == yes) {
            --capacity;
        }
    }
    if (open.size() <= capacity) {
        return;
    }
    constexpr std::size_t most_by_pairs = 6;
    if (capacity == 0) {
        for (const int literal : open) {
            add({-literal});
        }
    } else if (capacity == 1 && open.size() <= most_by_pairs) {
        add_pairwise_exclusion(open);
    } else {
        add_sequential_counter(open, capacity);
    }
}

void formula::check(std::span<const int> literals) const {
    for (const int literal : literals) {
        if (literal == 0 || literal < -variables_ || literal > variables_) {
            throw std::invalid_argument{"literal " + std::to_string(literal) +
                                        " is not of a variable from 1 to " +
                                        std::to_string(variables_)};
        }
    }
}

void formula::add_pairwise_exclusion(std::span<const int> literals) {
    for (; !literals.empty(); literals = literals.subspan(1)) {
        for (const int other : literals.subspan(1)) {
            add({-literals.front(), -other});
        }
    }
}

// Before literal i comes, below[j] is true if more than j of the literals before it are. A counter
// is false, and no variable, where so many literals have not come yet.
void formula::add_sequential_counter(std::span<const int> literals, std::size_t most) {
    std::vector<int> below(most, no);
    std::vector<int> now(most, no);
    for (std::size_t i = 0; i + 1 < literals.size(); ++i) {
        const int literal = literals[i];
        add({-literal, -below.back()});
        for (std::size_t j = 0; j < std::min(i + 1, most); ++j) {
            now[j] = new_variable();
            add({-below[j], now[j]});
            add({-literal, j == 0 ? no : -below[j - 1], now[j]});
        }
        below = now;
    }
    add({-literals.back(), -below.back()});
}

std::span<const int> take_clause(std::span<const int>& clauses) noexcept {
    const auto end = std::ranges::find(clauses, 0);
    const std::span<const int> first{clauses.begin(), end};
    clauses = {std::next(end), clauses.end()};
    return first;
}

void write_clauses(std::span<const int> clauses, std::ostream& out) {
    std::string text;
    std::array<char, std::numeric_limits<int>::digits10 + 3> digits{};
    while (!clauses.empty()) {
        text.clear();
        for (const int literal : take_clause(clauses)) {
            text.append(digits.begin(), std::to_chars(digits.begin(), digits.end(), literal).ptr);
            text += ' ';
        }
        out << text << "0\n";
    }
}

void write_dimacs(const formula& written, std::ostream& out) {
    out << "p cnf " << std::to_string(written.variables()) << ' '
        << std::to_string(written.clauses()) << '\n';
    write_clauses(written.literals(), out);
}

}  // namespace tutti
