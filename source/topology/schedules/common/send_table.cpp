#include "send_table.hpp"

#include <algorithm>
#include <utility>

namespace tutti {

send_table merged(allreduce_sends sends) {
    for (timed_send& each : sends.results) {
        each.packet |= result_flag;
        sends.partial_sums.push_back(each);
    }
    std::ranges::sort(sends.partial_sums);
    return std::move(sends.partial_sums);
}

send_table delayed(send_table sends, std::uint32_t slots) {
    for (timed_send& send : sends) {
        send.slot += slots;
    }
    return sends;
}

send_table reversed(const link_table& links, send_table sends, std::uint32_t slots) {
    for (timed_send& send : sends) {
        send.slot = slots + 1 - send.slot;
        send.link = links[send.link].reverse;
    }
    std::ranges::sort(sends);
    return sends;
}

send_table reversed(const link_table& links, send_table sends) {
    const std::uint32_t slots = slots_of(sends);
    return reversed(links, std::move(sends), slots);
}

allreduce_sends reduced_and_spread(const link_table& links, const send_table& sends) {
    return {.partial_sums = reversed(links, sends), .results = delayed(sends, slots_of(sends))};
}

}  // namespace tutti
