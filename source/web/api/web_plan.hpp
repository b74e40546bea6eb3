/// @file
/// Parser of a page's request into arguments of the command line.
#pragma once

#include <cstddef>
#include <cstdint>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include <boost/json.hpp>

#include "cli/arguments/command_line.hpp"
#include "web/jobs/archive.hpp"
#include "web/server/request.hpp"

namespace tutti::program {

/// Plan of a request, with the equivalent command line.
struct web_plan {
    std::string command;               ///< run, compare, stress or sweep
    std::string text;                  ///< the command line that repeats it
    std::vector<std::string> words{};  ///< the same with what the server adds
    std::stop_token stop{};            ///< stopped when no client waits for the check any more
};

/// Parses JSON in which numbers other than whole ones of 64 bits stay as they are written: each
/// becomes the string of its text, so that no digit or sign of it is lost.
/// @param deepest nesting that is read
[[nodiscard]] boost::json::value parse_plan(std::string_view text, boost::json::error_code& wrong,
                                            std::size_t deepest);

/// Reads a plan: an object whose fields have the names of options (source/web/api.md).
/// @param graphs that were sent before, which plans may name, and no other file
/// @param memory_limit that is added, in bytes
/// @throws serve::refusal that names the field
[[nodiscard]] web_plan read_web_plan(const boost::json::object& sent, const serve::archive& graphs,
                                     std::string_view program, std::uint64_t memory_limit);

/// Reads the words as the command line does.
/// @throws std::invalid_argument that names the option
[[nodiscard]] command_line read_words(const web_plan& plan, std::string_view program);

/// The refusal for what the command line says is wrong, at the field of the option that it names.
[[nodiscard]] serve::refusal refusal_for(const std::invalid_argument& wrong);

/// The specification with the networks that were sent in place of their names.
/// @throws serve::refusal if it names another file, or one that is not there
[[nodiscard]] std::string with_graphs(const std::string& specification,
                                      const serve::archive& graphs);

/// Of networks, expanded as sweeps do.
/// @throws serve::refusal if one of them is in a file that was not sent
void check_networks(const std::string& text, const serve::archive& graphs);

}  // namespace tutti::program
