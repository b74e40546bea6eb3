#include "job.hpp"

#include <array>

#include <fmt/format.h>

#include "util/json_values.hpp"

namespace tutti::serve {

std::string_view name_of(job_state state) noexcept {
    constexpr std::array<std::string_view, 4> names{"waiting", "running", "stopping", "ended"};
    return names[fmt::underlying(state)];
}

job_state job::state() const {
    const std::scoped_lock guard{lock_};
    return state_;
}

job_end job::end() const {
    const std::scoped_lock guard{lock_};
    return end_;
}

double job::seconds() const {
    const std::scoped_lock guard{lock_};
    // While the job runs, its duration is that up to now.
    return seconds_.value_or(seconds_until_now());
}

// Since it began. The caller holds the lock.
double job::seconds_until_now() const {
    return state_ == job_state::waiting
               ? 0
               : std::chrono::duration<double>{clock::now() - began_}.count();
}

job::clock::duration job::stopping_time() const {
    const std::scoped_lock guard{lock_};
    return state_ == job_state::stopping ? clock::now() - stopped_ : clock::duration::zero();
}

// Followers compare the version to notice a change. The caller holds the lock.
void job::enter(job_state state) {
    state_ = state;
    ++version_;
}

void job::begin() {
    const std::scoped_lock guard{lock_};
    began_ = clock::now();
    stopped_ = began_;
    // A request to stop may arrive before the job begins; its grace period begins with the job.
    enter(stop_.stop_requested() ? job_state::stopping : job_state::running);
}

// The first call wins: a job that was abandoned is ended by the queue, and its thread may finish
// later.
bool job::finish(job_end end) {
    const std::scoped_lock guard{lock_};
    if (state_ == job_state::ended) {
        return false;
    }
    seconds_ = seconds_until_now();
    // The source of pictures refers to objects of the run, so that the last picture is made now
    // and the source released.
    if (make_picture_) {
        last_picture_ = make_picture_();
        make_picture_ = nullptr;
    }
    end_ = std::move(end);
    enter(job_state::ended);
    return true;
}

void job::restore(job_end end, double seconds) {
    const std::scoped_lock guard{lock_};
    seconds_ = seconds;
    end_ = std::move(end);
    enter(job_state::ended);
}

// The archive has the result; keeping those of all jobs in memory would accumulate.
void job::forget_result() {
    const std::scoped_lock guard{lock_};
    end_.result.clear();
}

bool job::stop() {
    const std::scoped_lock guard{lock_};
    if (state_ == job_state::ended || !stop_.request_stop()) {
        return false;
    }
    stopped_ = clock::now();
    if (state_ == job_state::running) {
        enter(job_state::stopping);
    }
    return true;
}

void job::show(std::function<boost::json::object()> picture) {
    const std::scoped_lock guard{lock_};
    make_picture_ = std::move(picture);
}

boost::json::value job::picture() const {
    const std::scoped_lock guard{lock_};
    return make_picture_ ? boost::json::value(make_picture_()) : last_picture_;
}

// Followers share one text within this time, so that their number does not multiply the work.
std::string job::picture_text() const {
    constexpr std::chrono::milliseconds shortest{50};
    const std::scoped_lock guard{lock_};
    const clock::time_point now = clock::now();
    if (!make_picture_ || now - picture_made_ >= shortest) {
        picture_text_ = serialized(make_picture_ ? make_picture_() : last_picture_);
        picture_made_ = now;
    }
    return picture_text_;
}

boost::json::object job::facts() const {
    const double taken = seconds();
    const std::scoped_lock guard{lock_};
    const bool is_over = state_ == job_state::ended;
    return {{"id", id_},
            {"command", request_.command},
            {"text", request_.text},
            {"where", or_null(request_.filter)},
            {"state", name_of(state_)},
            {"created", created_},
            {"seconds", rounded(taken, 6)},
            {"verdict", or_null(end_.verdict)},
            {"status", is_over ? boost::json::value(end_.status) : boost::json::value(nullptr)},
            {"error", or_null(end_.error)},
            {"remark", or_null(end_.remark)},
            {"has_recording", end_.has_recording},
            {"why_not_recorded", or_null(end_.unrecorded_reason)}};
}

std::string with_result(const boost::json::object& facts, std::string_view result) {
    std::string text = serialized(facts);
    text.pop_back();
    return fmt::format("{},\"result\":{}}}\n", text, result.empty() ? "null" : result);
}

}  // namespace tutti::serve
