#include "work_bytes.hpp"

#include <algorithm>
#include <memory>
#include <utility>
#include <variant>

#include "experiment/candidates.hpp"
#include "experiment/plan/plan_schema.hpp"

namespace tutti {
namespace {

using detail::byte_reader;

template <std::size_t... Kinds>
parameter_content take_content(byte_reader& packed, std::index_sequence<Kinds...> /*all*/) {
    const auto kind = packed.take<std::size_t>();
    parameter_content content;
    const auto take_as = [&]<class Content>(Content& made) { made = take_value<Content>(packed); };
    ((kind == Kinds ? take_as(content.emplace<Kinds>()) : void()), ...);
    return content;
}

bool is_sent_as_text(const plan_field& field) {
    return field.read != nullptr && field.type != field_type::named_network &&
           field.type != field_type::settings;
}

}  // namespace

// The network is sent as its specification; the receiver builds it, or has it already. Parameters
// are sent as values, all other fields as the texts that the schema reads.
void append_experiment(byte_string& packed, const experiment& plan) {
    append_values(packed, plan.algorithm->collective, plan.algorithm->name, plan.network.text());
    for (const plan_field* const field : fields_of_text()) {
        if (is_sent_as_text(*field)) {
            append_values(packed, field->write(plan, {}));
        }
    }
    append_values(packed, plan.drawn != nullptr ? std::optional{*plan.drawn} : std::nullopt,
                  plan.parameters);
}

experiment take_experiment(byte_reader& packed, const experiment_resolver& resolve) {
    candidate_request request;
    experiment& plan = request.common;
    const std::string task = packed.take_text();
    const std::string name = packed.take_text();
    plan.network = network_specification::parse(packed.take_text(), library_networks(),
                                                unknown_networks::kept);
    resolve(plan, task, name);
    for (const plan_field* const field : fields_of_text()) {
        const std::string text = is_sent_as_text(*field) ? packed.take_text() : std::string{};
        if (!text.empty()) {
            field->read(request, text);
        }
    }
    if (auto senders = take_value<std::optional<broadcaster_set>>(packed)) {
        plan.drawn = std::make_shared<const broadcaster_set>(*std::move(senders));
    }
    plan.parameters = take_value<parameter_values>(packed);
    plan.ports = request.ports.value_or(plan.algorithm->ports.front());
    return std::move(plan);
}

// Number by number, as the sequence need not be in memory.
void value_codec<number_sequence>::append(byte_string& packed, const number_sequence& numbers) {
    append_values(packed, std::vector<std::uint32_t>(numbers.begin(), numbers.end()));
}

number_sequence value_codec<number_sequence>::take(byte_reader& packed) {
    return take_value<std::vector<std::uint32_t>>(packed);
}

void value_codec<parameter_value>::append(byte_string& packed, const parameter_value& value) {
    append_values(packed, value.content().index());
    std::visit([&](const auto& content) { append_values(packed, content); }, value.content());
    append_values(packed, value.text());
}

parameter_value value_codec<parameter_value>::take(byte_reader& packed) {
    parameter_content content =
        take_content(packed, std::make_index_sequence<std::variant_size_v<parameter_content>>{});
    return {std::move(content), packed.take_text()};
}

// Numbers are written for all items, known or not, in the fixed order of the items.
void value_codec<knowledge>::append(byte_string& packed, const knowledge& knowledge) {
    for (const knowledge_item each : all_knowledge_items) {
        append_values(packed, knowledge.knows(each),
                      knowledge.knows(each) ? knowledge.number(each) : 0);
    }
    if (knowledge.knows(knowledge_item::broadcasters)) {
        append_values(packed, knowledge.broadcasters());
    }
}

knowledge value_codec<knowledge>::take(byte_reader& packed) {
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
            std::make_shared<const std::vector<node_id>>(take_value<std::vector<node_id>>(packed)));
    }
    return items;
}

void value_codec<result>::append(byte_string& packed, const result& result) {
    append_values<request, run_report, evaluation>(packed, result, result, result);
}

result value_codec<result>::take(byte_reader& packed) {
    result outcome;
    outcome.request::operator=(take_value<request>(packed));
    outcome.run_report::operator=(take_value<run_report>(packed));
    outcome.evaluation::operator=(take_value<evaluation>(packed));
    return outcome;
}

void node_input_codec::append(byte_string& packed, const node_input& input) {
    std::vector<message> messages;
    for (std::size_t i = 0; i < input.messages.size(); ++i) {
        messages.push_back(input.messages[i]);
    }
    append_values(packed, messages, input.value, input.call, input.destination,
                  input.arrivals.has_value());
    if (input.arrivals) {
        append_values(packed, input.arrivals->arriving_);  // nothing has left the queue yet
    }
}

// Messages of one node have the same origin and are numbered from 0, so that payloads are enough.
node_input node_input_codec::take(byte_reader& packed) {
    node_input input;
    const auto messages = take_value<std::vector<message>>(packed);
    if (messages.size() == 1) {
        input.messages = initial_messages{messages.front()};
    } else if (!messages.empty()) {
        node_vector<std::uint64_t> texts(messages.size());
        std::ranges::transform(messages, texts.begin(), &message::payload);
        input.messages = {messages.front().origin, std::move(texts)};
    }
    input.value = packed.take<std::uint64_t>();
    input.call = packed.take<slot>();
    input.destination = packed.take<node_id>();
    if (packed.take<bool>()) {
        input.arrivals.emplace(packed.take<arrival_source>());
    }
    return input;
}

void node_input_codec::replace_contents(arrival_queue& queue, const payloads& contents) noexcept {
    queue.arriving_.replace_contents(contents);
    queue.leaving_.replace_contents(contents);
}

}  // namespace tutti
