#include "web/server/access.hpp"

#include <string>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>

#include "util/host_name.hpp"

TEST_SUITE("serve/access.hpp") {

namespace {

using tutti::serve::access_rules;

constexpr unsigned port = 8080;

bool is_refused(const access_rules& rules, std::string_view host, std::string_view origin = {}) {
    return !rules
                .foreign_host_error({.host = host, .origin = origin, .has_origin = !origin.empty()})
                .empty();
}

}  // namespace

TEST_CASE("only the server's own names are its hosts, at any port of the end of a tunnel") {
    struct hosts {
        access_rules rules;
        std::vector<std::string> own;
        std::vector<std::string> others;
    };
    const std::vector<hosts> table{
        {access_rules{"127.0.0.1", port, {}},
         {"127.0.0.1:8080", "localhost:8080", "[::1]:8080", "localhost:9999", "127.0.0.1:9999",
          "[::1]:9999", "127.0.0.1", "localhost", "127.8.8.8:9999"},
         {"evil", "evil:8080", "127.1:8080", "127.0.0.1:", "127.0.0.1:0", "127.0.0.1:65536",
          "127.0.0.1:09999", "127.0.0.1:9999:9999", "localhost.evil:8080", "localhost:8080.evil",
          "", "127.0.0.1:8080.evil", "10.0.0.7:8080", "0.0.0.0:9999", "[::2]:9999", ":8080"}},
        {access_rules{"127.0.0.1", port, "t", {"gateway.example"}},
         {"gateway.example", "Gateway.Example:9999"},
         {"gateway.example.evil:9999", "evil.gateway.example"}},
        {access_rules{"10.0.0.7", port, "t"},
         {"10.0.0.7:8080"},
         {"localhost:8080", "10.0.0.8:8080", "evil.10.0.0.7:8080"}},
        {access_rules{"0.0.0.0", port, "t"},
         {"10.0.0.7:8080", "localhost:8080", tutti::name_of_host() + ":8080"},
         {"evil.example:8080"}},
        {access_rules{"::1", port, {}}, {"[::1]:8080"}, {}}};
    for (const hosts& each : table) {
        for (const std::string& host : each.own) {
            CAPTURE(host);
            CHECK_FALSE(is_refused(each.rules, host));
            CHECK_FALSE(is_refused(each.rules, host, "http://" + host));
            CHECK(is_refused(each.rules, host, "http://" + host + "9"));
            CHECK(is_refused(each.rules, host, "http://evil"));
        }
        for (const std::string& host : each.others) {
            CAPTURE(host);
            CHECK(is_refused(each.rules, host));
        }
    }
    CHECK(table[1].rules.foreign_host_error({.host = "evil:8080"}) ==
          "Host: 'evil:8080' is another server; this one is 127.0.0.1:8080; to serve it under "
          "another name, start it with --allow-host NAME");
    for (const std::string name : {"", "gateway:80", "a/b", "a b", "http://a"}) {
        CHECK_FALSE(tutti::serve::is_host_name(name));
    }
}

TEST_CASE("browsers say which site asks, and no other one may") {
    const auto is_refused_for = [](std::string_view site, std::string_view mode,
                                   std::string_view destination, bool is_page) {
        return !access_rules::cross_site_error({.host = {},
                                                .fetch_site = site,
                                                .fetch_mode = mode,
                                                .fetch_destination = destination},
                                               is_page)
                    .empty();
    };
    for (const bool is_page : {false, true}) {
        CAPTURE(is_page);
        CHECK_FALSE(is_refused_for("", "", "", is_page));
        CHECK_FALSE(is_refused_for("none", "navigate", "document", is_page));
        CHECK_FALSE(is_refused_for("same-origin", "cors", "empty", is_page));
        for (const std::string_view site : {"cross-site", "same-site", "x"}) {
            CHECK(is_refused_for(site, "no-cors", "image", is_page));
            CHECK(is_refused_for(site, "navigate", "iframe", is_page));
            CHECK(is_refused_for(site, "", "", is_page));
        }
    }
    // A link in a message leads to a page, and to nothing that takes work.
    CHECK_FALSE(is_refused_for("cross-site", "navigate", "document", true));
    CHECK(is_refused_for("cross-site", "navigate", "document", false));
}

TEST_CASE("addresses are numbers, and some are of this machine alone") {
    using tutti::serve::is_address;
    using tutti::serve::is_of_this_machine_alone;
    for (const std::string address : {"127.0.0.1", "127.9.9.9", "::1"}) {
        CHECK(is_address(address));
        CHECK(is_of_this_machine_alone(address));
    }
    for (const std::string address : {"0.0.0.0", "::", "10.0.0.7", "128.0.0.1", "::2", "1::1"}) {
        CHECK(is_address(address));
        CHECK_FALSE(is_of_this_machine_alone(address));
    }
    for (const std::string text :
         {"", "localhost", "127.1", "1.2.3.4.5", "127.0.0.1:80", "[::1]"}) {
        CHECK_FALSE(is_address(text));
    }
}

TEST_CASE("a page of another origin is refused") {
    const access_rules rules{"127.0.0.1", port, {}};
    for (const std::string origin : {"http://localhost:8080", "https://127.0.0.1:8080", "null"}) {
        CHECK(is_refused(rules, "127.0.0.1:8080", origin));
    }
}

TEST_CASE("the token is known as it is, and in no other way") {
    const std::string token = tutti::serve::new_token();
    CHECK(token.size() == 32);
    CHECK(token != tutti::serve::new_token());
    const access_rules rules{"0.0.0.0", port, token};
    CHECK(rules.needs_token());
    CHECK(rules.is_token(token));
    CHECK_FALSE(rules.is_token(token + token));
    CHECK_FALSE(rules.is_token(token.substr(1)));
    CHECK_FALSE(rules.is_token(""));
    std::string other = token;
    other.back() = other.back() == '0' ? '1' : '0';
    CHECK_FALSE(rules.is_token(other));

    const access_rules lettered{"0.0.0.0", port, "abcdef"};
    CHECK_FALSE(lettered.is_token("ABCDEF"));
    CHECK_FALSE(rules.knows_token({.host = ""}));
    const std::string bearer = "Bearer " + token;
    CHECK(rules.knows_token({.host = "", .authorization = bearer}));
    const std::string cookie = "a=b; tutti_8080=" + token + "; c=d";
    CHECK(rules.knows_token({.host = "", .cookie = cookie}));
    const std::string of_another = "tutti_8081=" + token;
    CHECK_FALSE(rules.knows_token({.host = "", .cookie = of_another}));
    CHECK(rules.cookie().find("HttpOnly; SameSite=Strict") != std::string::npos);
}

TEST_CASE("without a token everybody knows it, and no text is it") {
    const access_rules rules{"127.0.0.1", port, {}};
    CHECK_FALSE(rules.needs_token());
    CHECK(rules.knows_token({.host = ""}));
    CHECK_FALSE(rules.is_token(""));
}

}  // TEST_SUITE
