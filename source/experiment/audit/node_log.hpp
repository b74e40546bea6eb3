/// @file
/// Log of a node's actions and arrivals in a run, in a form that can be compared and sent between
/// processes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "algorithms/folded_node.hpp"
#include "engine/exchange/replay_transport.hpp"
#include "experiment/processes/isolated_process.hpp"
#include "experiment/processes/value_bytes.hpp"
#include "tutti/engine/sink.hpp"
#include "tutti/node/message.hpp"
#include "tutti/topology/network.hpp"

namespace tutti {

/// Summary of the contents of a packet.
struct packet_note {
    enum class kind : std::uint8_t {
        opaque,   ///< the packet does not say what is in it
        control,  ///< no message
        message,  ///< a message, or a piece of one
    };

    kind type = kind::opaque;
    message content{};
    std::uint64_t bits = ~std::uint64_t{0};  ///< of the payload that are in the packet
};

/// Something that a node did.
struct node_event {
    enum class kind : std::uint8_t { sent, delivered, marked, ended, failed };

    slot at = 0;  ///< the clock slot
    kind type = kind::sent;
    std::string content;  ///< bytes: the same in two runs if the node did the same
    std::string text;     ///< for people
    packet_note note{};   ///< of what was sent or delivered

    /// True if both runs did the same.
    friend bool operator==(const node_event& a, const node_event& b) {
        return a.at == b.at && a.type == b.type && a.content == b.content;
    }
};

/// A mark as the node made it.
struct marked_end {
    std::string_view name;
    slot at = 0;  ///< the papers' slot
};

/// @param event a mark; outlives the result
[[nodiscard]] marked_end mark_in(const node_event& event);

/// Log of one node's actions and arrivals, in the order of slots.
struct node_log {
    std::vector<node_event> events;
    std::vector<mail_packet> mail;
    std::vector<packet_note> mail_notes;  ///< of each packet
};

/// Kind of a piece of the log that a process sends.
enum class piece_kind : std::uint8_t {
    scale,    ///< what is about to be run
    begun,    ///< a slot began
    event,    ///< something that a node did
    mail,     ///< a packet for a node
    outcome,  ///< of the run
    world,    ///< what a node alone is given, and the world around it
    sealed,   ///< whether the process can open files and the like no more
    refusal,  ///< there is no run: why
};

/// Says a piece, whole.
void write_piece(const output_handler& say, piece_kind kind, std::span<const std::byte> content);

/// Hears pieces, however they are cut.
class piece_reader {
public:
    using visitor = std::function<void(piece_kind kind, std::span<const std::byte> content)>;

    /// @param visit is called with each piece that is whole
    void hear(std::span<const std::byte> some, const visitor& visit);

private:
    byte_string heard_;
};

/// Sink that writes the actions and the mail of some nodes, slot by slot.
class node_log_writer final : public sink {
public:
    /// @param net the machine's network
    /// @param nodes in increasing order. All outlive this
    /// @param name what messages in packets are called elsewhere; null: the same
    node_log_writer(const output_handler& say, const network& net, std::span<const node_id> nodes,
                    origin_mapping name = {})
        : say_{&say}, network_{&net}, nodes_{nodes}, name_{std::move(name)} {}

    [[nodiscard]] interest wants(tutti::slot at) noexcept override;
    void slot(const slot_record& record) override;
    void end(const run_report& report) override;

private:
    [[nodiscard]] bool is_watched(node_id node) const noexcept;
    [[nodiscard]] packet_note note_of(const transmission& transmission) const;
    void write_event(node_id node, const node_event& event) const;

    const output_handler* say_;
    const network* network_;
    std::span<const node_id> nodes_;
    origin_mapping name_;
};

/// Reader of the logs of some nodes.
class node_log_reader {
public:
    /// @param nodes in increasing order; outlive this
    explicit node_log_reader(std::span<const node_id> nodes) : nodes_{nodes}, logs_(nodes.size()) {}

    /// Takes a piece of a `node_log_writer`; says whether it was one.
    bool take(piece_kind kind, std::span<const std::byte> content);

    [[nodiscard]] std::vector<node_log>& logs() noexcept { return logs_; }
    /// The last clock slot that began.
    [[nodiscard]] slot last() const noexcept { return last_; }

private:
    [[nodiscard]] node_log& log_of(node_id node);

    std::span<const node_id> nodes_;
    std::vector<node_log> logs_;  // of each
    slot last_ = 0;
};

}  // namespace tutti
