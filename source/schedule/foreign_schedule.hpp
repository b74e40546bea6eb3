/// @file
/// Schedule of another tool: rows, links, and the contents that nodes have and need.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "schedule_fault.hpp"
#include "schedule_links.hpp"
#include "schedule_row.hpp"
#include "topology/participant_set.hpp"
#include "tutti/node/port_model.hpp"
#include "tutti/node/slot.hpp"
#include "tutti/topology/network.hpp"
#include "tutti/topology/topology.hpp"

namespace tutti {

/// File formats, in the order of `name_of(schedule_format)`.
enum class schedule_format : std::uint8_t { csv, teccl, msccl_json, msccl_xml, forestcoll, goal };
/// "msccl-json", as `--format` takes it.
[[nodiscard]] std::string_view name_of(schedule_format format) noexcept;
/// Names of all formats, in their order.
[[nodiscard]] std::span<const std::string_view> schedule_format_names() noexcept;

/// Collectives of schedules. `stated`: the file states holdings and needs node by node.
enum class schedule_collective : std::uint8_t {
    unknown,
    allgather,
    alltoall,
    broadcast,
    scatter,
    gather,
    allreduce,
    reduce,
    reduce_scatter,
    successive_broadcasts,  ///< as allgather, and delivered in the order of the collective
    stated
};
/// "reduce-scatter"; empty for `unknown`.
[[nodiscard]] std::string_view name_of(schedule_collective collective) noexcept;
/// @throws std::invalid_argument with the valid names; `unknown` and `stated` are none
[[nodiscard]] schedule_collective parse_schedule_collective(std::string_view name);
/// The form that a collective of the catalogue has in schedules; null if it has none.
[[nodiscard]] std::optional<schedule_collective> schedule_collective_of(
    std::string_view collective) noexcept;
/// True for allreduce, reduce and reduce-scatter, whose messages are values.
[[nodiscard]] bool reduces(schedule_collective collective) noexcept;
/// True for broadcast, scatter, gather and reduce.
[[nodiscard]] bool has_root(schedule_collective collective) noexcept;

/// Limits of all formats.
inline constexpr std::uint64_t most_schedule_rows = 10'000'000;
inline constexpr std::uint64_t most_schedule_nodes = std::uint64_t{1} << 30U;
inline constexpr std::uint64_t most_schedule_slot = (std::uint64_t{1} << 31U) - 1;
inline constexpr std::uint64_t most_schedule_pieces = 65'536;
inline constexpr std::uint32_t most_parallel_links = 64;
inline constexpr int most_schedule_nesting = 64;
inline constexpr std::uint64_t most_goal_bytes = std::uint64_t{1} << 53U;  ///< of a send

/// Options of the command line, which come before the file's own statements.
struct schedule_options {
    std::string file{};  ///< name in messages
    std::optional<schedule_format> format{};
    std::string network{};  ///< specification; empty: from the file, or the used links
    const tutti::network* built = nullptr;  ///< the network of that name, if there is one already
    std::string collective{};
    std::string root{};          ///< id or name; empty: the file's, or 0
    std::uint32_t parallel = 1;  ///< of used links
    bool is_parallel_as_used = false;
    port_model ports = port_model::all_port;
    /// Of networks that the file names: whether these may be files themselves, and how large.
    bool may_name_files = true;
    std::uint64_t most_nodes = most_schedule_nodes;
    std::uint64_t most_links = ~std::uint64_t{0};
    std::uint64_t packet_bytes = 0;                      ///< GOAL; 0: the largest send
    std::uint64_t most_bytes = std::uint64_t{1} << 60U;  ///< memory of the run
};

/// Contributor of a part of a value at a node, or a message there: `part` counts in reductions.
struct schedule_holding {
    node_id node = 0;
    std::uint64_t message = 0;
    std::uint32_t piece = 0;
    std::uint32_t part = 0;
};

/// Words for the messages of a schedule, in messages.
enum class message_noun : std::uint8_t { message, value, pair, address };

/// A schedule as it was read.
// NOLINTNEXTLINE(clang-analyzer-optin.performance.Padding): one a run, in the order of its parts
struct foreign_schedule {
    schedule_format format = schedule_format::csv;
    std::string file{};             ///< name in messages
    std::string network_text{};     ///< specification, or "used links (8)", "of the file"
    std::string network_source{};   ///< "-n", "file" or "used"
    bool is_network_named = false;  ///< its text is a specification
    schedule_links links{};
    std::vector<std::string> names{};    ///< by node; empty if they have none
    std::vector<bool> is_participant{};  ///< by node
    std::vector<bool> is_switch{};       ///< by node; empty if the network has none
    schedule_collective collective = schedule_collective::unknown;
    std::string collective_text{};  ///< where it is `stated`: the file's word
    node_id root = 0;
    std::uint32_t pieces = 1;    ///< of a message
    std::uint64_t messages = 0;  ///< numbers of messages: nodes, pairs origin * nodes + destination
    message_noun noun = message_noun::message;
    bool may_overlap = false;  ///< of min and max: values may be added twice
    bool merges = false;       ///< msccl: a row adds, or replaces what it contains

    std::vector<schedule_row> rows{};
    /// Last slots of the steps, whose rows all read the state before the step, in ascending order;
    /// empty: every slot is one.
    std::vector<slot> step_ends{};
    std::uint32_t slots_a_unit = 1;  ///< D, where a unit of time has several slots

    /// Holdings at the start and needs at the end, where the collective is `stated`.
    std::vector<schedule_holding> initial{};
    std::vector<schedule_holding> needed{};
    std::uint32_t parts = 0;  ///< contributors that `stated` reductions have; 0: possession only

    std::function<std::string(std::uint32_t position)> place_of{};  ///< "FILE:12"
    std::vector<std::string> remarks{};
    /// Faults that a reader finds itself, in any order, beside those of rows (switch-over).
    std::vector<schedule_fault> own_faults{};
    /// Findings of formats whose own run verifies contents: rows are not walked then.
    std::optional<schedule_findings> own_findings{};

    [[nodiscard]] std::size_t node_count() const noexcept { return links.node_count(); }
    [[nodiscard]] std::uint32_t participant_count() const;
    [[nodiscard]] participant_set participants() const;
    /// Name of a node, or its id.
    [[nodiscard]] std::string label(node_id node) const;
    /// Last slot of a row.
    [[nodiscard]] slot slots() const noexcept;
};

/// Fault of a row, with its slot in front of the text.
[[nodiscard]] schedule_fault fault_of_row(const foreign_schedule& schedule, fault_kind kind,
                                          const schedule_row& row, std::string_view text);

/// Refuses the file with one line.
/// @throws std::invalid_argument always
[[noreturn]] void refuse_schedule(std::string_view place, std::string_view text);

/// Result of `read`, which gets the option in front of what is wrong with it.
template <class Read>
decltype(auto) reading_option(std::string_view option, const Read& read) {
    try {
        return read();
    } catch (const std::invalid_argument& wrong) {
        refuse_schedule(option, wrong.what());
    }
}

/// Reads a schedule of any format, which is recognised by content if the options do not say it.
/// @throws std::invalid_argument, one line with file and place
[[nodiscard]] foreign_schedule read_schedule(std::string_view content,
                                             const schedule_options& options);

// Readers of the formats, which throw the same.
[[nodiscard]] foreign_schedule read_csv_schedule(std::string_view content,
                                                 const schedule_options& options);
[[nodiscard]] foreign_schedule read_teccl_schedule(std::string_view content,
                                                   const schedule_options& options);
[[nodiscard]] foreign_schedule read_msccl_json_schedule(std::string_view content,
                                                        const schedule_options& options);
[[nodiscard]] foreign_schedule read_msccl_xml_schedule(std::string_view content,
                                                       const schedule_options& options);
[[nodiscard]] foreign_schedule read_forestcoll_schedule(std::string_view content,
                                                        const schedule_options& options);
[[nodiscard]] foreign_schedule read_goal_schedule(std::string_view content,
                                                  const schedule_options& options);

/// Sets links, names and participants (without switches) of a schedule to those of a network: of
/// the options, if they name one.
/// @param specification of the file, where the options name none
/// @throws std::invalid_argument with the specification if there is no such network, or its links
///   take more memory than the options allow
void set_network(foreign_schedule& schedule, const schedule_options& options,
                 const std::string& specification = {});

/// Sets the links of a schedule that has none yet: of `-n`, else the used ones, with the capacities
/// that the options say.
/// @param nodes number of nodes that the file names
/// @param loads pairs of nodes that rows use, with their largest loads in a slot as capacities
/// @throws std::invalid_argument if the network has fewer nodes
void set_links(foreign_schedule& schedule, const schedule_options& options, std::size_t nodes,
               std::vector<schedule_link> loads);

/// Remarks how the names of nodes are numbered, if they have some.
void report_names(foreign_schedule& schedule);

/// Remarks on the nodes of a file that only forward, if there are some. @param nodes of the file
void report_forwarders(foreign_schedule& schedule, std::size_t nodes);

/// The pairs of nodes that rows use, with their largest loads in a slot as capacities.
/// @pre the rows are sorted
[[nodiscard]] std::vector<schedule_link> used_loads(const foreign_schedule& schedule);

}  // namespace tutti
