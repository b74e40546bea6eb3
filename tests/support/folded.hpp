/// @file
/// A ring on a path: every node of the path stands for one of the ring.
#pragma once

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "support/line.hpp"
#include "tutti/machine/face.hpp"
#include "tutti/machine/node.hpp"
#include "tutti/machine/task.hpp"
#include "tutti/machine/violation.hpp"

namespace support {

/// The fold of spec/mesh.md, section 1: ring neighbours lie at most two links apart.
struct fold {
    tutti::node_id nodes;  ///< p, at least 3

    [[nodiscard]] tutti::node_id position(tutti::node_id on_ring) const noexcept {
        return 2 * on_ring < nodes ? 2 * on_ring : 2 * (nodes - on_ring) - 1;
    }
    [[nodiscard]] tutti::node_id on_ring(tutti::node_id position) const noexcept {
        return position % 2 == 0 ? position / 2 : (nodes - (position + 1) / 2) % nodes;
    }
};

/// A face of a ring over a node of a path. A ring slot is two slots of the path: in the first, what
/// goes to the next node but one sets out, and what goes outward to an end; in the second, the
/// first kind is passed on, and the ends send inward.
///
/// The host's mail of the first slot (which arrives in odd slots) belongs to the view, but at the
/// ends; that of the second slot (even slots) to the ring program, which reads it itself, so that
/// the host's machine sees what it does not read.
template <tutti::node_of<path> Host>
class folded {
public:
    using network_type = ring;
    using packet_type = tutti::packet_of<Host>;

    explicit folded(Host& host)
        : host_{&host},
          network_{host.network().node_count()},
          fold_{static_cast<tutti::node_id>(network_.node_count())},
          id_{fold_.on_ring(host.id())},
          is_end_{host.degree() == 1} {}

    [[nodiscard]] tutti::node_id id() const noexcept { return id_; }
    [[nodiscard]] static int degree() noexcept { return 2; }
    [[nodiscard]] static bool has(tutti::port through) noexcept {
        return through == 0 || through == 1;
    }
    [[nodiscard]] const ring& network() const noexcept { return network_; }
    [[nodiscard]] tutti::slot slot() const noexcept { return host_->slot() / 2; }

    void send(tutti::port through, const packet_type& content) {
        const bool waits = has(through) && is_end_ && is_direct(through);
        if (!waits) {
            host_->send(has(through) ? side(through) : through, content);
        } else if (outgoing_) {
            throw tutti::error{"a second packet on a link of the ring"};
        } else {
            outgoing_ = content;
        }
        sent_at_ = slot();
    }

    [[nodiscard]] std::span<const tutti::arrival<packet_type>> inbox() {
        std::size_t count = 0;
        if (kept_) {
            shown_[count++] = *kept_;
            is_kept_read_ = true;
        }
        for (const auto& [through, content] : host_->inbox()) {
            shown_[count++] = {.through = ring_port(through, false), .packet = content};
        }
        if (count == 2 && shown_[0].through > shown_[1].through) {
            std::swap(shown_[0], shown_[1]);
        }
        return std::span{shown_}.first(count);
    }
    [[nodiscard]] const packet_type* received(tutti::port through) {
        if (kept_ && kept_->through == through) {
            is_kept_read_ = true;
            return &kept_->packet;
        }
        if (!has(through)) {
            return host_->received(through);
        }
        return is_end_ && is_direct(through) ? nullptr : host_->received(side(through));
    }

    [[nodiscard]] tutti::task<> next_slot() { return sleep(slot() + 1, mood::hears); }
    [[nodiscard]] tutti::task<> mail() { return sleep(tutti::never, mood::hears); }
    [[nodiscard]] tutti::task<> mail_or(tutti::slot at) { return sleep(at, mood::hears); }
    [[nodiscard]] tutti::task<> until(tutti::slot at) { return sleep(at, mood::deaf); }
    [[nodiscard]] tutti::task<> relay() { return sleep(tutti::never, mood::relays); }
    /// What the node does after its ring program has returned: it passes on for others, for ever.
    [[nodiscard]] tutti::task<> retire() { return sleep(tutti::never, mood::retired); }

    void deliver(const tutti::message& content) { host_->deliver(content); }
    void mark(tutti::milestone end) {
        if (sent_at_ == slot()) {
            marks_.push_back(end);
        } else {
            host_->mark(end);
        }
    }
    [[nodiscard]] std::uint64_t random() { return host_->random(); }

private:
    enum class mood : std::uint8_t { hears, deaf, relays, retired };

    [[nodiscard]] tutti::node_id target(tutti::port through) const noexcept {
        return fold_.position(network_.neighbour(id_, through));
    }
    [[nodiscard]] tutti::port side(tutti::port through) const noexcept {
        return target(through) > host_->id() ? 1 : 0;
    }
    [[nodiscard]] bool is_direct(tutti::port through) const noexcept {
        return target(through) + 1 == host_->id() || host_->id() + 1 == target(through);
    }
    // At an end both ring neighbours lie on one side, and the slot tells which one it was.
    [[nodiscard]] tutti::port ring_port(tutti::port through, bool is_first) const noexcept {
        const bool is_zero = is_end_ ? is_direct(0) == is_first : side(0) == through;
        return is_zero ? 0 : 1;
    }
    [[nodiscard]] bool is_between() const noexcept { return host_->slot() % 2 != 0; }

    // Whether there is something to do in a slot in which perhaps no mail comes.
    [[nodiscard]] bool is_pending(mood now) const noexcept {
        const bool ends_late =
            (now == mood::relays || now == mood::retired) && host_->slot() < 2 * (sent_at_ + 1);
        return outgoing_ || kept_ || !marks_.empty() || ends_late;
    }

    tutti::task<> sleep(tutti::slot at, mood now) {
        if (at <= slot()) {
            co_return;
        }
        forget_kept();
        const tutti::slot end = at > tutti::never / 2 ? tutti::never : 2 * at;
        for (;;) {
            const bool is_woken_by_clock = is_pending(now);
            if (is_woken_by_clock) {
                co_await host_->next_slot();
            } else if (now == mood::relays || now == mood::retired) {
                co_await host_->relay();
            } else {
                co_await host_->mail_or(end);
            }
            if (is_between()) {
                pass_on(now);
                continue;
            }
            make_marks();
            if (has_mail(now, is_woken_by_clock) || host_->slot() >= end) {
                co_return;
            }
        }
    }

    [[nodiscard]] bool has_mail(mood now, bool is_woken_by_clock) {
        const bool hears = now == mood::hears || now == mood::relays;
        return hears && (!is_woken_by_clock || kept_ || !host_->inbox().empty());
    }

    void pass_on(mood now) {
        if (!is_end_) {
            pass_through(0);
            pass_through(1);
        } else if (now == mood::hears || now == mood::relays) {
            keep_arrival();
        }
        if (outgoing_) {
            host_->send(host_->has(0) ? 0 : 1, *outgoing_);
            outgoing_.reset();
        }
    }

    void pass_through(tutti::port through) {
        if (const packet_type* const passing = host_->received(through)) {
            host_->send(1 - through, *passing);
        }
    }

    void keep_arrival() {
        const tutti::port only = host_->has(0) ? 0 : 1;
        if (const packet_type* const arrived = host_->received(only)) {
            kept_ = {.through = ring_port(only, true), .packet = *arrived};
            is_kept_read_ = false;
        }
    }

    void make_marks() {
        for (const tutti::milestone end : marks_) {
            host_->mark(end);
        }
        marks_.clear();
    }

    void forget_kept() {
        if (kept_ && !is_kept_read_) {
            throw tutti::error{"a packet arrived on the ring that the program did not read"};
        }
        kept_.reset();
    }

    Host* host_;
    ring network_;
    fold fold_;
    tutti::node_id id_;
    bool is_end_;
    bool is_kept_read_ = false;
    tutti::slot sent_at_ = -1;                            // ring slot
    std::optional<packet_type> outgoing_;                 // waits for the second slot
    std::optional<tutti::arrival<packet_type>> kept_;     // came to an end in the first slot
    std::array<tutti::arrival<packet_type>, 2> shown_{};  // by the last inbox()
    std::vector<tutti::milestone> marks_;                 // to be made at the ring slot's end
};

/// Runs a program for a ring's node on a node of a path. `program` outlives the task.
template <tutti::node_of<path> Host, class Program>
tutti::task<> run_folded(Host& host, const Program& program) {
    folded<Host> self{host};
    co_await program(self);
    co_await self.retire();
}

}  // namespace support
