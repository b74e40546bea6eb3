#include "tutti/catalog/catalogue.hpp"

#include "algorithms/folded_torus.hpp"
#include "description_validity.hpp"
#include "util/collect.hpp"
#include "util/value_syntax.hpp"

namespace tutti {
namespace {

/// A field of a description that has no default.
struct field {
    std::string_view name;
    bool is_missing;
};

void require_all(const subject& subject, std::initializer_list<field> fields) {
    const auto* const missing = std::ranges::find(fields, true, &field::is_missing);
    if (missing != fields.end()) {
        refuse("{} lacks its `{}`", subject.text(), missing->name);
    }
}

void require_name(std::string_view who, std::string_view name) {
    if (!is_plain_name(name)) {
        refuse("{} is not a name for {}; letters, digits, `-` and `_` make one", in_quotes(name),
               who);
    }
}

void require_parameters(const subject& subject, std::span<const parameter> parameters) {
    for (const parameter& each : parameters) {
        if (!is_plain_name(each.name)) {
            require_name(subject.text() + "'s parameter", each.name);
        }
        if (each.meaning.empty()) {
            refuse("{}: the parameter {} lacks its `meaning`", subject.text(),
                   in_quotes(each.name));
        }
        // Defaults are read as users' values are, and have to be accepted by their own range.
        if (!each.accepts(each.default_value)) {
            refuse("{}: the parameter {} does not take its own default {}", subject.text(),
                   in_quotes(each.name), in_quotes(each.default_value.text()));
        }
    }
}

// Has a function of a setting see just that: a problem without any input, so that even a downcast
// finds no broadcasters, no root and no seed.
template <class Result, class... Rest>
void hide_input_from(std::function<Result(const setting&, Rest...)>& described) {
    if (described) {
        described = [inner = std::move(described)](const setting& setting, Rest... rest) {
            const problem without_input{{setting}, {}, 0, 0};
            return inner(without_input, rest...);
        };
    }
}

// Fields that are left out get a default here, so that no caller has to test for them.
template <class Function, class Default>
void default_to(Function& described, Default otherwise) {
    if (!described) {
        described = std::move(otherwise);
    }
}

void complete(collective& collective) {
    hide_input_from(collective.senders);
    hide_input_from(collective.message_count);
    default_to(collective.senders,
               [](const setting& /*setting*/, node_id /*root*/) { return broadcaster_set{}; });
    default_to(collective.message_count, [](const setting& /*setting*/) { return 0U; });
    default_to(collective.stated_count, [](const problem& input) { return input.message_count(); });
    default_to(collective.given, [](const problem& input) { return input.broadcasters; });
    default_to(collective.input,
               [](const problem& /*problem*/, const assignment& assignment, node_id node) {
                   return node_input{.messages = assignment.given_to(node)};
               });
    default_to(collective.deliveries,
               [](std::uint64_t nodes, std::uint64_t messages) { return nodes * messages; });
    default_to(collective.check_bytes, [](std::uint64_t nodes, std::uint64_t messages) {
        return messages * broadcaster_set::bytes_each + delivery_verifier::bytes(nodes, messages);
    });
    default_to(collective.lower_bound, [](const problem& /*problem*/, packet_size packets) {
        return lower_bound{.assumes = packets};
    });
}

void require_fields(const subject& subject, const algorithm& algorithm) {
    const auto tells = [&](knowledge_item each) {
        return std::ranges::count(algorithm.knowledge, each) > 0;
    };
    require_all(subject,
                {{"source", algorithm.source.empty()},
                 {"networks", algorithm.networks.empty()},
                 {"ports", algorithm.ports.empty()},
                 {"time", algorithm.time.empty()},
                 {"inapplicable_reason", !algorithm.inapplicable_reason},
                 {"rank", tells(knowledge_item::rank) && !algorithm.rank},
                 {"slot_budget", tells(knowledge_item::slot_budget) && !algorithm.slot_budget},
                 {"intervals", tells(knowledge_item::intervals) && !algorithm.intervals},
                 {"program", !algorithm.program}});
}

// Likewise; what the program holds may refer to its setting.
void hide_input_from_program(algorithm& algorithm) {
    algorithm.program = [inner = std::move(algorithm.program)](const setting& setting) {
        const auto without_input = std::make_shared<const problem>(problem{{setting}, {}, 0, 0});
        return inner(*without_input).keeping(without_input);
    };
}

void complete(algorithm& algorithm, const collective& collective) {
    algorithm.goal = &collective;
    algorithm.parameters.reserve(algorithm.parameters.size() + collective.parameters.size());
    auto place = algorithm.parameters.begin();
    // Parameters of the collective come first, unless the algorithm has redefined them.
    for (const parameter& each : collective.parameters) {
        if (std::ranges::count(algorithm.parameters, each.name, &parameter::name) == 0) {
            place = algorithm.parameters.insert(place, each) + 1;
        }
    }
    algorithm.phases = [&collective, name = algorithm.name,
                        described = std::move(algorithm.phases)](const problem& input) {
        std::vector<phase> described_phases = described ? described(input) : std::vector<phase>{};
        require_phases({.collective = collective.name, .name = name}, described_phases,
                       node_count(input.network));
        return described_phases;
    };
    hide_input_from_program(algorithm);
    hide_input_from(algorithm.rounds);
    default_to(algorithm.rounds, [](const setting& /*setting*/) { return 1U; });
    default_to(algorithm.transmissions, [](const problem& /*problem*/) { return std::nullopt; });
    algorithm.lower_bound = [ports = algorithm.ports, &collective, phases = algorithm.phases,
                             own = std::move(algorithm.lower_bound)](const problem& input) {
        lower_bound of_goal =
            collective.lower_bound(within_ports(ports, input), packets_in(phases(input)));
        return own ? strongest({own(input), std::move(of_goal)}) : of_goal;
    };
}

}  // namespace

const collective& catalogue::add(collective definition) {
    require_name("a collective", definition.name);
    const subject subject{.name = definition.name};
    std::vector<std::string> names = definition.aliases;
    names.push_back(definition.name);
    for (const std::string& name : names) {
        require_name(subject.text(), name);
        if (find_collective(name) != nullptr) {
            refuse("{}: the name {} is taken", subject.text(), in_quotes(name));
        }
    }
    require_all(subject, {{"meaning", definition.meaning.empty()},
                          {"message_count", definition.senders && !definition.message_count},
                          {"required", !definition.required}});
    require_parameters(subject, definition.parameters);
    // Descriptions of the library are tested and trusted. Those of users are checked at every call.
    if (!adds_library_) {
        guard(definition);
    }
    complete(definition);
    is_standard_ = false;
    collectives_.push_back(std::make_unique<const collective>(std::move(definition)));
    return *collectives_.back();
}

const algorithm& catalogue::add(algorithm chosen) {
    require_name("an algorithm", chosen.name);
    const collective* const definition = find_collective(chosen.collective);
    if (definition == nullptr) {
        refuse("{}: {} is not a collective that was added before",
               subject{.collective = chosen.collective, .name = chosen.name}.text(),
               in_quotes(chosen.collective));
    }
    chosen.collective = definition->name;
    const subject described{.collective = chosen.collective, .name = chosen.name};
    if (find(chosen.collective, chosen.name) != nullptr) {
        refuse("{}: the name is taken", described.text());
    }
    require_fields(described, chosen);
    require_parameters(described, chosen.parameters);
    if (!adds_library_) {
        guard(chosen);
    }
    complete(chosen, *definition);
    chosen.is_of_library = adds_library_;
    // The original functions are kept by the catalogue: the extended ones refer to them.
    for_tori_.push_back(run_on_folded_tori(chosen));
    is_standard_ = false;
    // Behind the last one of its collective, or of those before it.
    const auto place_of = [&](const collective* of) {
        return std::ranges::find(collectives_, of, [](const auto& each) { return each.get(); });
    };
    const auto at =
        std::ranges::upper_bound(algorithms_, place_of(definition), {},
                                 [&](const auto& each) { return place_of(each->goal); });
    return **algorithms_.insert(at, std::make_unique<const algorithm>(std::move(chosen)));
}

void catalogue::add_network(network_family family) {
    networks_.add(std::move(family));
    is_standard_ = false;
}

std::vector<const algorithm*> catalogue::algorithms() const {
    std::vector<const algorithm*> entries =
        vector_of(algorithms_, [](const auto& each) { return each.get(); });
    std::erase_if(entries, [](const algorithm* each) { return each->plays_a_file; });
    return entries;
}

std::vector<const algorithm*> catalogue::algorithms_for(std::string_view task,
                                                        bool with_files) const {
    std::vector<const algorithm*> entries;
    for (const auto& each : algorithms_) {
        if (each->collective == task && (with_files || !each->plays_a_file)) {
            entries.push_back(each.get());
        }
    }
    return entries;
}

const collective* catalogue::find_collective(std::string_view name) const noexcept {
    const auto position = std::ranges::find_if(collectives_, [&](const auto& each) {
        return each->name == name || std::ranges::count(each->aliases, name) > 0;
    });
    return position == collectives_.end() ? nullptr : position->get();
}

const algorithm* catalogue::find(std::string_view task, std::string_view name) const noexcept {
    const auto position = std::ranges::find_if(algorithms_, [&](const auto& each) {
        return each->collective == task && each->name == name;
    });
    return position == algorithms_.end() ? nullptr : position->get();
}

}  // namespace tutti
