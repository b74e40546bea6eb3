/// @file
/// The API that the page uses: source/web/api.md.
#pragma once

#include <memory>
#include <string>

#include "web/jobs/job_queue.hpp"
#include "web/jobs/web_jobs.hpp"
#include "web/server/request.hpp"

namespace tutti::program {

/// Web API: answers requests from the jobs of a queue and their results.
class web_api final : public serve::application {
public:
    /// @param jobs outlives this
    /// @param limits as the catalogue reports them
    web_api(web_context context, serve::job_queue& jobs, boost::json::object limits);

    [[nodiscard]] serve::answer respond(const serve::api_request& request) override;
    [[nodiscard]] bool is_quick(const serve::api_request& request) const noexcept override;
    [[nodiscard]] std::unique_ptr<serve::event_feed> follow(
        const serve::request_target& target) override;

private:
    struct checked_plan {
        boost::json::object sent{};
        submitted_plan plan{};
        web_job job{};
    };

    [[nodiscard]] serve::answer route(const serve::api_request& request);
    [[nodiscard]] serve::answer respond_on_run(const serve::api_request& request);
    [[nodiscard]] serve::answer look_up(const std::string& name,
                                        const serve::api_request& request) const;
    [[nodiscard]] checked_plan checked(const serve::api_request& request) const;
    [[nodiscard]] serve::answer add_run(const serve::api_request& request);
    [[nodiscard]] serve::answer list_runs(const serve::request_target& target) const;
    [[nodiscard]] serve::answer show_run(const serve::job& job) const;
    [[nodiscard]] serve::answer recording_answer(const serve::job& job,
                                                 const serve::api_request& request) const;
    [[nodiscard]] serve::answer add_graph(const serve::api_request& request) const;
    [[nodiscard]] serve::answer show_graph(const std::string& name) const;
    [[nodiscard]] boost::json::object facts_of(const serve::job& job) const;
    [[nodiscard]] std::shared_ptr<serve::job> job_named(const std::string& id) const;

    web_context context_;
    serve::job_queue* jobs_;
    boost::json::object limits_;
};

}  // namespace tutti::program
