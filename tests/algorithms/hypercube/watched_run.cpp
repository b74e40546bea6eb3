#include "watched_run.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "algorithms/trial.hpp"
#include "support/recorder.hpp"
#include "topology/random.hpp"
#include "tutti/catalog/algorithm.hpp"
#include "tutti/catalog/cube_theory.hpp"
#include "tutti/experiment/experiment.hpp"

namespace support {
namespace {

bool are_same(const tutti::delivery& left, const tutti::delivery& right) {
    return left.at == right.at && left.to == right.to && left.content == right.content;
}

bool are_same(const watched_run& left, const watched_run& right) {
    return left.hops == right.hops && left.done == right.done &&
           std::ranges::equal(left.delivered, right.delivered,
                              [](const auto& of_left, const auto& of_right) {
                                  return std::ranges::equal(
                                      of_left, of_right,
                                      [](const auto& a, const auto& b) { return are_same(a, b); });
                              }) &&
           summary(left.report) == summary(right.report);
}

tutti::task<> start(judged_node& self, const tutti::any_program& program, tutti::node_input input,
                    tutti::knowledge items) {
    (void)co_await program.start(self, std::move(input), items);
}

}  // namespace

void hop_recorder::slot(const tutti::slot_record& record) {
    for (const tutti::transmission& transmission : record.sent) {
        const tutti::message content = packet_in<tutti::short_packet>(transmission).content();
        hops.push_back({.at = transmission.at + 1,
                        .from = transmission.from,
                        .through = transmission.through,
                        .origin = content.origin,
                        .number = content.number});
    }
    deliveries.insert(deliveries.end(), record.delivered.begin(), record.delivered.end());
}

watched_run watch(int dimensions, tutti::port_model ports, const watched_program& program,
                  const team& threads) {
    const tutti::hypercube cube{dimensions};
    watched_run seen{.report = {},
                     .hops = {},
                     .delivered = std::vector<std::vector<tutti::delivery>>(cube.node_count()),
                     .done = std::vector<tutti::slot>(cube.node_count(), -1)};
    const tampering notes{.mark = [&](const moment& now, std::string_view) {
        seen.done[now.node] = now.at;
        return 1;
    }};
    hop_recorder watcher;
    const std::array<tutti::sink*, 1> sinks{&watcher};
    tutti::emulator<tutti::hypercube, tutti::short_packet> machine{
        cube, {.threads = threads.threads, .executor = threads.executor, .parallel_work = 0}};
    seen.report = machine.try_run(
        [&](auto& self) -> tutti::task<> {
            watched_node view{self, notes};
            co_await program(view);
        },
        {.ports = ports, .slot_budget = 100'000, .sinks = sinks});
    seen.hops = std::move(watcher.hops);
    for (const tutti::delivery& each : watcher.deliveries) {
        seen.delivered[each.to].push_back(each);
    }
    return seen;
}

watched_program with_messages(judged_on_cube program,
                              std::function<tutti::initial_messages(tutti::node_id)> messages,
                              tutti::node_id root) {
    return
        [program = std::move(program), messages = std::move(messages), root](watched_node& self) {
            tutti::node_input input;
            input.messages = messages(self.id());
            tutti::knowledge items;
            items.tell(tutti::knowledge_item::root, root);
            return run_judged(self, program, std::move(input), std::move(items));
        };
}

bool is_same_on_all_teams(int dimensions, tutti::port_model ports, const watched_program& program) {
    const watched_run alone = watch(dimensions, ports, program);
    return std::ranges::all_of(teams(), [&](const team& threads) {
        return are_same(watch(dimensions, ports, program, threads), alone);
    });
}

std::uint64_t payload_of(tutti::node_id node, std::uint32_t number) {
    return tutti::mix(std::uint64_t{node} << 32U | number);
}

tutti::initial_messages letters_of(tutti::node_id node, std::uint32_t count) {
    tutti::node_vector<std::uint64_t> texts(count);
    for (std::uint32_t number = 0; number < count; ++number) {
        texts[number] = payload_of(node, number);
    }
    return {node, std::move(texts)};
}

tutti::initial_messages letters_to_others(tutti::node_id node, int dimensions) {
    return letters_of(node, (std::uint32_t{1} << dimensions) - 1);
}

std::vector<std::vector<std::uint64_t>> payloads_of(const watched_run& seen) {
    std::vector<std::vector<std::uint64_t>> rows(seen.delivered.size());
    for (std::size_t node = 0; node < rows.size(); ++node) {
        for (const tutti::delivery& each : seen.delivered[node]) {
            rows[node].push_back(each.content.payload);
        }
        std::ranges::sort(rows[node]);
    }
    return rows;
}

judged_on_cube program_of(std::string_view task_and_algorithm, int dimensions) {
    const tutti::setting setting{.network = tutti::hypercube{dimensions}};
    return [program = entry(task_and_algorithm).program(setting)](
               judged_node& self, tutti::node_input input, const tutti::knowledge& items) {
        return start(self, program, std::move(input), items);
    };
}

std::string verdict_line(std::string_view task_and_algorithm, int dimensions,
                         const judged_on_cube& program) {
    tutti::algorithm changed = entry(task_and_algorithm);
    changed.program = [&](const tutti::setting& setting) {
        return judged<tutti::short_packet>(tutti::cube_of(setting), program);
    };
    return verdict_line(support::run(on_cube(changed, dimensions)));
}

}  // namespace support
