#include <string>
#include <string_view>
#include <utility>

#include "tutti/collective/collectives.hpp"
#include "tutti/collective/dense_lines.hpp"
#include "tutti/machine/memory.hpp"

namespace tutti {
namespace {

// A collective that moves the dense entries of a matrix. What else it is, is to be filled in.
// `lines` says of a problem which entries these are.
template <class Lines>
collective of_dense_lines(std::string_view name, std::string_view meaning, Lines lines) {
    return {.name = std::string{name},
            .meaning = std::string{meaning},
            .given =
                [lines](const problem& what) {
                    return senders_of(node_count(what.where), lines(what));
                },
            .required = [lines](const problem& what) -> requirement {
                return required_of(node_count(what.where), lines(what));
            },
            .lower_bound =
                [lines](const problem& what, packet_size packets) {
                    return dense_lines_bound(what, packets, lines(what));
                }};
}

// Each of the broadcasters has, or gets, a message for every other node.
collective at_broadcasters(collective what) {
    what.takes_broadcasters = true;
    what.deliveries = [](std::uint64_t nodes, std::uint64_t active) {
        return active * (nodes - 1);
    };
    what.check_bytes = [](std::uint64_t nodes, std::uint64_t active) {
        return addressed_messages::bytes(nodes, bounded_product(active, nodes));
    };
    return what;
}

}  // namespace

collective partial_exchange() {
    return at_broadcasters(of_dense_lines(
        "partial-exchange", "a message of each of some nodes for every other node",
        [](const problem& what) { return dense_lines{.columns = what.broadcasters.nodes}; }));
}

collective partial_gather() {
    return at_broadcasters(of_dense_lines(
        "partial-gather", "a message of every node for each of some nodes",
        [](const problem& what) { return dense_lines{.rows = what.broadcasters.nodes}; }));
}

}  // namespace tutti
