/// @file
/// Run for a store, its summary there, and the interface of a store.
#pragma once

#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

#include "experiment/plan/plan_identity.hpp"
#include "topology/networks/network_specification.hpp"
#include "tutti/experiment/experiment.hpp"
#include "tutti/experiment/result.hpp"
#include "tutti/node/slot.hpp"

namespace tutti {

/// A run that has ended, for a store.
struct stored_run : plan_identity {
    network_specification network;
    bool has_broadcasters = false;  ///< true if they were chosen
    std::optional<node_id> root;
    std::optional<slot> slot_budget{};  ///< if one was chosen
    std::string program;                ///< see `name_in_stores()`
    std::string host{};                 ///< the machine that ran it
    tutti::result result;
};

/// Name of a program in stores: "tutti" if it adds no algorithms, whatever its file is called, and
/// else the name of its file.
/// @param program its name, as one types it
[[nodiscard]] std::string name_in_stores(const catalogue& catalogue, std::string_view program);

/// A run of this machine. @param result its result. @param read the contents of the files that the
/// experiment names
[[nodiscard]] stored_run run_to_store(const experiment& plan,
                                      const std::optional<slot>& slot_budget, result result,
                                      const file_contents& read);
/// Likewise; the files are read now.
[[nodiscard]] stored_run run_to_store(const experiment& plan,
                                      const std::optional<slot>& slot_budget, result result);

/// Summary of a run in a store.
struct stored_summary {
    std::string program{};
    std::string version{};
    std::string verdict{};
    slot slots = 0;
    std::uint64_t transmissions = 0;
    std::string digest{};  ///< 16 hexadecimal digits
    double wall_seconds = 0;

    /// True if both results are from the same version of the same program.
    [[nodiscard]] bool is_of_same_version(const stored_summary& other) const noexcept {
        return program == other.program && version == other.version;
    }
    /// True if both are the same result, whatever program computed it and however long it took.
    [[nodiscard]] bool is_same_result(const stored_summary& other) const noexcept {
        return verdict == other.verdict && slots == other.slots &&
               transmissions == other.transmissions && digest == other.digest;
    }
};

/// Summary that a store will have of a run of this version.
[[nodiscard]] stored_summary summarise(const stored_run& run);

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
};

}  // namespace tutti
