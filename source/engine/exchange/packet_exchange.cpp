/// @file
/// Serialisation of the packets between processes, on one thread or on all.
///
/// Between slot t and t+1: `serialise` empties the send buffers of slot t, `take_in` writes the
/// packets of other processes to side t+1 of the mailboxes.
#include "packet_exchange.hpp"

#include <algorithm>

#include "util/collect.hpp"

namespace tutti::detail {

// Without packets no thread is woken up. The first failure is thrown: no thread had memory.
void packet_exchange::share_out(std::size_t packets, function_ref<void(even_part)> work) {
    if (packets == 0) {
        return;
    }
    if (!choice_->suits_all_threads(packets)) {
        work({});
        return;
    }
    team_->for_each_shard([&](int shard) noexcept {
        auto& failure = failures_[shard];
        try {
            failure = nullptr;
            work({.number = shard, .count = team_->threads()});
        } catch (...) {
            failure = std::current_exception();
        }
    });
    const auto first = std::ranges::find_if(
        failures_, [](const std::exception_ptr& each) { return each != nullptr; });
    if (first != failures_.end()) {
        std::rethrow_exception(*first);
    }
}

void packet_exchange::serialise(std::span<transport::bytes> to) {
    timer_.time([&] {
        std::size_t bytes = 0;
        for (const slot_counters& shard : shards_) {
            bytes += total_of(shard.outbound.for_processes(), std::ranges::size);
        }
        share_out(bytes / nodes_->crossing_bytes(), [&](even_part part) { concatenate(part, to); });
    });
}

// For some of the processes. What a lone shard sent is not copied.
void packet_exchange::concatenate(even_part part, std::span<transport::bytes> to) const {
    const auto [first, last] = part.of(to.size());
    for (slot_counters& shard : shards_) {
        const std::span<transport::bytes> sent = shard.outbound.for_processes();
        for (std::size_t process = first; process < std::min(last, sent.size()); ++process) {
            transport::bytes& data = to[process];
            if (shards_.size() == 1 && data.empty()) {
                data.swap(sent[process]);
            } else {
                data.insert(data.end(), sent[process].begin(), sent[process].end());
                sent[process].clear();
            }
        }
    }
}

void packet_exchange::take_in(std::span<const std::span<const std::byte>> parts) {
    timer_.time([&] {
        const std::size_t packets = total_of(
            parts, [&](const auto& each) { return each.size() / nodes_->crossing_bytes(); });
        share_out(packets, [&](even_part part) { nodes_->take_in(part, parts); });
    });
}

}  // namespace tutti::detail
