#include <cstddef>
#include <cstdint>

#include "tree_schedule.hpp"

namespace tutti {
namespace {

/// Queues of the nodes for their arcs, first in, first out.
class waiting_origins {
public:
    explicit waiting_origins(const spanning_tree& tree) : tree_{&tree}, queues_(tree.arc_count()) {
        for (node_id node = 0; node < tree.node_count(); ++node) {
            for (std::size_t i = 0; i < tree.arcs(node).size(); ++i) {
                queue(node, i).origins.push_back(node);
            }
        }
    }

    [[nodiscard]] node_id pop(node_id node, std::size_t arc) {
        waiting& from = queue(node, arc);
        return from.origins[from.gone++];
    }
    /// Queues a packet that came through `from` for all other arcs.
    void push(node_id node, port from, node_id origin) {
        const auto arcs = tree_->arcs(node);
        for (std::size_t i = 0; i < arcs.size(); ++i) {
            if (arcs[i].through != from) {
                queue(node, i).origins.push_back(origin);
            }
        }
    }

private:
    struct waiting {
        std::vector<node_id> origins;
        std::size_t gone = 0;
    };

    [[nodiscard]] waiting& queue(node_id node, std::size_t arc) {
        return queues_[tree_->first_arc(node) + arc];
    }

    const spanning_tree* tree_;
    std::vector<waiting> queues_;  // by arc
};

}  // namespace

tree_transfers::tree_transfers(const spanning_tree& tree, const tree_schedule& when)
    : sent_(tree.node_count()), received_(tree.node_count()), slots_{when.slots()} {
    waiting_origins waiting{tree};
    std::vector<std::size_t> next(tree.node_count());  // by node, in its row
    for (std::uint32_t at = 0; at < slots_; ++at) {
        std::vector<node_id> receivers;
        for (node_id node = 0; node < tree.node_count(); ++node) {
            const auto row = when.row(node);
            if (next[node] < row.size() && row[next[node]].at == at) {
                const spanning_tree::arc& over = tree.arcs(node)[row[next[node]].arc];
                const node_id origin = waiting.pop(node, row[next[node]].arc);
                sent_[node].push_back({.at = at, .through = over.through, .origin = origin});
                received_[over.to].push_back({.at = at, .through = over.back, .origin = origin});
                receivers.push_back(over.to);
                ++next[node];
            }
        }
        for (const node_id node : receivers) {
            waiting.push(node, received_[node].back().through, received_[node].back().origin);
        }
    }
}

}  // namespace tutti
