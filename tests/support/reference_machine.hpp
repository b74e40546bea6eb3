/// @file
/// Reference emulator: serial and simple, for comparison with the engine.
#pragma once

#include <algorithm>
#include <coroutine>
#include <cstdint>
#include <deque>
#include <map>
#include <span>
#include <stdexcept>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/node/node.hpp"
#include "node/mark.hpp"
#include "support/letter.hpp"
#include "support/recorder.hpp"
#include "topology/random.hpp"
#include "tutti/engine/run_report.hpp"
#include "tutti/node/node_interface.hpp"
#include "tutti/node/task.hpp"
#include "tutti/topology/graph.hpp"

namespace support {

/// Runs programs that keep the all-port model; one that violates it makes it throw
/// std::logic_error.
template <tutti::topology Network>
class reference_machine {
public:
    class node;

    reference_machine(const Network& network, std::uint64_t seed) : network_{network}, seed_{seed} {
        for (std::size_t id = 0; id < network.node_count(); ++id) {
            nodes_.emplace_back(*this, static_cast<tutti::node_id>(id));
        }
    }

    /// Runs `program` on every node; a report says as much as `outline()` shows.
    template <class Program>
    tutti::run_report run(const Program& program) {
        std::deque<tutti::task<>> roots;
        for (node& self : nodes_) {
            self.program_ = roots.emplace_back(program(self)).handle();
        }
        for (now_ = 0; !is_over(); ++now_) {
            take_mail();
            std::ranges::for_each(nodes_, [](node& self) { self.run_if_due(); });
            std::ranges::sort(sent_);
            report_.peak_transmissions =
                std::max<std::uint64_t>(report_.peak_transmissions, sent_.size());
            log_.events.insert(log_.events.end(), sent_.begin(), sent_.end());
            log_.events.insert(log_.events.end(), delivered_.begin(), delivered_.end());
        }
        describe();
        return report_;
    }

    [[nodiscard]] const recorder& log() const noexcept { return log_; }

private:
    void take_mail() {
        sent_.clear();
        delivered_.clear();
        std::ranges::for_each(nodes_, [](node& self) { self.mail_.clear(); });
        for (const auto& [to, content] : std::exchange(in_flight_, {})) {
            nodes_[to.first].mail_.push_back({.through = to.second, .packet = content});
        }
    }

    [[nodiscard]] bool is_over() const {
        const auto sleeps_on = [](const node& self) { return self.wake_ == tutti::never; };
        const bool is_quiet = in_flight_.empty() && std::ranges::all_of(nodes_, sleeps_on);
        return now_ > 0 && is_quiet;
    }

    void describe() {
        report_.clock_slots = now_ - 1;
        for (const node& self : nodes_) {
            if (!self.is_done_) {
                report_.ending = tutti::run_ending::stalled;
                report_.waiting.push_back(
                    {.node = self.id_, .what = "mail", .since = self.ran_at_});
            }
        }
        report_.waiting_count = report_.waiting.size();
        report_.waiting.resize(std::min(report_.waiting.size(), tutti::most_waiting_named));
        for (const auto& [name, mark] : marks_) {
            report_.marks.push_back(mark);
        }
    }

    Network network_;
    std::uint64_t seed_;
    tutti::slot now_ = 0;
    std::deque<node> nodes_;
    std::map<std::pair<tutti::node_id, tutti::port>, letter> in_flight_;
    std::vector<event> sent_;
    std::vector<event> delivered_;
    std::map<std::string_view, tutti::milestone_record> marks_;
    recorder log_;
    tutti::run_report report_;
};

/// A node of the reference machine: it sleeps until slot `wake_` and, perhaps, hears mail before.
template <tutti::topology Network>
class reference_machine<Network>::node {
public:
    using network_type = Network;
    using packet_type = letter;
    struct wait {
        node* self;
        tutti::slot wake;
        bool hears;
        bool is_done;
        [[nodiscard]] bool await_ready() const { return wake <= self->slot(); }
        void await_suspend(std::coroutine_handle<> program) const {
            self->program_ = program;
            self->wake_ = wake;
            self->hears_ = hears;
            self->is_done_ = is_done;
        }
        static void await_resume() {}
    };

    node(reference_machine& machine, tutti::node_id id) : machine_{&machine}, id_{id} {}

    [[nodiscard]] tutti::node_id id() const { return id_; }
    [[nodiscard]] int degree() const { return network().degree(id_); }
    [[nodiscard]] bool has(tutti::port through) const { return network().has_port(id_, through); }
    [[nodiscard]] const Network& network() const { return machine_->network_; }
    [[nodiscard]] tutti::slot slot() const { return machine_->now_; }

    void send(tutti::port through, const letter& content) {
        check(has(through) && content != letter::none());
        const std::pair to{network().neighbour(id_, through), network().far_port(id_, through)};
        check(machine_->in_flight_.emplace(to, content).second);
        has_sent_ = true;
        ++machine_->report_.transmissions;
        machine_->report_.control_transmissions += content.is_control() ? 1U : 0U;
        machine_->report_.last_arrival = slot() + 1;
        machine_->sent_.push_back(
            {.at = slot(), .node = id_, .through = through, .content = content.content});
    }
    [[nodiscard]] std::span<const tutti::arrival<letter>> inbox() const { return mail_; }
    [[nodiscard]] tutti::received_packet<letter> received(tutti::port through) const {
        const auto position = std::ranges::find(mail_, through, &tutti::arrival<letter>::through);
        return {position == mail_.end() ? nullptr : &position->packet, through};
    }

    [[nodiscard]] wait next_slot() { return {this, slot() + 1, true, false}; }
    [[nodiscard]] wait mail() { return {this, tutti::never, true, false}; }
    [[nodiscard]] wait mail_or(tutti::slot at) { return {this, at, true, false}; }
    [[nodiscard]] wait until(tutti::slot at) { return {this, at, false, false}; }
    [[nodiscard]] wait relay() { return {this, tutti::never, true, true}; }

    void deliver(const tutti::message& content) {
        ++machine_->report_.deliveries;
        machine_->delivered_.push_back({.at = slot(),
                                        .node = id_,
                                        .content = content.payload,
                                        .origin = content.origin,
                                        .number = content.number});
    }
    void mark(tutti::milestone end) {
        tutti::milestone_record& record = machine_->marks_[end.name()];
        record.name = end.name();
        record.earliest = std::min(record.earliest, present());
        record.latest = std::max(record.latest, present());
        ++record.count;
    }
    [[nodiscard]] std::uint64_t random() {
        return tutti::node_random(machine_->seed_, id_, ++calls_);
    }

private:
    friend reference_machine;

    static void check(bool keeps_the_model) {
        if (!keeps_the_model) {
            throw std::logic_error{"the program breaks the model"};
        }
    }
    [[nodiscard]] tutti::slot present() const { return slot() + (has_sent_ ? 1 : 0); }

    void run_if_due() {
        if (mail_.empty() && wake_ > slot()) {
            return;
        }
        check(hears_ || wake_ <= slot());
        has_sent_ = false;
        ran_at_ = slot();
        wake_ = tutti::never;
        hears_ = false;
        is_done_ = true;  // as far as it does not wait for more
        program_.resume();
        if (is_done_ && !std::exchange(was_done_, true)) {
            tutti::run_report& report = machine_->report_;
            report.first_done = std::min(report.first_done.value_or(present()), present());
            report.slots = std::max(report.slots, present());
        }
    }

    reference_machine* machine_;
    tutti::node_id id_;
    std::vector<tutti::arrival<letter>> mail_;
    std::coroutine_handle<> program_;
    tutti::slot wake_ = 0;
    tutti::slot ran_at_ = -1;
    std::uint64_t calls_ = 0;
    bool hears_ = true;
    bool has_sent_ = false;
    bool is_done_ = false;
    bool was_done_ = false;
};

static_assert(tutti::node_interface<reference_machine<tutti::graph>::node>);

}  // namespace support
