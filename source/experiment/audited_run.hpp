/// @file
/// The run of all nodes of an audit, which the runs of nodes alone are compared with.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "apart.hpp"
#include "node_log.hpp"
#include "tutti/experiment/audit.hpp"
#include "tutti/machine/detail/bytes.hpp"

namespace tutti {

/// Figures of a run, for a comparison with another one.
struct run_figures {
    std::uint64_t digest = 0;
    slot slots = 0;
    std::uint64_t transmissions = 0;

    friend bool operator==(const run_figures&, const run_figures&) = default;
};

/// The run of all nodes as its process tells of it.
struct first_run {
    audit_scale scale;
    std::vector<node_id> nodes;        ///< whose logs are kept, in increasing order
    std::vector<std::string> knowing;  ///< what each of them knows from the beginning, in words
    std::vector<node_log> logs;        ///< of each
    slot last = 0;                     ///< the last clock slot
    std::optional<slot> failed_in{};   ///< the clock slot of what ended it early; null: nothing did
    tutti::verdict judged = tutti::verdict::complete;
    run_figures figures;
    std::string text{};          ///< what went wrong, or empty
    std::string why_unsealed{};  ///< why its process could open files and the like, or empty
    request asked;               ///< with its input; only what follows from that
};

/// The work of a process that runs all.
/// @param node_seed what nodes to audit are drawn by
[[nodiscard]] byte_string work_for(const experiment& asked, const audit_options& how,
                                   std::uint64_t node_seed);

/// Runs all, and says what it is about to do, and what comes of it.
/// @param options behind the experiment in `work_for`
void run_together(const experiment& asked, detail::byte_reader& options, const speech& say);

/// Hears what `run_together` says.
class first_listener {
public:
    /// @param how whom to tell of the scale, when it is known, and of progress; outlives this
    explicit first_listener(const audit_options& how) noexcept : how_{&how} {}

    /// @throws std::invalid_argument, std::runtime_error if there is no run, with the reason
    void hear(std::span<const std::byte> some);

    /// Null if not all was said.
    [[nodiscard]] std::optional<first_run> take();

private:
    void take_piece(piece_kind what, std::span<const std::byte> content);
    void take_scale(std::span<const std::byte> content);
    void take_outcome(std::span<const std::byte> content);

    const audit_options* how_;
    piece_reader pieces_;
    std::optional<log_listener> logs_;
    first_run heard_;
    bool is_whole_ = false;
};

}  // namespace tutti
