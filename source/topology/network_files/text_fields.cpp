#include "text_fields.hpp"

#include "text_scanner.hpp"

namespace tutti {
namespace {

/// Parser of fields; what they mean is left to others.
struct field_parser {
    const file_entries* file = nullptr;
    text_scanner scanner;

    // NOLINTBEGIN(misc-no-recursion): as deep as brackets are nested
    void read_fields(std::vector<text_field>& fields, std::string_view end, int level) {
        while (!scanner.accept(end)) {
            const text_token name = scanner.take_word();
            const bool has_colon = scanner.accept(":");
            if (!has_colon && !scanner.peek().is("{")) {
                scanner.expect("{");
            }
            const bool is_list = scanner.peek().is("- ");
            while (scanner.accept("- ")) {
                read_value(fields, name, level);
            }
            if (!is_list) {
                read_value(fields, name, level);
            }
        }
    }

    void read_value(std::vector<text_field>& fields, const text_token& name, int level) {
        if (level == most_levels) {
            file->fail(scanner.peek().place, "more than {} levels of brackets", most_levels);
        }
        const bool is_tuple = scanner.accept("(");
        if (is_tuple || scanner.accept("[")) {
            while (!scanner.accept(is_tuple ? ")" : "]")) {
                read_value(fields, name, level + 1);
            }
            return;
        }
        text_field field{.name = name.text, .place = name.place};
        if (scanner.accept("{")) {
            read_fields(field.fields, "}", level + 1);
        } else {
            field.place = scanner.peek().place;
            field.value = scanner.take_word().text;
        }
        fields.push_back(std::move(field));
    }
    // NOLINTEND(misc-no-recursion)
};

}  // namespace

// NOLINTNEXTLINE(misc-no-recursion): as deep as the path
std::vector<const text_field*> text_field::all(std::string_view path) const {
    const std::size_t point = path.find('.');
    std::vector<const text_field*> named;
    for (const text_field& each : fields) {
        if (each.name == path && point == std::string_view::npos) {
            named.push_back(&each);
        } else if (each.name == path.substr(0, point)) {
            // NOLINTNEXTLINE(misc-no-recursion)
            const auto inside = each.all(path.substr(point + 1));
            named.insert(named.end(), inside.begin(), inside.end());
        }
    }
    return named;
}

std::string text_field::text(std::string_view path) const {
    const auto named = all(path);
    return named.empty() ? "" : named[0]->value;
}

text_field parse_fields(const file_entries& file, std::string_view text, std::string_view* rest) {
    field_parser parser{&file, {file, text, ",;"}};
    text_field whole;
    (void)(parser.scanner.accept("--") && parser.scanner.accept("-"));  // of YAML
    const bool has_braces = parser.scanner.accept("{");
    parser.read_fields(whole.fields, has_braces ? "}" : "", 0);
    if (rest != nullptr) {
        *rest = parser.scanner.peek().place;
    }
    return whole;
}

}  // namespace tutti
