#include <bit>

#include "file_entries.hpp"
#include "file_formats.hpp"
#include "tutti/topology/grid.hpp"
#include "util/bits.hpp"
#include "util/value_syntax.hpp"

namespace tutti {
namespace {

/// Bits of a graph in the formats of McKay, "Description of graph6, sparse6 and digraph6
/// encodings": bytes from 63 on, of six bits each.
class six_bit_code {
public:
    /// @param lead the byte that a line begins with, or nothing
    six_bit_code(file_entries& file, std::string_view header, std::string_view lead)
        : file_{&file} {
        line_ = chosen_graph(header);
        if (line_.starts_with(';')) {
            file.fail_line(line_, "incremental sparse6 needs the graph before it");
        }
        if (!line_.starts_with(lead)) {
            file.fail(line_, "{} belongs here", in_double_quotes(lead));
        }
        rest_ = line_.substr(lead.size());
        for (std::size_t i = 0; i < rest_.size(); ++i) {
            if (rest_[i] < first_byte || rest_[i] > '~') {
                file.fail(rest_.substr(i), "byte 0x{:02x} is not in 63..126",
                          static_cast<unsigned char>(rest_[i]));
            }
        }
        const std::size_t marks = std::min<std::size_t>(2, rest_.find_first_not_of('~'));
        const std::size_t size = marks + (marks == 0 ? 1 : 3 * marks);
        for (std::size_t i = marks; i < size && i < rest_.size(); ++i) {
            file.nodes =
                file.nodes << bits_of_byte | static_cast<std::uint64_t>(rest_[i] - first_byte);
        }
        if (rest_.size() < size || file.nodes == 0 || file.nodes > grid::most_nodes) {
            file.fail_line(line_, "{} nodes; 1 to 2^30 are read", file.nodes);
        }
        rest_.remove_prefix(size);
    }

    /// Refuses another number of bits.
    void require_bits(std::uint64_t bits) const {
        const std::uint64_t bytes = (bits + bits_of_byte - 1) / bits_of_byte;
        if (rest_.size() != bytes) {
            file_->fail_line(line_, "{} nodes need {} bytes, {} there", file_->nodes,
                             line_.size() - rest_.size() + bytes, line_.size());
        }
        for (std::uint64_t i = bits; i < bit_count(); ++i) {
            if (bit(i)) {
                file_->fail_line(line_, "a 1 in the last {} that stand{} for nothing",
                                 quantity(bit_count() - bits, "bit"),
                                 bit_count() - bits == 1 ? "s" : "");
            }
        }
    }

    [[nodiscard]] std::uint64_t bit_count() const { return rest_.size() * bits_of_byte; }
    [[nodiscard]] bool bit(std::uint64_t i) const {
        const int value = rest_[i / bits_of_byte] - first_byte;
        return (value >> (bits_of_byte - 1 - i % bits_of_byte)) % 2 != 0;
    }
    [[nodiscard]] std::string_view place(std::uint64_t bit) const {
        return rest_.substr(bit / bits_of_byte, 1);
    }

private:
    static constexpr char first_byte = 63;
    static constexpr std::uint64_t bits_of_byte = 6;

    [[nodiscard]] std::string_view chosen_graph(std::string_view header) const {
        std::vector<std::string_view> graphs;
        for (text_lines lines{file_->content}; lines.next_of("");) {
            graphs.push_back(lines.text());
            const bool has_header = graphs.size() == 1 && graphs[0].starts_with(header);
            graphs.back().remove_prefix(has_header ? header.size() : 0);
        }
        const std::size_t count = graphs.size();
        const auto number = number_between(file_->options.value_of("graph"), 1, count);
        if (!number && (count != 1 || file_->options.has("graph"))) {
            file_->fail(
                {}, "{}{}", quantity(count, "graph"),
                count == 2 ? "; graph=1 or graph=2" : fmt::format("; graph=1 to {}", count));
        }
        return graphs[number.value_or(1) - 1];
    }

    file_entries* file_;
    std::string_view line_;
    std::string_view rest_;
};

}  // namespace

void read_graph6(file_entries& file) {
    const six_bit_code code{file, ">>graph6<<", ""};
    code.require_bits(file.nodes * (file.nodes - 1) / 2);
    std::uint64_t i = 0;
    for (node_id to = 1; to < file.nodes; ++to) {
        for (node_id from = 0; from < to; ++from, ++i) {
            if (code.bit(i)) {
                file.add(from, to, code.place(i), code.place(i));
            }
        }
    }
}

void read_digraph6(file_entries& file) {
    const six_bit_code code{file, ">>digraph6<<", "&"};
    code.require_bits(file.nodes * file.nodes);
    for (std::uint64_t i = 0; i < file.nodes * file.nodes; ++i) {
        if (code.bit(i)) {
            file.add(i / file.nodes, i % file.nodes, code.place(i), code.place(i), {},
                     link_ways::one);
        }
    }
}

void read_sparse6(file_entries& file) {
    const six_bit_code code{file, ">>sparse6<<", ":"};
    const std::uint64_t width = width_of(file.nodes - 1);
    std::uint64_t node = 0;
    for (std::uint64_t i = 0; i + width < code.bit_count();) {
        const std::string_view place = code.place(i);
        node += code.bit(i++) ? 1U : 0U;
        std::uint64_t other = 0;
        for (const std::uint64_t end = i + width; i < end; ++i) {
            other = 2 * other + (code.bit(i) ? 1U : 0U);
        }
        if (std::max(node, other) >= file.nodes) {
            return;
        }
        if (other <= node) {
            file.add(other, node, place, place);
        }
        node = std::max(node, other);
    }
}

}  // namespace tutti
