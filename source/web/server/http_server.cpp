#include "http_server.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <sstream>
#include <utility>

#include <boost/asio.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/websocket.hpp>

#include "access.hpp"
#include "http_answers.hpp"
#include "listening.hpp"
#include "page_files.hpp"
#include "util/value_syntax.hpp"

namespace tutti::serve {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
namespace websocket = beast::websocket;
using asio::ip::tcp;
using boost::system::error_code;

constexpr std::size_t most_piece_bytes = 1 << 14;
constexpr std::string_view api_begin = "/api/1/";

using stream_type = beast::tcp_stream;
using parser_type = http::request_parser<http::string_body>;
using socket_type = websocket::stream<stream_type, false>;  // without compression

// All belongs to the thread that runs the context. What coroutines that are still under way use
// goes after the context.
class asio_server final : public http_server {
public:
    explicit asio_server(const server_settings& settings)
        : settings_{settings},
          acceptor_{listening(context_, settings)},
          rules_{settings.address, acceptor_.local_endpoint().port(), settings.token,
                 settings.other_names} {}

    [[nodiscard]] std::string address() const override {
        const auto endpoint = acceptor_.local_endpoint();
        const bool is_any = endpoint.address().is_unspecified();
        const std::string host =
            endpoint.address().is_v6()
                ? fmt::format("[{}]", is_any ? "::1" : endpoint.address().to_string())
                : (is_any ? "127.0.0.1" : endpoint.address().to_string());
        const std::string token =
            settings_.token.empty() ? "" : fmt::format("?token={}", settings_.token);
        return fmt::format("http://{}:{}/{}", host, endpoint.port(), token);
    }

    std::size_t run(application& application) override {
        application_ = &application;
        // All coroutines run on this thread; requests of the API are answered by the threads of
        // the lanes.
        asio::co_spawn(context_, accept_all(), asio::detached);
        context_.run();
        // Answers in progress end; waiting requests are not started.
        return quick_.end() + slow_.end();
    }

    void stop() override { context_.stop(); }

private:
    using awaitable = asio::awaitable<void>;

    awaitable accept_all() {
        for (;;) {
            auto [wrong, socket] = co_await acceptor_.async_accept(in_turn);
            if (!wrong) {
                asio::co_spawn(context_, serve(stream_type{std::move(socket)}), asio::detached);
            } else if (!connections_.drop_oldest()) {
                // As a rule there are no more files: some will be closed.
                asio::steady_timer pause{context_, std::chrono::milliseconds{100}};
                co_await pause.async_wait(in_turn);
            }
        }
    }

    awaitable serve(stream_type stream) {
        const auto entry =
            connections_.admit(peer_of(stream.socket()), [&stream] { stream.close(); });
        if (!entry) {
            co_return;
        }
        const admitted_connection admitted{connections_, *entry};
        beast::flat_buffer buffer{most_header_bytes + most_message_bytes};
        stream.expires_after(header_patience);
        while (co_await serve_one(stream, buffer, *entry)) {
            connections_.await_request(*entry);
            stream.expires_after(request_patience);
        }
        error_code ignored;
        stream.socket().shutdown(tcp::socket::shutdown_send, ignored);
    }

    // Serves one request; true if another may follow.
    asio::awaitable<bool> serve_one(stream_type& stream, beast::flat_buffer& buffer,
                                    connection_table::entry entry) {
        parser_type parser;
        // The larger of both limits holds until the header has been read and the target is known.
        parser.header_limit(most_header_bytes);
        parser.body_limit(std::max(settings_.body_bytes, settings_.graph_bytes));
        auto [wrong, read] = co_await http::async_read_header(stream, buffer, parser, in_turn);
        if (wrong) {
            co_return co_await refuse_bytes(stream, parser, wrong);
        }
        stream.expires_after(request_patience);
        // Events are followed over WebSocket, after which the connection serves no more requests.
        if (websocket::is_upgrade(parser.get())) {
            connections_.begin_request(entry);
            co_await follow(std::move(stream), parser.release());
            co_return false;
        }
        // A length that is said is compared here: Beast has done so with the larger limit.
        const std::size_t limit = takes_file(view_of(parser.get().target())) ? settings_.graph_bytes
                                                                             : settings_.body_bytes;
        parser.body_limit(limit);
        if (parser.content_length().value_or(0) > limit) {
            co_return co_await refuse_bytes(stream, parser, http::error::body_limit);
        }
        if (view_of(parser.get()[http::field::expect]) == "100-continue") {
            const response_type go_on{http::status::continue_, 11};
            co_await write(stream, go_on);
        }
        std::tie(wrong, read) = co_await http::async_read(stream, buffer, parser, in_turn);
        if (wrong) {
            co_return co_await refuse_bytes(stream, parser, wrong);
        }
        connections_.begin_request(entry);
        response_type made = co_await respond(parser.get(), stream);
        complete(made, parser.get());
        stream.expires_after(request_patience);
        if (made.find(file_header) != made.end()) {
            co_return co_await write_file(stream, made, parser.get().method() == http::verb::head);
        }
        const bool is_written = co_await write(stream, made);
        co_return made.keep_alive() && is_written;
    }

    // Beast would compile writers for each kind of body. True if all is written.
    static asio::awaitable<bool> write(stream_type& stream, std::string_view head,
                                       std::string_view body) {
        const std::array parts{asio::buffer(head), asio::buffer(body)};
        const auto [wrong, written] = co_await asio::async_write(stream, parts, in_turn);
        co_return !wrong;
    }
    static asio::awaitable<bool> write(stream_type& stream, const response_type& made) {
        std::ostringstream head;
        head << made.base();
        co_return co_await write(stream, head.view(), made.body());
    }

    // Piece by piece, as it may be large.
    static asio::awaitable<bool> write_file(stream_type& stream, response_type& made,
                                            bool is_head) {
        beast::file file;
        error_code wrong;
        file.open(std::string{made[file_header]}.c_str(), beast::file_mode::scan, wrong);
        std::uint64_t left = wrong ? 0 : file.size(wrong);
        if (wrong) {
            co_return false;
        }
        made.erase(file_header);
        made.content_length(left);
        stream.expires_after(download_patience);
        bool is_written = co_await write(stream, made);
        std::array<char, most_piece_bytes> piece{};
        while (is_written && !is_head && left > 0) {
            const std::size_t count =
                file.read(piece.data(), std::min<std::uint64_t>(left, piece.size()), wrong);
            if (count == 0) {
                co_return false;
            }
            left -= count;
            is_written = co_await write(stream, {piece.data(), count}, {});
        }
        co_return made.keep_alive() && is_written;
    }

    // Refuses bytes that are no request, or too large a one.
    static asio::awaitable<bool> refuse_bytes(stream_type& stream, parser_type& parser,
                                              error_code wrong) {
        const bool is_large =
            wrong == http::error::body_limit || wrong == http::error::header_limit;
        const bool is_bad = wrong.category() == make_error_code(http::error::bad_method).category();
        if (wrong == http::error::end_of_stream || !(is_large || is_bad)) {
            co_return false;
        }
        response_type made =
            last_refusal(parser.get(), is_large ? refusal{413, "the request is too large"}
                                                : refusal{400, "this is not an HTTP/1.1 request"});
        stream.expires_after(request_patience);
        co_await write(stream, made);
        co_return false;
    }

    // The answer to a request after which the connection serves no other.
    static response_type last_refusal(const request_type& request, const refusal& why) {
        response_type made = response_of(request, answer_of(why));
        complete(made, request);
        made.keep_alive(false);
        return made;
    }

    asio::awaitable<response_type> respond(const request_type& request, stream_type& stream) {
        try {
            // Foreign pages are refused before the token is compared: a browser adds the cookie to
            // their requests.
            const request_target target = parse_target(view_of(request.target()));
            const bool is_api = view_of(request.target()).starts_with(api_begin);
            require_own_page(request, !is_api);
            if (is_api) {
                co_return co_await respond_to_api(request, target, stream);
            }
            co_return respond_with_page(request, target);
        } catch (const refusal& why) {
            co_return response_of(request, answer_of(why));
        }
    }

    response_type respond_with_page(const request_type& request, const request_target& target) {
        if (request.method() != http::verb::get && request.method() != http::verb::head) {
            throw refusal{405, "method not allowed; use GET", {}, "GET, HEAD"};
        }
        // A client that came with the secret gets it as a cookie that scripts cannot read.
        if (rules_.needs_token() && target.query.contains("token")) {
            if (!rules_.is_token(target.value("token"))) {
                throw refusal{401, "the token is wrong; the server printed the right one"};
            }
            const std::string_view here = view_of(request.target());
            response_type made =
                response_of(request, {.status = 303,
                                      .type = "text/plain",
                                      .location = std::string{here.substr(0, here.find('?'))}});
            made.set(http::field::set_cookie, rules_.cookie());
            return made;
        }
        require_token(request);
        const page_file* const file = file_for(target);
        if (file == nullptr) {
            throw refusal{404, fmt::format("{} not found", in_quotes(view_of(request.target())))};
        }
        return response_of(request, *file);
    }

    void require_own_page(const request_type& request, bool is_page) const {
        if (request.count(http::field::host) > 1 || request.count(http::field::origin) > 1 ||
            request.count("Sec-Fetch-Site") > 1) {
            throw refusal{400, "Host, Origin or Sec-Fetch-Site given more than once"};
        }
        const credentials credentials = credentials_of(request);
        for (const std::string& why : {rules_.foreign_host_error(credentials),
                                       access_rules::cross_site_error(credentials, is_page)}) {
            if (!why.empty()) {
                throw refusal{403, why};
            }
        }
    }

    void require_token(const request_type& request) const {
        if (!rules_.knows_token(credentials_of(request))) {
            throw refusal{401,
                          "a token is needed; open the address that the server printed, or send it "
                          "as Authorization: Bearer TOKEN"};
        }
    }

    asio::awaitable<response_type> respond_to_api(const request_type& http_request,
                                                  request_target target, stream_type& stream) {
        require_token(http_request);
        target.path.erase(target.path.begin(), target.path.begin() + 2);
        const bool is_head = http_request.method() == http::verb::head;
        api_request request{.method = is_head ? "GET" : std::string{http_request.method_string()},
                            .target = std::move(target),
                            .content_type = std::string{http_request[http::field::content_type]},
                            .body = http_request.body()};
        answer_lane& taken = application_->is_quick(request) ? quick_ : slow_;
        // Both lanes are bounded, and slow requests do not delay the quick ones.
        if (taken.size() >= most_answers) {
            throw refusal{503, "the server is overloaded; try again"};
        }
        stream.expires_never();
        co_return response_of(
            http_request,
            co_await taken.respond(*application_, std::move(request), stream.socket()));
    }

    // Sends events to a follower.
    awaitable follow(stream_type stream, request_type request) {
        std::optional<refusal> refused;
        std::unique_ptr<event_feed> feed;
        std::chrono::milliseconds pause{500};
        try {
            request_target target = parse_target(view_of(request.target()));
            require_own_page(request, false);
            require_token(request);
            if (!view_of(request.target()).starts_with(api_begin)) {
                throw refusal{404, "no events at this address"};
            }
            target.path.erase(target.path.begin(), target.path.begin() + 2);
            pause = pause_of(target);
            feed = application_->follow(target);
        } catch (const refusal& why) {
            refused = why;
        }
        if (refused) {
            const response_type made = last_refusal(request, *refused);
            co_await write(stream, made);
            co_return;
        }
        stream.expires_never();  // the socket has its own timeout
        const auto socket = std::make_shared<socket_type>(std::move(stream));
        socket->read_message_max(most_message_bytes);
        socket->set_option(websocket::stream_base::timeout{.handshake_timeout = request_patience,
                                                           .idle_timeout = follower_timeout,
                                                           .keep_alive_pings = true});
        auto [wrong] = co_await socket->async_accept(request, in_turn);
        if (!wrong) {
            co_await tell(socket, *feed, pause);
        }
    }

    // The rate is in messages a second.
    static std::chrono::milliseconds pause_of(const request_target& target) {
        constexpr std::uint64_t usual = 2;
        constexpr std::uint64_t most = 10;
        const std::string rate = target.value("rate");
        const auto read = rate.empty() ? usual : number_between(rate, 1, most).value_or(0);
        if (read == 0) {
            throw refusal{
                400, fmt::format("rate: {} is not a number from 1 to {}", in_quotes(rate), most),
                "rate"};
        }
        return std::chrono::milliseconds{1000 / read};
    }

    awaitable tell(std::shared_ptr<socket_type> socket, event_feed& feed,
                   std::chrono::milliseconds pause) {
        // A second coroutine reads, as the close of the peer is seen only in reads; both share the
        // flag.
        const auto is_open = std::make_shared<bool>(true);
        asio::co_spawn(context_, listen_to(socket, is_open), asio::detached);
        asio::steady_timer timer{context_};
        bool goes_on = true;
        while (goes_on && *is_open) {
            const event_feed::step step = feed.next();
            for (const std::string& message : step.messages) {
                auto [wrong, written] =
                    co_await socket->async_write(asio::buffer(message), in_turn);
                goes_on = goes_on && !wrong;
            }
            if (step.is_last) {
                goes_on = false;
            } else if (goes_on) {
                timer.expires_after(pause);
                co_await timer.async_wait(in_turn);
            }
        }
        if (*is_open) {
            co_await socket->async_close(websocket::close_code::normal, in_turn);
        }
    }

    // Hears nothing but the end, and what keeps the connection alive.
    static awaitable listen_to(std::shared_ptr<socket_type> socket, std::shared_ptr<bool> is_open) {
        beast::flat_buffer heard{most_message_bytes};
        error_code wrong;
        while (!wrong) {
            heard.clear();
            std::size_t read = 0;
            std::tie(wrong, read) = co_await socket->async_read(heard, in_turn);
        }
        *is_open = false;
    }

    server_settings settings_;
    application* application_ = nullptr;
    connection_table connections_{settings_.connections};
    answer_lane quick_{context_, 1, settings_.patience};
    answer_lane slow_{context_, answering_threads, settings_.patience};
    asio::io_context context_{1};
    tcp::acceptor acceptor_;
    access_rules rules_;
};

}  // namespace

std::unique_ptr<http_server> make_http_server(const server_settings& settings) {
    return std::make_unique<asio_server>(settings);
}

}  // namespace tutti::serve
