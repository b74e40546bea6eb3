/// @file
/// Reader of the events of a chunk.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "message_table.hpp"
#include "packed_bytes.hpp"
#include "recording_format.hpp"
#include "tutti/recording/recording.hpp"
#include "tutti/topology/network.hpp"
#include "verification/recording/recorded_slot.hpp"

namespace tutti::record {

/// A slot that is put together.
struct read_slot {
    tutti::slot at = -1;  ///< -1: there is none
    std::vector<recorded_transmission> sent;
    std::vector<recorded_delivery> arrived;    ///< of packets that were delivered when they came
    std::vector<recorded_delivery> delivered;  ///< others
    std::vector<recorded_mark> marked;
    std::vector<node_id> done;

    void clear(tutti::slot next);
    /// Puts what is in two lists in one order.
    void complete();
    [[nodiscard]] recorded_slot view() const noexcept;
    /// That its packets take, and its other events.
    [[nodiscard]] std::uint64_t packet_bytes() const noexcept;
    [[nodiscard]] std::uint64_t non_packet_bytes() const noexcept;
};

/// Names and kinds that were met, each once.
struct read_tables {
    std::vector<recorded_kind> kinds;
    std::vector<std::string> names;
    /// Numbers of the kinds, by their bytes in chunks.
    std::map<std::string, std::uint32_t, std::less<>> kind_places{};
    std::map<std::string, std::uint32_t, std::less<>> name_places{};
};

/// Reads the records of one chunk.
class record_reader {
public:
    /// @param events the second part of the chunk, which outlives this
    /// @param messages payloads; null: all are 0
    record_reader(std::string_view events, const network& net, const message_table* messages,
                  read_tables& tables);

    [[nodiscard]] bool is_at_end() const noexcept { return from_.is_at_end(); }
    /// The slot of the next record. @pre `!is_at_end()`
    [[nodiscard]] tutti::slot next_slot();
    /// Adds that record to a slot. @pre `next_slot()` was called
    void read(read_slot& to);
    /// The events of all records that were read.
    [[nodiscard]] const recorded_counts& counts() const noexcept { return counts_; }

private:
    struct local_kind {
        recorded_kind kind{};
        std::uint32_t index = 0;  ///< in the tables
        std::uint32_t packet_bytes = 0;
    };

    void read_kinds();
    void read_names();
    void read_packets(std::size_t count, read_slot& to);
    void read_links(std::size_t first, read_slot& to);
    void read_contents(std::size_t first, read_slot& to);
    void read_payload(recorded_transmission& each, std::size_t i, read_slot& to);
    void read_deliveries(std::size_t count, read_slot& to);
    void read_marks(std::size_t count, read_slot& to);
    void read_ends(std::size_t count, read_slot& to);
    [[nodiscard]] node_id read_node(node_id& last);
    [[nodiscard]] std::uint64_t payload_of(const message_key& key) const;

    column_reader from_;
    const network* network_;
    std::uint64_t nodes_;
    bool is_cube_;
    const message_table* messages_;
    read_tables* tables_;
    tutti::slot at_ = 0;
    std::vector<local_kind> kinds_;
    std::vector<std::uint32_t> names_;  // in the tables
    std::vector<std::uint32_t> codes_;  // of the packets of a record
    recorded_counts counts_;
};

/// Notes the messages that the first part of a chunk names.
void read_messages(std::string_view messages, std::uint32_t count, message_table& to);

}  // namespace tutti::record
