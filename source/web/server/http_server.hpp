/// @file
/// HTTP and WebSocket server on one io_context.
#pragma once

#include <chrono>
#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "answer_lane.hpp"
#include "connection_table.hpp"
#include "request.hpp"
#include "util/pinned.hpp"

namespace tutti::serve {

/// Settings of the server: addresses and limits.
struct server_settings {
    std::string address = "127.0.0.1";       ///< a number, of IPv4 or IPv6
    unsigned port = 0;                       ///< 0: any
    bool may_take_another = false;           ///< if the port is taken: any
    std::string token{};                     ///< empty: none is needed
    std::vector<std::string> other_names{};  ///< that it goes by, on any port
    std::size_t body_bytes = 0;              ///< the longest body
    std::size_t graph_bytes = 0;             ///< that of a network
    connection_limits connections{.total = 1000, .of_peer = 250};
    answer_timeouts patience{.answer = std::chrono::seconds{60},
                             .closed = std::chrono::seconds{2},
                             .stop = std::chrono::seconds{10}};
};

/// Limits of every request.
inline constexpr std::size_t most_header_bytes = 8192;
/// Requests of the API that wait or are being answered at one time: those that are quick, on a
/// separate thread, and all others.
inline constexpr std::size_t most_answers = 64;
inline constexpr std::size_t answering_threads = 2;
/// From the begin of a connection to the end of the first request's header.
inline constexpr std::chrono::seconds header_patience{5};
/// From the end of one request to that of the next.
inline constexpr std::chrono::seconds request_patience{15};
/// For the content of a file, in seconds.
inline constexpr std::chrono::seconds download_patience{300};
/// Longest silence of a client that follows a run, in seconds.
inline constexpr std::chrono::seconds follower_timeout{20};
/// Largest message of a client that follows a run.
inline constexpr std::size_t most_message_bytes = 1024;

/// HTTP server: serves the page, the API below `/api/1/`, and the events of runs.
class http_server : polymorphic {
public:
    /// The address of the page, with the token if one is needed.
    [[nodiscard]] virtual std::string address() const = 0;

    /// Serves until it is stopped.
    /// @return threads that go on all the same, with answers that do not heed it: what these use
    /// has to live as long
    virtual std::size_t run(application& application) = 0;

    /// May be called by any thread.
    virtual void stop() = 0;
};

/// Server that listens from now on.
/// @throws std::invalid_argument with a text that names the option if it cannot listen there
[[nodiscard]] std::unique_ptr<http_server> make_http_server(const server_settings& settings);

}  // namespace tutti::serve
