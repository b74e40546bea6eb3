/// @file
/// Sink of the runs of sweeps and stress tests: the interface of a store that they use.
#pragma once

#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>

#include "stored_run.hpp"

namespace tutti {

/// The store has another result for a plan. The text is one line that names both.
class store_conflict : public std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// Policy for a run whose plan the store already has from another version, or with another result.
enum class conflict_policy : std::uint8_t {
    refused,  ///< the store stays as it is
    replaced  ///< the new one takes its place
};

/// Sink that keeps runs, and looks up those that it keeps.
class run_sink {
public:
    virtual ~run_sink() = default;

    /// The file's name, for errors.
    [[nodiscard]] virtual const std::string& path() const noexcept = 0;

    [[nodiscard]] virtual std::uint64_t run_count() = 0;

    /// Summary of a run that it has; null if there is none.
    /// @param key by `plan_identity::key()`
    [[nodiscard]] virtual std::optional<stored_summary> find(const std::string& key) = 0;

    /// Stores a run; one from the same version with the same result stays unchanged.
    /// @throws store_conflict if there is another one that is not to be replaced; nothing changes
    /// then
    virtual void put(const stored_run& run, conflict_policy policy) = 0;

    /// Commits the stored runs.
    virtual void commit() = 0;

protected:
    run_sink() = default;
    run_sink(const run_sink&) = default;
    run_sink(run_sink&&) = default;
    run_sink& operator=(const run_sink&) = default;
    run_sink& operator=(run_sink&&) = default;
};

}  // namespace tutti
