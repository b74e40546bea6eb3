#include "commands.hpp"

namespace tutti::program {

std::array<command, command_count> all_commands(const catalogue& catalogue) {
    std::array<command, command_count> commands{
        run_command(),     list_command(),     compare_command(), stress_command(),
        bounds_command(),  describe_command(), explain_command(), sweep_command(),
        results_command(), plot_command(),     tune_command(),    optimum_command(),
        record_command(),  show_command(),     check_command(),   export_command(),
        draw_command(),    serve_command(),    new_command(),     audit_command(),
        help_command(),    man_command(),      complete_command()};
    for (command& each : commands) {
        for (option& one : each.options) {
            if (one.name == "--network" && one.meaning.empty()) {
                one.meaning = catalogue.networks().help();
            }
        }
    }
    return commands;
}

}  // namespace tutti::program
