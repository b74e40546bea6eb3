#include "result_schema.hpp"

#include <algorithm>
#include <vector>

#include "experiment/plan/plan_schema.hpp"
#include "util/value_syntax.hpp"

namespace tutti {
namespace {

bool are_same_name(std::string_view one, std::string_view other) {
    return std::ranges::equal(one, other, {}, lower_case, lower_case);
}

// Fields of plans that results have as they stand.
void add_plan_fields(std::vector<result_field>& fields) {
    for (const plan_field& each : plan_fields()) {
        if (!each.row.empty()) {
            fields.push_back({.path = each.column,
                              .column = each.column,
                              .meaning = each.meaning,
                              .shown = {.row = each.row},
                              .kind = value_kind::text,
                              .is_optional = true,
                              .value = nullptr,
                              .is_of_plan = true});
        }
    }
}

}  // namespace

std::span<const result_field> result_fields() noexcept {
    static const std::vector<result_field> fields = [] {
        std::vector<result_field> all;
        for (const auto& part : {detail::plan_result_fields(), detail::outcome_result_fields(),
                                 detail::dynamic_result_fields()}) {
            all.insert(all.end(), part.begin(), part.end());
        }
        add_plan_fields(all);
        return all;
    }();
    return fields;
}

// Names of today take precedence over those of earlier schemas.
const result_field* find_column(std::string_view name) noexcept {
    const auto find = [](const auto& is_meant) {
        const auto position = std::ranges::find_if(result_fields(), is_meant);
        return position == result_fields().end() ? nullptr : &*position;
    };
    const result_field* const field = find([&](const result_field& each) {
        return !each.column.empty() && are_same_name(each.column, name);
    });
    return field != nullptr ? field : find([&](const result_field& each) {
        return !each.shown.formerly.empty() && are_same_name(each.shown.formerly, name);
    });
}

}  // namespace tutti
