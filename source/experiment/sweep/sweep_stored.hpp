/// @file
/// Stored runs of a sweep.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "experiment/stress/unlucky_tally.hpp"
#include "tutti/experiment/sweep.hpp"

namespace tutti {

/// Stored runs of a plan.
struct stored_sweep_runs {
    /// Of one algorithm, from this version.
    struct algorithm_runs {
        std::uint64_t count = 0;
        std::map<std::string, std::uint64_t> verdicts{};
        std::uint64_t quickest = 0;  ///< the run that took least
        stored_summary quickest_outcome{};
    };

    std::vector<bool> is_done{};                      ///< one a run
    std::vector<bool> is_other{};                     ///< that there is one which is not to stay
    std::map<std::string, algorithm_runs> by_name{};  ///< of those that are done
    std::uint64_t others = 0;                         ///< that another version did
    std::string other_name{};                         ///< which, of the first of them

    [[nodiscard]] std::uint64_t count() const;  ///< that are done
    [[nodiscard]] std::map<std::string, std::uint64_t> verdicts() const;

    /// An algorithm's runs count as not done.
    void forget(const sweep_plan& plan, const std::string& algorithm);
};

/// Of an empty store.
[[nodiscard]] stored_sweep_runs no_stored_runs(const sweep_plan& plan);

/// @param find what the store says of a run, by its key
/// @param options whose stop ends it
[[nodiscard]] stored_sweep_runs find_stored(
    const sweep_plan& plan, const sweep_options& options,
    const std::function<std::optional<stored_summary>(const std::string&)>& find);

/// Does the quickest stored run of each algorithm again, as long as that took a moment and no stop
/// is asked for. This detects results that do not belong together: of a store that was edited, or
/// of a program that was changed and kept its version.
/// @throws store_conflict if one comes to something else and that is not to be replaced; else the
/// algorithm's runs are not done any more
void repeat_quickest(const sweep_plan& plan, run_sink& store, const sweep_options& options,
                     stored_sweep_runs& stored);

/// Adds the stored runs of an algorithm to the tally of its unlucky runs. A store has no
/// probabilities: they are worked out again, and only if some run was unlucky.
void add_stored_runs(unlucky_tally& tally, const sweep_plan& plan, const stored_sweep_runs& runs,
                     const algorithm& algorithm);

/// Does a few of the runs that are not stored, of different size, for about two seconds.
/// @param stored none, or those of the plan
[[nodiscard]] sweep_estimate estimate_runs_left(const sweep_plan& plan,
                                                const experiment_options& options,
                                                const stored_sweep_runs& stored);

}  // namespace tutti
