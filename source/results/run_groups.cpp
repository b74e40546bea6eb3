#include "run_groups.hpp"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>
#include <variant>

#include "experiment/plan/plan_schema.hpp"
#include "util/value_syntax.hpp"
#include "verification/verdict.hpp"

namespace tutti {
namespace {

// Runs of one plan differ at most in their seeds. An algorithm is named with its collective, in one
// field of plans.
bool is_of_plan(const readable_column& column) {
    return column.kind == column_kind::parameter || column.name == "algorithm" ||
           std::ranges::any_of(plan_fields(), [&](const plan_field& each) {
               return each.column == column.name && each.name() != "seed";
           });
}

std::vector<std::size_t> plan_columns(const stored_rows& from) {
    std::vector<std::size_t> places;
    for (std::size_t i = 0; i < from.columns().size(); ++i) {
        if (is_of_plan(from.columns()[i])) {
            places.push_back(i);
        }
    }
    return places;
}

// Sources of the runs; of wall-clock times, with the host.
std::vector<std::size_t> source_columns(const stored_rows& from, std::span<const std::size_t> of) {
    std::vector<std::size_t> places{from.place_of("program"), from.place_of("version")};
    if (std::ranges::any_of(of, [&](std::size_t place) {
            return from.columns()[place].name.ends_with("_seconds");
        })) {
        places.insert(places.end(), {from.place_of("host"), from.place_of("threads")});
    }
    return places;
}

void check_are_numbers(const stored_rows& from, std::span<const std::size_t> places) {
    for (const std::size_t place : places) {
        if (from.columns()[place].kind == column_kind::text) {
            refuse("{} is text; name a column of numbers, such as slots, units or ratio",
                   from.columns()[place].name);
        }
    }
}

// Incomplete runs distort means. They count only if the verdict is part of the question.
bool asks_for_verdict(const stored_rows& from, const grouping_request& request) {
    const std::size_t verdict = from.place_of("verdict");
    return std::ranges::find(request.by, verdict) != request.by.end() ||
           std::ranges::any_of(request.filter, [&](const condition_step& step) {
               const auto* const comparison = std::get_if<column_comparison>(&step);
               return comparison != nullptr && from.place_of(comparison->column) == verdict;
           });
}

struct key_order {
    bool operator()(const std::vector<stored_value>& a,
                    const std::vector<stored_value>& b) const noexcept {
        return std::lexicographical_compare_three_way(a.begin(), a.end(), b.begin(), b.end(),
                                                      natural_order) == std::weak_ordering::less;
    }
};

bool is_complete(const stored_value& name) {
    const auto* const text = std::get_if<std::string>(&name);
    return text != nullptr && verdict_named(*text) == verdict::complete;
}

/// Layout of a row: the role of each column, and the columns that name files with several contents.
struct row_layout {
    std::size_t by = 0;
    std::size_t of = 0;
    std::size_t watched = 0;
    std::size_t sources = 0;
    std::vector<std::size_t> files{};
};

/// Puts rows into groups. A row has the verdict first, then the columns that groups are made by,
/// those that are collected, those that are watched, the program that ran it, and names of files.
class run_collector {
public:
    run_collector(const stored_rows& from, row_layout layout, bool takes_all)
        : from_{&from}, layout_{std::move(layout)}, takes_all_{takes_all} {}

    void add(std::span<const stored_value> row) {
        if (!takes_all_ && !is_complete(row.front())) {
            ++left_out_;
            return;
        }
        const auto key = row.subspan(1, layout_.by);
        run_group& group = groups_[{key.begin(), key.end()}];
        collect(group, row.subspan(1 + layout_.by, layout_.of));
        const auto rest = row.subspan(1 + layout_.by + layout_.of);
        watch(group.shared, rest.first(layout_.watched), group.runs == 0);
        watch(group.sources, rest.subspan(layout_.watched, layout_.sources), group.runs == 0);
        check_files(group, rest.subspan(layout_.watched + layout_.sources));
        ++group.runs;
    }

    void move_to(run_groups& grouped) {
        // The map is sorted by natural order of the keys, which becomes the order of the groups.
        for (auto& [key, group] : groups_) {
            group.key = key;
            grouped.groups.push_back(std::move(group));
        }
        grouped.left_out = left_out_;
    }

private:
    // Missing values are left out, so that a group may have fewer values than runs.
    static void collect(run_group& group, std::span<const stored_value> values) {
        group.values.resize(values.size());
        for (std::size_t i = 0; i < values.size(); ++i) {
            if (const auto number = number_of(values[i])) {
                group.values[i].push_back(*number);
            }
        }
    }
    // A column is shared as long as all rows agree; the first other value makes it mixed.
    static void watch(std::vector<std::optional<stored_value>>& shared,
                      std::span<const stored_value> values, bool is_first) {
        if (is_first) {
            shared.assign(values.begin(), values.end());
        }
        for (std::size_t i = 0; i < values.size(); ++i) {
            if (shared[i] != values[i]) {
                shared[i].reset();
            }
        }
    }

    // Runs of files that have one name, and had several contents, are not put together.
    void check_files(const run_group& group, std::span<const stored_value> values) {
        for (std::size_t i = 0; i < values.size(); ++i) {
            const std::size_t place = layout_.files[i];
            const auto name = from_->plain_name(place, values[i]);
            if (!name) {
                continue;
            }
            const auto [first, is_new] =
                files_.try_emplace({&group, place, *name}, std::get<std::string>(values[i]));
            if (first->second != std::get<std::string>(values[i])) {
                refuse(
                    "runs of '{}' and '{}', which are files with different contents, would be "
                    "merged; --by {} or --where separates them",
                    printable(first->second), printable(std::get<std::string>(values[i])),
                    from_->columns()[place].name);
            }
        }
    }

    const stored_rows* from_;
    row_layout layout_;
    bool takes_all_;
    // The first of each name in a group, by the group, the column and the name.
    std::map<std::tuple<const run_group*, std::size_t, std::string>, std::string> files_;
    std::map<std::vector<stored_value>, run_group, key_order> groups_;
    std::uint64_t left_out_ = 0;
};

}  // namespace

run_groups group_runs(const stored_rows& from, const grouping_request& request) {
    // The order of columns is that of `run_collector`, which cuts each row into these parts.
    check_are_numbers(from, request.of);
    run_groups groups{
        .groups = {}, .watched = plan_columns(from), .sources = source_columns(from, request.of)};
    groups.watched.insert(groups.watched.end(), request.watched.begin(), request.watched.end());
    const std::vector<std::size_t> files = from.qualified_columns();
    std::vector<std::size_t> columns{from.place_of("verdict")};
    for (const std::span<const std::size_t> part :
         {std::span{request.by}, std::span{request.of},
          std::span<const std::size_t>{groups.watched},
          std::span<const std::size_t>{groups.sources}, std::span{files}}) {
        columns.insert(columns.end(), part.begin(), part.end());
    }
    run_collector collector{from,
                            {.by = request.by.size(),
                             .of = request.of.size(),
                             .watched = groups.watched.size(),
                             .sources = groups.sources.size(),
                             .files = files},
                            asks_for_verdict(from, request)};
    from.visit(columns, request.filter,
               [&](std::span<const stored_value> row) { collector.add(row); });
    collector.move_to(groups);
    return groups;
}

std::vector<std::string> mixed_columns(const run_groups& groups, const stored_rows& from) {
    std::vector<std::string> names;
    const auto add = [&](std::span<const std::size_t> columns, auto run_group::*values) {
        for (std::size_t i = 0; i < columns.size(); ++i) {
            if (std::ranges::any_of(groups.groups, [&](const run_group& each) {
                    return !(each.*values)[i].has_value();
                })) {
                names.push_back(from.columns()[columns[i]].name);
            }
        }
    };
    // Columns that the caller watches for its own purposes are not reported.
    add(std::span{groups.watched}.first(plan_columns(from).size()), &run_group::shared);
    add(groups.sources, &run_group::sources);
    return names;
}

}  // namespace tutti
