#include "violation.hpp"

#include <fmt/format.h>

#include "util/indexed_vector.hpp"

namespace tutti {
namespace {

struct wording {
    std::string_view name;
    std::string_view text;
};

// The order is that of the enumeration; names are part of the JSON output.
constexpr indexed_array<violation_kind, wording, 10> wordings{{{
    {"link-busy", "a second packet on one link in one slot"},
    {"no-such-port", "a packet to a port that the node does not have"},
    {"empty-packet", "the value that stands for no packet was sent"},
    {"second-send", "a second packet out of a single-port node in one slot"},
    {"second-reception", "a second packet into a node that hears one packet a slot"},
    {"send-and-receive", "a packet out and one in, in one slot, at a half-duplex node"},
    {"two-messages", "a node that shouts sent two different packets in one slot"},
    {"unread-mail", "a packet arrived and the program did not read it"},
    {"link-both-ways", "a packet in each direction of a one-way link in one slot"},
    {"share-exceeded", "a packet with more of a message than a slot of this phase carries"},
}}};

const wording& wording_of(violation_kind kind) noexcept { return wordings[kind]; }

std::string describe(violation_kind kind, const fault_place& place, std::string_view algorithm) {
    const std::string through =
        place.through ? fmt::format(", port {}", *place.through) : std::string{};
    return fmt::format("{}: slot {}, node {}{}: {}", algorithm, place.at + 1, place.node, through,
                       wording_of(kind).text);
}

}  // namespace

std::string_view name_of(violation_kind kind) noexcept { return wording_of(kind).name; }

model_violation::model_violation(violation_kind kind, fault_place place, std::string_view algorithm)
    : error{describe(kind, place, algorithm)}, kind_{kind}, place_{place} {}

}  // namespace tutti
