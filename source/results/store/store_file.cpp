#include "store_file.hpp"

#include <cerrno>
#include <chrono>
#include <filesystem>
#include <system_error>
#include <thread>

#include <fcntl.h>
#include <sqlite3.h>
#include <sys/file.h>

#include "run_table.hpp"
#include "store_guard.hpp"
#include "store_layout.hpp"
#include "util/value_syntax.hpp"

namespace tutti {
namespace {

// Longest time that another program, such as sqlite3, may hold a lock.
constexpr int busy_timeout_milliseconds = 10'000;
constexpr std::chrono::milliseconds between_attempts{20};

int number_in(SQLite::Database& open, const std::string& pragma) {
    return open.execAndGet("PRAGMA " + pragma).getInt();
}

// A new file and an empty database become a store; a database of another application never does.
bool is_empty(SQLite::Database& open) {
    return open.execAndGet("SELECT count(*) FROM sqlite_master").getInt() == 0 &&
           number_in(open, "application_id") == 0;
}

void make_tables(SQLite::Database& open) {
    open.exec("PRAGMA page_size = 16384");  // rows come by the thousand
    // Tables and numbers are written together, so that no other program sees half a store.
    SQLite::Transaction whole{open};
    open.exec(store_schema_text());
    open.exec(fmt::format("PRAGMA application_id = {}", store_application));
    open.exec(fmt::format("PRAGMA user_version = {}", store_schema));
    whole.commit();
}

// Refuses what is no store, or one that this program does not know.
void check_store(SQLite::Database& open, const std::string& path) {
    if (number_in(open, "application_id") != store_application) {
        refuse("{} is a database, but not a store of runs; nothing was changed", in_quotes(path));
    }
    const int schema = schema_of(open);
    if (schema < 1 || schema > store_schema) {
        refuse("{} is of schema {}, which {} tutti made; this one reads 1 to {}", in_quotes(path),
               schema, schema > store_schema ? "a later" : "no", store_schema);
    }
    check_tables(open, path, schema < first_schema_by_fields);
    const store_layout layout{open};
    if (const std::string missing = layout.missing_key_column(); !missing.empty()) {
        refuse("{} was changed, and is no longer a store: no such column: {}", in_quotes(path),
               missing);
    }
    try {
        const SQLite::Statement runs{open, "SELECT " + layout.run_expressions() + " FROM runs"};
        for (const child_table& each : {phase_table(), parameter_table()}) {
            const SQLite::Statement rows{
                open, fmt::format("SELECT run, {} FROM {}", each.column_names(), each.name)};
        }
    } catch (const SQLite::Exception& wrong) {
        if (wrong.getErrorCode() != SQLITE_ERROR) {
            throw;
        }
        refuse("{} was changed, and is no longer a store: {}", in_quotes(path), wrong.what());
    }
}

// Calls `open`, again while another program has a lock: where the journal is changed, SQLite does
// not wait by itself. @throws std::invalid_argument in place of SQLite's exceptions
template <class Open>
SQLite::Database opened(const std::string& path, const Open& open) {
    using clock = std::chrono::steady_clock;
    const auto end = clock::now() + std::chrono::milliseconds{busy_timeout_milliseconds};
    for (;;) {
        try {
            return open();
        } catch (const SQLite::Exception& wrong) {
            if (wrong.getErrorCode() != SQLITE_BUSY || clock::now() > end) {
                refuse("{}", store_error_text(path, wrong));
            }
        }
        std::this_thread::sleep_for(between_attempts);
    }
}

// Directories, pipes and devices are refused here, before SQLite or the lock opens them.
void require_file(const std::string& path) {
    std::error_code unknown;
    const auto status = std::filesystem::status(path, unknown);
    if (std::filesystem::is_directory(status)) {
        refuse("{} is a directory; name a file", in_quotes(path));
    }
    if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status)) {
        refuse("{} is not a regular file; name a file", in_quotes(path));
    }
}

std::string opening_error(const std::string& path) {
    const std::string beside = pending_wal_file(path).value_or("");
    return beside.empty() ? "cannot be opened"
                          : fmt::format(
                                "cannot be opened: some of its rows are in {}, which is read only "
                                "where its directory is writable; copy both elsewhere",
                                in_quotes(beside));
}

}  // namespace

int schema_of(SQLite::Database& open, const std::string& attached) {
    return open.execAndGet("PRAGMA " + attached + ".user_version").getInt();
}

std::string store_error_text(const std::string& path, const SQLite::Exception& wrong) {
    const auto says = [&](std::string_view message) {
        return fmt::format("{} {}", in_quotes(path), message);
    };
    switch (wrong.getErrorCode()) {
        case SQLITE_FULL:
            return says("could not be written: the disk is full; committed runs are kept");
        case SQLITE_IOERR:
            return says(fmt::format(
                "could not be written or read, as on a full disk ({}); committed runs are kept",
                ::sqlite3_errstr(wrong.getExtendedErrorCode())));
        case SQLITE_BUSY:
        case SQLITE_LOCKED:
            return says("is locked by another program");
        case SQLITE_NOTADB:
            return says("is neither a store of runs nor an SQLite database");
        case SQLITE_CORRUPT:
            return says("is damaged; `sqlite3 FILE .recover` recovers what can still be read");
        case SQLITE_TOOBIG:
            return says(fmt::format("has a value or a row of more than {} MiB, as no store has",
                                    most_bytes_of_a_row >> 20U));
        case SQLITE_INTERRUPT:
            return says("takes more steps to read than a store of its size; it is damaged");
        case SQLITE_READONLY:
            return says("may not be written");
        case SQLITE_CANTOPEN:
            return says(opening_error(path));
        default:
            return says(fmt::format("could not be read or written: {}", wrong.what()));
    }
}

// A damaged store is another error than one that cannot be read just now: the first will not go
// away.
void throw_for_reader(const std::string& path, const SQLite::Exception& wrong) {
    const std::string complaint = store_error_text(path, wrong);
    switch (wrong.getErrorCode()) {
        case SQLITE_TOOBIG:
        case SQLITE_INTERRUPT:
        case SQLITE_CORRUPT:
        case SQLITE_NOTADB:
        case SQLITE_ERROR:
            throw damaged_store{complaint};
        default:
            throw store_error{complaint};
    }
}

// Rows that are not yet merged into the main file count, too.
std::uint64_t bytes_of_store(const std::string& path) {
    std::uint64_t bytes = 0;
    for (const std::string& each : {path, path + "-wal"}) {
        std::error_code missing;
        const std::uintmax_t size = std::filesystem::file_size(each, missing);
        bytes += missing ? 0 : size;
    }
    return bytes;
}

std::string name_for_sqlite(const std::string& path) {
    return std::filesystem::absolute(path).string();
}

std::optional<std::string> pending_wal_file(const std::string& path) {
    std::error_code ignored;
    const std::string name = path + "-wal";
    const bool has_rows =
        std::filesystem::exists(name, ignored) && !std::filesystem::is_empty(name, ignored);
    return has_rows ? std::optional{name} : std::nullopt;
}

// A store that is not open is a single file, which can be copied or sent.
void put_into_one_file(SQLite::Database& open) {
    constexpr int patience_with_readers = 200;  // milliseconds
    open.setBusyTimeout(patience_with_readers);
    open.exec("PRAGMA wal_checkpoint(TRUNCATE)");  // also beside those that do not read just now
    open.setBusyTimeout(0);
    open.exec("PRAGMA journal_mode = DELETE");  // if no other process has it open
}

descriptor locked_for_writing(const std::string& path) {
    require_file(path);
    constexpr mode_t for_all = 0666;
    // NOLINTNEXTLINE(cppcoreguidelines-pro-type-vararg): POSIX declares it so.
    descriptor file{::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, for_all)};
    if (file.number() < 0) {
        const int error = errno;
        refuse("{} cannot be written: {}", in_quotes(path), std::generic_category().message(error));
    }
    // The lock is advisory and ends with the process, so that a crash leaves none behind.
    if (::flock(file.number(), LOCK_EX | LOCK_NB) != 0) {
        refuse(
            "{} is being written by another process; wait for its end, or write another store "
            "and merge the two",
            in_quotes(path));
    }
    return file;
}

SQLite::Database open_store_to_read(const std::string& path) {
    require_file(path);
    if (!std::filesystem::exists(path)) {
        refuse("{} does not exist", in_quotes(path));
    }
    if (std::filesystem::is_empty(path)) {
        refuse("{} is empty and not a store", in_quotes(path));
    }
    return opened(path, [&] {
        SQLite::Database open{name_for_sqlite(path), SQLite::OPEN_READONLY,
                              busy_timeout_milliseconds};
        check_untrusted_store(open);
        open.exec("PRAGMA query_only = ON");
        check_store(open, path);
        return open;
    });
}

SQLite::Database open_store_to_write(const std::string& path) {
    // The memory statistics of SQLite are not used, and would take a lock for each allocation.
    // NOLINTNEXTLINE(cppcoreguidelines-pro-type-vararg): SQLite declares it so.
    [[maybe_unused]] static const int without_statistics =
        ::sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
    return opened(path, [&] {
        SQLite::Database open{name_for_sqlite(path),
                              SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE | SQLite::OPEN_NOMUTEX,
                              busy_timeout_milliseconds};
        check_untrusted_store(open);
        if (is_empty(open)) {
            make_tables(open);
        }
        check_store(open, path);
        // The store is checked before it is migrated: no other database is ever changed.
        migrate_store(open, path);
        open.exec("PRAGMA foreign_keys = ON");
        // Readers can read while runs are written. A crash of the system may lose the last
        // commits, but does not damage the file.
        open.exec("PRAGMA journal_mode = WAL");
        open.exec("PRAGMA synchronous = NORMAL");
        return open;
    });
}

}  // namespace tutti
