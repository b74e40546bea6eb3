#include "tutti/experiment/shrink.hpp"

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <ranges>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tutti/collective/broadcasters.hpp"
#include "tutti/experiment/trial.hpp"
#include "tutti/topology/network.hpp"
#include "tutti/topology/specification.hpp"
#include "tutti/topology/topology.hpp"

namespace tutti {
namespace {

using std::chrono::steady_clock;

// A number in a specification, as a place in its text.
struct place_in_text {
    std::size_t begin = 0;
    std::size_t size = 0;
};

bool is_digit(char symbol) { return std::isdigit(static_cast<unsigned char>(symbol)) != 0; }

// Where the file name that begins at `from` ends. Only in a product does something follow it.
std::size_t end_of_file_name(std::string_view text, std::size_t from) {
    const bool is_factor = text.find("product(") != std::string_view::npos;
    return is_factor ? std::min(text.find_first_of(",)", from), text.size()) : text.size();
}

std::vector<place_in_text> numbers_in(std::string_view text) {
    constexpr std::string_view file = "graph:";
    std::vector<place_in_text> found;
    for (std::size_t at = 0; at < text.size();) {
        if (text.substr(at).starts_with(file)) {
            at = end_of_file_name(text, at);
        } else if (is_digit(text[at])) {
            const auto* const end = std::find_if_not(text.begin() + static_cast<std::ptrdiff_t>(at),
                                                     text.end(), is_digit);
            found.push_back(
                {.begin = at, .size = static_cast<std::size_t>(end - text.begin()) - at});
            at += found.back().size;
        } else {
            ++at;
        }
    }
    return found;
}

// Smaller numbers to try, the smallest first.
std::vector<std::uint64_t> below(std::uint64_t number) {
    constexpr std::uint64_t small = 32;
    std::vector<std::uint64_t> smaller;
    for (std::uint64_t next = 1; next < number; next = next < small ? next + 1 : 2 * next) {
        smaller.push_back(next);
    }
    if (number > 1 && smaller.back() != number - 1) {
        smaller.push_back(number - 1);
    }
    return smaller;
}

// Nodes nearer to 0 to try, the nearest to it first; none twice.
std::vector<node_id> towards_zero(node_id node) {
    std::vector<node_id> nearer;
    if (node == 0) {
        return nearer;
    }
    nearer = {0, node / 2, node - 1};
    for (node_id bits = node; bits != 0; bits &= bits - 1) {
        nearer.push_back(node & ~(bits & (~bits + 1)));
    }
    std::ranges::sort(nearer);
    nearer.erase(std::ranges::unique(nearer).begin(), nearer.end());
    return nearer;
}

// Every experiment that is taken is smaller than the one before in packets, ids or the numbers of
// its network, and larger in none of them: the search ends.
class search {
public:
    search(const experiment& failing, const failure_test& fails, shrink_limits limits)
        : best_{failing}, fails_{&fails}, limits_{std::move(limits)} {
        if (has_broadcasters(best_.what->workload)) {
            mentions_ = mentions_of(failing);
        }
    }

    shrunk_experiment pass() {
        for (bool is_smaller = true; is_smaller;) {
            is_smaller = drop_packets();
            is_smaller = move_senders() || is_smaller;
            is_smaller = move_root() || is_smaller;
            is_smaller = reduce_network() || is_smaller;
        }
        return {.smallest = best_, .is_finished = !is_cut_short_, .runs = runs_};
    }

private:
    bool may_run() {
        if (runs_ >= limits_.runs || limits_.stop.stop_requested() ||
            steady_clock::now() - begin_ >= limits_.time) {
            is_cut_short_ = true;
        }
        return !is_cut_short_;
    }

    bool take(const experiment& candidate) {
        if (!may_run()) {
            return false;
        }
        ++runs_;
        if (!(*fails_)(candidate)) {
            return false;
        }
        best_ = candidate;
        return true;
    }

    bool take(std::vector<node_id> mentions) {
        experiment candidate = best_;
        candidate.broadcasters = broadcaster_specification::parse(written(mentions));
        if (!take(candidate)) {
            return false;
        }
        mentions_ = std::move(mentions);
        return true;
    }

    bool drop_packets() {
        bool is_smaller = false;
        for (std::size_t dropped = mentions_.size(); dropped > 0; dropped /= 2) {
            for (std::size_t first = 0; first < mentions_.size() && !is_cut_short_;) {
                if (take(without(first, dropped))) {
                    is_smaller = true;
                } else {
                    first += dropped;
                }
            }
        }
        return is_smaller;
    }

    [[nodiscard]] std::vector<node_id> without(std::size_t first, std::size_t count) const {
        std::vector<node_id> rest;
        for (std::size_t i = 0; i < mentions_.size(); ++i) {
            if (i < first || i >= first + count) {
                rest.push_back(mentions_[i]);
            }
        }
        return rest;
    }

    bool move_senders() {
        bool is_smaller = false;
        for (std::size_t i = 0; i < mentions_.size() && !is_cut_short_;) {
            if (move_sender(i)) {
                is_smaller = true;
            } else {
                ++i;
            }
        }
        return is_smaller;
    }

    bool move_sender(std::size_t which) {
        return std::ranges::any_of(towards_zero(mentions_[which]), [&](node_id nearer) {
            std::vector<node_id> moved = mentions_;
            moved[which] = nearer;
            std::ranges::sort(moved);
            return take(std::move(moved));
        });
    }

    bool move_root() {
        bool is_smaller = false;
        if (!has_root(best_.what->workload)) {
            return is_smaller;
        }
        const auto take_root = [this](node_id nearer) {
            experiment candidate = best_;
            candidate.root = nearer;
            return take(candidate);
        };
        while (std::ranges::any_of(towards_zero(best_.root), take_root)) {
            is_smaller = true;
        }
        return is_smaller;
    }

    // Sides that must be equal are only smaller together.
    bool reduce_network() {
        bool is_smaller = false;
        for (std::size_t i = 0; i < numbers_in(best_.network_text).size() && !is_cut_short_;) {
            const std::vector<place_in_text> places = numbers_in(best_.network_text);
            const std::vector<place_in_text> equal = equal_to(places[i]);
            if (reduce({places[i]}) || (equal.size() > 1 && reduce(equal))) {
                is_smaller = true;
            } else {
                ++i;
            }
        }
        return is_smaller;
    }

    [[nodiscard]] std::string_view text_at(const place_in_text& place) const {
        return std::string_view{best_.network_text}.substr(place.begin, place.size);
    }

    [[nodiscard]] std::vector<place_in_text> equal_to(const place_in_text& one) const {
        std::vector<place_in_text> places = numbers_in(best_.network_text);
        std::erase_if(places,
                      [&](const place_in_text& other) { return text_at(other) != text_at(one); });
        return places;
    }

    // Puts a smaller number in these places, which hold the same.
    bool reduce(const std::vector<place_in_text>& places) {
        const auto number = number_between(text_at(places[0]), 0, std::uint64_t{1} << 32U);
        return std::ranges::any_of(below(number.value_or(0)), [&](std::uint64_t smaller) {
            std::string text = best_.network_text;
            for (const place_in_text& place : std::views::reverse(places)) {
                text.replace(place.begin, place.size, std::to_string(smaller));
            }
            return take_network(text);
        });
    }

    // Nodes that the smaller network lacks move to those that it has.
    bool take_network(const std::string& text) {
        const std::optional<network> where = network_named(text);
        if (!where || !best_.what->misfit(*where).empty()) {
            return false;
        }
        const std::size_t nodes = node_count(*where);
        experiment candidate = best_;
        candidate.network_text = text;
        candidate.where = *where;
        candidate.root = static_cast<node_id>(candidate.root % nodes);
        if (!has_broadcasters(best_.what->workload)) {
            return take(candidate);
        }
        std::vector<node_id> moved = mentions_;
        std::ranges::for_each(moved,
                              [&](node_id& node) { node = static_cast<node_id>(node % nodes); });
        std::ranges::sort(moved);
        candidate.broadcasters = broadcaster_specification::parse(written(moved));
        if (!take(candidate)) {
            return false;
        }
        mentions_ = std::move(moved);
        return true;
    }

    [[nodiscard]] static std::optional<network> network_named(std::string_view text) {
        try {
            return parse_network(text);
        } catch (const std::invalid_argument&) {
            return std::nullopt;
        }
    }

    experiment best_;
    std::vector<node_id> mentions_;  // of best_, ascending
    const failure_test* fails_;
    shrink_limits limits_;
    steady_clock::time_point begin_ = steady_clock::now();
    int runs_ = 0;
    bool is_cut_short_ = false;
};

}  // namespace

shrunk_experiment shrink(const experiment& failing, const failure_test& fails,
                         const shrink_limits& limits) {
    return search{failing, fails, limits}.pass();
}

}  // namespace tutti
