/// @file
/// View of an array's node as a torus node: every node of the array emulates one of the torus.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "node/mark.hpp"
#include "node/violation.hpp"
#include "topology/embeddings/torus_folding.hpp"
#include "tutti/node/message.hpp"
#include "tutti/node/node_interface.hpp"
#include "tutti/node/packet.hpp"
#include "tutti/node/slot.hpp"
#include "tutti/node/task.hpp"
#include "tutti/topology/grid.hpp"

namespace tutti {

/// The face of a torus' node over a node of an array. A slot of the torus is two of the array: in
/// the first, what goes to the next node but one sets out, and what goes outward to the end of a
/// line; in the second, the first kind is passed on, and the ends send inward.
///
/// Varvarigos and Bertsekas, partial multinode broadcast, figure 1. Time: exactly twice that of the
/// torus; whatever ends in its slot t, marks included, ends in slot 2t of the array. Ports: all.
///
/// What breaks the model on the torus breaks it on the array, and is found there: by the array's
/// node, or as an exception for mail that the view had to look at before the torus' program did.
///
/// The array's mail of the first slot (which arrives in odd slots) belongs to the view, but at the
/// ends of lines; that of the second (even slots) to the program, which reads it itself.
template <node_of<grid> Below>
class folded {
public:
    using network_type = grid;
    using packet_type = packet_of<Below>;

    /// @param below the array's node; outlives the view
    /// @param shape made for the array; outlives the view
    /// @pre the array is in an even slot
    folded(Below& below, const fold& shape)
        : below_{&below},
          shape_{&shape},
          id_{shape.on_torus(below.id())},
          ends_(index(network().dimensions())),
          ways_(index(network().uniform_ports())) {
        for (port through = 0; through < network().uniform_ports(); ++through) {
            ways_[index(through)] = way_through(through);
        }
    }

    [[nodiscard]] node_id id() const noexcept { return id_; }
    [[nodiscard]] int degree() const noexcept { return network().degree(id_); }
    [[nodiscard]] bool has(port through) const noexcept { return network().has_port(id_, through); }
    [[nodiscard]] const grid& network() const noexcept { return shape_->torus(); }
    [[nodiscard]] tutti::slot slot() const noexcept { return below_->slot() / 2; }

    void send(port through, const packet_type& content) {
        if (!has(through) || !is_inward(through)) {
            below_->send(has(through) ? ways_[index(through)].below : through, content);
        } else if (auto& leaving = end_at(through).leaving; !leaving) {
            leaving = content;
        } else {
            // Both now, so that the array's node finds the second on the link.
            below_->send(ways_[index(through)].below, *leaving);
            below_->send(ways_[index(through)].below, content);
        }
        sent_at_ = slot();
    }
    /// A number that the packet cannot hold.
    template <narrows_to<packet_type> Number>
    void send(port through, Number does_not_fit_into_a_packet) = delete;

    [[nodiscard]] std::span<const arrival<packet_type>> inbox() {
        unread_ = 0;
        shown_.clear();
        for (const line_end& end : ends_) {
            if (end.kept) {
                shown_.push_back(*end.kept);
            }
        }
        for (const auto& [through, content] : below_->inbox()) {
            shown_.push_back({.through = torus_port(through, false), .packet = content});
        }
        std::ranges::sort(shown_, {}, &arrival<packet_type>::through);
        return shown_;
    }

    [[nodiscard]] received_packet<packet_type> received(port through) {
        if (!has(through)) {
            return below_->received(through);
        }
        unread_ &= ~bit(through);
        if (!is_inward(through)) {
            return below_->received(ways_[index(through)].below).seen_at(through);
        }
        const auto& arrival = end_at(through).kept;
        return {arrival ? &arrival->packet : nullptr, through};
    }

    [[nodiscard]] task<> next_slot() { return sleep(slot() + 1, folded_state::hears); }
    [[nodiscard]] task<> mail() { return sleep(never, folded_state::hears); }
    [[nodiscard]] task<> mail_or(tutti::slot at) { return sleep(at, folded_state::hears); }
    [[nodiscard]] task<> until(tutti::slot at) { return sleep(at, folded_state::ignoring_mail); }
    [[nodiscard]] task<> relay() { return sleep(never, folded_state::relays); }
    /// Forwards packets of others after the node's own program has returned, without end.
    [[nodiscard]] task<> retire() { return sleep(never, folded_state::retired); }

    void deliver(const message& content) { below_->deliver(content); }
    void mark(milestone end) {
        if (sent_at_ == slot()) {
            marks_.push_back(end);
        } else {
            below_->mark(end);
        }
    }
    [[nodiscard]] std::uint64_t random() { return below_->random(); }

private:
    enum class folded_state : std::uint8_t { hears, ignoring_mail, relays, retired };

    // Mapping of a port of the torus to the array: the port of the node below, and the distance of
    // the neighbour, one link or two.
    struct way {
        port below = 0;
        bool is_direct = false;
    };

    // Packets that wait at the end of a line of the array. Both ring neighbours are on one side
    // then, and the slot determines which of them a packet is from, or for.
    struct line_end {
        std::optional<packet_type> leaving;          // for the second slot
        std::optional<arrival<packet_type>> kept{};  // came in the first slot
    };

    [[nodiscard]] static std::size_t index(port through) noexcept {
        return static_cast<std::size_t>(through);
    }
    // Sides of 3 or more leave room for 18 dimensions: 36 ports.
    [[nodiscard]] static std::uint64_t bit(port through) noexcept {
        return std::uint64_t{1} << index(through);
    }
    [[nodiscard]] way way_through(port through) const noexcept {
        const int i = through / 2;
        const grid& line = below_->network();
        const int here = line.digit(below_->id(), i);
        const int there = line.digit(shape_->position(network().neighbour(id_, through)), i);
        return {.below = there > here ? 2 * i + 1 : 2 * i,
                .is_direct = there == here + 1 || here == there + 1};
    }
    [[nodiscard]] bool is_end(int i) const noexcept {
        return !below_->has(2 * i) || !below_->has(2 * i + 1);
    }
    // True if a port leads from the end of a line to the node beside it.
    [[nodiscard]] bool is_inward(port through) const noexcept {
        return ways_[index(through)].is_direct && is_end(through / 2);
    }
    [[nodiscard]] line_end& end_at(port through) noexcept { return ends_[index(through / 2)]; }

    // The port of the torus that a packet came through, in the first slot or in the second.
    [[nodiscard]] port torus_port(port below, bool is_first) const noexcept {
        const int i = below / 2;
        const way& down = ways_[index(2 * i)];
        const bool is_down = is_end(i) ? down.is_direct == is_first : down.below == below;
        return is_down ? 2 * i : 2 * i + 1;
    }
    [[nodiscard]] bool is_between() const noexcept { return below_->slot() % 2 != 0; }

    // True if there is something to do in a slot in which perhaps no mail comes.
    [[nodiscard]] bool is_pending(folded_state now) const noexcept {
        const bool ends_late = (now == folded_state::relays || now == folded_state::retired) &&
                               below_->slot() < 2 * (sent_at_ + 1);
        return ends_late || !marks_.empty() || std::ranges::any_of(ends_, [](const line_end& end) {
                   return end.leaving || end.kept;
               });
    }

    task<> sleep(tutti::slot at, folded_state now) {
        if (at <= slot()) {
            co_return;
        }
        forget_mail();
        const tutti::slot end = at > never / 2 ? never : 2 * at;
        for (;;) {
            const bool is_woken_by_clock = is_pending(now);
            if (is_woken_by_clock) {
                co_await below_->next_slot();
            } else if (now == folded_state::relays || now == folded_state::retired) {
                co_await below_->relay();
            } else {
                co_await below_->mail_or(end);
            }
            if (is_between()) {
                pass_on(now);
                continue;
            }
            make_marks();
            if (has_mail(now, is_woken_by_clock) || below_->slot() >= end) {
                co_return;
            }
        }
    }

    [[nodiscard]] bool has_mail(folded_state now, bool is_woken_by_clock) {
        if (now == folded_state::ignoring_mail || now == folded_state::retired) {
            return false;
        }
        if (is_woken_by_clock) {
            look_at_mail();
        }
        return !is_woken_by_clock || unread_ != 0;
    }

    // To the node below the mail is read now, so whether the program reads it is for the view to
    // see.
    void look_at_mail() {
        for (const auto& [through, content] : below_->inbox()) {
            unread_ |= bit(torus_port(through, false));
        }
    }

    void pass_on(folded_state now) {
        for (int i = 0; i < network().dimensions(); ++i) {
            if (!is_end(i)) {
                pass_through(2 * i);
                pass_through(2 * i + 1);
                continue;
            }
            const port only = below_->has(2 * i) ? 2 * i : 2 * i + 1;
            line_end& end = end_at(only);
            if (now == folded_state::hears || now == folded_state::relays) {
                keep_arrival(only);
            }
            if (end.leaving) {
                below_->send(only, *end.leaving);
                end.leaving.reset();
            }
        }
    }

    void pass_through(port from) {
        if (const auto passing = below_->received(from)) {
            below_->send(from ^ 1, *passing);
        }
    }

    void keep_arrival(port from) {
        if (const auto arrived = below_->received(from)) {
            const port through = torus_port(from, true);
            end_at(through).kept = {.through = through, .packet = *arrived};
            unread_ |= bit(through);
        }
    }

    void make_marks() {
        for (const milestone end : marks_) {
            below_->mark(end);
        }
        marks_.clear();
    }

    void forget_mail() {
        if (unread_ != 0) {
            throw error{"torus node " + std::to_string(id_) + ", port " +
                        std::to_string(std::countr_zero(unread_)) +
                        ": a packet arrived that the program did not read"};
        }
        for (line_end& end : ends_) {
            end.kept.reset();
        }
    }

    Below* below_;
    const fold* shape_;
    node_id id_;
    tutti::slot sent_at_ = -1;                 // slot of the torus
    std::uint64_t unread_ = 0;                 // a bit for each port of the torus
    std::vector<line_end> ends_;               // one a dimension
    std::vector<way> ways_;                    // one a port of the torus
    std::vector<arrival<packet_type>> shown_;  // by the last inbox()
    std::vector<milestone> marks_;             // to be made at the end of the torus' slot
};

}  // namespace tutti
