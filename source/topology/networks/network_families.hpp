/// @file
/// Families of networks that specifications name: the library's and those of users.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tutti/topology/network.hpp"

namespace tutti {

struct network_kind;

/// A number in the specification of a network.
struct network_parameter {
    std::string name;
    std::string meaning;
    std::uint64_t least = 1;
    std::uint64_t most = std::uint64_t{1} << 30U;
};

/// Family of networks of a user: `-n NAME:A.B` is the network that it builds of the numbers A and
/// B. Functions get the numbers in the order of the parameters, each within its range.
struct network_family {
    template <class Result>
    using function = std::function<Result(std::span<const std::uint64_t> numbers)>;

    std::string name;                             ///< letters, digits, `-` and `_`
    std::string meaning;                          ///< a sentence
    std::vector<network_parameter> parameters{};  ///< none: the name is the whole specification
    /// Makes the network. A graph of listed links gets the specification as its name; of any other
    /// network the structure is kept, so that algorithms for it run.
    function<network> build{};
    std::string ports{};  ///< where the ports lead, a sentence; empty: to neighbours by id

    // Properties, each where it is known.
    /// N, with which what is too large is refused before it is built.
    function<std::uint64_t> node_count{};
    /// The diameter of a graph of listed links, used where a search would take too long and only
    /// between the bounds that it found.
    function<int> diameter{};
    /// The nodes of a Hamiltonian cycle of a graph of listed links, from node 0 on; verified.
    function<std::vector<node_id>> hamiltonian_cycle{};
};

/// List of the families of networks: the library's, and behind them those that were added. An
/// ordinary object, part of a catalogue. Families keep their addresses, and outlive all
/// specifications that were read with them.
class network_families {
public:
    /// The library's families.
    network_families();

    /// @throws std::invalid_argument, one line, if its name is taken or is no name, a range is
    /// empty, or it lacks a field, which the text names
    void add(network_family family);

    /// In the order of the help.
    [[nodiscard]] std::vector<const network_kind*> kinds() const;
    /// Null if there is none.
    [[nodiscard]] const network_kind* find(std::string_view name) const noexcept;
    /// The forms of specifications, as the help of `--network` has them.
    [[nodiscard]] std::string_view help() const noexcept { return help_; }

private:
    struct added;

    std::vector<std::shared_ptr<const added>> added_;
    std::string help_;
};

/// The library's families alone.
[[nodiscard]] const network_families& library_networks() noexcept;

}  // namespace tutti
