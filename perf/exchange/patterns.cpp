// Timed patterns of exchange between the processes of a run in every slot: each counts something
// that all add up, and has packets for its neighbours, which differ from it in one bit.
//
//     mpirun -n 4 perf_exchange BYTES ROUNDS      # BYTES to each neighbour
//
// Prints a line a pattern: its name and microseconds a slot. Exit status 1 if a byte is wrong.

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <iostream>
#include <span>
#include <string>
#include <thread>
#include <vector>

#define OMPI_SKIP_MPICXX 1   // NOLINT(cppcoreguidelines-macro-usage): as Open MPI wants it
#define MPICH_SKIP_MPICXX 1  // NOLINT(cppcoreguidelines-macro-usage): as MPICH wants it
#include <mpi.h>

namespace {

constexpr std::size_t count_bytes = 80;  // what is added up
constexpr std::size_t eager_bytes = 2056;
constexpr int tag_of_first = 1;
constexpr int tag_of_rest = 2;

using buffer = std::vector<std::byte>;

int to_int(std::size_t size) { return static_cast<int>(size); }

class patterns {
public:
    explicit patterns(std::size_t crossing) : crossing_{crossing} {
        MPI_Comm_size(MPI_COMM_WORLD, &processes_);
        MPI_Comm_rank(MPI_COMM_WORLD, &self_);
        const auto count = static_cast<std::size_t>(processes_);
        sent_.assign(count, buffer(eager_bytes + crossing, std::byte(self_ + 1)));
        received_.assign(count, buffer(eager_bytes + crossing));
        for (int bit = 1; bit < processes_; bit *= 2) {
            if ((self_ ^ bit) < processes_) {
                neighbours_.push_back(self_ ^ bit);
            }
        }
        MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, to_int(neighbours_.size()),
                                       neighbours_.data(), MPI_UNWEIGHTED,
                                       to_int(neighbours_.size()), neighbours_.data(),
                                       MPI_UNWEIGHTED, MPI_INFO_NULL, 0, &graph_);
    }

    [[nodiscard]] int self() const noexcept { return self_; }

    // As source/mpi/mpi_transport.cpp does.
    void tell_all() {
        for_others([&](int from) {
            MPI_Irecv(received(from), to_int(eager_bytes), MPI_BYTE, from, tag_of_first,
                      MPI_COMM_WORLD, request());
        });
        for_others([&](int to) {
            MPI_Isend(sent(to), to_int(std::min(size_for(to), eager_bytes)), MPI_BYTE, to,
                      tag_of_first, MPI_COMM_WORLD, request());
        });
        wait();
        tell_rest();
    }

    // Requests made once; their messages have one length.
    void tell_all_persistently() {
        if (requests_.empty()) {
            for_others([&](int other) {
                MPI_Recv_init(received(other), to_int(eager_bytes), MPI_BYTE, other, tag_of_first,
                              MPI_COMM_WORLD, &requests_.emplace_back());
                MPI_Send_init(sent(other), to_int(eager_bytes), MPI_BYTE, other, tag_of_first,
                              MPI_COMM_WORLD, &requests_.emplace_back());
            });
        }
        MPI_Startall(to_int(requests_.size()), requests_.data());
        wait_for(requests_);
        tell_rest();
    }

    // All processes learn the counts of all and how much each has for each other one, then each
    // that has something sends.
    void gather_then_tell_neighbours() {
        const std::size_t each = count_bytes + sizeof(int) * static_cast<std::size_t>(processes_);
        all_.resize(each * static_cast<std::size_t>(processes_));
        MPI_Iallgather(sent(self_), to_int(each), MPI_BYTE, all_.data(), to_int(each), MPI_BYTE,
                       MPI_COMM_WORLD, request());
        wait();
        if (crossing_ > 0) {
            for (const int each_one : neighbours_) {
                MPI_Irecv(received(each_one), to_int(crossing_), MPI_BYTE, each_one, tag_of_rest,
                          MPI_COMM_WORLD, request());
                MPI_Isend(sent(each_one), to_int(crossing_), MPI_BYTE, each_one, tag_of_rest,
                          MPI_COMM_WORLD, request());
            }
            wait();
        }
    }

    // The collectives over a graph of neighbours, sizes first.
    void reduce_then_exchange_in_neighbourhood() {
        constexpr int numbers = count_bytes / sizeof(std::int64_t);
        MPI_Iallreduce(counted_.data(), sums_.data(), numbers, MPI_INT64_T, MPI_SUM, MPI_COMM_WORLD,
                       request());
        wait();
        if (crossing_ == 0) {
            return;
        }
        const std::size_t degree = neighbours_.size();
        const std::vector<int> sizes(degree, to_int(crossing_));
        std::vector<int> places(degree);
        for (std::size_t i = 0; i < degree; ++i) {
            places[i] = to_int(i * crossing_);
        }
        heard_sizes_.resize(degree);
        out_.resize(degree * crossing_, std::byte(self_ + 1));
        in_.resize(degree * crossing_);
        MPI_Ineighbor_alltoall(sizes.data(), 1, MPI_INT, heard_sizes_.data(), 1, MPI_INT, graph_,
                               request());
        wait();
        MPI_Ineighbor_alltoallv(out_.data(), sizes.data(), places.data(), MPI_BYTE, in_.data(),
                                heard_sizes_.data(), places.data(), MPI_BYTE, graph_, request());
        wait();
        for (std::size_t i = 0; i < degree; ++i) {
            std::copy_n(&in_[i * crossing_], crossing_, received(neighbours_[i]));
        }
    }

    // Whether each neighbour's bytes have come; forgets them.
    [[nodiscard]] bool are_there() {
        bool is_complete = true;
        for (const int each : neighbours_) {
            const std::span<std::byte> got = received_from(each).first(crossing_);
            is_complete = is_complete && std::ranges::all_of(got, [&](std::byte one) {
                              return one == std::byte(each + 1);
                          });
            std::ranges::fill(got, std::byte{0});
        }
        return is_complete;
    }

private:
    template <class Each>
    void for_others(const Each& each) const {
        for (int step = 1; step < processes_; ++step) {
            each((self_ + step) % processes_);
        }
    }
    [[nodiscard]] std::span<std::byte> received_from(int process) {
        return received_[static_cast<std::size_t>(process)];
    }
    [[nodiscard]] std::byte* received(int from) { return received_from(from).data(); }
    [[nodiscard]] std::byte* sent(int to) { return sent_[static_cast<std::size_t>(to)].data(); }
    [[nodiscard]] MPI_Request* request() { return &open_.emplace_back(MPI_REQUEST_NULL); }
    [[nodiscard]] std::size_t size_for(int other) const {
        return count_bytes + (std::ranges::count(neighbours_, other) != 0 ? crossing_ : 0);
    }

    void tell_rest() {
        for (const int each : neighbours_) {
            if (const std::size_t size = size_for(each); size > eager_bytes) {
                MPI_Irecv(received_from(each).subspan(eager_bytes).data(),
                          to_int(size - eager_bytes), MPI_BYTE, each, tag_of_rest, MPI_COMM_WORLD,
                          request());
                MPI_Isend(&sent_[static_cast<std::size_t>(each)][eager_bytes],
                          to_int(size - eager_bytes), MPI_BYTE, each, tag_of_rest, MPI_COMM_WORLD,
                          request());
            }
        }
        wait();
    }

    // As the transport waits, where there may be more processes than cores.
    static void wait_for(std::vector<MPI_Request>& requests) {
        constexpr int patience = 1000;
        int is_done = 0;
        for (int tries = 0; is_done == 0; ++tries) {
            MPI_Testall(to_int(requests.size()), requests.data(), &is_done, MPI_STATUSES_IGNORE);
            if (is_done == 0 && tries > patience) {
                std::this_thread::yield();
            }
        }
    }
    void wait() {
        wait_for(open_);
        open_.clear();
    }

    std::size_t crossing_;
    int processes_ = 1;
    int self_ = 0;
    std::vector<int> neighbours_;
    MPI_Comm graph_ = MPI_COMM_NULL;
    std::vector<buffer> sent_;
    std::vector<buffer> received_;
    std::vector<MPI_Request> open_;
    std::vector<MPI_Request> requests_;
    std::vector<std::int64_t> counted_ = std::vector<std::int64_t>(count_bytes);
    std::vector<std::int64_t> sums_ = std::vector<std::int64_t>(count_bytes);
    std::vector<int> heard_sizes_;
    buffer all_;
    buffer out_;
    buffer in_;
};

// The best of some trials, in microseconds a slot.
double time_of(int rounds, const std::function<void()>& exchange) {
    constexpr int trials = 5;
    double best = 0;
    for (int trial = 0; trial < trials; ++trial) {
        MPI_Barrier(MPI_COMM_WORLD);
        const double begin = MPI_Wtime();
        for (int i = 0; i < rounds; ++i) {
            exchange();
        }
        const double each = 1e6 * (MPI_Wtime() - begin) / rounds;
        best = trial == 0 ? each : std::min(best, each);
    }
    return best;
}

int measure(std::size_t crossing, int rounds) {
    patterns patterns{crossing};
    const std::vector<std::pair<const char*, std::function<void()>>> named{
        {"a message to all", [&] { patterns.tell_all(); }},
        {"persistent requests to all", [&] { patterns.tell_all_persistently(); }},
        {"allgather, then neighbours", [&] { patterns.gather_then_tell_neighbours(); }},
        {"allreduce, neighbourhood collectives",
         [&] { patterns.reduce_then_exchange_in_neighbourhood(); }}};
    int wrong = 0;
    for (const auto& [name, exchange] : named) {
        exchange();
        wrong += patterns.are_there() ? 0 : 1;
        const double microseconds = time_of(rounds, exchange);
        if (patterns.self() == 0) {
            std::cout << name << ',' << microseconds << '\n';
        }
    }
    return wrong;
}

}  // namespace

int main(int count, char** words) {
    MPI_Init(&count, &words);
    int status = 2;
    if (const std::span<char*> arguments{words, static_cast<std::size_t>(count)};
        arguments.size() == 3) {
        const int rounds = std::max(1, std::atoi(arguments[2]));
        status = measure(std::strtoul(arguments[1], nullptr, 10), rounds) == 0 ? 0 : 1;
    } else {
        std::cerr << "usage: mpirun -n PROCESSES perf_exchange BYTES ROUNDS\n";
    }
    MPI_Finalize();
    return status;
}
