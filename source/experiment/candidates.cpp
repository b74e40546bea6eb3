#include "candidates.hpp"

#include <fmt/ranges.h>

#include "engine/exchange/gather.hpp"
#include "experiment/plan/estimate.hpp"
#include "util/value_syntax.hpp"

namespace tutti {
namespace {

experiment experiment_for(const algorithm& what, const candidate_request& request) {
    experiment asked = request.common;
    asked.what = &what;
    asked.ports = request.ports.value_or(what.ports.front());
    asked.parameters = taken_by(what.parameters, request.common.parameters);
    return asked;
}

bool shares_its_set(const candidate& one) { return collective_of(one.asked).takes_broadcasters; }

bool fits(const candidate& one) { return one.inapplicable_reason.empty(); }

}  // namespace

std::vector<candidate> find_candidates(const candidate_request& asked) {
    std::vector<candidate> all;
    all.reserve(asked.algorithms.size());
    for (const algorithm* const what : asked.algorithms) {
        all.push_back(
            {.asked = experiment_for(*what, asked),
             .inapplicable_reason = network_mismatch(*what, asked.common.where, asked.ports)});
    }
    return all;
}

void exclude_large(std::vector<candidate>& all, std::uint64_t limit_bytes, transport* carrier,
                   partition_cache* kept) {
    partition_cache of_these;
    partition_cache& shares = kept != nullptr ? *kept : of_these;
    for (candidate& one : all) {
        if (!fits(one)) {
            continue;
        }
        const std::uint64_t shared = shares_its_set(one) ? broadcaster_bytes(one.asked) : 0;
        const std::uint64_t needed =
            bytes_of_process(one.asked, limit_bytes - std::min(limit_bytes, shared), carrier,
                             shares) +
            shared;
        one.inapplicable_reason = first_text(
            carrier, needed > limit_bytes ? fmt::format("needs about {} bytes, and the limit is {}",
                                                        needed, limit_bytes)
                                          : "");
    }
}

void draw_input(const candidate_request& asked, std::vector<candidate>& all) {
    std::shared_ptr<const broadcaster_set> drawn;
    for (candidate& one : all) {
        if (!fits(one)) {
            continue;
        }
        if (shares_its_set(one)) {
            if (drawn == nullptr) {
                experiment first = asked.common;
                first.what = asked.algorithms.front();
                drawn = std::make_shared<const broadcaster_set>(draw_broadcasters(first));
            }
            one.asked.drawn = drawn;
        }
        one.inapplicable_reason = input_mismatch(one.asked);
    }
}

void require_a_fit(std::span<const candidate> all) {
    if (std::ranges::any_of(all, fits)) {
        return;
    }
    std::vector<std::string> reasons;
    for (const candidate& one : all) {
        reasons.push_back(fmt::format("{}: {}", one.asked.what->name, one.inapplicable_reason));
    }
    refuse("no algorithm for {} fits: {}", all.front().asked.what->collective,
           fmt::join(reasons, "; "));
}

}  // namespace tutti
