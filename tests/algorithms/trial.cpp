#include "trial.hpp"

#include <algorithm>
#include <cstdlib>
#include <exception>
#include <stdexcept>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "support/engines.hpp"
#include "support/standard.hpp"
#include "tutti/experiment/result.hpp"
#include "tutti/topology/hypercube.hpp"
#include "tutti/topology/network.hpp"

namespace support {
namespace {

// Number of emulated processes of a run, if the environment asks for several.
int processes_of_runs() {
    // NOLINTNEXTLINE(concurrency-mt-unsafe): no thread changes it
    const char* const text = std::getenv("TUTTI_TESTS_ON_PROCESSES");
    return text != nullptr ? std::stoi(text) : 1;
}

}  // namespace

const tutti::algorithm& entry(std::string_view task_and_algorithm) {
    const std::size_t slash = task_and_algorithm.find('/');
    const tutti::algorithm* const algorithm =
        standard().find(task_and_algorithm.substr(0, slash), task_and_algorithm.substr(slash + 1));
    if (algorithm != nullptr) {
        return *algorithm;
    }
    throw std::invalid_argument{"no " + std::string{task_and_algorithm} + " in the catalogue"};
}

std::string written(const tutti::broadcaster_set& senders) {
    std::string text;
    for (std::size_t i = 0; i < senders.nodes.size(); ++i) {
        for (std::uint32_t m = 0; m < senders.packets[i]; ++m) {
            text += (text.empty() ? "nodes:" : ",") + std::to_string(senders.nodes[i]);
        }
    }
    return text.empty() ? "none" : text;
}

tutti::experiment on_cube(const tutti::algorithm& algorithm, int dimensions,
                          std::string_view broadcasters) {
    return {
        .algorithm = &algorithm,
        .catalogue = &standard(),
        .network = tutti::network_specification::parse("hypercube:" + std::to_string(dimensions)),
        .built_network = tutti::hypercube{dimensions},
        .broadcasters = tutti::broadcaster_specification::parse(broadcasters),
        .ports = algorithm.ports.front()};
}

tutti::experiment on_network(const tutti::algorithm& algorithm, std::string_view network,
                             std::string_view broadcasters) {
    const auto named = tutti::network_specification::parse(network);
    return {.algorithm = &algorithm,
            .catalogue = &standard(),
            .network = named,
            .built_network = named.build(),
            .broadcasters = tutti::broadcaster_specification::parse(broadcasters),
            .ports = algorithm.ports.front()};
}

tutti::result run(const tutti::experiment& plan, const team& threads) {
    // Each process has its own: what is kept in them is not for several threads.
    const auto run_in = [&](tutti::transport* carrier) {
        return tutti::run_experiment(
            plan, {.threads = threads.threads, .executor = threads.executor, .carrier = carrier},
            "a test");
    };
    const int processes = processes_of_runs();
    if (processes == 1) {
        return run_in(nullptr);
    }
    auto outcomes = on_engines(processes, [&](tutti::transport& end) { return run_in(&end); });
    if (outcomes.front().thrown) {
        std::rethrow_exception(outcomes.front().thrown);
    }
    tutti::result announced = std::move(outcomes.front().value).value();
    if (announced.processes != processes) {
        throw std::logic_error{"not as many processes as were asked for"};
    }
    return announced;
}

tutti::result run_logged(const tutti::experiment& plan, tutti::sink& log) {
    return tutti::run_experiment(
        plan, {.threads = 1, .executor = tutti::executor_kind::plain_threads, .sinks = {&log}},
        "a test");
}

std::string verdict_line(const tutti::result& outcome) {
    std::string text{name_of(outcome.verdict)};
    std::string_view before = ": ";
    for (const tutti::check_result& check : outcome.checks) {
        if (!check.holds) {
            text += std::string{before} + check.name;
            before = ", ";
        }
    }
    return text;
}

tutti::broadcaster_set drawn_senders(int dimensions, std::uint64_t most_packets,
                                     tutti::split_mix& random) {
    const std::uint64_t count = random.next() % (most_packets + 1);
    std::vector<tutti::node_id> mentions(count);
    for (tutti::node_id& node : mentions) {
        node = static_cast<tutti::node_id>(random.next() >> (64 - dimensions));
    }
    return tutti::broadcasters_at(std::move(mentions));
}

tutti::broadcaster_set all_at(tutti::node_id node, std::uint64_t count) {
    return tutti::broadcasters_at(std::vector<tutti::node_id>(count, node));
}

std::vector<tutti::broadcaster_set> corner_case_sets(int dimensions) {
    const auto d = static_cast<std::uint64_t>(dimensions);
    const std::uint64_t nodes = std::uint64_t{1} << d;
    const auto last = static_cast<tutti::node_id>(nodes - 1);
    tutti::split_mix random{51};
    std::vector<tutti::broadcaster_set> sets{
        {}, all_at(0, 1), all_at(0, nodes + 3), all_at(last, 2 * d), all_at(last ^ 1U, 3 * d)};
    std::vector<tutti::node_id> roots;
    std::vector<tutti::node_id> everyone;
    for (int i = 0; i < dimensions; ++i) {
        roots.push_back(tutti::node_id{1} << i);
        sets.push_back(all_at(roots.back(), 1));
        sets.push_back(all_at(roots.back() ^ last, 1));
    }
    for (tutti::node_id node = 0; node <= last; ++node) {
        everyone.push_back(node);
    }
    sets.push_back(tutti::broadcasters_at(std::move(roots)));
    sets.push_back(tutti::broadcasters_at(std::move(everyone)));
    for (const std::uint64_t k : {std::uint64_t{2}, d}) {
        sets.push_back(tutti::broadcasters_at(tutti::pick(nodes, k, random.next())));
    }
    for (int i = 0; i < 4; ++i) {
        sets.push_back(drawn_senders(dimensions, 3 * nodes, random));
    }
    return sets;
}

tutti::broadcaster_set subset(std::uint64_t members) {
    std::vector<tutti::node_id> nodes;
    for (tutti::node_id node = 0; node < 64; ++node) {
        if ((members >> node & 1U) != 0) {
            nodes.push_back(node);
        }
    }
    return tutti::broadcasters_at(std::move(nodes));
}

void event_recorder::slot(const tutti::slot_record& record) {
    for (tutti::transmission transmission : record.sent) {
        transmission.packet = {};  // whose bytes do not last
        sent_.push_back(transmission);
    }
    delivered_.insert(delivered_.end(), record.delivered.begin(), record.delivered.end());
    marked_.insert(marked_.end(), record.marked.begin(), record.marked.end());
}

tutti::slot last_sent(const event_recorder& log, std::string_view kind) {
    tutti::slot last = 0;
    for (const tutti::transmission& each : log.transmissions()) {
        last = each.kind == kind ? std::max(last, each.at + 1) : last;
    }
    return last;
}

std::string text_of(const event_recorder& log) {
    std::string text;
    const auto add = [&](const tutti::message& content) {
        text += fmt::format(" {}.{} {:x}\n", content.origin, content.number, content.payload);
    };
    for (const tutti::transmission& each : log.transmissions()) {
        text += fmt::format("{} {} {} {}", each.at, each.from, each.through, each.kind);
        add(each.content.value_or(tutti::message{}));
    }
    for (const tutti::delivery& each : log.deliveries()) {
        text += fmt::format("{} {}", each.at, each.to);
        add(each.content);
    }
    return text;
}

}  // namespace support
