#include "stored_run.hpp"

#include <utility>

#include <fmt/format.h>

#include "tutti/version.hpp"
#include "util/host_name.hpp"

namespace tutti {

std::string name_in_stores(const catalogue& catalogue, std::string_view program) {
    return catalogue.is_standard() ? "tutti"
                                   : std::string{program.substr(program.find_last_of('/') + 1)};
}

stored_run run_to_store(const experiment& plan, const std::optional<slot>& slot_budget,
                        result result, const file_contents& read) {
    const collective& collective = collective_of(plan);
    stored_run run;
    run.plan_identity::operator=(identity_of(plan, slot_budget, read));
    run.network = plan.network;
    run.has_broadcasters = collective.takes_broadcasters;
    run.root = collective.takes_root ? std::optional{root_of(plan)} : std::nullopt;
    run.slot_budget = slot_budget;
    run.program = name_in_stores(*plan.catalogue, plan.program);
    run.host = name_of_host();
    run.result = std::move(result);
    return run;
}

stored_run run_to_store(const experiment& plan, const std::optional<slot>& slot_budget,
                        result result) {
    return run_to_store(plan, slot_budget, std::move(result), contents_of_files(plan));
}

stored_summary summarise(const stored_run& run) {
    return {.program = run.program,
            .version = std::string{version()},
            .verdict = std::string{name_of(run.result.verdict)},
            .slots = run.result.slots,
            .transmissions = run.result.transmissions,
            .digest = fmt::format("{:016x}", run.result.digest),
            .wall_seconds = run.result.wall_seconds};
}

}  // namespace tutti
