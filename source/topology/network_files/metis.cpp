#include "file_entries.hpp"
#include "file_formats.hpp"
#include "tutti/topology/grid.hpp"

namespace tutti {
namespace {

/// Reader of the graph files of METIS: a line for each node with its neighbours.
class metis_reader {
public:
    explicit metis_reader(file_entries& file) : file_{&file}, lines_{file.content} {
        file.base = 1;
    }

    void read() {
        const bool has_header = lines_.next_of("%");
        const auto words = lines_.words();
        const std::string_view format = words.size() > 2 ? words[2] : "0";
        if (words.size() < 2 || words.size() > 4 || format.size() > 3 ||
            format.find_first_not_of("01") != std::string_view::npos) {
            file_->fail_line(has_header ? words[0] : std::string_view{},
                             "nodes, edges, at most three digits 0 or 1 and a number belong here");
        }
        file_->nodes = file_->number(words[0], 1, grid::most_nodes);
        const std::uint64_t edges = file_->number(words[1], 0, std::uint64_t{1} << 31U);
        const auto has = [&](std::size_t from_end) {
            return format.size() > from_end && format[format.size() - 1 - from_end] == '1';
        };
        step_ = has(0) ? 2 : 1;
        const std::size_t weights = !has(1)            ? 0
                                    : words.size() > 3 ? file_->number(words[3], 1, 1000)
                                                       : 1;
        // With loops=drop 100 means loops and parallel links, as in the collection of DIMACS-10.
        const bool has_sizes = has(2) && (weights > 0 || !file_->options.has("loops"));
        first_ = weights + (has_sizes ? 1 : 0);
        read_nodes(words[0], edges, has_sizes);
        file_->leave_out(has_sizes ? file_->nodes : 0, "vertex size");
        file_->leave_out(weights * file_->nodes, "vertex weight");
    }

private:
    void read_nodes(std::string_view header, std::uint64_t edges, bool has_sizes) {
        try {
            read_nodes(header, edges);
        } catch (const network_file_fault&) {
            if (!has_sizes) {
                throw;
            }
            file_->fail_line(header, "vertex sizes or loops? format=metis,loops=drop");
        }
    }

    void read_nodes(std::string_view header, std::uint64_t edges) {
        std::uint64_t node = 0;
        while (lines_.next()) {
            const auto& words = lines_.words();
            if (!words.empty() && words[0][0] == '%') {
                continue;
            }
            if (node < file_->nodes) {
                file_->node_places.push_back(file_->at(lines_.text()));
                read_node(node++);
            } else if (!words.empty()) {
                file_->fail_line(words[0], "more lines than the {} of the nodes", file_->nodes);
            }
        }
        if (node < file_->nodes) {
            file_->fail_line(header, "{} nodes announced, {} lines there", file_->nodes, node);
        }
        if (named_ != 2 * edges && named_ != edges && named_ + file_->dropped_loops != 2 * edges) {
            file_->fail_line(header, "{} edges announced, {} there", edges, named_ / 2);
        }
    }

    void read_node(std::uint64_t node) {
        const auto& words = lines_.words();
        if (words.size() < first_ || (words.size() - first_) % step_ != 0) {
            file_->fail_line(lines_.text(), "sizes, weights or neighbours are missing");
        }
        for (std::size_t i = 0; i < first_; ++i) {
            (void)file_->number(words[i], 0, std::uint64_t{1} << 62U);
        }
        for (std::size_t i = first_; i < words.size(); i += step_, ++named_) {
            const std::string_view weight = step_ == 2 ? words[i + 1] : std::string_view{};
            file_->add(node, file_->numbered(words[i], "node"), words[i], words[i],
                       {weight, weight, "edge weight"}, link_ways::one);
        }
    }

    file_entries* file_;
    text_lines lines_;
    std::size_t first_ = 0;  // neighbour in a line
    std::size_t step_ = 1;   // to the next
    std::uint64_t named_ = 0;
};

}  // namespace

void read_metis(file_entries& file) { metis_reader{file}.read(); }

}  // namespace tutti
