/// @file
/// Catalogue of collectives and algorithms.
#pragma once

#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "topology/networks/network_families.hpp"
#include "tutti/catalog/algorithm.hpp"
#include "tutti/catalog/collective.hpp"

namespace tutti {

/// Collectives and the algorithms for them. An ordinary object: make one, add to it, hand it on.
///
/// What was added keeps its address as long as the catalogue lives, also when the catalogue moves.
class catalogue {
public:
    /// Adds a collective, with defaults for the parts that it lacks.
    /// @throws std::invalid_argument, one line, if its name, or a name of the trade, is taken or is
    /// no name (letters, digits, `-`, `_`), or it lacks a field, which the text names
    const collective& add(collective definition);

    /// Adds an algorithm for a collective that was added before, with the defaults of its phases,
    /// transmissions and lower bound if it left them out.
    /// @throws std::invalid_argument, one line, if its collective is not known, the name is taken,
    /// or its description lacks a field, which the text names
    const algorithm& add(algorithm chosen);

    /// Adds a family of networks, so that `-n NAME:A.B` names one wherever networks are named.
    /// @throws std::invalid_argument, one line, if its name is taken or is no name, or it lacks a
    /// field, which the text names
    void add_network(network_family family);
    /// The families of the library and those that were added.
    [[nodiscard]] const network_families& networks() const noexcept { return networks_; }

    /// In the order in which they were added.
    [[nodiscard]] std::span<const std::unique_ptr<const collective>> collectives() const noexcept {
        return collectives_;
    }
    /// Algorithms in the order in which they were added, the preferred first, grouped by
    /// collective, and the collectives in their order; without those that play a file.
    [[nodiscard]] std::vector<const algorithm*> algorithms() const;
    /// @param task the collective's own name
    /// @param with_files true for those that play a file, too
    [[nodiscard]] std::vector<const algorithm*> algorithms_for(std::string_view task,
                                                               bool with_files = false) const;

    /// Null if there is none. @param name its own or one of the trade
    [[nodiscard]] const collective* find_collective(std::string_view name) const noexcept;
    /// Null if there is none.
    [[nodiscard]] const algorithm* find(std::string_view task,
                                        std::string_view name) const noexcept;

    /// True if it is `standard_catalogue()`, to which nothing was added.
    [[nodiscard]] bool is_standard() const noexcept { return is_standard_; }

private:
    friend catalogue standard_catalogue();

    std::vector<std::unique_ptr<const collective>> collectives_;
    std::vector<std::unique_ptr<const algorithm>> algorithms_;
    std::vector<std::unique_ptr<const algorithm>> for_tori_;  // what the same do on folded tori
    network_families networks_;
    bool is_standard_ = false;
    bool adds_library_ = false;  // what is added now is the library's own
};

/// The collectives and algorithms of the papers.
[[nodiscard]] catalogue standard_catalogue();

}  // namespace tutti
