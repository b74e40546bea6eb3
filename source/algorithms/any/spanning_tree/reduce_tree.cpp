#include <memory>
#include <span>

#include "algorithms/reduction_entry.hpp"
#include "tree_entry.hpp"
#include "tree_schedule.hpp"

namespace tutti {
namespace {

tree_schedule schedule_of(const setting& setting) {
    return {tree_of(setting), duplex_of(setting.ports), tree_timing::urgent_first};
}

/// Send schedule of a node: the multinode broadcast over the tree, for the results, and before it
/// the same backwards: there it sends number j when it would receive the message of j, through the
/// same port.
///
/// Four values on the path of 4, number i for node i; 0a is number 0 of node 0, and 0* the result.
/// The results come back from slot 6 on:
///
///     slot 1    0-3a->1    3-0d->2
///     slot 2    0-2a->1    3-1d->2
///     slot 3    1-3ab->2   2-0cd->1
///     slot 4    0-1a->1    1-0bcd->0  2-3abc->3  3-2d->2
///     slot 5    1-2ab->2   2-1cd->1
///     slot 6    1-1*->2    2-2*->1
///     slot 7    0-0*->1    1-1*->0    2-2*->3    3-3*->2
///     slot 8    1-0*->2    2-3*->1
///     slot 9    1-2*->0    2-1*->3
///     slot 10   1-3*->0    2-0*->3
class tree_send_schedule {
public:
    tree_send_schedule(std::shared_ptr<const tree_transfers> transfers, std::uint64_t nodes,
                       node_id node)
        : transfers_{std::move(transfers)}, nodes_{nodes}, node_{node} {}

    void operator()(const fold_step& now, std::vector<fold_send>& sends) {
        done_ = now.at == 0 ? 0 : done_;
        const bool copies = now.part > 0;
        const auto transfers = copies ? transfers_->sent(node_) : transfers_->received(node_);
        if (done_ == transfers.size()) {
            return;
        }
        const auto& next = copies ? transfers[done_] : transfers[transfers.size() - 1 - done_];
        if (slot{next.at} == (copies ? now.at : transfers_->slots() - 1 - now.at)) {
            sends.push_back({.through = next.through, .number = now.round * nodes_ + next.origin});
            ++done_;
        }
    }

private:
    std::shared_ptr<const tree_transfers> transfers_;
    std::uint64_t nodes_;
    node_id node_;
    std::size_t done_ = 0;  // transfers of this part
};

std::function<send_schedule(node_id)> tree_send_schedules(const setting& setting) {
    return
        [transfers = std::make_shared<const tree_transfers>(tree_of(setting), schedule_of(setting)),
         nodes = node_count(setting.network)](node_id node) -> send_schedule {
            return tree_send_schedule{transfers, nodes, node};
        };
}

algorithm tree_reduction(std::string task) {
    algorithm entry = reduction_entry(std::move(task), "tree");
    entry.networks = "any connected";
    entry.ports = {port_model::single_port_full_duplex, port_model::single_port_half_duplex};
    entry.source = "not in the papers";
    entry.parameters = {tree_parameter()};
    entry.inapplicable_reason = tree_schedule_mismatch;
    run_by_schedule(
        entry,
        [gathers = is_allreduce(entry)](const setting& setting) {
            return plan_of_halves(setting, gathers, schedule_of(setting).slots(),
                                  node_count(setting.network));
        },
        tree_send_schedules);
    return entry;
}

}  // namespace

algorithm describe(standard_name<"reduce-scatter/tree"> /*name*/) {
    algorithm entry = tree_reduction("reduce-scatter");
    entry.idea =
        "The multinode broadcast by a tree's timetable backwards in time: over a spanning tree, "
        "what is for a node comes to it from all others, combined at every node on the way.";
    entry.time = "that of multinode-broadcast/tree m/N times";
    return entry;
}

algorithm describe(standard_name<"allreduce/tree"> /*name*/) {
    algorithm entry = tree_reduction("allreduce");
    entry.idea =
        "Over a spanning tree, the timetable of multinode-broadcast/tree run backwards in time "
        "combines values until every node has its share of the results. Run forwards, it takes "
        "them to all.";
    entry.time = "that of multinode-broadcast/tree 2 ceil(m/N) times";
    return entry;
}

}  // namespace tutti
