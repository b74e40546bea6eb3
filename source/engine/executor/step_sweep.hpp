/// @file
/// Execution of phases: the clock takes nodes through the steps of a phase.
#pragma once

#include <cstddef>
#include <exception>
#include <span>

#include "engine/engine.hpp"
#include "engine/mailbox/mailbox.hpp"
#include "engine/node/node.hpp"
#include "engine/node/prefetch_view.hpp"
#include "engine/node/step_node.hpp"
#include "engine/node/steps.hpp"
#include "engine/partition/node_array.hpp"
#include "node/prefetch.hpp"
#include "tutti/node/node_interface.hpp"

namespace tutti::detail {

/// Visits nodes that go through a `Phase`. All that a step does is in one function, for the
/// compiler to see.
template <topology Network, packet Packet, class Phase>
class step_sweep {
    using executor_type = slot_executor<Network, Packet>;
    using block_type = block<Network, Packet>;
    using engine_type = engine<Network, Packet>;
    using node_type = node<Network, Packet>;
    using working_type = step_node<Network, Packet>;
    using ahead_type = prefetch_view<Network, Packet>;
    using wait_type = typename node_type::template step_wait<Phase>;
    using arrivals_type = typename mailboxes<Network, Packet>::arrivals;

public:
    /// A `steps::sweep_function`. Of at least one node.
    // With sanitizers it would take minutes to compile, and tests have many small phases.
#if defined(__OPTIMIZE__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__) && \
    !defined(TUTTI_COMPILE_FAST)
    [[gnu::flatten]]
#endif
    static std::size_t
    sweep(executor_type& executor, block_type& home, std::span<const node_id> awake,
          step_order order) {
        step_sweep own{executor, home};
        const std::size_t visited = own.visit(awake, order);
        own.self_.add_up();
        return visited;
    }

private:
    step_sweep(executor_type& executor, block_type& home) noexcept
        : executor_{&executor},
          shared_{home.shared},
          nodes_{executor.nodes_},
          mail_{shared_->mail, shared_->now},
          self_{*shared_, *home.counts} {}

    std::size_t visit(std::span<const node_id> awake, step_order order) {
        if (order == step_order::first) {
            take_step(nodes_[awake.front()]);
            return 1;
        }
        return shared_->exceeds_cache ? visit_prepared(awake) : visit_each(awake);
    }

    std::size_t visit_each(std::span<const node_id> awake) {
        for (std::size_t i = 0; i < awake.size(); ++i) {
            node_type& self = nodes_[awake[i]];
            if (!is_in_phase(self)) {
                return i;
            }
            mail_.collect(awake[i]);
            visit(self);
        }
        return awake.size();
    }

    // The same where programs keep much. Memory is fetched some nodes ahead: first the phase, then
    // what it, the node and the check will use. It is asked for node by node, as it is used: many
    // lines at once would wait for each other.
    std::size_t visit_prepared(std::span<const node_id> awake) {
        std::size_t end = awake.size();
        for (std::size_t at = 0; at < end + 2 * ahead; ++at) {
            if (at < end) {
                prefetch_phase(nodes_[awake[at]]);
            }
            if (at >= ahead && at < end + ahead) {
                node_type& self = nodes_[awake[at - ahead]];
                if (is_in_phase(self)) {
                    mail_.collect(awake[at - ahead]);
                    prepare(self);
                } else {
                    end = at - ahead;
                }
            }
            if (at >= 2 * ahead) {
                visit(nodes_[awake[at - 2 * ahead]]);
            }
        }
        return end;
    }

    // Nodes to prefetch ahead: memory has arrived when it is needed, and is still in the nearest
    // cache.
    static constexpr std::size_t ahead = 3;

    [[nodiscard]] static bool is_in_phase(const node_type& self) noexcept {
        return self.is_stepping_ && self.current_steps().sweep == &sweep;
    }
    [[nodiscard]] static Phase& phase_of(const node_type& self) noexcept {
        return static_cast<wait_type&>(self.current_steps()).phase_;
    }

    // If it is in the same phase as others, and if not, nothing is lost.
    static void prefetch_phase(const node_type& self) noexcept {
        prefetch_lines<true>(self.to_run_, sizeof(wait_type));
    }

    void prepare(node_type& self) {
        if constexpr (requires(const Phase& phase, ahead_type& at) { phase.prepare(at); }) {
            ahead_type at{*shared_, mail_, self_.links_, self.id_};
            const Phase& phase = phase_of(self);
            phase.prepare(at);
        }
    }

    // A node's slot. Its mail is collected.
    void visit(node_type& self) {
        if (shared_->ports != port_model::all_port && executor_->has_reception_fault(self))
            [[unlikely]] {
            return;
        }
        executor_type::begin_visit(self, self_.slot());
        take_step(self);
        if (!self.is_stepping_) [[unlikely]] {
            executor_->run_program(self);
            executor_->end_visit(self);
        } else if (!self.has_taken_inbox_ && !self.has_failed_) {
            executor_->check_mail_was_read(self);
        }
    }

    // The next step, and what the node waits for then.
    void take_step(node_type& self) {
        self_.for_node(self);
        const step_end next = step(self);
        self_.leave();
        if (next.kind() == wait_kind::next_slot) {
            self.waits_for_ = wait_kind::next_slot;
            self_.stay_awake();
        } else if (next.kind() == wait_kind::mail) {
            self.waits_for_ = wait_kind::mail;
        } else if (next.kind() == wait_kind::mail_or) {
            self.sleep(wait_kind::mail_or, next.wake());
        } else {
            self.end_steps();
        }
    }

    step_end step(node_type& self) {
        steps<Network, Packet>& taken = self.current_steps();
        try {
            Phase& phase = phase_of(self);
            for (;;) {
                const step_end next = phase.step(self_);
                if (next.kind() != wait_kind::mail_or || next.wake() > shared_->now) {
                    return next;
                }
            }
        } catch (...) {
            taken.failure = std::current_exception();
            return step_end::over();
        }
    }

    executor_type* executor_;
    engine_type* shared_;
    node_array<Network, node_type> nodes_;
    arrivals_type mail_;
    working_type self_;
};

}  // namespace tutti::detail
