/// @file
/// Table of the kinds of networks, one row each.
#pragma once

#include <algorithm>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "network_families.hpp"
#include "network_listing.hpp"
#include "shape.hpp"
#include "tutti/topology/graph.hpp"
#include "tutti/topology/grid.hpp"
#include "tutti/topology/hypercube.hpp"
#include "util/value_syntax.hpp"

namespace tutti {

/// Network whose links are computed one by one.
struct listed_network {
    graph_size size;  ///< at most
    std::function<network_listing()> links;
    std::string name{};                                 ///< as users write it, if it is known
    std::shared_ptr<const stated_properties> stated{};  ///< null: none
};
[[nodiscard]] inline graph_size size_of(const listed_network& listed) { return listed.size; }

/// Outline of a network: its kind and numbers; takes no memory in proportion to the nodes.
using network_outline = std::variant<hypercube, grid, graph_shape, listed_network>;

/// Kind of text after a network kind's name; `name`: the whole is a name without more; `code`: an
/// encoded graph.
enum class network_content : std::uint8_t { numbers, nothing, file, code, factors, name };

/// Range of each of a kind's numbers, with their meaning.
struct number_range {
    std::string_view quantity;
    std::uint64_t least = 0;
    std::uint64_t most = 0;

    [[nodiscard]] bool contains(std::uint64_t number) const noexcept {
        return number >= least && number <= most;
    }
};

/// A kind of network. Only kinds with numbers have the fields from `range` on; those with nothing
/// have an outline too.
struct network_kind {
    std::string_view name;
    std::string_view form;  ///< for errors: "torus:P1xP2"
    network_content content = network_content::numbers;
    number_range range{};
    /// Reads `value`, which is not empty. `whole` is the specification as written, for errors.
    std::vector<std::uint64_t> (*read)(std::string_view whole, std::string_view value,
                                       const number_range& range) = nullptr;
    network_outline (*outline)(std::span<const std::uint64_t> numbers) = nullptr;
    char separator = 'x';   ///< between two numbers
    bool is_listed = true;  ///< in the help and on the page
    /// Of a user's family, in place of `range`, `read` and `outline`; null: the library's.
    const network_family* family = nullptr;
    /// Of each number, in place of `range` and `read`.
    std::span<const number_range> ranges{};
    bool repeats_last = false;  ///< any number of numbers may have the last of these ranges
    /// Reason why numbers make no network together; empty if they do.
    std::string (*mismatch)(std::span<const std::uint64_t> numbers) = nullptr;
    /// Words that stand for numbers from 0 on.
    std::span<const std::string_view> (*words)() noexcept = nullptr;

    /// Range of the number at position `i`.
    [[nodiscard]] number_range range_of(std::size_t i) const {
        if (family == nullptr) {
            return ranges.empty() ? range : ranges[std::min(i, ranges.size() - 1)];
        }
        const network_parameter& own = family->parameters[i];
        return {.quantity = own.name, .least = own.least, .most = own.most};
    }
};

/// The library's kinds, in the order of the help.
[[nodiscard]] std::span<const network_kind> network_kinds() noexcept;

/// Kind of networks that have a name and no family that is known: built in code, or recorded.
[[nodiscard]] const network_kind& named_network_kind() noexcept;

/// Reads numbers that have ranges of their own.
[[nodiscard]] std::vector<std::uint64_t> read_numbers(std::string_view whole,
                                                      std::string_view value,
                                                      const network_kind& kind);

/// Refuses what has more nodes than can be built.
/// @throws std::invalid_argument always
[[noreturn]] void refuse_size(std::string_view whole);

/// Result of `read`; an error in a factor names the factor and its place in the whole.
template <class Read>
auto in_whole(std::string_view whole, bool is_product, const Read& read) {
    try {
        return read();
    } catch (const std::invalid_argument& error) {
        const std::string_view why = error.what();
        if (!is_product || why.starts_with(in_quotes(whole))) {
            throw;
        }
        refuse("{}, in {}", why, in_quotes(whole));
    }
}

}  // namespace tutti
