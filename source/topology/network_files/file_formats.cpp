#include "file_formats.hpp"

#include <algorithm>
#include <array>

#include "listing_builder.hpp"
#include "util/collect.hpp"
#include "util/file_content.hpp"
#include "util/value_syntax.hpp"

namespace tutti {
namespace {

constexpr std::string_view one_way_of_gpus =
    "{place}: gpu {i} has {there} links to gpu {j}, gpu {j} has {back} back";
constexpr std::string_view one_way_of_rows =
    "links[{b}][{a}] is {there}, links[{a}][{b}] is {back}";

constexpr file_format usual_format{};
constexpr std::array file_format_table{
    file_format{"edges", "an edge list", read_edge_list, usual_format.one_way, usual_format.unequal,
                usual_format.again, true},
    file_format{"mtx", "Matrix Market", read_matrix_market,
                "line {line}: {a} {b} without {b} {a} (general: both directions or neither)"},
    file_format{"metis", "METIS", read_metis,
                "line {line}: {a} names {b}, line {line_of_b} does not name {a}"},
    file_format{"dimacs", "DIMACS", read_dimacs, "line {line}: a {a} {b} without a {b} {a}",
                usual_format.unequal, usual_format.again, true},
    file_format{"graph6", "graph6", read_graph6, usual_format.one_way, usual_format.unequal,
                usual_format.again, false, true},
    file_format{"sparse6", "sparse6", read_sparse6, usual_format.one_way, usual_format.unequal,
                "the link {a}-{b} twice; duplicates=parallel or duplicates=drop", false, true},
    file_format{"digraph6", "digraph6", read_digraph6, "{a} {b} without {b} {a}",
                usual_format.unequal, usual_format.again, false, true},
    file_format{"graphml", "GraphML", read_graphml},
    file_format{"dot", "DOT", read_dot},
    file_format{"nccl", "NCCL", read_nccl, one_way_of_gpus, one_way_of_gpus},
    file_format{"taccl", "TACCL", read_taccl, one_way_of_rows, one_way_of_rows},
    file_format{"mesh", "a Tenstorrent mesh", read_mesh},
    file_format{"astra", "ASTRA-sim", read_astra},
};

std::string_view leading_name(std::string_view text) {
    const auto* const end = std::ranges::find_if_not(
        text, [](char each) { return is_letter_or_digit(each) || each == '_'; });
    return {text.begin(), end};
}

/// Name of the format of an XML document by its root: the first element, behind comments and
/// declarations. A DOCTYPE is refused by the reader.
std::string_view xml_format(const file_entries& file) {
    std::string_view rest = file.content;
    rest.remove_prefix(rest.find('<'));
    while (rest.starts_with("<?") || rest.starts_with("<!")) {
        const std::size_t end = rest.find(rest.starts_with("<!--") ? "-->" : ">");
        const std::size_t next = end == rest.npos ? rest.npos : rest.find('<', end);
        if (next == rest.npos || rest.starts_with("<!DOCTYPE")) {
            return "graphml";
        }
        rest.remove_prefix(next);
    }
    std::string_view name = leading_name(rest.substr(1));
    if (rest.substr(1 + name.size()).starts_with(':')) {
        name = leading_name(rest.substr(2 + name.size()));
    }
    if (name != "system" && name != "graphml") {
        file.fail(rest, "XML with the root {}; graphml or system (NCCL)", in_double_quotes(name));
    }
    return name == "system" ? "nccl" : name;
}

/// Name of the format of encoded graphs; empty if the line is none.
std::string_view code_format(std::string_view line) {
    for (const std::string_view name : {"graph6", "sparse6", "digraph6"}) {
        if (line.starts_with(fmt::format(">>{}<<", name))) {
            return name;
        }
    }
    if (line.empty() || line.find_first_of(" \t,") != std::string_view::npos) {
        return "";
    }
    const char first = line[0];
    const bool is_graph6 = first >= '?' && first <= '~';
    return first == ':' || first == ';' ? "sparse6"
           : first == '&'               ? "digraph6"
           : is_graph6                  ? "graph6"
                                        : "";
}

/// Name of the format with lines or blocks that begin with a word; empty if the word is of none.
std::string_view word_format(std::string_view word, std::string_view rest) {
    using format = std::pair<std::string_view, std::string_view>;
    for (const auto& [begin, name] :
         {format{"mesh_descriptors", "mesh"}, format{"graph_descriptors", "mesh"},
          format{"top_level_instance", "mesh"}, format{"topology", "astra"},
          format{"npus_count", "astra"}, format{"bandwidth", "astra"}, format{"latency", "astra"},
          format{"strict", "dot"}, format{"graph", "dot"}, format{"digraph", "dot"},
          format{"c", "dimacs"}, format{"p", "dimacs"}}) {
        const bool is_rest = name == "astra"    ? rest.starts_with(':')
                             : name == "dimacs" ? rest.empty() || rest[0] == ' ' || rest[0] == '\t'
                             : name == "dot"    ? rest.find_first_not_of(" \t{\"") != 0
                                                : true;
        if (lower(word) == begin && is_rest) {
            return name;
        }
    }
    return "";
}

/// Name of the format that begins with such a line; empty if it is a list of ids, or a matrix.
std::string_view format_of_line(const file_entries& file, std::string_view line) {
    if (line.starts_with('<')) {
        return xml_format(file);
    }
    if (line.starts_with('{')) {
        return "taccl";
    }
    if (line.starts_with("//") || line.starts_with("/*")) {
        return "dot";
    }
    const std::string_view word = leading_name(line);
    const std::string_view name = word_format(word, line.substr(word.size()));
    return name.empty() ? code_format(line) : name;
}

/// True if the content is whole and valid in a format.
bool reads_as(const file_entries& file, std::string_view name,
              const network_file_options& options) {
    const file_format& format = *find_file_format(name);
    file_entries trial{.content = file.content, .options = options, .most_links = file.most_links};
    try {
        format.read(trial);
        (void)merged_links(trial, format);
        return true;
    } catch (const network_file_fault&) {
        return false;
    }
}

std::string_view recognised_format(const file_entries& file) {
    constexpr std::string_view banner = "%%matrixmarket";
    const std::string_view text = file.content.substr(
        std::min(file.content.find_first_not_of(" \t\r\n"), file.content.size()));
    if (lower(text.substr(0, banner.size())) == banner) {
        return "mtx";
    }
    text_lines lines{file.content};
    const bool has_line = lines.next_of("#%");
    if (!has_line || file.options.has("names")) {
        return "edges";
    }
    const std::string_view line = trimmed(lines.text());
    const std::string_view format = format_of_line(file, line);
    if (format == "taccl" && file.content.find("\"links\"") == text.npos &&
        file.content.find("\"gpus_per_node\"") == text.npos) {
        file.fail(line, R"(JSON without "links" and "gpus_per_node"; that of TACCL is read)");
    }
    if (!format.empty()) {
        return format;
    }
    const bool is_metis = reads_as(file, "metis", {{"weights", "ignore"}, {"duplicates", "drop"}});
    if (is_metis && reads_as(file, "edges", file.options)) {
        file.fail({}, "edge list or METIS? format=edges or format=metis");
    }
    return is_metis ? "metis" : "edges";
}

}  // namespace

const file_format* find_file_format(std::string_view name) noexcept {
    const auto* const format = std::ranges::find(file_format_table, name, &file_format::name);
    return format == file_format_table.end() ? nullptr : format;
}

std::string file_format_names() { return joined_texts(file_format_table, "|", &file_format::name); }

const file_format& recognise_format(const file_entries& file) {
    return *find_file_format(recognised_format(file));
}

}  // namespace tutti
