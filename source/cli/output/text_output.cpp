#include "text_output.hpp"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <system_error>

#include "cli/arguments/experiment_options.hpp"
#include "cli/commands.hpp"

namespace tutti::program {
namespace {

// Null where there is nothing to lose.
std::optional<std::string> first_line_of(const std::string& path) {
    const std::string begin = begin_of_replaced(path);
    const std::string line = begin.substr(0, begin.find('\n'));
    return begin.empty() ? std::nullopt : std::optional{line.substr(0, line.find('\r'))};
}

}  // namespace

std::string begin_of_replaced(const std::string& path) {
    // 64 KiB hold the first line of every format that is checked here.
    constexpr std::size_t most = 1U << 16U;
    std::error_code ignored;
    if (!std::filesystem::is_regular_file(path, ignored)) {
        return {};
    }
    std::string begin(most, '\0');
    std::ifstream file{path, std::ios::binary};
    file.read(begin.data(), std::ssize(begin));
    begin.resize(static_cast<std::size_t>(file.gcount()));
    return begin;
}

// A pipe or a device passes on at once what is written, and no rename replaces it.
bool has_reader_at_once(const command_line& arguments) {
    const std::string path{arguments.value("--output").value_or("-")};
    std::error_code ignored;
    return path == std::string_view{"-"} || (std::filesystem::exists(path, ignored) &&
                                             !std::filesystem::is_regular_file(path, ignored));
}

// The file is written under a temporary name, and takes its place in `finish`.
text_output::text_output(const command_line& arguments, const replaceable_kind& kind)
    : path_{arguments.value("--output").value_or("-")} {
    if (path_ == std::string_view{"-"}) {
        return;
    }
    const auto there = arguments.has("--force") ? std::nullopt : first_line_of(path_);
    if (there && !kind.has(*there)) {
        refuse("--output: {} exists and is not a {}; use another name or --force", in_quotes(path_),
               kind.name);
    }
    reading("--output", [&] { file_.emplace(path_); });
}

void text_output::write(std::string_view text) {
    if (!file_) {
        if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size()) {
            refuse_write("the result could not be written to standard output");
        }
        return;
    }
    file_->content().write(text.data(), std::ssize(text));
    if (file_->content().fail()) {
        refuse_write(fmt::format("--output: {} could not be written", in_quotes(path_)));
    }
}

void text_output::finish() {
    if (!file_) {
        if (std::fflush(stdout) != 0) {
            refuse_write("the result could not be written to standard output");
        }
        return;
    }
    if (!file_->finish()) {
        refuse_write(fmt::format("--output: {} could not be written", in_quotes(path_)));
    }
}

}  // namespace tutti::program
