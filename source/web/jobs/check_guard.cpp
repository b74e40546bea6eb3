#include "check_guard.hpp"

#include <algorithm>
#include <exception>
#include <future>
#include <stop_token>
#include <utility>

namespace tutti::program {

check_guard::check_guard(std::size_t threads, const check_timeouts& patience)
    : patience_{patience}, workers_{threads} {}

std::optional<web_job> check_guard::finish(
    const submitted_plan& plan, const std::function<web_job(const submitted_plan& plan)>& check) {
    const std::string task = plan.values.value("collective").value_or("");
    if (is_slow(task)) {
        return std::nullopt;
    }
    std::stop_source stop;
    // The check has a separate stop source: it is stopped by the client as well as by the
    // timeout.
    const std::stop_callback forwards{plan.stop, [&stop] { stop.request_stop(); }};
    submitted_plan own = plan;
    own.stop = stop.get_token();
    // The promise is shared, because an abandoned check may set it after this function returned.
    auto made = std::make_shared<std::promise<web_job>>();
    auto result = made->get_future();
    const auto number = workers_.add([begun = begun_, task, own = std::move(own), check, made] {
        std::unique_lock guard{begun->lock};
        const auto begin = begun->begins.emplace(task, clock::now());
        guard.unlock();
        try {
            made->set_value(check(own));
        } catch (...) {
            made->set_exception(std::current_exception());
        }
        guard.lock();
        begun->begins.erase(begin);
    });
    if (result.wait_for(patience_.check) == std::future_status::ready) {
        return result.get();
    }
    stop.request_stop();
    if (result.wait_for(patience_.stop) != std::future_status::ready &&
        !workers_.withdraw(number)) {
        workers_.abandon(number);
    }
    return std::nullopt;
}

// Checks of a program that hangs occupy a thread each; the next one is left to its job.
bool check_guard::is_slow(const std::string& task) const {
    const std::scoped_lock guard{begun_->lock};
    const auto same = begun_->begins.equal_range(task);
    return std::any_of(same.first, same.second, [this](const auto& each) {
        return clock::now() - each.second > patience_.same_task;
    });
}

}  // namespace tutti::program
