#include "resampled_plan.hpp"

#include <algorithm>
#include <memory>
#include <stdexcept>

#include <fmt/format.h>

#include "tutti/experiment/stress.hpp"
#include "util/value_syntax.hpp"

namespace tutti {
namespace {

// Draws of one world are this far from each other, so that none is that of another world.
constexpr std::uint64_t most_worlds = 1'000'000;

// An item that nodes know stays, since a world with another one would contradict their knowledge.
bool stays(const experiment& plan, std::span<const knowledge_item> withheld, knowledge_item item) {
    return std::ranges::count(plan.algorithm->knowledge, item) != 0 &&
           std::ranges::count(withheld, item) == 0;
}

// True if nodes do not know all of what is drawn anew beside payloads and streams.
bool has_free_inputs(const experiment& plan, std::span<const knowledge_item> withheld) {
    const collective& collective = collective_of(plan);
    return (collective.takes_broadcasters &&
            !stays(plan, withheld, knowledge_item::broadcasters)) ||
           (collective.takes_root && !stays(plan, withheld, knowledge_item::root));
}

// A draw may repeat the input by chance, and a world that is the same tests nothing.
bool has_inputs_of(const experiment& plan, const experiment& other) {
    return root_of(plan) == root_of(other) && draw_broadcasters(plan) == draw_broadcasters(other);
}

experiment other_world(const experiment& same, std::span<const knowledge_item> withheld,
                       std::uint64_t number) {
    experiment from = same;
    if (!stays(same, withheld, knowledge_item::broadcasters)) {
        from.drawn = nullptr;
    }
    const std::uint64_t count = same.drawn->packet_count();
    experiment other = draw_trial(from,
                                  stays(same, withheld, knowledge_item::message_count)
                                      ? message_range{count, count}
                                      : default_message_range(same),
                                  number);
    if (stays(same, withheld, knowledge_item::root)) {
        other.root = same.root;
    }
    // An input that the algorithm refuses is thrown here, and the caller stays in the same world.
    const problem checked = problem_of(other);
    return other;
}

}  // namespace

redrawn_experiment resampled_plan(const experiment& plan, std::span<const knowledge_item> withheld,
                                  std::uint64_t seed, std::uint64_t number) {
    // 16 draws are enough unless the input has hardly any freedom.
    constexpr std::uint64_t draws_per_world = 16;
    experiment same = plan;
    same.seed = seed;
    same.drawn = std::make_shared<const broadcaster_set>(draw_broadcasters(plan));
    const bool is_free = has_free_inputs(plan, withheld);
    redrawn_experiment made{.elsewhere = same};
    try {
        for (std::uint64_t attempt = 0; attempt < draws_per_world; ++attempt) {
            made.elsewhere = other_world(same, withheld, number + attempt * most_worlds);
            if (!is_free || !has_inputs_of(made.elsewhere, same)) {
                return made;
            }
        }
        made.why_same = fmt::format("{} draws gave those of the run of all", draws_per_world);
        // An algorithm that refuses the draw is run in the same world, with another seed.
    } catch (const std::invalid_argument& wrong) {
        made.elsewhere = same;
        made.elsewhere.seed = trial_seed(same.seed, number);
        made.why_same = is_free ? one_line(wrong.what()) : "";
    }
    return made;
}

// Children have no access to files: the set goes to them as a list.
experiment without_broadcaster_text(experiment plan) {
    plan.drawn = std::make_shared<const broadcaster_set>(draw_broadcasters(plan));
    plan.broadcasters = broadcaster_specification::parse("all");
    return plan;
}

}  // namespace tutti
