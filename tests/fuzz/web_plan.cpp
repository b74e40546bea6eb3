/// @file
/// JSON as a plan that a page sends: it names no file of the server's, and its words give the same
/// plan again; or it is refused in one line.
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

#include <boost/json.hpp>

#include "experiment/plan/plan_command_line.hpp"
#include "experiment/plan/plan_files.hpp"
#include "experiment/plan/plan_json.hpp"
#include "fuzz/one_line.hpp"
#include "util/value_syntax.hpp"
#include "web/api/submitted_plan.hpp"

namespace {

namespace json = boost::json;

// Archive without networks.
const tutti::serve::archive& no_graphs() {
    static const tutti::serve::archive archive{
        std::filesystem::temp_directory_path() / "tutti-fuzz-plans", 0};
    return archive;
}

void check_plan(const json::object& sent) {
    const tutti::program::submitted_plan plan =
        tutti::program::read_submitted_plan(sent, no_graphs(), "tutti");
    for (const tutti::plan_field& field : tutti::plan_fields()) {
        for (const std::string& text : plan.values.values(field.name())) {
            fuzz::require(tutti::files_named_in(field, text).empty());
        }
    }
    const auto words = tutti::words_of(plan.values);
    if (!plan.values.value("collective").value_or("").starts_with('-')) {
        fuzz::require(tutti::values_of_words(words) == plan.values);
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    constexpr std::size_t deepest = 32;
    try {
        const json::value sent = tutti::parse_plan_json(fuzz::text_of(bytes, size), deepest);
        if (sent.is_object()) {
            check_plan(sent.as_object());
        }
    } catch (const tutti::option_error& why) {
        const tutti::serve::refusal refused = tutti::program::refusal_for(why);
        fuzz::require(refused.status() == 400 &&
                      fuzz::is_one_line(tutti::one_line(refused.what())));
    } catch (const std::invalid_argument& why) {
        fuzz::require(fuzz::is_one_line(tutti::one_line(why.what())));
    }
    return 0;
}
