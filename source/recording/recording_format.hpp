/// @file
/// Format of recordings in files.
///
/// A file is a head, chunks, and an end:
/// - the head: 8 bytes `TUTTIREC`, the version of the format;
/// - a chunk: a `chunk_head`, and the bytes that it announces, in two parts, each one zstd frame or
/// empty;
/// - the end: the place of the index, which is the last chunk, and 8 bytes `TUTTIEND`.
///
/// All numbers are little-endian. Numbers of events are in columns, most of them as varints: 7 bits
/// a byte, the lowest first, all but the last with the highest bit set.
///
/// Chunks come in this order: the plan, with the facts of its run; the links of networks that come
/// from files; events; the result; the index. All have their content in the second part. Links have
/// a first one where nodes have names or are switches: by network its name, its switches as
/// differences, and its names; earlier versions of the program skip it. Events have two parts:
/// 1. messages that no chunk before has named, with their payloads: columns of origins, numbers,
///    pieces (plus 1; 0 for whole messages), payloads;
/// 2. tables of kinds of packets and names of marks, those of all chunks before first, and records.
///    A record belongs to one slot, and large slots have several. It has the slot, as the
///    difference to the one before, how many packets, deliveries, marks and ended programs, and
///    columns:
///    - packets: kind * 4 + `is_delivered` + `has_own_payload`; sender, as the difference to the
///    one
///      before; port; of those with a message, its origin relative to the sender and its number;
///      its piece, where the kind has some; since version 2, of values of reductions how many nodes
///      have contributed, and which (8 bytes), where the kind says so; payloads that differ from
///      that of the message; bytes of those without a message;
///    - deliveries of what did not arrive in this slot: node, as a difference; `has_own_payload`;
///      origin relative to the node; number; own payloads;
///    - marks: node, as a difference; name. Ended programs: node, as a difference.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "tutti/node/slot.hpp"
#include "tutti/recording/recording.hpp"
#include "tutti/topology/topology.hpp"

namespace tutti::record {

static_assert(std::endian::native == std::endian::little, "numbers are written as they lie");

inline constexpr std::string_view head_mark = recording::begins_with;
inline constexpr std::string_view end_mark = "TUTTIEND";
inline constexpr std::uint32_t format_version = 3;
/// Flags of a kind of packets in its table, by their bits; the last two since version 2.
inline constexpr std::array kind_flags{
    &recorded_kind::is_control, &recorded_kind::has_message, &recorded_kind::has_piece,
    &recorded_kind::counts_contributions, &recorded_kind::names_contributors};

/// Content of a chunk.
enum class chunk_type : std::uint32_t { plan = 1, links, events, result, index };

/// In front of each chunk.
struct chunk_head {
    chunk_type type = chunk_type::plan;
    std::uint32_t reserved = 0;
    std::int64_t first_slot = 0;
    std::int64_t last_slot = 0;
    std::uint32_t packets = 0;  ///< events, by kind
    std::uint32_t control_packets = 0;
    std::uint32_t deliveries = 0;
    std::uint32_t marks = 0;
    std::uint32_t ends = 0;
    std::uint32_t messages = 0;                  ///< that are named in the first part
    std::array<std::uint32_t, 2> whole_bytes{};  ///< of each part, before it was packed
    std::array<std::uint32_t, 2> packed_bytes{};
    std::uint64_t checksum =
        0;  ///< XXH3 of the packed bytes, seeded with that of the head before it

    /// Sets the sizes of a part. @pre both are below 2^32
    void set_part(std::size_t part, std::size_t whole, std::size_t packed) {
        whole_bytes.at(part) = static_cast<std::uint32_t>(whole);
        packed_bytes.at(part) = static_cast<std::uint32_t>(packed);
    }
};
static_assert(sizeof(chunk_head) == 72);

/// A chunk as the index has it.
struct chunk_place {
    std::uint64_t offset = 0;  ///< of its head, from the file's begin
    chunk_head head{};
};
static_assert(sizeof(chunk_place) == 80);

/// Behind the last chunk.
struct file_end {
    std::uint64_t index_offset = 0;
    std::array<char, 8> mark{};
};

/// Largest size of a part of a chunk; larger ones are damaged.
inline constexpr std::uint32_t most_part_bytes = std::uint32_t{1} << 27U;
/// Events of a record.
inline constexpr std::size_t most_record_events = std::size_t{1} << 16U;
/// Rows of a table of kinds, or names of marks.
inline constexpr std::size_t most_rows = 4096;

/// In the column of kinds.
inline constexpr std::uint32_t is_delivered = 1;
inline constexpr std::uint32_t has_own_payload = 2;

/// Encoding of an origin relative to a node: near nodes get small numbers, and nodes that act alike
/// equal ones.
[[nodiscard]] constexpr std::uint32_t relative_origin(node_id node, node_id other,
                                                      bool is_cube) noexcept {
    if (is_cube) {
        return node ^ other;
    }
    const std::uint32_t difference = node - other;
    return difference << 1U ^ (0U - (difference >> 31U));
}
[[nodiscard]] constexpr node_id absolute_origin(node_id node, std::uint32_t written,
                                                bool is_cube) noexcept {
    if (is_cube) {
        return node ^ written;
    }
    const std::uint32_t difference = written >> 1U ^ (0U - (written & 1U));
    return node - difference;
}

/// The checksum of a chunk, its own not included.
[[nodiscard]] std::uint64_t checksum_of(chunk_head head, std::string_view packed) noexcept;

}  // namespace tutti::record
