/// @file
/// Forger of recordings: rewrites them so that all checksums hold.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "recording/recording_format.hpp"

namespace support {

/// A chunk whose parts are unpacked.
struct forged_chunk {
    tutti::record::chunk_head head{};
    std::array<std::string, 2> parts{};
};

/// The chunks of a recording but its index, in their order.
[[nodiscard]] std::vector<forged_chunk> chunks_of(std::string_view recording);

/// The only chunk of a type.
[[nodiscard]] forged_chunk& chunk_of(std::vector<forged_chunk>& chunks,
                                     tutti::record::chunk_type type);

/// Changes what the index says before it is written.
using index_forger = std::function<void(std::vector<tutti::record::chunk_place>& places)>;

/// A recording with these chunks, their sizes and checksums made anew.
[[nodiscard]] std::string recording_of(const std::vector<forged_chunk>& chunks,
                                       const index_forger& change = {});

/// The recording with one text in place of another in its plan, or its result.
/// @throws std::invalid_argument if it is not there
[[nodiscard]] std::string with_text(std::string_view recording, tutti::record::chunk_type type,
                                    std::string_view from, std::string_view to);
[[nodiscard]] inline std::string with_plan(std::string_view recording, std::string_view from,
                                           std::string_view to) {
    return with_text(recording, tutti::record::chunk_type::plan, from, to);
}

/// The recording of the 3-cube with this network in place of it.
[[nodiscard]] std::string with_network(std::string_view honest, std::string_view spec,
                                       std::uint64_t nodes, std::uint64_t links);

/// The recording with one more mark, of node 0, so late.
[[nodiscard]] std::string with_late_mark(std::string_view recording, tutti::slot at);

/// A recording that cannot be of a run, made to take much.
struct hostile_recording {
    std::string_view name;
    std::string bytes;
    std::string_view complaint;  ///< a part of what is said of it
};

/// Some of every kind, each of at most 200 kB.
/// @param honest of a small run
[[nodiscard]] std::vector<hostile_recording> hostile_recordings(std::string_view honest);

}  // namespace support
