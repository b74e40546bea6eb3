#include <algorithm>
#include <bit>
#include <cstddef>
#include <deque>
#include <map>
#include <vector>

#include <doctest/doctest.h>

#include "algorithms/hypercube/hops.hpp"
#include "algorithms/trial.hpp"
#include "tutti/node/slot.hpp"

TEST_SUITE("algorithms/hypercube/total_exchange/optimal_exchange.cpp") {

namespace {

using support::hop;
using tutti::node_id;
using tutti::slot;

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
                         .destination = next.destination});
    }

    // Of one slot; at every node by increasing dimension.
    void receive(std::size_t first) {
        std::vector<hop> arrivals{hops_.begin() + static_cast<std::ptrdiff_t>(first), hops_.end()};
        std::ranges::stable_sort(arrivals, {}, &hop::through);
        for (const hop& each : arrivals) {
            const node_id i = each.to();
            const node_id destination = each.destination;
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

}  // namespace

TEST_CASE("places that are computed give the same run as queues that are served in order") {
    for (int d = 1; d <= 7; ++d) {
        CAPTURE(d);
        CHECK(support::hops_of(support::on_cube(support::entry("total-exchange/recursive"), d)) ==
              queue_form{d}.hops());
    }
}

}  // TEST_SUITE("algorithms/hypercube/total_exchange/optimal_exchange.cpp")
