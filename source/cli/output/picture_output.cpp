#include "picture_output.hpp"

#include <algorithm>

#include "cli/arguments/experiment_options.hpp"
#include "cli/commands.hpp"
#include "text_output.hpp"
#include "util/file_content.hpp"

namespace tutti::program {
namespace {

// A picture takes the place of another, and of nothing else.
void check_may_be_replaced(const std::string& path, const picture_format& format) {
    const std::string begin = begin_of_replaced(path);
    const bool is_alike = std::ranges::any_of(
        format.begins, [&](std::string_view each) { return begin.starts_with(each); });
    if (!begin.empty() && !is_alike) {
        refuse("--output: {} exists and is not a {} picture; use another name or --force",
               in_quotes(path), format.ending);
    }
}

}  // namespace

const picture_format& format_for(const command_line& arguments, const std::string& path) {
    const auto* const format = std::ranges::find_if(
        picture_formats, [&](const picture_format& each) { return path.ends_with(each.ending); });
    if (format == picture_formats.end()) {
        refuse("--output: {} ends in none of .svg, .pdf and .png", in_quotes(path));
    }
    if (!arguments.has("--force")) {
        check_may_be_replaced(path, *format);
    }
    return *format;
}

void write_picture(const std::string& path, std::string_view picture) {
    reading("--output", [&] {
        atomic_file file{path};
        file.content() << picture;
        if (!file.finish()) {
            refuse_write(fmt::format("--output: {} could not be written", in_quotes(path)));
        }
    });
}

}  // namespace tutti::program
