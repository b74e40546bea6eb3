#include "recording/phase_spans.hpp"

#include <vector>

#include <doctest/doctest.h>

#include "tutti/node/rational.hpp"
#include "verification/recording/recorded_plan.hpp"

TEST_SUITE("recording/phase_spans.hpp") {

TEST_CASE("phases follow each other without a gap, and the time counts the slots of each") {
    tutti::recorded_plan plan;
    plan.nodes = 2;
    plan.phases = {{.name = "count", .slot_length = {1, 4}}, {.name = "send"}};
    tutti::phase_record marks{plan};
    marks.note(2, "count");
    marks.note(4, "count");
    marks.note(9, "send");
    marks.note(9, "send");

    const std::vector<tutti::phase_span> spans = marks.spans(9);

    REQUIRE(spans.size() == 2);
    CHECK(spans[0].first == 1);
    CHECK(spans[0].last == 4);
    CHECK(spans[1].first == 5);
    CHECK(spans[1].last == 9);
    CHECK(tutti::span_at(spans, 4) == 0);
    CHECK(tutti::span_at(spans, 5) == 1);
    CHECK(tutti::units_until(plan, spans, 4) == tutti::rational{1});
    CHECK(tutti::units_until(plan, spans, 9) == tutti::rational{6});
    CHECK(tutti::slots_differ(plan));
}

}  // TEST_SUITE("recording/phase_spans.hpp")
