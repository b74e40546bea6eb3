#include "participants.hpp"

#include <algorithm>
#include <array>
#include <utility>
#include <variant>
#include <vector>

#include "topology/networks/diameter.hpp"
#include "topology/node_naming.hpp"
#include "util/counts.hpp"
#include "util/value_syntax.hpp"

namespace tutti {
namespace {

constexpr std::array<std::string_view, 6> forms{"all",       "hosts", "random",
                                                "bernoulli", "nodes", "file"};

participant_set hosts(const network& net) {
    const auto* const listed = std::get_if<graph>(&net);
    if (listed == nullptr || listed->switches().empty()) {
        return {};
    }
    std::vector<node_id> nodes = hosts_of(*listed);
    if (nodes.empty()) {
        refuse("all nodes of the network are switches; --participants names those that take part");
    }
    return {std::move(nodes), listed->node_count()};
}

// Ranges in a short text may name the same nodes again and again: their number is compared before
// they are listed. That of a file is known to its reader alone, which limits the file.
void require_room(std::string_view text, const broadcaster_specification& named,
                  const network& net) {
    if (!named.names_nodes() || text.starts_with("file:")) {
        return;
    }
    const std::uint64_t count = named.most_packets(net);
    if (count > node_count(net)) {
        refuse("{} names {}, and the network has {}; name each participant once", in_quotes(text),
               quantity(count, "node"), node_count(net));
    }
}

}  // namespace

participant_specification participant_specification::parse(std::string_view text) {
    const auto [name, value] = split_specification(text);
    if (std::ranges::find(forms, name) == forms.end()) {
        refuse("{} is an unknown set of participants{}", in_quotes(text),
               did_you_mean(name, forms));
    }
    participant_specification specification;
    specification.text_ = text;
    if (name == "hosts" && value) {
        refuse("{} has a value, but takes none", in_quotes(text));
    }
    if (name != "hosts") {
        auto nodes = broadcaster_specification::parse(text);
        specification.nodes_ = name == "all" ? std::nullopt : std::optional{std::move(nodes)};
    }
    return specification;
}

participant_specification participant_specification::of(const participant_set& participants) {
    return parse(participants.is_everyone() ? "all" : "nodes:" + to_string(participants));
}

participant_set participant_specification::draw(const network& net, std::uint64_t seed) const {
    if (!nodes_) {
        return text_ == "all" ? participant_set{} : hosts(net);
    }
    require_room(text_, *nodes_, net);
    broadcaster_set drawn = nodes_->draw(net, seed);
    if (drawn.nodes.empty()) {
        refuse("{} are no participants; there is at least one", in_quotes(text_));
    }
    const auto twice =
        std::ranges::find_if(drawn.packets, [](std::uint32_t mentions) { return mentions > 1; });
    if (twice != drawn.packets.end()) {
        refuse("{} names node {} twice; name each participant once", in_quotes(text_),
               node_naming{net}.text(drawn.nodes[position_at(drawn.packets, twice)]));
    }
    return {std::move(drawn.nodes), node_count(net)};
}

}  // namespace tutti
