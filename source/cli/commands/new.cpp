#include <filesystem>
#include <fstream>

#include <boost/algorithm/string/replace.hpp>

#include "cli/commands.hpp"
#include "util/value_syntax.hpp"

namespace tutti::program {
namespace {

// From the folder new/, as CMake has listed them. In all of them NAME is replaced by the name as it
// was given, and IDENTIFIER by its form as a C++ name.
struct template_file {
    std::string_view path;
    std::string_view content;
};

constexpr std::array files{
#include "new_files.inc"
};

// The name becomes a directory, a target of CMake and a C++ identifier, and has to be valid as
// each of them.
void check_name(std::string_view name) {
    constexpr std::size_t most_letters = 40;
    const bool is_name =
        !name.empty() && name.size() <= most_letters && is_letter(name.front()) &&
        name.back() != '-' &&
        std::ranges::all_of(name, [](char c) { return is_letter_or_digit(c) || c == '-'; });
    if (!is_name) {
        refuse("NAME: {} is not a name; write letters, digits and '-', a letter first, at most {}",
               in_quotes(name), most_letters);
    }
}

std::string filled_in(std::string_view text, std::string_view name) {
    std::string identifier{name};
    std::ranges::replace(identifier, '-', '_');
    // Comments of every CMake and every C++ file are no sign of ours.
    // CMake's own keyword NAME is hidden behind a control character that no template has.
    std::string result{text};
    boost::replace_all(result, "IDENTIFIER", identifier);
    boost::replace_all(result, "(NAME NAME ", "(\1 NAME ");
    boost::replace_all(result, "add_test(NAME ", "add_test(\1 ");
    boost::replace_all(result, "NAME", name);
    boost::replace_all(result, "\1", "NAME");
    return result;
}

void write_file(const std::filesystem::path& path, std::string_view content) {
    std::ofstream file{path, std::ios::binary};
    file << content;
    file.close();
    if (!file) {
        throw output_error{fmt::format("{} could not be written", in_quotes(path.string()))};
    }
}

outcome make_new(const command_line& arguments, const catalogue& /*catalogue*/) {
    const auto name = arguments.argument();
    if (!name) {
        refuse("NAME: is missing; write tutti new NAME");
    }
    check_name(*name);
    const std::filesystem::path folder{std::string{*name}};
    std::error_code wrong;
    // The directory must be new: no existing file is ever overwritten.
    if (!std::filesystem::create_directory(folder, wrong)) {
        if (wrong) {
            throw output_error{fmt::format("the directory {} could not be created: {}",
                                           in_quotes(*name), wrong.message())};
        }
        refuse("NAME: {} already exists; use another name, or move it away", in_quotes(*name));
    }
    for (const template_file& each : files) {
        write_file(folder / filled_in(each.path, *name), filled_in(each.content, *name));
    }
    return {.output =
                fmt::format(R"(Created {0}: an algorithm of your own, added to those of tutti. Next:

  cd {0}
  cmake -B build -G Ninja && cmake --build build && ctest --test-dir build
  build/{0} run simultaneous-broadcast/{0} -n hypercube:8 -b random:40
  build/{0} compare simultaneous-broadcast -n hypercube:6 -b random:20

If tutti is not installed in /usr, give cmake its prefix: -DCMAKE_PREFIX_PATH=$HOME/tutti
)",
                            *name)};
}

}  // namespace

command new_command() {
    return {.name = "new",
            .argument = "NAME",
            .argument_meaning = "name of the program and its directory: letters, digits, '-'",
            .meaning = "create a directory with an algorithm of your own, ready to build",
            .carry_out = make_new};
}

}  // namespace tutti::program
