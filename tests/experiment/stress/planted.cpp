#include "planted.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "algorithms/mutating_program.hpp"
#include "algorithms/trial.hpp"
#include "topology/random.hpp"
#include "tutti/catalog/knowledge.hpp"
#include "tutti/catalog/problem.hpp"

namespace support {
namespace {

using tutti::knowledge;
using tutti::knowledge_item;
using tutti::message;
using tutti::node_id;
using tutti::problem;
using tutti::setting;

using messages = std::vector<message>;

// Message that node `node` delivers in place of another.
tampering delivering(node_id node, messages (*instead)(const message&)) {
    return {.deliver = [=](const moment& now, const message& content) {
        return now.node == node ? instead(content) : messages{content};
    }};
}

messages wrong(const message& content) {
    return {{.origin = content.origin, .number = content.number, .payload = content.payload ^ 1U}};
}
messages lost(const message& /*content*/) { return {}; }
messages doubled(const message& content) { return {content, content}; }

bool is_lossy(const problem& problem) {
    const auto& loss = problem.parameter<std::string>("loss");
    const double probability = loss == "frequent" || loss == "mixed" ? 0.5 : announced_loss;
    const auto drawn = static_cast<double>(tutti::mix(problem.seed ^ 0x105E5U));
    return problem.message_count() > 0 && std::ldexp(drawn, -64) < probability;
}

// The slot budget decides whether node 0 loses something.
tampering losing(const setting& setting, const knowledge& knowledge) {
    const auto& loss = setting.parameter<std::string>("loss");
    const bool is_doubled =
        loss == "doubled" || (loss == "mixed" && knowledge.message_count() >= 3);
    return knowledge.slot_budget() == 0 ? tampering{} : delivering(0, is_doubled ? doubled : lost);
}

}  // namespace

tutti::algorithm broken_by_a_pair() {
    tutti::algorithm changed = entry("simultaneous-broadcast/greedy");
    changed.knowledge.push_back(knowledge_item::broadcasters);
    return with_tampering(std::move(changed),
                          [](const setting& /*setting*/, const knowledge& knowledge) {
                              const auto speaks = [&](node_id node) {
                                  return std::ranges::binary_search(knowledge.broadcasters(), node);
                              };
                              return speaks(3) && speaks(5) ? delivering(1, wrong) : tampering{};
                          });
}

tutti::algorithm lossy() {
    tutti::algorithm changed = entry("simultaneous-broadcast/greedy");
    changed.kind = tutti::time_kind::high_probability;
    changed.failure = [](const problem& input) {
        return tutti::failure_probability{
            .exact = announced_loss, .bound = 1, .is_drawn = is_lossy(input)};
    };
    changed.parameters = {
        {.name = "loss",
         .default_value = "announced",
         .meaning = "how often it fails, and how",
         .range = tutti::name_range{{"announced", "frequent", "doubled", "mixed"}}}};
    changed.knowledge.push_back(knowledge_item::slot_budget);
    changed.slot_budget = [](const problem& input) -> tutti::slot {
        return is_lossy(input) ? 1 : 0;
    };
    return with_tampering(std::move(changed), losing);
}

tutti::algorithm broken_at_first(int nodes) {
    tutti::algorithm changed = entry("simultaneous-broadcast/greedy");
    const auto begun = std::make_shared<std::atomic<int>>(0);
    return with_tampering(
        std::move(changed), [=](const setting& /*setting*/, const knowledge& /*knowledge*/) {
            tampering changes;
            if ((*begun)++ < nodes) {
                changes.deliver = [](const moment& /*now*/, const message& content) {
                    return lost(content);
                };
            }
            return changes;
        });
}

tutti::algorithm broken_by_a_root() {
    tutti::algorithm changed = entry("broadcast/binomial");
    changed.knowledge.push_back(knowledge_item::root);
    return with_tampering(std::move(changed),
                          [](const setting& /*setting*/, const knowledge& knowledge) {
                              return knowledge.root() > 4 ? delivering(1, wrong) : tampering{};
                          });
}

}  // namespace support
