#include "support/engines.hpp"

namespace support {

transports::transports(int count)
    : count_{static_cast<std::size_t>(count)}, given_(static_cast<std::size_t>(count)) {
    for (int process = 0; process < count; ++process) {
        ends_.emplace_back(*this, process);
    }
}

tutti::transport& transports::end(int process) { return ends_[static_cast<std::size_t>(process)]; }

void transports::meet(std::unique_lock<std::mutex>& hold) {
    const std::size_t meeting = meetings_;
    if (++here_ == count_) {
        here_ = 0;
        ++meetings_;
        changed_.notify_all();
    }
    changed_.wait(hold, [&] { return is_abandoned_ || meetings_ != meeting; });
    if (meetings_ == meeting) {
        throw tutti::process_left{"another process left the run"};
    }
}

void transports::one_end::exchange(const std::vector<bytes>& out, std::vector<bytes>& in) {
    std::unique_lock hold{all_->access_};
    if (all_->is_abandoned_) {
        throw tutti::process_left{"another process had left the run"};
    }
    all_->given_[static_cast<std::size_t>(self_)] = out;
    all_->meet(hold);
    for (std::size_t from = 0; from < in.size(); ++from) {
        in[from] = all_->given_[from][static_cast<std::size_t>(self_)];
    }
    all_->meet(hold);
}

void transports::one_end::abandon() noexcept {
    const std::lock_guard hold{all_->access_};
    all_->is_abandoned_ = true;
    all_->changed_.notify_all();
}

}  // namespace support
