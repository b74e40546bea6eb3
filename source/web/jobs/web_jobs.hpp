/// @file
/// Jobs made from plans: checked and ready to run.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>

#include <boost/json.hpp>

#include "archive.hpp"
#include "experiment/plan/plan_reader.hpp"
#include "job_queue.hpp"
#include "live_view.hpp"
#include "results/store/store.hpp"
#include "tutti/experiment/experiment.hpp"
#include "web/api/submitted_plan.hpp"

namespace tutti::program {

/// Limits of a job.
struct web_limits {
    std::uint64_t memory_bytes = 0;     ///< of one
    int threads = 1;                    ///< of one
    std::uint64_t recording_bytes = 0;  ///< of one recording
    std::uint64_t trials = 0;           ///< of a stress test
    std::uint64_t sweep_runs = 0;       ///< of a sweep
};

/// Name of an algorithm with that of its collective: "broadcast/trees".
[[nodiscard]] std::string full_name(const algorithm& algorithm);

/// Speeds of the algorithms on this machine. Thread safety: any thread.
class run_rates {
public:
    void note(const result& result);
    /// Packet-hops a second of an algorithm, or of all.
    [[nodiscard]] double rate_of(const algorithm& algorithm) const;

private:
    mutable std::mutex lock_;
    std::map<std::string, double> rates_;
};

class check_guard;

/// Context of all jobs. Objects that it refers to outlive it.
struct web_context {
    const tutti::catalogue* catalogue = nullptr;
    std::string program;
    web_limits limits{};
    serve::archive* archive = nullptr;
    result_store* store = nullptr;
    run_rates* rates = nullptr;
    check_guard* checks = nullptr;
};

/// A plan that may be done.
struct web_job {
    boost::json::object estimate{};  ///< what it would take, as `checks` answers
    serve::job_queue::work work{};
    std::string filter{};  ///< which runs of the store are its own
};

/// Checks a plan as the command line does.
/// @throws std::invalid_argument that names the option
/// @throws serve::refusal beyond a limit of the server
[[nodiscard]] web_job check_plan(const submitted_plan& plan, const web_context& context);

// One for each command.
[[nodiscard]] web_job check_run(const submitted_plan& plan, const web_context& context);
[[nodiscard]] web_job check_compare(const submitted_plan& plan, const web_context& context);
[[nodiscard]] web_job check_stress(const submitted_plan& plan, const web_context& context);
[[nodiscard]] web_job check_sweep(const submitted_plan& plan, const web_context& context);
[[nodiscard]] web_job check_tune(const submitted_plan& plan, const web_context& context);

/// True if drawing its input would take long.
[[nodiscard]] bool has_many_inputs(const experiment& plan);

/// True if a complete check would delay other requests: then the job does it, and not the check.
[[nodiscard]] bool is_checked_by_the_job(const experiment& plan);

/// Estimate of the size that takes no time.
[[nodiscard]] boost::json::object size_estimate(const experiment& plan);

/// Options of a plan's runs: those of the plan, and the limits of the server.
[[nodiscard]] experiment_options options_of(const submitted_plan& plan, const web_context& context);

/// Context in which plans are read.
[[nodiscard]] plan_context context_of(const web_context& context);

/// Attaches a view to a run that is about to be done, which the job shows from now on.
/// @param more fields of all pictures
/// @return what has to live until the run is over
std::shared_ptr<serve::live_view> watch_run(serve::job& doing, const experiment& plan,
                                            experiment_options& options,
                                            const boost::json::object& more = {});

/// Puts a result into the store. @return why it could not be, or an empty text
[[nodiscard]] std::string put_into_store(const experiment& plan, const experiment_options& options,
                                         const result& result, const web_context& context);

}  // namespace tutti::program
