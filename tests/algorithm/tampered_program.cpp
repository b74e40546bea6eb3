#include "algorithm/tampered_program.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <stdexcept>
#include <string>
#include <utility>

#include "tutti/algorithm/cube/binomial_broadcast.hpp"
#include "tutti/algorithm/cube/exchange_roots.hpp"
#include "tutti/algorithm/cube/fixed_trees.hpp"
#include "tutti/algorithm/cube/greedy.hpp"
#include "tutti/algorithm/cube/multinode_disjoint_trees.hpp"
#include "tutti/algorithm/cube/pair.hpp"
#include "tutti/algorithm/cube/prefix_roots.hpp"
#include "tutti/algorithm/cube/prefix_sum.hpp"
#include "tutti/algorithm/cube/random_roots.hpp"
#include "tutti/algorithm/cube/random_roots_detected.hpp"
#include "tutti/algorithm/cube/ranked.hpp"
#include "tutti/algorithm/cube/theory.hpp"
#include "tutti/algorithm/emulation.hpp"
#include "tutti/collective/payloads.hpp"
#include "tutti/model/rational.hpp"
#include "tutti/topology/dimension_set.hpp"
#include "tutti/tree/binomial_tree.hpp"
#include "tutti/tree/rotation_classes.hpp"

namespace support {
namespace {

using tutti::assignment;
using tutti::node_id;
using tutti::problem;
using tutti::task;

cube_program exchange_sums(const problem& what, const assignment& /*given*/) {
    return [&what](watched_node& self) -> task<> {
        const auto sums =
            co_await tutti::prefix_by_exchange(self, what.broadcasters.packets_of(self.id()));
        self.mark("rank");
        self.deliver({.origin = self.id(), .number = 0, .payload = sums.own_and_above});
    };
}

// B = ceil(C*K/d).
cube_program random_roots(const problem& what, const assignment& given) {
    const tutti::rational k = what.message_count();
    const tutti::rational factor = what.parameter<tutti::rational>("c");
    const tutti::slot budget = (factor * k / tutti::cube_of(what).dimensions()).ceil();
    return [&given, budget](watched_node& self) {
        return tutti::random_roots(self, given.given_to(self.id()), budget);
    };
}

// r_x - a_x + 1, r_x the packets of x and of all nodes above.
std::uint64_t first_rank(const problem& what, node_id x) {
    std::uint64_t rank = 1;
    for (std::size_t i = 0; i < what.broadcasters.nodes.size(); ++i) {
        rank += what.broadcasters.nodes[i] > x ? what.broadcasters.packets[i] : 0;
    }
    return rank;
}

cube_program ranked(const problem& what, const assignment& given) {
    return [&](watched_node& self) {
        return tutti::ranked_broadcasts(self, given.given_to(self.id()),
                                        first_rank(what, self.id()));
    };
}

std::vector<tutti::dimension_set> tree_of(const problem& what) {
    const tutti::hypercube& cube = tutti::cube_of(what);
    if (what.parameter<std::string>("tree") == "rotation") {
        return tutti::rotation_classes{cube}.children();
    }
    const tutti::binomial_tree tree{cube, 0};
    std::vector<tutti::dimension_set> children;
    for (node_id node = 0; node < cube.node_count(); ++node) {
        children.push_back(tree.children(node));
    }
    return children;
}

cube_program fixed_trees(const problem& what, const assignment& given) {
    return [&given, count = what.message_count(), tree = tree_of(what)](watched_node& self) {
        return tutti::fixed_trees(self, given.given_to(self.id()), count, tree);
    };
}

cube_program greedy(const problem& what, const assignment& given) {
    return [&given, count = what.message_count()](watched_node& self) {
        return tutti::greedy_broadcasts(self, given.given_to(self.id()), count);
    };
}

// A program that is given nothing but its node's own messages.
template <class Program>
auto with_own_messages(Program program) {
    return [program](const problem& /*what*/, const assignment& given) -> cube_program {
        return [program, &given](watched_node& self) {
            return tutti::without_result(program(self, given.given_to(self.id())));
        };
    };
}

using program_maker = std::function<cube_program(const problem&, const assignment&)>;
using program_table = std::map<std::string, program_maker, std::less<>>;

const program_table& programs() {
    static const program_table all{
        {"broadcast/binomial", with_own_messages(tutti::binomial_broadcast<watched_node>)},
        {"simultaneous-broadcast/prefix-roots",
         with_own_messages(tutti::prefix_roots<watched_node>)},
        {"simultaneous-broadcast/exchange-roots",
         with_own_messages(tutti::exchange_roots<watched_node>)},
        {"simultaneous-broadcast/random-roots", random_roots},
        {"simultaneous-broadcast/random-roots-detected",
         with_own_messages(tutti::random_roots_detected<watched_node>)},
        {"simultaneous-broadcast/greedy", greedy},
        {"simultaneous-broadcast/pair", with_own_messages(tutti::pair_of_broadcasts<watched_node>)},
        {"simultaneous-broadcast/ranked", ranked},
        {"simultaneous-broadcast/ranked-prefix",
         with_own_messages(tutti::ranked_after_prefix<watched_node>)},
        {"simultaneous-broadcast/fixed-trees", fixed_trees},
        {"multinode-broadcast/disjoint-trees",
         with_own_messages(tutti::multinode_disjoint_trees<watched_node>)},
        {"prefix-sum/exchange", exchange_sums},
    };
    return all;
}

}  // namespace

cube_program program_of(std::string_view task_and_algorithm, const problem& what,
                        const assignment& given) {
    const auto found = programs().find(task_and_algorithm);
    if (found == programs().end()) {
        throw std::invalid_argument{"no program is known for " + std::string{task_and_algorithm}};
    }
    return found->second(what, given);
}

void run_tampered(const problem& what, const tutti::emulation& how, const cube_program& program,
                  const tampering& between) {
    tutti::emulate<tutti::cube_packet>(tutti::cube_of(what), how, [&](auto& self) -> task<> {
        watched_node watched{self, between};
        co_await program(watched);
    });
}

std::vector<tutti::slot> done_slots(const tutti::experiment& asked) {
    const problem what = tutti::pose(asked);
    const tutti::payloads contents{1};
    const assignment given{what.broadcasters, contents};
    const std::string name{asked.what->task};
    const cube_program program =
        program_of(name + "/" + std::string{asked.what->name}, what, given);
    const std::string_view last = asked.what->phases(what).back().name;
    std::vector<tutti::slot> done(tutti::cube_of(what).node_count(), -1);
    const tampering notes{.mark = [&](const moment& now, std::string_view marked) {
        if (marked == last) {
            done[now.node] = now.at;
        }
        return 1;
    }};

    tutti::delivery_check receiver{asked.what->required(what), contents};
    const tutti::emulation how{
        .machine = {.threads = 1, .executor = tutti::executor_kind::plain_threads},
        .run = {.seed = asked.seed},
        .receiver = &receiver,
        .ended = [](const tutti::run_report&) {}};
    run_tampered(what, how, program, notes);
    return done;
}

}  // namespace support
