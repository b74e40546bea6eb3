#include "picture_output.hpp"

#include <algorithm>

#include "cli/arguments/experiment_options.hpp"
#include "text_output.hpp"

namespace tutti::program {
const picture_format& format_for(const command_line& arguments, const std::string& path) {
    const auto* const format = std::ranges::find_if(
        picture_formats, [&](const picture_format& each) { return path.ends_with(each.ending); });
    if (format == picture_formats.end()) {
        refuse("--output: {} ends in none of .svg, .pdf and .png", in_quotes(path));
    }
    const std::string kind = fmt::format("{} picture", format->ending);
    check_replaced(arguments, "--output", path,
                   {.name = kind, .has = [&](std::string_view line) {
                        return std::ranges::any_of(format->begins, [&](std::string_view begin) {
                            return line.starts_with(begin);
                        });
                    }});
    return *format;
}

}  // namespace tutti::program
