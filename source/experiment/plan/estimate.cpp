#include "estimate.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <future>
#include <map>
#include <mutex>
#include <new>
#include <numeric>
#include <ranges>
#include <set>
#include <system_error>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

#include "algorithms/catalog/description_scope.hpp"
#include "algorithms/table_memory.hpp"
#include "collectives/input/derived_payloads.hpp"
#include "engine/exchange/gather.hpp"
#include "engine/memory/address_space.hpp"
#include "experiment/events/link_load.hpp"
#include "experiment/events/possession_sink.hpp"
#include "experiment/node_inputs.hpp"
#include "experiment/overflow.hpp"
#include "experiment/time_model/start_up_paths.hpp"
#include "plan_command_line.hpp"
#include "scaled_down_plans.hpp"
#include "util/collect.hpp"
#include "util/counts.hpp"
#include "verification/causality.hpp"

namespace tutti {

/// Cache of memory measurements, by the algorithm and the commands that repeat the small runs.
///
/// Thread safety: any thread may ask; one measures at a time, as others would use the heap.
class memory_measurements {
public:
    /// Quantities that memory may grow in proportion to: nodes, links, messages, deliveries, and a
    /// count that the description declares.
    using growth = std::array<double, 5>;

    /// Factors of the quantities of a growth.
    struct slopes {
        growth of{};
        double error = 0;  ///< relative, of the worst run

        [[nodiscard]] double times(const growth& size) const {
            return std::inner_product(of.begin(), of.end(), size.begin(), 0.0);
        }
    };

    /// Observations from runs on small networks that grow alike.
    struct growth_observation {
        any_program program;  ///< on the smallest
        slopes program_bytes;
        double used_mailboxes = 0;
    };

    /// Result of `measure` for the small runs of an algorithm; it is called once for the same ones,
    /// unless it throws.
    template <class Measure>
    std::optional<growth_observation> find(const algorithm& algorithm, std::string commands,
                                           const Measure& measure) {
        const std::scoped_lock guard{lock_};
        const std::pair key{&algorithm, std::move(commands)};
        if (const auto position = observations_.find(key); position != observations_.end()) {
            return position->second;
        }
        return observations_.emplace(key, measure()).first->second;
    }

private:
    std::mutex lock_;
    std::map<std::pair<const algorithm*, std::string>, std::optional<growth_observation>>
        observations_;
};

std::shared_ptr<memory_measurements> no_measurements() {
    return std::make_shared<memory_measurements>();
}

namespace {

using growth = memory_measurements::growth;
using slopes = memory_measurements::slopes;
using observed_memory = memory_measurements::growth_observation;

double bytes_on_heap() noexcept { return static_cast<double>(heap_bytes()); }

// Looks at the heap or, if it wants events, at the mailboxes; ends a run that takes long.
class meter final : public sink {
public:
    meter(interest interest, const experiment& small)
        : level_{interest},
          enough_packets_{enough_packets(interest, collective_of(small).is_dynamic)},
          nodes_a_page_{
              std::max<node_id>(1, static_cast<node_id>(node_count(small.built_network) / pages))},
          mailboxes_{product(2, std::max<std::uint64_t>(1, link_count(small.built_network)))} {}

    [[nodiscard]] interest wants(tutti::slot /*at*/) noexcept override { return level_; }
    void slot(const slot_record& record) override {
        packets_ += record.packets;
        if (packets_ > enough_packets_) {
            is_enough_.request_stop();
        }
        most_heap_bytes_ = std::max(most_heap_bytes_, bytes_on_heap());
        for (const transmission& each : record.sent) {
            used_.emplace(each.at % 2, each.through, each.to / nodes_a_page_);
        }
    }

    [[nodiscard]] std::stop_token is_enough() const { return is_enough_.get_token(); }
    [[nodiscard]] double most_heap_bytes() const noexcept { return most_heap_bytes_; }
    // Of the mailboxes, two a link, with all that in a large network share a page with one that is
    // used.
    [[nodiscard]] double used_share() const {
        return std::min(1.0, ratio(used_.size() * nodes_a_page_, mailboxes_));
    }

private:
    static constexpr std::size_t pages = 32;  // of a port

    // Queues that messages join during the run take longer to fill than those of a run in which all
    // are there at the start.
    static std::uint64_t enough_packets(interest level, bool is_dynamic) {
        return std::uint64_t{1} << ((level == interest::sums ? 20U : 18U) + (is_dynamic ? 2U : 0U));
    }

    interest level_;
    std::uint64_t enough_packets_;
    node_id nodes_a_page_;
    double mailboxes_;
    std::uint64_t packets_ = 0;
    std::stop_source is_enough_;
    double most_heap_bytes_ = 0;
    std::set<std::tuple<tutti::slot, port, node_id>> used_;
};

// A run without a verdict, cut short after many slots. Returns the bytes of its tables, its
// frames, and what its programs took of the heap: at least 1, for others may give some back
// meanwhile.
double run_unverified(const experiment& plan, meter& watch) {
    constexpr slot most_slots = 1 << 16;
    const problem input = built_problem_of(plan);
    const collective& collective = collective_of(plan);
    const derived_payloads contents{input.seed};
    delivery_verifier check{collective.required(input), contents};
    const assignment assignment{collective.given(input), contents};
    std::vector<interval_record> records(collective.is_dynamic ? node_count(input.network) : 0);

    drop_shared_tables();
    double bytes = -bytes_on_heap();
    const any_program program = plan.algorithm->program(input);
    bytes += bytes_on_heap();

    run_inputs inputs = inputs_for(input, assignment, *plan.algorithm, records);
    inputs.input = [&, of_node = std::move(inputs.input)](node_id node) {
        if (node == 0) {
            bytes -= bytes_on_heap();
        }
        return of_node(node);
    };
    std::array<sink*, 1> watching{&watch};
    program.run(inputs, {.machine = {.threads = 1, .executor = executor_kind::plain_threads},
                         .run = {.ports = input.ports,
                                 .seed = input.seed,
                                 .slot_budget = most_slots,
                                 .stop = watch.is_enough(),
                                 .sinks = watching},
                         .receiver = &check,
                         .ended = [&](const run_report& ran) {
                             bytes += static_cast<double>(ran.frame_bytes);
                         }});
    return std::max(1.0, bytes + watch.most_heap_bytes());
}

growth growth_of(const experiment& plan, std::uint64_t messages) {
    const algorithm& algorithm = *plan.algorithm;
    const std::array<std::uint64_t, growth{}.size()> counts{
        node_count(plan.built_network), link_count(plan.built_network), messages,
        deliveries_of(plan, messages),
        algorithm.memory_use ? algorithm.memory_use(plan.built_network, messages) : 0};
    growth figures{};
    std::ranges::copy(counts, figures.begin());
    return figures;
}

// Least squares with no slope negative, one of these figures after the other. The runs' growths are
// divided by the bytes that they took, so that every sum should be 1.
slopes fitted(const std::vector<growth>& runs, unsigned figures) {
    constexpr int rounds = 2000;
    slopes fit;
    for (int round = 0; round < rounds; ++round) {
        for (std::size_t figure = 0; figure < fit.of.size(); ++figure) {
            double missing = 0;
            double weight = 0;
            for (const growth& ran : runs) {
                missing += ran.at(figure) * (1 - fit.times(ran));
                weight += ran.at(figure) * ran.at(figure);
            }
            if (weight > 0 && (figures >> figure & 1U) != 0) {
                fit.of.at(figure) = std::max(0.0, fit.of.at(figure) + missing / weight);
            }
        }
    }
    fit.error = largest_of(
        runs, [&](const growth& ran) { return std::abs(fit.times(ran) - 1); }, fit.error);
    return fit;
}

// With nodes and as few other figures as explain what was measured: one too many would follow
// chance, and has to make the error smaller by a third. The last run is the most like what is asked
// for, and has what it took.
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
    for (const double last = best.times(runs.back()); double& slope : best.of) {
        slope /= last;
    }
    return best;
}

// The share that runs on the largest of the networks use. Where one was cut short, its last slots
// may use other mailboxes, so that runs on the next smaller network count, too.
double used_mailboxes(const std::vector<experiment>& plans) {
    double used = 0;
    bool is_cut_short = false;
    const network_specification* network = &plans.back().network;
    for (const experiment& small : plans | std::views::reverse) {
        if (small.network != *network) {
            if (!std::exchange(is_cut_short, false)) {
                break;
            }
            network = &small.network;
        }
        meter mailboxes{interest::events, small};
        (void)run_unverified(small, mailboxes);
        used = std::max(used, mailboxes.used_share());
        is_cut_short = is_cut_short || mailboxes.is_enough().stop_requested();
    }
    return used;
}

// Null if there is no run; that which is asked for will say why. What the machine lacked it may
// have the next time, and is thrown.
std::optional<observed_memory> measure(const std::vector<experiment>& plans) {
    if (plans.empty()) {
        return std::nullopt;
    }
    try {
        std::vector<growth> runs;
        observed_memory seen{.program = plans[0].algorithm->program(problem_of(plans[0])),
                             .program_bytes = {}};
        for (const experiment& small : plans) {
            meter heap{interest::sums, small};
            // A new thread has freed nothing that it could use again. What programs take of the
            // heap is seen where it is glibc's and no other thread uses it meanwhile.
            auto bytes =
                std::async(std::launch::async, [&] { return run_unverified(small, heap); });
            runs.push_back(growth_of(small, most_messages(small)));
            for (const double took = bytes.get(); double& figure : runs.back()) {
                figure /= took;
            }
        }
        seen.used_mailboxes = used_mailboxes(plans);
        seen.program_bytes = simplest_fit(runs);
        return seen;
    } catch (const std::bad_alloc&) {
        throw;
    } catch (const std::system_error&) {
        throw;
    } catch (const std::exception&) {
        return std::nullopt;
    }
}

std::optional<observed_memory> measured(const experiment& plan, std::uint64_t messages) {
    const std::vector<experiment> plans = scaled_down_plans(plan, messages);
    std::string commands = joined_texts(
        plans, "\n", [](const experiment& small) { return repeat_command(small, {}); });
    return plan.measured->find(*plan.algorithm, std::move(commands),
                               [&] { return measure(plans); });
}

// Of the machine and the programs; roughly, where nothing was seen.
memory_estimate estimate_run(const experiment& plan, std::uint64_t messages) {
    const std::uint64_t nodes = node_count(plan.built_network);
    memory_estimate bytes{
        .mailbox_bytes = 36 * link_count(plan.built_network),
        .node_bytes = 96 * nodes,
        .program_bytes = bounded_product(nodes, program_bytes_per_node(plan, messages))};
    if (const auto seen = measured(plan, messages)) {
        bytes =
            seen->program.emulator_bytes(plan.built_network, seen->used_mailboxes).value_or(bytes);
        // Memory that the threads free between others' arrays stays with the process: 7 % of a
        // large run's.
        constexpr double gaps = 1.07;
        const double program_bytes = gaps * seen->program_bytes.times(growth_of(plan, messages));
        bytes.program_bytes = whole_part(std::min(0x1p60, program_bytes));
    }
    return bytes;
}

}  // namespace

std::uint64_t broadcaster_bytes(const experiment& plan) {
    const std::uint64_t messages = most_messages(plan);
    const std::uint64_t senders =
        collective_of(plan).takes_broadcasters
            ? messages
            : std::min<std::uint64_t>(messages, node_count(plan.built_network));
    return senders * broadcaster_set::bytes_each;
}

memory_estimate estimate_memory(const experiment& plan,
                                std::optional<std::uint64_t> given_messages) {
    require_outside_of_algorithms();
    const collective& collective = collective_of(plan);
    const std::uint64_t messages = given_messages ? *given_messages : most_messages(plan);
    memory_estimate bytes = within_64_bits(plan, [&] { return estimate_run(plan, messages); });
    if (const auto* const links = std::get_if<graph>(&plan.built_network)) {
        bytes.node_bytes += links->memory_bytes();
    }
    // The check has a row for every node, whether it takes part or not.
    const std::uint64_t nodes = node_count(plan.built_network);
    const auto bytes_of_check = [&](std::uint64_t takers) {
        return bounded_product(collective.check_bytes(takers, messages), divided_up(nodes, takers));
    };
    bytes.check_bytes = std::max(bytes_of_check(nodes), bytes_of_check(participant_count(plan)));
    return bytes;
}

std::uint64_t watching_bytes(const experiment& plan, const experiment_options& options) {
    const collective& collective = collective_of(plan);
    const std::uint64_t origins = collective.starts_at_root ? 1
                                  : collective.is_dynamic   ? node_count(plan.built_network)
                                                            : most_messages(plan);
    return options.sink_bytes +
           (options.counts_loads ? link_loads::bytes_for(plan.built_network) : 0) +
           (plan.time_model.is_given() ? start_up_paths::bytes_for(within_64_bits(
                                             plan, [&] { return estimate_events(plan); }))
                                       : 0) +
           distance_bytes(plan.built_network, origins) +
           (plan.algorithm->is_of_library
                ? 0
                : possession_bytes(plan.built_network, most_messages(plan)));
}

std::uint64_t bytes_needed(const experiment& plan, std::uint64_t messages, std::uint64_t enough,
                           const process_part& share) {
    // More than any program of the catalogue keeps at a node, for a delivery and for a message that
    // a node is given, and any packet and a file's graph take for a link.
    const std::uint64_t nodes = node_count(plan.built_network);
    const std::uint64_t bound = within_64_bits(plan, [&] {
        return bounded_product(nodes, 1U << 16U) +
               bounded_product(link_count(plan.built_network), 1U << 8U) +
               bounded_product(deliveries_of(plan, messages), 1U << 10U) +
               bounded_product(messages, 1U << 7U);
    });
    return bound <= enough
               ? bound
               : share_of_process(plan, estimate_memory(plan, messages), share).total_bytes();
}

std::uint64_t program_bytes_per_node(const experiment& plan, std::uint64_t messages) {
    const std::uint64_t nodes = node_count(plan.built_network);
    return 1024 + bounded_product(deliveries_of(plan, messages), 8) / nodes;
}

void check_memory(const experiment& plan, const experiment_options& options) {
    check_memory(plan, options, least_part(plan.built_network, process_count(options.carrier)));
}

void check_memory(const experiment& plan, const experiment_options& options,
                  const process_part& share) {
    const std::uint64_t enough = usable_memory_bytes(options.memory_limit_bytes, options.threads);
    const std::uint64_t needed =
        bytes_needed(plan, most_messages(plan), enough, share) + watching_bytes(plan, options);
    require_memory(needed, options.memory_limit_bytes, options.threads);
}

}  // namespace tutti
