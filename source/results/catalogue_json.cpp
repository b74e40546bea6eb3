#include "catalogue_json.hpp"

#include <string>

#include "symbols.hpp"
#include "util/json_values.hpp"

namespace tutti {
namespace {

namespace json = boost::json;

constexpr auto to_name = [](auto each) { return name_of(each); };

json::object parameter_json(const parameter& each) {
    return {{"name", each.name},
            {"default", each.default_value.text()},
            {"range", each.range_text()},
            {"meaning", each.meaning}};
}

// Only symbols that occur in the formula are explained.
json::object meanings_in(const std::string& formula) {
    json::object object;
    for (const symbol& each : symbols_in(formula)) {
        object[each.name] = each.meaning;
    }
    return object;
}

// Within its collective an algorithm has a short name.
json::object member_json(const algorithm* algorithm) {
    json::object entry = json_of(*algorithm);
    entry["name"] = algorithm->name;
    entry.erase("algorithm");
    entry.erase("collective");
    return entry;
}

}  // namespace

json::object json_of(const algorithm& algorithm) {
    return {{"collective", algorithm.collective},
            {"collective_meaning", algorithm.goal->meaning},
            {"algorithm", algorithm.name},
            {"idea", algorithm.idea},
            {"source", algorithm.source},
            {"networks", algorithm.networks},
            {"ports", array_of(algorithm.ports, to_name)},
            {"time", algorithm.time},
            {"symbols", meanings_in(algorithm.time)},
            {"kind", name_of(algorithm.kind)},
            {"parameters", array_of(algorithm.parameters, parameter_json)},
            {"known", array_of(algorithm.knowledge, to_name)},
            {"rule", algorithm.rule}};
}

json::array json_of(const catalogue& catalogue) {
    json::array collectives;
    for (const auto& each : catalogue.collectives()) {
        if (const auto algorithms = catalogue.algorithms_for(each->name); !algorithms.empty()) {
            collectives.push_back(json::object{{"name", each->name},
                                               {"aliases", json::value_from(each->aliases)},
                                               {"meaning", each->meaning},
                                               {"takes_broadcasters", each->takes_broadcasters},
                                               {"takes_root", each->takes_root},
                                               {"algorithms", array_of(algorithms, member_json)}});
        }
    }
    return collectives;
}

}  // namespace tutti
