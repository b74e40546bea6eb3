#include "support/engines.hpp"

#include <thread>
#include <utility>

#include "topology/random.hpp"

namespace support {

namespace {

// Of a state: a process left; what a meeting adds.
constexpr int abandoned = 1;
constexpr int one_meeting = 2;

// Most meetings take less time than it takes to put a thread to sleep and to wake it.
constexpr int patience = 200;

}  // namespace

std::vector<std::uint16_t> scattered(std::size_t nodes, int processes) {
    std::vector<std::uint16_t> owners;
    owners.reserve(nodes);
    for (std::size_t node = 0; node < nodes; ++node) {
        const std::uint64_t drawn = tutti::mix(node + 1);
        owners.push_back(static_cast<std::uint16_t>(drawn % static_cast<std::uint64_t>(processes)));
    }
    return owners;
}

transports::transports(int count) : count_{count} {
    for (int process = 0; process < count; ++process) {
        ends_.emplace_back(*this, process);
    }
}

transports::one_end& transports::end(int process) {
    return ends_[static_cast<std::size_t>(process)];
}

void transports::meet() {
    const int before = state_;
    if ((before & abandoned) != 0) {
        throw tutti::process_left{"another process had left the run"};
    }
    if (++here_ == count_) {
        here_ = 0;
        state_ += one_meeting;
        state_.notify_all();
        return;
    }
    for (int i = 0; i < patience && state_ == before; ++i) {
        std::this_thread::yield();
    }
    state_.wait(before);
    if (state_ / one_meeting == before / one_meeting) {
        throw tutti::process_left{"another process left the run"};
    }
}

// Data of an exchange stays for one exchange more: a process that reaches that one has read it.
void transports::one_end::exchange(const std::vector<bytes>& out, std::vector<bytes>& in) {
    driver_ = std::this_thread::get_id();
    std::vector<bytes>& parcels = given_[parity_];
    parcels = std::exchange(ahead_, {});
    parcels.resize(out.size());
    for (std::size_t to = 0; to < out.size(); ++to) {
        parcels[to].insert(parcels[to].end(), out[to].begin(), out[to].end());
    }
    for (const bytes& each : parcels) {
        bytes_given_ += each.size();
    }
    transports_->meet();
    for (std::size_t from = 0; from < in.size(); ++from) {
        in[from] = transports_->ends_[from].given_[parity_][static_cast<std::size_t>(self_)];
    }
    parity_ = 1 - parity_;
}

void transports::one_end::begin(std::vector<bytes>& out) {
    note_thread();
    ahead_.resize(out.size());
    for (std::size_t to = 0; to < out.size(); ++to) {
        if ((to + static_cast<std::size_t>(self_)) % 3 != 2) {
            ahead_[to].swap(out[to]);
            bytes_ahead_ += ahead_[to].size();
        }
    }
}

void transports::one_end::progress() {
    note_thread();
    ++times_attended_;
}

// Each exchange is the driving thread's.
void transports::one_end::note_thread() {
    is_wrong_thread_ = is_wrong_thread_ || std::this_thread::get_id() != driver_;
}

std::vector<std::uint16_t> transports::one_end::partition_graph(
    std::span<const std::int32_t> first, std::span<const std::int32_t> /*neighbours*/) {
    return scattered(first.size() - 1, transports_->count_);
}

void transports::one_end::abandon() noexcept {
    transports_->state_ |= abandoned;
    transports_->state_.notify_all();
}

}  // namespace support
