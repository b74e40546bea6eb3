/// @file
/// JSON as a plan that a page sends: it is words of the command line without a file of the
/// server's, or is refused in one line.
#include "web/api/web_plan.hpp"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

#include <boost/json.hpp>

#include "fuzz/one_line.hpp"
#include "util/value_syntax.hpp"

namespace {

namespace json = boost::json;

constexpr std::uint64_t memory_limit = 100'000;

// Archive without networks.
const tutti::serve::archive& no_graphs() {
    static const tutti::serve::archive archive{
        std::filesystem::temp_directory_path() / "tutti-fuzz-plans", 0};
    return archive;
}

bool names_a_file(std::string_view word) {
    return word.find("graph:") != std::string_view::npos &&
           word.find("random-graph:") == std::string_view::npos;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    json::error_code wrong;
    const json::value sent = tutti::program::parse_plan(fuzz::text_of(bytes, size), wrong, 32);
    if (wrong || !sent.is_object()) {
        return 0;
    }
    try {
        const tutti::program::web_plan plan =
            tutti::program::read_web_plan(sent.as_object(), no_graphs(), "tutti", memory_limit);
        bool is_network = false;
        for (const std::string& word : plan.words) {
            fuzz::require(!(is_network && names_a_file(word)));
            is_network = word == "-n";
        }
        static_cast<void>(tutti::program::read_words(plan, "tutti"));
    } catch (const tutti::serve::refusal& why) {
        fuzz::require(why.status() == 400 && fuzz::is_one_line(tutti::one_line(why.what())));
    } catch (const std::invalid_argument& why) {
        fuzz::require(fuzz::is_one_line(tutti::program::refusal_for(why).what()));
    }
    return 0;
}
