#include "store_guard.hpp"

#include <array>
#include <string_view>
#include <utility>

#include <sqlite3.h>

#include "util/value_syntax.hpp"

namespace tutti {
namespace {

constexpr int steps_between_looks = 1'000;

/// A table of a store and the columns of its primary key, which keep every look-up short.
struct keyed_table {
    std::string_view name;
    std::string_view key;
};

constexpr std::array keyed_tables{keyed_table{"runs", "id"}, keyed_table{"phases", "run,place"},
                                  keyed_table{"parameters", "run,name"},
                                  keyed_table{"dynamic", "run"}};

void set(SQLite::Database& open, int option, int value) {
    // NOLINTNEXTLINE(cppcoreguidelines-pro-type-vararg): SQLite declares it so.
    ::sqlite3_db_config(open.getHandle(), option, value, nullptr);
}

// Error in a table, or an empty text.
// A view, a virtual table or a computed column could run code of the file's author; a missing
// key would make each search a scan.
std::string table_error(SQLite::Database& open, const keyed_table& wanted) {
    const std::string name{wanted.name};
    SQLite::Statement statement{open,
                                "SELECT type, sql LIKE 'CREATE VIRTUAL%' FROM sqlite_schema "
                                "WHERE name = ? COLLATE NOCASE AND type IN ('table', 'view')"};
    statement.bind(1, name);
    if (!statement.executeStep()) {
        return fmt::format("there is no table {}", name);
    }
    if (statement.getColumn(0).getString() != "table" || statement.getColumn(1).getInt() != 0) {
        return fmt::format("{} is a view or a virtual table", name);
    }
    SQLite::Statement computed{open,
                               "SELECT count(*) FROM pragma_table_xinfo(?) WHERE hidden != 0"};
    computed.bind(1, name);
    computed.executeStep();
    if (computed.getColumn(0).getInt() != 0) {
        return fmt::format("{} has computed columns", name);
    }
    SQLite::Statement key{open,
                          "SELECT group_concat(name) FROM (SELECT name FROM pragma_table_xinfo(?) "
                          "WHERE pk > 0 ORDER BY pk)"};
    key.bind(1, name);
    key.executeStep();
    return key.getColumn(0).getString() == wanted.key
               ? std::string{}
               : fmt::format("{} has another primary key than {}", name, wanted.key);
}

}  // namespace

// A store is untrusted. SQLite then trusts no schema, and runs neither triggers nor views.
void check_untrusted_store(SQLite::Database& open) {
    set(open, SQLITE_DBCONFIG_DEFENSIVE, 1);
    set(open, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0);
    set(open, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0);
    set(open, SQLITE_DBCONFIG_ENABLE_VIEW, 0);
    ::sqlite3_limit(open.getHandle(), SQLITE_LIMIT_LENGTH, most_bytes_of_a_row);
    open.exec("PRAGMA cell_size_check = ON");
}

void check_tables(SQLite::Database& open, const std::string& path, bool has_dynamic) {
    for (const keyed_table& each : keyed_tables) {
        if (each.name == "dynamic" && !has_dynamic) {
            continue;
        }
        if (const std::string wrong = table_error(open, each); !wrong.empty()) {
            refuse("{} was changed, and is no longer a store: {}", in_quotes(path), wrong);
        }
    }
}

step_limit::step_limit(SQLite::Database& open, std::uint64_t bytes, std::stop_token stop)
    : open_{&open}, stop_{std::move(stop)} {
    // The limit is proportional to the file, as every query reads each row a bounded number of
    // times.
    constexpr std::uint64_t steps_at_least = 10'000'000;
    constexpr std::uint64_t steps_for_a_byte = 100;
    left_ = (steps_at_least + bytes * steps_for_a_byte) / steps_between_looks;
    ::sqlite3_progress_handler(open.getHandle(), steps_between_looks, look, this);
}

step_limit::~step_limit() { ::sqlite3_progress_handler(open_->getHandle(), 0, nullptr, nullptr); }

// SQLite calls this from within a query; a result other than 0 interrupts it.
int step_limit::look(void* self) {
    auto& limit = *static_cast<step_limit*>(self);
    if (limit.left_ > 0) {
        --limit.left_;
    }
    return limit.left_ == 0 || limit.stop_.stop_requested() ? 1 : 0;
}

}  // namespace tutti
