#include "exchange_schedule.hpp"

#include "exchange_columns.hpp"
#include "util/bits.hpp"
#include "util/counts.hpp"

namespace tutti {

exchange_schedule::exchange_schedule(const hypercube& cube)
    : dimensions_{cube.link_count() / cube.node_count()},
      places_(dimensions_ << dimensions_ >> 1U),
      forwarded_(cube.node_count() / 2) {
    const exchange_columns columns{cube};
    for (std::uint32_t t = 0; t < size(); ++t) {
        for (int k = 0; k < cube.dimensions(); ++k) {
            const node_id bit = node_id{1} << k;
            const node_id left = columns.at(k, t & (bit - 1));
            std::uint32_t& place = places_[t * dimensions_ + static_cast<std::size_t>(k)];
            if (t < bit) {
                place = size_as<std::uint32_t>(own_);
                own_.push_back(left);
            }
            if (const node_id rest = left ^ bit; rest != 0) {
                const auto next = width_of(rest) - 1;
                const node_id origin = (t >> k << (k + 1)) | bit;
                const std::size_t sent = (origin >> (next + 1) << next) + columns.position(rest);
                places_[sent * dimensions_ + next] = place;
                forwarded_[t].insert(k);
            }
        }
    }
}

}  // namespace tutti
