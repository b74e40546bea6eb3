#include "web/server/answer_lane.hpp"

#include <atomic>
#include <chrono>
#include <functional>
#include <optional>
#include <stdexcept>
#include <thread>
#include <utility>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <doctest/doctest.h>

TEST_SUITE("serve/answer_lane.hpp") {

namespace {

namespace asio = boost::asio;
using asio::ip::tcp;
using namespace tutti::serve;

constexpr std::chrono::milliseconds moment{1};
constexpr std::chrono::milliseconds for_ever = std::chrono::hours{1};

/// Answers as the test sets it, and counts the answers that it began.
struct told_application final : application {
    explicit told_application(std::function<answer(const api_request&)> function)
        : how_{std::move(function)} {}

    answer respond(const api_request& api_call) override {
        ++begun;
        return how_(api_call);
    }
    bool is_quick(const api_request& /*request*/) const noexcept override { return false; }
    std::unique_ptr<event_feed> follow(const request_target& /*target*/) override { return {}; }

    std::atomic<int> begun = 0;

private:
    std::function<answer(const api_request&)> how_;
};

answer until_stopped(const api_request& request) {
    while (!request.stop.stop_requested()) {
        std::this_thread::sleep_for(moment);
    }
    require_wanted(request.stop);
    return {};
}

/// A lane of one thread, and a client's connection.
struct served_client {
    answer_lane lane;  // outlives what waits in the context
    asio::io_context context;
    tcp::acceptor acceptor{context, {asio::ip::address_v4::loopback(), 0}};
    tcp::socket client{context};
    tcp::socket connection{context};

    explicit served_client(const answer_timeouts& patience) : lane{context, 1, patience} {
        client.connect(acceptor.local_endpoint());
        connection = acceptor.accept();
    }

    // Puts the answer into `to` when it is there, and then calls `then`.
    void ask(
        application& application, std::optional<answer>& to, std::function<void()> then = [] {}) {
        asio::co_spawn(context, await(application, to, std::move(then)), asio::detached);
    }

    // As long as something is awaited.
    void run() { context.run(); }

private:
    asio::awaitable<void> await(application& application, std::optional<answer>& to,
                                std::function<void()> then) {
        api_request request;
        to = co_await lane.respond(application, std::move(request), connection);
        then();
    }
};

}  // namespace

TEST_CASE("a client that has closed its side gets what takes no time, and nothing else goes on") {
    served_client client{{.answer = for_ever, .closed = 300 * moment, .stop = for_ever}};
    told_application quick{[](const api_request&) { return answer{.body = "quick"}; }};
    // The only thread stays taken until the third is refused.
    std::atomic<bool> is_third_refused = false;
    told_application slow{[&](const api_request& request) {
        while (!is_third_refused) {
            std::this_thread::sleep_for(moment);
        }
        return until_stopped(request);
    }};
    client.client.shutdown(tcp::socket::shutdown_send);
    std::optional<answer> first;
    std::optional<answer> second;
    std::optional<answer> third;
    client.ask(quick, first);
    client.ask(slow, second);
    client.ask(slow, third, [&] { is_third_refused = true; });
    client.run();
    CHECK(first.value().body == "quick");
    CHECK(second.value().status == 503);
    CHECK(second.value().body.find("the client has closed the connection") != std::string::npos);
    CHECK(third.value().status == 503);
    CHECK(slow.begun == 1);
}

TEST_CASE("what a client that is gone had asked is stopped at once") {
    served_client client{{.answer = for_ever, .closed = for_ever, .stop = for_ever}};
    told_application slow{until_stopped};
    client.client.set_option(asio::socket_base::linger{true, 0});
    client.client.close();
    std::optional<answer> made;
    client.ask(slow, made);
    client.run();
    CHECK(made.value().status == 503);
}

TEST_CASE("an error of the application is an answer") {
    served_client client{{.answer = for_ever, .closed = for_ever, .stop = for_ever}};
    told_application faulty{
        [](const api_request&) -> answer { throw std::runtime_error{"out of luck"}; }};
    std::optional<answer> made;
    client.ask(faulty, made);
    client.run();
    CHECK(made.value().status == 500);
    CHECK(made.value().body.find("out of luck") != std::string::npos);
}

TEST_CASE("one that never ends blocks no thread") {
    std::atomic<bool> may_end = false;
    std::atomic<bool> has_ended = false;
    told_application stuck{[&](const api_request&) {
        while (!may_end) {
            std::this_thread::sleep_for(moment);
        }
        has_ended = true;
        return answer{};
    }};
    told_application quick{[](const api_request&) { return answer{.body = "quick"}; }};
    {
        served_client client{{.answer = 50 * moment, .closed = for_ever, .stop = 50 * moment}};
        std::optional<answer> first;
        client.ask(stuck, first);
        client.run();
        CHECK(first.value().status == 503);
        client.context.restart();
        std::optional<answer> second;
        client.ask(quick, second);
        client.run();
        CHECK(second.value().body == "quick");
        CHECK(client.lane.end() == 1);
        CHECK_FALSE(has_ended);
    }
    may_end = true;
    while (!has_ended) {
        std::this_thread::sleep_for(moment);
    }
    // The thread that was left has no more to do than to end.
    std::this_thread::sleep_for(50 * moment);
}

}  // TEST_SUITE
