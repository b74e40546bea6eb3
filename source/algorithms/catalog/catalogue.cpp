#include "tutti/catalog/catalogue.hpp"

#include <cctype>

#include "algorithms/folded_torus.hpp"
#include "description_guard.hpp"
#include "description_validity.hpp"
#include "util/value_syntax.hpp"

namespace tutti {
namespace {

/// A field of a description that has no default.
struct field {
    std::string_view name;
    bool is_missing;
};

void require_all(const subject& who, std::initializer_list<field> fields) {
    const auto* const found = std::ranges::find(fields, true, &field::is_missing);
    if (found != fields.end()) {
        refuse("{} lacks its `{}`", who.text(), found->name);
    }
}

bool is_name(std::string_view text) {
    return !text.empty() && std::ranges::all_of(text, [](unsigned char symbol) {
        return std::isalnum(symbol) != 0 || symbol == '-' || symbol == '_';
    });
}

void require_name(std::string_view who, std::string_view name) {
    if (!is_name(name)) {
        refuse("{} is not a name for {}; letters, digits, `-` and `_` make one", in_quotes(name),
               who);
    }
}

void require_parameters(const subject& who, std::span<const parameter> parameters) {
    for (const parameter& each : parameters) {
        if (!is_name(each.name)) {
            require_name(who.text() + "'s parameter", each.name);
        }
        if (each.meaning.empty()) {
            refuse("{}: the parameter {} lacks its `meaning`", who.text(), in_quotes(each.name));
        }
        if (!each.accepts(each.default_value)) {
            refuse("{}: the parameter {} does not take its own default {}", who.text(),
                   in_quotes(each.name), in_quotes(each.default_value.text()));
        }
    }
}

// Has a function of a setting see just that: a problem without any input, so that even a downcast
// finds no broadcasters, no root and no seed.
template <class Result, class... Rest>
void hide_input_from(std::function<Result(const setting&, Rest...)>& described) {
    if (described) {
        described = [inner = std::move(described)](const setting& where, Rest... rest) {
            const problem without_input{{where}, {}, 0, 0};
            return inner(without_input, rest...);
        };
    }
}

void complete(collective& what) {
    hide_input_from(what.senders);
    hide_input_from(what.message_count);
    if (!what.senders) {
        what.senders = [](const setting& /*where*/, node_id /*root*/) { return broadcaster_set{}; };
    }
    if (!what.message_count) {
        what.message_count = [](const setting& /*where*/) { return std::uint64_t{0}; };
    }
    if (!what.stated_count) {
        what.stated_count = [](const problem& asked) { return asked.message_count(); };
    }
    if (!what.given) {
        what.given = [](const problem& asked) { return asked.broadcasters; };
    }
    if (!what.input) {
        what.input = [](const problem& /*asked*/, const assignment& given, node_id node) {
            return node_input{.messages = given.given_to(node)};
        };
    }
    if (!what.deliveries) {
        what.deliveries = [](std::uint64_t nodes, std::uint64_t messages) {
            return nodes * messages;
        };
    }
    if (!what.check_bytes) {
        what.check_bytes = [](std::uint64_t nodes, std::uint64_t messages) {
            return messages * broadcaster_set::bytes_each +
                   delivery_verifier::bytes(nodes, messages);
        };
    }
    if (!what.lower_bound) {
        what.lower_bound = [](const problem& /*asked*/, packet_size packets) {
            return lower_bound{.assumes = packets};
        };
    }
}

void require_fields(const subject& who, const algorithm& what) {
    const auto tells = [&](knowledge_item each) {
        return std::ranges::count(what.knowledge, each) > 0;
    };
    require_all(who, {{"source", what.source.empty()},
                      {"networks", what.networks.empty()},
                      {"ports", what.ports.empty()},
                      {"time", what.time.empty()},
                      {"inapplicable_reason", !what.inapplicable_reason},
                      {"rank", tells(knowledge_item::rank) && !what.rank},
                      {"slot_budget", tells(knowledge_item::slot_budget) && !what.slot_budget},
                      {"intervals", tells(knowledge_item::intervals) && !what.intervals},
                      {"program", !what.program}});
}

// Likewise; what the program holds may refer to its setting.
void hide_input_from_program(algorithm& what) {
    what.program = [inner = std::move(what.program)](const setting& where) {
        const auto without_input = std::make_shared<const problem>(problem{{where}, {}, 0, 0});
        return inner(*without_input).keeping(without_input);
    };
}

void complete(algorithm& what, const collective& goal) {
    what.goal = &goal;
    what.parameters.reserve(what.parameters.size() + goal.parameters.size());
    auto place = what.parameters.begin();
    for (const parameter& each : goal.parameters) {
        if (std::ranges::count(what.parameters, each.name, &parameter::name) == 0) {
            place = what.parameters.insert(place, each) + 1;
        }
    }
    what.phases = [&goal, name = what.name,
                   described = std::move(what.phases)](const problem& asked) {
        std::vector<phase> all = described ? described(asked) : std::vector<phase>{};
        require_phases({.collective = goal.name, .name = name}, all, node_count(asked.where));
        return all;
    };
    hide_input_from_program(what);
    hide_input_from(what.rounds);
    if (!what.rounds) {
        what.rounds = [](const setting& /*where*/) { return std::uint64_t{1}; };
    }
    if (!what.transmissions) {
        what.transmissions = [](const problem& /*asked*/) -> std::optional<packet_hops> {
            return std::nullopt;
        };
    }
    what.lower_bound = [ports = what.ports, &goal, phases = what.phases,
                        own = std::move(what.lower_bound)](const problem& asked) {
        lower_bound of_goal =
            goal.lower_bound(within_ports(ports, asked), packets_in(phases(asked)));
        return own ? strongest({own(asked), std::move(of_goal)}) : of_goal;
    };
}

}  // namespace

const collective& catalogue::add(collective what) {
    require_name("a collective", what.name);
    const subject who{.name = what.name};
    std::vector<std::string> names = what.aliases;
    names.push_back(what.name);
    for (const std::string& name : names) {
        if (!is_name(name)) {
            require_name(who.text(), name);
        }
        if (find_collective(name) != nullptr) {
            refuse("{}: the name {} is taken", who.text(), in_quotes(name));
        }
    }
    require_all(who, {{"meaning", what.meaning.empty()},
                      {"message_count", what.senders && !what.message_count},
                      {"required", !what.required}});
    require_parameters(who, what.parameters);
    if (!adds_library_) {
        guard(what);
    }
    complete(what);
    is_standard_ = false;
    collectives_.push_back(std::make_unique<const collective>(std::move(what)));
    return *collectives_.back();
}

const algorithm& catalogue::add(algorithm what) {
    require_name("an algorithm", what.name);
    const collective* const goal = find_collective(what.collective);
    if (goal == nullptr) {
        refuse("{}: {} is not a collective that was added before",
               subject{.collective = what.collective, .name = what.name}.text(),
               in_quotes(what.collective));
    }
    what.collective = goal->name;
    const subject who{.collective = what.collective, .name = what.name};
    if (find(what.collective, what.name) != nullptr) {
        refuse("{}: the name is taken", who.text());
    }
    require_fields(who, what);
    require_parameters(who, what.parameters);
    if (!adds_library_) {
        guard(what);
    }
    complete(what, *goal);
    what.is_of_library = adds_library_;
    for_tori_.push_back(run_on_folded_tori(what));
    is_standard_ = false;
    // Behind the last one of its collective, or of those before it.
    const auto place_of = [&](const collective* of) {
        return std::ranges::find(collectives_, of, [](const auto& each) { return each.get(); });
    };
    const auto at = std::ranges::upper_bound(
        algorithms_, place_of(goal), {}, [&](const auto& each) { return place_of(each->goal); });
    return **algorithms_.insert(at, std::make_unique<const algorithm>(std::move(what)));
}

std::vector<const algorithm*> catalogue::algorithms() const {
    std::vector<const algorithm*> all(algorithms_.size());
    std::ranges::transform(algorithms_, all.begin(), [](const auto& each) { return each.get(); });
    return all;
}

std::vector<const algorithm*> catalogue::algorithms_for(std::string_view task) const {
    std::vector<const algorithm*> all = algorithms();
    std::erase_if(all, [&](const algorithm* each) { return each->collective != task; });
    return all;
}

const collective* catalogue::find_collective(std::string_view name) const noexcept {
    const auto found = std::ranges::find_if(collectives_, [&](const auto& each) {
        return each->name == name || std::ranges::count(each->aliases, name) > 0;
    });
    return found == collectives_.end() ? nullptr : found->get();
}

const algorithm* catalogue::find(std::string_view task, std::string_view name) const noexcept {
    const auto found = std::ranges::find_if(algorithms_, [&](const auto& each) {
        return each->collective == task && each->name == name;
    });
    return found == algorithms_.end() ? nullptr : found->get();
}

}  // namespace tutti
