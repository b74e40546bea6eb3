#include "answer_lane.hpp"

#include <functional>
#include <mutex>
#include <optional>
#include <stop_token>
#include <utility>

#include <boost/asio.hpp>
#include <fmt/format.h>
#include <poll.h>

namespace tutti::serve {
namespace {

namespace asio = boost::asio;
using clock = std::chrono::steady_clock;

constexpr std::chrono::milliseconds between_looks{250};
constexpr unsigned first_error_status = 400;
constexpr unsigned too_much = 503;

// Every exception becomes an answer, because the threads of the pool must not be left by one.
answer made_by(application& application, const api_request& request) {
    try {
        return application.respond(request);
    } catch (const refusal& why) {
        return answer_of(why);
    } catch (const std::exception& fault) {
        return answer_of(refusal{500, fault.what()});
    }
}

enum class client_state : std::uint8_t { here, closed_its_side, gone };

// Some close their side when they have asked, and wait all the same.
client_state state_of(asio::ip::tcp::socket& client) {
    pollfd look{.fd = client.native_handle(), .events = POLLRDHUP, .revents = 0};
    if (::poll(&look, 1, 0) <= 0) {
        return client_state::here;
    }
    const bool is_gone = (look.revents & (POLLERR | POLLHUP | POLLNVAL)) != 0;
    return is_gone ? client_state::gone : client_state::closed_its_side;
}

}  // namespace

/// State of an answer that the thread that makes it shares with the lane. It may outlive all other
/// objects.
struct answer_lane::pending_answer {
    api_request request;
    std::stop_source stop{};
    std::mutex lock{};
    std::function<void(answer)> deliver{};  ///< under the lock; empty when no client waits any more
};

/// An answer on its way to the connection, and the timer that it wakes.
struct answer_lane::arrival {
    asio::steady_timer ready;
    std::optional<answer> made{};
};

/// An answer that is awaited: among those of its lane, as long as this lives.
class answer_lane::awaited_answer {
public:
    awaited_answer(answer_lane& lane, application& application, api_request request,
                   asio::ip::tcp::socket& client)
        : lane_{&lane},
          client_{&client},
          coming_{std::make_shared<arrival>(asio::steady_timer{*lane.context_})} {
        one_->request = std::move(request);
        one_->request.stop = one_->stop.get_token();
        // The worker posts the answer to the thread of the context, which alone touches the
        // connection. Cancelling the timer wakes the coroutine.
        one_->deliver = [context = lane.context_, coming = coming_](answer made) {
            asio::post(*context, [coming, made = std::move(made)]() mutable {
                coming->made = std::move(made);
                coming->ready.cancel();
            });
        };
        lane.pending_.insert(one_);
        task_ = lane.workers_.add([one = one_, from = &application] {
            answer made = made_by(*from, one->request);
            const std::scoped_lock guard{one->lock};
            if (one->deliver) {
                one->deliver(std::move(made));
            }
        });
    }
    awaited_answer(const awaited_answer&) = delete;
    awaited_answer& operator=(const awaited_answer&) = delete;
    // The worker may still be at work. Without `deliver`, its answer is dropped.
    ~awaited_answer() {
        lane_->pending_.erase(one_);
        const std::scoped_lock guard{one_->lock};
        one_->deliver = nullptr;
    }

    // Ends when the answer is there, or has to be asked for again.
    [[nodiscard]] asio::awaitable<void> wait() {
        coming_->ready.expires_after(between_looks);
        co_await coming_->ready.async_wait(in_turn);
    }

    // The answer, if it is there or given up; what no client waits for any more is stopped.
    [[nodiscard]] std::optional<answer> look() {
        if (auto made = std::exchange(coming_->made, std::nullopt)) {
            // An answer that was complete in spite of the request to stop is still delivered.
            const bool is_stopped = !why_stopped_.empty() && made->status >= first_error_status;
            return is_stopped ? refused() : std::move(*made);
        }
        if (why_stopped_.empty()) {
            why_stopped_ = stop_reason();
            stopped_ = clock::now();
        }
        if (why_stopped_.empty()) {
            return std::nullopt;
        }
        one_->stop.request_stop();
        // A task that has not begun is withdrawn at once; one that ignores the request to stop
        // loses its thread after a grace period.
        const bool is_late = clock::now() - stopped_ >= lane_->patience_.stop;
        const bool is_over =
            lane_->workers_.withdraw(task_) || (is_late && lane_->workers_.abandon(task_));
        return is_over ? std::optional{refused()} : std::nullopt;
    }

private:
    // Why the answer should be stopped, or an empty text.
    [[nodiscard]] std::string stop_reason() {
        const auto now = clock::now();
        const client_state state = state_of(*client_);
        if (state == client_state::here) {
            closed_.reset();
        } else if (!closed_) {
            closed_ = now;
        }
        const answer_timeouts& patience = lane_->patience_;
        if (state == client_state::gone || (closed_ && now - *closed_ >= patience.closed)) {
            return "the client has closed the connection";
        }
        return now - begun_ < patience.answer
                   ? std::string{}
                   : fmt::format("the answer takes more than {:.0f} s, and was abandoned",
                                 std::chrono::duration<double>{patience.answer}.count());
    }

    [[nodiscard]] answer refused() const { return answer_of(refusal{too_much, why_stopped_}); }

    answer_lane* lane_;
    asio::ip::tcp::socket* client_;
    std::shared_ptr<pending_answer> one_ = std::make_shared<pending_answer>();
    std::shared_ptr<arrival> coming_;
    worker_pool::ticket task_ = 0;
    clock::time_point begun_ = clock::now();
    std::optional<clock::time_point> closed_;  // since when the client has closed its side
    std::string why_stopped_;
    clock::time_point stopped_;
};

asio::awaitable<answer> answer_lane::respond(application& application, api_request request,
                                             asio::ip::tcp::socket& client) {
    awaited_answer one{*this, application, std::move(request), client};
    for (;;) {
        co_await one.wait();
        if (auto made = one.look()) {
            co_return std::move(*made);
        }
    }
}

std::size_t answer_lane::end() {
    for (const std::shared_ptr<pending_answer>& each : pending_) {
        each->stop.request_stop();
    }
    // All are asked to stop before any is waited for, so that their grace periods overlap.
    workers_.finish(patience_.stop);
    for (const std::shared_ptr<pending_answer>& each : pending_) {
        const std::scoped_lock guard{each->lock};
        each->deliver = nullptr;
    }
    return workers_.abandoned();
}

}  // namespace tutti::serve
