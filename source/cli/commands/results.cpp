#include <algorithm>
#include <filesystem>
#include <memory>
#include <numeric>

#include <fmt/format.h>
#include <unistd.h>

#include "cli/arguments/store_arguments.hpp"
#include "cli/commands.hpp"
#include "cli/output/text_output.hpp"
#include "results/group_query.hpp"
#include "results/store/store.hpp"
#include "util/collect.hpp"
#include "util/file_content.hpp"

namespace tutti::program {
namespace {

constexpr std::string_view merge_word = "merge";

// Null for people.
std::optional<table_format> read_table_format(const command_line& arguments) {
    std::optional<table_format> format;
    const auto names = table_format_names();
    for (const std::string_view name : names) {
        const bool is_given = arguments.has(fmt::format("--{}", name));
        if (is_given && format) {
            refuse("--{}: cannot be combined with --{}; use one of them", name,
                   names[fmt::underlying(*format)]);
        }
        format = is_given ? enumerator_of<table_format>(names, name) : format;
    }
    return format;
}

std::string first_line_of_table(table_writer& table) {
    const std::string head = table.head();
    return head.substr(0, head.find_first_of("\r\n"));
}

/// A table on its way to where it is wanted.
class table_output {
public:
    table_output(const command_line& arguments, table_format format,
                 std::vector<table_column> columns)
        : table_{make_table_writer(format, std::move(columns))},
          to_{arguments, {.name = "table of this kind", .has = [this](std::string_view line) {
                              return line == first_line_of_table(*table_);
                          }}} {
        to_.write(table_->head());
    }

    void row(std::span<const stored_value> values) { to_.write(table_->row(values)); }
    void finish() {
        to_.write(table_->foot());
        to_.finish();
    }

private:
    std::unique_ptr<table_writer> table_;
    text_output to_;
};

// Colours are for terminals: never for a file.
table_style style_for(const command_line& arguments) {
    return arguments.value("--output").value_or("-") == "-" ? style_of_output()
                                                            : table_style::plain;
}

void write_text(const command_line& arguments, std::string_view text) {
    text_output to{arguments, {.name = "table of this kind", .has = [](std::string_view /*line*/) {
                                   return false;
                               }}};
    to.write(text);
    to.finish();
}

void write_groups(const command_line& arguments, const stored_rows& from, const condition& filter) {
    const auto format = read_table_format(arguments);
    const summary summary = read_groups(arguments.options(), from, filter);
    if (format) {
        table_output to{arguments, *format, summary.columns};
        for (const auto& row : summary.rows) {
            to.row(row);
        }
        to.finish();
    } else {
        write_text(arguments, to_table(summary, style_for(arguments)));
    }
    warn_mixed_runs(summary.left_out, summary.mixed);
}

// Rows are written as they are read, except in a table for people, which needs all widths.
void write_rows(const command_line& arguments, const stored_rows& from, const condition& filter) {
    std::vector<std::size_t> places(from.columns().size());
    std::iota(places.begin(), places.end(), std::size_t{0});
    if (arguments.has("--of")) {
        places = read_columns(arguments.options(), "--of", from);
    }
    summary summary;
    summary.columns = vector_of(
        places, [&](std::size_t place) { return column_of_table(from.columns()[place]); });
    if (const auto format = read_table_format(arguments)) {
        if (has_reader_at_once(arguments)) {
            // Standard output cannot be taken back, so that a store is read to its end before.
            from.visit(places, filter, [](std::span<const stored_value>) {});  // no row is damaged
        }
        table_output to{arguments, *format, summary.columns};
        from.visit(places, filter, [&](std::span<const stored_value> row) { to.row(row); });
        to.finish();
        return;
    }
    from.visit(places, filter, [&](std::span<const stored_value> row) {
        summary.rows.emplace_back(row.begin(), row.end());
    });
    write_text(arguments, to_table(summary, style_for(arguments)));
}

// A name for the time until all is merged. It is beside the other, where it can take its place.
std::string temporary_name(const std::string& path) {
    return fmt::format("{}.{}.part", path, ::getpid());
}

// The temporary name of the new store is not shown to users.
template <class Work>
decltype(auto) writing_store(const std::string& path, const Work& work) {
    try {
        return work();
    } catch (const store_error& wrong) {
        std::string text = wrong.what();
        if (const std::string name = in_quotes(temporary_name(path)); text.starts_with(name)) {
            text.replace(0, name.size(), "--output: " + in_quotes(path));
        }
        throw output_error{text.substr(0, text.find("; committed runs")) + "; nothing was merged"};
    }
}

/// New store that is deleted with this object, unless it has been given its name.
class new_store {
public:
    /// @param program ours, by `name_in_stores()`
    new_store(std::string path, std::string program)
        : path_{std::move(path)},
          temporary_path_{temporary_name(path_)},
          program_{std::move(program)},
          store_{std::make_unique<result_store>(temporary_path_)} {}
    new_store(const new_store&) = delete;
    new_store& operator=(const new_store&) = delete;
    // The store is closed first: SQLite uses its other files until then.
    ~new_store() {
        store_.reset();
        std::error_code ignored;
        for (const std::string_view beside : {"", "-wal", "-shm", "-journal"}) {
            std::filesystem::remove(fmt::format("{}{}", temporary_path_, beside), ignored);
        }
    }

    /// False if it was interrupted.
    [[nodiscard]] bool merge(const std::string& other, const std::stop_token& stop) {
        const merge_report report = writing_store(
            path_, [&] { return reading("FILE", [&] { return store_->merge(other, stop); }); });
        if (report.other_versions + report.other_results > 0) {
            refuse("FILE: {} has {} {} in those before it, the first `{}`; nothing was merged",
                   in_quotes(other), grouped(report.other_versions + report.other_results),
                   report.other_results > 0 ? "runs with another result"
                                            : "runs from another version or program",
                   printable(report.first_conflict));
        }
        known_ += report.already_stored;
        return !report.is_interrupted;
    }

    [[nodiscard]] outcome finish() {
        const std::uint64_t runs = writing_store(path_, [&] {
            store_->commit();
            return store_->run_count();
        });
        // This is counted while the store is open, and printed once it has its name.
        const foreign_runs others = store_->count_foreign_runs(program_);
        store_.reset();
        std::error_code wrong;
        std::filesystem::rename(temporary_path_, path_, wrong);
        if (wrong) {
            throw output_error{fmt::format("--output: {} could not be written: {}",
                                           in_quotes(path_), wrong.message())};
        }
        std::string text = fmt::format("{} in {}", quantity(runs, "run"), in_quotes(path_));
        text += text_of_qualified_names();
        if (known_ > 0) {
            text += fmt::format(", {} of them in more than one store", grouped(known_));
        }
        if (others.count > 0) {
            text += fmt::format(", {} from other versions or programs, such as {}",
                                grouped(others.count), printable(others.first));
        }
        return {.output = text + "\n"};
    }

private:
    // That some names of files had several contents.
    [[nodiscard]] std::string text_of_qualified_names() const {
        const stored_rows from{path_};
        const std::string names =
            joined_texts(from.qualified_columns(), ", ",
                         [&](std::size_t place) { return from.columns()[place].name; });
        return names.empty()
                   ? std::string{}
                   : fmt::format(", files of one name and different contents distinguished in {}",
                                 names);
    }

    std::string path_;
    std::string temporary_path_;
    std::string program_;
    std::unique_ptr<result_store> store_;
    std::uint64_t known_ = 0;
};

// All options but one select from one store, and a merged store has all of several.
void refuse_options_of_tables(const command_line& arguments) {
    for (const option& each : results_command().options) {
        if (each.name != "--output" && arguments.has(each.name)) {
            refuse("{0}: cannot be combined with merge; leave out {0}", each.name);
        }
    }
}

// A new store's.
std::string read_new_name(const command_line& arguments) {
    std::string path = arguments.value("--output").value_or("");
    if (arguments.more_arguments().size() < 2) {
        refuse("merge: name two stores or more, as `{} results merge A B -o C`",
               arguments.program());
    }
    if (path.empty()) {
        refuse("--output: missing; name a new store");
    }
    if (path == std::string_view{"-"}) {
        refuse("--output: a store cannot be written to standard output; name a new file");
    }
    if (std::filesystem::exists(path)) {
        refuse("--output: {} already exists; name a new store", in_quotes(path));
    }
    return path;
}

outcome merge_stores(const command_line& arguments, const catalogue& catalogue) {
    refuse_options_of_tables(arguments);
    const std::string path = read_new_name(arguments);
    const signal_and_progress_scope beside{progress_display::hidden};
    new_store made = reading("--output", [&] {
        return new_store{path, name_in_stores(catalogue, arguments.program())};
    });
    for (const std::string& each : arguments.more_arguments()) {
        if (!made.merge(each, beside.stop_token())) {
            return {.output = "interrupted: nothing was merged\n",
                    .status = exit_status(verdict::interrupted)};
        }
    }
    return made.finish();
}

outcome show_results(const command_line& arguments, const catalogue& catalogue) {
    if (arguments.argument() == merge_word) {
        return merge_stores(arguments, catalogue);
    }
    if (!arguments.more_arguments().empty()) {
        refuse("unexpected argument {}; see `tutti results --help`",
               in_quotes(arguments.more_arguments().front()));
    }
    for (const std::string_view each : {"--stat", "--interval"}) {
        if (arguments.has(each) && !arguments.has("--by")) {
            refuse("{}: needs --by, which selects the groups", each);
        }
    }
    const stored_rows from = open_store(arguments);
    const condition filter = read_condition(arguments.options());
    reading("--where", [&] { from.visit({}, filter, [](std::span<const stored_value>) {}); });
    if (arguments.has("--by")) {
        write_groups(arguments, from, filter);
    } else if (arguments.has("--of") || read_table_format(arguments)) {
        write_rows(arguments, from, filter);
    } else {
        write_text(arguments, overview_of(from, filter, style_for(arguments)));
    }
    return {};
}

}  // namespace

void warn_mixed_runs(std::uint64_t left_out, const std::vector<std::string>& mixed) {
    if (left_out > 0) {
        fmt::print(stderr,
                   "tutti: {} that did not end complete left out; --where 'verdict != complete' "
                   "selects them\n",
                   quantity(left_out, "run"));
    }
    if (!mixed.empty()) {
        fmt::print(stderr,
                   "tutti: groups mix runs of different {}; --where or --by separates them\n",
                   printable(fmt::format("{}", fmt::join(mixed, ", "))));
    }
}

command results_command() {
    return {
        .name = "results",
        .argument = "FILE",
        .argument_meaning =
            "a store, as written by tutti sweep; or merge A B, to merge stores into one",
        .meaning = "print the content of a store as tables",
        .options = {{.name = "--by",
                     .value = "COLUMNS",
                     .meaning =
                         "group runs by these columns, such as algorithm,nodes: one row a group"},
                    {.name = "--of",
                     .value = "COLUMNS",
                     .meaning = "columns whose statistics are printed (default: slots); without "
                                "--by, the columns of the runs"},
                    {.name = "--stat",
                     .value = "NAMES",
                     .meaning = "statistics: mean, ci95, median, min, max (default: mean,ci95); "
                                "there is no interval where all runs agree"},
                    interval_option,
                    where_option,
                    {.name = "--csv", .meaning = "print CSV; without --by, the runs"},
                    {.name = "--json", .meaning = "print an array of JSON objects, one a line"},
                    {.name = "--markdown", .meaning = "print a Markdown table"},
                    {.name = "--latex", .meaning = "print a LaTeX tabular that needs no packages"},
                    {.name = "--output",
                     .short_name = "-o",
                     .value = "FILE",
                     .meaning = "output file (default, or -: standard output)"},
                    {.name = "--force",
                     .meaning = "replace a file that is not a table of this kind"}},
        .carry_out = show_results,
        .takes_more_arguments = true};
}

}  // namespace tutti::program
