/// @file
/// Cache of schedules in a folder of the user's, for later processes.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "schedule_verifier.hpp"
#include "topology/participant_set.hpp"
#include "topology/schedules/common/link_table.hpp"
#include "topology/schedules/common/send_table.hpp"
#include "tutti/node/port_model.hpp"
#include "tutti/topology/topology.hpp"
#include "util/function_ref.hpp"

namespace tutti {

/// All that the rows of a schedule follow from, beside the links of the network.
struct schedule_key {
    std::string_view rule{};
    std::uint32_t version = 1;  ///< of the rule: a new one for every change of its rows
    port_model ports = port_model::all_port;
    std::uint64_t packets = 0;
    node_id root = 0;
    std::uint64_t variant = 0;
    participant_set participants{};
};

/// The key and a digest of the links, as the lines at the beginning of a file; its name is theirs.
[[nodiscard]] std::string text_of(const schedule_key& key, const link_table& links);

/// Files of schedules, one each. A file that is damaged, or has another key or rows that do not
/// fulfil the requirement, counts as missing, and is replaced. No failure is reported: without the
/// cache schedules are made, and are the same.
///
/// Thread safety: any number of threads and processes may read and write; a file gets its name when
/// it is whole.
class schedule_cache {
public:
    struct limits {
        std::uint64_t bytes = std::uint64_t{1} << 28U;  ///< of all files; those read last stay
        std::uint64_t operations = std::uint64_t{1}
                                   << 25U;  ///< that less work is not looked up for
        double seconds = 0.1;               ///< that schedules take which are written
    };

    explicit schedule_cache(std::filesystem::path folder)
        : schedule_cache{std::move(folder), limits{}} {}
    schedule_cache(std::filesystem::path folder, limits within)
        : folder_{std::move(folder)}, limits_{within} {}

    /// Path of the file with that text.
    [[nodiscard]] std::filesystem::path path_of(std::string_view key_text) const;
    [[nodiscard]] std::optional<send_table> find(
        std::string_view key_text, detail::function_ref<bool(const send_table&)> accepts) const;
    void store(std::string_view key_text, const send_table& sends) const;

    [[nodiscard]] send_table find_or_make(const link_table& links, const schedule_key& key,
                                          const schedule_cost& cost,
                                          detail::function_ref<schedule_requirement()> required,
                                          detail::function_ref<send_table()> make) const;

private:
    void trim() const;

    std::filesystem::path folder_;
    limits limits_;
};

/// $XDG_CACHE_HOME/tutti/schedules or $HOME/.cache/tutti/schedules; null without either.
[[nodiscard]] std::optional<std::filesystem::path> user_schedule_folder();

/// Makes this process use a cache in that folder, or none, as at its start.
/// @pre no other thread makes schedules
void use_schedule_cache(const std::optional<std::filesystem::path>& folder,
                        schedule_cache::limits within = {});

/// The schedule from the cache of this process, if it has one, or as `make` makes it.
[[nodiscard]] send_table find_or_make_schedule(
    const link_table& links, const schedule_key& key, const schedule_cost& cost,
    detail::function_ref<schedule_requirement()> required, detail::function_ref<send_table()> make);

}  // namespace tutti
