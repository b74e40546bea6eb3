#include "store_migration.hpp"

#include <fmt/format.h>

#include "store_columns.hpp"
#include "store_file.hpp"
#include "tutti/node/rational.hpp"
#include "util/value_syntax.hpp"

namespace tutti {
namespace {

// Content of files in runs of schema 1, which does not state it: the plan shows that it names
// files.
constexpr std::string_view content_of_older_runs =
    "nullif(trim(CASE WHEN network GLOB 'graph:*' OR network GLOB '*[(,]graph:*' "
    "THEN 'network:unknown ' ELSE '' END || CASE WHEN broadcasters GLOB 'file:*' "
    "THEN 'broadcasters:unknown' ELSE '' END), '')";

// Runs that are the same but for the forms of their numbers keep their plans as identities, but for
// one. @pre the runs have their index
void reduce_numbers_of_identities(SQLite::Database& open) {
    SQLite::Statement numbers{open,
                              "SELECT run, ' --set ' || name || '=', value FROM parameters WHERE "
                              "number IS NOT NULL AND value GLOB '*[^0-9]*'"};
    SQLite::Statement reduce{
        open,
        "UPDATE OR IGNORE runs SET identity = nullif(rtrim(replace(ifnull(identity, plan) || ' ', "
        "?1 || ?2 || ' ', ?1 || ?3 || ' ')), plan) WHERE id = ?4"};
    while (numbers.executeStep()) {
        const std::string value = numbers.getColumn(2).getString();
        try {
            reduce.bind(3, to_string(parse_rational(value)));
        } catch (const std::invalid_argument&) {
            continue;  // no version writes such a number
        }
        reduce.bind(1, numbers.getColumn(1).getString());
        reduce.bind(2, value);
        reduce.bind(4, numbers.getColumn(0).getInt64());
        reduce.exec();
        reduce.reset();
    }
}

}  // namespace

std::string expression_in_schema(std::string_view column, int schema) {
    if (schema >= first_schema_with_content) {
        return std::string{column};
    }
    return column == "identity"  ? "NULL"
           : column == "content" ? std::string{content_of_older_runs}
                                 : std::string{column};
}

std::string columns_in_schema(int schema) {
    std::string expressions;
    for (const store_column& each : store_columns()) {
        expressions += fmt::format("{}{} AS {}", expressions.empty() ? "" : ", ",
                                   expression_in_schema(each.name, schema), each.name);
    }
    return expressions;
}

void migrate_store(SQLite::Database& open, const std::string& path) {
    const int schema = schema_of(open);
    if (schema == store_schema) {
        return;
    }
    constexpr int columns_since = 2;  // content, identity
    const auto columns = static_cast<int>(store_columns().size()) + 1 - columns_since;
    const int column_count =
        open.execAndGet("SELECT count(*) FROM pragma_table_info('runs')").getInt();
    if (column_count != columns) {
        refuse(
            "{} has additional columns in its table runs, which stores of this version cannot "
            "keep; drop them, or write another store",
            in_quotes(path));
    }
    // A table cannot lose the uniqueness of a column: the runs go into a new one. References to it
    // are not checked meanwhile, and refer to its name.
    open.exec("PRAGMA foreign_keys = OFF; PRAGMA legacy_alter_table = ON");
    SQLite::Transaction whole{open, SQLite::TransactionBehavior::IMMEDIATE};
    open.exec(runs_table_text("runs_to_be"));
    open.exec(fmt::format("INSERT INTO runs_to_be (id, {}) SELECT id, {} FROM runs",
                          names_of_columns(), columns_in_schema(schema)));
    open.exec("DROP TABLE runs");
    open.exec("ALTER TABLE runs_to_be RENAME TO runs");
    open.exec(runs_index_text());
    reduce_numbers_of_identities(open);
    open.exec(fmt::format("PRAGMA user_version = {}", store_schema));
    whole.commit();
    open.exec("PRAGMA legacy_alter_table = OFF");
}

}  // namespace tutti
