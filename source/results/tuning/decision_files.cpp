#include "decision_files.hpp"

#include <algorithm>
#include <functional>
#include <set>
#include <string_view>
#include <vector>

#include <boost/json.hpp>
#include <fmt/format.h>

#include "experiment/tune/collective_trade.hpp"
#include "results/json.hpp"
#include "util/collect.hpp"
#include "util/json_values.hpp"
#include "util/value_syntax.hpp"

namespace tutti {
namespace {

namespace json = boost::json;

/// Sizes for which an algorithm is to be taken, both ends included.
struct decision {
    std::uint64_t least = 0;
    std::uint64_t most = 0;
    std::string_view algorithm;
};

using naming = std::function<std::string_view(const tuned_choice&)>;

std::uint64_t floor_of(const exact_number& bytes) {
    return boost::multiprecision::cpp_int{boost::multiprecision::numerator(bytes) /
                                          boost::multiprecision::denominator(bytes)}
        .convert_to<std::uint64_t>();
}

// From 0 to the largest size without gaps. At a crossover both take as long.
std::vector<decision> decisions_of(const tuning& tuned, std::string_view library,
                                   const naming& counterpart) {
    const std::vector<best_from> best =
        best_choices(tuned, [&](const tuned_choice& each) { return !counterpart(each).empty(); });
    if (best.empty()) {
        refuse("{} has no counterpart of the algorithms for {} on {}; --csv writes the decisions",
               library, tuned.collective, tuned.network);
    }
    std::vector<decision> rows;
    for (std::size_t i = 0; i < best.size(); ++i) {
        const std::string_view algorithm = counterpart(tuned.choices[best[i].which]);
        const std::uint64_t most =
            i + 1 < best.size() ? floor_of(best[i + 1].bytes) : tuned.range.most;
        if (!rows.empty() && rows.back().algorithm == algorithm) {
            rows.back().most = most;
        } else if (rows.empty() || most > rows.back().most) {
            rows.push_back({.least = rows.empty() ? 0 : rows.back().most + 1,
                            .most = most,
                            .algorithm = algorithm});
        }
    }
    return rows;
}

std::uint64_t without_counterpart(const tuning& tuned, const naming& counterpart) {
    std::set<std::string_view> names;
    for (const tuned_choice& each : tuned.choices) {
        if (counterpart(each).empty()) {
            names.insert(each.plan.algorithm->name);
        }
    }
    return names.size();
}

void require_collective(const tuning& tuned, std::string_view library, std::string_view name) {
    if (name.empty()) {
        refuse("{} has no decisions for {}", library, tuned.collective);
    }
}

}  // namespace

decision_file nccl_file(const tuning& tuned) {
    const std::string_view collective = nccl_collective(tuned.collective);
    require_collective(tuned, "NCCL", collective);
    const naming counterpart = [&](const tuned_choice& each) {
        return nccl_algorithm(tuned.collective, each.plan.algorithm->name);
    };
    std::string text =
        "# collective_type,min_bytes,max_bytes,algorithm,protocol,channels,nNodes,nRanks\n";
    for (const decision& each : decisions_of(tuned, "NCCL", counterpart)) {
        text += fmt::format("{},{},{},{},simple,-1,-1,{}\n", collective, each.least, each.most,
                            each.algorithm, tuned.participant_count);
    }
    return {.text = std::move(text), .left_out = without_counterpart(tuned, counterpart)};
}

decision_file open_mpi_file(const tuning& tuned) {
    const std::string_view collective = open_mpi_collective(tuned.collective);
    require_collective(tuned, "Open MPI", collective);
    const naming counterpart = [&](const tuned_choice& each) {
        return open_mpi_algorithm(tuned.collective, each.plan.algorithm->name);
    };
    json::array rules =
        array_of(decisions_of(tuned, "Open MPI", counterpart), [](const decision& each) {
            return json::object{{"msg_size_min", each.least},
                                {"msg_size_max", each.most},
                                {"alg", each.algorithm},
                                {"reqs", 0},
                                {"faninout", 0},
                                {"seg_size", 0}};
        });
    const json::object sizes{{"comm_size_min", tuned.participant_count},
                             {"comm_size_max", tuned.participant_count},
                             {"rules", std::move(rules)}};
    const json::object file{{"rule_file_version", 3},
                            {"module", "tuned"},
                            {"collectives", {{collective, json::array{sizes}}}}};
    return {.text = serialized(file) + "\n", .left_out = without_counterpart(tuned, counterpart)};
}

}  // namespace tutti
