/// @file
/// Reader of the chunks of a recording: locates, verifies and decompresses them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <istream>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "recording_format.hpp"

namespace tutti::record {

/// Chunks of an untrusted file.
///
/// Invariant: chunks follow each other without gap or overlap, so that no byte of the file is read
/// as two of them, and the figures of a head fit the bytes of its chunk.
class chunk_reader {
public:
    /// @throws recording_error, like all below, for what is no recording, or a damaged one
    explicit chunk_reader(std::unique_ptr<std::istream> content);

    /// Of the whole file.
    [[nodiscard]] std::uint64_t bytes() const noexcept { return bytes_; }
    /// Description of the damage at its end, or an empty text.
    [[nodiscard]] const std::string& damage() const noexcept { return damage_; }

    /// A part of the only chunk of a type; null if there is none. @pre it is none of events
    [[nodiscard]] std::optional<std::string> text_of(chunk_type type, std::size_t part = 1);

    /// The chunks of events, by slot.
    [[nodiscard]] std::span<const chunk_place> events() const noexcept { return events_; }
    /// Both parts of a chunk, as they are in the file.
    [[nodiscard]] std::string packed_of(const chunk_place& place);
    /// One of them, unpacked.
    [[nodiscard]] static std::string part_of(const chunk_place& place, std::string_view packed,
                                             std::size_t which);

private:
    [[nodiscard]] std::string read_bytes(std::uint64_t offset, std::uint64_t count);
    template <class T>
    [[nodiscard]] T read_as(std::uint64_t offset);
    void read_version();
    [[nodiscard]] bool find_chunks();
    void search_chunks();
    void take_chunk(const chunk_place& place, std::uint64_t end);
    void take_events(const chunk_place& place);
    [[nodiscard]] bool has_its_checksum(const chunk_place& place);

    std::unique_ptr<std::istream> content_;
    std::uint64_t bytes_ = 0;
    std::uint64_t next_chunk_ = 0;              // where it has to begin
    std::map<chunk_type, chunk_place> others_;  // plan, links and result, each once
    std::vector<chunk_place> events_;
    std::string damage_;
};

}  // namespace tutti::record
