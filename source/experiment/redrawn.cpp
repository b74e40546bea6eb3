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
    experiment same = asked;
    same.seed = mix(asked.seed ^ secret);
    same.drawn = std::make_shared<const broadcaster_set>(draw_broadcasters(asked));
    experiment from = same;
    if (!stays(asked, withheld, knowledge::broadcasters)) {
        from.drawn = nullptr;
    }
    try {
        const std::uint64_t count = same.drawn->packet_count();
        experiment other = draw_trial(from,
                                      stays(asked, withheld, knowledge::message_count)
                                          ? message_range{count, count}
                                          : usual_message_range(*asked.what, asked.where),
                                      number);
        if (stays(asked, withheld, knowledge::root)) {
            other.root = asked.root;
        }
        static_cast<void>(problem_of(other));
        return other;
    } catch (const std::invalid_argument&) {
        same.seed = trial_seed(same.seed, number);
        return same;
    }
}

experiment without_words(experiment asked) {
    asked.drawn = std::make_shared<const broadcaster_set>(draw_broadcasters(asked));
    asked.broadcasters = broadcaster_specification::parse("all");
    return asked;
}

}  // namespace tutti
