#include "glossary.hpp"

#include "util/value_syntax.hpp"

namespace tutti::program {
namespace {

// The text is compiled in: lines at the margin are names, indented lines their meaning, and "== "
// begins a group. All views below refer to it.
constexpr std::string_view glossary_text =
#include "glossary.inc"
    ;

std::vector<std::string_view> names_in(std::string_view line) {
    std::vector<std::string_view> names = split(line, ',');
    for (std::string_view& each : names) {
        each.remove_prefix(std::min(each.find_first_not_of(' '), each.size()));
    }
    return names;
}

}  // namespace

std::vector<glossary_entry> glossary() {
    constexpr std::string_view of_group = "== ";
    std::vector<glossary_entry> entries;
    std::string_view group;
    std::size_t text_begin = 0;  // of the last entry
    for (std::size_t begin = 0; begin < glossary_text.size();) {
        const std::size_t end = glossary_text.find('\n', begin) + 1;
        const std::string_view line = glossary_text.substr(begin, end - begin - 1);
        if (line.starts_with(of_group)) {
            group = line.substr(of_group.size());
        } else if (line.starts_with(' ')) {
            // The text of an entry grows line by line, as its end is not known before.
            entries.back().text = glossary_text.substr(text_begin, end - text_begin);
        } else if (!line.empty()) {
            entries.push_back({.group = group, .names = names_in(line), .text = {}});
            text_begin = end;
        }
        begin = end;
    }
    return entries;
}

}  // namespace tutti::program
