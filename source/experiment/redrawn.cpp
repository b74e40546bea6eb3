#include "redrawn.hpp"

#include <algorithm>
#include <memory>
#include <stdexcept>

#include "tutti/experiment/stress.hpp"

namespace tutti {
namespace {

bool stays(const experiment& asked, std::span<const knowledge> withheld, knowledge what) {
    return std::ranges::count(asked.what->told, what) != 0 &&
           std::ranges::count(withheld, what) == 0;
}

}  // namespace

experiment redrawn(const experiment& asked, std::span<const knowledge> withheld,
                   std::uint64_t number) {
    constexpr std::uint64_t secret = 0x6175646974A5C3E1;  // other than a stress test's
    experiment other = asked;
    other.seed = mix(asked.seed ^ secret);
    const auto senders = std::make_shared<const broadcaster_set>(draw_broadcasters(asked));
    const std::uint64_t count = senders->packet_count();
    const bool takes_others =
        goal_of(asked).takes_broadcasters && !stays(asked, withheld, knowledge::broadcasters);
    other.drawn = takes_others ? nullptr : senders;
    try {
        const message_range messages = stays(asked, withheld, knowledge::message_count)
                                           ? message_range{count, count}
                                           : usual_message_range(*asked.what, asked.where);
        other = draw_trial(other, messages, number);
    } catch (const std::invalid_argument&) {
        other.seed = trial_seed(other.seed, number);
        other.drawn = senders;
    }
    if (stays(asked, withheld, knowledge::root)) {
        other.root = asked.root;
    }
    return other;
}

}  // namespace tutti
