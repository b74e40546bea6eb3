#include "store.hpp"

#include <array>
#include <filesystem>
#include <mutex>

#include <sqlite3.h>

#include "column_value.hpp"
#include "run_table.hpp"
#include "store_file.hpp"
#include "store_guard.hpp"
#include "store_layout.hpp"
#include "stored_summaries.hpp"
#include "tutti/version.hpp"
#include "util/value_syntax.hpp"

namespace tutti {
namespace {

// Of a run of theirs, t, and one of mine, m, of the same plan.
constexpr std::string_view are_same_version = "(t.program = m.program AND t.version = m.version)";
constexpr std::string_view are_same_run = "ifnull(m.identity, m.plan) = ifnull(t.identity, t.plan)";
constexpr std::string_view are_same_result =
    "(t.verdict = m.verdict AND t.slots = m.slots AND t.transmissions = m.transmissions AND "
    "t.digest = m.digest)";

std::string name_with_version(const stored_summary& one) {
    return fmt::format("{} {}", one.program, one.version);
}

[[noreturn]] void refuse_run(const std::string& path, const stored_run& run,
                             const stored_summary& there) {
    constexpr std::string_view way_on = "`sweep --again` replaces it, and another store keeps both";
    const stored_summary here = summarise(run);
    const std::string plan = printable(run.plan);
    if (!here.is_of_same_version(there)) {
        throw store_conflict{fmt::format("{} has `{}` from {}, and this is {}; {}", in_quotes(path),
                                         plan, name_with_version(there), name_with_version(here),
                                         way_on)};
    }
    throw store_conflict{fmt::format(
        "{} has another result of `{}`; {}: {} in {} slots, digest {}; now {} in {} slots, digest "
        "{}",
        in_quotes(path), plan, way_on, there.verdict, there.slots, there.digest, here.verdict,
        here.slots, here.digest)};
}

// Columns of a later version with the same schema.
void require_known_columns(const std::string& path) {
    SQLite::Database open = open_store_to_read(path);
    if (const auto unknown = store_layout{open}.unknown_columns(); !unknown.empty()) {
        refuse(
            "{} has a column that a merge would lose: {}; drop it, or merge with the version "
            "that wrote it",
            in_quotes(path), in_quotes(unknown.front()));
    }
}

}  // namespace

class result_store::content {
public:
    explicit content(const std::string& path)
        : path_{path},
          lock_{locked_for_writing(path)},
          open_{open_store_to_write(path)},
          writer_{open_},
          summaries_{open_},
          remove_{open_, fmt::format("DELETE FROM runs WHERE {} = ?", run_key)} {}
    content(const content&) = delete;
    content& operator=(const content&) = delete;
    ~content() {
        try {
            roll_back();
            put_into_one_file(open_);
        } catch (const SQLite::Exception&) {
            // It can be read as it is.
        }
    }

    [[nodiscard]] const std::string& path() const noexcept { return path_; }

    /// Calls `work`, which uses the rest, while no other thread does.
    /// @throws store_error in place of SQLite's exceptions
    template <class Work>
    decltype(auto) use(const Work& work) {
        try {
            const std::scoped_lock guard{one_at_a_time_};
            return work(*this);
        } catch (const SQLite::Exception& wrong) {
            throw store_error{store_error_text(path_, wrong)};
        }
    }

    [[nodiscard]] std::optional<stored_summary> find(const std::string& key) {
        return summaries_.find(key);
    }

    // Not count(*), which SQLite does in one step, however many there are said to be.
    [[nodiscard]] std::uint64_t run_count() {
        const step_limit limit = limit_steps();
        return count_in(open_.execAndGet("SELECT count(id) FROM runs"));
    }

    [[nodiscard]] foreign_runs count_foreign_runs(const std::string& program) {
        const step_limit limit = limit_steps();
        SQLite::Statement query{open_,
                                "SELECT count(*), min(id) FROM runs WHERE program != ? OR "
                                "version != ?"};
        query.bind(1, program);
        query.bind(2, std::string{version()});
        query.executeStep();
        const std::uint64_t count = count_in(query.getColumn(0));
        if (count == 0) {
            return {};
        }
        SQLite::Statement first{open_, "SELECT program || ' ' || version FROM runs WHERE id = ?"};
        first.bind(1, query.getColumn(1).getInt64());
        first.executeStep();
        return {.count = count, .first = first.getColumn(0).getString()};
    }

    [[nodiscard]] std::uint64_t count_changed_files(
        const std::map<std::string, std::string>& named) {
        SQLite::Statement query{open_,
                                "SELECT network, ifnull(broadcasters, ''), content, count(*) FROM "
                                "runs WHERE content IS NOT NULL GROUP BY 1, 2, 3"};
        const step_limit limit = limit_steps();
        std::uint64_t count = 0;
        while (query.executeStep()) {
            const std::string had = query.getColumn(2).getString();
            const auto is_other = [&](int column) {
                const auto entry = named.find(query.getColumn(column).getString());
                return entry != named.end() && had.find(entry->second) == std::string::npos;
            };
            count += is_other(0) || is_other(1) ? count_in(query.getColumn(3)) : 0;
        }
        return count;
    }

    void put(const stored_run& run, conflict_policy policy) {
        begin();
        if (!run.earlier_key.empty() && is_kept(run, run.earlier_key, policy)) {
            return;
        }
        // The insertion fails only for a key that exists; after the removal it is tried again.
        while (!writer_.write(run)) {
            if (is_kept(run, run.key(), policy)) {
                return;
            }
        }
    }

    void commit() {
        if (!is_in_transaction()) {
            return;
        }
        try {
            open_.exec("COMMIT");
        } catch (const SQLite::Exception&) {
            roll_back();
            throw;
        }
    }

    // @pre the other is a store
    [[nodiscard]] merge_report merge(const std::string& other, const std::stop_token& stop) {
        commit();  // nothing is attached within a transaction
        // Merged runs are looked up among the present ones.
        const step_limit limit{open_, bytes_of_store(other) + bytes_of_store(path_), stop};
        SQLite::Statement attach{open_, "ATTACH ? AS theirs"};
        attach.bind(1, name_for_sqlite(other));
        attach.exec();
        try {
            begin();
            merge_report report = merge_attached();
            commit();
            open_.exec("DETACH theirs");
            return report;
        } catch (const SQLite::Exception& wrong) {
            roll_back();
            open_.exec("DETACH theirs");
            if (wrong.getErrorCode() == SQLITE_INTERRUPT && stop.stop_requested()) {
                return {.is_interrupted = true};
            }
            constexpr std::array foreign_errors{SQLITE_CORRUPT, SQLITE_ERROR, SQLITE_INTERRUPT,
                                                SQLITE_TOOBIG};
            if (std::ranges::find(foreign_errors, wrong.getErrorCode()) != foreign_errors.end()) {
                refuse("{}", store_error_text(other, wrong));
            }
            throw;
        }
    }

private:
    // Whether the row of that key has the run's result; one with another result is removed.
    [[nodiscard]] bool is_kept(const stored_run& run, const std::string& key,
                               conflict_policy policy) {
        const std::optional<stored_summary> there = find(key);
        if (!there) {
            return false;
        }
        const stored_summary here = summarise(run);
        if (here.is_of_same_version(*there) && here.is_same_result(*there)) {
            return true;
        }
        if (policy == conflict_policy::refused) {
            refuse_run(path_, run, *there);
        }
        remove_.bindNoCopy(1, key);
        remove_.exec();
        remove_.reset();
        return false;
    }

    // For what looks at all rows.
    [[nodiscard]] step_limit limit_steps() {
        return {open_, bytes_of_store(path_), std::stop_token{}};
    }

    // SQLite ends one by itself after some errors.
    [[nodiscard]] bool is_in_transaction() const {
        return ::sqlite3_get_autocommit(open_.getHandle()) == 0;
    }
    void begin() {
        if (!is_in_transaction()) {
            open_.exec("BEGIN IMMEDIATE");
        }
    }
    void roll_back() {
        if (is_in_transaction()) {
            open_.exec("ROLLBACK");
        }
    }

    // Their runs, whatever their schema.
    [[nodiscard]] std::string runs_of_theirs() {
        return fmt::format("(SELECT id, {} FROM theirs.runs)",
                           store_layout{open_, "theirs"}.run_expressions());
    }

    // Of the runs that both stores have.
    [[nodiscard]] std::uint64_t count_both(const std::string& their_runs, std::string_view filter) {
        const std::string query =
            fmt::format("SELECT count(*) FROM {} t JOIN runs m ON {} WHERE {}", their_runs,
                        are_same_run, filter);
        return count_in(open_.execAndGet(query));
    }

    [[nodiscard]] merge_report merge_attached() {
        const std::string their_runs = runs_of_theirs();
        const std::string of_other_result =
            fmt::format("{} AND NOT {}", are_same_version, are_same_result);
        const std::string of_other_version = fmt::format("NOT {}", are_same_version);
        merge_report report{
            .already_stored =
                count_both(their_runs, fmt::format("{} AND {}", are_same_version, are_same_result)),
            .other_versions = count_both(their_runs, of_other_version),
            .other_results = count_both(their_runs, of_other_result)};
        if (report.other_versions + report.other_results > 0) {
            report.first_conflict =
                open_
                    .execAndGet(fmt::format("SELECT t.plan FROM {} t JOIN runs m ON {} WHERE {} "
                                            "OR ({}) ORDER BY t.id LIMIT 1",
                                            their_runs, are_same_run, of_other_version,
                                            of_other_result))
                    .getString();
            return report;
        }
        report.added = take_runs(their_runs);
        return report;
    }

    // Those that this store does not have, in their order.
    [[nodiscard]] std::uint64_t take_runs(const std::string& their_runs) {
        const std::int64_t last =
            open_.execAndGet("SELECT ifnull(max(id), 0) FROM runs").getInt64();
        const std::string columns = names_of(run_columns());
        const int added =
            open_.exec(fmt::format("INSERT INTO runs ({0}) SELECT {0} FROM {1} t WHERE NOT EXISTS "
                                   "(SELECT 1 FROM runs m WHERE {2}) ORDER BY t.id",
                                   columns, their_runs, are_same_run));
        for (const child_table& each : {phase_table(), parameter_table()}) {
            open_.exec(fmt::format(
                "INSERT INTO {0} (run, {1}) SELECT mine, {1} FROM (SELECT m.id AS mine, o.* FROM "
                "theirs.{0} o JOIN {3} t ON t.id = o.run JOIN runs m ON {4}) WHERE mine > {2}",
                each.name, each.column_names(), last, their_runs, are_same_run));
        }
        return static_cast<std::uint64_t>(added);
    }

    std::string path_;
    std::mutex one_at_a_time_;
    descriptor lock_;  // goes after what it protects
    SQLite::Database open_;
    row_writer writer_;
    summary_lookup summaries_;
    SQLite::Statement remove_;
};

result_store::result_store(const std::string& path) : content_{std::make_unique<content>(path)} {}
result_store::result_store(result_store&& other) noexcept = default;
result_store& result_store::operator=(result_store&& other) noexcept = default;
result_store::~result_store() = default;

const std::string& result_store::path() const noexcept { return content_->path(); }

std::optional<stored_summary> result_store::find(const std::string& key) {
    return content_->use([&](content& open) { return open.find(key); });
}

std::uint64_t result_store::run_count() {
    return content_->use([](content& open) { return open.run_count(); });
}

foreign_runs result_store::count_foreign_runs(const std::string& program) {
    return content_->use([&](content& open) { return open.count_foreign_runs(program); });
}

std::uint64_t result_store::count_changed_files(const std::map<std::string, std::string>& named) {
    return content_->use([&](content& open) { return open.count_changed_files(named); });
}

void result_store::put(const stored_run& run, conflict_policy policy) {
    content_->use([&](content& open) { open.put(run, policy); });
}

void result_store::commit() {
    content_->use([](content& open) { open.commit(); });
}

merge_report result_store::merge(const std::string& other, const std::stop_token& stop) {
    // The other store is checked like one to be read: ATTACH alone would accept any database.
    require_known_columns(other);
    if (std::filesystem::equivalent(path(), other)) {
        refuse("cannot merge {} into itself; name another store", in_quotes(other));
    }
    return content_->use([&](content& open) { return open.merge(other, stop); });
}

}  // namespace tutti
