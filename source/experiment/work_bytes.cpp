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
void append_vector(byte_string& bytes, std::span<const T> values) {
    append(bytes, std::uint64_t{values.size()});
    append_values(bytes, values);
}

template <class T>
std::vector<T> take_vector(byte_reader& bytes) {
    std::vector<T> values(static_cast<std::size_t>(bytes.take<std::uint64_t>()));
    for (T& each : values) {
        each = bytes.take<T>();
    }
    return values;
}

template <class T>
void append_maybe(byte_string& bytes, const std::optional<T>& maybe) {
    append(bytes, maybe.has_value());
    append(bytes, maybe.value_or(T{}));
}

template <class T>
std::optional<T> take_maybe(byte_reader& bytes) {
    const bool is_there = bytes.take<bool>();
    const T value = bytes.take<T>();
    return is_there ? std::optional{value} : std::nullopt;
}

void append_content(byte_string& bytes, const std::string& text) { append_text(bytes, text); }
void append_content(byte_string& bytes, const std::vector<node_id>& nodes) {
    append_vector(bytes, std::span{nodes});
}
template <class T>
    requires std::is_trivially_copyable_v<T>
void append_content(byte_string& bytes, const T& value) {
    append(bytes, value);
}

void append_parameter(byte_string& bytes, const parameter_value& value) {
    append(bytes, std::uint64_t{value.content().index()});
    std::visit([&](const auto& content) { append_content(bytes, content); }, value.content());
    append_text(bytes, value.text());
}

parameter_content take_content(byte_reader& bytes) {
    switch (bytes.take<std::uint64_t>()) {
        case 0:
            return bytes.take_text();
        case 1:
            return bytes.take<bool>();
        case 2:
            return bytes.take<std::uint64_t>();
        case 3:
            return bytes.take<rational>();
        default:
            return take_vector<node_id>(bytes);
    }
}

// Number by number, as the sequence need not lie in memory.
void append_sequence(byte_string& bytes, const number_sequence& numbers) {
    append_vector(bytes, std::span<const std::uint32_t>{
                             std::vector<std::uint32_t>(numbers.begin(), numbers.end())});
}

}  // namespace

void append_bytes(byte_string& bytes, std::span<const std::byte> part) {
    append_vector(bytes, part);
}

byte_string take_bytes(byte_reader& bytes) {
    const auto part = bytes.take_bytes(static_cast<std::size_t>(bytes.take<std::uint64_t>()));
    return {part.begin(), part.end()};
}

void append_broadcasters(byte_string& bytes, const broadcaster_set& senders) {
    append_sequence(bytes, senders.nodes);
    append_sequence(bytes, senders.packets);
}

broadcaster_set take_broadcasters(byte_reader& bytes) {
    broadcaster_set senders;
    senders.nodes = take_vector<node_id>(bytes);
    senders.packets = take_vector<std::uint32_t>(bytes);
    return senders;
}

void append_experiment(byte_string& bytes, const experiment& asked) {
    append_text(bytes, asked.what->task);
    append_text(bytes, asked.what->name);
    append_text(bytes, asked.network.text());
    append_text(bytes, asked.broadcasters.text());
    append(bytes, asked.drawn != nullptr);
    append_broadcasters(bytes, asked.drawn != nullptr ? *asked.drawn : broadcaster_set{});
    append(bytes, asked.root);
    append(bytes, asked.ports);
    append(bytes, asked.seed);
    append(bytes, std::uint64_t{asked.parameters.size()});
    for (const auto& [name, value] : asked.parameters) {
        append_text(bytes, name);
        append_parameter(bytes, value);
    }
}

experiment take_experiment(byte_reader& bytes, const experiment_resolver& resolve) {
    experiment asked;
    const std::string task = bytes.take_text();
    const std::string name = bytes.take_text();
    asked.network = network_specification::parse(bytes.take_text());
    asked.broadcasters = broadcaster_specification::parse(bytes.take_text());
    const bool is_drawn = bytes.take<bool>();
    if (broadcaster_set senders = take_broadcasters(bytes); is_drawn) {
        asked.drawn = std::make_shared<const broadcaster_set>(std::move(senders));
    }
    asked.root = bytes.take<node_id>();
    asked.ports = bytes.take<port_model>();
    asked.seed = bytes.take<std::uint64_t>();
    const auto parameters = bytes.take<std::uint64_t>();
    for (std::uint64_t i = 0; i < parameters; ++i) {
        std::string named = bytes.take_text();
        parameter_content content = take_content(bytes);
        asked.parameters.insert_or_assign(std::move(named),
                                          parameter_value{std::move(content), bytes.take_text()});
    }
    resolve(asked, task, name);
    return asked;
}

void node_input_codec::append(byte_string& bytes, const carried_input& input) {
    const node_input& mine = input.mine;
    detail::append(bytes, std::uint64_t{mine.messages.size()});
    for (std::size_t i = 0; i < mine.messages.size(); ++i) {
        detail::append(bytes, mine.messages[i]);
    }
    detail::append(bytes, mine.value);
    detail::append(bytes, mine.call);
    detail::append(bytes, mine.destination);
    detail::append(bytes, input.takes_notes);
    detail::append(bytes, mine.arrivals.has_value());
    if (mine.arrivals) {
        detail::append(bytes, mine.arrivals->arriving_);  // nothing has left the queue yet
    }
}

carried_input node_input_codec::take(byte_reader& bytes) {
    carried_input input;
    const std::vector<message> messages = take_vector<message>(bytes);
    if (messages.size() == 1) {
        input.mine.messages = own_messages{messages.front()};
    } else if (!messages.empty()) {
        node_vector<std::uint64_t> texts(messages.size());
        std::ranges::transform(messages, texts.begin(), &message::payload);
        input.mine.messages = {messages.front().origin, std::move(texts)};
    }
    input.mine.value = bytes.take<std::uint64_t>();
    input.mine.call = bytes.take<slot>();
    input.mine.destination = bytes.take<node_id>();
    input.takes_notes = bytes.take<bool>();
    if (bytes.take<bool>()) {
        input.mine.arrivals.emplace(bytes.take<arrival_source>());
    }
    return input;
}

void node_input_codec::replace_contents(arrival_queue& queue, const payloads& contents) noexcept {
    queue.arriving_.replace_contents(contents);
    queue.leaving_.replace_contents(contents);
}

void append_told(byte_string& bytes, const told& known) {
    for (const knowledge each : all_knowledge) {
        append(bytes, known.knows(each));
        append(bytes, known.knows(each) ? known.number(each) : std::uint64_t{0});
    }
    if (known.knows(knowledge::broadcasters)) {
        append_vector(bytes, known.broadcasters());
    }
}

told take_told(byte_reader& bytes) {
    told known;
    for (const knowledge each : all_knowledge) {
        const bool is_told = bytes.take<bool>();
        const auto number = bytes.take<std::uint64_t>();
        if (is_told) {
            known.tell(each, number);
        }
    }
    if (known.knows(knowledge::broadcasters)) {
        known.tell_broadcasters(
            std::make_shared<const std::vector<node_id>>(take_vector<node_id>(bytes)));
    }
    return known;
}

void append_phases(byte_string& bytes, std::span<const phase> phases) {
    append(bytes, std::uint64_t{phases.size()});
    for (const phase& each : phases) {
        append_text(bytes, each.name);
        append(bytes, each.slot_length);
        append(bytes, each.carries);
        append_maybe(bytes, each.expected_slots);
        append_maybe(bytes, each.most_slots);
        append(bytes, each.is_knowable);
        append_vector(bytes, std::span{each.markers});
        append(bytes, each.most_rounds);
        append(bytes, each.is_synchronous);
        append_maybe(bytes, each.deadline);
    }
}

carried_phases take_phases(byte_reader& bytes) {
    carried_phases all;
    const auto count = bytes.take<std::uint64_t>();
    for (std::uint64_t i = 0; i < count; ++i) {
        phase one{.name = all.names.emplace_back(bytes.take_text())};
        one.slot_length = bytes.take<rational>();
        one.carries = bytes.take<rational>();
        one.expected_slots = take_maybe<slot>(bytes);
        one.most_slots = take_maybe<slot>(bytes);
        one.is_knowable = bytes.take<bool>();
        one.markers = take_vector<node_id>(bytes);
        one.most_rounds = bytes.take<std::uint64_t>();
        one.is_synchronous = bytes.take<bool>();
        one.deadline = take_maybe<slot>(bytes);
        all.phases.push_back(std::move(one));
    }
    return all;
}

void append_mail(byte_string& bytes, std::span<const kept_packet> mail) {
    append(bytes, std::uint64_t{mail.size()});
    for (const kept_packet& each : mail) {
        append(bytes, each.sent_in);
        append(bytes, each.through);
        append_bytes(bytes, each.content);
    }
}

std::vector<kept_packet> take_mail(byte_reader& bytes) {
    std::vector<kept_packet> mail(static_cast<std::size_t>(bytes.take<std::uint64_t>()));
    for (kept_packet& each : mail) {
        each.sent_in = bytes.take<slot>();
        each.through = bytes.take<port>();
        each.content = take_bytes(bytes);
    }
    return mail;
}

}  // namespace tutti
