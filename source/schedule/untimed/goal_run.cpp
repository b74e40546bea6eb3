#include "goal_run.hpp"

#include <functional>
#include <tuple>
#include <utility>

namespace tutti {

goal_run::goal_run(const goal_program& program, const schedule_links& links,
                   std::uint64_t packet_bytes)
    : program_{&program},
      packet_bytes_{packet_bytes},
      after_end_{program.operations.size(), program.done_before_start},
      after_start_{program.operations.size(), program.start_before_start},
      matcher_{program},
      states_(program.operations.size()) {
    for (const auto* pairs : {&program.done_before_start, &program.start_before_start}) {
        for (const auto& [before, after] : *pairs) {
            ++states_[after].missing;
        }
    }
    connect(links);
}

void goal_run::connect(const schedule_links& links) {
    const auto ends_of = [](const auto& each) { return std::pair{each.from, each.to}; };
    const auto& operations = program_->operations;
    for (const goal_operation& each : operations) {
        if (each.type == goal_operation_type::send) {
            pairs_.push_back({.from = each.rank, .to = each.peer});
        }
    }
    std::ranges::sort(pairs_, {}, ends_of);
    pairs_.erase(std::ranges::unique(pairs_, {}, ends_of).begin(), pairs_.end());
    for (node_pair& pair : pairs_) {
        pair.capacity = links.capacity(pair.from, pair.to);
    }
    pair_of_.resize(operations.size());
    for (std::uint32_t i = 0; i < operations.size(); ++i) {
        const goal_operation& each = operations[i];
        if (each.type == goal_operation_type::send) {
            pair_of_[i] = position_at<std::uint32_t>(
                pairs_,
                std::ranges::lower_bound(pairs_, std::pair{each.rank, each.peer}, {}, ends_of));
            states_[i].packets = packets(i);
        }
    }
}

void goal_run::run() {
    for (std::uint32_t i = 0; i < states_.size(); ++i) {
        if (states_[i].missing == 0) {
            startable_.push_back(i);
        }
    }
    start_all();
    while (!active_pairs_.empty()) {
        carry_slot();
        start_all();
    }
}

void goal_run::start_all() {
    while (!startable_.empty()) {
        std::vector<std::uint32_t> operations = std::exchange(startable_, {});
        std::ranges::sort(operations);
        for (const std::uint32_t each : operations) {
            start(each);
        }
    }
}

void goal_run::start(std::uint32_t operation) {
    states_[operation].is_started = true;
    release(after_start_[operation]);
    switch (program_->operations[operation].type) {
        case goal_operation_type::calc:
            finish(operation);
            break;
        case goal_operation_type::send: {
            node_pair& pair = pairs_[pair_of_[operation]];
            if (pair.sends.empty()) {
                active_pairs_.push_back(pair_of_[operation]);
            }
            pair.sends.push_back({.at = boundary_, .send = operation});
            std::ranges::push_heap(pair.sends, std::greater{});
            break;
        }
        case goal_operation_type::receive:
            if (const auto send = matcher_.post(operation)) {
                match(*send, operation);
            }
            break;
    }
}

void goal_run::release(std::span<const std::uint32_t> operations) {
    for (const std::uint32_t each : operations) {
        if (--states_[each].missing == 0) {
            startable_.push_back(each);
        }
    }
}

void goal_run::finish(std::uint32_t operation) {
    states_[operation].is_done = true;
    release(after_end_[operation]);
}

void goal_run::match(std::uint32_t send, std::uint32_t receive) {
    matches_.emplace_back(send, receive);
    finish(receive);
}

void goal_run::carry_slot() {
    ++boundary_;
    sent_.clear();
    for (const std::uint32_t number : active_pairs_) {
        node_pair& pair = pairs_[number];
        std::uint32_t load = 0;
        for (; load < std::max(pair.capacity, 1U) && !pair.sends.empty(); ++load) {
            carry_packet(pair);
        }
        largest_load_ = std::max(largest_load_, load);
    }
    std::erase_if(active_pairs_,
                  [&](std::uint32_t number) { return pairs_[number].sends.empty(); });
    // Senders come in the order of their ids, and the messages of a pair in that of its link.
    std::ranges::stable_sort(sent_, {}, [&](std::uint32_t send) {
        const goal_operation& each = program_->operations[send];
        return std::tuple{each.peer, each.rank, each.tag};
    });
    for (const std::uint32_t send : sent_) {
        finish(send);
        if (const auto receive = matcher_.arrive(send, boundary_)) {
            match(send, *receive);
        }
    }
}

void goal_run::carry_packet(node_pair& pair) {
    const std::uint32_t send = pair.sends.front().send;
    operation_state& state = states_[send];
    rows_.push_back({.at = boundary_, .from = pair.from, .to = pair.to, .position = send});
    if (--state.packets == 0) {
        state.arrival = boundary_;
        sent_.push_back(send);
        std::ranges::pop_heap(pair.sends, std::greater{});
        pair.sends.pop_back();
    }
}

}  // namespace tutti
