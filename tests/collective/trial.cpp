#include "collective/trial.hpp"

#include <stdexcept>

#include "tutti/experiment/verdict.hpp"
#include "tutti/topology/hypercube.hpp"

namespace support {

const tutti::algorithm& entry(std::string_view task_and_algorithm) {
    for (const tutti::algorithm& known : tutti::catalogue()) {
        if (std::string{known.task} + "/" + std::string{known.name} == task_and_algorithm) {
            return known;
        }
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

tutti::experiment on_cube(const tutti::algorithm& what, int dimensions,
                          std::string_view broadcasters) {
    return {.what = &what,
            .network_text = "hypercube:" + std::to_string(dimensions),
            .where = tutti::hypercube{dimensions},
            .broadcasters = tutti::broadcaster_specification::parse(broadcasters),
            .ports = what.ports.front()};
}

tutti::result run(const tutti::experiment& asked, const team& threads) {
    return tutti::run_experiment(asked, {.threads = threads.threads, .executor = threads.executor},
                                 "a test");
}

tutti::result run_logged(const tutti::experiment& asked, tutti::event_log& log) {
    return tutti::run_experiment(
        asked, {.threads = 1, .executor = tutti::executor_kind::plain_threads, .log = &log},
        "a test");
}

std::string outcome_of(const tutti::result& found) {
    std::string text{name_of(found.verdict)};
    std::string_view before = ": ";
    for (const tutti::check_result& check : found.checks) {
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

tutti::broadcaster_set subset(std::uint64_t members) {
    std::vector<tutti::node_id> nodes;
    for (tutti::node_id node = 0; node < 64; ++node) {
        if ((members >> node & 1U) != 0) {
            nodes.push_back(node);
        }
    }
    return tutti::broadcasters_at(std::move(nodes));
}

}  // namespace support
