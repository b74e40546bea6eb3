#include "estimate.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <mutex>
#include <numeric>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "overflow.hpp"
#include "small_runs.hpp"
#include "tutti/algorithm/dynamic/theory.hpp"
#include "tutti/experiment/command_text.hpp"

namespace tutti {
namespace {

struct measured_run {
    growth size{};
    double bytes = 0;
};

// What to multiply each figure of a growth with.
struct slopes {
    growth of{};
    double error = 0;  // relative, of the worst run

    [[nodiscard]] double times(const growth& size) const {
        return std::inner_product(of.begin(), of.end(), size.begin(), 0.0);
    }
};

// Least squares of the relative errors, no slope negative, one slope after the other.
slopes fitted(std::span<const measured_run> runs, std::span<const std::size_t> figures) {
    constexpr int rounds = 2000;
    slopes found;
    for (int round = 0; round < rounds; ++round) {
        for (const std::size_t figure : figures) {
            double missing = 0;
            double weight = 0;
            for (const measured_run& ran : runs) {
                const double share = ran.size.at(figure) / ran.bytes;
                missing += share * (1 - found.times(ran.size) / ran.bytes);
                weight += share * share;
            }
            if (weight > 0) {
                found.of.at(figure) = std::max(0.0, found.of.at(figure) + missing / weight);
            }
        }
    }
    for (const measured_run& ran : runs) {
        found.error = std::max(found.error, std::abs(found.times(ran.size) / ran.bytes - 1));
    }
    return found;
}

// With as few figures as explain what was measured: one too many would follow chance.
slopes simplest_fit(std::span<const measured_run> runs) {
    constexpr double small_error = 0.03;
    constexpr std::size_t most_figures = 3;
    std::vector<std::size_t> figures{0};
    slopes best = fitted(runs, figures);
    while (figures.size() < most_figures && best.error > small_error) {
        slopes better = best;
        std::size_t added = 0;
        for (std::size_t figure = 1; figure < growth{}.size(); ++figure) {
            figures.push_back(figure);
            if (const slopes tried = fitted(runs, figures); tried.error < better.error) {
                better = tried;
                added = figure;
            }
            figures.pop_back();
        }
        if (better.error > best.error * 2 / 3) {
            break;
        }
        figures.push_back(added);
        best = better;
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
        std::vector<measured_run> runs;
        seen_memory seen{.program = plans.at(0).what->program(problem_of(plans[0])),
                         .program_bytes = {}};
        for (const experiment& small : plans) {
            runs.push_back(
                {.size = growth_of(small, most_messages(small)), .bytes = program_bytes(small)});
            if (small.network == plans.back().network) {
                seen.used_mailboxes = std::max(seen.used_mailboxes, used_mailboxes(small));
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

std::uint64_t whole_bytes(double bytes) {
    constexpr double most = std::uint64_t{1} << 60U;
    return static_cast<std::uint64_t>(std::min(most, bytes));
}

// Of the machine and the programs. Where nothing was seen, packets have 16 bytes, and frames and
// queues the usual size.
memory_estimate estimate_run(const experiment& asked, std::uint64_t messages) {
    constexpr slopes usual{.of = {2048, 0, 0, 16, 0}};
    const auto seen = measured(asked, messages);
    std::optional<memory_estimate> bytes;
    if (seen) {
        bytes = seen->program.machine_bytes(asked.where, seen->used_mailboxes);
    }
    if (!bytes) {
        bytes = {.mailbox_bytes = 36 * link_count(asked.where),
                 .node_bytes = 96 * node_count(asked.where)};
    }
    // What the threads free between others' arrays stays the process's: 7 % of a large run's.
    constexpr double gaps = 1.07;
    bytes->program_bytes =
        whole_bytes(gaps * (seen ? seen->program_bytes : usual).times(growth_of(asked, messages)));
    return *bytes;
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

memory_estimate estimate_memory(const experiment& asked) {
    return estimate_memory(asked, most_messages(asked));
}

memory_estimate estimate_memory(const experiment& asked, std::uint64_t messages) {
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
