/// @file
/// Execution of loops over slots: the clock calls their bodies at one node after the other.
#pragma once

#include <algorithm>
#include <cstddef>
#include <exception>
#include <span>

#include "engine/engine.hpp"
#include "engine/mailbox/mailbox.hpp"
#include "engine/node/loop_node.hpp"
#include "engine/node/node.hpp"
#include "engine/node/node_state.hpp"
#include "engine/node/slot_loop.hpp"
#include "engine/partition/node_array.hpp"
#include "node/prefetch.hpp"
#include "tutti/node/node_interface.hpp"

namespace tutti::detail {

/// Visits nodes that go through loops with a `Body`. All that it does is in one function, for the
/// compiler to see.
template <topology Network, packet Packet, class Store, class Body>
class loop_sweep {
    using executor_type = slot_executor<Network, Packet>;
    using block_type = block<Network, Packet>;
    using engine_type = engine<Network, Packet>;
    using state_type = node_state<Network, Packet>;
    using node_type = node<Network, Packet>;
    using working_type = loop_node<Network, Packet>;
    using loop_type = loop_wait<Network, Packet, Store, Body>;
    using arrivals_type = typename mailboxes<Network, Packet>::arrivals;

public:
    /// A `slot_loop::sweep_function`. Of at least one node.
    // With sanitizers it would take minutes to compile, and tests have many small loops.
#if defined(__OPTIMIZE__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__) && \
    !defined(TUTTI_COMPILE_FAST)
    [[gnu::flatten]]
#endif
    static std::size_t
    sweep(executor_type& executor, block_type& home, std::span<const node_id> awake,
          loop_turn order) {
        if (order == loop_turn::first) {
            return call_first(executor, home, awake.front());
        }
        loop_sweep own{executor, home};
        const std::size_t visited =
            own.shared_->exceeds_cache ? own.visit_fetched(awake) : own.visit_each(awake);
        own.self_.add_up();
        return visited;
    }

private:
    loop_sweep(executor_type& executor, block_type& home) noexcept
        : executor_{&executor},
          shared_{home.shared},
          nodes_{executor.nodes_},
          mail_{shared_->mail, shared_->now},
          self_{*shared_, *home.counts} {}

    // Once a loop and node: the body is compiled as the compiler likes.
    [[gnu::noinline]] static std::size_t call_first(executor_type& executor, block_type& home,
                                                    node_id id) {
        loop_sweep own{executor, home};
        own.call(own.state(id));
        own.self_.add_up();
        return 1;
    }

    std::size_t visit_each(std::span<const node_id> awake) {
        for (std::size_t i = 0; i < awake.size(); ++i) {
            state_type& self = state(awake[i]);
            if (!is_in_loop(self)) {
                return i;
            }
            mail_.collect(awake[i]);
            visit(self);
        }
        return awake.size();
    }

    // The same where programs keep much. Memory is fetched some nodes ahead: first the frame, then
    // what the body, the node and the check will use. It is asked for node by node, as it is used:
    // many lines at once would wait for each other.
    std::size_t visit_fetched(std::span<const node_id> awake) {
        std::size_t end = awake.size();
        for (std::size_t at = 0; at < end + 2 * ahead; ++at) {
            if (at < end) {
                prefetch_frame(state(awake[at]));
            }
            if (at >= ahead && at < end + ahead) {
                const state_type& self = state(awake[at - ahead]);
                if (is_in_loop(self)) {
                    prefetch(self, at == ahead);
                } else {
                    end = at - ahead;
                }
            }
            if (at >= 2 * ahead) {
                visit(state(awake[at - 2 * ahead]));
            }
        }
        return end;
    }

    // Nodes to prefetch ahead: memory has arrived when it is needed, and is still in the nearest
    // cache.
    static constexpr std::size_t ahead = 3;

    [[nodiscard]] state_type& state(node_id id) const noexcept {
        return executor_type::state_of(nodes_[id]);
    }
    [[nodiscard]] static bool is_in_loop(const state_type& self) noexcept {
        return self.is_in_loop && self.current_loop().sweep == &sweep;
    }
    [[nodiscard]] static loop_type& loop_of(const state_type& self) noexcept {
        return static_cast<loop_type&>(self.current_loop());
    }

    // In a program's frame the variables that a body works with are before the loop. If it is in
    // the same loop as others, and if not, nothing is lost.
    static void prefetch_frame(const state_type& self) noexcept {
        constexpr std::size_t variable_bytes = 192;
        // NOLINTNEXTLINE(cppcoreguidelines-pro-bounds-pointer-arithmetic)
        prefetch_lines<true>(static_cast<const std::byte*>(self.to_run) - variable_bytes,
                             variable_bytes + sizeof(loop_type));
    }

    // For all nodes what is right for the first.
    void choose_prefetches(const state_type& self) {
        const std::size_t mail = mail_.count(self.id);
        fetches_links_ = mail != 0 && shared_->mail.exceeds_cache() &&
                         mail == static_cast<std::size_t>(shared_->network->degree(self.id));
        fetches_tables_ = describes_itself<Packet> && shared_->receiver->exceeds_cache();
        fetches_whole_tables_ = shared_->receiver->is_filled_by(mail);
    }

    // Collects a node's mail, and prefetches what the body will use, as far as it is known: its
    // store, the links, where they are busy, and what is remembered of the messages that it will
    // deliver.
    void prefetch(const state_type& self, bool is_first) {
        mail_.collect(self.id);
        if (is_first) {
            choose_prefetches(self);
        }
        loop_of(self).store_->prefetch();
        if (fetches_links_) {
            prefetch_links(self.id);
        }
        if constexpr (describes_itself<Packet>) {
            if (!fetches_tables_) {
                return;
            }
            if (fetches_whole_tables_) {
                shared_->receiver->prefetch(self.id);
            } else {
                mail_.visit_arrivals(self.id, [&](port /*through*/, const Packet& packet) {
                    shared_->receiver->prefetch(self.id, packet.content());
                });
            }
        }
    }

    // Mailboxes of some nodes share cache lines. Each of them asks for its share of those of the
    // nodes that come next, but where a block ends.
    void prefetch_links(node_id node) const noexcept {
        constexpr std::size_t line_bytes = 64;
        constexpr node_id line_nodes = line_bytes / std::min(sizeof(Packet), line_bytes);
        const Network& network = *shared_->network;
        const node_id next = (node / line_nodes + 1) * line_nodes;
        if (next >= network.node_count()) {
            return;
        }
        const port end = network.port_limit(next);
        for (port through = static_cast<port>(node % line_nodes); through < end;
             through += static_cast<port>(line_nodes)) {
            mail_.prefetch(next, through);
            self_.links_.prefetch(next, through);
        }
    }

    // A node's slot. Its mail is collected.
    void visit(state_type& self) {
        if (shared_->ports != port_model::all_port && executor_->has_reception_fault(self))
            [[unlikely]] {
            return;
        }
        executor_type::begin_visit(self, self_.slot());
        call(self);
        if (!self.is_in_loop) [[unlikely]] {
            executor_->run_program(self);
            executor_->end_visit(self);
        } else if (!self.has_taken_inbox && !self.has_failed) {
            executor_->check_mail_was_read(self);
        }
    }

    // The slot's work, and what the node waits for then.
    void call(state_type& self) {
        self_.for_node(self);
        const wait_for next = call_body(self);
        self_.leave();
        if (next.kind() == wait_kind::next_slot) {
            self.waits_for = wait_kind::next_slot;
            self_.stay_awake();
        } else if (next.kind() == wait_kind::mail) {
            self.waits_for = wait_kind::mail;
        } else if (next.kind() == wait_kind::mail_or) {
            self.sleep(wait_kind::mail_or, next.wake());
        } else {
            self.end_loop();
        }
    }

    wait_for call_body(state_type& self) {
        loop_type& loop = loop_of(self);
        try {
            for (;;) {
                const wait_for next = loop.body_(self_);
                if (next.kind() != wait_kind::mail_or || next.wake() > shared_->now) {
                    return next;
                }
            }
        } catch (...) {
            loop.failure = std::current_exception();
            return wait_for::nothing();
        }
    }

    executor_type* executor_;
    engine_type* shared_;
    node_array<Network, node_type> nodes_;
    arrivals_type mail_;
    working_type self_;
    bool fetches_links_ = false;
    bool fetches_tables_ = false;
    bool fetches_whole_tables_ = false;
};

}  // namespace tutti::detail
