#include <algorithm>

#include "file_entries.hpp"
#include "file_formats.hpp"
#include "tutti/topology/grid.hpp"
#include "util/value_syntax.hpp"

namespace tutti {
namespace {

/// Reader of the graph files of the DIMACS challenges.
class dimacs_reader {
public:
    explicit dimacs_reader(file_entries& file) : file_{&file} { file.base = 1; }

    void read() {
        for (text_lines lines{file_->content}; lines.next_of("");) {
            read_line(lines.words());
        }
        if (problem_.data() == nullptr) {
            file_->fail({}, "no p line in it");
        }
        if (read_ != announced_ && 2 * read_ != announced_ && read_ != 2 * announced_) {
            file_->fail_line(problem_, "{} edges announced, {} there", announced_, read_);
        }
        file_->leave_out(others_, "line", " of nodes");
    }

private:
    void read_line(const std::vector<std::string_view>& words) {
        const std::string_view kind = words[0];
        if (kind == "p") {
            read_problem(words);
        } else if (kind == "e" || kind == "a") {
            read_link(words);
        } else if (kind.size() == 1 && std::string_view{"ndvxst"}.find(kind) != kind.npos) {
            ++others_;
        } else if (kind != "c") {
            file_->fail(kind, "a line {}; c, p, e, a or one of n d v x s t",
                        in_double_quotes(kind));
        }
    }

    void read_problem(const std::vector<std::string_view>& words) {
        const auto kinds = split("edge col sp max min cut", ' ');
        if (words.size() != 4 || problem_.data() != nullptr ||
            std::ranges::find(kinds, words[1]) == kinds.end()) {
            file_->fail_line(words[0],
                             "one p, then edge, col, sp, max, min or cut, nodes and edges");
        }
        problem_ = words[0];
        file_->nodes = file_->number(words[2], 1, grid::most_nodes);
        announced_ = file_->number(words[3], 0, std::uint64_t{1} << 32U);
    }

    void read_link(const std::vector<std::string_view>& words) {
        if (problem_.data() == nullptr) {
            file_->fail_line(words[0], "an edge before the p line");
        }
        if (words.size() < 3) {
            file_->fail_line(words[0], "two ids belong here");
        }
        const std::string_view weight = words.size() > 3 ? words[3] : std::string_view{};
        const std::uint64_t from = file_->numbered(words[1], "node");
        file_->add(from, file_->numbered(words[2], "node"), words[0], words[2], {weight, weight},
                   words[0] == "a" ? link_ways::one : link_ways::both);
        ++read_;
    }

    file_entries* file_;
    std::string_view problem_;
    std::uint64_t announced_ = 0;
    std::uint64_t read_ = 0;
    std::uint64_t others_ = 0;
};

}  // namespace

void read_dimacs(file_entries& file) { dimacs_reader{file}.read(); }

}  // namespace tutti
