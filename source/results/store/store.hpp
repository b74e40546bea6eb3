/// @file
/// Store of runs: an SQLite database with one row a run, its independent variables and results in
/// separate columns. The file is one of SQLite's, which Python's sqlite3, pandas and R read as it
/// is.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <stdexcept>
#include <stop_token>
#include <string>

#include "experiment/sweep/stored_run.hpp"

namespace tutti {

/// Version of a store's tables. A store with a larger number is one of a later program. One of
/// an earlier schema is read as it is, and brought to this one before it is written; see
/// store_layout.hpp.
inline constexpr int store_schema = 3;

/// The store could not be read or written: a full disk, a lock, a damaged file. The text is one
/// line that begins with the file's name. What was committed before is kept.
class store_error : public std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// A file to read is no store, or a damaged or hostile one.
class damaged_store : public store_error {
    using store_error::store_error;
};

/// Path of the write-ahead log of a store without a writer, NAME-wal: its writer was killed, or
/// ended while a reader had it open. The next process that opens the store for writing puts those
/// rows into it.
[[nodiscard]] std::optional<std::string> pending_wal_file(const std::string& path);

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
/// NAME-shm; a store that is closed is one file, unless a reader still has it open: see
/// `pending_wal_file()`.
///
/// Thread safety: any thread; they wait for each other. What one has put, another one's `commit()`
/// makes sure of, too.
class result_store final : public run_sink {
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
    ~result_store() override;

    [[nodiscard]] const std::string& path() const noexcept override;

    /// Summary of a run in the store; null if there is none.
    /// @param key by `plan_identity::key()`
    /// @throws store_error
    [[nodiscard]] std::optional<stored_summary> find(const std::string& key) override;

    [[nodiscard]] std::uint64_t run_count() override;

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
    void put(const stored_run& run, conflict_policy policy = conflict_policy::refused) override;

    /// Commits the stored runs. @throws store_error
    void commit() override;

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
