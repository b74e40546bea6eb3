#include "csv_record.hpp"

#include <algorithm>

#include "util/file_content.hpp"

namespace tutti {

bool csv_record::split(std::string_view line) {
    fields_.clear();
    unquoted_.clear();
    for (std::string_view rest = line;;) {
        const std::size_t begin = std::min(rest.find_first_not_of(" \t"), rest.size());
        rest.remove_prefix(begin);
        if (rest.starts_with('"')) {
            if (!take_quoted(rest)) {
                return false;
            }
        } else {
            const std::size_t end = std::min(rest.find(','), rest.size());
            fields_.push_back(trimmed(rest.substr(0, end)));
            rest.remove_prefix(end);
        }
        if (rest.empty()) {
            return true;
        }
        rest.remove_prefix(1);
    }
}

bool csv_record::take_quoted(std::string_view& rest) {
    std::string& field = unquoted_.emplace_back();
    for (rest.remove_prefix(1);;) {
        const std::size_t quote = rest.find('"');
        if (quote == rest.npos) {
            return false;
        }
        field += rest.substr(0, quote);
        rest.remove_prefix(quote + 1);
        if (!rest.starts_with('"')) {
            break;
        }
        field += '"';
        rest.remove_prefix(1);
    }
    fields_.push_back(field);
    rest.remove_prefix(std::min(rest.find_first_not_of(" \t\r"), rest.size()));
    return rest.empty() || rest.starts_with(',');
}

}  // namespace tutti
