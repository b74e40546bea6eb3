#include "group_query.hpp"

#include <algorithm>
#include <iterator>
#include <string>

#include "experiment/plan/option_error.hpp"
#include "util/file_content.hpp"

namespace tutti {
namespace {

// Spaces around a name are ignored, as names of columns have none.
std::vector<std::string> names_in(std::string_view text) {
    std::vector<std::string> names;
    std::ranges::transform(split(text, ','), std::back_inserter(names),
                           [](std::string_view each) { return std::string{trimmed(each)}; });
    return names;
}

std::vector<statistic> read_statistics(const option_values& query) {
    std::vector<statistic> statistics;
    for (const std::string& name : names_in(query.value("--stat").value_or("mean,ci95"))) {
        statistics.push_back(choice_named<statistic>("--stat", name, statistic_names()));
    }
    return statistics;
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
    std::vector<std::size_t> places;
    for (const std::string& name : names_in(query.value(option).value_or(""))) {
        places.push_back(reading(option, [&] { return from.place_of(name); }));
    }
    return places;
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
