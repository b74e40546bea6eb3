/// @file
/// Bytes on a connection to the server, requests and, behind an upgrade, frames: it answers or
/// closes it, and goes on.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <thread>

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/read.hpp>
#include <boost/asio/write.hpp>
#include <boost/json.hpp>

#include "fuzz/one_line.hpp"
#include "web/server/http_server.hpp"

namespace {

namespace asio = boost::asio;
using asio::ip::tcp;

constexpr std::size_t most_body = 4096;

/// Answers with what it understood.
class echo final : public tutti::serve::application {
public:
    tutti::serve::answer respond(const tutti::serve::api_request& request) override {
        fuzz::require(request.body.size() <= most_body);
        for (const std::string& part : request.target.path) {
            fuzz::require(!part.empty() && part != ".." && part.find('/') == std::string::npos);
        }
        return {.body = request.method};
    }

    bool is_quick(const tutti::serve::api_request& /*request*/) const noexcept override {
        return false;
    }

    std::unique_ptr<tutti::serve::event_feed> follow(
        const tutti::serve::request_target& /*target*/) override {
        return std::make_unique<feed>();
    }

private:
    class feed final : public tutti::serve::event_feed {
    public:
        step next() override { return {.messages = {"{}"}, .is_last = true}; }
    };
};

/// A server that lives as long as the process.
class running_server {
public:
    running_server()
        : server_{tutti::serve::make_http_server(
              {.body_bytes = most_body, .graph_bytes = most_body})},
          thread_{[this] { server_->run(what_); }} {
        const std::string address = server_->address();
        const std::size_t begin = address.rfind(':') + 1;
        host_ = address.substr(address.find("//") + 2);
        host_.pop_back();
        port_ = static_cast<unsigned short>(std::stoul(address.substr(begin)));
        thread_.detach();
    }

    [[nodiscard]] const std::string& host() const noexcept { return host_; }

    void send(std::string_view bytes) {
        tcp::socket socket{context_};
        boost::system::error_code wrong;
        socket.connect({asio::ip::address_v4::loopback(), port_}, wrong);
        asio::write(socket, asio::buffer(bytes), wrong);
        socket.shutdown(tcp::socket::shutdown_send, wrong);
        std::string text;
        asio::read(socket, asio::dynamic_buffer(text), wrong);
        fuzz::require(text.empty() || text.starts_with("HTTP/1."));
    }

private:
    echo what_;
    std::unique_ptr<tutti::serve::http_server> server_;
    std::thread thread_;
    asio::io_context context_;
    std::string host_;
    unsigned short port_ = 0;
};

// The server's own host, wherever it listens this time.
std::string with_host(std::string_view text, const std::string& host) {
    constexpr std::string_view mark = "HOST";
    std::string request{text};
    const std::size_t at = request.find(mark);
    return at == std::string::npos ? request : request.replace(at, mark.size(), host);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    static auto& server = *new running_server;  // NOLINT(cppcoreguidelines-owning-memory): it stays
    server.send(with_host(fuzz::text_of(bytes, size), server.host()));
    return 0;
}
