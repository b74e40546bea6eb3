/// @file
/// What is to be communicated: who starts with what, and who must end with what.
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

/// What one node was given, delivered and returned: what `collective::judges` looks at.
struct node_account {
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
    std::string name;                        ///< "multinode-broadcast"
    std::vector<std::string> trade_names{};  ///< what others call it: "allgather"
    std::string meaning;                     ///< one plain sentence

    /// What has to be known to say what it is; the algorithms for it have these beside their own.
    std::vector<parameter> parameters{};

    bool takes_broadcasters = false;  ///< whether `--broadcasters` belongs to it
    bool takes_root = false;          ///< whether `--root` belongs to it
    bool starts_at_root = false;      ///< whether the root is who has something to send

    /// Who has how many messages, where `--broadcasters` does not say it; default: nobody any.
    std::function<broadcaster_set(const setting& where, node_id root)> senders{};
    /// K, where `--broadcasters` does not say it. Needed if anybody has any.
    std::function<std::uint64_t(const setting& where)> message_count{};
    /// K as the papers count it; default: the messages.
    std::function<std::uint64_t(const problem& what)> stated_count{};
    /// Who is given how many messages at the start; default: the broadcasters of the problem.
    std::function<broadcaster_set(const problem& what)> given{};
    /// What one node starts with; default: the messages that it is given.
    std::function<node_input(const problem& what, const assignment& given, node_id node)> input{};

    /// The postcondition: what has to be delivered.
    std::function<requirement(const problem& what)> required{};
    /// The deliveries that this takes, for so many nodes and messages; default: all messages at
    /// all nodes.
    std::function<std::uint64_t(std::uint64_t nodes, std::uint64_t messages)> deliveries{};
    /// Bytes that the sets of senders and the check of the deliveries take; default: of all
    /// messages at all nodes.
    std::function<std::uint64_t(std::uint64_t nodes, std::uint64_t messages)> check_bytes{};
    /// The postcondition as a function, for what `required` cannot say: what is wrong at a node, or
    /// an empty text. May be left out: then nothing is. What programs return stays out of the
    /// digest.
    std::function<std::string(const problem& what, const node_account& node)> judges{};

    /// A lower bound of the time of any algorithm for it with such packets, under the problem's
    /// port model; it says why it holds. Default: 0.
    std::function<tutti::lower_bound(const problem& what, packet_size packets)> lower_bound{};
    /// Whether messages arrive while the run goes on, for as many intervals as nodes are told.
    bool is_dynamic = false;
    /// Whether the order of the ids says what has to be delivered, as in sums up to a node.
    bool follows_ids = false;
    /// Of the digests of its runs: changes whenever the same run gives another digest.
    int digest_version = 1;
};

}  // namespace tutti
