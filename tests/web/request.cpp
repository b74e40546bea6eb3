#include "web/server/request.hpp"

#include <string>
#include <vector>

#include <doctest/doctest.h>

TEST_SUITE("serve/exchange.hpp") {

namespace {

using tutti::serve::parse_target;
using tutti::serve::refusal;

}  // namespace

TEST_CASE("targets are taken apart and decoded") {
    CHECK(parse_target("/").path.empty());
    CHECK(parse_target("/runs/17").path == std::vector<std::string>{"runs", "17"});
    const auto target = parse_target("/api/1/network?spec=product(ring:5%2Cpath:4)&a=1&a=2&b");
    CHECK(target.path == std::vector<std::string>{"api", "1", "network"});
    CHECK(target.value("spec") == "product(ring:5,path:4)");
    CHECK(target.value("a") == "1");
    CHECK(target.value("b").empty());
    CHECK(target.query.contains("b"));
    CHECK(target.value("c").empty());
}

TEST_CASE("targets that could lead elsewhere are refused") {
    for (const std::string text : {"", "runs", "http://evil/", "//evil/x", "/../x", "/page/../x",
                                   "/page/%2e%2e/x", "/page/..%2fx", "/page/a%5cb", "/page//x",
                                   "/runs/", "/page/%00", "/page/%0a", "/page/.", "/%zz", "*"}) {
        CAPTURE(text);
        CHECK_THROWS_AS(static_cast<void>(parse_target(text)), refusal);
    }
    const std::string too_long = "/" + std::string(5000, 'a');
    CHECK_THROWS_AS(static_cast<void>(parse_target(too_long)), refusal);
}

}  // TEST_SUITE
