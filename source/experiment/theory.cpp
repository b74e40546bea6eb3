#include "tutti/experiment/theory.hpp"

#include "overflow.hpp"

namespace tutti {

theory theory_of(const experiment& asked, const problem& input) {
    const algorithm& what = *asked.what;
    return within_64_bits(asked, [&] {
        return theory{.expected = expected_time_of(what, input),
                      .lower_bound = what.lower_bound(input),
                      .phases = what.phases(input),
                      .transmissions = what.transmissions(input),
                      .failure = what.failure ? std::optional{what.failure(input)} : std::nullopt};
    });
}

}  // namespace tutti
