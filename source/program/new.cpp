#include <array>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <system_error>

#include <boost/algorithm/string/replace.hpp>

#include "commands.hpp"
#include "tutti/topology/specification.hpp"

namespace tutti::program {
namespace {

// In all files NAME stands for the name as it was given, and IDENTIFIER for it as a C++ name.
struct new_file {
    std::string_view path;
    std::string_view content;
};

constexpr std::string_view cmake_text = R"(cmake_minimum_required(VERSION 3.25)
project(NAME LANGUAGES CXX)

if(NOT CMAKE_BUILD_TYPE)
    set(CMAKE_BUILD_TYPE Release)
endif()

find_package(tutti 0.1 REQUIRED)

add_executable(NAME IDENTIFIER.cpp main.cpp)
target_link_libraries(NAME PRIVATE tutti::program)

enable_testing()
add_test(NAME stress
    COMMAND NAME stress simultaneous-broadcast/NAME -n hypercube:5 --trials 300)
)";

constexpr std::string_view main_text = R"(#include <tutti/program/main.hpp>

#include "IDENTIFIER.hpp"

int main(int argc, char** argv) {
    auto all = tutti::standard_catalogue();
    all.add(IDENTIFIER());
    return tutti::program::main(argc, argv, all);
}
)";

constexpr std::string_view header_text = R"(/// @file
/// The algorithm `simultaneous-broadcast/NAME`.
#pragma once

#include <tutti/algorithm/algorithm.hpp>

/// Its description: what `tutti list` shows, what runs are checked against, and its node program.
tutti::algorithm IDENTIFIER();
)";

constexpr std::string_view program_text = R"(#include "IDENTIFIER.hpp"

#include <tutti/algorithm/cube/cube_packet.hpp>
#include <tutti/algorithm/cube/theory.hpp>
#include <tutti/model/port_queues.hpp>

#include <tutti/algorithm/cube/cube_machine.hpp>

using namespace tutti;

namespace {

/// K broadcasts at once. The message of node x goes over a binomial tree whose dimensions are taken
/// in the order x, x+1, .. mod d, so that neighbours do not crowd the same links: whoever hears it
/// through the i-th dimension of that order passes it on through all later ones. Messages that want
/// the same link queue up for it. Every node is told K, and is done when it has all messages.
template <node_of<hypercube> Node>
task<> broadcasts(Node& self, own_messages mine, std::uint64_t message_count) {
    const int d = self.network().dimensions();
    port_queues<cube_packet> queues;
    std::uint64_t held = 0;
    const auto take = [&](const cube_packet& packet, int from) {
        self.deliver(packet.content());
        ++held;
        for (int i = from; i < d; ++i) {
            queues.push((packet.tree() + i) % d, packet);
        }
    };

    const int first = static_cast<int>(self.id()) % d;
    for (std::size_t m = 0; m < mine.size(); ++m) {
        take(cube_packet::of(mine[m], cube_packet_kind::data, first), 0);
    }
    for (;;) {
        queues.drain(self);
        if (!queues.empty()) {
            co_await self.next_slot();
        } else if (held < message_count) {
            co_await self.mail();
        } else {
            break;
        }
        for (const auto& [through, packet] : self.inbox()) {
            take(packet, (through - packet.tree() + d) % d + 1);
        }
    }
    self.mark("broadcast");
}

}  // namespace

algorithm IDENTIFIER() {
    return {
        .task = "simultaneous-broadcast",
        .name = "NAME",
        .source = "my own",
        .networks = "hypercube",
        .ports = {port_model::all_port},
        .time = "d*K",
        .kind = time_kind::upper_bound,
        .told = {knowledge::message_count},
        .why_not = why_not_cube,
        .phases =
            [](const problem& what) {
                // A message waits for the K-1 others at most once at each of d links.
                const auto most = static_cast<slot>(what.message_count()) * cube_of(what).dimensions();
                return std::vector<phase>{{.name = "broadcast",
                                           .most_slots = most,
                                           .marked_by = cube_of(what).node_count()}};
            },
        .transmissions = [](const problem& what) -> std::optional<std::uint64_t> {
            return what.message_count() * (cube_of(what).node_count() - 1);
        },
        .program =
            [](const setting& where) {
                return any_program::on<cube_packet>(
                    cube_of(where), [](auto& self, node_input mine, const told& known) {
                        return broadcasts(self, std::move(mine.messages), known.message_count());
                    });
            },
    };
}
)";

constexpr std::string_view readme_text = R"(# NAME

An algorithm of your own beside those of tutti: the node program and its description are in `IDENTIFIER.cpp`.

    cmake -B build -G Ninja && cmake --build build && ctest --test-dir build
    build/NAME run simultaneous-broadcast/NAME -n hypercube:8 -b random:40
    build/NAME stress simultaneous-broadcast/NAME -n hypercube:6 --trials 1000
    build/NAME compare simultaneous-broadcast -n hypercube:6 -b random:20

Where tutti is installed elsewhere than in /usr: `cmake -B build -DCMAKE_PREFIX_PATH=...`.
)";

constexpr std::array<new_file, 5> files{{{"CMakeLists.txt", cmake_text},
                                         {"README.md", readme_text},
                                         {"IDENTIFIER.hpp", header_text},
                                         {"IDENTIFIER.cpp", program_text},
                                         {"main.cpp", main_text}}};

bool is_letter(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; }
bool is_letter_or_digit(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0; }

void check_name(std::string_view name) {
    constexpr std::size_t most_letters = 40;
    const bool is_name =
        !name.empty() && name.size() <= most_letters && is_letter(name.front()) &&
        name.back() != '-' &&
        std::ranges::all_of(name, [](char c) { return is_letter_or_digit(c) || c == '-'; });
    if (!is_name) {
        refuse("NAME: {} is not a name; write letters, digits and '-', a letter first, at most {}",
               quoted(name), most_letters);
    }
}

std::string filled_in(std::string_view text, std::string_view name) {
    std::string identifier{name};
    std::ranges::replace(identifier, '-', '_');
    // What every CMake file and every C++ file has is no mark of ours.
    std::string result{text};
    boost::replace_all(result, "IDENTIFIER", identifier);
    boost::replace_all(result, "(NAME NAME ", "(\1 NAME ");
    boost::replace_all(result, "add_test(NAME ", "add_test(\1 ");
    boost::replace_all(result, "NAME", name);
    boost::replace_all(result, "\1", "NAME");
    return result;
}

void write_file(const std::filesystem::path& where, std::string_view content) {
    std::ofstream file{where, std::ios::binary};
    file << content;
    file.close();
    if (!file) {
        throw output_error{fmt::format("{} could not be written", tutti::quoted(where.string()))};
    }
}

}  // namespace

command describe_new() {
    return {.name = "new",
            .argument = "NAME",
            .argument_meaning = "of the program and its folder: letters, digits, '-'",
            .meaning = "write a folder with an algorithm of your own, ready to build"};
}

outcome make_new(const command_line& given, const catalogue& /*known*/) {
    const auto name = given.argument();
    if (!name) {
        refuse("NAME: is missing; write tutti new NAME");
    }
    check_name(*name);
    const std::filesystem::path folder{std::string{*name}};
    std::error_code wrong;
    if (!std::filesystem::create_directory(folder, wrong)) {
        if (wrong) {
            throw output_error{
                fmt::format("the folder {} could not be made: {}", quoted(*name), wrong.message())};
        }
        refuse("NAME: {} is there already; take another name, or move it away", quoted(*name));
    }
    for (const new_file& each : files) {
        write_file(folder / filled_in(each.path, *name), filled_in(each.content, *name));
    }
    return {.output =
                fmt::format(R"(Made {0}: an algorithm of your own, beside those of tutti. Next:

  cd {0}
  cmake -B build -G Ninja && cmake --build build && ctest --test-dir build
  build/{0} run simultaneous-broadcast/{0} -n hypercube:8 -b random:40
  build/{0} compare simultaneous-broadcast -n hypercube:6 -b random:20
)",
                            *name)};
}

}  // namespace tutti::program
