/// @file
/// Run for a store, and its summary there.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "experiment/plan/plan_identity.hpp"
#include "topology/networks/network_specification.hpp"
#include "tutti/experiment/experiment.hpp"
#include "tutti/experiment/result.hpp"
#include "tutti/node/slot.hpp"

namespace tutti {

/// A run that has ended, for a store.
struct stored_run {
    std::string plan;  ///< by `plan_text()`
    network_specification network;
    bool has_broadcasters = false;  ///< true if they were chosen
    std::optional<node_id> root;
    std::optional<slot> slot_budget{};  ///< if one was chosen
    std::string program;                ///< see `name_in_stores()`
    std::string host{};                 ///< the machine that ran it
    std::string identity{};             ///< by `plan_identity`, as the next two
    std::string content{};
    std::string earlier_key{};
    tutti::result result;

    /// Key that is equal for equal runs: `plan_identity::key()`.
    [[nodiscard]] const std::string& key() const noexcept {
        return identity.empty() ? plan : identity;
    }
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

}  // namespace tutti
