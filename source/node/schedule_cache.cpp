#include "schedule_cache.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <mutex>
#include <ostream>
#include <span>
#include <system_error>
#include <type_traits>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "util/file_content.hpp"
#include "util/stopwatch.hpp"
// Its macro makes xxHash part of this file, as its documentation says.
#ifndef XXH_INLINE_ALL
#define XXH_INLINE_ALL  // NOLINT(cppcoreguidelines-macro-usage)
#endif
#include <xxhash.h>

namespace tutti {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view extension = ".schedule";

std::string digest_of(std::span<const std::byte> bytes) {
    const XXH128_hash_t hash = XXH3_128bits(bytes.data(), bytes.size());
    return fmt::format("{:016x}{:016x}", hash.high64, hash.low64);
}

// The last line of the text before the rows, which are in the byte order of the machine.
std::string line_of_rows(std::span<const timed_send> sends) {
    return fmt::format("rows {} {}\n", sends.size(), digest_of(std::as_bytes(sends)));
}

// Null if the text is not all that comes before whole rows.
std::optional<send_table> rows_in(std::string_view content, std::string_view key_text) {
    static_assert(std::has_unique_object_representations_v<timed_send>);
    const std::size_t text_end = content.find('\n', std::min(content.size(), key_text.size())) + 1;
    if (!content.starts_with(key_text) || text_end == 0 ||
        (content.size() - text_end) % sizeof(timed_send) != 0) {
        return std::nullopt;
    }
    send_table sends((content.size() - text_end) / sizeof(timed_send));
    std::ranges::copy(std::as_bytes(std::span{content.substr(text_end)}),
                      std::as_writable_bytes(std::span{sends}).begin());
    const std::string_view line = content.substr(0, text_end).substr(key_text.size());
    return line == line_of_rows(sends) ? std::optional{std::move(sends)} : std::nullopt;
}

std::optional<schedule_cache>& cache_of_process() {
    static std::optional<schedule_cache> cache;
    return cache;
}

// Lines of a key that most keys do not have.
std::string line_of_participants(const participant_set& participants, std::size_t node_count) {
    if (participants.is_everyone()) {
        return {};
    }
    const std::vector<node_id> nodes = participants.nodes(node_count);
    return fmt::format("participants {} {}\n", nodes.size(),
                       digest_of(std::as_bytes(std::span{nodes})));
}

// Tables for all ports are the same without.
std::string line_of_switches(const link_table& links, port_model ports) {
    if (!links.has_switches() || ports == port_model::all_port) {
        return {};
    }
    std::vector<node_id> nodes;
    for (node_id node = 0; node < links.node_count(); ++node) {
        if (links.is_switch(node)) {
            nodes.push_back(node);
        }
    }
    return fmt::format("switches {} {}\n", nodes.size(),
                       digest_of(std::as_bytes(std::span{nodes})));
}

}  // namespace

std::string text_of(const schedule_key& key, const link_table& links) {
    static_assert(std::has_unique_object_representations_v<link_table::link>);
    return fmt::format(
        "tutti schedule 1\nrule {} {}\nports {}\npackets {}\nroot {}\nvariant {}\n{}{}nodes {}\n"
        "links {} {}\n",
        key.rule, key.version, name_of(key.ports), key.packets, key.root, key.variant,
        line_of_participants(key.participants, links.node_count()),
        line_of_switches(links, key.ports), links.node_count(), links.link_count(),
        digest_of(std::as_bytes(std::span{links.links()})));
}

fs::path schedule_cache::path_of(std::string_view key_text) const {
    return folder_ / (digest_of(std::as_bytes(std::span{key_text})) + std::string{extension});
}

std::optional<send_table> schedule_cache::find(
    std::string_view key_text, detail::function_ref<bool(const send_table&)> accepts) const {
    const fs::path path = path_of(key_text);
    std::optional<send_table> sends;
    try {
        sends = rows_in(
            content_of_file(path.string(), {.content = "a schedule", .most_bytes = limits_.bytes}),
            key_text);
    } catch (const std::invalid_argument&) {
        return std::nullopt;
    }
    if (!sends || !accepts(*sends)) {
        return std::nullopt;
    }
    // Its age counts from its last use.
    std::error_code ignored;
    fs::last_write_time(path, fs::file_time_type::clock::now(), ignored);
    return sends;
}

void schedule_cache::store(std::string_view key_text, const send_table& sends) const {
    // Threads of a process would write to one temporary file.
    static std::mutex writing;
    const std::scoped_lock guard{writing};
    std::error_code failure;
    fs::create_directories(folder_, failure);
    const auto rows = std::as_bytes(std::span{sends});
    if (failure || rows.size() > limits_.bytes / 2) {
        return;
    }
    try {
        atomic_file file{path_of(key_text).string()};
        file.content() << key_text << line_of_rows(sends);
        // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast): what streams take
        file.content().write(reinterpret_cast<const char*>(rows.data()), std::ssize(rows));
        (void)file.finish();
    } catch (const std::invalid_argument&) {
        return;
    }
    trim();
}

// Files that killed processes left are among them.
void schedule_cache::trim() const {
    struct file {
        fs::file_time_type used;
        fs::path path;
        std::uintmax_t bytes = 0;
    };
    std::vector<file> files;
    std::error_code ignored;
    std::uintmax_t bytes = 0;
    for (fs::directory_iterator next{folder_, ignored}; next != fs::directory_iterator{};
         next.increment(ignored)) {
        const std::uintmax_t size = next->file_size(ignored);
        if (!ignored && next->path().string().find(extension) != std::string::npos) {
            files.push_back({next->last_write_time(ignored), next->path(), size});
            bytes += size;
        }
    }
    std::ranges::sort(files, {}, &file::used);
    for (const file& oldest : files) {
        if (bytes > limits_.bytes && fs::remove(oldest.path, ignored)) {
            bytes -= oldest.bytes;
        }
    }
}

send_table schedule_cache::find_or_make(const link_table& links, const schedule_key& key,
                                        const schedule_cost& cost,
                                        detail::function_ref<schedule_requirement()> required,
                                        detail::function_ref<send_table()> make) const {
    if (cost.operations < limits_.operations) {
        return make();
    }
    const std::string text = text_of(key, links);
    if (auto sends =
            find(text, [&](const send_table& rows) { return fulfils(links, rows, required()); })) {
        return std::move(*sends);
    }
    const stopwatch watch;
    send_table sends = make();
    if (watch.seconds() >= limits_.seconds) {
        store(text, sends);
    }
    return sends;
}

std::optional<fs::path> user_schedule_folder() {
    // NOLINTBEGIN(concurrency-mt-unsafe): no thread sets any.
    const char* const cache = std::getenv("XDG_CACHE_HOME");
    const char* const home = std::getenv("HOME");
    // NOLINTEND(concurrency-mt-unsafe)
    if (cache != nullptr && fs::path{cache}.is_absolute()) {
        return fs::path{cache} / "tutti" / "schedules";
    }
    return home != nullptr && fs::path{home}.is_absolute()
               ? std::optional{fs::path{home} / ".cache" / "tutti" / "schedules"}
               : std::nullopt;
}

void use_schedule_cache(const std::optional<fs::path>& folder, schedule_cache::limits within) {
    cache_of_process() =
        folder ? std::optional{schedule_cache{*folder, within}} : std::optional<schedule_cache>{};
}

send_table find_or_make_schedule(const link_table& links, const schedule_key& key,
                                 const schedule_cost& cost,
                                 detail::function_ref<schedule_requirement()> required,
                                 detail::function_ref<send_table()> make) {
    const std::optional<schedule_cache>& cache = cache_of_process();
    return cache ? cache->find_or_make(links, key, cost, required, make) : make();
}

}  // namespace tutti
