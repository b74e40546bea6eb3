/// @file
/// Job of the server, from the request to the result.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>

#include <boost/json.hpp>

namespace tutti::serve {

enum class job_state : std::uint8_t { waiting, running, stopping, ended };

[[nodiscard]] std::string_view name_of(job_state state) noexcept;

/// Request for a job.
struct job_request {
    std::string command;         ///< "run"
    std::string text;            ///< the command line that repeats it
    boost::json::object plan{};  ///< as it was sent
    std::string filter{};        ///< of a sweep: which runs of the store are its own
};

/// Result of a job.
struct job_end {
    std::string verdict{};  ///< empty where there is none
    int status = 0;         ///< of the command
    std::string result{};   ///< JSON, or empty
    std::string error{};    ///< why there is no result, or empty
    std::string remark{};   ///< why the store does not have it, or empty
    bool has_recording = false;
    std::string unrecorded_reason{};  ///< or empty
};

/// A job. All but its request may change at any time; any thread may read and update it.
class job {
public:
    using clock = std::chrono::steady_clock;

    /// @param created the time of the day, as text
    job(std::uint64_t id, job_request request, std::string created)
        : id_{id}, request_{std::move(request)}, created_{std::move(created)} {}

    [[nodiscard]] std::uint64_t id() const noexcept { return id_; }
    [[nodiscard]] const job_request& asked() const noexcept { return request_; }

    [[nodiscard]] job_state state() const;
    /// Changes whenever the state does.
    [[nodiscard]] unsigned version() const noexcept { return version_; }
    [[nodiscard]] job_end end() const;
    /// Since it began, or between its begin and its end.
    [[nodiscard]] double seconds() const;

    /// For how long it has been running although it was asked to stop.
    [[nodiscard]] clock::duration stopping_time() const;

    /// @pre it waits
    void begin();
    /// @return false if it has ended before: then nothing changes
    bool finish(job_end end);
    /// It ended in the past. @param seconds that it took
    void restore(job_end end, double seconds);

    /// Its result is kept elsewhere.
    void forget_result();

    /// Asks the job to stop; true if it is running or waiting, and was not asked before.
    bool stop();
    [[nodiscard]] std::stop_token stop_token() const { return stop_.get_token(); }

    /// Number of clients that follow it; pictures may be omitted where it is 0.
    [[nodiscard]] std::atomic<int>& followers() noexcept { return followers_; }

    /// Sets the source of pictures until the job ends. Thread safety: any thread.
    void show(std::function<boost::json::object()> picture);
    /// The latest, or null.
    [[nodiscard]] boost::json::value picture() const;
    /// The same as text, made at most 20 times a second however many follow.
    [[nodiscard]] std::string picture_text() const;

    /// State of the job, without plan and result.
    [[nodiscard]] boost::json::object facts() const;

private:
    void enter(job_state state);
    [[nodiscard]] double seconds_until_now() const;

    std::uint64_t id_;
    job_request request_;
    std::string created_;
    std::stop_source stop_;
    std::atomic<unsigned> version_ = 0;
    std::atomic<int> followers_ = 0;
    mutable std::mutex lock_;
    job_state state_ = job_state::waiting;
    job_end end_;
    clock::time_point began_;
    clock::time_point stopped_;
    std::optional<double> seconds_;
    std::function<boost::json::object()> make_picture_;
    boost::json::value last_picture_;
    mutable std::string picture_text_ = "null";
    mutable clock::time_point picture_made_;
};

/// Facts of a job with its result as a member, to the byte as it was printed; null if it is empty.
[[nodiscard]] std::string with_result(const boost::json::object& facts, std::string_view result);

}  // namespace tutti::serve
