#include "small_runs.hpp"

#include <cmath>
#include <future>
#include <set>
#include <tuple>

#include "estimate.hpp"
#include "node_inputs.hpp"
#include "tutti/collective/payloads.hpp"

namespace tutti {
namespace {

// Looks at the heap or, if it wants events, at the mailboxes; ends a run that takes long.
class meter final : public sink {
public:
    meter(wish what, const network& where)
        : what_{what},
          enough_packets_{std::uint64_t{1} << (what == wish::sums ? 23U : 20U)},
          nodes_a_page_{std::max<node_id>(1, static_cast<node_id>(node_count(where) / pages))},
          mailboxes_{2 * static_cast<double>(link_count(where))} {}

    [[nodiscard]] wish wants() noexcept override { return what_; }
    void slot(const slot_record& what) override {
        packets_ += what.packets;
        if (packets_ > enough_packets_) {
            is_enough_.request_stop();
        }
        most_heap_bytes_ = std::max(most_heap_bytes_, heap_bytes());
        for (const transmission& each : what.sent) {
            used_.emplace(each.at % 2, each.through, each.to / nodes_a_page_);
        }
    }

    [[nodiscard]] std::stop_token is_enough() const { return is_enough_.get_token(); }
    [[nodiscard]] std::uint64_t most_heap_bytes() const noexcept { return most_heap_bytes_; }
    [[nodiscard]] double used_share() const {
        return std::min(1.0, static_cast<double>(used_.size() * nodes_a_page_) / mailboxes_);
    }

private:
    static constexpr std::size_t pages = 32;  // of a port

    wish what_;
    std::uint64_t enough_packets_;
    node_id nodes_a_page_;
    double mailboxes_;
    std::uint64_t packets_ = 0;
    std::stop_source is_enough_;
    std::uint64_t most_heap_bytes_ = 0;
    std::set<std::tuple<tutti::slot, port, node_id>> used_;
};

// A run that nobody judges. Returns the bytes of its tables, its frames, and what its programs took
// of the heap.
std::uint64_t run_watched(const experiment& asked, meter& watch) {
    const problem input = problem_of(asked);
    const collective& goal = *asked.what->goal;
    const payloads contents{input.seed};
    delivery_check check{goal.required(input), contents};
    const assignment given{goal.given(input), contents};
    std::vector<interval_record> records(goal.is_dynamic ? node_count(input.where) : 0);

    const std::uint64_t without_tables = heap_bytes();
    const any_program program = asked.what->program(input);
    const std::uint64_t tables = heap_bytes() - without_tables;

    std::uint64_t without_programs = 0;
    run_inputs inputs = inputs_for(input, given, *asked.what, records);
    inputs.input = [&, of_node = std::move(inputs.input)](node_id node) {
        if (node == 0) {
            without_programs = heap_bytes();
        }
        return of_node(node);
    };
    std::uint64_t frames = 0;
    std::array<sink*, 1> watching{&watch};
    program.run(inputs, {.machine = {.threads = 1, .executor = executor_kind::plain_threads},
                         .run = {.ports = input.ports,
                                 .seed = input.seed,
                                 .stop = watch.is_enough(),
                                 .sinks = watching},
                         .receiver = &check,
                         .records = records,
                         .ended = [&](const run_report& ran) { frames = ran.frame_bytes; }});
    return tables + frames + watch.most_heap_bytes() - without_programs;
}

std::optional<network> fitting(const experiment& asked, const network_specification& named) {
    try {
        network where = named.build();
        return why_not_on(*asked.what, where, asked.ports).empty() ? std::optional{std::move(where)}
                                                                   : std::nullopt;
    } catch (const std::invalid_argument&) {
        return std::nullopt;
    }
}

// Like `asked`, on a network of its kind with numbers no larger, that fits and whose nodes are as
// near to so many as can be found.
experiment scaled_down(experiment asked, std::size_t nodes) {
    asked.drawn = nullptr;
    asked.root = 0;
    asked.seed = 1;
    std::erase_if(asked.parameters, [](const auto& each) {
        return std::holds_alternative<std::vector<node_id>>(each.second.content());
    });
    const auto distance = [&](const network_specification& one) {
        const auto count = static_cast<double>(one.node_count().value_or(node_count(asked.where)));
        return std::abs(std::log(count / static_cast<double>(nodes)));
    };
    for (bool is_nearer = true; is_nearer;) {
        is_nearer = false;
        const network_specification from = asked.network;
        for (std::size_t i = 0; i < from.number_count(); ++i) {
            for (const network_specification& one : from.smaller(i)) {
                const bool may_be = distance(one) < distance(asked.network);
                if (std::optional<network> where = may_be ? fitting(asked, one) : std::nullopt) {
                    asked.network = one;
                    asked.where = std::move(*where);
                    is_nearer = true;
                }
            }
        }
    }
    return asked;
}

// Few messages are as large a share of the nodes' number as asked for; then many tell more of what
// a message takes.
std::vector<experiment> with_messages(const experiment& small, double share) {
    if (!small.what->goal->takes_broadcasters) {
        return {small};
    }
    constexpr double few = 0.25;
    const auto limits = small.what->limits ? small.what->limits(small.where) : message_limits{};
    const auto nodes = static_cast<double>(node_count(small.where));
    const auto with = [&](double count) {
        const auto least = static_cast<double>(std::max<std::uint64_t>(1, limits.least));
        const auto most = std::min(nodes, static_cast<double>(limits.most));
        experiment one = small;
        one.broadcasters = broadcaster_specification::random(static_cast<std::uint64_t>(
            std::clamp(std::round(count), least, std::max(least, most))));
        return one;
    };
    return share < few ? std::vector{with(share * nodes), with(nodes)}
                       : std::vector{with(share * nodes)};
}

}  // namespace

growth growth_of(const experiment& asked, std::uint64_t messages) {
    const algorithm& what = *asked.what;
    const std::uint64_t nodes = node_count(asked.where);
    return {static_cast<double>(nodes), static_cast<double>(link_count(asked.where)),
            static_cast<double>(messages),
            static_cast<double>(what.goal->deliveries(nodes, messages)),
            what.kept ? static_cast<double>(what.kept(asked.where, messages)) : 0.0};
}

std::vector<experiment> small_plans(const experiment& asked, std::uint64_t messages) {
    constexpr std::array<std::size_t, 3> sizes{32, 128, 512};
    constexpr std::size_t most_nodes = 2048;
    const double share =
        static_cast<double>(messages) / static_cast<double>(node_count(asked.where));
    std::vector<experiment> all;
    for (const std::size_t size : sizes) {
        const experiment small = scaled_down(asked, size);
        if (node_count(small.where) <= most_nodes) {
            std::ranges::copy_if(
                with_messages(small, share), std::back_inserter(all),
                [](const experiment& each) { return why_not_with_input(each).empty(); });
        }
    }
    return all;
}

double program_bytes(const experiment& small) {
    meter heap{wish::sums, small.where};
    // A thread of its own has freed nothing that it could use again.
    return static_cast<double>(
        std::async(std::launch::async, [&] { return run_watched(small, heap); }).get());
}

double used_mailboxes(const experiment& small) {
    meter mailboxes{wish::events, small.where};
    (void)run_watched(small, mailboxes);
    return mailboxes.used_share();
}

}  // namespace tutti
