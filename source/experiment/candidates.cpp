#include "candidates.hpp"

#include <utility>

#include "engine/exchange/gather.hpp"
#include "experiment/plan/estimate.hpp"
#include "experiment/time_model/searched_parameters.hpp"
#include "util/collect.hpp"
#include "util/value_syntax.hpp"

namespace tutti {
namespace {

// All candidates get the same drawn set, so that it is in memory once.
bool shares_its_set(const candidate& candidate) {
    return collective_of(candidate.plan).takes_broadcasters;
}

bool fits(const candidate& candidate) { return candidate.inapplicable_reason.empty(); }

}  // namespace

// Parameters of other algorithms are dropped: `--set` may name those of any candidate.
experiment experiment_for(const algorithm& algorithm, candidate_request request) {
    experiment plan = std::move(request.common);
    plan.algorithm = &algorithm;
    plan.ports = request.ports.value_or(algorithm.ports.front());
    plan.parameters = taken_by(algorithm.parameters, plan.parameters);
    if (!plan.searched_parameters.empty() &&
        inapplicable_reason(algorithm, plan.built_network, request.ports, participants_of(plan))
            .empty()) {
        search_parameters(plan);
    }
    return plan;
}

std::vector<candidate> find_candidates(const candidate_request& request) {
    const participant_set participants = participants_of(request.common);
    return vector_of(request.algorithms, [&](const algorithm* each) {
        return candidate{.plan = experiment_for(*each, request),
                         .inapplicable_reason = inapplicable_reason(
                             *each, request.common.built_network, request.ports, participants)};
    });
}

// The check is done by all processes, and the same candidates are excluded in each: the text of the
// first process with a reason is taken.
void exclude_large(std::vector<candidate>& candidates, std::uint64_t limit_bytes,
                   transport* carrier, partition_cache* cache) {
    partition_cache of_these;
    partition_cache& shares = cache != nullptr ? *cache : of_these;
    for (candidate& candidate : candidates) {
        if (!fits(candidate)) {
            continue;
        }
        // The broadcasters are in memory once and beside each run, so that they are subtracted from
        // the limit and added to the need.
        const std::uint64_t shared =
            shares_its_set(candidate) ? broadcaster_bytes(candidate.plan) : 0;
        const std::uint64_t needed =
            bytes_of_process(candidate.plan, limit_bytes - std::min(limit_bytes, shared), carrier,
                             shares) +
            shared;
        candidate.inapplicable_reason =
            first_text(carrier, inapplicable_reason(needed, limit_bytes));
    }
}

void draw_input(const candidate_request& request, std::vector<candidate>& candidates) {
    std::shared_ptr<const broadcaster_set> drawn;
    for (candidate& candidate : candidates) {
        if (!fits(candidate)) {
            continue;
        }
        // The draw is that of the first algorithm, whether it fits or not: a comparison has one
        // input.
        if (shares_its_set(candidate)) {
            if (drawn == nullptr) {
                experiment first = request.common;
                first.algorithm = request.algorithms.front();
                drawn = std::make_shared<const broadcaster_set>(draw_broadcasters(first));
            }
            candidate.plan.drawn = drawn;
        }
        candidate.inapplicable_reason = inapplicable_reason(candidate.plan);
    }
}

void require_a_fit(std::span<const candidate> candidates) {
    if (std::ranges::any_of(candidates, fits)) {
        return;
    }
    refuse("no algorithm for {} fits: {}", candidates.front().plan.algorithm->collective,
           joined_texts(candidates, "; ", [](const candidate& each) {
               return fmt::format("{}: {}", each.plan.algorithm->name, each.inapplicable_reason);
           }));
}

}  // namespace tutti
