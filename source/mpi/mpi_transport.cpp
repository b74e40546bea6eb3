// The transport over MPI, as a library that is loaded where mpirun has started the program.
//
// Every process sends to each other one in every exchange. The content goes in one message where it
// fits into `eager_bytes`, else in two, as its receiver does not know its size. What goes ahead is
// a separate message, and then the rest mostly fits.

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

#include "partition_graph.hpp"
#include "process_launcher.hpp"
#include "util/counts.hpp"
#include "util/indexed_vector.hpp"

namespace tutti {
namespace {

using bytes = transport::bytes;

// In place of the size of what a process has for another one: it has left.
constexpr std::uint64_t has_left = std::numeric_limits<std::uint64_t>::max();
// Less than what MPI sends at once, without waiting for the receiver.
constexpr std::size_t eager_bytes = std::size_t{2} << 10U;

constexpr int out_of_memory_status = 4;

constexpr int first_tag = 1;
constexpr int rest_tag = 2;
constexpr int ahead_tag = 3;

// A message has no more bytes: MPI counts with int.
constexpr std::size_t most_at_once = std::size_t{1} << 30U;

/// Message from one process to another in an exchange.
struct envelope {
    std::uint64_t size = 0;   ///< bytes, without those that went ahead
    std::uint64_t ahead = 0;  ///< bytes that did
    std::array<std::byte, eager_bytes> first{};
};

bool are_done(std::vector<MPI_Request>& requests) {
    int is_done = 0;
    MPI_Testall(size_as<int>(requests), requests.data(), &is_done, MPI_STATUSES_IGNORE);
    return is_done != 0;
}

class mpi_transport final : public process_launcher {
public:
    mpi_transport() {
        MPI_Comm_dup(MPI_COMM_WORLD, &runs_);
        MPI_Comm_dup(MPI_COMM_WORLD, &end_);
        MPI_Comm_size(runs_, &processes_);
        MPI_Comm_rank(runs_, &self_);
        sent_.resize(processes_);
        received_.resize(processes_);
        ahead_.resize(processes_);
        early_.resize(processes_);
        is_early_.resize(processes_);
        // Sends ahead, the envelope and the rest: enough for most runs.
        sends_.reserve(3 * sent_.size());
        receives_.reserve(3 * sent_.size());
    }

    [[nodiscard]] int processes() const noexcept override { return processes_; }
    [[nodiscard]] int self() const noexcept override { return self_; }
    // A process that leaves notifies all others, which read it in the same exchange: none of them
    // notifies the rest then. What the process that left has not received yet is waited for in the
    // end.
    void exchange(const std::vector<bytes>& out, std::vector<bytes>& in) override {
        if (is_abandoned_) {
            throw process_left{"another process had left the run"};
        }
        for_each_other([&](int from) {
            receive(std::as_writable_bytes(std::span{&received_[from], 1}), from, first_tag);
        });
        const indexed_span<int, const bytes> data{out};
        const indexed_span<int, bytes> room{in};
        for_each_other([&](int to) { send_first(to, data[to]); });
        asked_at_.reset();
        wait_for(receives_);
        if (std::ranges::count(received_, has_left, &envelope::size) != 0) {
            throw process_left{"another process left the run"};
        }
        try {
            for_each_other([&](int other) {
                receive_rest(other, room[other]);
                send_rest(other, data[other]);
            });
            room[self_] = data[self_];
        } catch (const std::bad_alloc&) {
            abort_without_memory();
        }
        wait_for(receives_);
        wait_for(sends_);
        std::ranges::for_each(ahead_, [](bytes& each) { each.clear(); });
    }
    [[nodiscard]] std::size_t least_ahead() const noexcept override { return eager_bytes + 1; }
    void begin(std::vector<bytes>& out) override {
        for_each_other([&, all = indexed_span<int, bytes>{out}](int to) {
            bytes& data = all[to];
            if (data.size() < least_ahead() || data.size() > most_at_once) {
                return;
            }
            ahead_[to].swap(data);
            send(ahead_[to], to, ahead_tag);
        });
    }
    // The receiver learns of arrivals, and MPI may need a call for them to progress. No process can
    // be an exchange further: it would wait for this process.
    void progress() override {
        int is_there = 0;
        MPI_Status which{};
        MPI_Iprobe(MPI_ANY_SOURCE, ahead_tag, runs_, &is_there, &which);
        if (is_there == 0) {
            return;
        }
        int size = 0;
        MPI_Get_count(&which, MPI_BYTE, &size);
        const auto count = static_cast<std::size_t>(size);
        bytes& data = early_[which.MPI_SOURCE];
        data.reserve(count + eager_bytes);  // what the exchange brings, too
        data.resize(count);
        receive(data, which.MPI_SOURCE, ahead_tag);
        is_early_[which.MPI_SOURCE] = true;
    }
    [[nodiscard]] std::vector<std::uint16_t> partition_graph(
        std::span<const std::int32_t> first, std::span<const std::int32_t> neighbours) override {
        return partition_with_metis(first, neighbours, processes_);
    }
    // The others read it in place of what they wait for.
    void abandon() noexcept override {
        if (std::exchange(is_abandoned_, true) || is_lost_) {
            return;
        }
        static constexpr std::uint64_t word = has_left;
        for_each_other([&](int to) {
            MPI_Request sent = MPI_REQUEST_NULL;
            MPI_Isend(&word, int{sizeof(word)}, MPI_BYTE, to, first_tag, runs_, &sent);
            MPI_Request_free(&sent);
        });
    }
    [[nodiscard]] std::vector<bytes> part(const bytes& last_words) noexcept override {
        if (is_lost_) {
            return {last_words};
        }
        try {
            finish_requests();
        } catch (const std::bad_alloc&) {
            abort_without_memory();
        }
        const int length = size_as<int>(last_words);
        std::vector<int> sizes(self_ == 0 ? sent_.size() : 0);
        MPI_Gather(&length, 1, MPI_INT, sizes.data(), 1, MPI_INT, 0, end_);
        std::vector<int> places(sizes.size());
        for (std::size_t i = 1; i < places.size(); ++i) {
            places[i] = places[i - 1] + sizes[i - 1];
        }
        bytes together(sizes.empty() ? 0 : static_cast<std::size_t>(places.back() + sizes.back()));
        MPI_Gatherv(last_words.data(), length, MPI_BYTE, together.data(), sizes.data(),
                    places.data(), MPI_BYTE, 0, end_);
        MPI_Finalize();
        std::vector<bytes> messages(sizes.size());
        for (std::size_t i = 0; i < sizes.size(); ++i) {
            const auto first = together.begin() + places[i];
            messages[i].assign(first, first + sizes[i]);
        }
        return messages;
    }
    void watch_stop(std::stop_token asked_to_end) override {
        asked_to_end_ = std::move(asked_to_end);
    }

private:
    using clock = std::chrono::steady_clock;

    static constexpr std::size_t head = offsetof(envelope, first);

    void send_first(int to, std::span<const std::byte> data) {
        envelope& envelope = sent_[to];
        const std::span<const std::byte> first = data.first(std::min(data.size(), eager_bytes));
        envelope.size = data.size();
        envelope.ahead = ahead_[to].size();
        std::ranges::copy(first, envelope.first.begin());
        send(std::as_bytes(std::span{&envelope, 1}).first(head + first.size()), to, first_tag);
    }
    void send_rest(int to, std::span<const std::byte> data) {
        for (std::size_t at = eager_bytes; at < data.size(); at += most_at_once) {
            send(data.subspan(at, std::min(most_at_once, data.size() - at)), to, rest_tag);
        }
    }
    // All that the envelope has not got. What was sent ahead may have come.
    void receive_rest(int from, bytes& data) {
        const envelope& got = received_[from];
        const bool is_early = is_early_[from];
        if (is_early) {
            data.swap(early_[from]);
            is_early_[from] = false;
        }
        data.resize(got.ahead + got.size);
        const std::span room{data};
        std::copy_n(got.first.begin(), std::min<std::size_t>(got.size, eager_bytes),
                    room.subspan(got.ahead).begin());
        if (got.ahead != 0 && !is_early) {
            receive(room.first(got.ahead), from, ahead_tag);
        }
        for (std::size_t at = got.ahead + eager_bytes; at < room.size(); at += most_at_once) {
            receive(room.subspan(at, std::min(most_at_once, room.size() - at)), from, rest_tag);
        }
    }
    void send(std::span<const std::byte> data, int to, int tag) {
        MPI_Isend(data.data(), size_as<int>(data), MPI_BYTE, to, tag, runs_,
                  &sends_.emplace_back(MPI_REQUEST_NULL));
    }
    void receive(std::span<std::byte> room, int from, int tag) {
        MPI_Irecv(room.data(), size_as<int>(room), MPI_BYTE, from, tag, runs_,
                  &receives_.emplace_back(MPI_REQUEST_NULL));
    }
    void wait_for(std::vector<MPI_Request>& requests) {
        constexpr int patience = 1000;
        int tries = 0;
        while (!are_done(requests)) {
            tries = std::min(tries + 1, patience);
            if (tries == patience) {
                // There may be more processes than cores.
                std::this_thread::yield();
                drop_lost_processes();
            }
        }
        requests.clear();
    }
    void drop_lost_processes() {
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

    // MPI requires that no message is left. A process whose sends and receives are complete
    // notifies the others, and takes what comes until theirs are, too. Process 0 may come late: it
    // may have much to do that the others have no part in.
    void finish_requests() {
        constexpr std::chrono::microseconds pause{200};
        MPI_Request all_are_done = MPI_REQUEST_NULL;
        bool has_told = false;
        for (int is_over = 0; is_over == 0;) {
            receive_unexpected();
            if (!has_told && are_done(sends_) && are_done(receives_)) {
                MPI_Ibarrier(end_, &all_are_done);
                has_told = true;
            }
            if (has_told) {
                MPI_Test(&all_are_done, &is_over, MPI_STATUS_IGNORE);
            }
            if (is_over == 0) {
                std::this_thread::sleep_for(pause);
            }
        }
        receive_unexpected();
    }
    // The notices of processes that left, and what was on the way to them.
    void receive_unexpected() {
        for (int is_there = 1; is_there != 0;) {
            MPI_Status which{};
            MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, runs_, &is_there, &which);
            if (is_there != 0) {
                int size = 0;
                MPI_Get_count(&which, MPI_BYTE, &size);
                bytes data(static_cast<std::size_t>(size));
                MPI_Recv(data.data(), size, MPI_BYTE, which.MPI_SOURCE, which.MPI_TAG, runs_,
                         MPI_STATUS_IGNORE);
            }
        }
    }
    // The others wait for this process, in an exchange or in the end: there is no way on.
    void abort_without_memory() const {
        std::fputs("tutti: out of memory for messages between processes\n", stderr);
        MPI_Abort(runs_, out_of_memory_status);
    }

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
    indexed_vector<int, envelope> sent_;      // to each
    indexed_vector<int, envelope> received_;  // from each
    indexed_vector<int, bytes> ahead_;    // to each, what went ahead, until the exchange is over
    indexed_vector<int, bytes> early_;    // from each, what came so and was seen by `progress`,
    indexed_vector<int, bool> is_early_;  // if anything was
    std::vector<MPI_Request> sends_;
    std::vector<MPI_Request> receives_;
};

}  // namespace
}  // namespace tutti

extern "C" tutti::process_launcher* tutti_join_processes();

tutti::process_launcher* tutti_join_processes() {
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
    return new tutti::mpi_transport;
}
