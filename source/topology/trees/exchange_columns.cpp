#include "exchange_columns.hpp"

#include <bit>

namespace tutti {

exchange_columns::exchange_columns(const hypercube& cube)
    : columns_(cube.node_count()), positions_(cube.node_count()) {
    // Column k has the nodes whose highest bit is k; its rows come from the columns before it.
    for (int k = 0; k < cube.dimensions(); ++k) {
        const node_id bit = node_id{1} << k;
        std::size_t place = bit;
        for (std::uint32_t row = 0; row < bit / 2; ++row) {
            for (int before = 0; before < k; ++before) {
                if (row >> before == 0) {
                    columns_[place++] = at(before, row) | bit;
                }
            }
        }
        columns_[place] = bit;
    }
    for (std::uint32_t place = 1; place < columns_.size(); ++place) {
        positions_[columns_[place]] = place - std::bit_floor(place);
    }
}

}  // namespace tutti
