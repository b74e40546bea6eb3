#include "teccl_file.hpp"

#include <algorithm>
#include <utility>

#include <boost/json.hpp>
#include <fmt/format.h>

#include "json_text.hpp"
#include "schedule/foreign_schedule.hpp"
#include "util/value_syntax.hpp"

namespace tutti {
namespace {

namespace json = boost::json;

// True for "7-Flows" and "Flows", with any number.
bool is_key(std::string_view key, std::string_view noun) {
    const std::size_t dash = key.find('-');
    return dash != key.npos && is_plain_number(key.substr(0, dash)) && key.substr(dash + 1) == noun;
}

/// Reader of the parts that count.
class teccl_reader {
public:
    explicit teccl_reader(const std::string& name) : name_{&name} {}

    teccl_file read(const json::value& content) {
        if (!content.is_object()) {
            refuse_schedule(*name_, "no object");
        }
        for (const auto& [key, value] : content.get_object()) {
            read_member(std::string{key}, value);
        }
        if (file_.flows_key.empty()) {
            refuse_schedule(*name_, "no format that is read: neither N-Flows nor msccl_type");
        }
        return std::move(file_);
    }

private:
    void read_member(const std::string& key, const json::value& value) {
        if (is_key(key, "Flows")) {
            file_.flows_key = key;
            read_flows(key, value);
        } else if (is_key(key, "Chunk paths") || is_key(key, "chunk paths")) {
            read_deliveries(key, value);
        } else if (is_key(key, "Epochs_Required") && value.is_int64()) {
            file_.epochs = value.get_int64();
        }
    }

    [[noreturn]] void refuse_text(const std::string& place, const json::value& value) const {
        const std::string text =
            value.is_string() ? std::string{value.get_string()} : json::serialize(value);
        refuse_schedule(fmt::format("{}: {}", *name_, place), "cannot read " + in_quotes(text));
    }

    void read_flows(const std::string& key, const json::value& value) {
        if (!value.is_array()) {
            refuse_text(key, value);
        }
        for (const json::value& each : value.get_array()) {
            const auto flow = each.is_string() ? parse_teccl_flow(each.get_string()) : std::nullopt;
            if (!flow || flow->hop.from == flow->hop.to) {
                refuse_text(fmt::format("{}[{}]", key, file_.flows.size()), each);
            }
            if (file_.flows.size() == most_schedule_rows) {
                refuse_schedule(*name_, fmt::format("more than {} flows", most_schedule_rows));
            }
            file_.flows.push_back(*flow);
        }
    }

    void read_deliveries(const std::string& key, const json::value& value) {
        if (!value.is_object()) {
            refuse_text(key, value);
        }
        for (const auto& [text, paths] : value.get_object()) {
            const auto demand = parse_teccl_demand(text);
            if (!demand) {
                refuse_text(key, json::value(text));
            }
            file_.deliveries.push_back({.demand = *demand, .paths = {}});
            read_paths(fmt::format("{}: {}", key, std::string{text}), paths);
        }
    }

    void read_paths(const std::string& place, const json::value& value) {
        auto& paths = file_.deliveries.back().paths;
        if (!value.is_array()) {
            refuse_text(place, value);
        }
        for (const json::value& each : value.get_array()) {
            if (each.is_string()) {
                // A list of hops is one path.
                if (paths.empty()) {
                    paths.emplace_back();
                }
                paths.front().push_back(read_hop(place, each));
            } else {
                paths.push_back(read_path(place, each));
            }
        }
    }

    [[nodiscard]] std::vector<teccl_hop> read_path(const std::string& place,
                                                   const json::value& value) const {
        std::vector<teccl_hop> path;
        if (!value.is_array()) {
            refuse_text(place, value);
        }
        for (const json::value& each : value.get_array()) {
            const bool is_hop = each.is_array() && each.get_array().size() == 2;
            path.push_back(read_hop(place, is_hop ? each.get_array()[1] : each));
        }
        return path;
    }

    [[nodiscard]] teccl_hop read_hop(const std::string& place, const json::value& value) const {
        const auto hop = value.is_string() ? parse_teccl_hop(value.get_string()) : std::nullopt;
        if (!hop || hop->from == hop->to) {
            refuse_text(place, value);
        }
        return *hop;
    }

    const std::string* name_;
    teccl_file file_{};
};

bool is_part(const teccl_hop& hop) {
    constexpr double tolerance = 1e-6;
    return hop.volume < 1 - tolerance;
}

}  // namespace

bool teccl_file::has_parts() const {
    const auto has_part = [](const auto& path) { return std::ranges::any_of(path, is_part); };
    return std::ranges::any_of(flows, is_part, &teccl_flow::hop) ||
           std::ranges::any_of(deliveries, [&](const teccl_delivery& delivery) {
               return std::ranges::any_of(delivery.paths, has_part);
           });
}

std::size_t teccl_file::node_count() const {
    node_id largest = 0;
    for (const teccl_flow& flow : flows) {
        largest = std::max({largest, flow.source, flow.hop.from, flow.hop.to});
        for (const node_id node : flow.hop.switches) {
            largest = std::max(largest, node);
        }
    }
    for (const teccl_delivery& delivery : deliveries) {
        largest = std::max({largest, delivery.demand.at, delivery.demand.source});
        for (const auto& path : delivery.paths) {
            for (const teccl_hop& hop : path) {
                largest = std::max({largest, hop.from, hop.to});
            }
        }
    }
    return std::size_t{largest} + 1;
}

slot teccl_file::used_epochs() const {
    slot used = 0;
    for (const teccl_flow& flow : flows) {
        used = std::max(used, flow.hop.epoch + 1);
    }
    return used;
}

teccl_file parse_teccl_file(std::string_view content, const std::string& name) {
    return teccl_reader{name}.read(parse_json_text(content, name));
}

}  // namespace tutti
