#include <algorithm>
#include <initializer_list>
#include <unordered_map>

#include "file_formats.hpp"
#include "util/file_content.hpp"
#include "util/value_syntax.hpp"
#include "xml_document.hpp"

namespace tutti {
namespace {

/// Reader of GraphML: one graph without graphs inside its nodes.
class graphml_reader {
public:
    explicit graphml_reader(file_entries& file) : file_{&file}, document_{file} {}

    void read() {
        const auto graphs = document_.all("graph");
        for (const pugi::xml_node each : graphs) {
            if (local_name(each.parent()) == "node") {
                file_->fail(document_.place(each), "a graph inside a node; one graph is read");
            }
        }
        if (graphs.size() != 1) {
            file_->fail({}, "{}; one is read", quantity(graphs.size(), "graph"));
        }
        for (const pugi::xml_node each : document_.all("hyperedge")) {
            file_->fail(document_.place(each), "a hyperedge; a link joins two nodes");
        }
        for (const pugi::xml_node each : document_.all("node")) {
            read_node(each);
        }
        file_->nodes = ids_.size();
        const std::string_view both = graphs[0].attribute("edgedefault").value();
        for (const pugi::xml_node each : document_.all("edge")) {
            read_edge(each, both == "directed");
        }
    }

private:
    void read_node(pugi::xml_node node) {
        const std::string id = node.attribute("id").value();
        if (!ids_.emplace(id, ids_.size()).second) {
            file_->fail(document_.place(node, "id"), "node {} again", in_double_quotes(id));
        }
        if (lower(data_of(node, {"kind", "type", "role"}).text().get()) == "switch") {
            file_->add_switch(ids_.at(id));
        }
        const pugi::xml_node name = data_of(node, {"name", "label"});
        file_->names.push_back(name.empty() ? id : name.text().get());
    }

    void read_edge(pugi::xml_node edge, bool is_directed) {
        const auto end = [&](const char* attribute) {
            const std::string id = edge.attribute(attribute).value();
            const auto node = ids_.find(id);
            if (node == ids_.end()) {
                file_->fail(document_.place(edge, attribute), "no node {}", in_double_quotes(id));
            }
            return node->second;
        };
        const pugi::xml_node data = data_of(edge, {"weight", "links", "count"});
        link_weight weight;
        if (!data.empty()) {
            weight = {trimmed(data.text().get()),
                      document_.place(data.first_child().empty() ? data : data.first_child())};
        }
        const std::uint64_t from = end("source");
        file_->add(
            from, end("target"), document_.place(edge), document_.place(edge, "target"), weight,
            edge.attribute("directed").as_bool(is_directed) ? link_ways::one : link_ways::both);
    }

    /// The first child of this name, for a key if that is not null.
    static pugi::xml_node child_named(pugi::xml_node parent, std::string_view name,
                                      const char* key) {
        return parent.find_child([&](pugi::xml_node each) {
            return local_name(each) == name &&
                   (key == nullptr || each.attribute("key").value() == std::string_view{key});
        });
    }

    /// Data of an element itself, or the default of its key; null if it has none of these names.
    [[nodiscard]] pugi::xml_node data_of(pugi::xml_node element,
                                         std::initializer_list<std::string_view> names) const {
        pugi::xml_node by_default;
        for (const pugi::xml_node key : keys_) {
            const std::string_view domain = key.attribute("for").value();
            const std::string name = lower(key.attribute("attr.name").value());
            if ((domain != local_name(element) && domain != "all") ||
                std::ranges::find(names, name) == names.end()) {
                continue;
            }
            const char* const id = key.attribute("id").value();
            if (const auto own = child_named(element, "data", id); !own.empty()) {
                return own;
            }
            if (const auto other = child_named(key, "default", nullptr); !other.empty()) {
                by_default = other;
            }
        }
        return by_default;
    }

    file_entries* file_;
    xml_document document_;
    std::vector<pugi::xml_node> keys_ = document_.all("key");
    std::unordered_map<std::string, std::uint64_t> ids_;
};

}  // namespace

void read_graphml(file_entries& file) { graphml_reader{file}.read(); }

}  // namespace tutti
