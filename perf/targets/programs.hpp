/// @file
/// Runner of the program `tutti`.
#pragma once

#include <array>
#include <chrono>
#include <cstdio>
#include <memory>
#include <stdexcept>
#include <string>

#include <boost/json.hpp>

namespace perf {

/// Output of a run of the program, and the seconds from its start to its end.
struct program_run {
    boost::json::object printed;
    double seconds = 0;

    /// A number that was printed. @throws boost::system::system_error if there is none
    [[nodiscard]] double number(const std::string& name) const {
        return printed.at(name).to_number<double>();
    }
};

/// Runs `tutti` with `arguments` and `--json`.
/// @throws std::runtime_error if it fails
[[nodiscard]] inline program_run run_program(const std::string& path,
                                             const std::string& arguments) {
    const std::string command = path + " " + arguments + " --json --quiet";
    const auto begin = std::chrono::steady_clock::now();
    std::string text;
    {
        // The shell splits the words, all of which are ours.
        // NOLINTNEXTLINE(cert-env33-c)
        std::FILE* const pipe = popen(command.c_str(), "r");
        if (pipe == nullptr) {
            throw std::runtime_error{"cannot start " + command};
        }
        std::array<char, 4096> part{};
        for (std::size_t got = 1; got != 0;) {
            got = std::fread(part.data(), 1, part.size(), pipe);
            text.append(part.data(), got);
        }
        if (pclose(pipe) != 0) {
            throw std::runtime_error{command + " failed"};
        }
    }
    const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - begin;
    return {.printed = boost::json::parse(text).as_object(), .seconds = passed.count()};
}

}  // namespace perf
