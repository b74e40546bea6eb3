#include <array>

#include <fmt/format.h>

#include "cli/commands.hpp"
#include "tutti/version.hpp"
#include "util/collect.hpp"

namespace tutti::program {
namespace {

// As roff takes it: no character of it is a command.
std::string roff(std::string_view text) {
    std::string escaped;
    for (const char each : text) {
        escaped += each == '-' ? R"(\-)" : each == '\\' ? R"(\e)" : std::string(1, each);
    }
    const bool is_command = text.starts_with('.') || text.starts_with('\'');
    return is_command ? fmt::format(R"(\&{})", escaped) : escaped;
}

// `.TP` of roff takes the next line as a tag and the text after it as an indented paragraph.
std::string term(std::string_view tag, std::string_view meaning) {
    return fmt::format(".TP\n{}\n{}.\n", tag, roff(meaning));
}

std::string bold(std::string_view text) { return fmt::format(R"(\fB{}\fR)", roff(text)); }
std::string italic(std::string_view text) { return fmt::format(R"(\fI{}\fR)", roff(text)); }

std::string tag_of(const option& option) {
    const std::string shorter =
        option.short_name.empty() ? "" : fmt::format("{}, ", bold(option.short_name));
    const std::string value = option.value.empty() ? "" : fmt::format(" {}", italic(option.value));
    return fmt::format("{}{}{}", shorter, bold(option.name), value);
}

// The page is made from the same declarations as `--help`, and cannot differ from it.
std::string section_of(const command& command) {
    std::string text = fmt::format(".SS tutti {} {}\n{}.\n", roff(command.name),
                                   roff(command.argument), roff(command.meaning));
    if (!command.argument.empty()) {
        text += term(italic(command.argument), command.argument_meaning);
    }
    for (const option& each : command.options) {
        text += term(tag_of(each), help_of(each));
    }
    if (!command.remark.empty()) {
        text += fmt::format(".PP\n{}\n", roff(command.remark));
    }
    return text;
}

struct named_meaning {
    std::string_view name;
    std::string_view meaning;
};

constexpr std::array statuses{
    named_meaning{"0", "every check of every run holds"},
    named_meaning{"1",
                  "a run was incorrect, late or unlucky; of many runs, more were unlucky than "
                  "chance explains"},
    named_meaning{"2",
                  "bad input: one line on standard error names the value and what is expected"},
    named_meaning{"3",
                  "a node program violated the model, stalled, failed or exceeded its slot budget"},
    named_meaning{"4", "the result could not be written, or the machine ran out of resources"},
    named_meaning{"5", "`check` found nothing wrong but could not verify everything"},
    named_meaning{"130", "interrupted by a signal; the finished part is reported"}};

constexpr std::array variables{
    named_meaning{"NO_COLOR", "if set and not empty, tables have no colours"},
    named_meaning{"TERM", "if `dumb`, tables have no colours"},
    named_meaning{"XDG_CACHE_HOME",
                  "folder with `tutti/schedules`, where schedules are kept that took long to make, "
                  "256 MiB at most; by default `.cache` in HOME. It may be deleted at any time"}};

std::string terms(std::string_view heading, std::span<const named_meaning> meanings) {
    return fmt::format(".SH {}\n", heading) +
           joined_texts(meanings, "", [](const named_meaning& each) {
               return term(bold(each.name), each.meaning);
           });
}

outcome man(const command_line& /*arguments*/, const catalogue& catalogue) {
    const std::string page = fmt::format(
        R"(.TH TUTTI 1 "" "tutti {}" "User Commands"
.nh
.ad l
.SH NAME
tutti \- communication algorithms as node programs on an emulated network
.SH SYNOPSIS
\fBtutti\fR \fICOMMAND\fR [\fIARGUMENT\fR] [\fIOPTION\fR]...
.SH DESCRIPTION
Emulates a multiprocessor network and runs communication algorithms on it, a program on every node.
Each run is checked and compared with the times and the lower bounds of the theory.
\fBtutti explain\fR explains the words that it prints, and \fBtutti list\fR lists the algorithms.
.SH EXAMPLES
.nf
tutti run simultaneous\-broadcast \-n hypercube:10 \-b random:300 \-\-seed 7
tutti compare multinode\-broadcast \-n torus:8x8
tutti explain lower bound
.fi
.SH COMMANDS
Options may precede or follow the argument.
Every command has \fB\-h\fR, \fB\-\-help\fR; the program itself has \fB\-\-version\fR too.
)",
        version());
    return {.output = page + joined_texts(all_commands(catalogue), "", section_of) +
                      terms("EXIT STATUS", statuses) + terms("ENVIRONMENT", variables)};
}

}  // namespace

command man_command() {
    return {.name = "man", .meaning = "print the manual page, for man", .carry_out = man};
}

}  // namespace tutti::program
