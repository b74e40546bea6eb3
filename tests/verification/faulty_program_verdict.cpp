#include <string>

#include <doctest/doctest.h>

#include "algorithms/trial.hpp"
#include "faulty_program.hpp"

namespace support {

void check_verdict(const faulty_program& one) {
    CAPTURE(one.name);
    for_creature(one, [&](const tutti::experiment& asked) {
        for (const support::team& team : support::teams()) {
            const tutti::result found = support::run(asked, team);
            CHECK(outcome_in_short(found) == one.outcome);
            const std::string complaint = tutti::error_of(found);
            CAPTURE(complaint);
            CHECK(complaint.find(one.text) != std::string::npos);
        }
    });
}

}  // namespace support
