// Behaviour of the program under the variables and limits of its environment.
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "printed_text.hpp"
#include "subprocess.hpp"

TEST_SUITE("program/environment") {

namespace {

using support::finished;
using support::is_one_line;
using support::run_program;
using support::run_program_by;
using words = std::vector<std::string>;

const words small_run{"run", "broadcast", "-n", "hypercube:4"};

// MPI leaves memory behind where it does not begin, which is no leak of ours under
// AddressSanitizer.
words environment(const words& variables) {
    words starter{"/usr/bin/env", "ASAN_OPTIONS=detect_leaks=0"};
    starter.insert(starter.end(), variables.begin(), variables.end());
    return starter;
}

words stack_of(int kib) {
    return {"/bin/sh", "-c", fmt::format(R"(ulimit -s {}; exec "$0" "$@")", kib)};
}

}  // namespace

TEST_CASE("variables of an MPI job without the job never end a run silently, on any rank") {
    for (const std::string rank : {"0", "1", "3"}) {
        for (const words& variables :
             {words{"PMI_SIZE=4", "PMI_RANK=" + rank},
              words{"OMPI_COMM_WORLD_SIZE=4", "OMPI_COMM_WORLD_RANK=" + rank}}) {
            const words starter = environment(variables);
            CAPTURE(variables.back());

            const finished run = run_program_by(starter, small_run);
            CHECK(run.status == 4);
            CHECK(run.output.empty());
            CHECK(is_one_line(run.errors));
            CHECK(run.errors.find("4 processes") != std::string::npos);
        }
    }
}

TEST_CASE("what takes one process works with the variables of an MPI job, and bad input is that") {
    const words starter = environment({"PMI_SIZE=4", "PMI_RANK=2"});
    for (const words& arguments :
         {words{"--version"}, words{"describe", "torus:4x4"}, words{"list", "broadcast"},
          words{"run", "nosuch", "-n", "ring:3"}, words{"describe", "graph:nosuch"},
          words{"run", "broadcast", "-n", "hypercube:4", "--root", "16"}, words{"nosuch"}}) {
        const finished due = run_program(arguments);
        const finished process = run_program_by(starter, arguments);
        CAPTURE(arguments.front());
        CHECK(process.status == due.status);
        CHECK(process.output == due.output);
        CHECK(process.errors == due.errors);
    }
}

TEST_CASE("a subprocess of a process that uses MPI runs alone") {
    const auto library = std::filesystem::temp_directory_path() / "tutti-environment/libmpi.so";
    std::filesystem::create_directories(library.parent_path());
    std::ofstream{library} << "mapped";
    // The process in between has the variables, and what looks like MPI's library.
    words starter = environment({"PMI_SIZE=4", "PMI_RANK=2", "python3", "-c",
                                 "import mmap, subprocess, sys\n"
                                 "file = open(sys.argv[1], 'rb')\n"
                                 "kept = mmap.mmap(file.fileno(), 0, prot=mmap.PROT_READ)\n"
                                 "sys.exit(subprocess.run(sys.argv[2:]).returncode)",
                                 library.string()});
    const finished run = run_program_by(starter, small_run);
    CHECK(run.status == 0);
    CHECK(run.errors.empty());
    CHECK(run.output.find("complete") != std::string::npos);
    std::filesystem::remove_all(library.parent_path());
}

TEST_CASE("a process that has the variables of a job out of its reach runs alone") {
    for (const std::string gone : {"PMI_FD=99", "PMIX_SERVER_TMPDIR=/nowhere/ompi"}) {
        const finished run =
            run_program_by(environment({"PMI_SIZE=4", "PMI_RANK=2", gone}), small_run);
        CAPTURE(gone);
        CHECK(run.status == 0);
        CHECK(run.errors.empty());
        CHECK(run.output.find("complete") != std::string::npos);
    }
}

TEST_CASE("several processes of Slurm without MPI are warned of once, and each runs") {
    for (const std::string process : {"0", "1"}) {
        const words starter = environment({"SLURM_NTASKS=3", "SLURM_PROCID=" + process});
        const finished run = run_program_by(starter, small_run);
        CAPTURE(process);
        CHECK(run.status == 0);
        CHECK(run.output.find("complete") != std::string::npos);
        if (process == "0") {
            CHECK(is_one_line(run.errors));
            CHECK(run.errors.find("3 processes") != std::string::npos);
        } else {
            CHECK(run.errors.empty());
        }
    }
    for (const words& quiet : {words{"SLURM_NTASKS=1", "SLURM_PROCID=0"},
                               words{"SLURM_JOB_ID=7", "SLURM_NTASKS=3", "SLURM_PROCID=0"}}) {
        CHECK(run_program_by(environment(quiet), small_run).errors.empty());
    }
}

TEST_CASE("a small stack is enough, or too small in one line") {
    if (!support::memory_is_our_own) {
        return;  // which takes more of the stack
    }
    // With half of the least here, programs end before they begin, by chance.
    for (const int kib : {32, 64, 127, 128, 256}) {
        CAPTURE(kib);
        for (const words& arguments :
             {words{"--version"},
              words{"run", "simultaneous-broadcast", "-n", "hypercube:8", "-t", "2", "--seed", "3",
                    "--quiet"},
              words{"bounds", "multinode-broadcast", "-n", "torus:4x4"},
              words{"stress", "broadcast", "-n", "hypercube:3", "--trials", "20"}}) {
            CAPTURE(arguments.front());
            const finished end = run_program_by(stack_of(kib), arguments);
            CHECK(end.status == (kib < 128 ? 4 : 0));
            CHECK(end.errors.empty() == (kib >= 128));
            CHECK((kib >= 128 || is_one_line(end.errors)));
        }
    }
}

}  // TEST_SUITE("program/environment")
