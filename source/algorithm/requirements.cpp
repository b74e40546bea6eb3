#include "tutti/algorithm/requirements.hpp"

#include <cstddef>
#include <cstdint>
#include <utility>

namespace tutti {

requirement everything_required(const problem& what) {
    return everything_everywhere{.node_count = node_count(what.where),
                                 .senders = what.broadcasters};
}

requirement sums_required(const problem& what) {
    one_message_each each;
    each.expected.resize(node_count(what.where));
    std::uint64_t sum = 0;
    for (std::size_t id = each.expected.size(); id-- > 0;) {
        const auto node = static_cast<node_id>(id);
        sum += what.broadcasters.packets_of(node);
        each.expected[id] = {.origin = node, .number = 0, .payload = sum};
    }
    return each;
}

}  // namespace tutti
