#include "answer_lane.hpp"

#include <functional>
#include <mutex>
#include <optional>
#include <stop_token>
#include <utility>

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <fmt/format.h>
#include <poll.h>

namespace tutti::serve {
namespace {

namespace asio = boost::asio;
using clock = std::chrono::steady_clock;

constexpr auto in_turn = asio::as_tuple(asio::use_awaitable);
constexpr std::chrono::milliseconds between_looks{250};
constexpr unsigned wrong = 400;
constexpr unsigned too_much = 503;

answer made_by(application& what, const api_request& request) {
    try {
        return what.respond(request);
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

/// How long a client has been waiting, and whether it still does.
class client_watch {
public:
    client_watch(asio::ip::tcp::socket& client, const answer_patience& patience)
        : client_{&client}, patience_{patience} {}

    // Why the answer should be stopped, or an empty text.
    [[nodiscard]] std::string why_stop() {
        const auto now = clock::now();
        const client_state state = state_of(*client_);
        if (state == client_state::here) {
            closed_.reset();
        } else if (!closed_) {
            closed_ = now;
        }
        if (state == client_state::gone || (closed_ && now - *closed_ >= patience_.closed)) {
            return "the client has closed the connection";
        }
        return now - begun_ < patience_.answer
                   ? std::string{}
                   : fmt::format("the answer takes more than {:.0f} s, and was given up",
                                 std::chrono::duration<double>{patience_.answer}.count());
    }

private:
    asio::ip::tcp::socket* client_;
    answer_patience patience_;
    clock::time_point begun_ = clock::now();
    std::optional<clock::time_point> closed_;
};

}  // namespace

/// What the thread that makes an answer has of it. It may outlive all else.
struct answer_lane::pending_answer {
    api_request request;
    std::stop_source stop{};
    std::mutex lock{};
    std::function<void(answer)> deliver{};  ///< under the lock; empty when nobody waits any more
};

/// An answer on its way to the connection, and the timer that it wakes.
struct answer_lane::arrival {
    explicit arrival(asio::io_context& context) : ready{context} {}

    std::optional<answer> made;
    asio::steady_timer ready;
};

/// Keeps an answer among those that are awaited, as long as it lives.
class answer_lane::place {
public:
    place(answer_lane& lane, std::shared_ptr<pending_answer> one)
        : lane_{&lane}, one_{std::move(one)} {
        lane_->pending_.insert(one_);
    }
    place(const place&) = delete;
    place(place&&) = delete;
    place& operator=(const place&) = delete;
    place& operator=(place&&) = delete;
    ~place() {
        lane_->pending_.erase(one_);
        const std::scoped_lock guard{one_->lock};
        one_->deliver = nullptr;
    }

private:
    answer_lane* lane_;
    std::shared_ptr<pending_answer> one_;
};

answer_lane::answer_lane(asio::io_context& context, std::size_t threads,
                         const answer_patience& patience)
    : context_{&context}, patience_{patience}, workers_{threads} {}

answer_lane::~answer_lane() = default;

asio::awaitable<answer> answer_lane::respond(application& what, api_request request,
                                             asio::ip::tcp::socket& client) {
    const auto one = std::make_shared<pending_answer>();
    one->request = std::move(request);
    one->request.stop = one->stop.get_token();
    const auto coming = std::make_shared<arrival>(*context_);
    one->deliver = [context = context_, coming](answer made) {
        asio::post(*context, [coming, made = std::move(made)]() mutable {
            coming->made = std::move(made);
            coming->ready.cancel();
        });
    };
    const place awaited{*this, one};
    const worker_pool::ticket task = workers_.add([one, from = &what] {
        answer made = made_by(*from, one->request);
        const std::scoped_lock guard{one->lock};
        if (one->deliver) {
            one->deliver(std::move(made));
        }
    });
    client_watch watch{client, patience_};
    std::string why_stopped;
    clock::time_point stopped;
    for (;;) {
        coming->ready.expires_after(between_looks);
        co_await coming->ready.async_wait(in_turn);
        if (coming->made) {
            const bool is_stopped = !why_stopped.empty() && coming->made->status >= wrong;
            co_return is_stopped ? answer_of(refusal{too_much, why_stopped})
                                 : std::move(*coming->made);
        }
        const auto now = clock::now();
        if (why_stopped.empty()) {
            why_stopped = watch.why_stop();
            stopped = now;
        }
        if (!why_stopped.empty()) {
            one->stop.request_stop();
            const bool is_over = workers_.withdraw(task) ||
                                 (now - stopped >= patience_.stop && workers_.abandon(task));
            if (is_over) {
                co_return answer_of(refusal{too_much, why_stopped});
            }
        }
    }
}

std::size_t answer_lane::end() {
    for (const std::shared_ptr<pending_answer>& each : pending_) {
        each->stop.request_stop();
    }
    workers_.finish(patience_.stop);
    for (const std::shared_ptr<pending_answer>& each : pending_) {
        const std::scoped_lock guard{each->lock};
        each->deliver = nullptr;
    }
    return workers_.abandoned();
}

}  // namespace tutti::serve
