#include "text_output.hpp"

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <system_error>

#include <unistd.h>

#include "cli/arguments/experiment_options.hpp"
#include "cli/commands.hpp"
#include "topology/node_naming.hpp"
#include "tutti/experiment/experiment.hpp"
#include "util/value_syntax.hpp"

namespace tutti::program {
namespace {

// The value of a variable; empty if it is not set. No thread changes the environment.
std::string_view environment(const char* name) {
    const char* const value = std::getenv(name);  // NOLINT(concurrency-mt-unsafe)
    return value == nullptr ? std::string_view{} : std::string_view{value};
}

// The beginning of a file; empty where nothing is lost if it is replaced.
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
    begin.erase(begin.begin() + file.gcount(), begin.end());
    return begin;
}

[[noreturn]] void refuse_unwritten(std::string_view option, const std::string& path) {
    if (option == "--output" && path == "-") {
        refuse_write("the result could not be written to standard output");
    }
    refuse_write(fmt::format("{}: {} could not be written", option, in_quotes(path)));
}

}  // namespace

// NOLINTNEXTLINE(misc-no-recursion): no deeper than there are texts that stay
std::string named_table(std::string_view table, const network& net,
                        std::span<const std::string> verbatim) {
    if (verbatim.empty()) {
        return with_node_names(std::string{table}, net);
    }
    const std::string& part = verbatim.front();
    const std::size_t at = part.empty() ? table.npos : table.find(part);
    const std::string named = named_table(table.substr(0, at), net, verbatim.subspan(1));
    return at == table.npos
               ? named
               : named + part + named_table(table.substr(at + part.size()), net, verbatim);
}

std::string named_table(std::string_view table, const experiment& plan) {
    std::vector<std::string> verbatim{printable(plan.network.text())};
    for (const std::string& set : {plan.broadcasters.text(), plan.participants.text()}) {
        if (set.starts_with("file:")) {
            verbatim.push_back(printable(set));
        }
    }
    return named_table(table, plan.built_network, verbatim);
}

table_style style_of_output() {
    const std::string_view terminal = environment("TERM");
    // mpirun gives its processes pseudo-terminals, whatever it writes to.
    const bool is_under_mpirun =
        !environment("OMPI_COMM_WORLD_SIZE").empty() || !environment("PMI_SIZE").empty();
    const bool likes_colours = !is_under_mpirun && ::isatty(STDOUT_FILENO) == 1 &&
                               !terminal.empty() && terminal != "dumb" &&
                               environment("NO_COLOR").empty();
    return likes_colours ? table_style::coloured : table_style::plain;
}

void check_replaced(const command_line& arguments, std::string_view option, const std::string& path,
                    const replaceable_kind& kind) {
    const std::string begin = arguments.has("--force") ? std::string{} : begin_of_replaced(path);
    if (!begin.empty() && !kind.has(begin.substr(0, begin.find_first_of("\r\n")))) {
        refuse("{}: {} exists and is not a {}; use another name or --force", option,
               in_quotes(path), kind.name);
    }
}

void write_atomically(std::string_view option, const std::string& path, std::string_view content) {
    reading(option, [&] {
        atomic_file file{path};
        file.content() << content;
        if (!file.finish()) {
            refuse_unwritten(option, path);
        }
    });
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
    check_replaced(arguments, "--output", path_, kind);
    reading("--output", [&] { file_.emplace(path_); });
}

void text_output::write(std::string_view text) {
    const bool is_written = file_ ? !file_->content().write(text.data(), std::ssize(text)).fail()
                                  : std::fwrite(text.data(), 1, text.size(), stdout) == text.size();
    if (!is_written) {
        refuse_unwritten("--output", path_);
    }
}

void text_output::finish() {
    if (file_ ? !file_->finish() : std::fflush(stdout) != 0) {
        refuse_unwritten("--output", path_);
    }
}

}  // namespace tutti::program
