#include "web_watch.hpp"

namespace tutti::program {

std::shared_ptr<serve::live_view> watch_run(serve::job& doing, const experiment& plan,
                                            experiment_options& options,
                                            const boost::json::object& more) {
    std::vector<serve::live_view::named_phase> phases;
    const std::uint64_t nodes = node_count(plan.built_network);
    if (plan.algorithm->phases) {
        for (const phase& each : plan.algorithm->phases(problem_of(plan))) {
            phases.push_back({.name = std::string{each.name}, .marks = marker_count(each, nodes)});
        }
    }
    auto view = std::make_shared<serve::live_view>(size_of(plan.built_network).links,
                                                   std::move(phases), doing.followers());
    // The view is owned by the source of pictures and by the caller; options refer to it for the
    // run.
    options.sinks.push_back(view.get());
    options.begins = [shown = view.get()](const experiment_scale& scale) {
        const slot slots = scale.expected_units ? scale.expected_units->ceil() : 0;
        shown->expect(scale.required_deliveries, slots);
    };
    doing.show([view, more] {
        boost::json::object picture = view->picture();
        for (const auto& each : more) {
            picture[each.key()] = each.value();
        }
        return picture;
    });
    return view;
}

}  // namespace tutti::program
