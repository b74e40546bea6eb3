#include "open_shop.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <variant>

#include "tutti/topology/graph.hpp"
#include "tutti/topology/grid.hpp"
#include "tutti/topology/hypercube.hpp"
#include "util/counts.hpp"

namespace tutti {
namespace {

constexpr std::uint32_t no_operation = ~std::uint32_t{0};

/// Colouring of the edges of a bipartite multigraph of jobs and machines with as many colours as
/// its largest degree.
class edge_colouring {
public:
    edge_colouring(std::size_t jobs, std::size_t machines)
        : at_job_(jobs), at_machine_(machines), first_free_(machines) {}

    void add(std::uint32_t job, std::uint32_t machine) {
        const std::uint32_t free_at_job = free_colour_of_job(job);
        const std::uint32_t free_at_machine = free_colour_of_machine(machine);
        if (edge_at(machine, free_at_job) != no_operation) {
            exchange(machine, free_at_job, free_at_machine);
        }
        const auto edge = size_as<std::uint32_t>(edges_);
        edges_.push_back({.job = job, .machine = machine});
        at_job_[job].push_back(edge);
        colour(edge, free_at_job);
    }

    /// Edges as operations, whose slots are the colours.
    [[nodiscard]] std::vector<open_shop_schedule::operation> operations() const {
        auto sorted = edges_;
        for (auto& edge : sorted) {
            ++edge.slot;
        }
        std::ranges::sort(sorted);
        return sorted;
    }

private:
    [[nodiscard]] std::uint32_t edge_at(std::uint32_t machine, std::uint32_t colour) const {
        const auto& edges = at_machine_[machine];
        return colour < edges.size() ? edges[colour] : no_operation;
    }
    [[nodiscard]] std::uint32_t edge_of_job(std::uint32_t job, std::uint32_t colour) const {
        const auto edge = std::ranges::find(at_job_[job], colour,
                                            [this](std::uint32_t i) { return edges_[i].slot; });
        return edge == at_job_[job].end() ? no_operation : *edge;
    }
    [[nodiscard]] std::uint32_t free_colour_of_job(std::uint32_t job) const {
        std::uint32_t colour = 0;
        while (edge_of_job(job, colour) != no_operation) {
            ++colour;
        }
        return colour;
    }
    [[nodiscard]] std::uint32_t free_colour_of_machine(std::uint32_t machine) {
        std::uint32_t& colour = first_free_[machine];
        while (edge_at(machine, colour) != no_operation) {
            ++colour;
        }
        return colour;
    }

    void colour(std::uint32_t edge, std::uint32_t colour) {
        std::vector<std::uint32_t>& edges = at_machine_[edges_[edge].machine];
        if (edges.size() <= colour) {
            edges.resize(colour + 1, no_operation);
        }
        edges[colour] = edge;
        edges_[edge].slot = colour;
    }
    void uncolour(std::uint32_t edge) {
        const auto& [colour, job, machine] = edges_[edge];
        at_machine_[machine][colour] = no_operation;
        first_free_[machine] = std::min(first_free_[machine], colour);
    }

    // Swaps two colours on the path that begins at a machine with the first of them.
    void exchange(std::uint32_t machine, std::uint32_t one, std::uint32_t other) {
        std::vector<std::uint32_t> path;
        for (std::uint32_t edge = edge_at(machine, one); edge != no_operation;
             edge = edge_at(edges_[edge].machine, one)) {
            path.push_back(edge);
            edge = edge_of_job(edges_[edge].job, other);
            if (edge == no_operation) {
                break;
            }
            path.push_back(edge);
        }
        for (const std::uint32_t edge : path) {
            uncolour(edge);
        }
        for (const std::uint32_t edge : path) {
            colour(edge, edges_[edge].slot == one ? other : one);
        }
    }

    std::vector<open_shop_schedule::operation> edges_;  // with colours, from 0, for slots
    std::vector<std::vector<std::uint32_t>> at_job_;
    std::vector<std::vector<std::uint32_t>> at_machine_;  // by colour
    std::vector<std::uint32_t> first_free_;               // no colour below is free at the machine
};

/// Numbers of the directions of links by digit: a change of the digit by `change` each.
struct direction {
    std::size_t digit = 0;
    std::uint32_t change = 1;
};

std::vector<direction> directions_of(const std::vector<cyclic_factor>& factors) {
    std::vector<direction> directions;
    for (std::size_t i = 0; i < factors.size(); ++i) {
        const auto& [side, is_complete] = factors[i];
        for (std::uint32_t change = 1; change < side; ++change) {
            if (is_complete || change == 1) {
                directions.push_back({.digit = i, .change = change});
            }
        }
        if (!is_complete && side > 2) {
            directions.push_back({.digit = i, .change = side - 1});
        }
    }
    return directions;
}

/// Operations of a displacement in one digit: how often, and in which of its directions.
struct digit_moves {
    std::uint32_t count = 0;
    std::uint32_t direction = 0;
};

/// @param halves displacements by half of the side so far, which go up and down in turn
digit_moves moves_of(const cyclic_factor& factor, std::uint32_t digit, std::uint32_t& halves) {
    if (factor.is_complete) {
        return {.count = digit == 0 ? 0U : 1U, .direction = digit - 1};
    }
    if (2 * digit == factor.side && factor.side > 2) {
        return {.count = digit, .direction = halves++ % 2};
    }
    const bool is_up = 2 * digit <= factor.side;
    return {.count = is_up ? digit : factor.side - digit, .direction = is_up ? 0U : 1U};
}

/// Advances to the next displacement in lexicographic order; false after the last.
bool advance(std::vector<std::uint32_t>& displacement, const std::vector<cyclic_factor>& factors) {
    for (std::size_t i = factors.size(); i > 0; --i) {
        if (++displacement[i - 1] < factors[i - 1].side) {
            return true;
        }
        displacement[i - 1] = 0;
    }
    return false;
}

std::uint32_t product_of(const std::vector<cyclic_factor>& factors) {
    std::uint32_t nodes = 1;
    for (const cyclic_factor& factor : factors) {
        nodes *= factor.side;
    }
    return nodes;
}

using factor_list = std::vector<cyclic_factor>;

struct factor_finder {
    std::optional<factor_list> operator()(const hypercube& cube) const {
        return factor_list(static_cast<std::size_t>(cube.dimensions()));
    }
    std::optional<factor_list> operator()(const grid& lines) const {
        factor_list factors;
        for (const int side : lines.sides()) {
            if (side > 2 && lines.edge() != grid_edge::closed) {
                return std::nullopt;
            }
            factors.push_back({.side = static_cast<std::uint32_t>(side)});
        }
        return factors;
    }
    // NOLINTNEXTLINE(misc-no-recursion): as deep as products are nested
    std::optional<factor_list> operator()(const graph& links) const {
        if (const auto* const complete = std::get_if<complete_shape>(&links.shape())) {
            const auto side = static_cast<std::uint32_t>(complete->nodes);
            return factor_list{{.side = side, .is_complete = true}};
        }
        const auto* const product = std::get_if<product_shape>(&links.shape());
        if (product == nullptr) {
            return std::nullopt;
        }
        factor_list factors;
        for (const network& factor : product->factors()) {
            const auto own = cyclic_factors(factor);
            if (!own) {
                return std::nullopt;
            }
            factors.insert(factors.end(), own->begin(), own->end());
        }
        return factors;
    }
};

}  // namespace

// NOLINTNEXTLINE(misc-no-recursion): as deep as products are nested
std::optional<std::vector<cyclic_factor>> cyclic_factors(const network& net) {
    return std::visit(factor_finder{}, net);
}

open_shop_schedule::open_shop_schedule(std::vector<cyclic_factor> factors)
    : factors_{std::move(factors)} {
    const std::vector<direction> directions = directions_of(factors_);
    edge_colouring colouring{product_of(factors_) - 1, directions.size()};
    std::vector<std::uint32_t> displacement(factors_.size());
    std::vector<std::uint32_t> halves(factors_.size());
    for (std::uint32_t job = 0; advance(displacement, factors_); ++job) {
        std::uint32_t first = 0;  // direction of the digit
        for (std::size_t i = 0; i < factors_.size(); ++i) {
            const auto [count, way] = moves_of(factors_[i], displacement[i], halves[i]);
            for (std::uint32_t move = 0; move < count; ++move) {
                colouring.add(job, first + way);
            }
            while (first < directions.size() && directions[first].digit == i) {
                ++first;
            }
        }
    }
    operations_ = colouring.operations();
}

send_table open_shop_schedule::sends(const link_table& links) const {
    const std::vector<direction> directions = directions_of(factors_);
    std::vector<node_id> strides{1};
    for (const cyclic_factor& factor : factors_) {
        strides.push_back(strides.back() * factor.side);
    }
    const auto moved = [&](node_id node, const direction& along) {
        const node_id stride = strides[along.digit];
        const node_id side = factors_[along.digit].side;
        const node_id digit = node / stride % side;
        return node - digit * stride + (digit + along.change) % side * stride;
    };
    const node_id nodes = links.node_count();
    send_table table;
    table.reserve(operations_.size() * nodes);
    std::vector<node_id> places(nodes);  // of the packets of a source, by job
    for (node_id source = 0; source < nodes; ++source) {
        std::ranges::fill(places, source);
        const std::size_t begin = table.size();
        for (const auto& [now, job, machine] : operations_) {
            const node_id to = moved(places[job], directions[machine]);
            const link_id link = links.between(std::exchange(places[job], to), to);
            table.push_back({.slot = now, .link = link, .packet = job});
        }
        for (timed_send& send : std::span{table}.subspan(begin)) {
            send.packet = source * nodes + places[send.packet];
        }
    }
    std::ranges::sort(table);
    return table;
}

schedule_cost open_shop_schedule_cost(std::uint64_t operations) {
    return {.bytes = operations * 64, .operations = operations * (400 + operations / 12)};
}

}  // namespace tutti
