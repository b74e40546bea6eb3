#include "tutti/node/task.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <memory_resource>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "engine/memory/huge_pages.hpp"
#include "support/testbed.hpp"

namespace {

using support::path;
using support::run_on;
using tutti::frame_pool;
using tutti::task;

/// Its frame is not the caller's own, as clang++ would have it.
template <class Make>
[[gnu::noinline]] task<> made(const Make& make) {
    return make();
}

/// Runs a task that never waits, its frames from a separate pool; all must be back at the end.
template <class Make>
void run_isolated_node(const Make& make) {
    std::pmr::monotonic_buffer_resource memory;
    frame_pool pool{memory};
    {
        const frame_pool::scope frames{pool};
        const task<> alone = made(make);
        CHECK(pool.bytes_in_use() > 0);
        alone.handle().resume();
        REQUIRE(alone.handle().done());
        alone.handle().promise().result();
    }
    CHECK(pool.bytes_in_use() == 0);
}

task<int> number(int value) { co_return value; }

// Not with `?:`, for g++ 12 evaluates an await in it whatever the condition.
// NOLINTNEXTLINE(misc-no-recursion): depth is what is tested
task<int> sum_to(int last) {
    if (last == 0) {
        co_return 0;
    }
    co_return last + co_await sum_to(last - 1);
}

template <class Node>
task<int> descend(Node& self, int depth) {  // NOLINT(misc-no-recursion): likewise
    if (depth == 0) {
        co_await self.next_slot();
        co_return 0;
    }
    co_return 1 + co_await descend(self, depth - 1);
}

/// Writes its name down when it ends.
class witness {
public:
    witness(std::vector<std::string>& list, std::string name)
        : list_{&list}, name_{std::move(name)} {}
    witness(const witness&) = delete;
    witness& operator=(const witness&) = delete;
    witness(witness&&) = delete;
    witness& operator=(witness&&) = delete;
    ~witness() { list_->push_back(name_); }

private:
    std::vector<std::string>* list_;
    std::string name_;
};

template <class Node>
task<> sleep_for_ever(Node& self, std::vector<std::string>& names) {
    const witness inner{names, "inner"};
    co_await self.until(tutti::never);
}

template <class Node>
task<> hold(Node& self, std::vector<std::string>& names) {
    const witness middle{names, "middle"};
    co_await sleep_for_ever(self, names);
}

}  // namespace

TEST_SUITE("model/task") {

TEST_CASE("a million parts that end at once cost no stack") {
    std::int64_t sum = 0;
    run_isolated_node([&]() -> task<> {
        for (int i = 0; i < 1'000'000; ++i) {
            sum += co_await number(i);
        }
    });

    CHECK(sum == 499'999'500'000);
}

TEST_CASE("a million parts that end at once cost no stack after a wait either") {
    std::int64_t sum = 0;
    const auto waits = [](auto& self) -> task<> { co_await self.next_slot(); };
    run_on(path{1}, [&](auto& self) -> task<> {
        for (int turn = 0; turn < 3; ++turn) {
            co_await waits(self);
            for (int i = 0; i < 400'000; ++i) {
                sum += co_await number(1);
            }
        }
    }).rethrow();

    CHECK(sum == 1'200'000);
}

TEST_CASE("ten thousand parts in each other, without a wait and with one") {
    int without = 0;
    int with = 0;
    run_isolated_node([&]() -> task<> { without = co_await sum_to(10'000); });
    run_on(path{1}, [&](auto& self) -> task<> { with = co_await descend(self, 10'000); }).rethrow();

    CHECK(without == 50'005'000);
    CHECK(with == 10'000);
}

TEST_CASE("a part hands over values, also those that only move, and pointers") {
    int own = 7;
    std::vector<std::string> texts;
    std::unique_ptr<int> moved;
    const int* lent = nullptr;
    const auto text = [](std::string value) -> task<std::string> { co_return value + "!"; };
    const auto owner = []() -> task<std::unique_ptr<int>> { co_return std::make_unique<int>(5); };
    const auto lender = [](const int* number) -> task<const int*> { co_return number; };
    run_isolated_node([&]() -> task<> {
        texts.push_back(co_await text(std::string(100, 'x')));
        texts.push_back(co_await text("y"));
        moved = co_await owner();
        lent = co_await lender(&own);
    });

    CHECK(texts == std::vector<std::string>{std::string(100, 'x').append("!"), "y!"});
    REQUIRE(moved != nullptr);
    CHECK(*moved == 5);
    CHECK(lent == &own);
}

TEST_CASE("an exception is thrown where the part is awaited, through any number of parts") {
    std::vector<std::string> names;
    std::string caught;
    const auto thrower = [&](auto& self) -> task<int> {
        const witness inner{names, "inner"};
        co_await self.next_slot();
        throw std::runtime_error{"deep"};
    };
    const auto passer = [&](auto& self) -> task<int> {
        const witness middle{names, "middle"};
        co_return co_await thrower(self);
    };
    tutti::slot after = 0;
    run_on(path{1}, [&](auto& self) -> task<> {
        try {
            co_await passer(self);
        } catch (const std::runtime_error& error) {
            caught = error.what();
        }
        co_await self.next_slot();
        after = self.slot();
    }).rethrow();

    CHECK(caught == "deep");
    CHECK(names == std::vector<std::string>{"inner", "middle"});
    CHECK(after == 2);
}

TEST_CASE("what has not ended when the run is over is destroyed, innermost first") {
    std::vector<std::string> names;
    const auto report = run_on(path{1}, [&](auto& self) -> task<> {
        const witness outer{names, "outer"};
        co_await hold(self, names);
    });

    CHECK(report.ending == tutti::run_ending::stalled);
    CHECK(names == std::vector<std::string>{"inner", "middle", "outer"});
}

TEST_CASE("a task that was never awaited gives its frame back") {
    std::pmr::monotonic_buffer_resource memory;
    frame_pool pool{memory};
    {
        const frame_pool::scope frames{pool};
        task<int> first = number(1);
        task<int> second = std::move(first);
        first = number(2);
        first = std::move(second);
        CHECK(first.handle() != nullptr);
    }
    CHECK(pool.bytes_in_use() == 0);
}

}  // TEST_SUITE("model/task")

TEST_SUITE("model/frame_pool") {

TEST_CASE("a frame that was given back is used again") {
    std::pmr::monotonic_buffer_resource memory;
    frame_pool pool{memory};
    void* const first = pool.take(100);
    void* const other = pool.take(100);
    pool.give(first, 100);
    void* const again = pool.take(97);

    CHECK(again == first);
    CHECK(pool.bytes_in_use() == 197);
    pool.give(again, 97);
    pool.give(other, 100);
    CHECK(pool.bytes_in_use() == 0);
}

TEST_CASE("frames of any size are whole and aligned, and large ones come and go") {
    std::pmr::monotonic_buffer_resource memory;
    frame_pool pool{memory};
    std::vector<std::pair<std::uint8_t*, std::size_t>> frames;
    for (const std::size_t bytes : {1U, 31U, 32U, 33U, 2047U, 2048U, 2049U, 100'000U}) {
        frames.emplace_back(static_cast<std::uint8_t*>(pool.take(bytes)), bytes);
        CHECK(std::bit_cast<std::uintptr_t>(frames.back().first) % alignof(std::max_align_t) == 0);
        std::fill_n(frames.back().first, bytes, static_cast<std::uint8_t>(frames.size()));
    }
    for (std::size_t i = 0; i < frames.size(); ++i) {
        const auto [frame, bytes] = frames[i];
        CHECK(std::all_of(frame, frame + bytes, [&](auto byte) { return byte == i + 1; }));
        pool.give(frame, bytes);
    }
    CHECK(pool.bytes_in_use() == 0);
}

TEST_CASE("a large frame is used again for one of about the same size, and for no larger one") {
    std::pmr::monotonic_buffer_resource memory;
    frame_pool pool{memory};
    void* const first = pool.take(100'000);
    pool.give(first, 100'000);
    void* const larger = pool.take(120'000);
    void* const again = pool.take(99'000);

    CHECK(again == first);
    CHECK(larger != first);
    CHECK(pool.bytes_in_use() == 219'000);
    pool.give(again, 99'000);
    pool.give(larger, 120'000);
    CHECK(pool.bytes_in_use() == 0);
}

TEST_CASE("large frames of many sizes share a few places") {
    std::pmr::monotonic_buffer_resource memory;
    frame_pool pool{memory};
    void* place = nullptr;
    int places = 0;
    for (std::size_t bytes = 65'536; bytes < 131'072; bytes += 100) {
        void* const frame = pool.take(bytes);
        std::fill_n(static_cast<std::uint8_t*>(frame), bytes, std::uint8_t{1});
        pool.give(frame, bytes);
        places += frame != place ? 1 : 0;
        place = frame;
    }
    CHECK(places <= 9);
}

TEST_CASE("what a program keeps in numbers lies in its node's pool") {
    std::pmr::monotonic_buffer_resource memory;
    frame_pool pool{memory};
    {
        const frame_pool::scope frames{pool};
        tutti::node_vector<std::uint64_t> values(1000, 7);
        CHECK(pool.bytes_in_use() >= 8000);
        values.resize(5000, 8);
        CHECK(values.front() == 7);
        CHECK(values.back() == 8);
    }
    CHECK(pool.bytes_in_use() == 0);
}

TEST_CASE("memory in large pages is aligned and whole, and small pieces are served too") {
    std::pmr::memory_resource& memory = tutti::huge_pages();
    for (const std::size_t bytes : {1U, 4096U, (16U << 20U) - 1, 16U << 20U, 20'000'001U}) {
        auto* const piece = static_cast<std::uint8_t*>(memory.allocate(bytes));
        CHECK(std::bit_cast<std::uintptr_t>(piece) % alignof(std::max_align_t) == 0);
        std::fill_n(piece, bytes, std::uint8_t{3});
        CHECK(std::all_of(piece, piece + bytes, [](auto byte) { return byte == 3; }));
        memory.deallocate(piece, bytes);
    }
}

TEST_CASE("scopes nest, and frames go back to their own pool") {
    std::pmr::monotonic_buffer_resource memory;
    frame_pool outer{memory};
    frame_pool inner{memory};
    void* frame = nullptr;
    {
        const frame_pool::scope first{outer};
        frame = tutti::allocate_frame(50);
        const frame_pool::scope second{inner};
        CHECK(frame_pool::current() == &inner);
        tutti::release_frame(frame, 50);
    }
    CHECK(frame_pool::current() == nullptr);
    CHECK(outer.bytes_in_use() == 0);
    CHECK(inner.bytes_in_use() == 0);
    tutti::release_frame(tutti::allocate_frame(50), 50);
}

}  // TEST_SUITE("model/frame_pool")
