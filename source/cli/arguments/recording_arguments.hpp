/// @file
/// Arguments of commands that read a recording.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>

#include "command_line.hpp"
#include "experiment_options.hpp"
#include "pictures/drawing.hpp"
#include "recording/export/event_tables.hpp"
#include "topology/node_naming.hpp"
#include "tutti/node/slot.hpp"
#include "tutti/recording/recording.hpp"
#include "util/value_syntax.hpp"

namespace tutti::program {

/// Calls `read`, and puts the file's name in front of what is wrong with the recording.
template <class Read>
decltype(auto) reading_file(const command_line& arguments, const Read& read) {
    try {
        return read();
    } catch (const drawing_refused& wrong) {
        refuse("--{}: {}", wrong.option(), wrong.what());
    } catch (const recording_error& wrong) {
        refuse("FILE: {} {}", in_quotes(arguments.argument().value_or("")), wrong.what());
    } catch (const std::overflow_error&) {
        refuse("FILE: {} has times or shares that do not fit 64 bits",
               in_quotes(arguments.argument().value_or("")));
    }
}

/// The option of all commands that read a recording.
[[nodiscard]] inline option reading_memory_option() {
    return {.name = "--memory-limit",
            .value = "BYTES",
            .meaning =
                "memory that reading FILE may take (default: 256 MiB plus 4,096 times its size, at "
                "most the available memory)"};
}

/// Reads `A:B`, either of which may be left out. @throws std::invalid_argument
[[nodiscard]] inline recorded_part parse_slots(std::string_view text) {
    const auto parts = split_specification(text);
    if (!parts.value) {
        refuse("{} is not a range A:B, as 10:20", in_quotes(text));
    }
    constexpr std::uint64_t most = 1'000'000'000'000'000;
    recorded_part range;
    if (!parts.name.empty()) {
        range.first = parse_number<slot>(parts.name, 0, most);
    }
    if (!parts.value->empty()) {
        range.last = parse_number<slot>(*parts.value, 0, most);
    }
    if (range.last < range.first) {
        refuse("{} ends before it begins; write {}:{}", in_quotes(text), range.last, range.first);
    }
    return range;
}

/// The slots of `--slots`, or all. @throws std::invalid_argument that names the option
[[nodiscard]] inline recorded_part read_slots(const command_line& arguments) {
    const auto text = arguments.value("--slots");
    return text ? reading("--slots", [&] { return parse_slots(*text); }) : recorded_part{};
}

/// Reads `ORIGIN:NUMBER`. @throws std::invalid_argument
[[nodiscard]] inline message_name read_message_name(std::string_view text, const network& net) {
    // Names of nodes may have colons.
    const std::size_t colon = text.rfind(':');
    if (colon == std::string_view::npos) {
        refuse("{} is not ORIGIN:NUMBER, as 3:0", in_quotes(text));
    }
    constexpr std::uint64_t most = ~std::uint32_t{0};
    return {.origin = node_naming{net}.parse(text.substr(0, colon)),
            .number = parse_number<std::uint32_t>(text.substr(colon + 1), 0, most)};
}

/// @throws std::invalid_argument that names the file and what is wrong with it
[[nodiscard]] inline recording open_recording(const command_line& arguments) {
    const auto path = arguments.argument();
    if (!path) {
        refuse("FILE: missing; name a recording, as written by `{} record`", arguments.program());
    }
    const auto limit = size_of_option(arguments, "--memory-limit");
    return reading_file(arguments, [&] { return recording::open(std::string{*path}, limit); });
}

}  // namespace tutti::program
