/// @file
/// Loop of the barrier clock.
///
/// Slot t: `sweep_all` runs the nodes, which read side t of the mailboxes and write side t+1; its
/// return is the barrier. `add_up`, `notify_sinks` and `exchange_counts` follow on the driving
/// thread, and only then `step_to_end` goes on to slot t+1 or to the next timer.
#include "clock.hpp"

#include <algorithm>
#include <cstddef>
#include <exception>
#include <new>
#include <numeric>
#include <span>
#include <tuple>
#include <utility>
#include <variant>

#include "engine/exchange/overlapped_exchange.hpp"
#include "engine/exchange/packet_exchange.hpp"
#include "engine/exchange/process_group.hpp"
#include "engine/memory/out_of_memory.hpp"
#include "engine/profile/probes.hpp"
#include "engine/profile/time_profiler.hpp"
#include "node/mark.hpp"
#include "util/indexed_vector.hpp"
#include "util/stopwatch.hpp"

namespace tutti::detail {
namespace {

class clock {
public:
    clock(run_state& shared, clocked_nodes& nodes, const clock_components& component,
          const run_options& options)
        : shared_{&shared},
          nodes_{&nodes},
          team_{component.team},
          choice_{component.choice},
          processes_{component.processes},
          options_{&options},
          tallies_{team_->threads()},
          packets_{nodes, component, tallies_, work_timer{options.keeps_account}},
          ahead_{*processes_, packets_, team_->threads()},
          node_count_{shared.parts->nodes().node_count()},
          marks_{node_count_, options.phases},
          unfinished_{static_cast<std::int64_t>(node_count_)},
          wishes_(options.sinks.size(), interest::nothing) {
        report_.threads = team_->threads();
    }

    [[nodiscard]] run_report run() {
        const node_partition& own = shared_->parts->nodes();
        for (std::size_t index = 0; index < own.own_count(); ++index) {
            shared_->awake.wake(0, own.own_node(index));
        }
        const stopwatch time;
        processes_->begin_account(options_->keeps_account);
        if (options_->keeps_account) {
            account_.emplace(team_->threads());
        }
        team_->enter([this] { step_to_end(); });
        report_.marks = marks_.records();
        if (account_) {
            account_->end();
            report_.account = account_->account();
            report_.account->crossing = packets_.seconds();
            report_.account->others = processes_->seconds();
        }
        report_.wall_seconds = time.seconds();
        return std::move(report_);
    }

private:
    void step_to_end() {
        std::uint64_t work = thread_choice::work_of(node_count_, 0);
        slot_counts total;
        exchange_counts(total);
        for (;;) {
            if (shared_->now > options_->slot_budget) {
                report_.ending = run_ending::budget_exceeded;
                // Packets of the slot after the last only stated that the run was not over.
                report_.clock_slots = options_->slot_budget;
                return;
            }
            if (total.stops != 0) {
                report_.ending = run_ending::interrupted;
                return;
            }
            total = step(work);
            if (total.smallest_fault) {
                end_with_fault(*total.smallest_fault);
                return;
            }
            if (unfinished_ == 0 && total.sent == 0) {
                return;
            }
            work = thread_choice::work_of(total.awake, total.sent);
            if (work != 0) {
                ++shared_->now;
                continue;
            }
            // No node runs before the earliest timer: the clock goes there at once.
            const earliest_timer next = earliest_alarm();
            if (next.at == never) {
                report_.ending = run_ending::stalled;
                nodes_->list_waiting(report_);
                processes_->add_up_waiting(report_);
                return;
            }
            shared_->now = next.at;
            work = next.sleepers;
        }
    }

    [[nodiscard]] earliest_timer earliest_alarm() {
        slot_counts idle;
        idle.next = nodes_->next_alarm();
        processes_->add_up(idle);
        return idle.next;
    }

    // One slot: every shard sweeps, then all is added up and reported. The sinks of each process
    // watch its own nodes; where they want to see packets, before these are on the way to others.
    slot_counts step(std::uint64_t work) {
        const auto shares = static_cast<std::uint64_t>(processes_->count());
        const bool is_on_all = choice_->is_for_all(work / shares);
        if (is_on_all != was_on_all_) {
            was_on_all_ = is_on_all;
            probe_threads(is_on_all ? team_->threads() : 1);
        }
        query_sinks();
        probe_slot_begin(shared_->now, work);
        const shard_order order = is_on_all ? shard_order::together : shard_order::one_by_one;
        if (choice_->is_timed()) {
            const stopwatch time;
            sweep_all(order);
            choice_->note(time.seconds());
        } else {
            sweep_all(order);
        }
        slot_counts total = add_up();
        probe_slot_end(shared_->now, total.awake, total.sent);
        notify_sinks(total);
        exchange_counts(total);
        keep(total);
        return total;
    }

    // Packets that cross are not handed over before the sinks have seen them.
    void sweep_all(shard_order order) {
        const bool is_ahead =
            shared_->has_inner_blocks && !shared_->is_watched && processes_->has_large_traffic();
        ahead_.begin_slot(order);
        const auto sweep = [&](int shard) noexcept {
            nodes_->sweep(shard, is_ahead ? &ahead_ : nullptr, tallies_[shard]);
        };
        if (!account_) {
            team_->for_each_shard(sweep, order);
            return;
        }
        account_->begin_slot();
        team_->for_each_shard([&](int shard) { account_->time(shard, [&] { sweep(shard); }); },
                              order);
        account_->end_slot(order == shard_order::together);
    }

    [[nodiscard]] slot_counts add_up() const {
        slot_counts total;
        for (const slot_counters& part : tallies_) {
            if (part.failure) {
                rethrow_with_place(part.failure, {});
            }
            total.add(part);
        }
        end_if_starved(total);
        for (const marks_made& made : total.marks) {
            probe_mark(made.name.data(), made.at, made.count);
        }
        return total;
    }

    // Memory is the machine's: a failed allocation is no error of the program.
    void end_if_starved(const slot_counts& total) const {
        if (!total.smallest_fault) {
            return;
        }
        const fault& fault = *total.smallest_fault;
        const auto* const thrown = std::get_if<std::exception_ptr>(&fault.cause);
        if (thrown != nullptr && is_lack_of_memory(*thrown)) {
            rethrow_with_place(*thrown, fault.place.node);
        }
    }

    static bool is_lack_of_memory(const std::exception_ptr& thrown) noexcept {
        try {
            std::rethrow_exception(thrown);
        } catch (const std::bad_alloc&) {
            return true;
        } catch (...) {
            return false;
        }
    }

    [[noreturn]] void rethrow_with_place(const std::exception_ptr& thrown,
                                         std::optional<node_id> node) const {
        if (is_lack_of_memory(thrown)) {
            throw out_of_memory{options_->algorithm, shared_->now, node};
        }
        std::rethrow_exception(thrown);
    }

    // From here on all processes know the same, and do the same.
    void exchange_counts(slot_counts& total) {
        total.stops = options_->stop.stop_requested() ? 1 : 0;
        processes_->add_up(total, &packets_);
    }

    void keep(slot_counts& total) {
        report_.transmissions += total.sent;
        report_.control_transmissions += total.control;
        report_.peak_transmissions = std::max(report_.peak_transmissions, total.sent);
        report_.deliveries += total.delivered;
        if (total.delivered != 0) {
            report_.last_delivery = shared_->now;
        }
        if (total.early != 0 && report_.early.count == 0) {
            report_.early = {.at = shared_->now, .node = total.first_early};
        }
        report_.early.count += total.early;
        unfinished_ -= total.finished;
        report_.slots = std::max(report_.slots, total.last_done);
        if (total.first_done != never) {
            report_.first_done =
                std::min(report_.first_done.value_or(total.first_done), total.first_done);
        }
        if (total.sent != 0) {
            report_.last_arrival = shared_->now + 1;
        }
        report_.clock_slots = shared_->now + (total.sent != 0 ? 1 : 0);
        // Nodes may mark in one slot what others, that come later, mark the phase before in.
        std::ranges::sort(total.marks, {}, [this](const marks_made& made) {
            return std::tuple{made.at,
                              std::ranges::find(options_->phases, made.name, &phase_end::name) -
                                  options_->phases.begin(),
                              made.order};
        });
        for (const marks_made& made : total.marks) {
            marks_.add(made);
        }
    }

    void query_sinks() noexcept {
        shared_->is_watched = false;
        for (std::size_t i = 0; i < wishes_.size(); ++i) {
            wishes_[i] = options_->sinks[i]->wants(shared_->now);
            shared_->is_watched |= wishes_[i] == interest::events;
        }
    }

    void notify_sinks(const slot_counts& total) {
        if (std::ranges::count(wishes_, interest::nothing) == std::ssize(wishes_)) {
            return;
        }
        slot_record record{
            .at = shared_->now, .packets = total.sent, .deliveries = total.delivered};
        for (const marks_made& made : total.marks) {
            record.marks += made.count;
        }
        if (shared_->is_watched) {
            list_events(total.sent);
            record.sent = sent_;
            record.delivered = delivered_;
            record.marked = marked_;
            record.ended = ends_;
        }
        for (std::size_t i = 0; i < wishes_.size(); ++i) {
            if (wishes_[i] != interest::nothing) {
                options_->sinks[i]->slot(record);
            }
        }
    }

    // Transmissions are found where their receivers will look, and a shard may go through its
    // blocks in any order; the shards hold the nodes in order.
    void list_events(std::uint64_t sent) {
        constexpr std::uint64_t few = 8;
        sent_.clear();
        if (processes_->count() == 1 && sent >= nodes_->link_count() / few) {
            nodes_->list_by_senders(sent_);
        } else {
            transmissions_.clear();
            nodes_->list_by_receivers(transmissions_);
            for (const slot_counters& part : tallies_) {
                nodes_->list_outbound(part.outbound, transmissions_);
            }
            order_by_sender();
        }
        delivered_.clear();
        marked_.clear();
        ends_.clear();
        for (const slot_counters& part : tallies_) {
            delivered_.insert(delivered_.end(), part.deliveries.begin(), part.deliveries.end());
            marked_.insert(marked_.end(), part.marked.begin(), part.marked.end());
            ends_.insert(ends_.end(), part.ended.begin(), part.ended.end());
        }
        if (!std::ranges::is_sorted(delivered_, {}, &delivery::to)) {
            std::ranges::stable_sort(delivered_, {}, &delivery::to);
        }
        std::ranges::stable_sort(marked_, {}, &mark::node);
        std::ranges::sort(ends_, {}, &program_end::node);
    }

    // Those of each sender are brought together first, which leaves little to sort.
    void order_by_sender() {
        constexpr auto by_port = [](const transmission& each) { return each.through; };
        first_of_.assign(node_count_ + 1, 0);
        for (const transmission& each : transmissions_) {
            ++first_of_[each.from + 1];
        }
        std::partial_sum(first_of_.begin(), first_of_.end(), first_of_.begin());
        sent_.resize(transmissions_.size());
        for (const transmission& each : transmissions_) {
            sent_[first_of_[each.from]++] = each;
        }
        for (std::size_t first = 0; first < sent_.size();) {
            const std::size_t last = first_of_[sent_[first].from];
            std::ranges::sort(std::span{sent_}.subspan(first, last - first), {}, by_port);
            first = last;
        }
    }

    void end_with_fault(fault worst) {
        if (worst.place.at == shared_->now) {
            slot_counts received;
            received.smallest_fault = nodes_->smallest_reception_fault();
            processes_->add_up(received);
            worst = std::min(
                worst, received.smallest_fault.value_or(worst),
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

    run_state* shared_;
    clocked_nodes* nodes_;
    executor* team_;
    thread_choice* choice_;
    process_group* processes_;
    const run_options* options_;
    indexed_vector<int, slot_counters> tallies_;  // of each shard
    packet_exchange packets_;
    overlapped_exchange ahead_;
    std::size_t node_count_;
    phase_statistics marks_;
    std::int64_t unfinished_;
    bool was_on_all_ = false;
    std::optional<time_profiler> account_;
    std::vector<interest> wishes_;             // of each sink, for this slot
    std::vector<transmission> sent_;           // in this slot, if a sink wants events
    std::vector<transmission> transmissions_;  // the same, by receivers
    std::vector<std::size_t> first_of_;        // of each sender among those sent
    std::vector<delivery> delivered_;
    std::vector<mark> marked_;
    std::vector<program_end> ends_;
    run_report report_;
};

}  // namespace

run_report run_clock(run_state& shared, clocked_nodes& nodes, const clock_components& component,
                     const run_options& options) {
    return clock{shared, nodes, component, options}.run();
}

}  // namespace tutti::detail
