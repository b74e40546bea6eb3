/// @file
/// Algorithm: a node program, with its description and theory.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "algorithms/program_handle.hpp"
#include "collectives/packet_size.hpp"
#include "node/phase.hpp"
#include "tutti/catalog/knowledge.hpp"
#include "tutti/catalog/lower_bound.hpp"
#include "tutti/catalog/parameter.hpp"
#include "tutti/catalog/problem.hpp"
#include "tutti/node/port_model.hpp"
#include "tutti/node/rational.hpp"
#include "tutti/node/slot.hpp"
#include "tutti/topology/topology.hpp"

namespace tutti {

struct collective;

/// Guarantee of an expected time: exact, upper bound, or with high probability.
enum class time_kind : std::uint8_t { exact, upper_bound, high_probability };

/// The kind's name in results.
[[nodiscard]] std::string_view name_of(time_kind kind) noexcept;

/// A time that the theory promises, in units of whole packets.
struct expected_time {
    rational units;
    time_kind kind = time_kind::exact;
};

/// Number of packets that cross links in a run.
struct packet_hops {
    std::uint64_t data = 0;
    std::uint64_t control = 0;  ///< those that carry no message

    packet_hops() = default;
    /// Implicit conversion: where control is not given, there is none.
    // NOLINTNEXTLINE(google-explicit-constructor)
    constexpr packet_hops(std::uint64_t messages, std::uint64_t others = 0) noexcept
        : data{messages}, control{others} {}

    [[nodiscard]] constexpr std::uint64_t total() const noexcept { return data + control; }

    friend bool operator==(const packet_hops&, const packet_hops&) = default;
};

/// Probability that a randomised algorithm fails, over its own draws.
struct failure_probability {
    std::optional<double> exact;  ///< null where it takes too long to work out
    double bound = 1;             ///< an upper bound, at most 1
    bool is_drawn = false;        ///< whether the draws of this problem's seed make it fail
};

/// Range of the number of messages that an algorithm accepts.
struct message_limits {
    std::uint64_t least = 0;
    std::uint64_t most = ~std::uint64_t{0};
    bool is_one_a_node = false;  ///< no node may have two
};

/// Algorithm: a node program for a collective on a family of networks, with its theory.
///
/// The functions are given problems that the algorithm fits, and may throw std::overflow_error.
/// Those that are said to have a default may be left out; without one of the others the catalogue
/// refuses the algorithm and names what it lacks.
struct algorithm {
    std::string collective;  ///< the collective's name
    /// The collective itself; set by the catalogue. Valid as long as the catalogue, and so are the
    /// functions of what it added, and of copies: on folded tori these answer as it was added.
    const tutti::collective* goal = nullptr;
    /// True for the library's own algorithms; set by the catalogue. Statements of other algorithms
    /// that cannot be verified are marked in results.
    bool is_of_library = false;
    std::string name;               ///< unique among the algorithms for the collective
    std::string source;             ///< paper and section
    std::string idea{};             ///< how it works, in one or two plain sentences; may be empty
    std::string rule{};             ///< its name in the reference figures, or empty
    std::string networks;           ///< in words
    std::vector<port_model> ports;  ///< its own model first
    /// Parameters of the algorithm; the catalogue puts the collective's in front, and one of the
    /// same name here replaces it.
    std::vector<parameter> parameters{};
    std::string time;  ///< the formula, in words
    time_kind kind = time_kind::exact;
    /// Knowledge given to nodes beside their own input.
    std::vector<knowledge_item> knowledge{};
    /// True if every node's program returns K, the number of messages (`std::uint64_t`).
    bool returns_message_count = false;
    /// True if every run sends as many packets over one link of a torus as over any other of the
    /// same dimension and direction: then the transmissions on folded tori are known too.
    bool uses_links_alike = false;
    /// True if it runs for any participants; false if it needs all nodes as participants.
    bool takes_participants = false;
    /// True if it plays a file that its parameter `file` names. It is then found by its name alone,
    /// and where that parameter is given, for it is nothing without the file.
    bool plays_a_file = false;
    /// True if nodes of a folded torus run it as those of the array that it is, false if as those
    /// of the torus.
    bool runs_on_array = false;
    /// Largest number of nodes of networks on which it is chosen where none is named: few if a long
    /// timetable says its time, 0 if it draws random numbers. Default: any number.
    std::uint64_t most_chosen_nodes = ~std::uint64_t{0};

    /// Why the algorithm cannot run on this network, or an empty text.
    std::function<std::string(const network& network)> inapplicable_reason;
    /// Number of rounds in which the broadcasters send as many messages as `--broadcasters` says;
    /// default: one. The messages of the problem are those of all rounds.
    std::function<std::uint64_t(const setting& setting)> rounds{};
    /// Range of the number of messages accepted; default: any number.
    std::function<message_limits(const network& network)> limits{};
    /// Why it cannot run with this input, or an empty text; default: it always can. On folded tori
    /// it is asked about the torus, whose nodes have other ids.
    std::function<std::string(const problem& problem)> inapplicable_input_reason{};
    /// The broadcasters that it is known to be slowest with; default: none are known. The
    /// broadcasters of `problem` do not count.
    std::function<broadcaster_set(const problem& problem)> worst_set{};
    /// Phases of a run; default: none, then no node marks anything, and the time runs to the last
    /// arrival.
    std::function<std::vector<phase>(const problem& problem)> phases{};
    /// Expected time; default: the sum of the phases, with the guarantee `kind`.
    std::function<std::optional<expected_time>(const problem& problem)> expected{};
    /// Lower bound of the algorithm, if it is above the default: the collective's bound for packets
    /// as its phases carry them (`packets_of`), with the ports of the problem; if they are none of
    /// the algorithm's, with the looser of them and its own.
    std::function<tutti::lower_bound(const problem& problem)> lower_bound{};
    /// Probability of failure by design; default: it never fails.
    std::function<failure_probability(const problem& problem)> failure{};
    /// Advice on a network that takes less time, and by how much, or on the bottleneck of the
    /// algorithm; may be empty. Default: nothing is known.
    std::function<std::string(const problem& problem)> advice{};
    /// Packet-hops; null where no exact number is known. Default: none is.
    std::function<std::optional<packet_hops>(const problem& problem)> transmissions{};
    /// Number of packets or words stored by all nodes together, for at most `message_count`
    /// messages, where it grows like neither the nodes, the links, the messages nor the deliveries.
    /// The memory estimate of large runs needs it. Default: none.
    std::function<std::uint64_t(const network& network, std::uint64_t message_count)> memory_use{};
    /// Number of steps that compute the phases, the bound, the failure probability and the
    /// transmissions where they have no closed form: some fifty nanoseconds each. Where these are
    /// many, `tutti bounds` leaves the figures out. Default: none.
    std::function<std::uint64_t(const problem& problem)> figure_steps{};
    /// Rank of a node: the number of messages of the nodes with smaller ids, or for all nodes of
    /// those with larger ids. Needed if ranks are declared knowledge.
    std::function<std::uint64_t(const problem& problem, node_id node)> rank{};
    /// Slot budget that nodes know. Needed if it is declared knowledge.
    std::function<slot(const problem& problem)> slot_budget{};
    /// Number of intervals that nodes know: that of the parameter `intervals`, if there is one.
    /// Needed if it is declared knowledge.
    std::function<std::uint64_t(const problem& problem)> intervals{};

    /// The node program.
    std::function<any_program(const setting& setting)> program{};
};

/// Expected time of the algorithm: its own, or the sum of its phases. Null where some phase has no
/// number.
[[nodiscard]] std::optional<expected_time> expected_time_of(const algorithm& algorithm,
                                                            const problem& problem);

/// The smallest packets that slots of these phases may carry, control aside: whole ones if there
/// are none, any pieces if they are not one of m equal ones.
[[nodiscard]] packet_size packets_in(std::span<const phase> phases);
/// Packet size of the algorithm's phases.
[[nodiscard]] packet_size packets_of(const algorithm& algorithm, const problem& problem);

/// The problem with its ports or, if they are none of an algorithm's own, the looser of them and
/// the first of these.
[[nodiscard]] problem within_ports(std::span<const port_model> own, problem problem);

/// Lower bound for messages that are cut: the algorithm's own, if it cuts them, else the
/// collective's for any pieces. Null where none is known.
/// @param own `algorithm.lower_bound(problem)`
[[nodiscard]] std::optional<lower_bound> bound_for_pieces(const algorithm& algorithm,
                                                          const problem& problem,
                                                          const lower_bound& own);

class knowledge_ranks;

/// Source of the nodes' knowledge in a run: the items that the algorithm's description declares,
/// and no other. The description is asked once; ranks and numbers of intervals are those of their
/// definitions.
class knowledge_source {
public:
    /// @throws std::invalid_argument if what the description says is not valid, with a line that
    ///   names the field
    knowledge_source(const algorithm& algorithm, const problem& input);

    /// Knowledge of `node`. May be called at the same time for different nodes.
    [[nodiscard]] knowledge operator()(node_id node) const;
    /// Knowledge common to all nodes; null if each has its own.
    [[nodiscard]] std::shared_ptr<const knowledge> common() const {
        return ranks_ != nullptr ? nullptr : same_;
    }

private:
    std::shared_ptr<const knowledge> same_;         // knowledge common to all nodes; never null
    std::shared_ptr<const knowledge_ranks> ranks_;  // null: ranks are not declared
};

}  // namespace tutti
