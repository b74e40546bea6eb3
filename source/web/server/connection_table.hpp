/// @file
/// Table of open connections, with limits in total and for each peer.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <list>
#include <optional>
#include <string>

namespace tutti::serve {

/// Limits on open connections.
struct connection_limits {
    std::size_t total = 0;
    std::size_t of_peer = 0;  ///< from one address
};

enum class connection_state : std::uint8_t { idle, busy, dropped };

/// Open connections. Where a new one would be too many, the one that has waited longest for a
/// request is closed in its place; one that is being answered or that follows a run never is.
///
/// Thread safety: one thread.
class connection_table {
public:
    struct connection {
        std::string peer;             ///< its address
        std::function<void()> close;  ///< makes its owner give it up soon
        connection_state state = connection_state::idle;
    };
    /// Of a connection that was admitted; valid until it is removed.
    using entry = std::list<connection>::iterator;

    explicit connection_table(const connection_limits& limits) : limits_{limits} {}

    /// Adds a connection that waits for a request.
    /// @param close is called at most once, and does not call back
    /// @return nothing if there are too many and none waits
    [[nodiscard]] std::optional<entry> admit(const std::string& peer, std::function<void()> close);

    /// A request has come.
    void begin_request(entry one) { enter(one, connection_state::busy); }
    /// It waits for another request from now on.
    void await_request(entry one) { enter(one, connection_state::idle); }
    void remove(entry one) { all_.erase(one); }

    /// Closes the one that has waited longest. @return false if none waits
    bool drop_oldest();

    /// Those that were closed count no more.
    [[nodiscard]] std::size_t size() const;

private:
    using condition = std::function<bool(const connection& each)>;

    [[nodiscard]] std::size_t count(const condition& holds) const;
    bool drop(const condition& holds);
    void enter(entry one, connection_state state);

    connection_limits limits_;
    std::list<connection> all_;  // in the order in which they changed
};

/// Removes a connection from its table in the end.
class admitted_connection {
public:
    admitted_connection(connection_table& connections, connection_table::entry one)
        : table_{&connections}, one_{one} {}
    admitted_connection(const admitted_connection&) = delete;
    admitted_connection& operator=(const admitted_connection&) = delete;
    ~admitted_connection() { table_->remove(one_); }

private:
    connection_table* table_;
    connection_table::entry one_;
};

}  // namespace tutti::serve
