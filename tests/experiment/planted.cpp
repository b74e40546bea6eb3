#include "experiment/planted.hpp"

#include <cmath>
#include <string_view>
#include <vector>

#include "algorithm/tampered_node.hpp"
#include "algorithm/trial.hpp"
#include "tutti/algorithm/cube/binomial_broadcast.hpp"
#include "tutti/algorithm/cube/greedy.hpp"
#include "tutti/algorithm/cube/theory.hpp"
#include "tutti/algorithm/emulation.hpp"
#include "tutti/model/random.hpp"
#include "tutti/model/task.hpp"

namespace support {
namespace {

using tutti::assignment;
using tutti::cube_packet;
using tutti::emulation;
using tutti::message;
using tutti::problem;
using tutti::task;

using messages = std::vector<message>;

// What node `where` delivers in place of a message.
tampering delivering(tutti::node_id where, messages (*instead)(const message&)) {
    return {.deliver = [=](const moment& now, const message& content) {
        return now.node == where ? instead(content) : messages{content};
    }};
}

messages wrong(const message& content) {
    return {{.origin = content.origin, .number = content.number, .payload = content.payload ^ 1U}};
}
messages lost(const message& /*content*/) { return {}; }
messages doubled(const message& content) { return {content, content}; }

template <class Program>
void run_tampered(const problem& what, const emulation& how, const tampering& between,
                  const Program& program) {
    tutti::emulate<cube_packet>(tutti::cube_of(what), how, [&](auto& self) -> task<> {
        tampered_node view{self, between};
        co_await program(view);
    });
}

void run_greedy(const problem& what, const assignment& given, const emulation& how,
                const tampering& between) {
    run_tampered(what, how, between, [&](auto& self) {
        return tutti::greedy_broadcasts(self, given.given_to(self.id()), what.message_count());
    });
}

void run_pair(const problem& what, const assignment& given, const emulation& how) {
    const bool is_broken =
        what.broadcasters.packets_of(3) > 0 && what.broadcasters.packets_of(5) > 0;
    run_greedy(what, given, how, is_broken ? delivering(1, wrong) : tampering{});
}

bool is_lossy(const problem& what) {
    const auto& loss = what.parameter<std::string>("loss");
    const double probability = loss == "frequent" || loss == "mixed" ? 0.5 : announced_loss;
    const auto drawn = static_cast<double>(tutti::mix(what.seed ^ 0x105E5U));
    return what.message_count() > 0 && std::ldexp(drawn, -64) < probability;
}

void run_lossy(const problem& what, const assignment& given, const emulation& how) {
    const auto& loss = what.parameter<std::string>("loss");
    const bool is_broken = is_lossy(what);
    const bool is_doubled = loss == "doubled" || (loss == "mixed" && what.message_count() >= 3);
    const auto instead = is_doubled ? doubled : lost;
    run_greedy(what, given, how, is_broken ? delivering(0, instead) : tampering{});
}

void run_root(const problem& what, const assignment& given, const emulation& how) {
    const tampering between = what.root > 4 ? delivering(1, wrong) : tampering{};
    run_tampered(what, how, between, [&](auto& self) {
        return tutti::binomial_broadcast(self, given.given_to(self.id()));
    });
}

}  // namespace

tutti::algorithm broken_by_a_pair() {
    tutti::algorithm changed = entry("simultaneous-broadcast/greedy");
    changed.run = run_pair;
    return changed;
}

tutti::algorithm lossy() {
    tutti::algorithm changed = entry("simultaneous-broadcast/greedy");
    changed.kind = tutti::time_kind::high_probability;
    changed.failure = [](const problem& what) {
        return tutti::failure_probability{
            .exact = announced_loss, .bound = 1, .is_drawn = is_lossy(what)};
    };
    changed.parameters = {
        {.name = "loss",
         .default_value = "announced",
         .meaning = "how often it fails, and how",
         .range = tutti::name_range{{"announced", "frequent", "doubled", "mixed"}}}};
    changed.run = run_lossy;
    return changed;
}

tutti::algorithm broken_by_a_root() {
    tutti::algorithm changed = entry("broadcast/binomial");
    changed.run = run_root;
    return changed;
}

}  // namespace support
