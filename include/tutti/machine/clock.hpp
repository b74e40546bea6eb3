/// @file
/// The barrier clock: takes a network of programs from slot to slot.
#pragma once

#include <algorithm>
#include <chrono>
#include <coroutine>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <utility>
#include <variant>
#include <vector>

#include "tutti/machine/account.hpp"
#include "tutti/machine/detail/engine.hpp"
#include "tutti/machine/detail/probes.hpp"
#include "tutti/machine/detail/step_sweep.hpp"
#include "tutti/machine/detail/team_choice.hpp"
#include "tutti/machine/executor.hpp"
#include "tutti/machine/node.hpp"
#include "tutti/machine/run_report.hpp"
#include "tutti/model/mark.hpp"
#include "tutti/model/prefetch.hpp"
#include "tutti/model/task.hpp"

namespace tutti::detail {

/// Runs the nodes slot by slot until the run is over, and says how it ended.
///
/// In a slot every shard sweeps its own blocks and touches nothing else but the next slot's side of
/// its neighbours' mailboxes. Between two slots the driving thread alone adds up what they counted.
template <topology Network, packet Packet, host Host, observer<Packet> Observer>
class clock {
public:
    using node_type = node<Network, Packet, Host, Observer>;
    using block_type = block<Network, Packet, Host, Observer>;
    using engine_type = engine<Network, Packet, Host, Observer>;

    /// @param phases who marks what, where that is not every node
    clock(engine_type& shared, std::span<node_type> nodes, std::span<block_type> blocks,
          executor& team, team_choice& choice, std::span<const phase_end> phases, Observer& watcher)
        : shared_{&shared},
          nodes_{nodes},
          blocks_{blocks},
          team_{&team},
          choice_{&choice},
          watcher_{&watcher},
          tallies_(static_cast<std::size_t>(team.threads())),
          marks_{nodes.size(), phases} {}

    /// Runs programs that were made and have not started: the first sweep starts them.
    /// @param roots each node's program, in the order of the nodes
    [[nodiscard]] run_report run(std::span<const task<>> roots, const run_options& options) {
        roots_ = roots;
        unfinished_ = static_cast<std::int64_t>(nodes_.size());
        report_ = {};
        report_.threads = team_->threads();
        for (std::size_t node = 0; node < nodes_.size(); ++node) {
            shared_->awake.wake(0, static_cast<node_id>(node));
        }
        const auto begin = std::chrono::steady_clock::now();
        if (options.keeps_account) {
            account_.emplace(team_->threads());
        }
        team_->enter([&] { step_until_over(options); });
        report_.marks = marks_.records();
        if (account_) {
            report_.account = account_->kept();
        }
        report_.wall_seconds =
            std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
        return std::move(report_);
    }

private:
    void step_until_over(const run_options& options) {
        std::uint64_t work = team_choice::work_of(nodes_.size(), 0);
        for (;;) {
            if (shared_->now > options.slot_budget) {
                end(run_ending::budget_exceeded);
                // What left in the slot after the last only told that the run was not over.
                report_.clock_slots = options.slot_budget;
                return;
            }
            if (options.stop.stop_requested()) {
                end(run_ending::interrupted);
                return;
            }
            const slot_counts total = step(work);
            publish(options.progress);
            if (total.smallest_fault) {
                end_with_fault(*total.smallest_fault);
                return;
            }
            if (unfinished_ == 0 && total.sent == 0) {
                return;
            }
            work = team_choice::work_of(total.awake, total.sent);
            if (work != 0) {
                ++shared_->now;
            } else if (!jump_to_next_timer(work)) {
                end(run_ending::stalled);
                return;
            }
        }
    }

    // One slot: every shard sweeps, then all is added up.
    slot_counts step(std::uint64_t work) {
        const bool is_on_all = choice_->is_for_all(work);
        if (is_on_all != was_on_all_) {
            was_on_all_ = is_on_all;
            probe_threads(is_on_all ? team_->threads() : 1);
        }
        probe_slot_begin(shared_->now, work);
        if (account_) {
            account_->begin_slot();
            sweep_all(is_on_all, [this](int shard) {
                account_->time(shard, [this, shard] { sweep(shard); });
            });
            account_->end_slot(is_on_all);
        } else {
            sweep_all(is_on_all, [this](int shard) { sweep(shard); });
        }
        slot_counts total = add_up();
        probe_slot_end(shared_->now, total.awake, total.sent);
        return total;
    }

    template <class Sweep>
    void sweep_all(bool is_on_all, const Sweep& sweep_shard) {
        if (!choice_->is_timed()) {
            sweep_all_untimed(is_on_all, sweep_shard);
            return;
        }
        const auto begin = std::chrono::steady_clock::now();
        sweep_all_untimed(is_on_all, sweep_shard);
        choice_->note(
            std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
    }

    template <class Sweep>
    void sweep_all_untimed(bool is_on_all, const Sweep& sweep_shard) {
        if (is_on_all) {
            team_->for_each_shard(sweep_shard);
            return;
        }
        for (int shard = 0; shard < team_->threads(); ++shard) {
            sweep_shard(shard);
        }
    }

    void sweep(int shard) noexcept {
        tally<Packet>& counts = tallies_[static_cast<std::size_t>(shard)];
        counts.reset();
        const auto [first, last] = shared_->parts->blocks_of(shard);
        if ((shared_->now + shard) % 2 == 0) {
            for (std::size_t index = first; index < last; ++index) {
                sweep_block(index, counts);
            }
            return;
        }
        // Every other slot backwards: what the caches still hold of the one before is used first.
        // And every other shard, lest two that send to each other write to the same lines all the
        // time, side by side.
        for (std::size_t index = last; index > first; --index) {
            counts.set_marks_aside();
            sweep_block(index - 1, counts);
            counts.add_marks_aside();
        }
    }

    void sweep_block(std::size_t index, tally<Packet>& counts) {
        block_type& home = blocks_[index];
        const bool timer_is_due = home.next_timer() <= shared_->now;
        if (!timer_is_due && !shared_->awake.is_block_awake(shared_->now, index)) {
            return;
        }
        home.counts = &counts;
        const frame_pool::scope frames{*home.frames};
        if (timer_is_due) {
            fire_timers(home);
        }
        shared_->awake.list(shared_->now, index, counts.awake_nodes);
        visit_all(home, counts.awake_nodes);
        shared_->awake.clear(shared_->now, index);
    }

    // Nodes that take steps are visited together, as long as their phases are of one type.
    void visit_all(block_type& home, std::span<const node_id> awake) {
        if (!awake.empty() && !nodes_[awake.front()].is_stepping_) {
            prefetch_start(awake);
        }
        while (!awake.empty()) {
            node_type& self = nodes_[awake.front()];
            std::size_t visited = 1;
            if (self.is_stepping_) {
                visited = self.current_steps().sweep(*this, home, awake, step_order::next);
            } else {
                prefetch_after(awake);
                visit(self);
            }
            awake = awake.subspan(visited);
        }
    }

    // What the next nodes need is on its way while this one works: first the node, which knows its
    // frame, then the frame and the marks of its mail, then the first of its packets.
    void prefetch_after(std::span<const node_id> awake) const noexcept {
        if (awake.size() > to_node) {
            prefetch_line(&nodes_[awake[to_node]]);
        }
        if (awake.size() > to_frame) {
            prefetch_frame(awake[to_frame]);
        }
        if (awake.size() > 1) {
            inlet().prefetch_first(awake[1]);
        }
    }

    // The nodes and frames that would have been asked for before the first of a block.
    void prefetch_start(std::span<const node_id> awake) const noexcept {
        for (const node_id id : awake.first(std::min(awake.size(), to_node))) {
            prefetch_line(&nodes_[id]);
        }
        for (const node_id id : awake.first(std::min(awake.size(), to_frame))) {
            prefetch_frame(id);
        }
    }

    void prefetch_frame(node_id id) const noexcept {
        constexpr std::size_t bytes_of_a_frame = 256;
        prefetch_lines(nodes_[id].to_run_, bytes_of_a_frame);
        inlet().prefetch(id);
    }

    // So many nodes ahead.
    static constexpr std::size_t to_node = 6;
    static constexpr std::size_t to_frame = 3;

    void fire_timers(block_type& home) {
        while (home.next_timer() <= shared_->now) {
            if (is_waited_for(home.timers.top())) {
                shared_->awake.wake(shared_->now, home.timers.top().second);
            }
            home.timers.pop();
        }
    }

    // A node that mail woke earlier leaves its timer behind.
    [[nodiscard]] bool is_waited_for(const typename block_type::timer& set) const {
        const node_type& sleeper = nodes_[set.second];
        const bool waits_for_a_slot =
            sleeper.waits_for_ == wait_kind::until || sleeper.waits_for_ == wait_kind::mail_or;
        return waits_for_a_slot && sleeper.wake_ == set.first;
    }

    void drop_stale_timers(block_type& home) {
        while (!home.timers.empty() && !is_waited_for(home.timers.top())) {
            const auto [wake, id] = home.timers.top();
            home.timers.pop();
            if (nodes_[id].wake_ == wake) {
                nodes_[id].wake_ = never;  // lest the node take the timer for still set
            }
        }
    }

    // A node's slot, if it may run.
    void visit(node_type& self) {
        const bool has_mail = inlet().collect(self.id_);
        if (has_mail &&
            (shared_->ports != port_model::all_port || cannot_read(self, shared_->now))) {
            if (const auto found = reception_fault(self, shared_->now)) {
                self.home_->counts->record(*found);
                return;
            }
        }
        begin_visit(self, shared_->now);
        run_program(self);
        end_visit(self);
    }

    static void begin_visit(node_type& self, slot now) noexcept {
        self.has_taken_inbox_ = false;
        self.has_sent_ = false;
        self.has_failed_ = false;
        self.ran_at_ = now;
    }

    // Until it sleeps. A phase that it begins begins in this slot, and may end in it.
    void run_program(node_type& self) {
        for (;;) {
            self.waits_for_ = wait_kind::returned;
            self.program().resume();
            if (self.waits_for_ != wait_kind::steps) {
                return;
            }
            self.current_steps().sweep(*this, *self.home_, std::span{&self.id_, 1},
                                       step_order::first);
            if (self.is_stepping_) {
                return;
            }
        }
    }

    // Counts what the node did, and checks that it read its mail.
    void end_visit(node_type& self) {
        end_program_run(self);
        // A program that failed would have read on: what it died of is the fault.
        if (!self.has_taken_inbox_ && !self.has_failed_) {
            check_mail_was_read(self);
        }
    }

    void end_program_run(node_type& self) {
        if (self.waits_for_ == wait_kind::returned) {
            check_return(self);
        }
        const bool is_done =
            self.waits_for_ == wait_kind::returned || self.waits_for_ == wait_kind::relay;
        if (is_done != self.is_done_) {
            self.is_done_ = is_done;
            self.home_->counts->finished += is_done ? 1 : -1;
        }
        if (is_done && !self.was_done_) {
            self.was_done_ = true;
            auto& counts = *self.home_->counts;
            counts.first_done = std::min(counts.first_done, self.present());
            counts.last_done = std::max(counts.last_done, self.present());
        }
    }

    void check_return(node_type& self) {
        const auto root = roots_[self.id_].handle();
        std::exception_ptr left = root.promise().exception();
        if (!root.done()) {
            left = std::make_exception_ptr(
                error{"the program waits for something that is not its node's"});
        }
        // The exception of a violation says again what is already on record.
        if (left && !self.has_failed_) {
            self.home_->counts->record(
                {.place = {.at = shared_->now, .node = self.id_, .through = {}}, .cause = left});
            self.has_failed_ = true;
        }
    }

    void check_mail_was_read(node_type& self) {
        if (const port_scan unread = inlet().unread_arrivals(self.id_)) {
            self.home_->counts->record(
                {.place = {.at = shared_->now - 1, .node = self.id_, .through = *unread},
                 .cause = violation_kind::unread_mail});
        }
    }

    // Whether a node that would read its mail must not have got it.
    [[gnu::noinline]] bool has_reception_fault(const node_type& self) {
        const auto found =
            inlet().arrivals(self.id_) ? reception_fault(self, shared_->now) : std::nullopt;
        if (found) {
            self.home_->counts->record(*found);
        }
        return found.has_value();
    }

    // What is wrong with what was collected for slot `at` at a node that has not run in it. The
    // packets were sent in the slot before, and so is the fault.
    [[nodiscard]] std::optional<fault> reception_fault(const node_type& self, slot at) const {
        port_scan ports = inlet(at).arrivals(self.id_);
        const port first = *ports;
        port smallest = std::numeric_limits<port>::max();
        violation_kind kind = violation_kind::unread_mail;
        const auto found = [&](violation_kind which, port through) {
            if (through < smallest) {
                smallest = through;
                kind = which;
            }
        };
        if (shared_->ports != port_model::all_port) {
            if (++ports) {
                found(violation_kind::second_reception, *ports);
            }
            if (has_sent_before(self, at)) {
                found(violation_kind::send_and_receive, std::max(first, self.first_port_));
            }
        }
        if (cannot_read(self, at)) {
            found(violation_kind::unread_mail, first);
        }
        if (smallest == std::numeric_limits<port>::max()) {
            return std::nullopt;
        }
        return fault{.place = {.at = at - 1, .node = self.id_, .through = smallest}, .cause = kind};
    }

    // Whether the node sent in the slot before and may not have received in it.
    [[nodiscard]] bool has_sent_before(const node_type& self, slot at) const noexcept {
        return self.has_sent_ && self.ran_at_ == at - 1 &&
               shared_->ports != port_model::single_port_full_duplex;
    }

    // Whether the program sleeps on or is gone. One that a violation ended would have read on.
    [[nodiscard]] static bool cannot_read(const node_type& self, slot at) noexcept {
        return (self.waits_for_ == wait_kind::until && self.wake_ > at) ||
               (self.waits_for_ == wait_kind::returned && !self.has_failed_);
    }

    slot_counts add_up() {
        slot_counts total;
        for (const tally<Packet>& part : tallies_) {
            total.sent += part.sent;
            total.awake += part.awake;
            report_.transmissions += part.sent;
            report_.control_transmissions += part.control;
            report_.deliveries += part.delivered;
            unfinished_ -= part.finished;
            report_.slots = std::max(report_.slots, part.last_done);
            if (part.first_done != never) {
                report_.first_done =
                    std::min(report_.first_done.value_or(part.first_done), part.first_done);
            }
            for (const marks_made& made : part.marks) {
                total.mark(made);
            }
            if (part.smallest_fault) {
                total.record(*part.smallest_fault);
            }
        }
        if (total.sent != 0) {
            report_.last_arrival = shared_->now + 1;
        }
        report_.clock_slots = shared_->now + (total.sent != 0 ? 1 : 0);
        keep_marks(total.marks);
        tell_observer();
        return total;
    }

    void keep_marks(std::vector<marks_made>& made) {
        std::ranges::stable_sort(made, {}, &marks_made::at);
        for (const marks_made& marks : made) {
            probe_mark(marks.name.data(), marks.at, marks.count);
            marks_.add(marks);
        }
    }

    // A node may send through its ports in any order, and a shard may go through its blocks in
    // any; the shards hold the nodes in order.
    void tell_observer() {
        if constexpr (engine_type::is_observed) {
            for (tally<Packet>& part : tallies_) {
                std::ranges::sort(part.transmissions, [](const auto& left, const auto& right) {
                    return std::pair{left.from, left.through} <
                           std::pair{right.from, right.through};
                });
                std::ranges::for_each(part.transmissions,
                                      [&](const auto& sent) { watcher_->sent(sent); });
            }
            for (tally<Packet>& part : tallies_) {
                std::ranges::stable_sort(part.deliveries, {}, &delivery::to);
                std::ranges::for_each(part.deliveries,
                                      [&](const auto& done) { watcher_->delivered(done); });
            }
        }
    }

    void publish(run_progress* progress) const noexcept {
        if (progress != nullptr) {
            progress->now.store(shared_->now, std::memory_order_relaxed);
            progress->transmissions.store(report_.transmissions, std::memory_order_relaxed);
            progress->deliveries.store(report_.deliveries, std::memory_order_relaxed);
        }
    }

    // Nobody runs before the earliest timer that is waited for: the clock goes there at once.
    [[nodiscard]] bool jump_to_next_timer(std::uint64_t& work) {
        slot earliest = never;
        for (block_type& home : blocks_) {
            drop_stale_timers(home);
            earliest = std::min(earliest, home.next_timer());
        }
        if (earliest == never) {
            return false;
        }
        for (const block_type& home : blocks_) {
            work += home.next_timer() == earliest ? home.timers.size() : 0;
        }
        shared_->now = earliest;
        return true;
    }

    void end(run_ending how) {
        report_.ending = how;
        if (how != run_ending::stalled) {
            return;
        }
        for (const node_type& self : nodes_) {
            if (self.is_done_) {
                continue;
            }
            ++report_.waiting_count;
            if (report_.waiting.size() < most_waiting_named) {
                const bool waits_for_ever = self.waits_for_ == wait_kind::until;
                report_.waiting.push_back(
                    {.node = self.id_,
                     .what = waits_for_ever ? "a slot that never comes" : "mail",
                     .since = self.ran_at_});
            }
        }
    }

    void end_with_fault(fault worst) {
        if (worst.place.at == shared_->now) {
            worst = std::min(
                worst, smallest_reception_fault().value_or(worst),
                [](const fault& left, const fault& right) { return left.place < right.place; });
        }
        report_.place = worst.place;
        if (const auto* const kind = std::get_if<violation_kind>(&worst.cause)) {
            report_.ending = run_ending::model_violation;
            report_.violation = *kind;
        } else {
            report_.ending = run_ending::program_error;
            report_.exception = std::get<std::exception_ptr>(worst.cause);
        }
    }

    // The receive side of the slot that was the last: what was sent in it is looked at, though
    // nobody runs any more.
    [[nodiscard]] std::optional<fault> smallest_reception_fault() {
        const slot next = shared_->now + 1;
        slot_counts found;
        std::vector<node_id> awake;
        for (std::size_t index = 0; index < blocks_.size(); ++index) {
            if (!shared_->awake.is_block_awake(next, index)) {
                continue;
            }
            shared_->awake.list(next, index, awake);
            for (const node_id id : awake) {
                if (!inlet(next).collect(id)) {
                    continue;
                }
                if (const auto wrong = reception_fault(nodes_[id], next)) {
                    found.record(*wrong);
                }
            }
        }
        return found.smallest_fault;
    }

    template <topology, packet P, host, observer<P>, class>
    friend class step_sweep;

    [[nodiscard]] auto inlet(slot at) const noexcept {
        return typename mailboxes<Network, Packet>::inlet{shared_->mail, at};
    }
    [[nodiscard]] auto inlet() const noexcept { return inlet(shared_->now); }

    engine_type* shared_;
    std::span<node_type> nodes_;
    std::span<block_type> blocks_;
    executor* team_;
    team_choice* choice_;
    Observer* watcher_;
    std::vector<tally<Packet>> tallies_;
    mark_book marks_;
    std::span<const task<>> roots_;
    std::int64_t unfinished_ = 0;
    bool was_on_all_ = false;
    std::optional<account_keeper> account_;
    run_report report_;
};

}  // namespace tutti::detail
