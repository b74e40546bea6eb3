#include "pictures/svg_canvas.hpp"

#include <limits>

#include <doctest/doctest.h>

#include "pictures/pipe_through.hpp"

TEST_SUITE("pictures/svg_canvas.hpp") {

TEST_CASE("numbers have two decimals at most") {
    CHECK(tutti::svg_number(0) == "0");
    CHECK(tutti::svg_number(-0.001) == "0");
    CHECK(tutti::svg_number(1.5) == "1.5");
    CHECK(tutti::svg_number(-0.25) == "-0.25");
    CHECK(tutti::svg_number(2.999) == "3");
    CHECK(tutti::svg_number(1.05) == "1.05");
    CHECK(tutti::svg_number(std::numeric_limits<double>::quiet_NaN()) == "0");
    CHECK(tutti::svg_number(std::numeric_limits<double>::infinity()) == "0");
}

TEST_CASE("what XML gives a meaning, and what it cannot hold, is escaped") {
    CHECK(tutti::in_xml("a<b>&\"c'") == "a&lt;b&gt;&amp;&quot;c'");
    CHECK(tutti::in_xml("\x1b\n\xff") == R"(\x1b\n\xff)");
    CHECK(tutti::in_xml("caf\xC3\xA9") == "caf\xC3\xA9");
    CHECK(tutti::in_xml("\xEF\xBF\xBE") == "???");
}

TEST_CASE("texts are cut after a whole character") {
    const tutti::svg_text look{.size = 10};
    CHECK(tutti::shortened("short", look, 100) == "short");
    const std::string cut =
        tutti::shortened("\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9", look, 30);
    CHECK(cut == "\xC3\xA9\xC3\xA9\xC3\xA9\xE2\x80\xA6");
    CHECK(tutti::width_of(cut, look) <= 30);
    CHECK(tutti::shortened("wide", look, 1) == "\xE2\x80\xA6");
}

}  // TEST_SUITE("pictures/svg_canvas.hpp")

TEST_SUITE("pictures/pipe_through.hpp") {

TEST_CASE("a program turns one text into another, however long they are") {
    const std::string text(3'000'000, 'x');
    const auto made = tutti::filter_by({"cat"}, text);
    REQUIRE(made);
    CHECK(made->status == 0);
    CHECK(made->output == text);
    CHECK(tutti::filter_by({"false"}, "")->status == 1);
    CHECK_FALSE(tutti::filter_by({"tutti-has-no-such-program"}, ""));
}

}  // TEST_SUITE("pictures/pipe_through.hpp")
