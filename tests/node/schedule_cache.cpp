/// @file
/// Cache of schedules, with planted faults in its files.

#include "node/schedule_cache.hpp"

#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include <doctest/doctest.h>

#include "node/schedule_verifier.hpp"
#include "support/scratch.hpp"
#include "topology/schedules/common/link_table.hpp"
#include "topology/schedules/common/send_table.hpp"
#include "topology/schedules/network_by_name.hpp"
#include "topology/schedules/receiver_matching.hpp"

TEST_SUITE("node/schedule_cache") {

namespace {

namespace fs = std::filesystem;
using tutti::link_table;
using tutti::schedule_cache;
using tutti::schedule_key;
using tutti::schedule_requirement;
using tutti::send_table;

constexpr schedule_cache::limits every_schedule{.operations = 0, .seconds = 0};

/// Broadcasts on a network by receiver matching, and how often they were made.
class made_broadcasts {
public:
    explicit made_broadcasts(const std::string& network)
        : links{support::links_by_name(network)},
          sends{receiver_matching(links, packets_in_turn(links, links.node_count()))} {}

    [[nodiscard]] send_table from(const schedule_cache& cache, std::uint64_t operations = 1) {
        return cache.find_or_make(
            links, key, {.operations = operations},
            [&] {
                return schedule_requirement{.begins = packets_in_turn(links, links.node_count())};
            },
            [&] {
                ++made;
                return sends;
            });
    }
    [[nodiscard]] std::string text() const { return text_of(key, links); }

    link_table links;
    send_table sends;
    schedule_key key{.rule = "receiver-matching"};
    int made = 0;
};

std::string content_of(const fs::path& path) {
    std::ifstream file{path, std::ios::binary};
    return {std::istreambuf_iterator<char>{file}, {}};
}

void write(const fs::path& path, std::string_view content) {
    std::ofstream{path, std::ios::binary} << content;
}

void set_age(const fs::path& path, std::chrono::hours age) {
    fs::last_write_time(path, fs::file_time_type::clock::now() - age);
}

}  // namespace

TEST_CASE("a schedule is made once, and read from its file after that") {
    const support::scratch folder;
    made_broadcasts broadcasts{"hypercube:3"};
    for (int process = 0; process < 3; ++process) {
        const schedule_cache cache{folder.path("a/b"), every_schedule};
        CHECK(broadcasts.from(cache) == broadcasts.sends);
        CHECK(broadcasts.made == 1);
    }
    CHECK(fs::exists(schedule_cache{folder.path("a/b")}.path_of(broadcasts.text())));
}

TEST_CASE("schedules of little work are neither looked up nor written") {
    const support::scratch folder;
    made_broadcasts broadcasts{"hypercube:3"};
    const schedule_cache cache{folder.path("cache")};
    CHECK(broadcasts.from(cache) == broadcasts.sends);
    CHECK(broadcasts.from(cache, 1U << 30U) == broadcasts.sends);  // but takes no time
    CHECK(broadcasts.made == 2);
    CHECK(!fs::exists(folder.path("cache")));
}

TEST_CASE("a file that is damaged is made anew, and replaced") {
    const support::scratch folder;
    made_broadcasts broadcasts{"ring:5"};
    const schedule_cache cache{folder.path("cache"), every_schedule};
    CHECK(broadcasts.from(cache) == broadcasts.sends);
    const fs::path path = cache.path_of(broadcasts.text());
    const std::string right = content_of(path);
    std::vector<std::string> damaged{"", "tutti", right + "\n", right.substr(0, right.size() - 12),
                                     std::string(right.size(), '\0')};
    for (std::size_t place = 0; place < right.size(); place += 3) {
        damaged.push_back(right);
        damaged.back()[place] ^= 4;
        damaged.push_back(right.substr(0, place));
    }
    for (const std::string& content : damaged) {
        write(path, content);
        const int before = broadcasts.made;
        CHECK(broadcasts.from(cache) == broadcasts.sends);
        CHECK(broadcasts.made == before + 1);
        CHECK(content_of(path) == right);
    }
    fs::remove(path);
    fs::create_directory(path);
    CHECK(broadcasts.from(cache) == broadcasts.sends);
}

TEST_CASE("a file whose rows are whole but wrong is made anew") {
    const support::scratch folder;
    made_broadcasts broadcasts{"ring:5"};
    const schedule_cache cache{folder.path("cache"), every_schedule};
    send_table wrong = broadcasts.sends;
    wrong.back().packet = wrong.front().packet;
    cache.store(broadcasts.text(), wrong);
    CHECK(cache.find(broadcasts.text(), [](const send_table&) { return true; }) == wrong);
    CHECK(broadcasts.from(cache) == broadcasts.sends);
    CHECK(broadcasts.made == 1);
    CHECK(broadcasts.from(cache) == broadcasts.sends);
    CHECK(broadcasts.made == 1);
}

TEST_CASE("a file of another network, version or parameter does not count") {
    const support::scratch folder;
    const schedule_cache cache{folder.path("cache"), every_schedule};
    const made_broadcasts right{"hypercube:3"};
    // Of equal size; what differs are the links alone.
    made_broadcasts other{"product(ring:4,path:2)"};
    CHECK(right.links.link_count() == other.links.link_count());
    made_broadcasts newer{"hypercube:3"};
    newer.key.version = 2;
    made_broadcasts rooted{"hypercube:3"};
    rooted.key.root = 1;
    made_broadcasts longer{"hypercube:3"};
    longer.key.packets = 1;
    made_broadcasts one_way{"hypercube:3"};
    one_way.key.ports = tutti::port_model::one_way;
    made_broadcasts of_some{"hypercube:3"};
    of_some.key.participants = tutti::participant_set{{1, 2, 4}, 8};
    for (made_broadcasts* const each : {&other, &newer, &rooted, &longer, &one_way, &of_some}) {
        const fs::path path = cache.path_of(each->text());
        CHECK(path != cache.path_of(right.text()));
        cache.store(right.text(), right.sends);
        fs::rename(cache.path_of(right.text()), path);
        (void)each->from(cache);
        CHECK(each->made == 1);
        CHECK(content_of(path).starts_with(each->text()));
    }
    std::string later = right.text();
    later.replace(later.find(" 1\n"), 3, " 2\n");  // the format
    cache.store(later, right.sends);
    fs::rename(cache.path_of(later), cache.path_of(right.text()));
    CHECK(!cache.find(right.text(), [](const send_table&) { return true; }));
}

TEST_CASE("threads and other processes may write one file at once") {
    const support::scratch folder;
    const made_broadcasts broadcasts{"torus:5x5"};
    const std::string text = broadcasts.text();
    const schedule_cache cache{folder.path("cache"), every_schedule};
    // As another process is, or was killed, writing.
    fs::create_directories(folder.path("cache"));
    write(cache.path_of(text).string() + ".1.part", "tutti sched");
    std::vector<std::jthread> threads;
    threads.reserve(3);
    for (int writer = 0; writer < 3; ++writer) {
        threads.emplace_back([&] {
            for (int i = 0; i < 50; ++i) {
                cache.store(text, broadcasts.sends);
            }
        });
    }
    for (int i = 0; i < 200; ++i) {
        const auto sends = cache.find(text, [](const send_table&) { return true; });
        CHECK((!sends || *sends == broadcasts.sends));
    }
    threads.clear();
    CHECK(cache.find(text, [](const send_table&) { return true; }) == broadcasts.sends);
}

TEST_CASE("a folder that cannot be written is no cache") {
    const support::scratch folder;
    const std::string file = folder.file("file", "");
    made_broadcasts broadcasts{"ring:5"};
    for (const std::string& place : {file + "/cache", std::string{"/dev/null/tutti"},
                                     std::string{"/proc/tutti"}, std::string{"/dev/full/x"}}) {
        const int before = broadcasts.made;
        const schedule_cache cache{place, every_schedule};
        CHECK(broadcasts.from(cache) == broadcasts.sends);
        CHECK(broadcasts.from(cache) == broadcasts.sends);
        CHECK(broadcasts.made == before + 2);
    }
    // What is there is read, if nothing can be written.
    const schedule_cache cache{folder.path("cache"), every_schedule};
    cache.store(broadcasts.text(), broadcasts.sends);
    fs::permissions(folder.path("cache"), fs::perms::owner_read | fs::perms::owner_exec);
    CHECK(cache.find(broadcasts.text(), [](const send_table&) { return true; }));
    fs::permissions(folder.path("cache"), fs::perms::owner_all);
}

TEST_CASE("the files that were read last stay within the limit") {
    const support::scratch folder;
    made_broadcasts small{"ring:5"};
    made_broadcasts first{"ring:20"};
    made_broadcasts second{"path:20"};
    made_broadcasts third{"hypercube:4"};
    schedule_cache::limits within = every_schedule;
    within.bytes = 5 * first.sends.size() * sizeof(first.sends[0]) / 2;
    const schedule_cache cache{folder.path("cache"), within};
    const auto is_there = [&](const made_broadcasts& each) {
        return fs::exists(cache.path_of(each.text()));
    };
    for (made_broadcasts* const each : {&small, &first, &second}) {
        (void)each->from(cache);
        set_age(cache.path_of(each->text()), std::chrono::hours{9});
    }
    set_age(cache.path_of(second.text()), std::chrono::hours{5});
    write(folder.path("cache/notes"), std::string(1U << 16U, 'x'));
    (void)first.from(cache);
    (void)small.from(cache);
    CHECK(first.made == 1);
    (void)third.from(cache);
    CHECK(is_there(small));
    CHECK(is_there(first));
    CHECK(!is_there(second));
    CHECK(is_there(third));
    CHECK(fs::exists(folder.path("cache/notes")));
    made_broadcasts large{"hypercube:6"};
    (void)large.from(cache);
    CHECK(!is_there(large));
    CHECK(is_there(first));
}

// NOLINTBEGIN(concurrency-mt-unsafe): no other thread looks at the environment.
TEST_CASE("the folder is that of the user's caches") {
    const auto folder_with = [](const char* cache, const char* home) {
        ::setenv("XDG_CACHE_HOME", cache, 1);
        ::setenv("HOME", home, 1);
        return tutti::user_schedule_folder();
    };
    const char* const variable = std::getenv("HOME");
    const std::string home = variable == nullptr ? "" : variable;
    CHECK(folder_with("/c", "/h") == fs::path{"/c/tutti/schedules"});
    CHECK(folder_with("c", "/h") == fs::path{"/h/.cache/tutti/schedules"});
    CHECK(folder_with("", "/h") == fs::path{"/h/.cache/tutti/schedules"});
    CHECK(folder_with("", "h") == std::nullopt);
    CHECK(folder_with("", "") == std::nullopt);
    ::unsetenv("XDG_CACHE_HOME");
    ::unsetenv("HOME");
    CHECK(tutti::user_schedule_folder() == std::nullopt);
    folder_with("/dev/null", home.c_str());
}
// NOLINTEND(concurrency-mt-unsafe)

}  // TEST_SUITE("node/schedule_cache")
