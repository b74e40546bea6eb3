/// @file
/// Queue of requests that worker threads answer.
#pragma once

#include <chrono>
#include <cstddef>
#include <memory>
#include <set>

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/use_awaitable.hpp>

#include "request.hpp"
#include "worker_pool.hpp"

namespace tutti::serve {

/// Completion token of the server's coroutines: errors are results.
inline constexpr auto in_turn = boost::asio::as_tuple(boost::asio::use_awaitable);

/// Time limits of answers.
struct answer_timeouts {
    std::chrono::milliseconds answer;  ///< then it is asked to stop
    std::chrono::milliseconds closed;  ///< the same, after the client has closed its side
    std::chrono::milliseconds stop;    ///< then its thread is abandoned
};

/// Executor of answers on separate threads, which stops those without a client.
///
/// Thread safety: the thread that runs the context. `respond()` of the application is called by the
/// lane's threads.
class answer_lane {
public:
    /// @param context that `respond()` is awaited in; destroyed before this, with what waits in it
    answer_lane(boost::asio::io_context& context, std::size_t threads,
                const answer_timeouts& patience)
        : context_{&context}, patience_{patience}, workers_{threads} {}

    /// Requests that wait or are being answered.
    [[nodiscard]] std::size_t size() const noexcept { return pending_.size(); }

    /// The answer to a request, or that there is none.
    /// @param client on whose connection it came, which may be closed before it is there
    /// @param application outlives all answers
    [[nodiscard]] boost::asio::awaitable<answer> respond(application& application,
                                                         api_request request,
                                                         boost::asio::ip::tcp::socket& client);

    /// Stops all, and waits for those that heed it.
    /// @return threads that go on all the same
    std::size_t end();

private:
    struct pending_answer;
    struct arrival;
    class awaited_answer;

    boost::asio::io_context* context_;
    answer_timeouts patience_;
    std::set<std::shared_ptr<pending_answer>> pending_;
    worker_pool workers_;
};

}  // namespace tutti::serve
