/// @file
/// Isolated execution of an audit's work in separate processes.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>

#include "experiment/audit/node_log.hpp"
#include "isolated_process.hpp"
#include "tutti/experiment/experiment.hpp"
#include "work_bytes.hpp"

namespace tutti {

/// Purpose of a process of an audit.
enum class work_kind : std::uint8_t {
    reference,  ///< the run of all nodes, watched
    world,      ///< what nodes alone are given, and the world around them
    alone,      ///< the run of one node
};

/// The beginning of the work that is about an experiment; what its kind needs is put behind.
[[nodiscard]] byte_string work_on(work_kind kind, const experiment& plan);
/// Likewise. @param packed_plan as `append_experiment` puts it
[[nodiscard]] byte_string work_on(work_kind kind, std::span<const std::byte> packed_plan);

/// Does the work, and says what comes of it; if it cannot be done, why.
/// @param seal called when all is read that the work needs of the system
void do_work(std::span<const std::byte> work, const experiment_resolver& resolve,
             const std::function<void()>& seal, const output_handler& say) noexcept;

/// Why there is no result, of a piece of the kind `refusal`.
[[nodiscard]] std::string refusal_in(std::span<const std::byte> content);
/// @throws std::invalid_argument, std::runtime_error with that reason
[[noreturn]] void throw_refusal(std::span<const std::byte> content);

/// Starter of the processes of an audit. Each executes this program again, if it can do the work;
/// otherwise it is forked.
class process_starter {
public:
    /// @param plan outlives this
    explicit process_starter(const experiment& plan);

    /// Why processes are forked, or an empty text.
    [[nodiscard]] const std::string& fork_reason() const noexcept { return fork_reason_; }

    /// @param hear is called with each piece that the process says
    /// @throws std::system_error if there is no process left
    [[nodiscard]] process_end start(std::span<const std::byte> work,
                                    const piece_reader::visitor& hear,
                                    const process_limits& limits) const;

private:
    const experiment* plan_;
    std::string fork_reason_;
    program_start program_;
};

/// True if the command line of this program runs the subject of an audit.
[[nodiscard]] bool has_command_line() noexcept;
/// Notes that it does.
void note_command_line() noexcept;

}  // namespace tutti
