/// @file
/// Algorithms for tori on folded tori: arrays whose nodes run the programs of a torus.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "algorithms/run_inputs.hpp"
#include "collectives/delivery_verifier.hpp"
#include "collectives/input/initial_messages.hpp"
#include "topology/embeddings/torus_folding.hpp"
#include "tutti/catalog/algorithm.hpp"
#include "tutti/catalog/collective.hpp"
#include "tutti/catalog/problem.hpp"
#include "tutti/node/message.hpp"
#include "tutti/topology/network.hpp"

namespace tutti {

/// True if `net` is a `folded-torus`, where nodes run the algorithm as those of the torus.
[[nodiscard]] bool emulates_torus(const algorithm& algorithm, const network& net) noexcept;

/// Problem as the nodes' programs see it: where they emulate a torus that of the torus, whose node
/// `fold::on_torus(x)` is at node x of the array; elsewhere the problem itself.
[[nodiscard]] problem program_view(const algorithm& algorithm, problem problem);

/// Mapping between the messages of a problem on the array and those of the torus programs that run
/// on it folded: their origins are other nodes, and where messages are addressed, their numbers
/// count the destinations by other ids.
///
/// May be used from any thread.
class torus_origin_mapping {
public:
    /// @param collective what it is about; where its messages are addressed, their destinations do
    /// not
    ///   decrease with their numbers
    /// @param problem on the array, which is a folded torus
    torus_origin_mapping(const collective& collective, const problem& problem);

    /// A node's own messages, numbered from 0, as its program gets them.
    [[nodiscard]] initial_messages on_torus(const initial_messages& messages) const;
    /// The message that a program delivers. What no node was given gets the name of no message.
    [[nodiscard]] message on_array(const message& delivered) const;

private:
    /// The same messages, by both numbers.
    struct numbering {
        addressed_messages on_array;
        addressed_messages on_torus;
    };

    /// Number on the array of number i of the torus, for values whose results node i mod N has.
    [[nodiscard]] std::uint32_t in_turn_on_array(std::uint32_t number) const noexcept;
    [[nodiscard]] initial_messages in_turn_on_torus(const initial_messages& messages) const;
    [[nodiscard]] std::uint32_t number_on_array(const message& message,
                                                const numbering& numbers) const;
    /// Number of the first message of `origin` for `destination`.
    [[nodiscard]] static std::uint32_t number_of(const addressed_messages& messages, node_id origin,
                                                 node_id destination);

    fold shape_;
    std::optional<numbering> numbers_;  // null if both are the same
    bool is_in_turn_ = false;           // or if the results of values are kept in turn
};

/// Mapping of the messages that programs for the torus deliver and send to those of the array; null
/// where nodes emulate no torus and both are equal.
[[nodiscard]] origin_mapping names_on_array(const algorithm& algorithm, const problem& problem);

/// The algorithm's formula for its time, as it is on that network.
[[nodiscard]] std::string time_formula(const algorithm& algorithm, const network& net);

/// Has an algorithm that fits the torus fit the folded torus too: its program runs there through
/// the view `folded`, in exactly twice the slots. Varvarigos and Bertsekas, partial multinode
/// broadcast, section 2. One that runs on the array is left as it is.
/// @param chosen complete. @return what it was made of, which has to live as long as `chosen` does
[[nodiscard]] std::unique_ptr<const algorithm> run_on_folded_tori(algorithm& chosen);

}  // namespace tutti
