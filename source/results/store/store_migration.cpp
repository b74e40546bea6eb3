#include <filesystem>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "run_table.hpp"
#include "store_file.hpp"
#include "store_layout.hpp"
#include "tutti/node/rational.hpp"
#include "util/value_syntax.hpp"

namespace tutti {
namespace {

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

// Copies a store, and returns the name of the copy.
std::string copy_beside(SQLite::Database& open, const std::string& path) {
    std::string name = fmt::format("{}.schema-{}", path, schema_of(open));
    // One of a migration that was killed: the store itself was not changed.
    std::filesystem::remove(name);
    SQLite::Statement copy{open, "VACUUM INTO ?"};
    copy.bind(1, name_for_sqlite(name));
    copy.exec();
    return name;
}

// A table can neither lose the uniqueness of a column nor rename several at once: the runs go into
// a new one. References to it are not checked meanwhile, and refer to its name.
void rewrite_runs(SQLite::Database& open, const store_layout& layout) {
    open.exec(runs_table_text("runs_to_be"));
    open.exec(fmt::format("INSERT INTO runs_to_be (id, {}) SELECT id, {} FROM runs",
                          names_of(run_columns()), layout.run_expressions()));
    open.exec("DROP TABLE runs; DROP TABLE IF EXISTS dynamic");
    open.exec("ALTER TABLE runs_to_be RENAME TO runs");
    open.exec(runs_index_text());
    if (layout.schema() < first_schema_with_content) {
        reduce_numbers_of_identities(open);
    }
}

}  // namespace

void migrate_store(SQLite::Database& open, const std::string& path) {
    const store_layout layout{open};
    if (layout.schema() == store_schema) {
        for (const sql_column& column : layout.missing_columns()) {
            open.exec(fmt::format("ALTER TABLE runs ADD COLUMN {} {}", column.name, column.type));
        }
        return;
    }
    if (const std::vector<std::string> unknown = layout.unknown_columns(); !unknown.empty()) {
        refuse(
            "{} has additional columns in its table runs, which stores of this version cannot "
            "keep; drop them, or write another store",
            in_quotes(path));
    }
    const std::string copy = copy_beside(open, path);
    open.exec("PRAGMA foreign_keys = OFF; PRAGMA legacy_alter_table = ON");
    SQLite::Transaction whole{open, SQLite::TransactionBehavior::IMMEDIATE};
    rewrite_runs(open, layout);
    open.exec(fmt::format("PRAGMA user_version = {}", store_schema));
    whole.commit();
    open.exec("PRAGMA legacy_alter_table = OFF");
    std::filesystem::remove(copy);
}

}  // namespace tutti
