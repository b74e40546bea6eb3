#include "experiment/time_model/quantities.hpp"

#include <array>
#include <stdexcept>
#include <string>
#include <string_view>

#include <doctest/doctest.h>

TEST_SUITE("experiment/time_model/quantities.hpp") {

namespace {

using tutti::exact_number;

std::string refusal_of(const auto& parse, std::string_view text) {
    try {
        static_cast<void>(parse(text));
    } catch (const std::invalid_argument& wrong) {
        return wrong.what();
    }
    return {};
}

}  // namespace

TEST_CASE("numbers with units are exact") {
    CHECK(tutti::parse_duration("0.7us") == exact_number{7, 10'000'000});
    CHECK(tutti::parse_duration("1/3ns") == exact_number{1, 3'000'000'000});
    CHECK(tutti::parse_duration("2.5e-1ms") == exact_number{1, 4000});
    CHECK(tutti::parse_duration("0s") == 0);
    CHECK(tutti::parse_bandwidth("50GB/s") == 50'000'000'000);
    CHECK(tutti::parse_bandwidth("400Gb/s") == 50'000'000'000);
    CHECK(tutti::parse_bandwidth("1KiB/s") == 1024);
    CHECK(tutti::parse_bandwidth("500/23GB/s") == exact_number{500'000'000'000, 23});
    CHECK(tutti::parse_bandwidth("8b/s") == 1);
    CHECK(tutti::parse_size("1MiB") == 1'048'576);
    CHECK(tutti::parse_size("1.5KB") == 1500);
    CHECK(tutti::parse_size("1/2GiB") == 536'870'912);
    CHECK(tutti::parse_size("4096") == 4096);
}

TEST_CASE("whatever is not a number with its unit is refused with its text and a right one") {
    constexpr std::array durations{"",      "us",    "1",     "1 us",  "1US",  "1Us",
                                   "-1us",  "+1us",  "1.us",  "01us",  "1us ", "1min",
                                   "1e99s", "1,5us", "1/0us", "0x1us", "1usec"};
    constexpr std::array bandwidths{"1",     "1GB",   "1G/s",    "1gb/s",  "1GBps",   "1 GB/s",
                                    "0GB/s", "1TB/s", "1GB/sec", "1KB/ms", "2e9GB/s", "-1B/s"};
    constexpr std::array sizes{"",      "1K",   "1kB",   "1mb", "0",  "0B", "1.5B",
                               "1e30B", "1TiB", "1 MiB", "MiB", "-1", "1b", "2GiB/s"};
    for (const char* const each : durations) {
        CAPTURE(each);
        CHECK_FALSE(refusal_of(tutti::parse_duration, each).empty());
    }
    for (const char* const each : bandwidths) {
        CAPTURE(each);
        CHECK_FALSE(refusal_of(tutti::parse_bandwidth, each).empty());
    }
    for (const char* const each : sizes) {
        CAPTURE(each);
        CHECK_FALSE(refusal_of(tutti::parse_size, each).empty());
    }
    CHECK(refusal_of(tutti::parse_duration, "1US") ==
          "'1US' is not a duration; write it as 0.7us; the units are ns, us, ms and s");
    CHECK(refusal_of(tutti::parse_size, "1.5B") ==
          "'1.5B' is not a whole number of bytes from 1 to 1152921504606846976 (1 EiB)");
}

TEST_CASE("quantities are written in the unit that suits them") {
    CHECK(tutti::seconds_text(1.25e-6) == "1.25 us");
    CHECK(tutti::seconds_text(0.99999e-3) == "1 ms");
    CHECK(tutti::seconds_text(0) == "0 ns");
    CHECK(tutti::seconds_text(75) == "75 s");
    CHECK(tutti::bandwidth_text(6.25e9) == "6.25 GB/s");
    for (const auto bytes : {1U, 8U, 1000U, 1024U, 1'048'576U, 3'000'000U, 1'048'577U}) {
        CHECK(tutti::parse_size(tutti::size_text(bytes)) == bytes);
    }
    CHECK(tutti::size_text(1'048'576) == "1MiB");
}

}  // TEST_SUITE
