/// @file
/// Validation of the descriptions of algorithms, before anything runs.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "algorithms/theory.hpp"
#include "tutti/catalog/algorithm.hpp"
#include "tutti/catalog/collective.hpp"

namespace tutti {

/// The algorithm that a description is of. Put into words only for one that is not valid: every run
/// of the program begins with the descriptions.
struct subject {
    std::string_view collective{};  ///< empty: the description of a collective
    std::string_view name;

    [[nodiscard]] std::string text() const;
};

/// Each of these throws std::invalid_argument, one line that names the field, if it is not valid.
void require_phases(const subject& subject, std::span<const phase> phases, std::uint64_t nodes);

/// Checks that the knowledge given to nodes is that of the definition.
void require_knowledge(const algorithm& algorithm, const problem& input);

/// The figures of an algorithm for one problem.
void require_figures(const algorithm& algorithm, const theory& figures);

/// Statements of a program's description that nothing else confirms, in words; none for the
/// library's own algorithms.
[[nodiscard]] std::vector<std::string> stated_by(const algorithm& algorithm, const problem& input,
                                                 const theory& figures,
                                                 const packet_traits& packets);

/// Wraps every function of a description. From then on an answer that cannot be used is an error,
/// and so is whatever the function throws: std::invalid_argument with one line that names the
/// algorithm or collective, the field, the value and what would be right. std::overflow_error and
/// std::bad_alloc pass.
void guard(collective& collective);
void guard(algorithm& algorithm);

}  // namespace tutti
