/// @file
/// Audit of node programs for locality: a node's actions may depend on its input, its mail and the
/// declared knowledge, and on nothing else.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "tutti/catalog/catalogue.hpp"
#include "tutti/catalog/knowledge.hpp"
#include "tutti/experiment/experiment.hpp"
#include "tutti/experiment/result.hpp"
#include "tutti/node/slot.hpp"
#include "tutti/topology/topology.hpp"
#include "util/table_style.hpp"

namespace tutti {

/// Progress of an audit; may be read from any thread while it runs.
struct audit_progress {
    std::atomic<slot> now = 0;                ///< of the run of all
    std::atomic<std::uint64_t> runs = 0;      ///< in all, of nodes alone; 0: the first run lasts
    std::atomic<std::uint64_t> finished = 0;  ///< of them
    std::atomic<std::uint64_t> differing = 0;
};

/// Size of an audit, before its first run begins.
struct audit_scale {
    std::size_t nodes = 0;     ///< that run alone
    std::uint64_t trials = 0;  ///< of each
    /// Upper bound on the events of the first run: transmissions, deliveries and marks.
    std::uint64_t events = 0;
};

/// Options of an audit.
struct audit_options {
    /// Number of nodes that run alone: those that differ most in their features, and others drawn
    /// by `audit_seed`. No more than there are; at least 1.
    std::size_t nodes = 32;
    std::uint64_t trials = 4;  ///< worlds in which each of them runs alone, at least 1
    std::vector<knowledge_item> withheld{};  ///< nodes get another value in its place
    /// Seed of the audit's draws: the nodes, and the payloads of nodes alone. Null: entropy of the
    /// system; the report has it.
    std::optional<std::uint64_t> audit_seed{};
    /// Nodes alone get the payloads of the run of all: for programs that do something else if
    /// messages say something else.
    bool keeps_contents = false;
    std::uint64_t memory_limit_bytes = available_memory_bytes();
    std::optional<slot> slot_budget{};  ///< of the first run
    double hung_seconds = 10;  ///< limit of a run of one node, beyond the time of the first
    std::stop_token stop{};
    audit_progress* progress = nullptr;
    std::function<void(const audit_scale&)> begins{};  ///< called once
};

/// Verdict of an audit.
enum class locality : std::uint8_t {
    local,
    not_local,
    interrupted,  ///< nothing was found in what had been audited
};

/// The verdict's name in results.
[[nodiscard]] std::string_view name_of(locality judged) noexcept;

/// Actions of a node in the run of all nodes that differ from its actions alone.
struct audit_difference {
    node_id node = 0;
    slot at = 0;  ///< the papers' slot
    std::uint64_t trial = 0;
    std::string together;  ///< what it did in that slot in the run of all
    std::string alone;     ///< and alone
    std::string knew;      ///< what it knew then
};

/// Isolation of the runs of an audit, from each other and from all else.
struct audit_isolation {
    /// True if each had a process that executed the program again, without memory or files of
    /// another one; otherwise it was forked.
    bool has_own_processes = false;
    bool refuses_files = false;     ///< files, sockets, shared memory and other processes, to all
    std::uint64_t rekeyed = 0;      ///< runs of isolated nodes with separate payloads
    std::uint64_t not_rekeyed = 0;  ///< with those of the run of all
    std::uint64_t same_worlds = 0;  ///< worlds whose broadcasters and root are those of the run
    std::string isolation_gap{};    ///< why not all runs are isolated, or empty
    std::string why_kept{};         ///< why not all payloads were replaced, or empty
    std::string why_same{};         ///< why the inputs of some worlds are not others, or empty

    [[nodiscard]] bool is_complete() const noexcept { return has_own_processes && refuses_files; }
};

/// Outcome of the comparison of the audited run of all with a plain run of the same plan.
enum class plain_comparison : std::uint8_t {
    not_made,   ///< there was none to compare
    the_same,   ///< digest, slots and transmissions
    different,  ///< a program can distinguish an audit from a run
};

/// Result of an audit.
struct audit_report : request {
    std::string command;
    std::vector<knowledge_item> knowledge;
    std::vector<knowledge_item> withheld;
    tutti::verdict first_run = tutti::verdict::complete;  ///< of the run of all
    std::string first_text;                               ///< what went wrong there, or empty
    slot slots = 0;                                       ///< that its clock went through
    std::vector<node_id> audited;                         ///< in increasing order
    std::uint64_t trials = 0;                             ///< that were asked for, of each node
    std::uint64_t runs = 0;                               ///< of nodes alone, that have ended
    std::uint64_t differing = 0;                          ///< of these
    std::uint64_t audit_seed = 0;                         ///< repeats the audit
    audit_isolation isolation;
    plain_comparison plain = plain_comparison::not_made;
    std::string plain_text;  ///< how the plain run differs, or why there is none; or empty
    /// Verdict of runs of all whose inputs and random streams do not all follow from the seed, so
    /// that no node can work out those of another: of the first that went wrong. Null: none was.
    std::optional<tutti::verdict> independent;
    std::string independent_text;  ///< what went wrong there, or why there was none; or empty
    /// True if one failed although runs in which everything follows from a seed do not.
    bool needs_seed = false;
    std::vector<std::string> stated;  ///< see `result::stated`
    locality verdict = locality::local;
    /// The earliest of the first trial that has one.
    std::optional<audit_difference> difference;
    double wall_seconds = 0;
};

/// The exit status of a program that ends with this: 0, 1 if not local, 130 if interrupted, and 3
/// if the run of all was broken off, up to where alone it could be audited.
[[nodiscard]] int exit_status(const audit_report& report) noexcept;

/// @throws std::invalid_argument, one line, if its nodes do not know that
void check_withheld(const algorithm& algorithm, knowledge_item withheld);

/// Runs the experiment once and keeps the mail of some of its nodes. Then each of these runs alone,
/// with that mail, its own input, its knowledge and its random stream, in worlds whose other
/// inputs and random streams are drawn anew. Its program is local only if it then sends, delivers
/// and marks the same, bit for bit and slot for slot.
///
/// Every run has its own process; one that crashes or hangs there is not local. Where `main`
/// has called `isolated_entry`, it is the program executed again, which inherits nothing and cannot
/// open files; otherwise it is forked, and the report says that it is not isolated. Nothing of the
/// program is called in this process, whose other threads should hold no lock that a forked one may
/// want. Nodes alone have other payloads in their input and their mail than in the run of all,
/// where packets say which message they carry. A second run of all has broadcasters, payloads and
/// a stream of each node that come from separate keys; it must be right if the first one is,
/// and the nodes of every other world are compared with it. Under `program::main` the run of all is
/// also compared with a plain run of the same plan. Messages that arrive while a run goes on are,
/// in every world but the first, drawn anew too from some slot on, up to which the node is
/// compared.
/// @param command the text for `audit_report::command`
/// @throws std::invalid_argument if the input does not fit
/// @throws std::system_error if there is no process left
[[nodiscard]] audit_report audit(const experiment& plan, const audit_options& options,
                                 std::string command);

/// Call it first in a `main` that calls `audit`; `tutti::program::main` does so itself.
///
/// An audit executes the program again for each of its runs, so that they share no memory and no
/// file with it or with each other. In such a process this does the run and ends the process; in
/// any other it notes that audits can do so, and returns. Without it audits fork, and report "not
/// isolated".
///
/// Before the call `main` must not open files or start threads or processes; it may build the
/// catalogue.
/// @param catalogue has the algorithms that are audited; outlives all audits
void isolated_entry(int argc, char** argv, const catalogue& catalogue);

/// The report as one JSON object (schema tutti.audit/1), without a line end.
[[nodiscard]] std::string to_json(const audit_report& report);

/// The report for people, with line ends.
[[nodiscard]] std::string to_table(const audit_report& report,
                                   table_style style = table_style::plain);

}  // namespace tutti
