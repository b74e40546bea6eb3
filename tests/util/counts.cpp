#include "util/counts.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include <doctest/doctest.h>

#include "util/json_values.hpp"

TEST_SUITE("util/counts.hpp") {

TEST_CASE_TEMPLATE("numbers are divided, multiplied and rounded", number, std::int32_t,
                   std::int64_t, std::uint32_t, std::uint64_t) {
    // Of a vector, so that the compiler cannot work them out.
    const std::vector<std::uint64_t> large{std::uint64_t{1} << 63U};
    const std::uint64_t most = large.front();
    const std::vector<std::tuple<number, number, number, number>> quotients{{12, 4, 3, 0},
                                                                            {13, 4, 4, 1}};
    for (const auto& [whole, part, up, rest] : quotients) {
        CHECK(tutti::divided_up(whole, part) == up);
        CHECK(tutti::remainder_of(whole, part) == rest);
        CHECK(tutti::remainder_of(static_cast<std::uint64_t>(whole) + most, part) == rest);
        CHECK(tutti::ratio(whole, 4) == static_cast<double>(whole) / 4);
        CHECK(tutti::product(whole, most) == static_cast<double>(whole) * 0x1p63);
        for (const double seconds : std::vector<double>{0.0, 2.0}) {
            CHECK(tutti::rate_of(whole, seconds) == static_cast<double>(whole) * seconds / 4);
        }
        for (const double power : std::vector<double>{0x1p10, 0x1p63}) {
            CHECK(tutti::whole_part(power + 0.5) == static_cast<std::uint64_t>(power));
        }
    }
}

TEST_CASE_TEMPLATE("what is missing is null", value, int, double, std::uint64_t, bool,
                   std::string) {
    const auto same = [](const value& each) { return each; };
    for (const auto& maybe : {std::optional<value>{value{}}, std::optional<value>{}}) {
        CHECK(tutti::or_null(maybe).is_null() != maybe.has_value());
        CHECK(tutti::or_null(maybe, same).is_null() != maybe.has_value());
    }
    CHECK(tutti::or_null(std::string{}).is_null());
    CHECK(tutti::or_null(std::string{"text"}) == "text");
}

}  // TEST_SUITE
