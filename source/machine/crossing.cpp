#include "crossing.hpp"

#include <algorithm>

#include "tutti/machine/detail/workshop.hpp"

namespace tutti::detail {

// The first failure is thrown: no thread had memory.
void crossing::share_out(function_ref<void(even_part)> work) {
    team_->for_each_shard([&](int shard) noexcept {
        auto& failure = failures_[static_cast<std::size_t>(shard)];
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

void crossing::time(function_ref<void()> work) {
    if (!keeps_account_) {
        work();
        return;
    }
    const double begin = steady_seconds();
    work();
    seconds_ += steady_seconds() - begin;
}

void crossing::hand_over(std::uint64_t sent, std::span<transport::bytes> to) {
    if (sent != 0) {
        time([&] { write(sent, to); });
    }
}

void crossing::write(std::uint64_t sent, std::span<transport::bytes> to) {
    if (!choice_->would_be_for_all(sent)) {
        nodes_->hand_over({}, to);
        return;
    }
    share_out([&](even_part part) {
        auto& mine = written_[static_cast<std::size_t>(part.number)];
        mine.resize(to.size());
        std::ranges::for_each(mine, [](transport::bytes& each) { each.clear(); });
        nodes_->hand_over(part, mine);
    });
    for (const auto& of_thread : written_) {
        for (std::size_t process = 0; process < to.size(); ++process) {
            to[process].insert(to[process].end(), of_thread[process].begin(),
                               of_thread[process].end());
        }
    }
}

void crossing::take_in(std::span<const std::span<const std::byte>> told) {
    time([&] { read(told); });
}

void crossing::read(std::span<const std::span<const std::byte>> told) {
    std::size_t packets = 0;
    for (const std::span<const std::byte> each : told) {
        packets += each.size() / nodes_->crossing_bytes();
    }
    if (packets == 0) {
        return;
    }
    if (!choice_->would_be_for_all(packets)) {
        nodes_->take_in({}, told);
        return;
    }
    share_out([&](even_part part) { nodes_->take_in(part, told); });
}

}  // namespace tutti::detail
