/// @file
/// State of a node in a run, for the executor and for what sends and receives on its behalf.
#pragma once

#include <algorithm>
#include <coroutine>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "engine/engine.hpp"
#include "node/mark.hpp"
#include "node/misuse.hpp"
#include "node/share.hpp"
#include "node/violation.hpp"
#include "slot_loop.hpp"
#include "topology/random.hpp"
#include "tutti/node/node_interface.hpp"
#include "tutti/node/packet.hpp"
#include "tutti/node/port_model.hpp"
#include "tutti/node/slot.hpp"
#include "tutti/topology/topology.hpp"
#include "util/counts.hpp"

namespace tutti::detail {

template <topology Network, packet Packet>
class sender;

/// A node as the engine sees it. Programs see `node`, which keeps this to itself.
template <topology Network, packet Packet>
struct node_state {
    using loop_type = slot_loop<Network, Packet>;

    block<Network, Packet>* home = nullptr;
    void* to_run = nullptr;  // the coroutine that goes on, or the loop that it waits for
    slot wake = never;       // of the latest mail_or or until
    slot ran_at = -1;        // the latest slot in which the program ran
    std::uint64_t deliveries = 0;
    std::uint64_t random_calls = 0;
    node_id id = 0;
    port first_port = 0;  // smallest port used in the slot, under the stricter port models
    wait_kind waits_for = wait_kind::next_slot;
    bool has_taken_inbox = false;
    bool has_sent = false;    // in slot ran_at
    bool has_failed = false;  // in slot ran_at
    bool is_done = false;     // returned or relaying
    bool was_done = false;    // has declared itself done at some time
    bool is_in_loop = false;
    std::uint8_t phase = 0;  // among the run's, where shares are limited

    [[nodiscard]] auto& engine() const noexcept { return *home->shared; }
    [[nodiscard]] slot now() const noexcept { return engine().now; }

    // True if a call counts: calls of locals that are destroyed after the run do not, and must not
    // throw. Another node's program finds this one asleep.
    [[nodiscard]] bool has_turn(std::string_view call) const {
        if (waits_for == wait_kind::nothing) [[likely]] {
            return true;
        }
        const auto* const counts = home->counts;
        if (counts == nullptr || !counts->discards) {
            refuse_turn(call, id, counts != nullptr);
        }
        return false;
    }

    void keep_mark(milestone end) {
        auto& counts = *home->counts;
        counts.mark(id, end.name(), present());
        if (engine().is_watched) [[unlikely]] {
            counts.marked.push_back({.node = id, .name = end.name(), .at = present()});
        }
        if (engine().limits_shares || !engine().times.empty()) [[unlikely]] {
            begin_phase_after(end.name());
        }
    }

    [[nodiscard]] std::uint64_t draw() noexcept {
        return node_random(engine().seed, id, ++random_calls);
    }

    // This slot as the papers count it: what a node does after it has sent belongs to the slot's
    // end.
    [[nodiscard]] slot present() const noexcept { return now() + (has_sent ? 1 : 0); }

    // Checks that few runs need: the share that a slot carries, and the ports that a node may use
    // in it.
    [[gnu::noinline]] void check_restrictions(port through, const Packet& content) {
        if (engine().limits_shares && share_of(content) > carried()) {
            fail(violation_kind::share_exceeded, through);
        }
        if (engine().ports != port_model::all_port && !is_switch(*engine().network, id)) {
            check_port_model(through, content);
        }
    }

    // @pre the run keeps time
    [[nodiscard]] rational time_at(slot at) const {
        const auto phases = engine().phases;
        const node_time& before = engine().times[id];
        const rational length = phases.empty() ? rational{1} : phases[phase].slot_length;
        return before.passed + length * (at - before.since);
    }

    // The most of a message that a packet may carry in the node's phase.
    [[nodiscard]] rational carried() const noexcept {
        const auto phases = engine().phases;
        return phases.empty() ? rational{1} : phases[phase].carries;
    }

    // Phases repeat where a program begins again.
    void begin_phase_after(std::string_view end) {
        const auto phases = engine().phases;
        const auto ended = std::ranges::find(phases, end, &phase_end::name);
        if (ended != phases.end()) {
            if (!engine().times.empty()) {
                engine().times[id] = {.since = present(), .passed = time_at(present())};
            }
            phase = static_cast<std::uint8_t>(
                next_phase(phases, position_at(phases, ended),
                           [](const phase_end& each) { return each.repeats; }));
        }
    }

    void check_port_model(port through, const Packet& content) {
        auto& shared = engine();
        if (shared.ports == port_model::one_way) {
            note_sent(shared.sent_ports_of(id), port_index(through));
            return;
        }
        if (has_sent) {
            if (shared.ports != port_model::shout_and_whisper) {
                fail(violation_kind::second_send, through);
            }
            if (!(sender<Network, Packet>::sent_through(*this, first_port) == content)) {
                fail(violation_kind::two_messages, through);
            }
        }
        first_port = has_sent ? std::min(first_port, through) : through;
    }

    // For the reception check, which sees what came over the links.
    void note_sent(std::span<std::uint64_t> ports, std::size_t through) const {
        if (!has_sent) {
            std::ranges::fill(ports, 0);
        }
        ports[through / 64] |= std::uint64_t{1} << through % 64;
    }

    [[noreturn, gnu::cold, gnu::noinline]] void fail(violation_kind kind, port through) {
        const fault_place place{.at = now(), .node = id, .through = through};
        has_failed = true;
        home->counts->record({.place = place, .cause = kind});
        throw model_violation{kind, place, engine().algorithm};
    }

    void sleep(wait_kind why, slot until) {
        if (until == now() + 1) {
            ++home->counts->awake;
            engine().awake.wake(until, id);
        } else if (until != never && until != wake) {
            home->timers.emplace(until, id);
        }
        if (why == wait_kind::mail_or || why == wait_kind::until) {
            wake = until;
        }
        waits_for = why;
    }

    void begin_loop(loop_type& begun) {
        (void)has_turn("each_slot");
        to_run = &begun;
        is_in_loop = true;
        waits_for = wait_kind::loop;
    }
    // The program can go on.
    void end_loop() noexcept {
        to_run = current_loop().program.address();
        is_in_loop = false;
    }
    /// @pre is_in_loop
    [[nodiscard]] loop_type& current_loop() const noexcept {
        return *static_cast<loop_type*>(to_run);
    }
    /// @pre !is_in_loop
    [[nodiscard]] std::coroutine_handle<> program() const noexcept {
        return std::coroutine_handle<>::from_address(to_run);
    }

    // As new, for another run.
    void prepare(block<Network, Packet>& of, node_id number) noexcept {
        home = &of;
        id = number;
        to_run = nullptr;
        wake = never;
        ran_at = -1;
        deliveries = 0;
        random_calls = 0;
        phase = 0;
        waits_for = wait_kind::next_slot;
        has_sent = false;
        is_done = false;
        was_done = false;
        is_in_loop = false;
    }

    // Its stream is that of a seed other than the run's. To be called before it draws.
    void draw_by(std::uint64_t seed) noexcept { random_calls = calls_between(engine().seed, seed); }
};

}  // namespace tutti::detail
