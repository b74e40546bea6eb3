// The transport over MPI, as a library that is loaded where mpirun has started the program.
//
// Every process tells each other one in every exchange. What it tells goes in one message where it
// fits into `eager_bytes`, else in two, as its receiver does not know its size.

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <limits>
#include <new>
#include <optional>
#include <span>
#include <stop_token>
#include <thread>
#include <utility>
#include <vector>

#define OMPI_SKIP_MPICXX 1   // NOLINT(cppcoreguidelines-macro-usage): as Open MPI wants it
#define MPICH_SKIP_MPICXX 1  // NOLINT(cppcoreguidelines-macro-usage): as MPICH wants it
#include <mpi.h>

#include "divide.hpp"
#include "tutti/mpi/process_world.hpp"

namespace tutti {
namespace {

using bytes = transport::bytes;

// What a process says first: how many bytes it has for another one, or that it has left.
constexpr std::uint64_t has_left = std::numeric_limits<std::uint64_t>::max();
// Less than what MPI sends at once, without waiting for who receives it.
constexpr std::size_t eager_bytes = std::size_t{2} << 10U;

constexpr int out_of_memory_status = 4;

constexpr int first_tag = 1;
constexpr int rest_tag = 2;

// A message has no more bytes: MPI counts with int.
constexpr std::size_t most_at_once = std::size_t{1} << 30U;

/// The beginning of what one process tells another one.
struct envelope {
    std::uint64_t size = 0;
    std::array<std::byte, eager_bytes> first{};
};

class mpi_world final : public process_world {
public:
    mpi_world() {
        MPI_Comm_dup(MPI_COMM_WORLD, &runs_);
        MPI_Comm_dup(MPI_COMM_WORLD, &end_);
        MPI_Comm_size(runs_, &processes_);
        MPI_Comm_rank(runs_, &self_);
        const auto count = static_cast<std::size_t>(processes_);
        sent_.resize(count);
        received_.resize(count);
    }

    [[nodiscard]] int processes() const noexcept override { return processes_; }
    [[nodiscard]] int self() const noexcept override { return self_; }
    void exchange(const std::vector<bytes>& out, std::vector<bytes>& in) override;
    [[nodiscard]] std::vector<std::uint16_t> divide(
        std::span<const std::int32_t> first, std::span<const std::int32_t> neighbours) override {
        return divide_graph(first, neighbours, processes_);
    }
    void abandon() noexcept override;
    [[nodiscard]] std::vector<bytes> part(const bytes& last_words) noexcept override;
    void heed(std::stop_token asked_to_end) override { asked_to_end_ = std::move(asked_to_end); }

private:
    using clock = std::chrono::steady_clock;

    static constexpr std::size_t head = sizeof(std::uint64_t);

    void send_first(int to, std::span<const std::byte> told);
    void send_rest(int to, std::span<const std::byte> told);
    void receive_rest(int from, bytes& told);
    [[nodiscard]] MPI_Request* sending() { return &sends_.emplace_back(MPI_REQUEST_NULL); }
    [[nodiscard]] MPI_Request* receiving() { return &receives_.emplace_back(MPI_REQUEST_NULL); }
    void wait_for(std::vector<MPI_Request>& all);
    void give_up_on_the_dead();
    void make_room(std::vector<bytes>& in) const;

    static void wait_at_leisure(MPI_Request& awaited);
    void take_what_nobody_waited_for();

    template <class Each>
    void for_each_other(const Each& each) const {
        // Each begins with the next one, lest all ask the same at once.
        for (int step = 1; step < processes_; ++step) {
            each((self_ + step) % processes_);
        }
    }

    MPI_Comm runs_ = MPI_COMM_NULL;
    MPI_Comm end_ = MPI_COMM_NULL;
    int processes_ = 1;
    int self_ = 0;
    bool is_abandoned_ = false;
    bool is_lost_ = false;  // a process has died: no word reaches all
    std::stop_token asked_to_end_;
    std::optional<clock::time_point> asked_at_;
    std::vector<envelope> sent_;      // to each
    std::vector<envelope> received_;  // from each
    std::vector<MPI_Request> sends_;
    std::vector<MPI_Request> receives_;
};

void mpi_world::wait_for(std::vector<MPI_Request>& all) {
    constexpr int patience = 1000;
    int tries = 0;
    for (;;) {
        int is_done = 0;
        MPI_Testall(static_cast<int>(all.size()), all.data(), &is_done, MPI_STATUSES_IGNORE);
        if (is_done != 0) {
            break;
        }
        tries = std::min(tries + 1, patience);
        if (tries == patience) {
            // There may be more processes than cores.
            std::this_thread::yield();
            give_up_on_the_dead();
        }
    }
    all.clear();
}

void mpi_world::give_up_on_the_dead() {
    // Open MPI's mpirun kills after a second what does not end, and what was said late is lost.
    constexpr std::chrono::milliseconds patience{300};
    if (!asked_to_end_.stop_requested()) {
        return;
    }
    asked_at_ = asked_at_.value_or(clock::now());
    if (clock::now() - *asked_at_ > patience) {
        is_lost_ = true;
        throw process_left{"another process has died or does not answer: the run ends"};
    }
}

void mpi_world::send_first(int to, std::span<const std::byte> told) {
    envelope& mine = sent_[static_cast<std::size_t>(to)];
    const std::span<const std::byte> first = told.first(std::min(told.size(), eager_bytes));
    mine.size = told.size();
    std::ranges::copy(first, mine.first.begin());
    MPI_Isend(&mine, static_cast<int>(head + first.size()), MPI_BYTE, to, first_tag, runs_,
              sending());
}

void mpi_world::send_rest(int to, std::span<const std::byte> told) {
    for (std::size_t at = eager_bytes; at < told.size(); at += most_at_once) {
        const std::size_t size = std::min(most_at_once, told.size() - at);
        MPI_Isend(&told[at], static_cast<int>(size), MPI_BYTE, to, rest_tag, runs_, sending());
    }
}

void mpi_world::receive_rest(int from, bytes& told) {
    for (std::size_t at = eager_bytes; at < told.size(); at += most_at_once) {
        const std::size_t size = std::min(most_at_once, told.size() - at);
        MPI_Irecv(&told[at], static_cast<int>(size), MPI_BYTE, from, rest_tag, runs_, receiving());
    }
}

// The others are in the middle of the exchange: without the memory for it there is no way on.
void mpi_world::make_room(std::vector<bytes>& in) const {
    try {
        for (std::size_t from = 0; from < in.size(); ++from) {
            in[from].resize(received_[from].size);
        }
    } catch (const std::bad_alloc&) {
        static_cast<void>(
            std::fputs("tutti: out of memory for what processes tell each other\n", stderr));
        MPI_Abort(runs_, out_of_memory_status);
    }
}

// Who leaves tells all, which they read in the same exchange: none of them tells the rest then, and
// what the one who left does not receive is not waited for.
void mpi_world::exchange(const std::vector<bytes>& out, std::vector<bytes>& in) {
    if (is_abandoned_) {
        throw process_left{"another process had left the run"};
    }
    for_each_other([&](int from) {
        MPI_Irecv(&received_[static_cast<std::size_t>(from)], static_cast<int>(sizeof(envelope)),
                  MPI_BYTE, from, first_tag, runs_, receiving());
    });
    for_each_other([&](int to) { send_first(to, out[static_cast<std::size_t>(to)]); });
    received_[static_cast<std::size_t>(self_)].size = out[static_cast<std::size_t>(self_)].size();
    asked_at_.reset();
    wait_for(receives_);
    if (std::ranges::count(received_, has_left, &envelope::size) != 0) {
        std::ranges::for_each(sends_, [](MPI_Request& each) { MPI_Request_free(&each); });
        sends_.clear();
        throw process_left{"another process left the run"};
    }
    make_room(in);
    for_each_other([&](int other) {
        const auto index = static_cast<std::size_t>(other);
        const envelope& got = received_[index];
        std::copy_n(got.first.begin(), std::min<std::size_t>(got.size, eager_bytes),
                    in[index].begin());
        receive_rest(other, in[index]);
        send_rest(other, out[index]);
    });
    std::ranges::copy(out[static_cast<std::size_t>(self_)],
                      in[static_cast<std::size_t>(self_)].begin());
    wait_for(receives_);
    wait_for(sends_);
}

// The others read it in place of what they wait for.
void mpi_world::abandon() noexcept {
    if (std::exchange(is_abandoned_, true) || is_lost_) {
        return;
    }
    static constexpr std::uint64_t word = has_left;
    for_each_other([&](int to) {
        MPI_Request sent = MPI_REQUEST_NULL;
        MPI_Isend(&word, static_cast<int>(sizeof(word)), MPI_BYTE, to, first_tag, runs_, &sent);
        MPI_Request_free(&sent);
    });
}

// Process 0 may have much to do that the others have no part in.
void mpi_world::wait_at_leisure(MPI_Request& awaited) {
    constexpr std::chrono::microseconds pause{200};
    for (int is_done = 0;;) {
        MPI_Test(&awaited, &is_done, MPI_STATUS_IGNORE);
        if (is_done != 0) {
            return;
        }
        std::this_thread::sleep_for(pause);
    }
}

// The words of those who left, and what was on the way to who did: MPI wants to be left empty. All
// have been sent when all have come here.
void mpi_world::take_what_nobody_waited_for() {
    MPI_Barrier(end_);
    for (int is_there = 1; is_there != 0;) {
        MPI_Status which{};
        MPI_Iprobe(MPI_ANY_SOURCE, first_tag, runs_, &is_there, &which);
        if (is_there != 0) {
            MPI_Recv(received_.data(), static_cast<int>(sizeof(envelope)), MPI_BYTE,
                     which.MPI_SOURCE, first_tag, runs_, MPI_STATUS_IGNORE);
        }
    }
}

std::vector<bytes> mpi_world::part(const bytes& last_words) noexcept {
    if (is_lost_) {
        return {last_words};
    }
    const auto mine = static_cast<int>(last_words.size());
    std::vector<int> sizes(self_ == 0 ? static_cast<std::size_t>(processes_) : 0);
    MPI_Request gathered = MPI_REQUEST_NULL;
    MPI_Igather(&mine, 1, MPI_INT, sizes.data(), 1, MPI_INT, 0, end_, &gathered);
    wait_at_leisure(gathered);
    std::vector<int> places(sizes.size());
    for (std::size_t i = 1; i < places.size(); ++i) {
        places[i] = places[i - 1] + sizes[i - 1];
    }
    bytes together(sizes.empty() ? 0 : static_cast<std::size_t>(places.back() + sizes.back()));
    take_what_nobody_waited_for();
    MPI_Gatherv(last_words.data(), mine, MPI_BYTE, together.data(), sizes.data(), places.data(),
                MPI_BYTE, 0, end_);
    MPI_Finalize();
    std::vector<bytes> all(sizes.size());
    for (std::size_t i = 0; i < sizes.size(); ++i) {
        const std::span<const std::byte> told{together};
        const auto part =
            told.subspan(static_cast<std::size_t>(places[i]), static_cast<std::size_t>(sizes[i]));
        all[i].assign(part.begin(), part.end());
    }
    return all;
}

}  // namespace
}  // namespace tutti

extern "C" tutti::process_world* tutti_join_processes();

tutti::process_world* tutti_join_processes() {
    int provided = MPI_THREAD_SINGLE;
    int count = 1;
    MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &provided);
    MPI_Comm_size(MPI_COMM_WORLD, &count);
    if (count == 1) {
        MPI_Finalize();
        return nullptr;
    }
    // It lives as long as the process.
    // NOLINTNEXTLINE(cppcoreguidelines-owning-memory)
    return new tutti::mpi_world;
}
