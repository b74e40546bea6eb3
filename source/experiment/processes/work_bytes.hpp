/// @file
/// Serialisation of experiments and node inputs, for another process of the program.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "collectives/input/node_input.hpp"
#include "engine/exchange/bytes.hpp"
#include "experiment/audit/node_log.hpp"
#include "tutti/catalog/algorithm.hpp"
#include "tutti/catalog/knowledge.hpp"
#include "tutti/experiment/experiment.hpp"

namespace tutti {

/// Resolver of the parts of an experiment that its bytes only name: the algorithm, the catalogue,
/// and the network of its specification.
using experiment_resolver =
    std::function<void(experiment& named, std::string_view task, std::string_view algorithm)>;

void append_experiment(byte_string& packed, const experiment& plan);
/// @throws what `resolve` throws
[[nodiscard]] experiment take_experiment(detail::byte_reader& packed,
                                         const experiment_resolver& resolve);

void append_broadcasters(byte_string& packed, const broadcaster_set& senders);
[[nodiscard]] broadcaster_set take_broadcasters(detail::byte_reader& packed);

/// A node's input on its way; where the node takes notes is not the same in two processes.
struct carried_input {
    node_input input;
    bool takes_notes = false;
};

/// Codec of node inputs.
class node_input_codec {
public:
    static void append(byte_string& packed, const carried_input& input);
    [[nodiscard]] static carried_input take(detail::byte_reader& packed);
    /// The same messages arrive and say something else. @pre none was taken in yet
    static void replace_contents(arrival_queue& queue, const payloads& contents) noexcept;
};

void append_knowledge(byte_string& packed, const knowledge& knowledge);
[[nodiscard]] knowledge take_knowledge(detail::byte_reader& packed);

void append_phases(byte_string& packed, std::span<const phase> phases);
[[nodiscard]] std::vector<phase> take_phases(detail::byte_reader& packed);

void append_mail(byte_string& packed, std::span<const mail_packet> mail);
[[nodiscard]] std::vector<mail_packet> take_mail(detail::byte_reader& packed);

/// A part of other bytes.
void append_bytes(byte_string& packed, std::span<const std::byte> part);
[[nodiscard]] byte_string take_bytes(detail::byte_reader& packed);

}  // namespace tutti
