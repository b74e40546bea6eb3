/// @file
/// Collective: the initial messages of every node and the messages that it must end with.
#pragma once

#include <any>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "collectives/delivery_verifier.hpp"
#include "collectives/input/assignment.hpp"
#include "collectives/input/broadcasters.hpp"
#include "collectives/input/node_input.hpp"
#include "collectives/packet_size.hpp"
#include "tutti/catalog/lower_bound.hpp"
#include "tutti/catalog/parameter.hpp"
#include "tutti/catalog/problem.hpp"
#include "tutti/node/message.hpp"
#include "tutti/node/slot.hpp"
#include "tutti/topology/network.hpp"
#include "tutti/topology/topology.hpp"

namespace tutti {

/// Input, deliveries and return value of one node: the argument of `collective::checks`.
struct node_outcome {
    node_id node = 0;
    node_input input;
    std::span<const message> delivered;  ///< in the order in which its program delivered them
    std::span<const slot> delivered_in;  ///< at the end of which slot each, from 1
    const std::any* outcome = nullptr;   ///< what its program returned; empty if nothing
};

/// A collective communication: a precondition and a postcondition, whatever the algorithm.
///
/// The functions are given problems that fit, and may throw std::overflow_error where a figure
/// leaves 64 bits. The catalogue fills in those that have a default and were left out; it refuses a
/// collective that lacks another one, and names it.
struct collective {
    std::string name;                    ///< "multinode-broadcast"
    std::vector<std::string> aliases{};  ///< what others call it: "allgather"
    std::string meaning;                 ///< one plain sentence

    /// Parameters of the collective; the algorithms for it have these beside their own.
    std::vector<parameter> parameters{};

    bool takes_broadcasters = false;  ///< whether `--broadcasters` belongs to it
    bool takes_root = false;          ///< whether `--root` belongs to it
    bool starts_at_root = false;      ///< whether the root has something to send

    /// Messages of each node, where `--broadcasters` does not specify them; default: none.
    std::function<broadcaster_set(const setting& setting, node_id root)> senders{};
    /// K, where `--broadcasters` does not say it. Required if any node has messages.
    std::function<std::uint64_t(const setting& setting)> message_count{};
    /// K as the papers count it; default: the messages.
    std::function<std::uint64_t(const problem& problem)> stated_count{};
    /// Number of messages given to each node at the start; default: the broadcasters of the
    /// problem.
    std::function<broadcaster_set(const problem& problem)> given{};
    /// Input of one node; default: the messages that it is given.
    std::function<node_input(const problem& problem, const assignment& assignment, node_id node)>
        input{};

    /// Postcondition: the required deliveries.
    std::function<requirement(const problem& problem)> required{};
    /// Number of required deliveries, by participants and messages; default: all messages at all
    /// of these.
    std::function<std::uint64_t(std::uint64_t participants, std::uint64_t messages)> deliveries{};
    /// Bytes that the sets of senders and the check of the deliveries take; default: of all
    /// messages at all nodes.
    std::function<std::uint64_t(std::uint64_t nodes, std::uint64_t messages)> check_bytes{};
    /// Postcondition as a function, for properties that `required` cannot express: the error at a
    /// node, or an empty text. May be left out: then nothing is. What programs return stays out of
    /// the digest.
    std::function<std::string(const problem& problem, const node_outcome& node)> checks{};

    /// Lower bound on the time of any algorithm for it with such packets, under the problem's port
    /// model, with its proof. Default: 0.
    std::function<tutti::lower_bound(const problem& problem, packet_size packets)> lower_bound{};
    /// Number of messages or values that the data of `--bytes` consists of; default: one message.
    /// Where nccl-tests has the collective, its size is of the same data.
    std::function<std::uint64_t(const problem& problem)> messages_in_size{};
    /// True if messages arrive during the run, for a number of intervals that is known to all
    /// nodes.
    bool is_dynamic = false;
    /// True if the required deliveries depend on the order of the ids, as in sums up to a node.
    bool follows_ids = false;
    /// Of the digests of its runs: changes whenever the same run gives another digest.
    int digest_version = 1;
};

}  // namespace tutti
