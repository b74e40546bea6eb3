#include <algorithm>
#include <cmath>

#include <boost/json.hpp>

#include "file_entries.hpp"
#include "file_formats.hpp"

namespace tutti {
namespace {

namespace json = boost::json;

json::object parse_json(const file_entries& file) {
    json::parse_options options;
    options.max_depth = most_levels;
    json::stream_parser parser{{}, options};
    boost::system::error_code error;
    const std::size_t end = parser.write(file.content.data(), file.content.size(), error);
    if (!error) {
        parser.finish(error);
    }
    if (error) {
        file.fail(file.content.substr(std::min(end, file.content.size())), "no JSON: {}",
                  error.message());
    }
    const json::value whole = parser.release();
    return whole.is_object() ? whole.get_object() : json::object{};
}

/// A whole number from 0 on; null if the value is none.
std::optional<std::uint64_t> count_in(const json::value* value) {
    const double count = value != nullptr && value->is_number() ? value->to_number<double>() : -1;
    const bool is_count = count >= 0 && count <= 1e9 && count == std::floor(count);
    return is_count ? std::optional{static_cast<std::uint64_t>(count)} : std::nullopt;
}

// Nodes that the links to a node come from, in their order.
void add_row(file_entries& file, const json::array& row, node_id to) {
    for (node_id from = 0; from < file.nodes; ++from) {
        const auto count = count_in(&row[from]);
        if (!count || *count > most_copies) {
            file.fail({}, "links[{}][{}] is {}; whole numbers from 0 to {}", to, from,
                      shown(json::serialize(row[from])), most_copies);
        }
        if (*count > 0) {
            file.add_copies(from, to, {}, {}, static_cast<int>(*count), link_ways::one);
        }
    }
}

}  // namespace

// links[i][j] are those from node j to node i.
void read_taccl(file_entries& file) {
    const json::object fields = parse_json(file);
    const json::value* const links = fields.if_contains("links");
    if (links == nullptr || !links->is_array()) {
        file.fail({},
                  "no \"links\": the file belongs to a topology that TACCL knows by name; "
                  "box:dgx1 for NDv2");
    }
    const auto require_size = [&](const json::value& list, const std::string& name,
                                  std::string_view noun) {
        const std::size_t size = list.is_array() ? list.get_array().size() : 0;
        if (count_in(fields.if_contains("gpus_per_node")) != size) {
            file.fail({}, "{} has {} {}, gpus_per_node is {}", name, size, noun,
                      count_in(fields.if_contains("gpus_per_node")).value_or(0));
        }
        return size;
    };
    file.nodes = require_size(*links, "\"links\"", "rows");
    for (node_id to = 0; to < file.nodes; ++to) {
        const json::value& row = links->get_array()[to];
        (void)require_size(row, fmt::format("links[{}]", to), "entries");
        add_row(file, row.get_array(), to);
    }
    for (const auto& field : fields) {
        if (field.key() != "links" && field.key() != "gpus_per_node") {
            file.left_out.push_back(shown(field.key()));
        }
    }
}

}  // namespace tutti
