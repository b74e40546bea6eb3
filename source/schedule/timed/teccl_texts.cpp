#include "teccl_texts.hpp"

#include <algorithm>
#include <charconv>
#include <memory>
#include <string>
#include <system_error>
#include <utility>

#include "schedule/foreign_schedule.hpp"
#include "util/value_syntax.hpp"

namespace tutti {
namespace {

/// Rest of a sentence; what does not fit makes it wrong for good.
class sentence {
public:
    explicit sentence(std::string_view text) noexcept : rest_{text} {}

    [[nodiscard]] bool is_right() const noexcept { return is_right_ && rest_.empty(); }
    [[nodiscard]] bool begins(std::string_view words) const noexcept {
        return rest_.starts_with(words);
    }

    void skip(std::string_view words) {
        is_right_ &= rest_.starts_with(words);
        rest_.remove_prefix(std::min(words.size(), rest_.size()));
    }

    template <class Number>
    Number number(std::uint64_t most) {
        const std::size_t end = std::min(rest_.find_first_not_of("0123456789"), rest_.size());
        const auto value = number_between<Number>(rest_.substr(0, end), 0, most);
        is_right_ &= value.has_value();
        rest_.remove_prefix(end);
        return value.value_or(0);
    }
    node_id node() { return number<node_id>(most_schedule_nodes - 1); }
    slot epoch() { return number<slot>(most_schedule_slot - 1); }
    std::uint32_t chunk() { return number<std::uint32_t>(most_schedule_pieces - 1); }

    // A decimal, perhaps with an exponent.
    double volume() {
        const std::string text{rest_.substr(0, rest_.find(' '))};
        double value = 0;
        const auto* const end = std::to_address(text.end());
        const auto [stop, wrong] = std::from_chars(text.data(), end, value);
        is_right_ &= wrong == std::errc{} && stop == end && value > 0 && value < most_volume;
        rest_.remove_prefix(text.size());
        return value;
    }

private:
    static constexpr double most_volume = 1e6;

    std::string_view rest_;
    bool is_right_ = true;
};

teccl_hop read_hop(sentence& rest) {
    teccl_hop hop;
    hop.from = rest.node();
    rest.skip("->");
    hop.to = rest.node();
    if (rest.begins(" with")) {
        rest.skip(" with volume ");
        hop.volume = rest.volume();
    }
    rest.skip(" in epoch ");
    hop.epoch = rest.epoch();
    if (rest.begins(" via")) {
        rest.skip(" via switches ");
        hop.switches.push_back(rest.node());
        while (rest.begins(" -> ")) {
            rest.skip(" -> ");
            hop.switches.push_back(rest.node());
        }
    }
    return hop;
}

template <class Value>
std::optional<Value> if_right(const sentence& rest, Value value) {
    return rest.is_right() ? std::optional{std::move(value)} : std::nullopt;
}

}  // namespace

std::optional<teccl_hop> parse_teccl_hop(std::string_view text) {
    sentence rest{text};
    teccl_hop hop = read_hop(rest);
    return if_right(rest, std::move(hop));
}

std::optional<teccl_flow> parse_teccl_flow(std::string_view text) {
    sentence rest{text};
    teccl_flow flow;
    rest.skip("Chunk ");
    flow.chunk = rest.chunk();
    rest.skip(" from ");
    flow.source = rest.node();
    rest.skip(" traveled over ");
    flow.hop = read_hop(rest);
    return if_right(rest, std::move(flow));
}

std::optional<teccl_demand> parse_teccl_demand(std::string_view text) {
    sentence rest{text};
    teccl_demand demand;
    rest.skip("Demand at ");
    demand.at = rest.node();
    rest.skip(" for chunk ");
    demand.chunk = rest.chunk();
    rest.skip(" from ");
    demand.source = rest.node();
    rest.skip(" met by epoch ");
    demand.met_by = rest.epoch();
    return if_right(rest, demand);
}

}  // namespace tutti
