#include "time_model.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "experiment/plan/option_error.hpp"
#include "machines.hpp"
#include "quantities.hpp"
#include "tutti/catalog/collective.hpp"
#include "tutti/experiment/experiment.hpp"
#include "util/value_syntax.hpp"

namespace tutti {
namespace {

/// One of the values between the commas of a latency or bandwidth.
struct class_value {
    std::string_view link_class;  ///< empty: of all links
    exact_number value;
};

// @param parse reads a value without its class
std::vector<class_value> parse_classes(std::string_view text,
                                       exact_number (*parse)(std::string_view)) {
    std::vector<class_value> values;
    for (const std::string_view part : split(text, ',')) {
        const std::size_t equals = part.find('=');
        const bool has_class = equals != std::string_view::npos;
        const std::string_view name = has_class ? part.substr(0, equals) : std::string_view{};
        if (has_class && !is_plain_name(name)) {
            refuse("{} has {} for a class of links; write CLASS=VALUE", in_quotes(text),
                   in_quotes(name));
        }
        if (std::ranges::find(values, name, &class_value::link_class) != values.end()) {
            refuse("{} has two values for {}; give one", in_quotes(text),
                   has_class ? in_quotes(name) : "all links");
        }
        values.push_back({name, parse(has_class ? part.substr(equals + 1) : part)});
    }
    return values;
}

void add_text(std::string& texts, const std::string& text,
              exact_number (*parse)(std::string_view)) {
    const std::string whole = texts.empty() ? text : fmt::format("{},{}", texts, text);
    (void)parse_classes(whole, parse);
    texts = whole;
}

void require_known(std::string_view option, const class_value& value, const link_classes& classes,
                   const network_specification& named) {
    if (value.link_class.empty() ||
        std::ranges::find(classes.names(), value.link_class) != classes.names().end()) {
        return;
    }
    if (classes.names().empty()) {
        refuse_option(option, "{}: the links of {} have no classes; give one value for all",
                      in_quotes(value.link_class), named.text());
    }
    refuse_option(option, "{} is no class of the links of {}; there are: {}",
                  in_quotes(value.link_class), named.text(), fmt::join(classes.names(), ", "));
}

// Of each class its own value, or that of all links.
std::vector<exact_number> values_by_class(std::string_view option, const std::string& text,
                                          exact_number (*parse)(std::string_view),
                                          const link_classes& classes,
                                          const network_specification& named) {
    const std::vector<class_value> given =
        reading(option, [&] { return parse_classes(text, parse); });
    for (const class_value& each : given) {
        require_known(option, each, classes, named);
    }
    const auto value_of_class = [&](std::string_view name) {
        auto found = std::ranges::find(given, name, &class_value::link_class);
        if (found == given.end()) {
            found = std::ranges::find(given, "", &class_value::link_class);
        }
        if (found == given.end()) {
            refuse_option(option, "{} has no value for {} links; add one, or one for all",
                          in_quotes(text), name);
        }
        return found->value;
    };
    // What is the same for all links makes no classes.
    if (classes.names().empty() || (given.size() == 1 && given.front().link_class.empty())) {
        return {given.front().value};
    }
    std::vector<exact_number> values;
    for (const std::string_view name : classes.names()) {
        values.push_back(value_of_class(name));
    }
    return values;
}

// The machine's where nothing else is given.
std::string text_or(const std::string& given, std::string_view of_machine) {
    return given.empty() ? std::string{of_machine} : given;
}

}  // namespace

void set_bytes(time_model_request& to, const std::string& text) {
    const std::size_t dots = text.find("..");
    to.bytes = parse_size(text.substr(0, dots));
    if (dots != std::string::npos) {
        to.most_bytes = parse_size(text.substr(dots + 2));
        if (*to.most_bytes < *to.bytes) {
            refuse("{} begins above its end; write it as 8..1GiB", in_quotes(text));
        }
    }
}

void set_timed_by(time_model_request& to, const std::string& text) {
    const auto found = enumerator_of<timed_by>(timed_by_names, text);
    if (!found) {
        refuse("{} is not a model{}", in_quotes(text), did_you_mean(text, timed_by_names));
    }
    to.by = *found;
}

bool link_costs::are_alike() const {
    return std::ranges::all_of(of_class,
                               [&](const link_cost& each) { return each == of_class.front(); });
}

link_cost link_costs::least() const {
    const auto least_of = [&](auto member) {
        return std::invoke(member, *std::ranges::min_element(of_class, {}, member));
    };
    return {.latency = least_of(&link_cost::latency),
            .seconds_a_byte = least_of(&link_cost::seconds_a_byte)};
}

link_cost link_costs::most() const {
    const auto most_of = [&](auto member) {
        return std::invoke(member, *std::ranges::max_element(of_class, {}, member));
    };
    return {.latency = most_of(&link_cost::latency),
            .seconds_a_byte = most_of(&link_cost::seconds_a_byte)};
}

void add_latency(time_model_request& to, const std::string& text) {
    add_text(to.latency, text, parse_duration);
}

void add_bandwidth(time_model_request& to, const std::string& text) {
    add_text(to.bandwidth, text, parse_bandwidth);
}

void set_machine(time_model_request& to, const std::string& text) {
    to.machine = machine_named(text).name;
}

void require_tunable(const time_model_request& request) {
    if (request.machine.empty()) {
        if (request.latency.empty()) {
            refuse_option("--latency",
                          "missing; a time model has latency and bandwidth, for example "
                          "--latency 0.7us --bandwidth 50GB/s, or --machine");
        }
        if (request.bandwidth.empty()) {
            refuse_option("--bandwidth",
                          "missing; a time model has latency and bandwidth, for "
                          "example --latency 0.7us --bandwidth 50GB/s, or --machine");
        }
    }
}

void require_complete(const time_model_request& request) {
    if (!request.is_given()) {
        return;
    }
    require_tunable(request);
    if (!request.bytes) {
        refuse_option("--bytes", "missing; a time model has a size, for example --bytes 1MiB");
    }
    reading("--bytes", [&] { require_one_size(request); });
}

void require_one_size(const time_model_request& request) {
    if (request.bytes && request.most_bytes) {
        refuse("'{}..{}' are several sizes; give one", size_text(*request.bytes),
               size_text(*request.most_bytes));
    }
}

link_costs link_costs_of(const time_model_request& request, const network_specification& named,
                         const network& net) {
    const machine none{};
    const machine& preset = request.machine.empty() ? none : machine_named(request.machine);
    link_costs costs{.classes = {named, net}};
    const std::vector<exact_number> latencies =
        values_by_class("--latency", text_or(request.latency, preset.latency), parse_duration,
                        costs.classes, named);
    const std::vector<exact_number> bandwidths =
        values_by_class("--bandwidth", text_or(request.bandwidth, preset.bandwidth),
                        parse_bandwidth, costs.classes, named);
    const std::size_t count = std::max(latencies.size(), bandwidths.size());
    for (std::size_t i = 0; i < count; ++i) {
        costs.of_class.push_back(
            {.latency = latencies.at(latencies.size() == 1 ? 0 : i),
             .seconds_a_byte = 1 / bandwidths.at(bandwidths.size() == 1 ? 0 : i)});
    }
    if (costs.are_alike()) {
        costs.of_class.resize(1);
    }
    if (costs.of_class.size() == 1) {
        costs.classes = {};
    }
    return costs;
}

std::uint64_t parts_of_size(const collective& goal, const problem& input) {
    return goal.messages_in_size ? std::max<std::uint64_t>(1, goal.messages_in_size(input)) : 1;
}

exact_number part_bytes(const collective& goal, const problem& input, std::uint64_t bytes) {
    return exact_number{bytes, parts_of_size(goal, input)};
}

}  // namespace tutti
