/// @file
/// Store of runs: an SQLite database with one row a run, its independent variables and results in
/// columns of their own. The file is one of SQLite's, which Python's sqlite3, pandas and R read as
/// it is.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <string_view>

#include "experiment/plan/plan_identity.hpp"
#include "topology/networks/network_specification.hpp"
#include "tutti/experiment/experiment.hpp"
#include "tutti/experiment/result.hpp"
#include "tutti/node/slot.hpp"

namespace tutti {

/// A column of a store's table `runs`.
struct store_column {
    std::string_view name;
    std::string_view type;  ///< INTEGER, REAL or TEXT, and NOT NULL where it always has a value
    std::string_view meaning;
};

/// The columns of `runs`, in their order, but for the first: `id INTEGER PRIMARY KEY`. The other
/// tables, `phases`, `parameters` and `dynamic`, name it in their column `run`.
[[nodiscard]] std::span<const store_column> store_columns() noexcept;

/// Version of a store's tables. A store with a larger number is one of a later program. One of
/// schema 1, in which runs have no content and no identity, is read as it is, and brought to this
/// one before it is written.
inline constexpr int store_schema = 2;

/// The store could not be read or written: a full disk, a lock, a damaged file. The text is one
/// line that begins with the file's name. What was committed before is kept.
class store_error : public std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// A file to read is no store, or a damaged or hostile one.
class damaged_store : public store_error {
    using store_error::store_error;
};

/// The store has another result for a plan. The text is one line that names both.
class store_conflict : public std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// A run that has ended, for a store.
struct stored_run {
    std::string plan;  ///< by `plan_text()`
    network_specification network;
    bool has_broadcasters = false;  ///< that somebody chose
    std::optional<node_id> root;
    std::optional<slot> slot_budget{};  ///< that somebody chose
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

/// Name of a program in stores: "tutti" if it has no algorithms of its own, whatever its file is
/// called, and else the name of its file.
/// @param program its name, as one types it
[[nodiscard]] std::string name_in_stores(const catalogue& catalogue, std::string_view program);

/// This machine's.
[[nodiscard]] const std::string& name_of_host();

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

/// Path of the write-ahead log of a store without a writer, NAME-wal: its writer was killed, or
/// ended while a reader had it open. Who opens the store to write it next puts those rows into it.
[[nodiscard]] std::optional<std::string> pending_wal_file(const std::string& path);

/// Summary that a store will have of a run of this version.
[[nodiscard]] stored_summary summarise(const stored_run& run);

/// Policy for a run whose plan the store already has from another version, or with another result.
enum class conflict_policy : std::uint8_t {
    refused,  ///< the store stays as it is
    replaced  ///< the new one takes its place
};

/// Runs of a store that another program or version did.
struct foreign_runs {
    std::uint64_t count = 0;
    std::string first{};  ///< which, of the first of them: "tutti 0.0.9"
};

/// Counts of a merge.
struct merge_report {
    std::uint64_t added = 0;
    std::uint64_t already_stored = 0;  ///< that were there with the same result
    std::uint64_t other_versions = 0;  ///< that were there from another version
    std::uint64_t other_results = 0;   ///< that the same version found there otherwise
    std::string first_conflict{};      ///< the plan of one of the last two kinds, or empty
    bool is_interrupted = false;       ///< then nothing was taken, and nothing else is known
};

/// A store that one process writes; others may read it meanwhile.
///
/// What is put into it is committed by `commit()`: a process that is killed loses what was put
/// after the last one, and nothing else. A power cut may take some more of the last commits, and
/// never damages the file. While it is written there are two files more beside it, NAME-wal and
/// NAME-shm; a store that is closed is one file, unless somebody reads it still: see
/// `pending_wal_file()`.
///
/// Thread safety: any thread; they wait for each other. What one has put, another one's `commit()`
/// makes sure of, too.
class result_store {
public:
    /// Opens a store, or makes one if there is no such file or it is empty.
    /// @throws std::invalid_argument with a text of one line that names the file if it is no store,
    /// of a later schema, damaged, may not be written, or another process writes it
    explicit result_store(const std::string& path);

    result_store(const result_store&) = delete;
    result_store(result_store&& other) noexcept;
    result_store& operator=(const result_store&) = delete;
    result_store& operator=(result_store&& other) noexcept;

    /// Discards rows that were not committed.
    ~result_store();

    [[nodiscard]] const std::string& path() const noexcept;

    /// Summary of a run in the store; null if there is none.
    /// @param key by `plan_identity::key()`
    /// @throws store_error
    [[nodiscard]] std::optional<stored_summary> find(const std::string& key);

    [[nodiscard]] std::uint64_t run_count();

    /// @param program which is not another one, by `name_in_stores()`, in this version
    [[nodiscard]] foreign_runs count_foreign_runs(const std::string& program);

    /// Number of runs of files that are named here, but with another content, or an unknown one.
    /// @param named the contents, as `network:HASH` or `broadcasters:HASH`, by the names of
    /// networks and broadcasters
    [[nodiscard]] std::uint64_t count_changed_files(
        const std::map<std::string, std::string>& named);

    /// Stores a run; one from the same version with the same result stays unchanged.
    /// @throws store_conflict if there is another one that is not to be replaced; nothing changes
    /// then
    /// @throws store_error
    void put(const stored_run& run, conflict_policy policy = conflict_policy::refused);

    /// Commits the stored runs. @throws store_error
    void commit();

    /// Merges the runs of another store, all or, if any of them is in conflict with this one's,
    /// none, which the report then states.
    /// @param stop ends it, and nothing is taken
    /// @throws std::invalid_argument if that is no store, as the constructor, or damaged
    /// @throws store_error
    [[nodiscard]] merge_report merge(const std::string& other, const std::stop_token& stop = {});

private:
    class content;
    std::unique_ptr<content> content_;
};

}  // namespace tutti
