#include <limits>

#include <boost/json.hpp>

#include "traces.hpp"
#include "util/json_values.hpp"
#include "util/value_syntax.hpp"
#include "verification/result_versions.hpp"

namespace tutti {
namespace {

// The file comes from the user, hence each failure names the command that produces the right one.
const boost::json::value& member(const boost::json::object& of, std::string_view name) {
    const auto* const value = of.if_contains({name.data(), name.size()});
    if (value == nullptr || value->is_null()) {
        refuse("has no \"{}\"; use the output of run --profile --json", name);
    }
    return *value;
}

template <class Number>
Number number_in(const boost::json::object& of, std::string_view name, std::string_view thing) {
    boost::json::error_code wrong;
    const auto number = member(of, name).to_number<Number>(wrong);
    if (wrong || !(number >= 0 && number <= std::numeric_limits<Number>::max())) {
        refuse("has a \"{}\" that is not a {}", name, thing);
    }
    return number;
}

double seconds_in(const boost::json::object& of, std::string_view name) {
    return number_in<double>(of, name, "number of seconds");
}

std::uint64_t count_in(const boost::json::object& of, std::string_view name) {
    return number_in<std::uint64_t>(of, name, "count");
}

boost::json::object object_in(std::string_view text) {
    boost::json::error_code wrong;
    auto value = boost::json::parse({text.data(), text.size()}, wrong);
    if (wrong || !value.is_object()) {
        refuse("is not a JSON object; use the output of run --profile --json");
    }
    return std::move(value.as_object());
}

const boost::json::object& object_member(const boost::json::object& of, std::string_view name) {
    const auto* const object = member(of, name).if_object();
    if (object == nullptr) {
        refuse("has a \"{}\" that is not an object; use the output of run --profile --json", name);
    }
    return *object;
}

// Compares the run without its host, time and user.
void check_same_run(const boost::json::object& object, const recording& of) {
    if (!of.result()) {
        refuse("cannot be compared: the recording was cut short and has no result");
    }
    // Fields of the plan come before the digest, so that the message names a difference that the
    // user can recognise.
    const boost::json::object recorded = upgraded_result(object_in(*of.result()));
    for (const std::string_view name :
         {"collective", "algorithm", "ports", "parameters", "seed", "verdict", "time",
          "transmissions", "digest", "digest_version"}) {
        const boost::json::value& there = member(object, name);
        const boost::json::value& here = member(recorded, name);
        if (there != here) {
            refuse("is of another run: its {} is {}, the recording's {}", name, serialized(there),
                   serialized(here));
        }
    }
}

std::vector<thread_account> threads_in(const boost::json::object& account) {
    const auto* const list = member(account, "threads").if_array();
    if (list == nullptr) {
        refuse("has \"threads\" that are not an array");
    }
    std::vector<thread_account> threads;
    for (const boost::json::value& each : *list) {
        const auto* const one = each.if_object();
        if (one == nullptr) {
            refuse("has a thread that is not an object");
        }
        threads.push_back({.programs = seconds_in(*one, "programs_seconds"),
                           .barrier = seconds_in(*one, "barrier_seconds")});
    }
    return threads;
}

}  // namespace

machine_times read_machine_times(std::string_view result, const recording& of) {
    const boost::json::object object = upgraded_result(object_in(result));
    // The schema is checked before any other field, which another version may lack.
    if (!is_result_schema(member(object, "schema"))) {
        refuse("has the schema {}; this program reads 'tutti.result/1' and {}",
               serialized(member(object, "schema")), in_quotes(result_schema_name));
    }
    check_same_run(object, of);
    const boost::json::object& account = object_member(object, "account");
    return {.account = {.slots_on_one = count_in(account, "slots_on_one_thread"),
                        .slots_on_all = count_in(account, "slots_on_all_threads"),
                        .seconds_on_one = seconds_in(account, "seconds_on_one_thread"),
                        .seconds_on_all = seconds_in(account, "seconds_on_all_threads"),
                        .between = seconds_in(account, "between_slots_seconds"),
                        .threads = threads_in(account)},
            .wall_seconds = seconds_in(object, "wall_seconds")};
}

}  // namespace tutti
