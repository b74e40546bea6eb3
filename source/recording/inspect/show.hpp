/// @file
/// Text views of a recording, for people: summary, slot, node, message.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "experiment/events/link_load.hpp"
#include "recording/export/event_tables.hpp"
#include "topology/node_naming.hpp"
#include "tutti/node/rational.hpp"
#include "tutti/node/slot.hpp"
#include "tutti/recording/recording.hpp"
#include "tutti/topology/network.hpp"
#include "tutti/topology/topology.hpp"
#include "util/table_style.hpp"
#include "verification/recording/recorded_slot.hpp"

namespace tutti {

/// Length of long lists; the number of omitted entries is in the last line.
enum class list_length : std::uint8_t { a_screen, all };

/// Summary of a recording: its plan, the number of events of each kind, and the result of the run.
class recording_summary {
public:
    /// Reads all of it. @param from outlives this
    /// @throws recording_error where it is damaged
    explicit recording_summary(const recording& from);

    [[nodiscard]] std::string text(table_style style = table_style::plain) const;
    /// One object, without a line end.
    [[nodiscard]] std::string json() const;

private:
    const recording* from_;
    std::vector<std::uint64_t> packets_;  // of each kind
    link_load_result loads_;
};

/// All events of a slot.
[[nodiscard]] std::string text_of(const recorded_slot& record, const recorded_names& names,
                                  list_length shown, const node_naming& nodes);
/// One object, without a line end.
[[nodiscard]] std::string json_of(const recorded_slot& record, const recorded_names& names);

/// History of a node: packets sent and received, deliveries and marks, slot by slot.
class node_life {
public:
    /// @param net outlives this, and has the node
    node_life(node_id node, const network& net) noexcept : node_{node}, network_{&net} {}

    /// Called in the order of slots.
    void add(const recorded_slot& record, const recorded_names& names);

    [[nodiscard]] std::string text(list_length shown) const;
    /// One object, without a line end.
    [[nodiscard]] std::string json() const;

private:
    struct event {
        slot at = 0;
        std::string_view action;
        std::optional<port> through{};
        std::optional<node_id> beyond{};  // at the other end of the link
        std::string name{};               // of a packet's kind, or of a mark
        std::optional<message> content{};
        std::optional<std::uint32_t> piece{};
        rational share = 1;  // of a message
    };

    void add_packet(event one, const recorded_transmission& packet, const recorded_names& names);

    node_id node_;
    const network* network_;
    std::vector<event> events_;
};

/// A message, followed from its origin over every link.
class message_path {
public:
    /// @param net outlives this
    message_path(node_id origin, std::uint32_t number, const network& net) noexcept
        : origin_{origin}, number_{number}, network_{&net} {}

    /// Called in the order of slots.
    void add(const recorded_slot& record, const recorded_names& names);

    /// True if no packet and no delivery belongs to it.
    [[nodiscard]] bool is_empty() const noexcept { return hops_.empty() && delivered_.empty(); }
    /// The smallest and the largest number of a message that its origin has; null if it has none.
    [[nodiscard]] const std::optional<std::pair<std::uint32_t, std::uint32_t>>& numbers()
        const noexcept {
        return numbers_;
    }

    [[nodiscard]] std::string text(list_length shown) const;
    /// One object, without a line end.
    [[nodiscard]] std::string json() const;

private:
    struct hop {
        slot at = 0;
        node_id from = 0;
        port through = 0;
        node_id to = 0;
        std::optional<std::uint32_t> piece{};
        rational share = 1;                   // of the message
        bool is_first = false;                // `to` had not got it
        std::optional<std::uint64_t> hops{};  // from the origin; null if `from` had not got it
    };
    // Messages may be cut into two pieces on one way and into four on the next.
    struct part {
        rational begin = 0;  // in the message, which ends at 1
        rational end = 1;
    };
    struct arrival {
        slot at = 0;
        part content{};
        std::uint64_t hops = 0;
    };

    void add_hop(const recorded_transmission& each, const recorded_kind& kind, slot at);
    [[nodiscard]] bool has(node_id node, const part& piece) const;
    // Notes the number of a message that has the origin.
    [[nodiscard]] bool is_followed(const message& content);
    [[nodiscard]] std::optional<std::uint64_t> hops_to(node_id node, const part& piece,
                                                       slot before) const;
    // The row in which a node's delivery is shown: that of the last piece that it lacked.
    [[nodiscard]] std::map<node_id, std::size_t> last_arrivals() const;
    [[nodiscard]] std::size_t repeats() const;

    node_id origin_;
    std::uint32_t number_;
    const network* network_;
    std::optional<std::uint64_t> payload_{};  // of the whole message, as it was delivered first
    std::vector<hop> hops_;
    std::map<node_id, std::vector<arrival>> arrivals_;
    std::vector<std::pair<node_id, slot>> delivered_;
    std::optional<std::pair<std::uint32_t, std::uint32_t>> numbers_{};
};

}  // namespace tutti
