#include "web/server/http_server.hpp"

#include <array>
#include <atomic>
#include <chrono>
#include <memory>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/read.hpp>
#include <boost/asio/read_until.hpp>
#include <boost/asio/write.hpp>
#include <doctest/doctest.h>
#include <fmt/format.h>

TEST_SUITE("serve/http_server.hpp") {

namespace {

namespace asio = boost::asio;
using asio::ip::tcp;
using namespace tutti::serve;

constexpr std::size_t most_body = 100;
constexpr int followed_pictures = 3;

/// Says what it was asked; what can be followed is three pictures.
class parrot final : public application {
public:
    answer respond(const api_request& request) override {
        ++answered;
        if (request.target.path == std::vector<std::string>{"fault"}) {
            throw std::runtime_error{"a fault\nof ours"};
        }
        if (request.target.path == std::vector<std::string>{"none"}) {
            throw refusal{404, "there is none"};
        }
        return {.body = fmt::format("{} {} {}", request.method, request.target.path.size(),
                                    request.body)};
    }

    bool is_quick(const api_request& request) const noexcept override {
        return request.target.path.size() == 1;
    }

    std::unique_ptr<event_feed> follow(const request_target& target) override {
        if (target.path.back() != "events") {
            throw refusal{404, "there is nothing to follow"};
        }
        return std::make_unique<pictures>();
    }

    std::atomic<int> answered = 0;

private:
    class pictures final : public event_feed {
    public:
        step next() override {
            ++told_;
            return {.messages = {fmt::format("picture {}", told_)},
                    .is_last = told_ == followed_pictures};
        }

    private:
        int told_ = 0;
    };
};

constexpr std::string_view upgrade =
    "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n";

// With 1000, the word for an end that is as it should be.
constexpr std::string_view close_frame = "\x88\x02\x03\xe8";

/// A server in a separate thread.
class served {
public:
    explicit served(std::string token = {})
        : server_{make_http_server(
              {.token = std::move(token), .body_bytes = most_body, .graph_bytes = most_body})},
          thread_{[this] { server_->run(what_); }} {
        const std::string address = server_->address();
        const std::size_t begin = address.find("//") + 2;
        host_ = address.substr(begin, address.find('/', begin) - begin);
    }
    served(const served&) = delete;
    served(served&&) = delete;
    served& operator=(const served&) = delete;
    served& operator=(served&&) = delete;
    ~served() { server_->stop(); }

    [[nodiscard]] const std::string& host() const noexcept { return host_; }
    [[nodiscard]] unsigned short port() const {
        return static_cast<unsigned short>(std::stoul(host_.substr(host_.find(':') + 1)));
    }
    [[nodiscard]] int answered() const noexcept { return what_.answered; }

    // All that comes until the server closes the connection, or there is nothing more to say.
    std::string said_to(std::string_view bytes) {
        asio::io_context context;
        tcp::socket socket{context};
        socket.connect({asio::ip::address_v4::loopback(), port()});
        boost::system::error_code ignored;
        asio::write(socket, asio::buffer(bytes), ignored);
        socket.shutdown(tcp::socket::shutdown_send, ignored);
        std::string text;
        asio::read(socket, asio::dynamic_buffer(text), ignored);
        return text;
    }

    // Answer to a client that follows, up to where the server closes the socket.
    std::string node_knowledge(std::string_view line) {
        asio::io_context context;
        tcp::socket socket{context};
        socket.connect({asio::ip::address_v4::loopback(), port()});
        asio::write(socket, asio::buffer(fmt::format("{} HTTP/1.1\r\nHost: {}\r\n{}\r\n", line,
                                                     host_, upgrade)));
        std::string text;
        boost::system::error_code ignored;
        asio::read_until(socket, asio::dynamic_buffer(text), close_frame, ignored);
        return text;
    }

    // A request with a host, and these lines more.
    std::string ask(std::string_view line, std::string_view more = {}, std::string_view body = {}) {
        return said_to(fmt::format("{} HTTP/1.1\r\nHost: {}\r\n{}\r\n{}", line, host_, more, body));
    }

private:
    parrot what_;
    std::unique_ptr<http_server> server_;
    std::string host_;
    std::jthread thread_;
};

bool has(std::string_view text, std::string_view part) {
    return text.find(part) != std::string_view::npos;
}

}  // namespace

TEST_CASE("the page is served, and what browsers may do with it is said") {
    served server;
    const std::string page = server.ask("GET /");
    CHECK(page.starts_with("HTTP/1.1 200 OK\r\n"));
    for (const std::string line : {"Content-Security-Policy: default-src 'none'; script-src 'self'",
                                   "X-Content-Type-Options: nosniff", "X-Frame-Options: DENY",
                                   "Referrer-Policy: no-referrer",
                                   "Content-Type: text/html; charset=utf-8", "<!DOCTYPE html>"}) {
        CAPTURE(line);
        CHECK(has(page, line));
    }
    CHECK(has(server.ask("GET /runs/17"), "<!DOCTYPE html>"));
    CHECK(has(server.ask("GET /page/main.js"), "text/javascript"));
    CHECK(has(server.ask("GET /page/figures/figure.js"), "text/javascript"));
    for (const std::string name : {"none.js", "chart.js", "figures", "figures/main.js"}) {
        CHECK(server.ask("GET /page/" + name).starts_with("HTTP/1.1 404"));
    }
    CHECK(server.ask("GET /page/../main.js").starts_with("HTTP/1.1 400"));
    CHECK(server.ask("POST /").starts_with("HTTP/1.1 405"));
    CHECK(server.answered() == 0);
}

TEST_CASE(
    "files are compressed for clients that accept it, and not sent to clients that have them") {
    served server;
    const std::string whole = server.ask("GET /page/style.css");
    const std::string packed = server.ask("GET /page/style.css", "Accept-Encoding: gzip, br\r\n");
    CHECK(has(packed, "Content-Encoding: gzip"));
    CHECK(has(packed, "\r\n\r\n\x1f\x8b"));
    CHECK(packed.size() < whole.size() / 2);
    const std::size_t begin = whole.find("ETag: ") + 6;
    const std::string etag = whole.substr(begin, whole.find('\r', begin) - begin);
    const std::string text =
        server.ask("GET /page/style.css", fmt::format("If-None-Match: {}\r\n", etag));
    CHECK(text.starts_with("HTTP/1.1 304"));
    CHECK(text.ends_with("\r\n\r\n"));
    const std::string head = server.ask("HEAD /page/style.css");
    CHECK(head.starts_with("HTTP/1.1 200"));
    CHECK(head.ends_with("\r\n\r\n"));
}

TEST_CASE("the API gets what was asked, several times on one connection") {
    served server;
    const std::string twice = server.said_to(
        fmt::format("POST /api/1/a/b HTTP/1.1\r\nHost: {0}\r\nContent-Length: 3\r\n\r\nxyz"
                    "GET /api/1/c HTTP/1.1\r\nHost: {0}\r\n\r\n",
                    server.host()));
    CHECK(has(twice, "\r\n\r\nPOST 2 xyz"));
    CHECK(has(twice, "\r\n\r\nGET 1 "));
    CHECK(server.answered() == 2);
    CHECK(has(server.ask("GET /api/1/none"), R"("text":"there is none")"));
    const std::string fault = server.ask("GET /api/1/fault");
    CHECK(fault.starts_with("HTTP/1.1 500"));
    CHECK(has(fault, R"(a fault\\nof ours)"));
}

TEST_CASE("what is too large or no request is refused") {
    served server;
    CHECK(server.ask("POST /api/1/a", "Content-Length: 101\r\n", std::string(101, 'x'))
              .starts_with("HTTP/1.1 413"));
    CHECK(server.ask("GET /", fmt::format("X: {}\r\n", std::string(10'000, 'x')))
              .starts_with("HTTP/1.1 413"));
    CHECK(server.said_to("nonsense\r\n\r\n").starts_with("HTTP/1.1 400"));
    CHECK(server.said_to("").empty());
    CHECK(server.answered() == 0);
}

TEST_CASE("other hosts and pages of others get nothing") {
    served server;
    CHECK(server.said_to("GET / HTTP/1.1\r\nHost: evil\r\n\r\n").starts_with("HTTP/1.1 403"));
    CHECK(server.said_to("GET /api/1/a HTTP/1.1\r\n\r\n").starts_with("HTTP/1.1 403"));
    CHECK(server.ask("POST /api/1/a", "Origin: http://evil\r\nContent-Length: 0\r\n")
              .starts_with("HTTP/1.1 403"));
    CHECK(server.ask("GET /api/1/events", fmt::format("Origin: http://evil\r\n{}", upgrade))
              .starts_with("HTTP/1.1 403"));
    CHECK(server.answered() == 0);
}

TEST_CASE("the token opens everything, and leaves the address at once") {
    served server{"00112233445566778899aabbccddeeff"};
    CHECK(server.ask("GET /").starts_with("HTTP/1.1 401"));
    CHECK(server.ask("GET /api/1/a").starts_with("HTTP/1.1 401"));
    CHECK(server.ask("GET /api/1/events", upgrade).starts_with("HTTP/1.1 401"));
    CHECK(server.ask("GET /?token=0").starts_with("HTTP/1.1 401"));
    CHECK(server.ask("GET /?token=00112233445566778899AABBCCDDEEFF").starts_with("HTTP/1.1 401"));
    const std::string first = server.ask("GET /?token=00112233445566778899aabbccddeeff");
    CHECK(first.starts_with("HTTP/1.1 303"));
    CHECK(has(first, "\r\nLocation: /\r\n"));
    const std::size_t begin = first.find("Set-Cookie: ") + 12;
    const std::string cookie = first.substr(begin, first.find(';', begin) - begin);
    CHECK(server.ask("GET /", fmt::format("Cookie: {}\r\n", cookie)).starts_with("HTTP/1.1 200"));
    CHECK(server.ask("GET /api/1/a", "Authorization: Bearer 00112233445566778899aabbccddeeff\r\n")
              .starts_with("HTTP/1.1 200"));
    CHECK(server.answered() == 1);
}

TEST_CASE("a follower receives all events up to the end") {
    served server;
    const std::string text = server.node_knowledge("GET /api/1/runs/1/events?rate=10");
    CHECK(text.starts_with("HTTP/1.1 101"));
    for (int picture = 1; picture <= followed_pictures; ++picture) {
        CHECK(has(text, fmt::format("\x81\x09picture {}", picture)));
    }
    CHECK(text.ends_with(close_frame));
    CHECK(server.ask("GET /api/1/runs/1/events?rate=0", upgrade).starts_with("HTTP/1.1 400"));
    CHECK(server.ask("GET /api/1/runs/1/x", upgrade).starts_with("HTTP/1.1 404"));
    CHECK(server.ask("GET /events", upgrade).starts_with("HTTP/1.1 404"));
}

TEST_CASE("many ask at one time") {
    served server;
    std::vector<std::jthread> clients;
    std::atomic<int> right = 0;
    for (int client = 0; client < 20; ++client) {
        clients.emplace_back([&] {
            for (int i = 0; i < 5; ++i) {
                right += has(server.ask("GET /api/1/a"), "\r\n\r\nGET 1 ") ? 1 : 0;
            }
        });
    }
    clients.clear();
    CHECK(right == 100);
    CHECK(server.answered() == 100);
}

TEST_CASE("a taken port is refused, or another one is taken") {
    served server;
    const unsigned port = server.port();
    CHECK_THROWS_WITH_AS(
        static_cast<void>(make_http_server({.port = port})),
        fmt::format("--port: {} is in use; choose another one, or 0 for any", port).c_str(),
        std::invalid_argument);
    const auto beside = make_http_server({.port = port, .may_take_another = true});
    CHECK_FALSE(has(beside->address(), server.host()));
}

}  // TEST_SUITE
