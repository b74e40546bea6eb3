/// @file
/// Writer of the events of a chunk.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "experiment/events/kind_table.hpp"
#include "message_table.hpp"
#include "packed_bytes.hpp"
#include "recording_format.hpp"
#include "tutti/engine/sink.hpp"
#include "verification/recording/recorded_slot.hpp"

namespace tutti::record {

/// A packet that is to be written.
struct pending_packet {
    node_id from = 0;
    node_id to = 0;
    std::uint32_t through = 0;
    std::uint32_t kind = 0;
    std::uint32_t piece = 0;
    bool is_control = false;
    bool is_delivered = false;
    bool counts_contributions = false;
    bool names_contributors = false;
    message content{};
    std::size_t first_byte = 0;  ///< of its bytes, where its kind has no message
    std::uint32_t byte_count = 0;
};

/// Contributions to a value of a reduction, as its packet states them.
struct stated_contributions {
    std::uint32_t count = 0;
    std::uint64_t nodes = 0;
};

/// A slot that is to be written, as the papers count it.
struct pending_slot {
    tutti::slot at = 0;
    std::vector<pending_packet> sent;
    std::vector<std::byte> bytes;                     ///< of packets without a message
    std::vector<stated_contributions> contributions;  ///< of the packets that count them
    std::vector<recorded_delivery> delivered;
    std::vector<recorded_mark> marked;
    std::vector<node_id> done;

    void clear(tutti::slot next) {
        at = next;
        sent.clear();
        bytes.clear();
        contributions.clear();
        delivered.clear();
        marked.clear();
        done.clear();
    }
    [[nodiscard]] bool is_empty() const noexcept {
        return sent.empty() && delivered.empty() && marked.empty() && done.empty();
    }
};

/// Collects the slots of a chunk. What is known of messages goes on from chunk to chunk.
class record_writer {
public:
    record_writer(std::size_t nodes, bool is_cube)
        : is_cube_{is_cube}, first_arrival_(nodes, none) {}

    /// Adds a slot, or the part of it that is not written yet. True if that was all of it; else the
    /// chunk is full.
    /// @param pending some of its deliveries and packets are marked as written
    [[nodiscard]] bool add(pending_slot& pending);

    [[nodiscard]] bool is_empty() const noexcept { return head_.first_slot < 0; }
    [[nodiscard]] bool is_full() const noexcept;

    /// Gives the chunk away, and begins another one.
    /// @param kinds, names of what was added
    /// @param packed its parts, in place of what is there
    [[nodiscard]] chunk_head take(std::span<const written_kind> kinds,
                                  std::span<const std::string> names, packer& with,
                                  std::string& packed);

private:
    static constexpr std::uint32_t none = ~std::uint32_t{0};

    void match_deliveries(pending_slot& pending);
    [[nodiscard]] bool add_record(pending_slot& pending);
    void add_packets(const pending_slot& pending, std::size_t count);
    void begin_record(const pending_slot& pending, std::size_t packets, std::size_t deliveries,
                      bool is_last);
    void add_packet(const pending_packet& packet, const pending_slot& pending);
    void add_delivery(const recorded_delivery& delivery);
    void add_rest(const pending_slot& pending);
    void end_record();
    [[nodiscard]] bool has_payload_of_its_own(const message_key& key, std::uint64_t payload);

    bool is_cube_;
    message_table known_;
    std::vector<std::uint32_t> first_arrival_;  // of each node, in the slot
    std::vector<std::uint32_t> next_arrival_;   // of each packet, at the same node
    std::size_t written_packets_ = 0;           // of the slot
    std::size_t written_contributions_ = 0;     // likewise
    chunk_head head_{.type = chunk_type::events, .first_slot = -1, .last_slot = -1};
    column messages_;
    column records_;
    message_key last_key_;
    node_id last_node_ = 0;
    column kinds_, senders_, ports_, origins_, numbers_, pieces_, contributions_, contributors_,
        payloads_, bytes_;
    column nodes_, flags_, delivered_origins_, delivered_numbers_, delivered_payloads_;
    column rest_;
    column tables_;  // and all records, when they are taken
};

}  // namespace tutti::record
