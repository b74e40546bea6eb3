/// @file
/// Requests to the server, and its answers.
#pragma once

#include <map>
#include <memory>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "util/pinned.hpp"

namespace tutti::serve {

/// Why something is not answered as it was asked. The text is one line.
class refusal : public std::runtime_error {
public:
    /// @param status of HTTP, from 400
    /// @param field of a plan that is to blame, or empty
    /// @param allowed methods, where another one was taken
    refusal(unsigned status, const std::string& text, std::string field = {},
            std::string allowed = {})
        : std::runtime_error{text},
          status_{status},
          field_{std::move(field)},
          allowed_{std::move(allowed)} {}

    [[nodiscard]] unsigned status() const noexcept { return status_; }
    [[nodiscard]] const std::string& field() const noexcept { return field_; }
    [[nodiscard]] const std::string& allowed() const noexcept { return allowed_; }

private:
    unsigned status_;
    std::string field_;
    std::string allowed_;
};

/// Ends work on an answer that no client waits for any more.
/// @throws refusal if it was stopped
inline void require_wanted(const std::stop_token& stop) {
    if (stop.stop_requested()) {
        throw refusal{503, "the client has left"};
    }
}

/// Path and query of a request, decoded.
struct request_target {
    std::vector<std::string> path{};             ///< its parts: {"runs", "17"}
    std::map<std::string, std::string> query{};  ///< of a repeated name, the first

    /// The value of a name in the query; empty if there is none.
    [[nodiscard]] std::string value(const std::string& name) const {
        const auto position = query.find(name);
        return position == query.end() ? std::string{} : position->second;
    }
};

/// @throws refusal if it is none, or has parts that name nothing here: empty ones, `.` and `..`,
/// signs that are not printed
[[nodiscard]] request_target parse_target(std::string_view text);

/// Request to the API.
struct api_request {
    std::string method;
    request_target target{};  ///< without what all of the API begins with
    std::string content_type{};
    std::string body{};
    std::stop_token stop{};  ///< stopped when no client waits for the answer any more
};

/// The answer to it.
struct answer {
    unsigned status = 200;
    std::string type = "application/json";
    std::string body{};
    std::string download_name{};  ///< of the file that it is kept as, or empty
    std::string location{};       ///< where what was made is, or empty
    std::string allowed{};        ///< methods, where another one was taken
    std::string policy{};         ///< for its content, in place of the page's
    std::string file{};           ///< whose content is the body, or empty
};

/// The answer that says why there is no other.
[[nodiscard]] answer answer_of(const refusal& why);

/// Feed of events to one client, until it is over.
class event_feed : polymorphic {
public:
    struct step {
        std::vector<std::string> messages{};  ///< each one JSON object
        bool is_last = false;
    };

    /// Next event to send; several changes since the last call are one event with the present
    /// state.
    [[nodiscard]] virtual step next() = 0;
};

/// Application behind the server.
class application : polymorphic {
public:
    /// Called by any thread, several at a time. @throws refusal
    [[nodiscard]] virtual answer respond(const api_request& request) = 0;

    /// True if the answer takes no time: then it does not wait behind those that do.
    [[nodiscard]] virtual bool is_quick(const api_request& request) const noexcept = 0;

    /// Called by one thread, which must not wait. @throws refusal if there is nothing to follow
    [[nodiscard]] virtual std::unique_ptr<event_feed> follow(const request_target& target) = 0;
};

}  // namespace tutti::serve
