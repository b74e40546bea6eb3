#include <string>

#include <doctest/doctest.h>

#include "algorithms/trial.hpp"
#include "faulty_program.hpp"

namespace support {

void check_verdict(const faulty_program& program) {
    CAPTURE(program.name);
    for_creature(program, [&](const tutti::experiment& plan) {
        for (const support::team& team : support::teams()) {
            const tutti::result outcome = support::run(plan, team);
            CHECK(outcome_in_short(outcome) == program.outcome);
            const std::string complaint = tutti::error_of(outcome);
            CAPTURE(complaint);
            CHECK(complaint.find(program.text) != std::string::npos);
        }
    });
}

}  // namespace support
