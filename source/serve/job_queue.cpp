#include "job_queue.hpp"

#include <algorithm>
#include <chrono>
#include <exception>

#include "exchange.hpp"
#include "tutti/topology/specification.hpp"

namespace tutti::serve {
namespace {

constexpr int failure_status = 4;
constexpr int interrupted_status = 130;
constexpr std::chrono::milliseconds between_late_looks{500};

job_end end_with(const std::exception& wrong) {
    return {.status = failure_status, .error = one_line(wrong.what())};
}

}  // namespace

job_queue::job_queue(archive& kept, const queue_limits& limits) : kept_{&kept}, limits_{limits} {
    for (std::shared_ptr<job>& each : kept.read()) {
        last_id_ = std::max(last_id_, each->id());
        jobs_.emplace(each->id(), std::move(each));
    }
    for (int i = 0; i < limits.runs; ++i) {
        threads_.emplace_back([this](const std::stop_token& over) { do_jobs(over); });
    }
    threads_.emplace_back([this](const std::stop_token& over) { stop_late_jobs(over); });
}

job_queue::~job_queue() {
    {
        const std::scoped_lock guard{lock_};
        for (const auto& [id, each] : jobs_) {
            each->stop();
        }
    }
    for (std::jthread& each : threads_) {
        each.request_stop();
    }
}

std::shared_ptr<job> job_queue::add(job_request asked, work to_do) {
    std::shared_ptr<job> made;
    {
        const std::scoped_lock guard{lock_};
        if (waiting_.size() >= limits_.waiting) {
            throw refusal{429, fmt::format("{} wait, and no more may; try again later",
                                           quantity(waiting_.size(), "job"))};
        }
        made = std::make_shared<job>(++last_id_, std::move(asked), time_of_day());
        jobs_.emplace(made->id(), made);
    }
    keep(*made);
    {
        const std::scoped_lock guard{lock_};
        waiting_.push_back({.what = made, .to_do = std::move(to_do)});
    }
    changed_.notify_all();
    return made;
}

std::shared_ptr<job> job_queue::find(std::uint64_t id) const {
    const std::scoped_lock guard{lock_};
    const auto found = jobs_.find(id);
    return found == jobs_.end() ? nullptr : found->second;
}

std::vector<std::shared_ptr<job>> job_queue::list(std::uint64_t before, std::size_t most) const {
    const std::scoped_lock guard{lock_};
    std::vector<std::shared_ptr<job>> found;
    auto next = jobs_.lower_bound(before);
    while (next != jobs_.begin() && found.size() < most) {
        --next;
        found.push_back(next->second);
    }
    return found;
}

std::size_t job_queue::place_of(std::uint64_t id) const {
    const std::scoped_lock guard{lock_};
    const auto found = std::ranges::find_if(
        waiting_, [id](const waiting_job& each) { return each.what->id() == id; });
    return found == waiting_.end() ? 0 : static_cast<std::size_t>(found - waiting_.begin()) + 1;
}

bool job_queue::is_busy() const {
    const std::scoped_lock guard{lock_};
    return std::ranges::any_of(jobs_, [](const auto& each) {
        const job_state state = each.second->state();
        return state == job_state::running || state == job_state::stopping;
    });
}

void job_queue::stop(job& one) {
    bool did_wait = false;
    {
        const std::scoped_lock guard{lock_};
        did_wait = std::erase_if(waiting_, [&](const waiting_job& each) {
                       return each.what.get() == &one;
                   }) > 0;
    }
    if (did_wait) {
        one.finish({.verdict = "interrupted",
                    .status = interrupted_status,
                    .error = "stopped before it began"});
        keep(one);
    } else if (!one.stop() && one.state() == job_state::ended) {
        throw refusal{409, fmt::format("run {} has ended", one.id())};
    }
}

void job_queue::do_jobs(const std::stop_token& over) {
    for (;;) {
        std::unique_lock guard{lock_};
        if (!changed_.wait(guard, over, [this] { return !waiting_.empty(); }) ||
            over.stop_requested()) {
            return;
        }
        const waiting_job next = std::move(waiting_.front());
        waiting_.pop_front();
        guard.unlock();
        do_job(next);
    }
}

void job_queue::do_job(const waiting_job& next) {
    job& doing = *next.what;
    doing.begin();
    keep(doing);
    job_end end;
    try {
        end = next.to_do(doing);
    } catch (const std::exception& wrong) {
        end = end_with(wrong);
    }
    doing.finish(std::move(end));
    keep(doing);
}

void job_queue::keep(job& one) {
    try {
        kept_->keep(one);
        one.forget_result();
    } catch (const std::exception& wrong) {
        if (one.state() == job_state::ended) {
            job_end end = one.end();
            end.remark = one_line(wrong.what());
            one.restore(std::move(end), one.seconds());
        }
    }
}

void job_queue::stop_late_jobs(const std::stop_token& over) {
    std::unique_lock guard{lock_};
    while (!over.stop_requested()) {
        changed_.wait_for(guard, over, between_late_looks, [] { return false; });
        for (const auto& [id, each] : jobs_) {
            if (each->state() == job_state::running &&
                each->seconds() > static_cast<double>(limits_.seconds)) {
                each->stop();
            }
        }
    }
}

}  // namespace tutti::serve
