/// @file
/// Node of the emulated network. In slot t it reads side t of mailboxes and writes side t+1.
#pragma once

#include <algorithm>
#include <coroutine>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>

#include "delivery_writer.hpp"
#include "engine/engine.hpp"
#include "inbox_view.hpp"
#include "node/mark.hpp"
#include "node/share.hpp"
#include "node_awaitable.hpp"
#include "sender.hpp"
#include "slot_loop.hpp"
#include "topology/random.hpp"
#include "tutti/node/node_interface.hpp"
#include "util/pinned.hpp"

namespace tutti {

template <topology Network, packet Packet>
class emulator;

template <topology Network, packet Packet>
class loop_node;

/// Engine's own node, the first model of `node_interface`, which documents the calls.
///
/// What does something must be called by the node's own program while that runs, and throws `error`
/// elsewhere: before the first slot, or in another node's program. A call that breaks the model
/// throws `model_violation`; the machine remembers it, so that catching it hides nothing.
template <topology Network, packet Packet>
class node : pinned {
public:
    using network_type = Network;
    using packet_type = Packet;
    using inbox_view = tutti::inbox_view<Network, Packet>;

    using wait = detail::node_wait<Network, Packet>;
    template <class Store, class Body>
    using loop_wait = detail::loop_wait<Network, Packet, Store, Body>;

    [[nodiscard]] node_id id() const noexcept { return id_; }
    [[nodiscard]] int degree() const noexcept { return network().degree(id_); }
    [[nodiscard]] bool has(port through) const noexcept { return network().has_port(id_, through); }
    [[nodiscard]] const Network& network() const noexcept { return *engine().network; }
    [[nodiscard]] tutti::slot slot() const noexcept { return engine().now; }

    /// Transmits `content` through `through` in this slot.
    /// @throws model_violation if the node lacks the port, the link already carries a packet in
    ///   this slot, the packet is the empty one, or the port model forbids it
    void send(port through, const Packet& content) {
        transmit([&](sender& links) { links.send(through, content); });
    }
    /// A number that the packet cannot hold.
    template <narrows_to<Packet> Number>
    void send(port through, Number does_not_fit_into_a_packet) = delete;

    /// Implements `send_each`.
    template <class PacketOf>
    void send_each(std::uint64_t ports, const PacketOf& packet_of) {
        transmit([&](sender& links) { links.send_each(ports, packet_of); });
    }

    /// Packets that arrived at the start of this slot, by increasing port. The view holds for this
    /// slot.
    [[nodiscard]] inbox_view inbox() {
        (void)has_turn("inbox");
        has_taken_inbox_ = true;
        return inbox_view{engine(), id_};
    }

    /// Implements `for_each_arrival`.
    template <class Visit>
    void visit_arrivals(const Visit& visit) {
        (void)has_turn("for_each_arrival");
        has_taken_inbox_ = true;
        arrivals().visit_arrivals(id_, visit);
    }

    /// The packet that arrived through `through`, or none. Valid in this slot.
    /// @throws model_violation if the node lacks the port
    [[nodiscard]] received_packet<Packet> received(port through) {
        if (!has_turn("received")) {
            return nullptr;
        }
        if (!has(through)) {
            fail(violation_kind::no_such_port, through);
        }
        auto mail = arrivals();
        if (!mail.has_arrived(id_, through)) {
            return {nullptr, through};
        }
        mail.mark_read(id_, through);
        return {&mail.arrival(id_, through), through};
    }

    [[nodiscard]] wait next_slot() noexcept {
        return wait{*this, detail::wait_kind::next_slot, slot() + 1};
    }
    [[nodiscard]] wait mail() noexcept { return wait{*this, detail::wait_kind::mail, never}; }
    [[nodiscard]] wait mail_or(tutti::slot at) noexcept {
        return wait{*this, detail::wait_kind::mail_or, at};
    }
    [[nodiscard]] wait until(tutti::slot at) noexcept {
        return wait{*this, detail::wait_kind::until, at};
    }
    [[nodiscard]] wait relay() noexcept { return wait{*this, detail::wait_kind::relay, never}; }

    /// Awaitable of `each_slot`.
    template <class Store, class Body>
    [[nodiscard]] loop_wait<Store, Body> loop(const Store& store, Body body) {
        return {*this, store, std::move(body)};
    }

    void deliver(const message& content) {
        if (!has_turn("deliver")) {
            return;
        }
        auto& counts = *home_->counts;
        detail::delivery_writer<Network> one{engine(), network()};
        one.for_node(id_);
        one.deliver(content, counts);
        counts.delivered += one.count();
        deliveries_ += one.digest();
    }

    void mark(milestone end) {
        if (has_turn("mark")) {
            keep_mark(end);
        }
    }

    /// Time passed, in slots that carry a whole message, by the phases whose ends the node has
    /// marked. The clock's slots where the run keeps no time (`run_options::keeps_time`).
    [[nodiscard]] rational time() const {
        const auto times = engine().times;
        return times.empty() ? rational{slot()} : time_at(slot());
    }

    [[nodiscard]] std::uint64_t random() { return has_turn("random") ? draw() : 0; }

private:
    friend class detail::receive_checks<Network, Packet>;
    friend class detail::slot_executor<Network, Packet>;
    friend wait;
    template <topology, packet, class, class>
    friend class detail::loop_wait;
    template <topology, packet, class, class>
    friend class detail::loop_sweep;
    friend class detail::sender<Network, Packet>;
    friend class emulator<Network, Packet>;
    friend class loop_node<Network, Packet>;

    using sender = detail::sender<Network, Packet>;
    using loop_type = detail::slot_loop<Network, Packet>;

    [[nodiscard]] auto& engine() const noexcept { return *home_->shared; }
    [[nodiscard]] auto arrivals() const noexcept {
        return typename mailboxes<Network, Packet>::arrivals{engine().mail, engine().now};
    }

    // True if a call counts: calls of locals that are destroyed after the run do not, and must not
    // throw. Another node's program finds this one asleep.
    [[nodiscard]] bool has_turn(std::string_view call) const {
        if (waits_for_ == detail::wait_kind::nothing) [[likely]] {
            return true;
        }
        const auto* const counts = home_->counts;
        if (counts == nullptr || !counts->discards) {
            detail::refuse_turn(call, id_, counts != nullptr);
        }
        return false;
    }

    void keep_mark(milestone end) {
        auto& counts = *home_->counts;
        counts.mark(id_, end.name(), present());
        if (engine().is_watched) [[unlikely]] {
            counts.marked.push_back({.node = id_, .name = end.name(), .at = present()});
        }
        if (engine().limits_shares || !engine().times.empty()) [[unlikely]] {
            begin_phase_after(end.name());
        }
    }

    [[nodiscard]] std::uint64_t draw() noexcept {
        return node_random(engine().seed, id_, ++random_calls_);
    }

    // Counts the packets that were sent before a violation, too.
    template <class Send>
    void transmit(const Send& send) {
        if (!has_turn("send")) {
            return;
        }
        sender links{engine()};
        links.for_node(*this);
        const auto leave = [&] {
            links.leave();
            links.add_to(*home_->counts);
        };
        try {
            send(links);
        } catch (...) {
            leave();
            throw;
        }
        leave();
    }

    // This slot as the papers count it: what a node does after it has sent belongs to the slot's
    // end.
    [[nodiscard]] tutti::slot present() const noexcept { return slot() + (has_sent_ ? 1 : 0); }

    // Checks that few runs need: the share that a slot carries, and the ports that a node may use
    // in it.
    [[gnu::noinline]] void check_restrictions(port through, const Packet& content) {
        if (engine().limits_shares && share_of(content) > carried()) {
            fail(violation_kind::share_exceeded, through);
        }
        if (engine().ports != port_model::all_port) {
            check_port_model(through, content);
        }
    }

    // @pre the run keeps time
    [[nodiscard]] rational time_at(tutti::slot at) const {
        const auto phases = engine().phases;
        const detail::node_time& before = engine().times[id_];
        const rational length = phases.empty() ? rational{1} : phases[phase_].slot_length;
        return before.passed + length * (at - before.since);
    }

    // The most of a message that a packet may carry in the node's phase.
    [[nodiscard]] rational carried() const noexcept {
        const auto phases = engine().phases;
        return phases.empty() ? rational{1} : phases[phase_].carries;
    }

    // Phases repeat where a program begins again.
    void begin_phase_after(std::string_view end) {
        const auto phases = engine().phases;
        const auto ended = std::ranges::find(phases, end, &phase_end::name);
        if (ended != phases.end()) {
            if (!engine().times.empty()) {
                engine().times[id_] = {.since = present(), .passed = time_at(present())};
            }
            phase_ = static_cast<std::uint8_t>(
                next_phase(phases, static_cast<std::size_t>(ended - phases.begin()),
                           [](const phase_end& each) { return each.repeats; }));
        }
    }

    void check_port_model(port through, const Packet& content) {
        auto& shared = engine();
        if (shared.ports == port_model::one_way) {
            note_sent(shared.sent_ports_of(id_), static_cast<std::size_t>(through));
            return;
        }
        if (has_sent_) {
            if (shared.ports != port_model::shout_and_whisper) {
                fail(violation_kind::second_send, through);
            }
            if (!(sender::sent_through(*this, first_port_) == content)) {
                fail(violation_kind::two_messages, through);
            }
        }
        first_port_ = has_sent_ ? std::min(first_port_, through) : through;
    }

    // For the reception check, which sees what came over the links.
    void note_sent(std::span<std::uint64_t> ports, std::size_t through) const {
        if (!has_sent_) {
            std::ranges::fill(ports, 0);
        }
        ports[through / 64] |= std::uint64_t{1} << through % 64;
    }

    [[noreturn, gnu::cold, gnu::noinline]] void fail(violation_kind kind, port through) {
        const fault_place place{.at = slot(), .node = id_, .through = through};
        has_failed_ = true;
        home_->counts->record({.place = place, .cause = kind});
        throw model_violation{kind, place, engine().algorithm};
    }

    void sleep(detail::wait_kind why, tutti::slot wake) {
        if (wake == slot() + 1) {
            ++home_->counts->awake;
            engine().awake.wake(wake, id_);
        } else if (wake != never && wake != wake_) {
            home_->timers.emplace(wake, id_);
        }
        if (why == detail::wait_kind::mail_or || why == detail::wait_kind::until) {
            wake_ = wake;
        }
        waits_for_ = why;
    }

    void begin_loop(loop_type& begun) {
        (void)has_turn("each_slot");
        to_run_ = &begun;
        is_in_loop_ = true;
        waits_for_ = detail::wait_kind::loop;
    }
    // The program can go on.
    void end_loop() noexcept {
        to_run_ = current_loop().program.address();
        is_in_loop_ = false;
    }
    /// @pre is_in_loop_
    [[nodiscard]] loop_type& current_loop() const noexcept {
        return *static_cast<loop_type*>(to_run_);
    }
    /// @pre !is_in_loop_
    [[nodiscard]] std::coroutine_handle<> program() const noexcept {
        return std::coroutine_handle<>::from_address(to_run_);
    }

    // As new, for another run.
    void prepare(detail::block<Network, Packet>& home, node_id id) noexcept {
        home_ = &home;
        id_ = id;
        to_run_ = nullptr;
        wake_ = never;
        ran_at_ = -1;
        deliveries_ = 0;
        random_calls_ = 0;
        phase_ = 0;
        waits_for_ = detail::wait_kind::next_slot;
        has_sent_ = false;
        is_done_ = false;
        was_done_ = false;
        is_in_loop_ = false;
    }

    // Its stream is that of a seed other than the run's. To be called before it draws.
    void draw_by(std::uint64_t seed) noexcept {
        random_calls_ = calls_between(engine().seed, seed);
    }

    void start(std::coroutine_handle<> program) noexcept { to_run_ = program.address(); }

    [[nodiscard]] std::uint64_t delivery_sum() const noexcept { return deliveries_; }

    detail::block<Network, Packet>* home_ = nullptr;
    void* to_run_ = nullptr;    // the coroutine that goes on, or the loop that it waits for
    tutti::slot wake_ = never;  // of the latest mail_or or until
    tutti::slot ran_at_ = -1;   // the latest slot in which the program ran
    std::uint64_t deliveries_ = 0;
    std::uint64_t random_calls_ = 0;
    node_id id_ = 0;
    port first_port_ = 0;  // smallest port used in the slot, under the stricter port models
    detail::wait_kind waits_for_ = detail::wait_kind::next_slot;
    bool has_taken_inbox_ = false;
    bool has_sent_ = false;    // in slot ran_at_
    bool has_failed_ = false;  // in slot ran_at_
    bool is_done_ = false;     // returned or relaying
    bool was_done_ = false;    // has declared itself done at some time
    bool is_in_loop_ = false;
    std::uint8_t phase_ = 0;  // among the run's, where shares are limited
};

}  // namespace tutti
