#include <algorithm>
#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "forest_run.hpp"
#include "schedule/foreign_schedule.hpp"
#include "schedule/schedule_contents.hpp"
#include "schedule_xml.hpp"
#include "util/counts.hpp"
#include "util/file_content.hpp"
#include "util/value_syntax.hpp"

namespace tutti {
namespace {

/// Numbers of the labels of a file, by first appearance, or ids if all of them are numbers.
class forest_labels {
public:
    std::uint32_t add(std::string_view label) {
        const auto [place, is_new] =
            by_label_.try_emplace(std::string{label}, size_as<std::uint32_t>(labels_));
        if (is_new) {
            labels_.emplace_back(label);
        }
        return place->second;
    }
    [[nodiscard]] const std::string& operator[](std::uint32_t number) const {
        return labels_[number];
    }
    /// Nodes of all labels. Names of a network come before the order of appearance.
    /// @param names of the network's nodes, or none
    [[nodiscard]] std::vector<node_id> nodes(const std::vector<std::string>& names,
                                             const std::string& file) const {
        const bool are_ids = std::ranges::all_of(
            labels_, [](const std::string& label) { return is_plain_number(label); });
        std::unordered_map<std::string_view, node_id> by_name;
        for (const std::string& name : names) {
            by_name.emplace(name, size_as<node_id>(by_name));
        }
        std::vector<node_id> nodes;
        for (const std::string& label : labels_) {
            const auto named = by_name.find(label);
            std::optional<node_id> node;
            if (named != by_name.end()) {
                node = named->second;
            } else if (are_ids) {
                node = number_between<node_id>(label, 0, most_schedule_nodes - 1);
            } else if (names.empty() && label.find_first_of("0123456789+-#") != 0) {
                node = size_as<node_id>(nodes);
            }
            if (!node) {
                refuse_schedule(
                    file, fmt::format("{} is neither a node id nor a name", in_quotes(label)));
            }
            nodes.push_back(*node);
        }
        return nodes;
    }
    /// The labels, if they are names.
    [[nodiscard]] std::vector<std::string> names() const {
        return std::ranges::all_of(labels_, [](const auto& each) { return is_plain_number(each); })
                   ? std::vector<std::string>{}
                   : labels_;
    }

private:
    std::vector<std::string> labels_;
    std::unordered_map<std::string, std::uint32_t> by_label_;
};

/// The parts of a path between commas that are outside of parentheses.
std::vector<std::string_view> labels_of_path(std::string_view path) {
    std::vector<std::string_view> labels;
    int depth = 0;
    std::size_t begin = 0;
    for (std::size_t i = 0; i <= path.size(); ++i) {
        if (i == path.size() || (path[i] == ',' && depth == 0)) {
            labels.push_back(trimmed(path.substr(begin, i - begin)));
            begin = i + 1;
        } else if (path[i] == '(') {
            ++depth;
        } else if (path[i] == ')') {
            --depth;
        }
    }
    return labels;
}

/// Reads trees, whose nodes are numbers of labels first and nodes in the end.
class forest_reader {
public:
    explicit forest_reader(const schedule_options& options) : options_{&options} {}

    foreign_schedule read(pugi::xml_node root);

private:
    void read_tree(pugi::xml_node element);
    void read_send(pugi::xml_node element);
    void link_sends(std::uint32_t first);
    void count_pieces();
    void set_nodes();
    void set_collective();
    void set_rows();
    [[nodiscard]] std::vector<schedule_row> gathering_rows() const;
    [[nodiscard]] std::vector<schedule_row> spreading_rows() const {
        return run_forest(
            forest_, [&](node_id from, node_id to) { return schedule_.links.capacity(from, to); });
    }
    [[nodiscard]] std::vector<schedule_link> used_links() const;
    [[nodiscard]] std::string place() const {
        return sends_of_tree_ == 0
                   ? fmt::format("tree {}", forest_.trees.size())
                   : fmt::format("tree {} send {}", forest_.trees.size(), sends_of_tree_);
    }

    const schedule_options* options_;
    xml_refusal fail_ = [this](const std::string& text) {
        refuse_schedule(fmt::format("{}: {}", options_->file, place()), text);
    };
    forest forest_;
    forest_labels labels_;
    std::uint32_t sends_of_tree_ = 0;
    std::uint64_t rows_ = 0;
    std::vector<std::uint32_t> roots_;  // numbers of labels, in their order
    foreign_schedule schedule_;
};

foreign_schedule forest_reader::read(pugi::xml_node root) {
    std::vector<pugi::xml_node> trees;
    if (root.name() == std::string_view{"tree"}) {
        trees.push_back(root);
    } else {
        std::ranges::copy(root.children("tree"), std::back_inserter(trees));
    }
    if (trees.empty()) {
        refuse_schedule(options_->file, "no trees");
    }
    for (const pugi::xml_node tree : trees) {
        roots_.push_back(labels_.add(trimmed(tree.attribute("root").value())));
    }
    for (const pugi::xml_node tree : trees) {
        read_tree(tree);
    }
    count_pieces();
    set_nodes();
    set_rows();
    return std::move(schedule_);
}

void forest_reader::read_tree(pugi::xml_node element) {
    sends_of_tree_ = 0;
    forest_.trees.emplace_back();
    const std::uint32_t root = labels_.add(trimmed(xml_text(element, "root", fail_)));
    const std::uint32_t pieces = xml_number(element, "nchunks", xml_least::one, fail_);
    if (pieces > most_schedule_pieces) {
        fail_(fmt::format("nchunks {}; at most {}", pieces, most_schedule_pieces));
    }
    forest_.trees.back().root = root;
    forest_.trees.back().pieces = pieces;
    const auto first = size_as<std::uint32_t>(forest_.sends);
    for (const pugi::xml_node send : element.children("send")) {
        ++sends_of_tree_;
        read_send(send);
    }
    link_sends(first);
}

void forest_reader::read_send(pugi::xml_node element) {
    const std::string_view source = trimmed(xml_text(element, "src", fail_));
    const std::string_view destination = trimmed(xml_text(element, "dst", fail_));
    const auto path = labels_of_path(xml_text(element, "path", fail_));
    if (path.size() < 2 || path.front() != source || path.back() != destination ||
        std::ranges::adjacent_find(path) != path.end()) {
        fail_("the path does not lead from src to dst");
    }
    forest_send send{.tree = size_as<std::uint32_t>(forest_.trees) - 1,
                     .number = sends_of_tree_ - 1};
    for (const std::string_view label : path) {
        send.path.push_back(labels_.add(label));
    }
    rows_ += (path.size() - 1) * forest_.trees.back().pieces;
    if (rows_ > most_schedule_rows) {
        refuse_schedule(options_->file, fmt::format("more than {} rows", most_schedule_rows));
    }
    forest_.sends.push_back(std::move(send));
}

// Hangs the sends of the last tree under each other. @param first of them
void forest_reader::link_sends(std::uint32_t first) {
    forest_tree& tree = forest_.trees.back();
    std::map<std::uint32_t, std::optional<std::uint32_t>> reached_by{{tree.root, std::nullopt}};
    for (std::uint32_t i = first; i < forest_.sends.size(); ++i) {
        const std::uint32_t destination = forest_.sends[i].path.back();
        if (!reached_by.try_emplace(destination, i).second) {
            sends_of_tree_ = i - first + 1;
            refuse("{}: {}: {} is reached twice", options_->file, place(), labels_[destination]);
        }
    }
    sends_of_tree_ = 0;
    for (std::uint32_t i = first; i < forest_.sends.size(); ++i) {
        const auto source = reached_by.find(forest_.sends[i].path.front());
        if (source != reached_by.end()) {
            const auto& above = source->second;
            auto& siblings = above ? forest_.sends[above.value()].children : tree.children;
            siblings.push_back(i);
        }
    }
    std::vector<bool> hangs(forest_.sends.size() - first);
    std::vector<std::uint32_t> open = tree.children;
    while (!open.empty()) {
        const std::uint32_t send = open.back();
        open.pop_back();
        hangs[send - first] = true;
        const auto& children = forest_.sends[send].children;
        open.insert(open.end(), children.begin(), children.end());
    }
    if (const auto loose = std::ranges::find(hangs, false); loose != hangs.end()) {
        const auto send = first + position_at<std::uint32_t>(hangs, loose);
        fail_(fmt::format("{} hangs on no root", labels_[forest_.sends[send].path.back()]));
    }
}

// The trees of a root take the pieces of its message one after the other.
void forest_reader::count_pieces() {
    std::map<std::uint32_t, std::uint32_t> pieces;
    for (forest_tree& tree : forest_.trees) {
        std::uint32_t& next = pieces[tree.root];
        tree.first_piece = next;
        next += tree.pieces;
        if (next > most_schedule_pieces) {
            refuse_schedule(options_->file,
                            fmt::format("more than {} pieces", most_schedule_pieces));
        }
    }
    schedule_.pieces = pieces.begin()->second;
    for (const auto& [root, count] : pieces) {
        if (count != schedule_.pieces) {
            refuse_schedule(options_->file, fmt::format("root {} has {} chunks, root {} has {}",
                                                        labels_[pieces.begin()->first],
                                                        schedule_.pieces, labels_[root], count));
        }
    }
    set_collective();
    std::ranges::sort(roots_);
    roots_.erase(std::ranges::unique(roots_).begin(), roots_.end());
}

void forest_reader::set_collective() {
    const bool has_several =
        std::ranges::any_of(roots_, [&](std::uint32_t root) { return root != roots_.front(); });
    schedule_.collective =
        has_several ? schedule_collective::allgather : schedule_collective::broadcast;
    if (!options_->collective.empty()) {
        schedule_.collective = reading_option(
            "--collective", [&] { return parse_schedule_collective(options_->collective); });
    }
    switch (schedule_.collective) {
        case schedule_collective::allgather:
        case schedule_collective::broadcast:
        case schedule_collective::allreduce:
        case schedule_collective::reduce_scatter:
            break;
        default:
            refuse_schedule(options_->file,
                            fmt::format("trees of {}: allgather, broadcast, reduce-scatter or "
                                        "allreduce",
                                        name_of(schedule_.collective)));
    }
}

std::vector<schedule_link> forest_reader::used_links() const {
    const bool gathers = reduces(schedule_.collective);
    const bool spreads = schedule_.collective != schedule_collective::reduce_scatter;
    std::vector<schedule_link> used;
    for (const forest_send& send : forest_.sends) {
        for (std::size_t hop = 1; hop < send.path.size(); ++hop) {
            const node_id from = send.path[hop - 1];
            const node_id to = send.path[hop];
            if (spreads) {
                used.push_back({.from = from, .to = to});
            }
            if (gathers) {
                used.push_back({.from = to, .to = from});
            }
        }
    }
    std::ranges::sort(used);
    used.erase(std::ranges::unique(used).begin(), used.end());
    return used;
}

// Puts nodes in the place of labels, and sets what takes part.
void forest_reader::set_nodes() {
    if (!options_->network.empty()) {
        reading_option("--network", [&] { set_network(schedule_, *options_); });
    }
    const std::vector<node_id> nodes = labels_.nodes(schedule_.names, options_->file);
    for (forest_tree& tree : forest_.trees) {
        tree.root = nodes[tree.root];
    }
    for (forest_send& send : forest_.sends) {
        for (node_id& node : send.path) {
            node = nodes[node];
        }
    }
    const std::size_t count = std::size_t{std::ranges::max(nodes)} + 1;
    set_links(schedule_, *options_, count, used_links());
    if (schedule_.names.empty()) {
        schedule_.names = labels_.names();
        report_names(schedule_);
    }
    schedule_.root = forest_.trees.front().root;
    schedule_.is_participant.assign(schedule_.node_count(), false);
    for (const std::uint32_t root : roots_) {
        schedule_.is_participant[nodes[root]] = true;
    }
    for (const forest_send& send : forest_.sends) {
        schedule_.is_participant[send.path.back()] = true;
    }
    report_forwarders(schedule_, count);
}

// Sends in the reverse direction and order: what spreads a message adds up a value.
std::vector<schedule_row> forest_reader::gathering_rows() const {
    std::vector<schedule_row> rows = run_forest(
        forest_, [&](node_id from, node_id to) { return schedule_.links.capacity(to, from); });
    const slot last = rows.empty() ? 0 : std::ranges::max(rows, {}, &schedule_row::at).at;
    for (schedule_row& row : rows) {
        row.at = last + 1 - row.at;
        std::swap(row.from, row.to);
        row.reduces = true;
    }
    return rows;
}

void forest_reader::set_rows() {
    const schedule_collective collective = schedule_.collective;
    if (reduces(collective)) {
        schedule_.rows = gathering_rows();
    }
    if (collective != schedule_collective::reduce_scatter) {
        const slot before = schedule_.slots();
        for (schedule_row row : spreading_rows()) {
            row.at += before;
            schedule_.rows.push_back(row);
        }
    }
    std::vector<std::uint64_t> rank_of(schedule_.node_count());
    for (std::size_t node = 1; node < rank_of.size(); ++node) {
        rank_of[node] = rank_of[node - 1] + (schedule_.is_participant[node - 1] ? 1U : 0U);
    }
    for (schedule_row& row : schedule_.rows) {
        row.message = collective == schedule_collective::broadcast ? 0
                      : reduces(collective)                        ? rank_of[row.message]
                                                                   : row.message;
    }
    std::ranges::sort(schedule_.rows);
    set_messages(schedule_, reduces(collective) ? schedule_.participant_count() : 1);
    auto places = std::make_shared<std::vector<std::pair<std::uint32_t, std::uint32_t>>>();
    for (const forest_send& send : forest_.sends) {
        places->emplace_back(send.tree + 1, send.number + 1);
    }
    schedule_.place_of = [places, file = options_->file](std::uint32_t position) {
        const auto& [tree, send] = places->at(position);
        return fmt::format("{}: tree {} send {}", file, tree, send);
    };
}

}  // namespace

foreign_schedule read_forestcoll_schedule(std::string_view content,
                                          const schedule_options& options) {
    const schedule_xml document{content, options.file};
    return forest_reader{options}.read(document.root());
}

}  // namespace tutti
