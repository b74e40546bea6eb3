#include "shrink.hpp"

#include "topology/random.hpp"
#include "tutti/experiment/stress.hpp"

namespace tutti {
namespace {

using std::chrono::steady_clock;

// Without those that are there twice.
std::vector<node_id> sorted(std::vector<node_id> nodes) {
    std::ranges::sort(nodes);
    nodes.erase(std::ranges::unique(nodes).begin(), nodes.end());
    return nodes;
}

// Nodes nearer to 0 to try, the nearest to it first; none twice.
std::vector<node_id> towards_zero(node_id node) {
    if (node == 0) {
        return {};
    }
    // The node without one of its bits is a neighbour on a hypercube that is nearer to 0.
    std::vector<node_id> nearer{0, node / 2, node - 1};
    for (node_id bits = node; bits != 0; bits &= bits - 1) {
        nearer.push_back(node & ~(bits & (~bits + 1)));
    }
    return sorted(std::move(nearer));
}

// Every experiment that is taken is smaller than the one before in packets, ids or the numbers of
// its network, and larger in none of them: the search ends.
class search {
public:
    search(const experiment& failing, const failure_test& fails, shrink_limits limits)
        : best_{failing}, fails_{&fails}, limits_{std::move(limits)} {
        if (best_.algorithm->goal->takes_broadcasters) {
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
    // Time, runs and a stop limit the search; the smallest experiment so far is kept.
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

    bool take(experiment candidate, std::vector<node_id> mentions) {
        std::ranges::sort(mentions);
        candidate.broadcasters = broadcaster_specification::at(mentions);
        if (!take(candidate)) {
            return false;
        }
        mentions_ = std::move(mentions);
        return true;
    }

    // Each of this number as often as possible, then the one `step` further. Returns true if any
    // could.
    template <class Count, class Reduce>
    bool reduce_each(const Count& count, const Reduce& reduce, std::size_t step = 1) {
        bool is_smaller = false;
        for (std::size_t i = 0; i < count() && !is_cut_short_;) {
            const bool is_reduced = reduce(i);
            is_smaller = is_smaller || is_reduced;
            i += is_reduced ? 0 : step;
        }
        return is_smaller;
    }

    bool drop_packets() {
        bool is_smaller = false;
        // All packets at once are tried first, then halves and quarters, and single ones at last.
        for (std::size_t dropped = mentions_.size(); dropped > 0; dropped /= 2) {
            const auto drop = [&](std::size_t first) {
                return take(best_, without(first, dropped));
            };
            is_smaller =
                reduce_each([this] { return mentions_.size(); }, drop, dropped) || is_smaller;
        }
        return is_smaller;
    }

    [[nodiscard]] std::vector<node_id> without(std::size_t first, std::size_t count) const {
        const std::span<const node_id> all{mentions_};
        std::vector<node_id> rest(all.begin(), all.subspan(first).begin());
        std::ranges::copy(all.subspan(std::min(first + count, all.size())),
                          std::back_inserter(rest));
        return rest;
    }

    bool move_senders() {
        return reduce_each([this] { return mentions_.size(); },
                           [this](std::size_t which) { return move_sender(which); });
    }

    bool move_sender(std::size_t which) {
        return std::ranges::any_of(towards_zero(mentions_[which]), [&](node_id nearer) {
            std::vector<node_id> moved = mentions_;
            moved[which] = nearer;
            return take(best_, std::move(moved));
        });
    }

    bool move_root() {
        const auto take_root = [this](node_id nearer) {
            experiment candidate = best_;
            candidate.root = nearer;
            return take(candidate);
        };
        return reduce_each([this] { return best_.algorithm->goal->takes_root ? 1U : 0U; },
                           [&](std::size_t /*only*/) {
                               return std::ranges::any_of(towards_zero(root_of(best_)), take_root);
                           });
    }

    // Sides that must be equal are only smaller together.
    bool reduce_network() {
        const auto take_smaller = [this](std::size_t i) {
            return std::ranges::any_of(best_.network.smaller(i),
                                       [this](const auto& one) { return take_network(one); });
        };
        return reduce_each([this] { return best_.network.number_count(); }, take_smaller);
    }

    // Nodes that the smaller network lacks move to those that it has.
    bool take_network(const network_specification& named) {
        const std::optional<network> net = built(named);
        // A smaller network may be no valid one, or none of the algorithm.
        if (!net || !inapplicable_reason(*best_.algorithm, *net).empty()) {
            return false;
        }
        const std::size_t nodes = node_count(*net);
        experiment candidate = best_;
        candidate.network = named;
        candidate.built_network = *net;
        if (candidate.root) {
            candidate.root = node_below(*candidate.root, nodes);
        }
        candidate.parameters = moved_below(nodes);
        return best_.algorithm->goal->takes_broadcasters
                   ? take(std::move(candidate), modulo(mentions_, nodes))
                   : take(candidate);
    }

    [[nodiscard]] static std::vector<node_id> modulo(std::vector<node_id> ids, std::size_t nodes) {
        for (node_id& id : ids) {
            id = node_below(id, nodes);
        }
        return ids;
    }

    [[nodiscard]] static std::optional<network> built(const network_specification& named) {
        try {
            return named.build();
        } catch (const std::invalid_argument&) {
            return std::nullopt;
        }
    }

    // The parameters, of which those that name nodes name some of the first `nodes`.
    [[nodiscard]] parameter_values moved_below(std::size_t nodes) const {
        parameter_values moved = taken_by(best_.algorithm->parameters, best_.parameters);
        for (auto& [name, value] : moved) {
            const auto* const named = std::get_if<std::vector<node_id>>(&value.content());
            if (named != nullptr && !named->empty() && named->back() >= nodes) {
                value = parameter_value{sorted(modulo(*named, nodes))};
            }
        }
        return moved;
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
