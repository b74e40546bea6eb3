#include <exception>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "support/testbed.hpp"
#include "tutti/tutti.hpp"

TEST_SUITE("machine/misuse") {

namespace {

using tutti::hypercube;
using tutti::task;
using node = tutti::node<hypercube, std::uint64_t>;

/// What `run` throws if every node of the 1-cube sends to the other in slot 0, and node 1 then does
/// as `program` says.
template <class Program>
std::string thrown_by(const Program& program) {
    try {
        tutti::run(hypercube{1}, {.threads = 1, .algorithm = "mine"}, [&](node& self) -> task<> {
            self.send(0, self.id());
            co_await self.next_slot();
            std::ignore = self.inbox();
            if (self.id() == 1) {
                co_await program(self);
            }
        });
    } catch (const tutti::program_error& wrong) {
        return wrong.what();
    }
    return "nothing";
}

const std::string in_slot_2 = "mine: slot 2, node 1: the program threw: ";

}  // namespace

TEST_CASE("what leaves a program says where, and holds what was thrown") {
    const auto boom = [](node& /*self*/) -> task<> {
        throw std::domain_error{"boom"};
        co_return;
    };

    CHECK(thrown_by(boom) == in_slot_2 + "boom");
    try {
        tutti::run(hypercube{1}, {.threads = 1}, boom);
        FAIL("nothing was thrown");
    } catch (const tutti::program_error& wrong) {
        CHECK(wrong.place() == tutti::fault_place{.at = 0, .node = 0, .through = {}});
        CHECK_THROWS_WITH_AS(wrong.rethrow_nested(), "boom", std::domain_error);
    }
}

}  // TEST_SUITE("machine/misuse")
