#include "connection_table.hpp"

#include <algorithm>
#include <utility>

namespace tutti::serve {

// A peer at its limit loses its own idle connection first, so that one client cannot displace
// others. Busy connections are never dropped.
std::optional<connection_table::entry> connection_table::admit(const std::string& peer,
                                                               std::function<void()> close) {
    const auto of_peer = of_peer_.find(peer);
    if (of_peer != of_peer_.end() && of_peer->second >= limits_.of_peer &&
        !drop(std::ranges::find(idle_, peer, &connection::peer))) {
        return std::nullopt;
    }
    if (size() >= limits_.total && !drop_oldest()) {
        return std::nullopt;
    }
    ++of_peer_[peer];
    return idle_.insert(idle_.end(), {.peer = peer, .close = std::move(close), .place = &idle_});
}

// A dropped connection stays in its list until its coroutine has noticed, and changes state no
// more.
void connection_table::begin_request(entry one) {
    if (one->place != &dropped_) {
        move_to(busy_, one);
    }
}

void connection_table::await_request(entry one) {
    if (one->place != &dropped_) {
        move_to(idle_, one);
    }
}

void connection_table::remove(entry one) {
    if (one->place != &dropped_) {
        forget_peer(one->peer);
    }
    one->place->erase(one);
}

bool connection_table::drop_oldest() { return drop(idle_.begin()); }

bool connection_table::drop(entry one) {
    if (one == idle_.end()) {
        return false;
    }
    forget_peer(one->peer);
    move_to(dropped_, one);
    one->close();
    return true;
}

// Splicing keeps iterators valid: an entry is the handle of its connection for its whole life. The
// front of each list is the oldest.
void connection_table::move_to(std::list<connection>& place, entry one) {
    place.splice(place.end(), *one->place, one);
    one->place = &place;
}

void connection_table::forget_peer(const std::string& peer) {
    const auto position = of_peer_.find(peer);
    if (--position->second == 0) {
        of_peer_.erase(position);
    }
}

}  // namespace tutti::serve
