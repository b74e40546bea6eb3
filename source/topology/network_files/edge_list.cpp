#include <unordered_map>

#include "file_formats.hpp"
#include "text_fields.hpp"
#include "tutti/topology/grid.hpp"
#include "util/counts.hpp"
#include "util/value_syntax.hpp"

namespace tutti {
namespace {

bool begins_comment(std::string_view word) { return word[0] == '#' || word[0] == '%'; }

/// Reader of a list of links, two ids or names a line.
class edge_list_reader {
public:
    explicit edge_list_reader(file_entries& file) : file_{&file} {
        file.base = file.options.has("base") ? 1 : 0;
    }

    void read() {
        for (text_lines lines{file_->content}; lines.next_of("#%");) {
            read_link(lines);
        }
        if (file_->links.empty()) {
            file_->fail({}, "no link in it");
        }
    }

private:
    void read_link(const text_lines& line) {
        const auto& words = line.words();
        for (std::size_t i = 0; i < 2 && i < words.size(); ++i) {
            if (words[i].find(',') != std::string_view::npos) {
                file_->fail(words[i].substr(words[i].find(',')),
                            "a comma; separated by blanks or tabs");
            }
        }
        const std::uint64_t from = id_of(words[0]);
        if (words.size() == 1) {
            file_->fail_line(words[0], "one {}; a link needs two", has_names_ ? "name" : "number");
        }
        const std::uint64_t to = id_of(words[1]);
        std::string weight;
        file_->add(from, to, words[0], words[1], weight_of(line, weight));
    }

    [[nodiscard]] link_weight weight_of(const text_lines& line, std::string& attribute) const {
        const auto& words = line.words();
        if (words.size() == 2 || begins_comment(words[2])) {
            return {};
        }
        if (words[2][0] == '{') {
            const std::string_view text = line.text();
            std::string_view rest;
            const text_field attributes =
                parse_fields(*file_, text.substr(position_at(text, words[2].begin())), &rest);
            if (!rest.empty() && !begins_comment(rest)) {
                file_->fail(rest, "{} after the attributes", in_double_quotes(rest));
            }
            attribute = attributes.text("weight");
            return {attribute.empty() ? std::string_view{} : attribute, words[2]};
        }
        if (words.size() > 3 && !begins_comment(words[3])) {
            file_->fail(words[3], "a fourth column; a line has two ids and at most a weight");
        }
        return {words[2], words[2], "a third column,"};
    }

    [[nodiscard]] std::uint64_t id_of(std::string_view word) {
        if (has_names_) {
            const auto [place, is_new] = ids_.emplace(word, file_->nodes);
            if (is_new) {
                file_->names.emplace_back(word);
                ++file_->nodes;
            }
            return place->second;
        }
        const auto id = number_between(word, file_->base, grid::most_nodes - 1);
        if (!is_plain_number(word)) {
            file_->fail(word, "{} is no id; names", in_double_quotes(word));
        }
        if (!id) {
            file_->fail(word, "id {} {}", shown(word),
                        word == "0" ? "with base=1" : "is above 2^30 - 1");
        }
        file_->nodes = std::max(file_->nodes, *id + 1 - file_->base);
        return *id - file_->base;
    }

    file_entries* file_;
    bool has_names_ = file_->options.has("names");
    std::unordered_map<std::string_view, std::uint64_t> ids_;
};

}  // namespace

void read_edge_list(file_entries& file) { edge_list_reader{file}.read(); }

}  // namespace tutti
