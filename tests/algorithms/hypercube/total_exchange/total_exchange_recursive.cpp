#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "algorithms/hypercube/watched_run.hpp"
#include "tutti/node/slot.hpp"
#include "tutti/node/task.hpp"

TEST_SUITE("algorithms/hypercube/total_exchange/optimal_exchange.cpp") {

namespace {

using support::hop;
using support::watched_run;
using tutti::node_id;
using tutti::slot;
using tutti::task;

/// Columns 1 to d of spec/hypercube.md, section 4.3, at indices 1 to d.
using table = std::vector<std::vector<node_id>>;

table book_columns(int d) {
    table columns(static_cast<std::size_t>(d) + 1);
    for (std::size_t k = 1; k < columns.size(); ++k) {
        const node_id bit = node_id{1} << (k - 1);
        for (std::size_t row = 0; row < bit; ++row) {
            for (std::size_t m = 1; m < k; ++m) {
                if (row < columns[m].size()) {
                    columns[k].push_back(columns[m][row] | bit);
                }
            }
        }
        columns[k].push_back(bit);
    }
    return columns;
}

support::watched_program exchange(int d) {
    return support::with_messages(
        support::program_of("total-exchange/recursive", d),
        [d](node_id node) { return support::letters_to_others(node, d); });
}

watched_run seen(int d) { return support::watch(d, tutti::port_model::all_port, exchange(d)); }

/// The queue form of the specification, node by node and link by link.
class queue_form {
public:
    explicit queue_form(int d)
        : d_{d},
          columns_{book_columns(d)},
          queues_(std::size_t{1} << d, node_queues(columns_.size())) {}

    std::vector<hop> hops() {
        for (slot t = 1; t <= slot{1} << (d_ - 1); ++t) {
            const std::size_t before = hops_.size();
            for (node_id i = 0; i < queues_.size(); ++i) {
                for (int k = 1; k <= d_; ++k) {
                    send(i, k, t);
                }
            }
            receive(before);
        }
        return hops_;
    }

private:
    struct packet {
        node_id origin;
        node_id destination;
    };
    using queue = std::map<node_id, std::deque<packet>>;  // by origin ^ node
    using node_queues = std::vector<queue>;

    void send(node_id i, int k, slot t) {
        const std::vector<node_id>& column = columns_[static_cast<std::size_t>(k)];
        queue& waiting = queues_[i][static_cast<std::size_t>(k)];
        packet next{.origin = i, .destination = 0};
        if (t <= static_cast<slot>(column.size())) {
            next.destination = i ^ column[static_cast<std::size_t>(t) - 1];
        } else {
            if (waiting.empty()) {
                return;
            }
            std::deque<packet>& first = waiting.begin()->second;
            next = first.front();
            first.pop_front();
            if (first.empty()) {
                waiting.erase(waiting.begin());
            }
        }
        hops_.push_back({.at = t,
                         .from = i,
                         .through = k - 1,
                         .origin = next.origin,
                         .number = (next.origin ^ next.destination) - 1});
    }

    // Of one slot; at every node by increasing dimension.
    void receive(std::size_t first) {
        std::vector<hop> arrivals{hops_.begin() + static_cast<std::ptrdiff_t>(first), hops_.end()};
        std::ranges::stable_sort(arrivals, {}, &hop::through);
        for (const hop& each : arrivals) {
            const node_id i = each.to();
            const node_id destination = each.origin ^ (each.number + 1);
            if (destination != i) {
                queues_[i][std::bit_width(destination ^ i)][each.origin ^ i].push_back(
                    {.origin = each.origin, .destination = destination});
            }
        }
    }

    int d_;
    table columns_;
    std::vector<node_queues> queues_;
    std::vector<hop> hops_;
};

/// The static form, as dumb as it gets, over any table. A packet that is not there when it is due
/// is passed over.
task<> by_the_table(support::judged_node& self, tutti::initial_messages initial,
                    const table& columns) {
    std::map<std::pair<node_id, node_id>, tutti::short_packet>
        own_packets;  // by origin and destination
    for (std::size_t number = 0; number < initial.size(); ++number) {
        own_packets[{self.id(), self.id() ^ static_cast<node_id>(number + 1)}] =
            tutti::short_packet::of(initial[number], tutti::packet_kind::data);
    }
    for (slot t = 1; t <= static_cast<slot>(columns.back().size()); ++t) {
        for (std::size_t k = 1; k < columns.size(); ++k) {
            const auto length = static_cast<slot>(columns[k].size());
            const auto a = static_cast<node_id>((t - 1) / length);
            const node_id to = columns[k][static_cast<std::size_t>((t - 1) % length)];
            const auto due = own_packets.find({self.id() ^ a << k, self.id() ^ to});
            if (due != own_packets.end()) {
                self.send(static_cast<tutti::port>(k - 1), due->second);
            }
        }
        co_await self.next_slot();
        for (const auto [through, packet] : self.inbox()) {
            const tutti::message content = packet.content();
            const node_id destination = content.origin ^ (content.number + 1);
            if (destination == self.id()) {
                self.deliver(content);
            } else {
                own_packets[{content.origin, destination}] = packet;
            }
        }
    }
    self.mark("exchange");
}

/// The outcome of the dumb exchange over the table of the specification as `change` leaves it.
std::string outcome_with(void (*change)(table&)) {
    table columns = book_columns(5);
    change(columns);
    return support::verdict_line(
        "total-exchange/recursive", 5,
        [&](auto& self, tutti::node_input input, const tutti::knowledge& /*knowledge*/) {
            return by_the_table(self, std::move(input.messages), columns);
        });
}

void keep(table& /*columns*/) {}
void exchange_ends(table& columns) { std::swap(columns[4].front(), columns[4].back()); }
void exchange_in_second(table& columns) { std::swap(columns[2][0], columns[2][1]); }
void exchange_in_last(table& columns) { std::swap(columns[5][0], columns[5][15]); }
void repeat_one(table& columns) { columns[5][3] = columns[5][2]; }

}  // namespace

TEST_CASE("places that are computed give the same run as queues that are served in order") {
    for (int d = 1; d <= 7; ++d) {
        CAPTURE(d);
        CHECK(seen(d).hops == queue_form{d}.hops());
    }
}

TEST_CASE("the payloads are transposed") {
    for (int d = 1; d <= 7; ++d) {
        std::vector<std::vector<std::uint64_t>> expected(std::size_t{1} << d);
        for (node_id node = 0; node < expected.size(); ++node) {
            for (node_id from = 0; from < expected.size(); ++from) {
                if (from != node) {
                    expected[node].push_back(support::payload_of(from, (from ^ node) - 1));
                }
            }
            std::ranges::sort(expected[node]);
        }
        CAPTURE(d);
        CHECK(support::payloads_of(seen(d)) == expected);
    }
}

TEST_CASE("every link is busy in every slot, and all nodes know of the end in the last") {
    for (int d = 1; d <= 8; ++d) {
        const watched_run run = seen(d);
        const auto slots = std::size_t{1} << (d - 1);
        const auto links = static_cast<std::size_t>(d) << d;
        std::vector<int> packets(slots * links);
        for (const hop& each : run.hops) {
            const std::size_t link =
                each.from * static_cast<std::size_t>(d) + static_cast<std::size_t>(each.through);
            ++packets.at(static_cast<std::size_t>(each.at - 1) * links + link);
        }
        CAPTURE(d);
        CHECK(std::ranges::all_of(packets, [](int count) { return count == 1; }));
        CHECK(run.done == std::vector<slot>(run.done.size(), static_cast<slot>(slots)));
    }
}

TEST_CASE("every packet crosses the highest dimension that is left for it") {
    for (int d = 1; d <= 8; ++d) {
        int wrong = 0;
        for (const hop& each : seen(d).hops) {
            const node_id left = each.from ^ each.origin ^ (each.number + 1);
            wrong += each.through + 1 == static_cast<int>(std::bit_width(left)) ? 0 : 1;
        }
        CAPTURE(d);
        CHECK(wrong == 0);
    }
}

TEST_CASE("hops, deliveries and digest are the same on all threads") {
    CHECK(support::is_same_on_all_teams(7, tutti::port_model::all_port, exchange(7)));
}

TEST_CASE("the dumb exchange is complete over the right table, and not over a wrong one") {
    const char* const wrong = "incorrect: delivery, transmissions";
    CHECK(outcome_with(keep) == "complete");
    CHECK(outcome_with(exchange_ends) == wrong);
    CHECK(outcome_with(exchange_in_second) == wrong);
    CHECK(outcome_with(exchange_in_last) == wrong);
    CHECK(outcome_with(repeat_one) == wrong);
}

}  // TEST_SUITE("algorithms/hypercube/total_exchange/optimal_exchange.cpp")
