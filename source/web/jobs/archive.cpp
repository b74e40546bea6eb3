#include "archive.hpp"

#include <algorithm>
#include <system_error>

#define XXH_INLINE_ALL  // NOLINT(cppcoreguidelines-macro-usage)
#include <xxhash.h>

#include "util/file_content.hpp"
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
    // Numbers up to 2^53 are exact in JavaScript, which reads them from JSON.
    constexpr std::uint64_t most = std::uint64_t{1} << 53U;
    return file.extension() == ending ? number_between(file.stem().string(), 1, most)
                                      : std::nullopt;
}

// A file appears under its name only when it is complete; readers never see a part.
void write_whole(const fs::path& path, const std::string& content) {
    atomic_file file{path.string()};
    file.content() << content;
    if (!file.finish()) {
        throw std::runtime_error{fmt::format("{} could not be written", in_quotes(path.string()))};
    }
}

// The member of this name; an empty value where it is missing, or of another type.
template <class T = std::string>
T member(const json::object& from, std::string_view name) {
    const json::value* const value = from.if_contains(name);
    if (value == nullptr) {
        return {};
    }
    const auto read = json::try_value_to<T>(*value);
    return read ? *read : T{};
}

job_end end_in(const json::object& from) {
    // A job that was running when the server ended cannot go on.
    if (member(from, "state") != name_of(job_state::ended)) {
        return {.status = 4, .error = "the server ended before it did; run it again"};
    }
    return {.verdict = member(from, "verdict"),
            .status = member<int>(from, "status"),
            .error = member(from, "error"),
            .remark = member(from, "remark"),
            .has_recording = member<bool>(from, "has_recording"),
            .unrecorded_reason = member(from, "why_not_recorded")};
}

// Nothing of a file that is none of ours, or damaged.
std::optional<json::object> facts_in(const fs::path& file) {
    json::error_code wrong;
    try {
        json::value content = json::parse(content_of_file(file.string(), kept_job), wrong);
        return content.is_object() ? std::optional{std::move(content.as_object())} : std::nullopt;
    } catch (const std::invalid_argument&) {
        return std::nullopt;
    }
}

std::shared_ptr<job> job_in(const json::object& facts, std::uint64_t id) {
    auto made = std::make_shared<job>(id,
                                      job_request{.command = member(facts, "command"),
                                                  .text = member(facts, "text"),
                                                  .plan = member<json::object>(facts, "plan"),
                                                  .filter = member(facts, "where")},
                                      member(facts, "created"));
    made->restore(end_in(facts), member<double>(facts, "seconds"));
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
        if (const auto id = number_in(each.path(), job_ending)) {
            if (const auto facts = facts_in(each.path())) {
                jobs.push_back(job_in(*facts, *id));
            }
        }
    }
    std::ranges::sort(jobs, {}, &job::id);
    return jobs;
}

void archive::keep(const job& entry) const {
    json::object facts = entry.facts();
    facts["plan"] = entry.asked().plan;
    write_whole(file_of(entry.id()), with_result(facts, entry.end().result));
}

std::optional<std::string> archive::result_of(std::uint64_t id) const {
    const auto facts = facts_in(file_of(id));
    const json::value* const result = facts ? facts->if_contains("result") : nullptr;
    return result == nullptr || result->is_null() ? std::nullopt
                                                  : std::optional{json::serialize(*result)};
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
    const bool is_name = name.size() == graph_name_length &&
                         name.find_first_not_of("0123456789abcdef") == std::string_view::npos;
    const fs::path path = folder_ / (std::string{name} + std::string{graph_ending});
    return is_name && fs::is_regular_file(path) ? std::optional{path} : std::nullopt;
}

}  // namespace tutti::serve
