#include <algorithm>
#include <array>
#include <optional>
#include <string>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "result_schema.hpp"
#include "results/json.hpp"
#include "topology/networks/network_specification.hpp"
#include "tutti/version.hpp"
#include "util/json_values.hpp"
#include "verification/result_versions.hpp"

namespace tutti {
namespace {

namespace json = boost::json;

bool is_one_of(std::string_view kind, std::initializer_list<std::string_view> kinds) {
    return std::ranges::find(kinds, kind) != kinds.end();
}

// A network's own numbers, where they are its sides; else none.
std::span<const std::uint64_t> sides_of(const field_source& from) {
    const network_specification& network = from.run->network;
    return is_one_of(network.kind(), {"torus", "array", "folded-torus", "ring", "path"})
               ? network.numbers()
               : std::span<const std::uint64_t>{};
}

std::optional<std::uint64_t> dimensions_of(const field_source& from) {
    if (const auto sides = sides_of(from); !sides.empty()) {
        return sides.size();
    }
    const network_specification& network = from.run->network;
    return is_one_of(network.kind(), {"hypercube", "ccc", "butterfly", "debruijn"})
               ? std::optional{network.numbers().front()}
               : std::nullopt;
}

std::optional<std::string> text_of_sides(const field_source& from) {
    const auto sides = sides_of(from);
    return sides.empty() ? std::nullopt : std::optional{fmt::format("{}", fmt::join(sides, "x"))};
}

std::optional<std::uint64_t> common_side(const field_source& from) {
    const auto sides = sides_of(from);
    const bool are_equal =
        !sides.empty() && std::ranges::count(sides, sides.front()) == std::ssize(sides);
    return are_equal ? std::optional{sides.front()} : std::nullopt;
}

std::optional<std::string> text_or_nothing(const std::string& text) {
    return text.empty() ? std::nullopt : std::optional{text};
}

constexpr std::array plan_entries{
    field_from("schema", "", "form of this object",
               [](const field_source&) { return result_schema_name; }),
    field_from("tutti", "version", "version of tutti",
               [](const field_source&) { return version(); }),
    stored_field<&stored_run::program>("program", "tutti, or a program with additional algorithms"),
    field_of<&result::command>("command", "", "command line that repeats it"),
    stored_field<&stored_run::plan>("plan", "what was run; `tutti run PLAN` repeats it"),
    field_of<&result::collective>("collective", "collective", "such as simultaneous-broadcast",
                                  {.formerly = "task"}),
    field_of<&result::algorithm>("algorithm", "algorithm", "such as prefix-roots"),
    field_of<&result::source>("source", "", "paper and section"),
    field_of<&result::network>("network.spec", "network", "as written after -n: torus:4x8"),
    field_from("", "family", "hypercube, torus, array, ring, ...",
               [](const field_source& from) { return from.run->network.kind(); }),
    field_from<dimensions_of>(
        "", "dimensions",
        "of hypercube, torus, array, folded-torus, ring, path, ccc, butterfly, "
        "debruijn"),
    field_from<text_of_sides>("", "sides", "of torus, array, folded-torus, ring, path: 4x8"),
    field_from<common_side>("", "side", "where all sides are equal", {.axis = "nodes a side"}),
    field_of<&result::nodes>("network.nodes", "nodes", "N"),
    field_of<&result::links>("network.links", "links", "directed ones",
                             {.axis = "directed links", .title = "links"}),
    field_of<&result::diameter>(
        "network.diameter", "diameter", "in links",
        {.unit = "links", .axis = "diameter in links", .title = "diameter"}),
    field_of<&result::ports>("ports", "ports", "all, single, single-half, shout or one-way"),
    field_of<&result::broadcasters>("broadcasters.spec", "", "as written after -b, or the root"),
    field_from("", "broadcasters", "as written after -b; null if the collective leaves no choice",
               [](const field_source& from) {
                   return from.run->has_broadcasters ? std::optional{from.outcome->broadcasters}
                                                     : std::nullopt;
               }),
    field_of<&result::broadcaster_nodes>("broadcasters.nodes", "broadcaster_nodes",
                                         "nodes with messages", {.axis = "broadcasting nodes"}),
    field_of<&result::packets>(
        "messages", "messages", "number of messages, K",
        {.axis = "K, the number of messages", .title = "K", .formerly = "k"}),
    field_from("participants", "", "nodes that have or need messages; null: all",
               [](const field_source& from) { return participants_json(*from.outcome); }),
    field_from(
        "", "participants", "as written after --participants; null: all",
        [](const field_source& from) { return text_or_nothing(from.outcome->participants); }),
    field_from("", "participant_count", "k; null: all nodes",
               [](const field_source& from) {
                   return from.outcome->participants.empty()
                              ? std::nullopt
                              : std::optional{std::uint64_t{from.outcome->participant_count}};
               }),
    stored_field<&stored_run::root>("root", "of collectives that have one"),
    field_from(
        "parameters", "", "of the algorithm, defaults included",
        [](const field_source& from) { return json::value(json_of(from.outcome->parameters)); }),
    field_from("known", "", "what all nodes know beside their own input",
               [](const field_source& from) {
                   return json::value(known_json(*from.outcome, from.outcome->knowledge));
               }),
    stored_field<&stored_run::slot_budget>("slot_budget",
                                           "slots after which it would have been given up"),
    field_of<&result::seed>("seed", "seed", "of all draws; in stores from 2^63 on less 2^64"),
    stored_field<&stored_run::host>("host", "the machine"),
    field_of<&result::threads>("threads", "threads", "of each process of this run"),
    field_of<&result::processes>("processes", "", "that shared the nodes"),
    field_from("", "content", "of files that the plan names: network:HASH broadcasters:HASH",
               [](const field_source& from) { return text_or_nothing(from.run->content); }),
    field_from("", "identity",
               "the plan with @HASH for files and lowest terms for numbers, where that "
               "differs",
               [](const field_source& from) { return text_or_nothing(from.run->identity); }),
};

}  // namespace

std::span<const result_field> detail::plan_result_fields() noexcept { return plan_entries; }

}  // namespace tutti
