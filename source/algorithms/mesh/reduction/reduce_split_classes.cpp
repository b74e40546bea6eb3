#include <memory>
#include <span>

#include "algorithms/mesh/class_order.hpp"
#include "algorithms/mesh/mesh_theory.hpp"
#include "algorithms/reduction_entry.hpp"

namespace tutti {
namespace {

// gamma: a class has one value for each destination on an array, two on a torus, for each way one.
int ways_of(const grid& shape) { return links_a_dimension(shape); }

std::uint64_t values_in_round(const grid& shape) {
    return static_cast<std::uint64_t>(ways_of(shape) * shape.dimensions()) * shape.node_count();
}

/// Send schedule of a node for one class of values: in stage v along virtual dimension v, in each
/// of its p^(d-1-v) subrounds the values for the nodes of the line whose further digits are the
/// subround's.
///
/// Four values on the 2 x 2 array with rows 0 1 and 2 3, number i for node i; 0a is number 0 of
/// node 0, and 0* the result. With four values the second class is idle:
///
///     slot 1   0-1a->1   1-0b->0   2-1c->3   3-0d->2
///     slot 2   0-3a->1   1-2b->0   2-3c->3   3-2d->2
///     slot 3   0-2ab->2  1-3ab->3  2-0cd->0  3-1cd->1
///     slot 4   0-0*->2   1-1*->3   2-2*->0   3-3*->1
///     slot 5   0-2*->1   1-3*->0   2-2*->3   3-3*->2
///     slot 6   0-0*->1   1-1*->0   2-0*->3   3-1*->2
class class_of_values {
public:
    /// @param shape outlives this
    class_of_values(const grid& shape, int c, node_id self)
        : shape_{&shape}, order_{shape, c}, class_{c}, self_{self} {}

    /// Virtual dimension v, subround g, and slot `at`, from 0, of its p-1.
    struct moment {
        int v = 0;
        std::uint32_t g = 0;
        int at = 0;
    };

    void fold(const moment& now, std::vector<fold_send>& sends) const {
        const int ahead = order_.side() - 1 - now.at;
        add(now, ahead, -ahead, sends);
    }
    void copy(const moment& now, std::vector<fold_send>& sends) const {
        const int behind = order_.side() - 2 - now.at;
        add(now, -behind, behind, sends);
    }

private:
    // Sends up and down the values for the destinations this number of digits above this node.
    void add(const moment& now, int for_up, int for_down, std::vector<fold_send>& sends) const {
        const auto d = static_cast<std::uint64_t>(order_.dimensions());
        const auto piece = static_cast<std::uint64_t>(class_);
        add_way(now, order_.up(now.v), for_up, piece, sends);
        add_way(now, order_.down(now.v), for_down, wraps() ? piece + d : piece, sends);
    }
    void add_way(const moment& now, port through, int above, std::uint64_t piece,
                 std::vector<fold_send>& sends) const {
        const int p = order_.side();
        const int digit = order_.digit(self_, now.v) + above;
        if (shape_->has_port(self_, through) && (wraps() || (digit >= 0 && digit < p))) {
            sends.push_back(
                {.through = through,
                 .number = piece * shape_->node_count() + destination(now, (digit % p + p) % p)});
        }
    }
    [[nodiscard]] bool wraps() const { return shape_->edge() == grid_edge::closed; }
    // With this node's virtual digits below v, then `digit`, then those of g.
    [[nodiscard]] node_id destination(const moment& now, int digit) const {
        const auto p = static_cast<std::uint32_t>(order_.side());
        std::uint32_t stride = 1;
        for (int l = 0; l < now.v; ++l) {
            stride *= p;
        }
        const std::uint32_t below = order_.place(self_) % stride;
        return order_.node(below + stride * (static_cast<std::uint32_t>(digit) + p * now.g));
    }

    const grid* shape_;
    class_order order_;
    int class_;
    node_id self_;
};

/// Send schedule of a node for all classes.
class split_class_schedule {
public:
    split_class_schedule(std::shared_ptr<const grid> shape, node_id self)
        : shape_{std::move(shape)}, self_{self} {}

    void operator()(const fold_step& now, std::vector<fold_send>& sends) const {
        const bool gathers = now.part > 0;
        const auto last = static_cast<slot>(shape_->node_count()) - 2;
        const class_of_values::moment moment = moment_at(gathers ? last - now.at : now.at);
        const std::size_t first = sends.size();
        for (int c = 0; c < shape_->dimensions(); ++c) {
            const class_of_values values{*shape_, c, self_};
            if (gathers) {
                values.copy(moment, sends);
            } else {
                values.fold(moment, sends);
            }
        }
        for (fold_send& each : std::span{sends}.subspan(first)) {
            each.number += now.round * values_in_round(*shape_);
        }
    }

private:
    // The stages take p^(d-1) (p-1), .., p-1 slots.
    [[nodiscard]] class_of_values::moment moment_at(slot at) const {
        const slot p = shape_->side(0);
        slot subrounds = static_cast<slot>(shape_->node_count()) / p;
        int v = 0;
        while (at >= subrounds * (p - 1)) {
            at -= subrounds * (p - 1);
            subrounds /= p;
            ++v;
        }
        return {.v = v,
                .g = static_cast<std::uint32_t>(at / (p - 1)),
                .at = static_cast<int>(at % (p - 1))};
    }

    std::shared_ptr<const grid> shape_;
    node_id self_;
};

std::function<send_schedule(node_id)> split_class_schedules(const setting& setting) {
    return [shape = std::make_shared<const grid>(grid_of(setting))](node_id node) -> send_schedule {
        return split_class_schedule{shape, node};
    };
}

algorithm split_reduction(std::string task) {
    algorithm entry = reduction_entry(std::move(task), "split-classes");
    entry.networks = "array, torus";
    entry.source = "Varvarigos & Bertsekas 1994, section 4, backwards";
    entry.inapplicable_reason = grid_mismatch;
    run_by_schedule(
        entry,
        [gathers = is_allreduce(entry)](const setting& setting) {
            return plan_of_halves(setting, gathers,
                                  static_cast<slot>(node_count(setting.network)) - 1,
                                  values_in_round(grid_of(setting)));
        },
        split_class_schedules);
    return entry;
}

}  // namespace

algorithm describe(standard_name<"reduce-scatter/split-classes"> /*name*/) {
    algorithm entry = split_reduction("reduce-scatter");
    entry.rule = "rs.split";
    entry.idea =
        "The multinode broadcast by split-classes backwards in time, with values in place of "
        "pieces: they are combined along one dimension after the other, at any time along "
        "different ones, so that none collide.";
    entry.time = "(N-1) ceil(m/(g d N)), g = 1 on an array, 2 on a torus";
    return entry;
}

algorithm describe(standard_name<"allreduce/split-classes"> /*name*/) {
    algorithm entry = split_reduction("allreduce");
    entry.rule = "ar.split";
    entry.idea =
        "Values are combined along one dimension after the other, different ones in different "
        "orders so that none collide. The same backwards in time takes every node's results to "
        "all.";
    entry.time = "2(N-1) ceil(m/(g d N)), g = 1 on an array, 2 on a torus";
    return entry;
}

}  // namespace tutti
