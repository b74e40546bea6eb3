#include "web/server/connection_table.hpp"

#include <string>
#include <vector>

#include <doctest/doctest.h>

TEST_SUITE("serve/connection_table.hpp") {

namespace {

using tutti::serve::connection_table;

/// A table of up to four connections, three of one peer, and the names of those that it closed.
struct watched_table {
    connection_table table{{.total = 4, .of_peer = 3}};
    std::vector<std::string> closed{};

    std::optional<connection_table::entry> admit(const std::string& peer, const std::string& name) {
        return table.admit(peer, [this, name] { closed.push_back(name); });
    }
};

using names = std::vector<std::string>;

}  // namespace

TEST_CASE("a peer that opens too many loses those that have waited longest, and no other does") {
    watched_table table;
    const auto other = table.admit("b", "other");
    std::vector<connection_table::entry> one;
    for (const std::string name : {"1", "2", "3", "4", "5"}) {
        one.push_back(table.admit("a", name).value());
    }
    CHECK(table.closed == names{"1", "2"});
    CHECK(table.table.size() == 4);
    for (const auto each : one) {
        table.table.remove(each);
    }
    table.table.remove(other.value());
    CHECK(table.table.size() == 0);
    CHECK(table.closed == names{"1", "2"});
}

TEST_CASE("where there are too many in all, the one that has waited longest goes") {
    watched_table table;
    std::vector<connection_table::entry> entries;
    for (const std::string name : {"1", "2", "3", "4"}) {
        entries.push_back(table.admit(name, name).value());
    }
    table.table.begin_request(entries[0]);
    table.table.begin_request(entries[1]);
    table.table.await_request(entries[0]);
    CHECK(table.admit("5", "5").has_value());
    CHECK(table.closed == names{"3"});
    CHECK(table.table.drop_oldest());
    CHECK(table.table.drop_oldest());
    CHECK(table.closed == names{"3", "4", "1"});
}

TEST_CASE("what is being answered is not closed, and then there is no room") {
    watched_table table;
    std::vector<connection_table::entry> busy;
    for (const std::string name : {"1", "2", "3"}) {
        busy.push_back(table.admit("a", name).value());
        table.table.begin_request(busy.back());
    }
    CHECK_FALSE(table.admit("a", "4").has_value());
    CHECK_FALSE(table.table.drop_oldest());
    const auto other = table.admit("b", "5");
    REQUIRE(other.has_value());
    CHECK(table.admit("c", "6").has_value());
    CHECK(table.closed == names{"5"});
    // Its owner has not noticed yet.
    table.table.begin_request(*other);
    table.table.await_request(*other);
    table.table.remove(*other);
    table.table.remove(busy.front());
    CHECK(table.table.size() == 3);
    CHECK(table.admit("a", "7").has_value());
}

}  // TEST_SUITE
