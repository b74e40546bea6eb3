#include "job_queue.hpp"

#include <algorithm>
#include <exception>

#include <fmt/chrono.h>

#include "util/counts.hpp"
#include "util/value_syntax.hpp"
#include "web/server/request.hpp"

namespace tutti::serve {
namespace {

constexpr int failure_status = 4;
constexpr int interrupted_status = 130;
constexpr std::chrono::milliseconds longest_between_looks{500};

job_end end_of_stuck_job(std::chrono::milliseconds patience) {
    return {.verdict = "interrupted",
            .status = interrupted_status,
            .error = fmt::format("the program does not end its slot: it was abandoned {:.0f} s "
                                 "after the request to stop",
                                 std::chrono::duration<double>{patience}.count())};
}

}  // namespace

job_queue::job_queue(archive& archive, const queue_limits& limits)
    : archive_{&archive}, limits_{limits}, workers_{static_cast<std::size_t>(limits.runs)} {
    // Numbers continue behind those in the archive, so that links to earlier runs stay valid.
    for (std::shared_ptr<job>& each : archive.read()) {
        last_id_ = std::max(last_id_, each->id());
        jobs_.emplace(each->id(), std::move(each));
    }
    watcher_ = std::jthread{[this](const std::stop_token& over) { stop_late_jobs(over); }};
}

job_queue::~job_queue() { end(); }

std::size_t job_queue::end() {
    {
        const std::scoped_lock guard{lock_};
        for (const auto& [id, each] : jobs_) {
            each->stop();
        }
    }
    // All jobs are asked to stop before the first is waited for, so that they share one grace
    // period. The lock is free meanwhile: jobs need it in order to end.
    workers_.finish(limits_.stop_timeout);
    std::vector<queued_job> left;
    {
        const std::scoped_lock guard{lock_};
        for (const auto& [id, ticket] : begun_) {
            left.push_back({.job = jobs_.at(id), .ticket = ticket});
        }
    }
    for (const queued_job& each : left) {
        give_up(each);
    }
    return workers_.abandoned();
}

std::shared_ptr<job> job_queue::add(job_request request, work to_do) {
    if (workers_.abandoned() >= worker_pool::most_abandoned) {
        throw refusal{
            503,
            fmt::format("{} do not end their slots, and no more are started; restart the server",
                        quantity(workers_.abandoned(), "run"))};
    }
    const std::string time_of_day = fmt::format("{:%FT%TZ}", fmt::gmtime(std::time(nullptr)));
    std::shared_ptr<job> made;
    {
        const std::scoped_lock guard{lock_};
        if (waiting_.size() >= limits_.waiting) {
            throw refusal{429, fmt::format("{} wait, and the queue is full; try again later",
                                           quantity(waiting_.size(), "job"))};
        }
        made = std::make_shared<job>(++last_id_, std::move(request), time_of_day);
        jobs_.emplace(made->id(), made);
    }
    // The job is in the archive before it can begin, so that a crash of the server does not lose
    // it.
    keep(*made);
    const std::scoped_lock guard{lock_};
    const auto ticket =
        workers_.add([this, made, to_do = std::move(to_do)] { do_job(made, to_do); });
    waiting_.push_back({.job = made, .ticket = ticket});
    return made;
}

std::shared_ptr<job> job_queue::find(std::uint64_t id) const {
    const std::scoped_lock guard{lock_};
    const auto position = jobs_.find(id);
    return position == jobs_.end() ? nullptr : position->second;
}

std::vector<std::shared_ptr<job>> job_queue::list(std::uint64_t before, std::size_t most) const {
    const std::scoped_lock guard{lock_};
    std::vector<std::shared_ptr<job>> jobs;
    auto next = jobs_.lower_bound(before);
    while (next != jobs_.begin() && jobs.size() < most) {
        --next;
        jobs.push_back(next->second);
    }
    return jobs;
}

std::size_t job_queue::place_of(std::uint64_t id) const {
    const std::scoped_lock guard{lock_};
    const auto position = std::ranges::find_if(
        waiting_, [id](const queued_job& each) { return each.job->id() == id; });
    return position == waiting_.end() ? 0 : position_at(waiting_, position) + 1;
}

bool job_queue::is_busy() const {
    const std::scoped_lock guard{lock_};
    return std::ranges::any_of(jobs_, [](const auto& each) {
        const job_state state = each.second->state();
        return state == job_state::running || state == job_state::stopping;
    });
}

// Withdrawal from the pool decides the race with its threads: a job that was withdrawn never
// begins.
void job_queue::stop(job& entry) {
    bool did_wait = false;
    {
        const std::scoped_lock guard{lock_};
        const auto position = std::ranges::find(
            waiting_, entry.id(), [](const queued_job& each) { return each.job->id(); });
        if (position != waiting_.end()) {
            did_wait = workers_.withdraw(position->ticket);
        }
        if (did_wait) {
            waiting_.erase(position);
        }
    }
    if (did_wait) {
        entry.finish({.verdict = "interrupted",
                      .status = interrupted_status,
                      .error = "stopped before it began"});
        keep(entry);
    } else if (!entry.stop() && entry.state() == job_state::ended) {
        throw refusal{409, fmt::format("run {} has ended", entry.id())};
    }
}

// One that was given up has ended when its work does, and the queue may be gone.
void job_queue::do_job(const std::shared_ptr<job>& doing, const work& to_do) {
    {
        const std::scoped_lock guard{lock_};
        const auto position = std::ranges::find(waiting_, doing, &queued_job::job);
        begun_.emplace(doing->id(), position->ticket);
        waiting_.erase(position);
    }
    doing->begin();
    keep(*doing);
    job_end end;
    try {
        end = to_do(*doing);
    } catch (const std::exception& wrong) {
        end = {.status = failure_status, .error = one_line(wrong.what())};
    }
    // False means that the queue gave this job up, and `this` may be gone.
    if (doing->finish(std::move(end))) {
        keep(*doing);
        const std::scoped_lock guard{lock_};
        begun_.erase(doing->id());
    }
}

// An archive that cannot be written leaves the result in memory, with a remark.
void job_queue::keep(job& entry) {
    try {
        archive_->keep(entry);
        entry.forget_result();
    } catch (const std::exception& wrong) {
        if (entry.state() == job_state::ended) {
            job_end end = entry.end();
            end.remark = one_line(wrong.what());
            entry.restore(std::move(end), entry.seconds());
        }
    }
}

void job_queue::give_up(const queued_job& job) {
    if (job.job->finish(end_of_stuck_job(limits_.stop_timeout))) {
        workers_.abandon(job.ticket);
        keep(*job.job);
        const std::scoped_lock guard{lock_};
        begun_.erase(job.job->id());
    }
}

void job_queue::stop_late_jobs(const std::stop_token& over) {
    const auto between_looks = std::min(longest_between_looks, limits_.stop_timeout);
    std::unique_lock guard{lock_};
    while (!over.stop_requested()) {
        changed_.wait_for(guard, over, between_looks, [] { return false; });
        const std::vector<queued_job> stuck = find_stuck_jobs();
        // Giving up a job takes the lock again and writes to the archive.
        guard.unlock();
        for (const queued_job& each : stuck) {
            give_up(each);
        }
        guard.lock();
    }
}

// Those that were asked to stop long ago; what takes too long is asked now. Under the lock.
std::vector<job_queue::queued_job> job_queue::find_stuck_jobs() {
    std::vector<queued_job> stuck;
    for (const auto& [id, ticket] : begun_) {
        const std::shared_ptr<job>& each = jobs_.at(id);
        if (each->state() == job_state::running &&
            each->seconds() > static_cast<double>(limits_.seconds)) {
            each->stop();
        }
        if (each->stopping_time() > limits_.stop_timeout) {
            stuck.push_back({.job = each, .ticket = ticket});
        }
    }
    return stuck;
}

}  // namespace tutti::serve
