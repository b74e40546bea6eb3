#include "connection_table.hpp"

#include <algorithm>
#include <utility>

#include "util/counts.hpp"

namespace tutti::serve {

// A peer at its limit loses its own idle connection first, so that one client cannot displace
// others. Busy connections are never dropped.
std::optional<connection_table::entry> connection_table::admit(const std::string& peer,
                                                               std::function<void()> close) {
    const auto is_of_peer = [&peer](const connection& each) { return each.peer == peer; };
    if (count(is_of_peer) >= limits_.of_peer && !drop(is_of_peer)) {
        return std::nullopt;
    }
    if (size() >= limits_.total && !drop_oldest()) {
        return std::nullopt;
    }
    return all_.insert(all_.end(), {.peer = peer, .close = std::move(close)});
}

bool connection_table::drop_oldest() {
    return drop([](const connection&) { return true; });
}

std::size_t connection_table::size() const {
    return count([](const connection&) { return true; });
}

std::size_t connection_table::count(const condition& holds) const {
    return count_where(all_, [&](const connection& each) {
        return each.state != connection_state::dropped && holds(each);
    });
}

// A dropped connection stays until its coroutine has noticed.
bool connection_table::drop(const condition& holds) {
    const auto oldest = std::ranges::find_if(all_, [&](const connection& each) {
        return each.state == connection_state::idle && holds(each);
    });
    if (oldest == all_.end()) {
        return false;
    }
    oldest->state = connection_state::dropped;
    oldest->close();
    return true;
}

// Splicing keeps iterators valid: an entry is the handle of its connection for its whole life. The
// idle connection that comes first has waited longest.
void connection_table::enter(entry one, connection_state state) {
    if (one->state != connection_state::dropped) {
        one->state = state;
        all_.splice(all_.end(), all_, one);
    }
}

}  // namespace tutti::serve
