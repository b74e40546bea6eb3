#include <algorithm>
#include <set>
#include <unordered_map>

#include "file_formats.hpp"
#include "text_scanner.hpp"

namespace tutti {
namespace {

/// Attributes that count.
struct dot_attributes {
    std::string kind{};
    text_token weight{};
};

/// End of links: a node, or those of a subgraph.
struct dot_end {
    std::set<std::uint64_t> nodes;
    std::string_view place;
    bool is_node = false;
};

/// Reader of graphs in the language of Graphviz.
class dot_reader {
public:
    explicit dot_reader(file_entries& file) : file_{&file}, scanner_{file, file.content, ";"} {}

    void read() {
        if (scanner_.peek().is_keyword("strict")) {
            scanner_.take();
            file_->options.emplace("duplicates", "drop");
        }
        const text_token kind = scanner_.take_word();
        ways_ = kind.is_keyword("digraph") ? link_ways::one : link_ways::both;
        if (!kind.is_keyword("digraph") && !kind.is_keyword("graph")) {
            file_->fail(kind.place, "graph or digraph belongs here");
        }
        if (scanner_.peek().is_word) {
            scanner_.take();
        }
        scanner_.expect("{");
        std::set<std::uint64_t> nodes;
        read_statements({}, {}, nodes, 1);
        if (!scanner_.peek().place.empty()) {
            file_->fail(scanner_.peek().place, "more after the graph; one is read");
        }
        for (const std::uint64_t node : switches_) {
            file_->add_switch(node);
        }
    }

private:
    // Defaults hold to the end of their braces.
    // NOLINTNEXTLINE(misc-no-recursion): as deep as braces are nested
    void read_statements(dot_attributes of_nodes, dot_attributes of_links,
                         std::set<std::uint64_t>& nodes, int level) {
        if (level > most_levels) {
            file_->fail(scanner_.peek().place, "more than {} levels of braces", most_levels);
        }
        while (!scanner_.accept("}")) {
            const text_token& first = scanner_.peek();
            dot_attributes unused;
            dot_attributes* const defaults = first.is_keyword("node")    ? &of_nodes
                                             : first.is_keyword("edge")  ? &of_links
                                             : first.is_keyword("graph") ? &unused
                                                                         : nullptr;
            if (defaults != nullptr) {
                scanner_.take();
                read_attributes(*defaults);
            } else {
                read_links(of_nodes, of_links, nodes, level);
            }
        }
    }

    // NOLINTNEXTLINE(misc-no-recursion)
    void read_links(const dot_attributes& of_nodes, dot_attributes of_links,
                    std::set<std::uint64_t>& nodes, int level) {
        std::vector<dot_end> chain{read_end(of_nodes, of_links, level)};
        while (scanner_.peek().is(ways_ == link_ways::one ? "->" : "--")) {
            scanner_.take();
            chain.push_back(read_end(of_nodes, of_links, level));
        }
        dot_attributes own;
        read_attributes(chain.size() > 1 ? of_links : own);
        if (chain.size() == 1 && chain[0].is_node) {
            set_kind(*chain[0].nodes.begin(), own);
        }
        for (std::size_t i = 0; i < chain.size(); ++i) {
            nodes.insert(chain[i].nodes.begin(), chain[i].nodes.end());
            if (chain.size() > 1 && chain[i].nodes.empty()) {
                file_->fail(chain[i].place, "a link to no node");
            }
            if (i > 0) {
                add_links(chain[i - 1], chain[i], of_links.weight);
            }
        }
    }

    // NOLINTNEXTLINE(misc-no-recursion)
    dot_end read_end(const dot_attributes& of_nodes, const dot_attributes& of_links, int level) {
        dot_end end{.nodes = {}, .place = scanner_.peek().place};
        const bool is_subgraph = scanner_.peek().is_keyword("subgraph");
        if (!is_subgraph && !scanner_.peek().is("{")) {
            const text_token name = scanner_.take_word();
            if (scanner_.accept("=")) {
                scanner_.take_word();
                return end;
            }
            end.is_node = true;
            end.nodes.insert(node_of(name, of_nodes));
            while (scanner_.accept(":")) {
                scanner_.take_word();
            }
            return end;
        }
        scanner_.take();
        if (is_subgraph && scanner_.peek().is_word) {
            scanner_.take();
        }
        if (is_subgraph) {
            scanner_.expect("{");
        }
        read_statements(of_nodes, of_links, end.nodes, level + 1);
        return end;
    }

    std::uint64_t node_of(const text_token& name, const dot_attributes& defaults) {
        const auto [place, is_new] = ids_.emplace(name.text, file_->nodes);
        if (is_new) {
            file_->names.push_back(name.text);
            ++file_->nodes;
            set_kind(place->second, defaults);
        }
        return place->second;
    }

    void set_kind(std::uint64_t node, const dot_attributes& attributes) {
        if (lower(attributes.kind) == "switch") {
            switches_.insert(node);
        } else if (!attributes.kind.empty()) {
            switches_.erase(node);
        }
    }

    void read_attributes(dot_attributes& to) {
        while (scanner_.accept("[")) {
            while (!scanner_.accept("]")) {
                const text_token name = scanner_.take_word();
                scanner_.expect("=");
                text_token value = scanner_.take_word();
                if (name.text == "kind") {
                    to.kind = value.text;
                } else if (name.text == "weight" || name.text == "links") {
                    to.weight = std::move(value);
                }
                (void)scanner_.accept(",");
            }
        }
    }

    void add_links(const dot_end& from, const dot_end& to, const text_token& weight) {
        const std::string_view text = weight.is_word ? weight.text : std::string_view{};
        for (const std::uint64_t one : from.nodes) {
            for (const std::uint64_t other : to.nodes) {
                file_->add(one, other, from.place, to.place, {text, weight.place}, ways_);
            }
        }
    }

    file_entries* file_;
    text_scanner scanner_;
    link_ways ways_ = link_ways::both;
    std::unordered_map<std::string, std::uint64_t> ids_;
    std::set<std::uint64_t> switches_;
};

}  // namespace

void read_dot(file_entries& file) { dot_reader{file}.read(); }

}  // namespace tutti
