/// @file
/// Table of the formats of network files, and their recognition by content.
#pragma once

#include <string>
#include <string_view>

namespace tutti {

struct file_entries;

/// Format of network files. The texts of faults in its links have named parts: `place` and `line`
/// of the link, `a` and `b` or, as ids, `i` and `j` of its nodes, `there` and `back` of the links
/// each way, `first` of the line that has it, too.
struct file_format {
    std::string_view name{};
    std::string_view title{};  ///< "an edge list"
    void (*read)(file_entries& file) = nullptr;
    std::string_view one_way = "{place}: {a} {b} without {b} {a}";
    std::string_view unequal = "{place}: {there} from {a} to {b}, {back} from {b} to {a}";
    std::string_view again =
        "{place}: the link {a}-{b} again (first: line {first}); duplicates=drop or "
        "duplicates=parallel";
    bool may_be_twice = false;  ///< every undirected link may be there in both directions
    bool has_long_lines = false;
};

/// Format of this name; null if there is none.
[[nodiscard]] const file_format* find_file_format(std::string_view name) noexcept;

/// The names of all formats with bars between.
[[nodiscard]] std::string file_format_names();

/// Format that the content shows.
/// @throws std::invalid_argument if it shows one that is not read, or two
[[nodiscard]] const file_format& recognise_format(const file_entries& file);

void read_edge_list(file_entries& file);
void read_matrix_market(file_entries& file);
void read_metis(file_entries& file);
void read_dimacs(file_entries& file);
void read_graph6(file_entries& file);
void read_sparse6(file_entries& file);
void read_digraph6(file_entries& file);
void read_graphml(file_entries& file);
void read_dot(file_entries& file);
void read_nccl(file_entries& file);
void read_taccl(file_entries& file);
void read_mesh(file_entries& file);
void read_astra(file_entries& file);

}  // namespace tutti
