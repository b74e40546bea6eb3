#include "estimate.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <future>
#include <map>
#include <mutex>
#include <numeric>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

#include "node_inputs.hpp"
#include "overflow.hpp"
#include "tutti/algorithm/dynamic/theory.hpp"
#include "tutti/collective/payloads.hpp"
#include "tutti/experiment/command_text.hpp"

namespace tutti {
namespace {

// What memory may grow in proportion to: nodes, links, messages, deliveries, and what a description
// says that programs keep.
using growth = std::array<double, 5>;

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
    // Of the mailboxes, two a link, with all that in a large network lie in the same page as one
    // that is used.
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

growth growth_of(const experiment& asked, std::uint64_t messages) {
    const algorithm& what = *asked.what;
    const std::uint64_t nodes = node_count(asked.where);
    return {static_cast<double>(nodes), static_cast<double>(link_count(asked.where)),
            static_cast<double>(messages),
            static_cast<double>(what.goal->deliveries(nodes, messages)),
            what.kept ? static_cast<double>(what.kept(asked.where, messages)) : 0.0};
}

// What is run in place of `asked`: experiments on some hundred nodes at most, of the same kind of
// network and with the same parameters. None if no such network will do.
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

// Bytes that the programs of all nodes and their tables take at the same time. What they take of
// the heap is seen where it is glibc's and nobody else uses it meanwhile.
double program_bytes(const experiment& small) {
    meter heap{wish::sums, small.where};
    // A thread of its own has freed nothing that it could use again.
    return static_cast<double>(
        std::async(std::launch::async, [&] { return run_watched(small, heap); }).get());
}

// What to multiply each figure of a growth with.
struct slopes {
    growth of{};
    double error = 0;  // relative, of the worst run

    [[nodiscard]] double times(const growth& size) const {
        return std::inner_product(of.begin(), of.end(), size.begin(), 0.0);
    }
};

// Least squares with no slope negative, one of these figures after the other. The runs' growths are
// divided by the bytes that they took, so that every sum should be 1.
slopes fitted(const std::vector<growth>& runs, unsigned figures) {
    constexpr int rounds = 2000;
    slopes found;
    for (int round = 0; round < rounds; ++round) {
        for (std::size_t figure = 0; figure < found.of.size(); ++figure) {
            double missing = 0;
            double weight = 0;
            for (const growth& ran : runs) {
                missing += ran.at(figure) * (1 - found.times(ran));
                weight += ran.at(figure) * ran.at(figure);
            }
            if (weight > 0 && (figures >> figure & 1U) != 0) {
                found.of.at(figure) = std::max(0.0, found.of.at(figure) + missing / weight);
            }
        }
    }
    for (const growth& ran : runs) {
        found.error = std::max(found.error, std::abs(found.times(ran) - 1));
    }
    return found;
}

// With nodes and as few other figures as explain what was measured: one too many would follow
// chance, and has to make the error smaller by a third.
slopes simplest_fit(const std::vector<growth>& runs) {
    constexpr double small_error = 0.03;
    slopes best = fitted(runs, 1);
    for (const int count : {2, 3}) {
        slopes better = best;
        for (unsigned figures = 1; figures < 1U << growth{}.size(); figures += 2) {
            const slopes tried = std::popcount(figures) == count ? fitted(runs, figures) : better;
            better = tried.error < better.error ? tried : better;
        }
        best = best.error > small_error && better.error <= best.error * 2 / 3 ? better : best;
    }
    return best;
}

// What runs on small networks tell of all that grow alike.
struct seen_memory {
    any_program program;  // on the smallest
    slopes program_bytes;
    double used_mailboxes = 0;
};

// Null if there is no run; that which is asked for will say why.
std::optional<seen_memory> measure(const std::vector<experiment>& plans) {
    try {
        std::vector<growth> runs;
        seen_memory seen{.program = plans.at(0).what->program(problem_of(plans[0])),
                         .program_bytes = {}};
        for (const experiment& small : plans) {
            growth& ran = runs.emplace_back(growth_of(small, most_messages(small)));
            std::ranges::transform(ran, ran.begin(), [bytes = program_bytes(small)](double each) {
                return each / bytes;
            });
            if (small.network == plans.back().network) {
                meter mailboxes{wish::events, small.where};
                (void)run_watched(small, mailboxes);
                seen.used_mailboxes = std::max(seen.used_mailboxes, mailboxes.used_share());
            }
        }
        seen.program_bytes = simplest_fit(runs);
        return seen;
    } catch (const std::exception&) {
        return std::nullopt;
    }
}

// Measures once for the same plans, and one at a time: others would use the heap.
std::optional<seen_memory> measured(const experiment& asked, std::uint64_t messages) {
    static std::mutex lock;
    static std::map<std::pair<const algorithm*, std::string>, std::optional<seen_memory>> known;
    const std::vector<experiment> plans = small_plans(asked, messages);
    std::string commands;
    for (const experiment& small : plans) {
        commands += repeat_command(small, {}) + '\n';
    }
    const std::scoped_lock guard{lock};
    const auto [place, is_new] = known.try_emplace({asked.what, std::move(commands)});
    if (is_new) {
        place->second = measure(plans);
    }
    return place->second;
}

// Of the machine and the programs. Where nothing was seen, packets have 16 bytes, and frames and
// queues the usual size.
memory_estimate estimate_run(const experiment& asked, std::uint64_t messages) {
    constexpr slopes usual{.of = {2048, 0, 0, 16, 0}};
    const auto seen = measured(asked, messages);
    const auto machine =
        seen ? seen->program.machine_bytes(asked.where, seen->used_mailboxes) : std::nullopt;
    memory_estimate bytes = machine.value_or(memory_estimate{
        .mailbox_bytes = 36 * link_count(asked.where), .node_bytes = 96 * node_count(asked.where)});
    // What the threads free between others' arrays stays the process's: 7 % of a large run's.
    constexpr double gaps = 1.07;
    constexpr double most = 0x1p60;
    const slopes& known = seen ? seen->program_bytes : usual;
    bytes.program_bytes =
        static_cast<std::uint64_t>(std::min(most, gaps * known.times(growth_of(asked, messages))));
    return bytes;
}

// Where small runs would take as long as the run itself.
bool is_small(const experiment& asked) { return node_count(asked.where) <= 1024; }

std::uint64_t with_deliveries(const experiment& asked, std::uint64_t messages,
                              std::uint64_t bytes_a_node, std::uint64_t bytes_a_delivery) {
    const std::uint64_t nodes = node_count(asked.where);
    return bounded_product(nodes, bytes_a_node) +
           bounded_product(asked.what->goal->deliveries(nodes, messages), bytes_a_delivery);
}

}  // namespace

std::uint64_t most_messages(const experiment& asked) {
    const collective& goal = *asked.what->goal;
    const std::uint64_t nodes = node_count(asked.where);
    return goal.takes_broadcasters ? asked.broadcasters.most_packets(nodes)
                                   : goal.message_count(nodes);
}

std::uint64_t broadcaster_bytes(const experiment& asked) {
    const std::uint64_t messages = most_messages(asked);
    const std::uint64_t senders = asked.what->goal->takes_broadcasters
                                      ? messages
                                      : std::min<std::uint64_t>(messages, node_count(asked.where));
    return senders * broadcaster_set::bytes_each;
}

memory_estimate estimate_memory(const experiment& asked,
                                std::optional<std::uint64_t> given_messages) {
    const std::uint64_t messages = given_messages ? *given_messages : most_messages(asked);
    memory_estimate bytes = within_64_bits(asked, [&] { return estimate_run(asked, messages); });
    if (const auto* const links = std::get_if<graph>(&asked.where)) {
        bytes.node_bytes += links->memory_bytes();
    }
    bytes.check_bytes = asked.what->goal->check_bytes(node_count(asked.where), messages);
    return bytes;
}

std::uint64_t bytes_needed(const experiment& asked, std::uint64_t messages, std::uint64_t enough) {
    // More than any program of the catalogue keeps on a small network.
    const std::uint64_t bound = within_64_bits(
        asked, [&] { return with_deliveries(asked, messages, 1U << 16U, 1U << 10U); });
    return is_small(asked) && bound <= enough ? bound
                                              : estimate_memory(asked, messages).total_bytes();
}

std::uint64_t program_bytes_a_node(const experiment& asked, std::uint64_t messages) {
    const std::uint64_t bytes = is_small(asked) ? with_deliveries(asked, messages, 1024, 8)
                                                : estimate_run(asked, messages).program_bytes;
    return bytes / node_count(asked.where);
}

void check_memory(const experiment& asked, std::uint64_t limit_bytes) {
    const std::uint64_t needed = bytes_needed(asked, most_messages(asked), limit_bytes);
    if (needed > limit_bytes) {
        throw memory_limit_exceeded{needed, limit_bytes};
    }
}

std::uint64_t estimate_events(const experiment& asked) {
    const problem what = problem_of(asked);
    const collective& goal = *asked.what->goal;
    if (goal.is_dynamic) {
        return most_interval_events(what);
    }
    const std::uint64_t deliveries = goal.deliveries(node_count(what.where), what.message_count());
    std::uint64_t events = deliveries + asked.what->transmissions(what).value_or(deliveries);
    for (const phase& planned : asked.what->phases(what)) {
        events += planned.marked_by;
    }
    return events;
}

}  // namespace tutti
