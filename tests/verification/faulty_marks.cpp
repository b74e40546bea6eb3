// Programs that mark the ends of their phases wrongly or are late, each with the verdict that it
// must get.
#include <bit>
#include <vector>

#include <doctest/doctest.h>

#include "faulty_program.hpp"

TEST_SUITE("tutti/experiment/experiment.hpp") {

namespace {

using support::at_once;
using support::check_verdict;
using support::faulty_node;
using support::in_slot;
using support::node_interface_view;
using tutti::task;

}  // namespace

TEST_CASE("faulty programs: wrong marks and late ends are found") {
    const auto marks = [](node_interface_view& self) { self.mark("broadcast"); };
    check_verdict({.name = "marks what is no phase's",
                   .outcome = "incorrect: phases",
                   .text = "1 mark of 'victory', with which no phase ends",
                   .last = at_once([](node_interface_view& self) { self.mark("victory"); })});
    const auto has_counters = [](tutti::algorithm& algorithm) {
        algorithm.phases = [](const tutti::problem&) {
            return std::vector<tutti::phase>{{.name = "count", .markers = {1, 2, 4}},
                                             {.name = "broadcast", .most_slots = 4}};
        };
    };
    check_verdict({.name = "marks for those who can know",
                   .outcome = "incorrect: phases",
                   .text = "not every node that can know the end of count marked it",
                   .first = at_once([](node_interface_view& self) {
                       for (int i = 0; i < 3; ++i) {
                           self.mark("count");
                       }
                   }),
                   .describes = has_counters});
    check_verdict({.name = "marks with those who can know",
                   .outcome = "incorrect: phases",
                   .text = "4 marks of the end of count, not 3",
                   .first = [](node_interface_view& self) -> task<> {
                       if (std::has_single_bit(self.id()) || self.id() == faulty_node) {
                           self.mark("count");
                       }
                       co_return;
                   },
                   .describes = has_counters});
    check_verdict({.name = "marks long after the end",
                   .outcome = "late: time",
                   .last = in_slot(30, marks),
                   .marks = false});
    check_verdict({.name = "begins late",
                   .outcome = "late: time",
                   .text = "is later than",
                   .first = [](node_interface_view& self) -> task<> { co_await self.until(5); }});
}

}  // TEST_SUITE("tutti/experiment/experiment.hpp")
