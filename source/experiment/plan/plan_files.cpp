#include "plan_files.hpp"

#include "expansion.hpp"
#include "option_error.hpp"
#include "plan_identity.hpp"
#include "topology/networks/network_specification.hpp"
#include "util/value_syntax.hpp"

namespace tutti {
namespace {

constexpr std::uint64_t most_expanded = 10'000;

void add_files(field_type type, const std::string& value, std::vector<named_file>& files) {
    const std::size_t equals = value.find('=');
    if (type == field_type::named_network) {
        // An unknown family is refused where the plan is read.
        for (const network_specification& each : networks_of_files(
                 network_specification::parse(value, library_networks(), unknown_networks::kept))) {
            files.push_back({.text = each.text(), .path = each.path()});
        }
    } else if (type == field_type::node_set && value.starts_with(broadcaster_file)) {
        files.push_back({.text = value, .path = value.substr(broadcaster_file.size())});
    } else if (type == field_type::settings && names_a_file(value.substr(0, equals)) &&
               equals != std::string::npos) {
        files.push_back({.text = value, .path = value.substr(equals + 1)});
    } else if (type == field_type::path) {
        files.push_back({.text = value, .path = value});
    }
}

// Text that cannot be read names no file, and its reader refuses it.
void add_readable_files(field_type type, const std::string& value, std::vector<named_file>& files) {
    try {
        add_files(type, value, files);
    } catch (const std::invalid_argument&) {
        return;
    }
}

expansion readable_expansion(const std::string& text) {
    try {
        return expansion::parse(text);
    } catch (const std::invalid_argument&) {
        return expansion::parse("");
    }
}

}  // namespace

// The text as it is written counts, too: only sweeps expand braces.
std::vector<named_file> files_named_in(const plan_field& field, const std::string& text) {
    std::vector<named_file> files;
    add_readable_files(field.type, text, files);
    const expansion values = readable_expansion(field.is_axis ? text : "");
    if (values.size() > most_expanded) {
        refuse_option(field.label(), "{} expands to {} values; at most {} are allowed",
                      in_quotes(text), grouped(values.size()), grouped(most_expanded));
    }
    for (std::uint64_t i = 0; values.size() > 1 && i < values.size(); ++i) {
        add_readable_files(field.type, values.at(i), files);
    }
    return files;
}

}  // namespace tutti
