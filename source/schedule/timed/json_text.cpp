#include "json_text.hpp"

#include <algorithm>
#include <cstddef>

#include <fmt/format.h>

#include "schedule/foreign_schedule.hpp"

namespace tutti {
namespace {

// Where the string begins that the text ends in; else its end.
std::size_t place_of_end(std::string_view content) {
    std::size_t quote = content.npos;
    for (std::size_t i = 0; i < content.size(); ++i) {
        if (content[i] == '"') {
            quote = quote == content.npos ? i : content.npos;
        } else if (content[i] == '\\' && quote != content.npos) {
            ++i;
        }
    }
    return std::min(quote, content.size());
}

}  // namespace

boost::json::value parse_json_text(std::string_view content, const std::string& file) {
    boost::json::parse_options options;
    options.max_depth = most_schedule_nesting;
    boost::json::parser parser{{}, options};
    boost::json::error_code wrong;
    const std::size_t read = parser.write_some({content.data(), content.size()}, wrong);
    const std::size_t end = content.find_first_not_of(" \t\r\n", read);
    if (!wrong && end == content.npos) {
        return parser.release();
    }
    const bool is_incomplete = wrong == boost::json::error::incomplete;
    const std::size_t place = is_incomplete ? place_of_end(content) : wrong ? read : end;
    const std::string_view before = content.substr(0, place);
    refuse_schedule(fmt::format("{}:{}:{}", file, 1 + std::ranges::count(before, '\n'),
                                place - before.find_last_of('\n')),
                    wrong ? wrong.message() : "text behind the value");
}

}  // namespace tutti
