#include <doctest/doctest.h>

#include "algorithms/ring/tour_broadcast.hpp"

TEST_SUITE("algorithms/ring/tour_broadcast.hpp") {

TEST_CASE("what came first is passed on first") {
    tutti::relay_queue<int> waiting;
    waiting.push(1);
    waiting.push(2);
    CHECK(waiting.size() == 2);
    CHECK(waiting.pop() == 1);
    waiting.push(3);
    CHECK(waiting.pop() == 2);
    CHECK(waiting.pop() == 3);
    CHECK(waiting.size() == 0);
}

TEST_CASE("a third packet, and one that is not there, are errors that change nothing") {
    tutti::relay_queue<int> waiting;
    CHECK_THROWS_WITH_AS(waiting.pop(), "no packet waits to be passed on", tutti::error);
    waiting.push(1);
    waiting.push(2);
    CHECK_THROWS_WITH_AS(waiting.push(3), "a third packet waits to be passed on", tutti::error);
    CHECK(waiting.pop() == 1);
    CHECK(waiting.pop() == 2);
    CHECK_THROWS_AS(waiting.pop(), tutti::error);
}

}  // TEST_SUITE("algorithms/ring/tour_broadcast.hpp")
