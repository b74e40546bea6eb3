#include "independent_run.hpp"

#include <algorithm>
#include <memory>
#include <stdexcept>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "topology/random.hpp"
#include "util/value_syntax.hpp"

namespace tutti {
namespace {

// Attempts of an algorithm that may lose messages by design, and runs with other seeds: enough that
// it hardly fails in all of the former and in none of the latter.
constexpr std::uint64_t most_attempts = 6;
constexpr std::uint64_t controls = 4;

// Draws of broadcasters in an attempt, as not every set suits every algorithm.
constexpr std::uint64_t most_draws = 64;

// Sets of an adversary follow from the algorithm, and not from a seed; others can be drawn anew.
bool are_drawn(const experiment& plan) {
    return collective_of(plan).takes_broadcasters && plan.drawn == nullptr &&
           !plan.broadcasters.adversary();
}

// The seed and the set come from different draws, so that nodes cannot compute one from the other.
experiment independent_plan(const experiment& original, const audit_draws& draws,
                            std::uint64_t attempt) {
    experiment plan = original;
    if (are_drawn(original)) {
        plan.seed = draws.broadcaster_seed(attempt);
        plan.drawn = std::make_shared<const broadcaster_set>(draw_broadcasters(plan));
    }
    plan.seed = draws.input_seed(attempt);
    return plan;
}

bool are_random(const experiment& plan) {
    const std::string_view text = plan.broadcasters.text();
    return are_drawn(plan) && (text.starts_with("random:") || text.starts_with("bernoulli:"));
}

// With one broadcaster, if there is one, at a participant that is none.
broadcaster_set moved(const broadcaster_set& senders, const number_sequence& participants,
                      std::uint64_t which, std::uint64_t offset) {
    const std::size_t count = participants.size();
    std::vector<node_id> mentions(senders.nodes.begin(), senders.nodes.end());
    if (!mentions.empty() && mentions.size() < count) {
        auto to = node_below(offset, count);
        while (std::ranges::binary_search(senders.nodes, participants[to])) {
            to = node_below(std::size_t{to} + 1, count);
        }
        mentions[which % mentions.size()] = participants[to];
    }
    return broadcasters_at(std::move(mentions));
}

/// A plan, and the one node whose stream has its own key; null: all have.
struct further_plan {
    reference_run run;
    std::optional<node_id> only{};
};

// A similar plan differs from the original in one broadcaster and in the stream of one node.
further_plan similar_plan(const experiment& original, const audit_draws& draws,
                          std::uint64_t attempt) {
    const std::size_t nodes = node_count(original.built_network);
    further_plan plan{.run = {.plan = original, .stream_key = draws.change(attempt, 0)},
                      .only = node_below(draws.change(attempt, 1), nodes)};
    if (are_random(original)) {
        plan.run.plan.drawn = std::make_shared<const broadcaster_set>(
            moved(draw_broadcasters(original), participants_of(original).nodes(nodes),
                  draws.change(attempt, 2), draws.change(attempt, 3)));
    }
    return plan;
}

/// Runs of all nodes for one audit.
class further_runs {
public:
    further_runs(const process_starter& starter, const experiment& plan, audit_options options,
                 const audit_draws& draws, const first_run& seeded)
        : starter_{&starter},
          plan_{&plan},
          options_{std::move(options)},
          draws_{&draws},
          nodes_{seeded.nodes},
          attempts_{seeded.is_served && seeded.may_fail ? most_attempts : 1} {
        options_.begins = {};
        if (seeded.is_served) {
            // The budget was given for the input of that run.
            options_
                .slot_budget = {};  // it was enough for that run, and may be too little for others
        }
    }

    /// The first that is right, else the last. Null: stopped.
    [[nodiscard]] std::optional<reference_run> best_independent() const {
        return best([&](std::uint64_t number) {
            return further_plan{{.plan = independent_plan(*plan_, *draws_, number),
                                 .stream_key = draws_->stream_key(number)}};
        });
    }

    /// Likewise, as a plain run but for little.
    [[nodiscard]] std::optional<reference_run> best_similar() const {
        return best([&](std::uint64_t number) { return similar_plan(*plan_, *draws_, number); });
    }

    /// True if all runs whose inputs and streams follow from one seed are right. Null: stopped.
    [[nodiscard]] std::optional<bool> serve_with_other_seeds() const {
        for (std::uint64_t control = 0; control < controls; ++control) {
            const auto other = run_first_fitting([&](std::uint64_t draw) {
                further_plan plan{{.plan = *plan_}};
                plan.run.plan.seed = draws_->control_seed(control * most_draws + draw);
                return plan;
            });
            if (!other || !other->run.is_served) {
                return other ? std::optional{false} : std::nullopt;
            }
        }
        return true;
    }

private:
    // Runs plans by number until one is right; an algorithm that never fails has one attempt.
    template <class PlanOf>
    [[nodiscard]] std::optional<reference_run> best(const PlanOf& plan_of) const {
        std::optional<reference_run> one;
        for (std::uint64_t attempt = 0; attempt < attempts_; ++attempt) {
            one = run_first_fitting(
                [&](std::uint64_t draw) { return plan_of(attempt * most_draws + draw); });
            if (!one || one->run.is_served) {
                break;
            }
        }
        return one;
    }

    // The first of the plans that the algorithm takes, run. Null: stopped.
    template <class PlanOf>
    [[nodiscard]] std::optional<reference_run> run_first_fitting(const PlanOf& plan_of) const {
        for (std::uint64_t draw = 0;; ++draw) {
            further_plan plan = plan_of(draw);
            try {
                std::optional<first_run> first = run_all(
                    *starter_, plan.run.plan, options_,
                    {.nodes = nodes_, .stream_key = plan.run.stream_key, .only = plan.only});
                if (!first) {
                    return std::nullopt;
                }
                plan.run.run = std::move(*first);
                return std::move(plan.run);
                // A set that the algorithm does not take is drawn again; any other input would be
                // refused again.
            } catch (const std::invalid_argument&) {
                if (!are_drawn(*plan_) || draw + 1 == most_draws) {
                    throw;
                }
            }
        }
    }

    const process_starter* starter_;
    const experiment* plan_;
    audit_options options_;
    const audit_draws* draws_;
    std::vector<node_id> nodes_;
    std::uint64_t attempts_;
};

// False if it was stopped.
bool add_similar(const further_runs& runs, independent_result& independent) {
    try {
        const std::optional<reference_run> similar = runs.best_similar();
        if (similar && !similar->run.is_served) {
            independent.wrong = similar->run;
        }
        return similar.has_value();
    } catch (const std::invalid_argument& wrong) {
        independent.why_none = fmt::format("no similar run: {}", one_line(wrong.what()));
        return true;
    }
}

}  // namespace

independent_result run_independently(const process_starter& starter, const experiment& plan,
                                     const audit_options& options, const audit_draws& draws,
                                     const first_run& seeded) try {
    const further_runs runs{starter, plan, options, draws, seeded};
    independent_result independent;
    independent.reference = runs.best_independent();
    if (!independent.reference) {
        return {};
    }
    if (!independent.reference->run.is_served) {
        // The order of the runs saves time: similar runs take place only if the independent one is
        // right, and runs with other seeds only if something is wrong.
        independent.wrong = independent.reference->run;
    } else if (seeded.is_served && !add_similar(runs, independent)) {
        return {};
    }
    if (independent.wrong && seeded.is_served) {
        // If runs with other seeds are right, the failure is due to the missing seed; if not, the
        // algorithm fails in any case.
        const std::optional<bool> serve = runs.serve_with_other_seeds();
        if (!serve) {
            return {};
        }
        independent.needs_seed = *serve;
        independent.fails_by_itself = !*serve;
    }
    return independent;
} catch (const std::invalid_argument& wrong) {
    return {.why_none = one_line(wrong.what())};
} catch (const std::runtime_error& wrong) {
    return {.why_none = one_line(wrong.what())};
}

}  // namespace tutti
