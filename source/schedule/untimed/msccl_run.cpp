#include "msccl_run.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <tuple>

namespace tutti {

msccl_run::msccl_run(const msccl_program& program, const schedule_links& links,
                     msccl_contents& contents)
    : program_{&program},
      contents_{&contents},
      blocks_(program.blocks.size()),
      done_(program.steps.size()),
      waiter_of_(program.steps.size(), msccl_none) {
    for (std::uint32_t i = 0; i < blocks_.size(); ++i) {
        blocks_[i].step = program.blocks[i].first_step;
    }
    connect();
    connect_pairs(links);
}

void msccl_run::connect() {
    using ends = std::array<std::uint32_t, 3>;
    std::vector<ends> keys;
    const auto key_of = [](const msccl_block& block, bool sends) {
        return sends ? ends{block.gpu, block.send_peer, block.channel}
                     : ends{block.receive_peer, block.gpu, block.channel};
    };
    for (const msccl_block& block : program_->blocks) {
        keys.push_back(key_of(block, true));
        keys.push_back(key_of(block, false));
    }
    std::erase_if(keys,
                  [](const ends& key) { return key[0] == msccl_none || key[1] == msccl_none; });
    std::ranges::sort(keys);
    keys.erase(std::ranges::unique(keys).begin(), keys.end());
    for (const auto& [from, to, channel] : keys) {
        connections_.push_back({.from = from, .to = to, .channel = channel});
    }
    const auto number = [&](const ends& key) {
        return position_at<std::uint32_t>(keys, std::ranges::lower_bound(keys, key));
    };
    for (std::uint32_t i = 0; i < blocks_.size(); ++i) {
        const msccl_block& block = program_->blocks[i];
        if (block.send_peer != msccl_none) {
            blocks_[i].to = number(key_of(block, true));
            connections_[blocks_[i].to].sender = i;
        }
        if (block.receive_peer != msccl_none) {
            blocks_[i].from = number(key_of(block, false));
            connections_[blocks_[i].from].receiver = i;
        }
    }
}

void msccl_run::connect_pairs(const schedule_links& links) {
    for (const msccl_connection& each : connections_) {
        if (pairs_.empty() || pairs_.back().from != each.from || pairs_.back().to != each.to) {
            pairs_.push_back(
                {.from = each.from, .to = each.to, .capacity = links.capacity(each.from, each.to)});
        }
        if (each.sender != msccl_none) {
            blocks_[each.sender].pair = size_as<std::uint32_t>(pairs_) - 1;
        }
    }
}

void msccl_run::run() {
    for (std::uint32_t i = 0; i < blocks_.size(); ++i) {
        wake(i);
    }
    work_at_boundary();
    while (!active_pairs_.empty()) {
        carry_slot();
        work_at_boundary();
    }
}

// Blocks work in the order of their numbers, again and again, until none can: one that becomes able
// to in this round has its turn in it if that is still to come.
void msccl_run::wake(std::uint32_t block) {
    (working_ != msccl_none && block > working_ ? sweep_ : next_sweep_).insert(block);
}

void msccl_run::work_at_boundary() {
    while (!next_sweep_.empty()) {
        std::swap(sweep_, next_sweep_);
        while (!sweep_.empty()) {
            working_ = *sweep_.begin();
            sweep_.erase(sweep_.begin());
            work(working_);
        }
        working_ = msccl_none;
    }
}

void msccl_run::work(std::uint32_t block) {
    while (blocks_[block].step < program_->blocks[block].last_step && start(block) &&
           progress(block)) {
        finish_step(block);
    }
}

bool msccl_run::start(std::uint32_t block) {
    block_state& state = blocks_[block];
    if (state.is_started) {
        return true;
    }
    const msccl_step& step = program_->steps[state.step];
    if (step.dependency != msccl_none && !done_[step.dependency]) {
        if (!std::exchange(state.is_waiting, true)) {
            state.next_waiter = std::exchange(waiter_of_[step.dependency], block);
        }
        return false;
    }
    state.is_waiting = false;
    state.is_started = true;
    state.started = boundary_;
    if (step.kind().sends && !step.kind().receives) {
        offer(block);
    }
    if (step.type == msccl_step_type::cpy || step.type == msccl_step_type::re) {
        contents_->compute(state.step, boundary_);
    }
    return true;
}

// True if the step is done.
bool msccl_run::progress(std::uint32_t block) {
    const block_state& state = blocks_[block];
    const msccl_step& step = program_->steps[state.step];
    if (step.kind().receives) {
        take(block);
    }
    return (!step.kind().receives || state.taken == step.count) &&
           (!step.kind().sends || state.sent == step.count);
}

void msccl_run::take(std::uint32_t block) {
    block_state& state = blocks_[block];
    const msccl_step& step = program_->steps[state.step];
    msccl_connection& from = connections_[state.from];
    for (; state.taken < step.count && from.waiting() > 0; ++state.taken) {
        msccl_packet& packet = from.packets[from.taken++];
        if (hops_.empty() || hops_.back() != std::pair{packet.step, state.step}) {
            hops_.emplace_back(packet.step, state.step);
        }
        rows_[packet.row].reduces = step.kind().reads_source;
        const msccl_value value = contents_->receive(state.step, state.taken, packet);
        if (step.kind().sends) {
            state.forwarded.push_back({.ready = boundary_, .value = value});
            offer(block);
        }
    }
}

void msccl_run::finish_step(std::uint32_t block) {
    block_state& state = blocks_[block];
    done_[state.step] = true;
    for (std::uint32_t waiter = waiter_of_[state.step]; waiter != msccl_none;
         waiter = blocks_[waiter].next_waiter) {
        wake(waiter);
    }
    ++state.step;
    state.taken = 0;
    state.sent = 0;
    state.is_started = false;
    state.forwarded.clear();
}

bool msccl_run::has_ready(std::uint32_t block) const {
    const block_state& state = blocks_[block];
    const msccl_step& step = program_->steps[state.step];
    return step.kind().receives ? state.sent < state.forwarded.size() : state.sent < step.count;
}

// Makes the block's first ready chunk a candidate, unless it has one.
void msccl_run::offer(std::uint32_t block) {
    block_state& state = blocks_[block];
    if (state.is_candidate || !has_ready(block)) {
        return;
    }
    state.is_candidate = true;
    node_pair& pair = pairs_[state.pair];
    if (pair.candidates.empty() && working_ != msccl_none) {
        active_pairs_.push_back(state.pair);
    }
    pair.candidates.push_back(
        {.ready = state.forwarded.empty() ? state.started : state.forwarded[state.sent].ready,
         .channel = program_->blocks[block].channel,
         .block = block});
    std::ranges::push_heap(pair.candidates, std::greater{});
}

void msccl_run::carry_slot() {
    ++boundary_;
    for (const std::uint32_t number : active_pairs_) {
        node_pair& pair = pairs_[number];
        std::uint32_t load = 0;
        for (; load < std::max(pair.capacity, 1U) && !pair.candidates.empty(); ++load) {
            std::ranges::pop_heap(pair.candidates, std::greater{});
            const std::uint32_t block = pair.candidates.back().block;
            pair.candidates.pop_back();
            carry(pair, block);
        }
        largest_load_ = std::max(largest_load_, load);
    }
    std::erase_if(active_pairs_,
                  [&](std::uint32_t number) { return pairs_[number].candidates.empty(); });
}

void msccl_run::carry(node_pair& pair, std::uint32_t block) {
    block_state& state = blocks_[block];
    const msccl_step& step = program_->steps[state.step];
    const bool is_forwarded = step.kind().receives;
    msccl_packet packet{.value = is_forwarded ? state.forwarded[state.sent].value
                                              : contents_->source(state.step, state.sent),
                        .at = boundary_,
                        .step = state.step,
                        .row = size_as<std::uint32_t>(rows_)};
    msccl_fault fault{.at = boundary_,
                      .from = pair.from,
                      .to = pair.to,
                      .channel = program_->blocks[block].channel,
                      .step = state.step,
                      .is_row = true};
    if (pair.capacity == 0 || packet.value.is_empty()) {
        packet.is_faulty = true;
        fault.kind = pair.capacity == 0 ? fault_kind::missing_link : fault_kind::not_held;
        fault.cell = step.kind().reads_source ? step.source : step.destination;
        fault.cell.index += state.sent;
        contents_->add(fault);
    }
    rows_.push_back({.at = boundary_, .from = pair.from, .to = pair.to, .position = state.step});
    values_.push_back(packet.value);
    msccl_connection& connection = connections_[state.to];
    connection.longest_queue = std::max(connection.longest_queue, connection.waiting());
    connection.packets.push_back(packet);
    if (connection.receiver != msccl_none) {
        wake(connection.receiver);
    }
    state.is_candidate = false;
    ++state.sent;
    offer(block);
    if (state.sent == step.count) {
        wake(block);
    }
}

}  // namespace tutti
