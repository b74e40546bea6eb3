/// @file
/// What a node did in a run, and what came to it, in a form that two runs are compared by and that
/// goes from process to process.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "apart.hpp"
#include "tutti/machine/lone_world.hpp"
#include "tutti/machine/sink.hpp"
#include "tutti/topology/network.hpp"

namespace tutti {

/// Something that a node did.
struct node_event {
    enum class kind : std::uint8_t { sent, delivered, marked, ended, failed };

    slot at = 0;  ///< the clock slot
    kind what = kind::sent;
    std::string content;  ///< bytes: the same in two runs if the node did the same
    std::string text;     ///< for people

    /// Whether a run did the same.
    friend bool operator==(const node_event& a, const node_event& b) {
        return a.at == b.at && a.what == b.what && a.content == b.content;
    }
};

/// A mark as the node made it.
struct marked_end {
    std::string_view name;
    slot at = 0;  ///< the papers' slot
};

/// @param what a mark; outlives the result
[[nodiscard]] marked_end mark_in(const node_event& what);

/// What one node did and got, in the order of slots.
struct node_log {
    std::vector<node_event> events;
    std::vector<kept_packet> mail;
};

/// What a process tells of its run, piece by piece.
enum class piece_kind : std::uint8_t {
    scale,    ///< what is about to be run
    begun,    ///< a slot began
    event,    ///< something that a node did
    mail,     ///< a packet for a node
    outcome,  ///< of the run
    refusal,  ///< there is no run: why
};

using byte_string = std::vector<std::byte>;

/// Says a piece, whole.
void say_piece(const speech& say, piece_kind what, std::span<const std::byte> content);

/// Hears pieces, however they are cut.
class piece_reader {
public:
    using visitor = std::function<void(piece_kind what, std::span<const std::byte> content)>;

    /// @param visit is called with each piece that is whole
    void hear(std::span<const std::byte> some, const visitor& visit);

private:
    byte_string heard_;
};

/// A sink that says what some nodes do and what mail they get, slot by slot.
class log_speaker final : public sink {
public:
    /// @param where the machine's network
    /// @param nodes in increasing order. All outlive this
    log_speaker(const speech& say, const network& where, std::span<const node_id> nodes)
        : say_{&say}, where_{&where}, nodes_{nodes} {}

    [[nodiscard]] wish wants(tutti::slot at) noexcept override;
    void slot(const slot_record& what) override;
    void end(const run_report& what) override;

private:
    [[nodiscard]] bool is_watched(node_id node) const noexcept;
    void say_event(node_id node, const node_event& what) const;

    const speech* say_;
    const network* where_;
    std::span<const node_id> nodes_;
};

/// What was said of the runs of some nodes.
class log_listener {
public:
    /// @param nodes in increasing order; outlive this
    explicit log_listener(std::span<const node_id> nodes) : nodes_{nodes}, logs_(nodes.size()) {}

    /// Takes a piece of a `log_speaker`; says whether it was one.
    bool take(piece_kind what, std::span<const std::byte> content);

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
