#include "watched_run.hpp"

namespace tutti::program {

progress_display display_for(const command_line& given) {
    return given.has("--quiet") || given.has("--json") ? progress_display::hidden
                                                       : progress_display::shown;
}

result run_watched(session& beside, const experiment& asked, experiment_options how,
                   const std::string& command) {
    run_progress progress;
    std::optional<session::watched_run> shown;
    how.stop = beside.stop_token();
    how.sinks.push_back(&progress);
    how.begins = [&](const experiment_scale& scale) {
        const slot slots = scale.expected_units ? scale.expected_units->ceil() : 0;
        shown.emplace(
            beside.watch(progress, {.deliveries = scale.required_deliveries, .slots = slots}));
    };
    return run_experiment(asked, how, command);
}

}  // namespace tutti::program
