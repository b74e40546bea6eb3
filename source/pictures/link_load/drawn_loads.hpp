/// @file
/// Number of packets that each directed link of a network carried.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "experiment/events/link_load.hpp"
#include "topology/networks/each_link.hpp"
#include "tutti/topology/network.hpp"
#include "util/counts.hpp"

namespace tutti::picture {

/// Scale of shades for loads.
struct load_scale {
    double least = 0;  ///< of those above 0
    double largest = 0;

    /// The number of a shade: 0 for none, then from 1 to 8 for the largest.
    [[nodiscard]] std::size_t shade(double load) const noexcept;
};

/// Links that carried from `least` to `most` packets.
struct load_bin {
    std::uint64_t least = 0;
    std::uint64_t most = 0;
    std::uint64_t links = 0;
};

struct load_summary {
    bool is_known_by_link = true;  ///< else only `links`, `packets` are known
    std::uint64_t links = 0;
    std::uint64_t packets = 0;
    std::uint64_t idle = 0;
    std::uint64_t least = 0;  ///< of those that carried something
    std::uint64_t largest = 0;
    node_id from = 0;  ///< of the first link with the largest load
    node_id to = 0;
    std::uint64_t as_loaded = 0;  ///< links with the largest load
    std::vector<load_bin> bins{};

    /// True if one link, or a few, carried more than all others.
    [[nodiscard]] bool has_busiest() const noexcept {
        constexpr std::uint64_t few = 8;
        return largest > 0 && as_loaded <= few && as_loaded < links;
    }
    [[nodiscard]] load_scale scale() const noexcept {
        return {.least = static_cast<double>(least), .largest = static_cast<double>(largest)};
    }
    [[nodiscard]] double mean() const noexcept { return links == 0 ? 0 : ratio(packets, links); }
};

/// Beyond this number of ports only the sum of all loads is known, which bounds the memory.
inline constexpr std::size_t most_counted_ports = std::size_t{1} << 25U;

/// @param loads of each link, if they are known
[[nodiscard]] load_summary summary_of(const network& net, std::uint64_t packets,
                                      const std::optional<link_loads>& loads);

/// Loads between groups of nodes, or of groups' ports: a table of sums.
class load_table {
public:
    load_table(std::uint32_t rows, std::uint32_t columns)
        : rows_{rows},
          columns_{columns},
          packets_(std::size_t{rows} * columns),
          links_(packets_.size()) {}

    void add_link(std::size_t row, std::size_t column) { ++links_[row * columns_ + column]; }
    void add_packet(std::size_t row, std::size_t column) { ++packets_[row * columns_ + column]; }

    [[nodiscard]] std::uint32_t columns() const noexcept { return columns_; }
    [[nodiscard]] std::uint32_t rows() const noexcept { return rows_; }
    [[nodiscard]] bool has_links(std::size_t row, std::size_t column) const {
        return links_[row * columns_ + column] > 0;
    }
    /// Packets a link.
    [[nodiscard]] double mean(std::size_t row, std::size_t column) const {
        const std::size_t at = row * columns_ + column;
        return links_[at] == 0 ? 0 : ratio(packets_[at], links_[at]);
    }
    [[nodiscard]] load_scale scale() const;

private:
    std::uint32_t rows_;
    std::uint32_t columns_;
    std::vector<std::uint64_t> packets_;
    std::vector<std::uint64_t> links_;
};

}  // namespace tutti::picture
