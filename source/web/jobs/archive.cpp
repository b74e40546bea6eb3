#include "archive.hpp"

#include <algorithm>
#include <charconv>
#include <fstream>
#include <system_error>

#define XXH_INLINE_ALL  // NOLINT(cppcoreguidelines-macro-usage)
#include <xxhash.h>

#include "util/file_content.hpp"
#include "util/json_values.hpp"
#include "util/value_syntax.hpp"

namespace tutti::serve {
namespace {

namespace fs = std::filesystem;
namespace json = boost::json;

constexpr std::string_view job_ending = ".json";
constexpr std::string_view recording_ending = ".tutti";
constexpr std::string_view graph_ending = ".graph";
constexpr std::size_t graph_name_length = 16;
constexpr file_kind kept_job{.content = "a job of the server",
                             .most_bytes = std::uint64_t{1} << 30U};

// The number in a file's name, if it has this ending.
std::optional<std::uint64_t> number_in(const fs::path& file, std::string_view ending) {
    const std::string name = file.filename().string();
    if (!name.ends_with(ending)) {
        return std::nullopt;
    }
    // Numbers up to 2^53 are exact in JavaScript, which reads them from JSON.
    constexpr std::uint64_t most = std::uint64_t{1} << 53U;
    return number_between(name.substr(0, name.size() - ending.size()), 1, most);
}

// A file appears under its name only when it is complete; readers never see a part.
void write_whole(const fs::path& path, const std::string& content) {
    atomic_file file{path.string()};
    file.content() << content;
    if (!file.finish()) {
        throw std::runtime_error{fmt::format("{} could not be written", in_quotes(path.string()))};
    }
}

std::string text_in(const json::object& from, std::string_view name) {
    const json::value* const value = from.if_contains(name);
    return value != nullptr && value->is_string() ? std::string{value->as_string()} : std::string{};
}

bool is_true(const json::object& from, std::string_view name) {
    const json::value* const value = from.if_contains(name);
    return value != nullptr && value->is_bool() && value->as_bool();
}

job_end end_in(const json::object& from) {
    // A job that was running when the server ended cannot go on.
    if (text_in(from, "state") != name_of(job_state::ended)) {
        return {.status = 4, .error = "the server ended before it did; run it again"};
    }
    const json::value* const status = from.if_contains("status");
    return {.verdict = text_in(from, "verdict"),
            .status =
                status != nullptr && status->is_int64() ? static_cast<int>(status->as_int64()) : 0,
            .error = text_in(from, "error"),
            .remark = text_in(from, "remark"),
            .has_recording = is_true(from, "has_recording"),
            .unrecorded_reason = text_in(from, "why_not_recorded")};
}

// Null if it is none of ours, or damaged.
std::shared_ptr<job> job_in(const fs::path& file, std::uint64_t id) {
    json::error_code wrong;
    json::value content;
    try {
        content = json::parse(content_of_file(file.string(), kept_job), wrong);
    } catch (const std::invalid_argument&) {
        return nullptr;
    }
    const json::object* const facts = wrong ? nullptr : content.if_object();
    if (facts == nullptr) {
        return nullptr;
    }
    const json::value* const plan = facts->if_contains("plan");
    auto made = std::make_shared<job>(
        id,
        job_request{
            .command = text_in(*facts, "command"),
            .text = text_in(*facts, "text"),
            .plan = plan != nullptr && plan->is_object() ? plan->as_object() : json::object{},
            .filter = text_in(*facts, "where")},
        text_in(*facts, "created"));
    const json::value* const seconds = facts->if_contains("seconds");
    made->restore(end_in(*facts),
                  seconds != nullptr && seconds->is_number() ? seconds->to_number<double>() : 0);
    return made;
}

}  // namespace

archive::archive(fs::path folder, std::uint64_t most_recording_bytes)
    : folder_{std::move(folder)}, most_recording_bytes_{most_recording_bytes} {
    std::error_code wrong;
    fs::create_directories(folder_, wrong);
    if (wrong) {
        refuse("{}: the directory for results cannot be created: {}", in_quotes(folder_.string()),
               wrong.message());
    }
}

fs::path archive::file_of(std::uint64_t id) const {
    return folder_ / fmt::format("{}{}", id, job_ending);
}

fs::path archive::recording_of(std::uint64_t id) const {
    return folder_ / fmt::format("{}{}", id, recording_ending);
}

// Foreign and damaged files are passed over: a folder may hold other things.
std::vector<std::shared_ptr<job>> archive::read() const {
    std::vector<std::shared_ptr<job>> jobs;
    for (const fs::directory_entry& each : fs::directory_iterator{folder_}) {
        const auto id = number_in(each.path(), job_ending);
        std::shared_ptr<job> made = id ? job_in(each.path(), *id) : nullptr;
        if (made != nullptr) {
            jobs.push_back(std::move(made));
        }
    }
    std::ranges::sort(jobs, {}, &job::id);
    return jobs;
}

void archive::keep(const job& entry) const {
    json::object facts = entry.facts();
    facts["plan"] = entry.asked().plan;
    std::string text = serialized(facts);
    const std::string result = entry.end().result;
    // As it was printed, to the byte.
    text.replace(text.size() - 1, 1,
                 fmt::format(",\"result\":{}}}\n", result.empty() ? "null" : result));
    write_whole(file_of(entry.id()), text);
}

std::optional<std::string> archive::result_of(std::uint64_t id) const {
    std::string text;
    try {
        text = content_of_file(file_of(id).string(), kept_job);
    } catch (const std::invalid_argument&) {
        return std::nullopt;
    }
    json::error_code wrong;
    const json::value content = json::parse(text, wrong);
    const json::value* const result =
        wrong || !content.is_object() ? nullptr : content.as_object().if_contains("result");
    if (result == nullptr || result->is_null()) {
        return std::nullopt;
    }
    return json::serialize(*result);
}

// The oldest recordings go first, by their number; results stay.
std::vector<std::uint64_t> archive::make_room() const {
    const std::scoped_lock guard{lock_};
    std::vector<std::pair<std::uint64_t, std::uint64_t>> recordings;  // number, bytes
    std::uint64_t bytes = 0;
    for (const fs::directory_entry& each : fs::directory_iterator{folder_}) {
        std::error_code wrong;
        const auto id = number_in(each.path(), recording_ending);
        const std::uint64_t size = id ? each.file_size(wrong) : 0;
        if (id && !wrong) {
            recordings.emplace_back(*id, size);
            bytes += size;
        }
    }
    std::ranges::sort(recordings);
    std::vector<std::uint64_t> removed;
    for (const auto& each : recordings) {
        if (bytes <= most_recording_bytes_) {
            break;
        }
        std::error_code wrong;
        fs::remove(recording_of(each.first), wrong);
        bytes -= each.second;
        removed.push_back(each.first);
    }
    return removed;
}

// The name is derived from the content, so that one graph sent twice is one file.
std::string archive::keep_graph(const std::string& content) const {
    const XXH128_hash_t digest = XXH3_128bits(content.data(), content.size());
    std::string name = fmt::format("{:016x}", digest.high64 ^ digest.low64);
    write_whole(folder_ / (name + std::string{graph_ending}), content);
    return name;
}

std::optional<fs::path> archive::graph_named(std::string_view name) const {
    // Names come from clients: only hexadecimal digits reach the file system, and no path can.
    const bool is_name =
        name.size() == graph_name_length && std::ranges::all_of(name, [](char sign) {
            return (sign >= '0' && sign <= '9') || (sign >= 'a' && sign <= 'f');
        });
    const fs::path path = folder_ / (std::string{name} + std::string{graph_ending});
    return is_name && fs::is_regular_file(path) ? std::optional{path} : std::nullopt;
}

}  // namespace tutti::serve
