/// @file
/// Awaitables of a node: what its program suspends on until the node wakes or a phase is over.
#pragma once

#include <coroutine>
#include <exception>
#include <utility>

#include "node_state.hpp"
#include "slot_loop.hpp"
#include "tutti/node/node_interface.hpp"
#include "tutti/node/packet.hpp"
#include "tutti/node/slot.hpp"
#include "tutti/topology/topology.hpp"

namespace tutti::detail {

/// Awaitable that suspends a program until its node wakes.
template <topology Network, packet Packet>
class [[nodiscard("a node sleeps only if this is awaited")]] node_wait {
public:
    node_wait(node_state<Network, Packet>& self, wait_kind why, slot wake) noexcept
        : self_{&self}, why_{why}, wake_{wake} {}

    [[nodiscard]] bool await_ready() const noexcept { return wake_ <= self_->now(); }
    void await_suspend(std::coroutine_handle<> program) const {
        (void)self_->has_turn("co_await");
        self_->to_run = program.address();
        self_->sleep(why_, wake_);
    }
    static void await_resume() noexcept {}

private:
    node_state<Network, Packet>* self_;
    wait_kind why_;
    slot wake_;
};

/// Awaitable that suspends a program while the clock takes it through a loop over slots.
template <topology Network, packet Packet, class Store, class Body>
class [[nodiscard("a loop takes place only if this is awaited")]] loop_wait
    : slot_loop<Network, Packet> {
public:
    /// @param store outlives this
    loop_wait(node_state<Network, Packet>& self, const Store& store, Body body)
        : self_{&self}, store_{&store}, body_{std::move(body)} {
        this->sweep = &loop_sweep<Network, Packet, Store, Body>::sweep;
    }

    [[nodiscard]] static bool await_ready() noexcept { return false; }
    void await_suspend(std::coroutine_handle<> awaiting) {
        this->program = awaiting;
        self_->begin_loop(*this);
    }
    /// @throws the exception that left the body
    void await_resume() {
        if (this->failure) {
            std::rethrow_exception(this->failure);
        }
    }

private:
    friend class loop_sweep<Network, Packet, Store, Body>;

    node_state<Network, Packet>* self_;
    const Store* store_;
    Body body_;
};

}  // namespace tutti::detail
