#include <algorithm>
#include <stdexcept>

#include <fmt/format.h>

#include "option_error.hpp"
#include "plan_schema.hpp"
#include "util/value_syntax.hpp"

namespace tutti {

const std::vector<const plan_field*>& fields_of_text() {
    static const std::vector<const plan_field*> fields = [] {
        std::vector<const plan_field*> made;
        for (const plan_field& each : plan_fields()) {
            if (each.place_in_text > 0) {
                made.push_back(&each);
            }
        }
        std::ranges::sort(made, {}, &plan_field::place_in_text);
        return made;
    }();
    return fields;
}

const plan_field* find_plan_field(std::string_view name) noexcept {
    const auto field = std::ranges::find_if(plan_fields(), [&](const plan_field& each) {
        return each.name() == name || (!name.empty() && each.earlier_name == name);
    });
    return field == plan_fields().end() ? nullptr : &*field;
}

const plan_field& plan_field_named(std::string_view name) {
    const plan_field* const field = find_plan_field(name);
    if (field == nullptr) {
        throw std::logic_error{fmt::format("no field of a plan is called {}", in_quotes(name))};
    }
    return *field;
}

const plan_field* find_field_by_label(std::string_view label) noexcept {
    const auto field = std::ranges::find_if(plan_fields(), [&](const plan_field& each) {
        return each.label() == label || (each.type == field_type::named_network &&
                                         each.placeholder_for(plan_command::run) == label);
    });
    return field == plan_fields().end() ? nullptr : &*field;
}

// Names of earlier versions are offered, too.
const plan_field& require_plan_field(std::string_view name) {
    const plan_field* const field = find_plan_field(name);
    if (field != nullptr && field->part == field_part::plan) {
        return *field;
    }
    std::vector<std::string_view> names;
    for (const plan_field& each : plan_fields()) {
        if (each.part == field_part::plan) {
            names.push_back(each.name());
        }
        if (!each.earlier_name.empty()) {
            names.push_back(each.earlier_name);
        }
    }
    throw option_error{name, fmt::format("{} is not a field of a plan{}", in_quotes(name),
                                         did_you_mean(name, names))};
}

std::optional<std::uint64_t> number_of(const option_values& values, std::string_view name) {
    const plan_field& field = plan_field_named(name);
    const auto text = values.value(field.name());
    return text ? std::optional{reading(
                      field.label(), [&] { return parse_number(*text, field.least, field.most); })}
                : std::nullopt;
}

}  // namespace tutti
