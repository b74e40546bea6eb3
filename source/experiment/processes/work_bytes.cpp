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

// Number by number, as the sequence need not lie in memory.
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

void append_experiment(byte_string& packed, const experiment& asked) {
    append_text(packed, asked.what->collective);
    append_text(packed, asked.what->name);
    append_text(packed, asked.network.text());
    append_text(packed, asked.broadcasters.text());
    append(packed, asked.drawn != nullptr);
    append_broadcasters(packed, asked.drawn != nullptr ? *asked.drawn : broadcaster_set{});
    append(packed, asked.root);
    append(packed, asked.ports);
    append(packed, asked.seed);
    append(packed, std::uint64_t{asked.parameters.size()});
    for (const auto& [name, value] : asked.parameters) {
        append_text(packed, name);
        append_parameter(packed, value);
    }
}

experiment take_experiment(byte_reader& packed, const experiment_resolver& resolve) {
    experiment asked;
    const std::string task = packed.take_text();
    const std::string name = packed.take_text();
    asked.network = network_specification::parse(packed.take_text());
    asked.broadcasters = broadcaster_specification::parse(packed.take_text());
    const bool is_drawn = packed.take<bool>();
    if (broadcaster_set senders = take_broadcasters(packed); is_drawn) {
        asked.drawn = std::make_shared<const broadcaster_set>(std::move(senders));
    }
    asked.root = packed.take<node_id>();
    asked.ports = packed.take<port_model>();
    asked.seed = packed.take<std::uint64_t>();
    const auto parameters = packed.take<std::uint64_t>();
    for (std::uint64_t i = 0; i < parameters; ++i) {
        std::string named = packed.take_text();
        parameter_content content = take_content(packed);
        asked.parameters.insert_or_assign(std::move(named),
                                          parameter_value{std::move(content), packed.take_text()});
    }
    resolve(asked, task, name);
    return asked;
}

void node_input_codec::append(byte_string& packed, const carried_input& input) {
    const node_input& mine = input.mine;
    detail::append(packed, std::uint64_t{mine.messages.size()});
    for (std::size_t i = 0; i < mine.messages.size(); ++i) {
        detail::append(packed, mine.messages[i]);
    }
    detail::append(packed, mine.value);
    detail::append(packed, mine.call);
    detail::append(packed, mine.destination);
    detail::append(packed, input.takes_notes);
    detail::append(packed, mine.arrivals.has_value());
    if (mine.arrivals) {
        detail::append(packed, mine.arrivals->arriving_);  // nothing has left the queue yet
    }
}

carried_input node_input_codec::take(byte_reader& packed) {
    carried_input input;
    const std::vector<message> messages = take_vector<message>(packed);
    if (messages.size() == 1) {
        input.mine.messages = initial_messages{messages.front()};
    } else if (!messages.empty()) {
        node_vector<std::uint64_t> texts(messages.size());
        std::ranges::transform(messages, texts.begin(), &message::payload);
        input.mine.messages = {messages.front().origin, std::move(texts)};
    }
    input.mine.value = packed.take<std::uint64_t>();
    input.mine.call = packed.take<slot>();
    input.mine.destination = packed.take<node_id>();
    input.takes_notes = packed.take<bool>();
    if (packed.take<bool>()) {
        input.mine.arrivals.emplace(packed.take<arrival_source>());
    }
    return input;
}

void node_input_codec::replace_contents(arrival_queue& queue, const payloads& contents) noexcept {
    queue.arriving_.replace_contents(contents);
    queue.leaving_.replace_contents(contents);
}

void append_knowledge(byte_string& packed, const knowledge& known) {
    for (const knowledge_item each : all_knowledge_items) {
        append(packed, known.knows(each));
        append(packed, known.knows(each) ? known.number(each) : std::uint64_t{0});
    }
    if (known.knows(knowledge_item::broadcasters)) {
        append_vector(packed, known.broadcasters());
    }
}

knowledge take_knowledge(byte_reader& packed) {
    knowledge known;
    for (const knowledge_item each : all_knowledge_items) {
        const bool has_knowledge = packed.take<bool>();
        const auto number = packed.take<std::uint64_t>();
        if (has_knowledge) {
            known.tell(each, number);
        }
    }
    if (known.knows(knowledge_item::broadcasters)) {
        known.tell_broadcasters(
            std::make_shared<const std::vector<node_id>>(take_vector<node_id>(packed)));
    }
    return known;
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
    std::vector<phase> all;
    const auto count = packed.take<std::uint64_t>();
    for (std::uint64_t i = 0; i < count; ++i) {
        phase one{.name = packed.take_text()};
        one.slot_length = packed.take<rational>();
        one.carries = packed.take<rational>();
        one.expected_slots = take_maybe<slot>(packed);
        one.most_slots = take_maybe<slot>(packed);
        one.is_knowable = packed.take<bool>();
        one.markers = take_vector<node_id>(packed);
        one.most_rounds = packed.take<std::uint64_t>();
        one.is_synchronous = packed.take<bool>();
        one.deadline = take_maybe<slot>(packed);
        all.push_back(std::move(one));
    }
    return all;
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
