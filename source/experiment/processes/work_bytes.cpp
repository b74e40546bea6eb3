#include "work_bytes.hpp"

#include <memory>
#include <type_traits>
#include <utility>
#include <variant>

namespace tutti {
namespace {

using detail::append;
using detail::append_text;
using detail::append_values;
using detail::byte_reader;

// Lengths have 64 bits, whatever the platform has.
template <class T>
void append_vector(byte_string& packed, std::span<const T> values) {
    append(packed, std::uint64_t{values.size()});
    append_values(packed, values);
}

template <class T>
std::vector<T> take_vector(byte_reader& packed) {
    std::vector<T> values(static_cast<std::size_t>(packed.take<std::uint64_t>()));
    for (T& each : values) {
        each = packed.take<T>();
    }
    return values;
}

// The value is written in any case, so that the size does not depend on it.
template <class T>
void append_maybe(byte_string& packed, const std::optional<T>& maybe) {
    append(packed, maybe.has_value());
    append(packed, maybe.value_or(T{}));
}

template <class T>
std::optional<T> take_maybe(byte_reader& packed) {
    const bool is_there = packed.take<bool>();
    const T value = packed.take<T>();
    return is_there ? std::optional{value} : std::nullopt;
}

void append_content(byte_string& packed, const std::string& text) { append_text(packed, text); }
void append_content(byte_string& packed, const std::vector<node_id>& nodes) {
    append_vector(packed, std::span{nodes});
}
template <class T>
    requires std::is_trivially_copyable_v<T>
void append_content(byte_string& packed, const T& value) {
    append(packed, value);
}

void append_parameter(byte_string& packed, const parameter_value& value) {
    append(packed, std::uint64_t{value.content().index()});
    std::visit([&](const auto& content) { append_content(packed, content); }, value.content());
    append_text(packed, value.text());
}

// The numbers are the places of the types in the variant.
parameter_content take_content(byte_reader& packed) {
    switch (packed.take<std::uint64_t>()) {
        case 0:
            return packed.take_text();
        case 1:
            return packed.take<bool>();
        case 2:
            return packed.take<std::uint64_t>();
        case 3:
            return packed.take<rational>();
        default:
            return take_vector<node_id>(packed);
    }
}

// Number by number, as the sequence need not be in memory.
void append_sequence(byte_string& packed, const number_sequence& numbers) {
    append_vector(packed, std::span<const std::uint32_t>{
                              std::vector<std::uint32_t>(numbers.begin(), numbers.end())});
}

}  // namespace

void append_bytes(byte_string& packed, std::span<const std::byte> part) {
    append_vector(packed, part);
}

byte_string take_bytes(byte_reader& packed) {
    const auto part = packed.take_bytes(static_cast<std::size_t>(packed.take<std::uint64_t>()));
    return {part.begin(), part.end()};
}

void append_broadcasters(byte_string& packed, const broadcaster_set& senders) {
    append_sequence(packed, senders.nodes);
    append_sequence(packed, senders.packets);
}

broadcaster_set take_broadcasters(byte_reader& packed) {
    broadcaster_set senders;
    senders.nodes = take_vector<node_id>(packed);
    senders.packets = take_vector<std::uint32_t>(packed);
    return senders;
}

// The network is sent as its specification; the receiver builds it, or has it already.
void append_experiment(byte_string& packed, const experiment& plan) {
    append_text(packed, plan.algorithm->collective);
    append_text(packed, plan.algorithm->name);
    append_text(packed, plan.network.text());
    append_text(packed, plan.broadcasters.text());
    append(packed, plan.drawn != nullptr);
    append_broadcasters(packed, plan.drawn != nullptr ? *plan.drawn : broadcaster_set{});
    append(packed, plan.root);
    append(packed, plan.ports);
    append(packed, plan.seed);
    append(packed, std::uint64_t{plan.parameters.size()});
    for (const auto& [name, value] : plan.parameters) {
        append_text(packed, name);
        append_parameter(packed, value);
    }
}

experiment take_experiment(byte_reader& packed, const experiment_resolver& resolve) {
    experiment plan;
    const std::string task = packed.take_text();
    const std::string name = packed.take_text();
    plan.network = network_specification::parse(packed.take_text(), library_networks(),
                                                unknown_networks::kept);
    plan.broadcasters = broadcaster_specification::parse(packed.take_text());
    const bool is_drawn = packed.take<bool>();
    if (broadcaster_set senders = take_broadcasters(packed); is_drawn) {
        plan.drawn = std::make_shared<const broadcaster_set>(std::move(senders));
    }
    plan.root = packed.take<node_id>();
    plan.ports = packed.take<port_model>();
    plan.seed = packed.take<std::uint64_t>();
    const auto parameters = packed.take<std::uint64_t>();
    for (std::uint64_t i = 0; i < parameters; ++i) {
        std::string named = packed.take_text();
        parameter_content content = take_content(packed);
        plan.parameters.insert_or_assign(std::move(named),
                                         parameter_value{std::move(content), packed.take_text()});
    }
    resolve(plan, task, name);
    return plan;
}

void node_input_codec::append(byte_string& packed, const carried_input& input) {
    const node_input& own_input = input.input;
    detail::append(packed, std::uint64_t{own_input.messages.size()});
    for (std::size_t i = 0; i < own_input.messages.size(); ++i) {
        detail::append(packed, own_input.messages[i]);
    }
    detail::append(packed, own_input.value);
    detail::append(packed, own_input.call);
    detail::append(packed, own_input.destination);
    detail::append(packed, input.takes_notes);
    detail::append(packed, own_input.arrivals.has_value());
    if (own_input.arrivals) {
        detail::append(packed, own_input.arrivals->arriving_);  // nothing has left the queue yet
    }
}

// Messages of one node have the same origin and are numbered from 0, so that payloads are enough.
carried_input node_input_codec::take(byte_reader& packed) {
    carried_input input;
    const std::vector<message> messages = take_vector<message>(packed);
    if (messages.size() == 1) {
        input.input.messages = initial_messages{messages.front()};
    } else if (!messages.empty()) {
        node_vector<std::uint64_t> texts(messages.size());
        std::ranges::transform(messages, texts.begin(), &message::payload);
        input.input.messages = {messages.front().origin, std::move(texts)};
    }
    input.input.value = packed.take<std::uint64_t>();
    input.input.call = packed.take<slot>();
    input.input.destination = packed.take<node_id>();
    input.takes_notes = packed.take<bool>();
    if (packed.take<bool>()) {
        input.input.arrivals.emplace(packed.take<arrival_source>());
    }
    return input;
}

void node_input_codec::replace_contents(arrival_queue& queue, const payloads& contents) noexcept {
    queue.arriving_.replace_contents(contents);
    queue.leaving_.replace_contents(contents);
}

// Numbers are written for all items, known or not, in the fixed order of the items.
void append_knowledge(byte_string& packed, const knowledge& knowledge) {
    for (const knowledge_item each : all_knowledge_items) {
        append(packed, knowledge.knows(each));
        append(packed, knowledge.knows(each) ? knowledge.number(each) : std::uint64_t{0});
    }
    if (knowledge.knows(knowledge_item::broadcasters)) {
        append_vector(packed, knowledge.broadcasters());
    }
}

knowledge take_knowledge(byte_reader& packed) {
    knowledge items;
    for (const knowledge_item each : all_knowledge_items) {
        const bool has_knowledge = packed.take<bool>();
        const auto number = packed.take<std::uint64_t>();
        if (has_knowledge) {
            items.tell(each, number);
        }
    }
    if (items.knows(knowledge_item::broadcasters)) {
        items.tell_broadcasters(
            std::make_shared<const std::vector<node_id>>(take_vector<node_id>(packed)));
    }
    return items;
}

void append_phases(byte_string& packed, std::span<const phase> phases) {
    append(packed, std::uint64_t{phases.size()});
    for (const phase& each : phases) {
        append_text(packed, each.name);
        append(packed, each.slot_length);
        append(packed, each.carries);
        append_maybe(packed, each.expected_slots);
        append_maybe(packed, each.most_slots);
        append(packed, each.is_knowable);
        append_vector(packed, std::span{each.markers});
        append(packed, each.most_rounds);
        append(packed, each.is_synchronous);
        append_maybe(packed, each.deadline);
    }
}

std::vector<phase> take_phases(byte_reader& packed) {
    std::vector<phase> phases;
    const auto count = packed.take<std::uint64_t>();
    for (std::uint64_t i = 0; i < count; ++i) {
        phase phase{.name = packed.take_text()};
        phase.slot_length = packed.take<rational>();
        phase.carries = packed.take<rational>();
        phase.expected_slots = take_maybe<slot>(packed);
        phase.most_slots = take_maybe<slot>(packed);
        phase.is_knowable = packed.take<bool>();
        phase.markers = take_vector<node_id>(packed);
        phase.most_rounds = packed.take<std::uint64_t>();
        phase.is_synchronous = packed.take<bool>();
        phase.deadline = take_maybe<slot>(packed);
        phases.push_back(std::move(phase));
    }
    return phases;
}

void append_mail(byte_string& packed, std::span<const mail_packet> mail) {
    append(packed, std::uint64_t{mail.size()});
    for (const mail_packet& each : mail) {
        append(packed, each.sent_in);
        append(packed, each.through);
        append_bytes(packed, each.content);
    }
}

std::vector<mail_packet> take_mail(byte_reader& packed) {
    std::vector<mail_packet> mail(static_cast<std::size_t>(packed.take<std::uint64_t>()));
    for (mail_packet& each : mail) {
        each.sent_in = packed.take<slot>();
        each.through = packed.take<port>();
        each.content = take_bytes(packed);
    }
    return mail;
}

}  // namespace tutti
