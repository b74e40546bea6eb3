/// @file
/// The runs of an audit, each in a process of its own: of all nodes together, and of one alone in
/// another world.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "apart.hpp"
#include "node_log.hpp"
#include "tutti/experiment/audit.hpp"

namespace tutti {

/// The run of all nodes as its process tells of it.
struct first_run {
    audit_scale scale;
    std::vector<node_id> nodes;        ///< whose logs are kept, in increasing order
    std::vector<std::string> knowing;  ///< what each of them knows from the beginning, in words
    std::vector<node_log> logs;        ///< of each
    slot last = 0;                     ///< the last clock slot
    std::optional<slot> failed_in{};   ///< the clock slot of what ended it early; null: nothing did
    tutti::verdict judged = tutti::verdict::complete;
    std::string text{};  ///< what went wrong, or empty
    request asked;       ///< with its input; only what follows from that
};

/// Runs all, and says what it is about to do, and what comes of it.
void run_together(const experiment& asked, const audit_options& how, const speech& say) noexcept;

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

/// One node, alone in a world.
struct lone_run {
    node_id node = 0;
    std::uint64_t trial = 0;  ///< the number of the world
    const node_log* log = nullptr;
    slot last = 0;  ///< the last clock slot in which it has to do the same
    /// Whether what arrives at it after that slot's beginning is that of the world.
    bool has_other_arrivals = false;
};

/// The run of a node of those that are audited: up to the end of the run of all, or to before what
/// ended that early. Where messages arrive while the run goes on, up to some slot, in all worlds
/// but the first.
[[nodiscard]] lone_run lone_run_of(const experiment& asked, const first_run& all, std::size_t index,
                                   std::uint64_t trial);

/// Runs the node, and says what it does.
void run_alone(const experiment& asked, const audit_options& how, const lone_run& which,
               const speech& say) noexcept;

/// Why there was no run, of what `run_alone` or `run_together` says then.
[[nodiscard]] std::string refusal_in(std::span<const std::byte> content);

}  // namespace tutti
