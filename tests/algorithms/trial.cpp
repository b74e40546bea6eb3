#include "trial.hpp"

#include <cstdlib>
#include <exception>
#include <stdexcept>
#include <string>
#include <utility>

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

void event_recorder::slot(const tutti::slot_record& record) {
    for (tutti::transmission transmission : record.sent) {
        transmission.packet = {};  // whose bytes do not last
        sent_.push_back(transmission);
    }
    delivered_.insert(delivered_.end(), record.delivered.begin(), record.delivered.end());
    marked_.insert(marked_.end(), record.marked.begin(), record.marked.end());
}

bool is_wanted(std::string_view plan) {
    // NOLINTNEXTLINE(concurrency-mt-unsafe): no thread changes it
    const char* const wanted = std::getenv("TUTTI_TESTS_ROWS");
    return wanted == nullptr || plan.find(wanted) != std::string_view::npos;
}

}  // namespace support
