#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>

#include "cli/arguments/experiment_options.hpp"
#include "cli/commands.hpp"
#include "engine/memory/control_group.hpp"
#include "web/api/web_api.hpp"
#include "web/jobs/check_guard.hpp"
#include "web/server/access.hpp"
#include "web/server/http_server.hpp"

namespace tutti::program {
namespace {

namespace fs = std::filesystem;

// The limits of requests are fixed, and documented in the remark of the command.
constexpr unsigned usual_port = 8080;
constexpr std::size_t body_bytes = std::size_t{64} << 10U;
constexpr std::size_t graph_bytes = std::size_t{1} << 20U;
constexpr std::size_t most_waiting = 32;

/// Options of the server.
struct serve_options {
    serve::server_settings listening{};
    serve::queue_limits queue{};
    web_limits job{};
    std::uint64_t recordings_bytes = 0;
    std::string store{};
};

// Default place of the results, as in other programs.
fs::path default_store() {
    // NOLINTBEGIN(concurrency-mt-unsafe): no thread sets any.
    const char* const state = std::getenv("XDG_STATE_HOME");
    const char* const home = std::getenv("HOME");
    // NOLINTEND(concurrency-mt-unsafe)
    if (state != nullptr && fs::path{state}.is_absolute()) {
        return fs::path{state} / "tutti" / "serve.db";
    }
    if (home == nullptr || !fs::path{home}.is_absolute()) {
        refuse("--store: missing, and there is no HOME to keep results in; name a file");
    }
    return fs::path{home} / ".local" / "state" / "tutti" / "serve.db";
}

std::string store_path(const command_line& arguments) {
    if (const auto path = arguments.value("--store")) {
        return *path;
    }
    const fs::path path = default_store();
    std::error_code wrong;
    fs::create_directories(path.parent_path(), wrong);
    if (wrong) {
        refuse("--store: {} cannot be created: {}; name a file",
               in_quotes(path.parent_path().string()), wrong.message());
    }
    return path.string();
}

serve::server_settings read_listening(const command_line& arguments) {
    constexpr std::uint64_t most_ports = 65'535;
    serve::server_settings settings{.body_bytes = body_bytes, .graph_bytes = graph_bytes};
    settings.address = arguments.value("--listen").value_or(settings.address);
    if (!serve::is_address(settings.address)) {
        refuse("--listen: {} is not an address; use 127.0.0.1, 0.0.0.0 or ::1, for example",
               in_quotes(settings.address));
    }
    settings.other_names = arguments.values("--allow-host");
    for (const std::string& name : settings.other_names) {
        if (!serve::is_host_name(name)) {
            refuse(
                "--allow-host: {} is not a host name; write it without a port, as gateway.example",
                in_quotes(name));
        }
    }
    // A token is needed where clients other than the local user can reach the server.
    if (!serve::is_of_this_machine_alone(settings.address) || !settings.other_names.empty()) {
        settings.token = serve::new_token();
    }
    const auto port = number_of_option<unsigned>(arguments, "--port", 0, most_ports);
    // Only the default port may be replaced by a free one: a port that is named is required.
    settings.may_take_another = !port;
    settings.port = port.value_or(usual_port);
    return settings;
}

serve_options read_serve_options(const command_line& arguments) {
    constexpr std::uint64_t most_runs = 64;
    constexpr std::uint64_t most_seconds = 1'000'000'000;
    serve_options options{.listening = read_listening(arguments)};
    const auto size = [&](std::string_view name, std::uint64_t usual) {
        return size_of_option(arguments, name).value_or(usual);
    };
    options.queue = {
        .runs = number_of_option<int>(arguments, "--runs", 1, most_runs).value_or(2),
        .waiting = most_waiting,
        .seconds = number_of_option(arguments, "--max-seconds", 1, most_seconds).value_or(3600)};
    // Concurrent runs divide memory and cores evenly, so that each can be admitted by itself.
    const auto runs = static_cast<std::uint64_t>(options.queue.runs);
    const std::uint64_t memory = std::min(available_memory_bytes(), unused_memory_bytes());
    options.job = {.memory_bytes = size("--memory-limit", memory) / runs,
                   .threads = std::max(1, available_threads() / options.queue.runs),
                   .recording_bytes = size("--max-recording", std::uint64_t{64} << 20U),
                   .trials = size("--max-trials", 100'000),
                   .sweep_runs = size("--max-sweep", 100'000)};
    options.recordings_bytes = size("--max-recordings", std::uint64_t{1} << 30U);
    options.store = store_path(arguments);
    return options;
}

// The API reports these limits to its clients.
boost::json::object limits_of(const serve_options& options) {
    return {{"runs", options.queue.runs},       {"waiting", options.queue.waiting},
            {"threads", options.job.threads},   {"memory_bytes", options.job.memory_bytes},
            {"seconds", options.queue.seconds}, {"body_bytes", body_bytes},
            {"graph_bytes", graph_bytes},       {"recording_bytes", options.job.recording_bytes},
            {"trials", options.job.trials},     {"sweep_runs", options.job.sweep_runs}};
}

// Flushes at once: a line that waits in a buffer would come too late.
void print_flushed(const std::string& line) {
    fmt::print("{}\n", line);
    if (std::fflush(stdout) != 0) {
        refuse_write("the address could not be written to standard output");
    }
}

// Ends with threads that still use the objects that would be destroyed.
[[noreturn]] void end_with_threads(std::size_t left, bool is_quiet) {
    if (!is_quiet) {
        fmt::print(stderr, "tutti: {} not react to the stop, and {} ended with the server\n",
                   left == 1 ? "1 thread does" : fmt::format("{} threads do", left),
                   left == 1 ? "is" : "are");
    }
    std::fflush(nullptr);
    std::_Exit(0);
}

outcome serve(const command_line& arguments, const catalogue& catalogue) {
    const serve_options options = read_serve_options(arguments);
    // The order of construction is that of dependence: jobs use the archive, and the interface
    const auto server = serve::make_http_server(options.listening);
    result_store store = reading("--store", [&] { return result_store{options.store}; });
    serve::archive archive = reading("--store", [&] {
        return serve::archive{options.store + ".runs", options.recordings_bytes};
    });
    run_rates rates;
    check_guard checks{serve::answering_threads};
    const signal_and_progress_scope beside{progress_display::hidden};
    {
        serve::job_queue jobs{archive, options.queue};
        const auto api = make_web_api({.catalogue = &catalogue,
                                       .program = arguments.program(),
                                       .limits = options.job,
                                       .archive = &archive,
                                       .store = &store,
                                       .rates = &rates,
                                       .checks = &checks},
                                      jobs, limits_of(options));
        print_flushed(server->address());
        if (!arguments.has("--quiet")) {
            fmt::print(stderr, "tutti: results are kept in {}; Ctrl-C stops the server\n",
                       in_quotes(options.store));
        }
        const std::stop_callback ends{beside.stop_token(), [&] { server->stop(); }};
        std::size_t left = server->run(*api);
        if (!arguments.has("--quiet") && jobs.is_busy()) {
            fmt::print(stderr,
                       "tutti: current runs stop at the end of their slot and are kept; a second "
                       "Ctrl-C stops at once\n");
        }
        left += jobs.end() + checks.abandoned();
        if (left > 0) {
            end_with_threads(left, arguments.has("--quiet"));
        }
    }
    return {};
}

constexpr auto options_of_serve = std::to_array<option>(
    {{.name = "--port",
      .value = "N",
      .meaning = "port; 0 selects a free one (default 8080, or a free one if that is in use)"},
     {.name = "--listen",
      .value = "ADDRESS",
      .meaning = "address of the interface to listen on; clients on other machines need the "
                 "token that is printed (default 127.0.0.1)"},
     {.name = "--allow-host",
      .value = "NAME",
      .meaning = "host name of the server, on any port, besides its address and localhost; "
                 "clients then need the token",
      .is_repeatable = true},
     {.name = "--store",
      .value = "FILE",
      .meaning = "database for results; recordings are kept in FILE.runs (default "
                 "~/.local/state/tutti/serve.db)"},
     {.name = "--runs",
      .value = "N",
      .meaning = "number of concurrent runs, which share cores and memory; 32 more may wait "
                 "(default 2)"},
     {.name = "--memory-limit",
      .value = "BYTES",
      .meaning = "memory of all runs together (default: the available memory)"},
     {.name = "--max-seconds",
      .value = "N",
      .meaning = "duration after which a run is stopped, in seconds (default 3,600)"},
     {.name = "--max-trials",
      .value = "N",
      .meaning = "trials of one stress test (default 100,000)"},
     {.name = "--max-sweep", .value = "N", .meaning = "runs of one sweep (default 100,000)"},
     {.name = "--max-recording",
      .value = "BYTES",
      .meaning = "size of the recording of one run; larger runs are not recorded (default 64 MiB)"},
     {.name = "--max-recordings",
      .value = "BYTES",
      .meaning = "size of all recordings; the oldest are deleted (default 1 GiB)"},
     {.name = "--quiet", .meaning = "print only the address"}});

}  // namespace

command serve_command() {
    return {.name = "serve",
            .meaning = "run, watch, compare and replay experiments in a browser",
            .options = {options_of_serve.begin(), options_of_serve.end()},
            .carry_out = serve,
            .remark =
                "Requests have up to 8 KiB of headers and 64 KiB of content, networks 1 MiB; the "
                "first header has 5 s, a\nrequest 15 s, its answer 60 s, a download 300 s. There "
                "are up to 1,000 connections, 250 of one address; where\nthere would be more, the "
                "one that has waited longest for a request is closed. 64 answers may wait, of "
                "which two\nare made at a time; one whose client has left is stopped. A run that "
                "does not end its slot within 20 s\nafter a request to stop is abandoned. Pictures "
                "are sent up to 10 times a second, in messages of up to 64 KiB; a client\nthat "
                "does not read for 20 s is disconnected."};
}

}  // namespace tutti::program
