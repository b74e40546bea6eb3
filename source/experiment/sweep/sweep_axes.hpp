/// @file
/// Axes of a sweep: the values of each field that it varies.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tutti/experiment/experiment.hpp"
#include "tutti/node/rational.hpp"
#include "util/option_values.hpp"

namespace tutti {

struct candidate_request;
struct plan_field;

/// Fields that a sweep varies, in the order of a run's text.
[[nodiscard]] const std::vector<const plan_field*>& swept_fields();

/// A network of a sweep.
struct sweep_network {
    network_specification named{};
    network outline = hypercube{0};
    std::string content{};  ///< by `content_of()`; a plan fills it in where it is empty
};

/// Reads a network: its outline, and before it its content.
/// @throws std::invalid_argument, one line
[[nodiscard]] sweep_network read_network(const network_specification& named,
                                         std::uint64_t most_bytes);

/// Broadcasters of a sweep, whose number may be a share of the nodes: `random:50%`.
class broadcaster_share {
public:
    /// Parses a text of `broadcaster_specification::parse()`, or one with `P%` in place of the
    /// number at its end; P above 0 and at most 100, with up to 6 decimals.
    /// @throws std::invalid_argument, one line
    [[nodiscard]] static broadcaster_share parse(std::string_view text);

    /// Broadcasters among that many participants: of a share the nearest number, and at least 1.
    [[nodiscard]] broadcaster_specification among(std::size_t participants) const;

private:
    std::string text_;  ///< all, or the part before the share
    std::optional<rational> share_;
};

/// Seeds, both ends included.
struct seed_range {
    std::uint64_t first = 1;
    std::uint64_t last = 1;
};

/// Reads `1-30`, `7` or `1-10,20,30-39`.
/// @throws std::invalid_argument, one line, also for seeds that are there twice
[[nodiscard]] std::vector<seed_range> parse_seeds(std::string_view text);

/// Values of the fields that are swept, without braces. Fields with files or shares have their own
/// types; the texts of all others are read by the schema.
struct sweep_axes {
    std::vector<const algorithm*> algorithms{};  ///< of one task
    const tutti::catalogue* catalogue = nullptr;
    std::string program = "tutti";
    std::vector<sweep_network> networks{};
    std::vector<broadcaster_share> broadcasters{broadcaster_share::parse("all")};
    std::vector<parameter_values> settings{{}};  ///< given to the algorithms that have them
    option_values texts{};  ///< of other fields; one without texts has its default
    std::vector<seed_range> seeds{seed_range{}};
    std::optional<slot> slot_budget{};

    /// Number of values of a field, at least 1.
    [[nodiscard]] std::size_t size_of(const plan_field& field) const;
    /// Number of combinations of algorithms and values; the largest number if that is exceeded.
    [[nodiscard]] std::uint64_t cell_count() const;
};

/// Request in which a swept text is read: the network is not known, and has as many nodes as any.
[[nodiscard]] candidate_request swept_request();

}  // namespace tutti
