/// @file
/// Plan of a sweep: the product of its axes, without the combinations that do not fit.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "experiment/plan/plan_identity.hpp"
#include "sweep_axes.hpp"
#include "tutti/experiment/experiment.hpp"

namespace tutti {

struct candidate_request;

/// Runs of a sweep that are not done, and why.
struct inapplicable_combination {
    std::string algorithm;
    std::string reason;
    std::uint64_t runs = 0;
};

/// One point of all axes but that of the seeds.
struct sweep_cell {
    const tutti::algorithm* algorithm = nullptr;
    std::uint64_t place = 0;    ///< among all combinations of values
    std::uint32_t network = 0;  ///< which of the axis, as those that follow
    std::uint32_t broadcasters = 0;
    std::uint32_t settings = 0;
    std::uint64_t bytes = 0;  ///< that a run takes, or more
    double work = 0;          ///< roughly in proportion to how long a run takes
};

/// The runs of a sweep in their order: cell by cell, in each the seeds.
class sweep_plan {
public:
    /// The most runs.
    static constexpr std::uint64_t most_runs = 1'000'000'000;
    static constexpr std::uint64_t most_cells = 10'000'000;

    /// Looks at every cell: those that do not fit, or take more memory than there is, are left out
    /// and counted; of those that are the same one stays.
    /// Files are read once, here: all runs have what they held.
    /// @throws std::invalid_argument, one line, if there are too many runs, none fits, or a file
    /// changes meanwhile
    sweep_plan(sweep_axes axes, const experiment_options& options);

    [[nodiscard]] const sweep_axes& axes() const noexcept { return axes_; }
    [[nodiscard]] std::span<const sweep_cell> cells() const noexcept { return cells_; }
    [[nodiscard]] std::uint64_t seed_count() const noexcept { return seed_count_; }
    [[nodiscard]] std::uint64_t run_count() const noexcept { return cells_.size() * seed_count_; }
    [[nodiscard]] const sweep_cell& cell_of(std::uint64_t run) const {
        return cells_[run / seed_count_];
    }

    /// A run's experiment on the outline of its network. @pre `run` is below `run_count()`
    [[nodiscard]] experiment at(std::uint64_t run) const;

    /// The contents of the files that a run's plan names, as they were read. @pre likewise
    [[nodiscard]] file_contents contents_at(std::uint64_t run) const {
        return contents_of(cell_of(run));
    }
    /// A run's identity in a store. @pre likewise
    [[nodiscard]] plan_identity identity_at(std::uint64_t run) const;
    /// The contents of networks and broadcasters in files by their names, as
    /// `result_store::count_changed_files()` takes them.
    [[nodiscard]] std::map<std::string, std::string> named_contents() const;

    /// By algorithm and reason, most runs first.
    [[nodiscard]] const std::vector<inapplicable_combination>& inapplicable() const noexcept {
        return misfits_;
    }
    /// Number of runs that another point of the axes contains already.
    [[nodiscard]] std::uint64_t repeated() const noexcept { return repeated_; }

private:
    class builder;

    [[nodiscard]] candidate_request request_of(const sweep_cell& cell, std::uint64_t seed) const;
    [[nodiscard]] file_contents contents_of(const sweep_cell& cell) const;
    [[nodiscard]] std::uint64_t seed_at(std::uint64_t place) const;

    // Of broadcasters by their places on their axis and that of networks.
    using broadcaster_sets =
        std::map<std::pair<std::uint32_t, std::uint32_t>, std::shared_ptr<const broadcaster_set>>;

    // The contents of all files, each axis by its places.
    struct axis_contents {
        std::vector<std::string> networks{};
        std::vector<std::string> broadcasters{};
        std::vector<std::map<std::string, std::string>> settings{};

        friend bool operator==(const axis_contents&, const axis_contents&) = default;
    };
    [[nodiscard]] axis_contents read_contents() const;

    sweep_axes axes_;
    axis_contents contents_;
    broadcaster_sets read_;  // of files
    std::shared_ptr<memory_measurements> measured_ = no_measurements();
    std::uint64_t seed_count_ = 1;
    std::vector<sweep_cell> cells_;
    std::vector<inapplicable_combination> misfits_;
    std::uint64_t repeated_ = 0;
};

}  // namespace tutti
