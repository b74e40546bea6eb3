/// @file
/// Benchmark: MPI with a process for every node and a neighbourhood exchange for every slot.

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <stdexcept>
#include <vector>

#include <mpi.h>

#include "workload.hpp"

namespace {

constexpr int packet_bytes = sizeof(peers::packet);
constexpr std::uint32_t nobody = UINT32_MAX;  // the origin of a packet that is none

// The communicator whose neighbour m is the one over dimension m.
MPI_Comm cube_of(const peers::workload& work, int rank) {
    std::vector<int> neighbours(static_cast<std::size_t>(work.dimensions));
    for (int m = 0; m < work.dimensions; ++m) {
        neighbours[static_cast<std::size_t>(m)] = rank ^ (1 << m);
    }
    MPI_Comm cube = MPI_COMM_NULL;
    MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, work.dimensions, neighbours.data(),
                                   MPI_UNWEIGHTED, work.dimensions, neighbours.data(),
                                   MPI_UNWEIGHTED, MPI_INFO_NULL, 0, &cube);
    return cube;
}

class node {
public:
    node(const peers::workload& work, std::uint32_t id)
        : id_{id}, queues_(static_cast<std::size_t>(work.dimensions)), check_{work} {
        take(peers::workload::own(id), 0);
    }

    void run_slot(MPI_Comm cube) {
        const peers::packet none{.origin = nobody};
        out_.assign(queues_.size(), none);
        for (std::size_t m = 0; m < queues_.size(); ++m) {
            if (!queues_[m].empty()) {
                out_[m] = queues_[m].front();
                queues_[m].pop_front();
            }
        }
        in_.resize(queues_.size());
        MPI_Neighbor_alltoall(out_.data(), packet_bytes, MPI_BYTE, in_.data(), packet_bytes,
                              MPI_BYTE, cube);
        for (std::size_t m = 0; m < in_.size(); ++m) {
            if (in_[m].origin != nobody) {
                ++hops_;
                take(in_[m], m + 1);
            }
        }
    }

    [[nodiscard]] std::uint64_t hops() const noexcept { return hops_; }
    [[nodiscard]] std::uint32_t heard() const noexcept { return check_.heard(id_); }

private:
    void take(const peers::packet& content, std::size_t above) {
        check_.receive(id_, content);
        for (std::size_t m = above; m < queues_.size(); ++m) {
            queues_[m].push_back(content);
        }
    }

    std::uint32_t id_;
    std::vector<std::deque<peers::packet>> queues_;  // by dimension
    std::vector<peers::packet> out_;
    std::vector<peers::packet> in_;
    peers::deliveries check_;
    std::uint64_t hops_ = 0;
};

// One run of the workload: the hops into this node.
// No process can detect the end, so the run takes the slots of the formula; what is missing then
// shows in the hops.
std::uint64_t run_once(const peers::workload& work, std::uint32_t id, MPI_Comm cube) {
    node self{work, id};
    for (std::uint64_t slot = 0; slot < work.slots(); ++slot) {
        self.run_slot(cube);
    }
    if (self.heard() != work.node_count()) {
        throw std::runtime_error{
            fmt::format("node {} heard {} of {} origins", id, self.heard(), work.node_count())};
    }
    return self.hops();
}

peers::outcome run(const peers::workload& work) {
    // The first run opens the connections; such short ones are timed together.
    constexpr int timed_runs = 10;
    peers::stopwatch watch;
    int processes = 0;
    int rank = 0;
    MPI_Comm_size(MPI_COMM_WORLD, &processes);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (processes != static_cast<int>(work.node_count())) {
        throw std::runtime_error{fmt::format("{} processes, not one for each of {} nodes",
                                             processes, work.node_count())};
    }
    MPI_Comm cube = cube_of(work, rank);
    run_once(work, static_cast<std::uint32_t>(rank), cube);
    MPI_Barrier(MPI_COMM_WORLD);
    peers::outcome outcome{.setup_seconds = watch.lap(), .threads = processes};
    std::uint64_t hops = 0;
    for (int i = 0; i < timed_runs; ++i) {
        hops = run_once(work, static_cast<std::uint32_t>(rank), cube);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    outcome.wall_seconds = watch.lap() / timed_runs;
    outcome.slots = work.slots();
    MPI_Allreduce(&hops, &outcome.hops, 1, MPI_UINT64_T, MPI_SUM, MPI_COMM_WORLD);
    return outcome;
}

}  // namespace

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    int rank = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    // One process reports for all.
    // NOLINTNEXTLINE(cppcoreguidelines-owning-memory): stdout has no owner
    if (rank != 0 && std::freopen("/dev/null", "w", stdout) == nullptr) {
        MPI_Abort(MPI_COMM_WORLD, EXIT_FAILURE);
    }
    const int status = peers::peer_main(
        argc, argv,
        {.name = "Open MPI",
         .does =
             "real processes, able to span machines; the operating system switches between them"},
        run);
    if (status != EXIT_SUCCESS) {
        MPI_Abort(MPI_COMM_WORLD, status);
    }
    MPI_Finalize();
    return status;
}
