#include "participants.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>
#include <variant>
#include <vector>

#include "broadcasters.hpp"
#include "topology/networks/diameter.hpp"
#include "topology/node_naming.hpp"
#include "util/counts.hpp"
#include "util/recent_results.hpp"
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
    static recent_results<network, participant_set> recent;
    return recent.of(net, [&]() -> participant_set {
        std::vector<node_id> nodes = hosts_of(*listed);
        if (nodes.empty()) {
            refuse(
                "all nodes of the network are switches; --participants names those that take part");
        }
        return {std::move(nodes), listed->node_count()};
    });
}

// Ranges in a short text may name the same nodes again and again: their number is compared before
// they are listed. That of a file is known to its reader alone, which limits the file.
void require_room(const broadcaster_specification& named, const network& net) {
    if (!named.names_nodes() || named.text().starts_with("file:")) {
        return;
    }
    const std::uint64_t count = named.most_packets(net);
    if (count > node_count(net)) {
        refuse("{} names {}, and the network has {}; name each participant once",
               in_quotes(named.text()), quantity(count, "node"), node_count(net));
    }
}

participant_set drawn_of(const broadcaster_specification& specified, const network& net,
                         std::uint64_t seed) {
    const std::string& text = specified.text();
    require_room(specified, net);
    broadcaster_set drawn = specified.draw(net, seed);
    if (drawn.nodes.empty()) {
        refuse("{} are no participants; there is at least one", in_quotes(text));
    }
    const auto twice =
        std::ranges::find_if(drawn.packets, [](std::uint32_t mentions) { return mentions > 1; });
    if (twice != drawn.packets.end()) {
        refuse("{} names node {} twice; name each participant once", in_quotes(text),
               node_naming{net}.text(drawn.nodes[position_at(drawn.packets, twice)]));
    }
    return {std::move(drawn.nodes), node_count(net)};
}

}  // namespace

class participant_specification::drawn_nodes {
public:
    explicit drawn_nodes(broadcaster_specification specified) : specified_{std::move(specified)} {}

    participant_set of(const network& net, std::uint64_t seed) {
        // Sets that are listed are the same with every seed.
        const std::uint64_t draw = specified_.names_nodes() ? 0 : seed;
        return recent_.of({draw, net}, [&] { return drawn_of(specified_, net, draw); });
    }

private:
    static constexpr std::size_t most_sets = 2;

    broadcaster_specification specified_;
    recent_results<std::pair<std::uint64_t, network>, participant_set> recent_{most_sets};
};

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
        specification.nodes_ =
            name == "all" ? nullptr : std::make_shared<drawn_nodes>(std::move(nodes));
    }
    return specification;
}

participant_specification participant_specification::of(const participant_set& participants) {
    return parse(participants.is_everyone() ? "all" : "nodes:" + to_string(participants));
}

participant_set participant_specification::draw(const network& net, std::uint64_t seed) const {
    if (nodes_ == nullptr) {
        return text_ == "all" ? participant_set{} : hosts(net);
    }
    return nodes_->of(net, seed);
}

}  // namespace tutti
