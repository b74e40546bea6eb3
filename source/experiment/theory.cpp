#include "tutti/experiment/theory.hpp"

#include "overflow.hpp"

namespace tutti {

theory theory_of(const experiment& asked, const problem& posed) {
    const algorithm& what = *asked.what;
    return within_64_bits(asked, [&] {
        return theory{.expected = expected_time_of(what, posed),
                      .lower_bound = what.lower_bound(posed),
                      .phases = what.phases(posed),
                      .transmissions = what.transmissions(posed),
                      .failure = what.failure == nullptr ? std::optional<failure_probability>{}
                                                         : what.failure(posed)};
    });
}

}  // namespace tutti
