#include "group_query.hpp"

#include <string>

#include "experiment/plan/option_error.hpp"
#include "util/collect.hpp"
#include "util/file_content.hpp"

namespace tutti {
namespace {

// Spaces around a name are ignored, as names of columns have none.
std::vector<std::string> names_in(std::string_view text) {
    return vector_of(split(text, ','),
                     [](std::string_view each) { return std::string{trimmed(each)}; });
}

std::vector<statistic> read_statistics(const option_values& query) {
    return vector_of(names_in(query.value("--stat").value_or("mean,ci95")),
                     [](const std::string& name) {
                         return choice_named<statistic>("--stat", name, statistic_names());
                     });
}

}  // namespace

condition read_condition(const option_values& query) {
    const auto text = query.value("--where");
    return text ? reading("--where", [&] { return parse_condition(*text); }) : condition{};
}

interval_method read_interval(const option_values& query) {
    const auto text = query.value("--interval");
    return text ? choice_named<interval_method>("--interval", *text, interval_method_names())
                : interval_method{};
}

std::optional<std::size_t> read_column(const option_values& query, std::string_view option,
                                       const stored_rows& from) {
    const auto name = query.value(option);
    return name ? std::optional{reading(option, [&] { return from.place_of(*name); })}
                : std::nullopt;
}

std::vector<std::size_t> read_columns(const option_values& query, std::string_view option,
                                      const stored_rows& from) {
    return vector_of(names_in(query.value(option).value_or("")), [&](const std::string& name) {
        return reading(option, [&] { return from.place_of(name); });
    });
}

summary read_groups(const option_values& query, const stored_rows& from, const condition& filter) {
    const summary_request request{
        .runs = {.by = read_columns(query, "--by", from),
                 .of = query.has("--of") ? read_columns(query, "--of", from)
                                         : std::vector{from.place_of("slots")},
                 .filter = filter},
        .statistics = read_statistics(query),
        .method = read_interval(query)};
    return reading("--of", [&] { return summarize(from, request); });
}

}  // namespace tutti
