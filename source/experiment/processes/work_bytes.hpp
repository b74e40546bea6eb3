/// @file
/// Codecs of experiments, results and node inputs, for another process of the program.
#pragma once

#include <exception>
#include <functional>
#include <string_view>

#include "collectives/input/node_input.hpp"
#include "tutti/catalog/knowledge.hpp"
#include "tutti/experiment/experiment.hpp"
#include "tutti/experiment/result.hpp"
#include "util/number_sequence.hpp"
#include "value_bytes.hpp"

namespace tutti {

/// Resolver of the parts of an experiment that its bytes only name: the algorithm, the catalogue,
/// and the network of its specification.
using experiment_resolver =
    std::function<void(experiment& named, std::string_view task, std::string_view algorithm)>;

void append_experiment(byte_string& packed, const experiment& plan);
/// @throws what `resolve` throws
[[nodiscard]] experiment take_experiment(detail::byte_reader& packed,
                                         const experiment_resolver& resolve);

template <>
struct value_codec<number_sequence> {
    static void append(byte_string& packed, const number_sequence& numbers);
    static number_sequence take(detail::byte_reader& packed);
};

/// A parameter keeps its text beside its value: the text may be another form of the number.
template <>
struct value_codec<parameter_value> {
    static void append(byte_string& packed, const parameter_value& value);
    static parameter_value take(detail::byte_reader& packed);
};

template <>
struct value_codec<knowledge> {
    static void append(byte_string& packed, const knowledge& knowledge);
    static knowledge take(detail::byte_reader& packed);
};

/// Nothing is sent: the report has the exception's text as well.
template <>
struct value_codec<std::exception_ptr> {
    static void append(byte_string& /*packed*/, const std::exception_ptr& /*thrown*/) {}
    static std::exception_ptr take(detail::byte_reader& /*packed*/) { return nullptr; }
};

template <>
struct value_codec<result> {
    static void append(byte_string& packed, const result& result);
    static result take(detail::byte_reader& packed);
};

/// Codec of node inputs. Where the node takes notes is not sent.
class node_input_codec {
public:
    static void append(byte_string& packed, const node_input& input);
    [[nodiscard]] static node_input take(detail::byte_reader& packed);
    /// The same messages arrive and say something else. @pre none was taken in yet
    static void replace_contents(arrival_queue& queue, const payloads& contents) noexcept;
};

template <>
struct value_codec<node_input> : node_input_codec {};

/// A node's input on its way; where the node takes notes is not the same in two processes.
struct carried_input {
    node_input input;
    bool takes_notes = false;
};

}  // namespace tutti
