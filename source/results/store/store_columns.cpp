#include "store_columns.hpp"

#include <array>
#include <chrono>
#include <variant>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "row_binder.hpp"
#include "tutti/version.hpp"

namespace tutti {
namespace {

constexpr std::array columns_of_runs{
    store_column{"plan", "TEXT NOT NULL", "what was run; `tutti run PLAN` repeats it"},
    store_column{"task", "TEXT NOT NULL", "such as simultaneous-broadcast"},
    store_column{"algorithm", "TEXT NOT NULL", "such as prefix-roots"},
    store_column{"network", "TEXT NOT NULL", "as written after -n: torus:4x8"},
    store_column{"family", "TEXT NOT NULL", "hypercube, torus, array, ring, ..."},
    store_column{"dimensions", "INTEGER",
                 "of hypercube, torus, array, folded-torus, ring, path, ccc, butterfly, debruijn"},
    store_column{"sides", "TEXT", "of torus, array, folded-torus, ring, path: 4x8"},
    store_column{"side", "INTEGER", "where all sides are equal"},
    store_column{"nodes", "INTEGER NOT NULL", "N"},
    store_column{"links", "INTEGER NOT NULL", "directed ones"},
    store_column{"diameter", "INTEGER NOT NULL", "in links"},
    store_column{"ports", "TEXT NOT NULL", "all, single, single-half, shout or one-way"},
    store_column{"broadcasters", "TEXT", "as written after -b; null if the task leaves no choice"},
    store_column{"broadcaster_nodes", "INTEGER NOT NULL", "nodes with packets"},
    store_column{"k", "INTEGER NOT NULL", "packets, K"},
    store_column{"root", "INTEGER", "of tasks that have one"},
    store_column{"slot_budget", "INTEGER", "slots after which it would have been given up"},
    store_column{"seed", "INTEGER NOT NULL", "from 2^63 on less 2^64"},
    store_column{"program", "TEXT NOT NULL", "tutti, or one with algorithms of its own"},
    store_column{"version", "TEXT NOT NULL", "of tutti"},
    store_column{"host", "TEXT NOT NULL", "the machine"},
    store_column{"threads", "INTEGER NOT NULL", "of this run"},
    store_column{"verdict", "TEXT NOT NULL", "complete, or what is wrong"},
    store_column{"complaint", "TEXT", "what is wrong, in a line"},
    store_column{"slots", "INTEGER NOT NULL", "the time on the clock"},
    store_column{"units_numerator", "INTEGER NOT NULL", "of the time, exactly"},
    store_column{"units_denominator", "INTEGER NOT NULL", ""},
    store_column{"units", "REAL NOT NULL", "the time"},
    store_column{"expected_numerator", "INTEGER", "of the time that theory expects, exactly"},
    store_column{"expected_denominator", "INTEGER", ""},
    store_column{"expected", "REAL", "the time that theory expects, in units"},
    store_column{"expected_kind", "TEXT", "exact, upper-bound or high-probability"},
    store_column{"lower_bound_numerator", "INTEGER NOT NULL", "of the lower bound, exactly"},
    store_column{"lower_bound_denominator", "INTEGER NOT NULL", ""},
    store_column{"lower_bound", "REAL NOT NULL", "of the time of any algorithm, in units"},
    store_column{"lower_bound_assumes", "TEXT NOT NULL", "whole packets, or pieces of 1/m"},
    store_column{"ratio", "REAL",
                 "units / lower_bound, if all was delivered and the bound is not 0"},
    store_column{"transmissions", "INTEGER NOT NULL", "packets over links"},
    store_column{"control_transmissions", "INTEGER NOT NULL", "those without a message"},
    store_column{"expected_transmissions", "INTEGER", "by theory"},
    store_column{"utilisation", "REAL NOT NULL", "transmissions / (links x slots)"},
    store_column{"first_done", "INTEGER", "slot in which the first node knew that all was over"},
    store_column{"last_arrival", "INTEGER NOT NULL", "last slot in which a link carried a packet"},
    store_column{"required", "INTEGER NOT NULL", "deliveries"},
    store_column{"missing", "INTEGER NOT NULL", "deliveries"},
    store_column{"duplicate", "INTEGER NOT NULL", "deliveries"},
    store_column{"unexpected", "INTEGER NOT NULL", "deliveries"},
    store_column{"digest", "TEXT NOT NULL", "of all deliveries, 16 hexadecimal digits"},
    store_column{"digest_version", "INTEGER NOT NULL", "how the digest is made"},
    store_column{"setup_seconds", "REAL NOT NULL", "before the first slot"},
    store_column{"wall_seconds", "REAL NOT NULL", "from the first slot to the last"},
    store_column{"ended_at", "INTEGER NOT NULL", "seconds since 1970, UTC"},
    store_column{"content", "TEXT", "of files that the plan names: network:HASH broadcasters:HASH"},
    store_column{"identity", "TEXT",
                 "the plan with @HASH for files and lowest terms for numbers, where that differs"},
};

constexpr std::string_view tables_beside_runs = R"(
CREATE TABLE phases (  -- what a run went through
    run INTEGER NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
    place INTEGER NOT NULL,  -- from 0
    name TEXT NOT NULL,
    slots INTEGER,  -- null if not every node that knows its end marked it
    slot_length_numerator INTEGER NOT NULL,  -- in units, exactly
    slot_length_denominator INTEGER NOT NULL,
    slot_length REAL NOT NULL,
    expected INTEGER,  -- slots, by theory
    PRIMARY KEY (run, place)
) WITHOUT ROWID;

CREATE TABLE parameters (  -- of the algorithm's own, defaults included
    run INTEGER NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    value TEXT NOT NULL,  -- as written: 1/8
    number REAL,  -- its value, if it is a number
    PRIMARY KEY (run, name)
) WITHOUT ROWID;

CREATE TABLE dynamic (  -- of runs in which messages arrive at random times
    run INTEGER PRIMARY KEY REFERENCES runs (id) ON DELETE CASCADE,
    intervals INTEGER NOT NULL,
    packets INTEGER NOT NULL,
    mean_active REAL NOT NULL,  -- broadcasting nodes an interval
    delay_mean REAL,  -- units of time
    delay_confidence_95 REAL,  -- half the width of the interval
    delay_median REAL,
    delay_p95 REAL,
    delay_p99 REAL,
    delay_max REAL,
    delay_bound REAL,  -- by theory
    queue_mean REAL NOT NULL,  -- messages
    queue_max INTEGER NOT NULL,
    utilisation REAL NOT NULL,  -- rho
    stability_limit REAL NOT NULL,  -- of rho
    stability TEXT NOT NULL  -- stable, unstable or undecided
);
)";

std::string insertion(std::string_view table, std::string_view columns) {
    const auto count = static_cast<std::size_t>(1 + std::ranges::count(columns, ','));
    return fmt::format("INSERT INTO {} ({}) VALUES ({})", table, columns,
                       fmt::join(std::vector<std::string_view>(count, "?"), ", "));
}

std::string insertion(const child_table& table) {
    return insertion(table.name, fmt::format("run, {}", table.columns));
}

// A network's own numbers, as far as they are sides or say its dimensions.
void bind_shape(row_binder& row, const network_specification& network) {
    const std::string_view kind = network.kind();
    const auto is_one_of = [&](std::initializer_list<std::string_view> kinds) {
        return std::ranges::find(kinds, kind) != kinds.end();
    };
    const auto numbers = network.numbers();
    if (is_one_of({"torus", "array", "folded-torus", "ring", "path"})) {
        row.integer(numbers.size());
        row.text(fmt::format("{}", fmt::join(numbers, "x")));
        const bool are_equal = std::ranges::count(numbers, numbers.front()) == std::ssize(numbers);
        row.integer(are_equal ? std::optional{numbers.front()} : std::nullopt);
        return;
    }
    const bool has_dimensions = is_one_of({"hypercube", "ccc", "butterfly", "debruijn"});
    row.integer(has_dimensions ? std::optional{numbers.front()} : std::nullopt);
    row.null();
    row.null();
}

void bind_plan(row_binder& row, const stored_run& run) {
    const result& result = run.result;
    row.text(run.plan);
    row.text(result.collective);
    row.text(result.algorithm);
    row.text(result.network);
    row.text(run.network.kind());
    bind_shape(row, run.network);
    row.integer(result.nodes);
    row.integer(result.links);
    row.integer(result.diameter);
    row.text(name_of(result.ports));
    row.text_or_null(run.has_broadcasters ? result.broadcasters : "");
    row.integer(result.broadcaster_nodes);
    row.integer(result.packets);
    row.integer(run.root);
    row.integer(run.slot_budget);
    row.integer(result.seed);
    row.text(run.program);
    row.text(version());
    row.text(run.host);
    row.integer(result.threads);
}

void bind_times(row_binder& row, const result& result) {
    const rational& bound = result.lower_bound.units;
    row.integer(result.slots);
    row.fraction(result.units);
    row.fraction(result.expected ? std::optional{result.expected->units} : std::nullopt);
    row.text_or_null(result.expected ? name_of(result.expected->kind) : "");
    row.fraction(bound);
    row.text(result.lower_bound.assumes.text());
    const bool has_ratio = bound > rational{0} &&
                           (result.verdict == verdict::complete || result.verdict == verdict::late);
    row.real(has_ratio ? std::optional{result.units.to_double() / bound.to_double()}
                       : std::nullopt);
}

void bind_traffic(row_binder& row, const result& result) {
    row.integer(result.transmissions);
    row.integer(result.control_transmissions);
    row.integer(result.expected_transmissions);
    row.real(result.link_utilisation);
    row.integer(result.termination ? std::optional{result.termination->first_slot} : std::nullopt);
    row.integer(result.last_arrival);
    row.integer(result.delivery.required);
    row.integer(result.delivery.missing);
    row.integer(result.delivery.duplicate);
    row.integer(result.delivery.unexpected);
    row.text(fmt::format("{:016x}", result.digest));
    row.integer(result.digest_version);
}

}  // namespace

std::span<const store_column> store_columns() noexcept { return columns_of_runs; }

std::string names_of_columns() {
    std::string names;
    for (const store_column& each : columns_of_runs) {
        names += fmt::format("{}{}", names.empty() ? "" : ", ", each.name);
    }
    return names;
}

std::string runs_table_text(std::string_view name) {
    std::string text =
        fmt::format("CREATE TABLE {} (  -- one row a run\n    id INTEGER PRIMARY KEY", name);
    std::string_view meaning;
    for (const store_column& each : columns_of_runs) {
        text += fmt::format(",{}{}\n    {} {}", meaning.empty() ? "" : "  -- ", meaning, each.name,
                            each.type);
        meaning = each.meaning;
    }
    return text + fmt::format("  -- {}\n);\n", meaning);
}

std::string runs_index_text() {
    return fmt::format("CREATE UNIQUE INDEX runs_by_identity ON runs ({});\n", run_key);
}

std::string store_schema_text() {
    return runs_table_text("runs") + runs_index_text() + std::string{tables_beside_runs};
}

row_writer::row_writer(SQLite::Database& open)
    : open_{&open},
      run_{open, insertion("runs", names_of_columns()) + " ON CONFLICT DO NOTHING"},
      phase_{open, insertion(phase_table)},
      parameter_{open, insertion(parameter_table)},
      dynamic_{open, insertion(dynamic_table)} {}

bool row_writer::write(const stored_run& stored) {
    const result& result = stored.result;
    row_binder row{run_};
    bind_plan(row, stored);
    row.text(name_of(result.verdict));
    row.text_or_null(error_of(result));
    bind_times(row, result);
    bind_traffic(row, result);
    row.real(result.setup_seconds);
    row.real(result.wall_seconds);
    row.integer(std::chrono::system_clock::to_time_t(std::chrono::system_clock::now()));
    row.text_or_null(stored.content);
    row.text_or_null(stored.identity);
    if (row.write() == 0) {
        return false;
    }
    const std::int64_t run = open_->getLastInsertRowid();
    write_phases(run, result);
    write_parameters(run, result);
    write_dynamic(run, result);
    return true;
}

void row_writer::write_phases(std::int64_t run, const result& result) {
    for (std::size_t i = 0; i < result.phases.size(); ++i) {
        const phase_result& ran = result.phases[i];
        row_binder row{phase_};
        row.integer(run);
        row.integer(i);
        row.text(ran.name);
        row.integer(ran.slots);
        row.fraction(ran.slot_length);
        row.integer(ran.expected);
        row.write();
    }
}

void row_writer::write_parameters(std::int64_t run, const result& result) {
    for (const auto& [name, value] : result.parameters) {
        std::optional<double> number;
        if (const auto* const whole = std::get_if<std::uint64_t>(&value.content())) {
            number = static_cast<double>(*whole);
        } else if (const auto* const fraction = std::get_if<rational>(&value.content())) {
            number = fraction->to_double();
        }
        row_binder row{parameter_};
        row.integer(run);
        row.text(name);
        row.text(value.text());
        row.real(number);
        row.write();
    }
}

void row_writer::write_dynamic(std::int64_t run, const result& result) {
    if (!result.dynamic) {
        return;
    }
    const dynamic_result& seen = *result.dynamic;
    const auto delay = [&](double delay_figures::*figure) {
        return seen.delay ? std::optional{(*seen.delay).*figure} : std::nullopt;
    };
    row_binder row{dynamic_};
    row.integer(run);
    row.integer(seen.intervals);
    row.integer(seen.packets);
    row.real(seen.mean_active);
    row.real(delay(&delay_figures::mean));
    row.real(delay(&delay_figures::confidence_95));
    row.real(delay(&delay_figures::median));
    row.real(delay(&delay_figures::p95));
    row.real(delay(&delay_figures::p99));
    row.real(delay(&delay_figures::max));
    row.real(seen.delay_bound);
    row.real(seen.queue.mean);
    row.integer(seen.queue.max);
    row.real(seen.utilisation);
    row.real(seen.stability_limit);
    row.text(name_of(seen.stability));
    row.write();
}

}  // namespace tutti
