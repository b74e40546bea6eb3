/// @file
/// Digests of tables of sends, as the reference figures have them.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <fmt/format.h>

#include "topology/schedules/common/link_table.hpp"
#include "topology/schedules/common/send_table.hpp"

namespace support {

/// A row of a table: slot, sender, port or receiver, packet.
using table_row = std::array<std::uint32_t, 4>;

/// FNV-1a of rows as text, sorted.
template <std::size_t Columns>
[[nodiscard]] std::uint64_t digest_of(std::vector<std::array<std::uint32_t, Columns>> rows) {
    std::ranges::sort(rows);
    std::uint64_t digest = 0xcbf29ce484222325;
    for (const auto& row : rows) {
        for (const char letter : fmt::format("{}\n", fmt::join(row, " "))) {
            digest = (digest ^ static_cast<unsigned char>(letter)) * 0x100000001b3;
        }
    }
    return digest;
}

[[nodiscard]] inline std::vector<table_row> rows_by_port(const tutti::link_table& links,
                                                         const tutti::send_table& sends) {
    std::vector<table_row> rows;
    for (const auto& [slot, link, packet] : sends) {
        const auto through = static_cast<std::uint32_t>(links[link].through);
        rows.push_back({slot, links[link].from, through, packet});
    }
    return rows;
}

}  // namespace support
