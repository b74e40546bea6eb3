/// @file
/// Specification of a network by a user: a kind with its numbers, a file or factors; nothing is
/// built yet.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "network_families.hpp"
#include "tutti/topology/network.hpp"

namespace tutti {

struct number_range;

/// What is done with a name that is none of the families: in recordings, and in stores, a network
/// of another program keeps its name, although it cannot be built.
enum class unknown_networks : std::uint8_t { refused, kept };

/// Largest depth of products within products; a product of other networks has depth 1.
inline constexpr int most_nesting = 16;

/// Specification of a network by a user.
class network_specification {
public:
    /// `hypercube:0`, a single node, which `parse()` does not take.
    network_specification();

    /// Reads `hypercube:D`, D from 1 to 30; `torus:P1xP2x..` and `array:P1xP2x..`, sides from 2;
    /// `folded-torus:P1xP2x..`, sides from 3, an array on which programs for the torus run;
    /// `ring:N`, `path:N` and `complete:N`, N from 1; `ccc:D`, D from 3 to 20; `butterfly:D`, D
    /// from 2 to 20; `debruijn:D`, D from 1 to 30; `star:N`,
    /// `wheel:N`, N from 4; `bipartite:AxB`; `petersen`; `tree:H`, a binary tree of H levels;
    /// `random-graph:N.E.SEED`; those of families.hpp; `graph:FILE[,option..]`, as
    /// `parse_network_file_name()` takes them; `graph6:TEXT`; families that were added;
    /// `product(A,B,..)` of any of these, in which names of files with commas or parentheses are in
    /// double quotes. No file is touched.
    /// @param families outlive it
    /// @throws std::invalid_argument with a text of one line that names the specification and what
    /// would be right
    [[nodiscard]] static network_specification parse(
        std::string_view text, const network_families& families = library_networks(),
        unknown_networks unknown = unknown_networks::refused);

    /// Specification of a network that was built in code: that of its structure ("torus:4x4"), or
    /// the name of its listed links.
    /// @throws std::invalid_argument, one line, if it has none, or one that is no word
    [[nodiscard]] static network_specification of(const network& net);

    /// Name in front of the numbers, path or factors: "torus".
    [[nodiscard]] std::string_view kind() const noexcept;
    /// Its own numbers, as written: sides, dimensions or nodes; a product and a file have none.
    [[nodiscard]] std::span<const std::uint64_t> numbers() const noexcept { return numbers_; }
    /// Path of the file; empty if there is none.
    [[nodiscard]] std::string path() const;
    /// What follows the path: ",weights=ignore".
    [[nodiscard]] std::string file_options() const;
    /// Text behind the colon of a file or an encoded graph.
    [[nodiscard]] const std::string& word() const noexcept { return word_; }
    /// True if it is a name only, of a network that is known nowhere else: `build()` refuses it.
    [[nodiscard]] bool is_name() const noexcept;
    /// True if its network is not that of a specification everywhere: of a user's family, or a name
    /// only. Of products the factors say so.
    [[nodiscard]] bool is_own() const noexcept;
    /// Row of its family.
    [[nodiscard]] const network_kind& family() const noexcept { return *kind_; }
    /// Of a product; of others there are none.
    [[nodiscard]] std::span<const network_specification> factors() const noexcept;

    /// Argument of `parse()`, or an equivalent one.
    [[nodiscard]] std::string text() const;

    /// N, before anything is built or read; null where only a file states it or a family does not,
    /// and for more nodes than can be built.
    [[nodiscard]] std::optional<std::size_t> node_count() const;

    /// Builds it. The most nodes are 2^30, and the most explicit links `graph::most_links`;
    /// whatever is larger is refused before any of it is built.
    /// @param most_bytes what the explicit links may take
    /// @throws std::invalid_argument, one line that names the specification, for what is too large
    /// and for files that hold no network
    [[nodiscard]] network build(std::uint64_t most_bytes = std::uint64_t{1} << 60U) const;

    /// Outline of the network: files are read, but links are built on first use only; sufficient
    /// for checking which algorithms fit it. Throws what `build()` throws.
    [[nodiscard]] network outline(std::uint64_t most_bytes = std::uint64_t{1} << 60U) const;

    /// True if `net` may be the network that this specifies, as far as its kind and its numbers
    /// show, without building a network or reading a file.
    [[nodiscard]] bool may_name(const network& net) const;

    /// Number of numbers in it, those of its factors included.
    [[nodiscard]] std::size_t number_count() const;
    /// Smaller specifications: those with less in place of the number at `which`, counted from the
    /// left, and after them those with the same less in place of all numbers that equal it, the
    /// least first. Of large numbers not everything below is tried.
    /// @pre `which` is below `number_count()`
    [[nodiscard]] std::vector<network_specification> smaller(std::size_t which) const;

    friend bool operator==(const network_specification& specification,
                           const network_specification& other);

private:
    struct parser;

    /// Gives a number, which may have these values, another.
    using change = std::function<std::uint64_t(std::uint64_t number, const number_range& range)>;

    explicit network_specification(const network_kind& kind) noexcept : kind_{&kind} {}

    /// Reads what follows the name of its kind. @param text the whole specification
    void read_value(std::string_view text);
    /// Reason why its numbers make no network together; empty if they do.
    [[nodiscard]] std::string mismatch() const;
    /// @throws std::invalid_argument for a path with an unknown option
    void check_file(std::string_view whole) const;

    /// With all its numbers changed, from left to right.
    [[nodiscard]] network_specification changed(const change& to) const;

    const network_kind* kind_;
    std::vector<std::uint64_t> numbers_;
    std::string word_;  // path of a file with options, encoded graph, or the name that is all
    /// Shared, so that copies are cheap and not made factor by factor; null: none.
    std::shared_ptr<const std::vector<network_specification>> factors_;
};

/// Network as users write it; "graph:FILE" for listed links without a name.
[[nodiscard]] std::string specification_of(const network& net);

}  // namespace tutti
