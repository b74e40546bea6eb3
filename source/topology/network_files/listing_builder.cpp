#include "listing_builder.hpp"

#include <algorithm>
#include <numeric>
#include <optional>
#include <span>
#include <tuple>

#include <fmt/ranges.h>

#include "topology/node_naming.hpp"
#include "tutti/topology/grid.hpp"
#include "util/counts.hpp"
#include "util/value_syntax.hpp"

namespace tutti {
namespace {

/// Fault of a link, with the text for it as a format has it.
struct link_fault {
    const link_entry* link;
    std::string text;
    const link_entry* before;  ///< the same link
    int there = 0;
    int back = 0;
};

/// Merges the entries of each pair of nodes to parallel links.
class link_merger {
public:
    link_merger(file_entries& file, const file_format& format, bool is_whole)
        : file_{&file}, format_{&format}, is_whole_{is_whole} {
        std::ranges::sort(file.links, {}, [](const link_entry& each) {
            return std::tuple{std::minmax(each.from, each.to), each.at};
        });
    }

    [[nodiscard]] std::vector<listed_link> merge() {
        // A list with every link once in each direction is a list of both.
        is_twice_ = format_->may_be_twice &&
                    std::ranges::count(file_->links, link_ways::one, &link_entry::ways) == 0;
        for_each_pair([&](std::span<const link_entry> same) {
            const bool is_twice = same.size() == 2 && same[0].from != same[1].from;
            is_twice_ = is_twice_ && (is_twice || !is_whole_);
        });
        for_each_pair([&](std::span<const link_entry> same) { merge_pair(same); });
        if (fault_) {
            throw_fault(*fault_);
        }
        file_->leave_out(dropped_, "link", " again (duplicates=drop)");
        return std::move(links_);
    }

private:
    template <class Visit>
    void for_each_pair(const Visit& visit) const {
        for (auto rest = std::span<const link_entry>{file_->links}; !rest.empty();) {
            const auto end = std::ranges::find_if(rest, [&](const link_entry& each) {
                return std::minmax(each.from, each.to) != std::minmax(rest[0].from, rest[0].to);
            });
            const auto same = rest.first(position_at(rest, end));
            visit(same);
            rest = rest.subspan(same.size());
        }
    }

    [[nodiscard]] bool is_one_way(const link_entry& each) const {
        return each.ways == link_ways::one || is_twice_;
    }

    void merge_pair(std::span<const link_entry> same) {
        const link_entry& first = same[0];
        copies_ = {};
        if (!std::ranges::all_of(same, [&](const link_entry& each) { return count(same, each); })) {
            return;
        }
        const auto [there, back] = copies_;
        if (is_whole_ && there != back && !file_->options.has("directed")) {
            const std::string text{back == 0 ? format_->one_way : format_->unequal};
            note_fault({&first, text + "; directed=both", &first, there, back});
        }
        links_.push_back({first.from, first.to, std::max(there, back)});
    }

    /// Counts an entry of a pair; false if it is at fault.
    bool count(std::span<const link_entry> same, const link_entry& entry) {
        auto& [there, back] = copies_;
        const bool is_there = !is_one_way(entry) || entry.from == same[0].from;
        const bool is_back = !is_one_way(entry) || entry.from != same[0].from;
        const bool is_again = (is_there && there > 0) || (is_back && back > 0);
        if (is_again && !file_->options.has("duplicates")) {
            const auto before = std::ranges::find_if(same, [&](const link_entry& other) {
                return (is_there && is_back) || !is_one_way(other) || other.from == entry.from;
            });
            note_fault({&entry, std::string{format_->again}, &*before});
            return false;
        }
        if (is_again && file_->options.is("duplicates", "drop")) {
            ++dropped_;
            return true;
        }
        there += is_there ? entry.copies : 0;
        back += is_back ? entry.copies : 0;
        if (std::max(there, back) > most_copies) {
            note_fault({&entry, "{place}: more than 64 links between two nodes", &entry});
        }
        return std::max(there, back) <= most_copies;
    }

    // The first fault in the order of the file stays.
    void note_fault(const link_fault& fault) {
        if (!fault_ || fault.link->at < fault_->link->at) {
            fault_ = fault;
        }
    }

    [[noreturn]] void throw_fault(const link_fault& fault) const {
        const auto& [link, text, before, there, back] = fault;
        const auto& places = file_->node_places;
        throw network_file_fault{
            link->at,
            fmt::format(fmt::runtime(text), fmt::arg("a", file_->label(link->from)),
                        fmt::arg("b", file_->label(link->to)), fmt::arg("i", link->from),
                        fmt::arg("j", link->to), fmt::arg("there", there), fmt::arg("back", back),
                        fmt::arg("place", file_->place_of(link->at)),
                        fmt::arg("line", file_->line_of(link->at)),
                        fmt::arg("first", file_->line_of(before->at)),
                        fmt::arg("line_of_b",
                                 link->to < places.size() ? file_->line_of(places[link->to]) : 0))};
    }

    file_entries* file_;
    const file_format* format_;
    bool is_whole_;
    bool is_twice_ = false;
    std::vector<listed_link> links_;
    std::pair<int, int> copies_;  // of a pair, from its first entry's node, and back
    std::uint64_t dropped_ = 0;
    std::optional<link_fault> fault_;
};

/// Labels of up to five nodes.
std::string labels_of(const file_entries& file, std::span<const node_id> nodes,
                      std::string_view separator) {
    constexpr std::size_t most = 5;
    std::vector<std::string> labels;
    for (const node_id node : nodes.first(std::min(nodes.size(), most))) {
        labels.push_back(file.label(node));
    }
    return fmt::format("{}{}", fmt::join(labels, separator), nodes.size() > most ? " .." : "");
}

/// Nodes with links, rising. Takes memory for links, whatever the ids are.
std::vector<node_id> linked_nodes(std::span<const listed_link> links) {
    std::vector<node_id> linked;
    for (const listed_link& each : links) {
        linked.insert(linked.end(), {each.from, each.to});
    }
    std::ranges::sort(linked);
    linked.erase(std::ranges::unique(linked).begin(), linked.end());
    return linked;
}

/// Parts of a network: nodes with links, rising, and the place of the least node of the part of
/// each.
struct network_parts {
    std::vector<node_id> linked;
    std::vector<std::size_t> roots;
    std::uint64_t count;  ///< of the parts with links

    explicit network_parts(std::span<const listed_link> links)
        : linked{linked_nodes(links)}, roots(linked.size()), count{linked.size()} {
        std::iota(roots.begin(), roots.end(), std::size_t{0});
        for (const listed_link& each : links) {
            const auto [low, high] = std::minmax({root_of(each.from), root_of(each.to)});
            count -= low == high ? 0U : 1U;
            roots[high] = low;
        }
        for (std::size_t& root : roots) {
            root = roots[root];  // whose own is final, as it is less
        }
    }

    std::size_t root_of(node_id node) {
        std::size_t place = position_at(linked, std::ranges::lower_bound(linked, node));
        while (roots[place] != place) {
            roots[place] = roots[roots[place]];
            place = roots[place];
        }
        return place;
    }
};

/// The first ids without a link.
std::vector<node_id> ids_without(std::span<const node_id> linked, std::uint64_t nodes) {
    constexpr std::size_t more_than_shown = 6;
    std::vector<node_id> ids;
    for (node_id node = 0, i = 0; node < nodes && ids.size() < more_than_shown; ++node) {
        if (i < linked.size() && linked[i] == node) {
            ++i;
        } else {
            ids.push_back(node);
        }
    }
    return ids;
}

[[noreturn]] void refuse_parts(const file_entries& file, const network_parts& parts, bool is_list) {
    const auto& linked = parts.linked;
    std::vector<node_id> first = ids_without(linked, file.nodes);
    std::vector<node_id> second;
    if (is_list && file.base == 0 && linked.size() + 1 == file.nodes && first == std::vector{0U}) {
        file.fail({}, "ids run from 1 to {}, no line names 0; base=1", file.nodes - 1);
    }
    if (!first.empty()) {
        const std::string names =
            fmt::format("; names ({} nodes, ids in order of first mention)", linked.size());
        file.fail({}, "ids {} have no link: {} nodes in {} parts{}", labels_of(file, first, ", "),
                  file.nodes, parts.count + file.nodes - linked.size(), is_list ? names : "");
    }
    const std::size_t other =
        *std::ranges::find_if(parts.roots, [](auto root) { return root > 0; });
    for (std::size_t i = 0; i < linked.size(); ++i) {
        if (parts.roots[i] == 0 || parts.roots[i] == other) {
            (parts.roots[i] == 0 ? first : second).push_back(linked[i]);
        }
    }
    file.fail({}, "{} nodes in {} parts: {} | {}", file.nodes, parts.count,
              labels_of(file, first, " "), labels_of(file, second, " "));
}

void require_one_part(const file_entries& file, std::span<const listed_link> links, bool is_list) {
    if (links.empty() && file.nodes != 1) {
        file.fail({}, "no link in it");
    }
    const network_parts parts{links};
    if (parts.count + file.nodes - parts.linked.size() > 1) {
        refuse_parts(file, parts, is_list);
    }
}

/// Names that can be used wherever ids can: none that lists of nodes take for other ids, or there
/// are none.
std::vector<std::string> usable_names(file_entries& file) {
    std::vector<std::string_view> sorted{file.names.begin(), file.names.end()};
    std::ranges::sort(sorted);
    const auto again = std::ranges::adjacent_find(sorted);
    if (again != sorted.end()) {
        file.fail({}, "two nodes have the name {}", in_double_quotes(*again));
    }
    bool are_ids = true;
    bool are_others = false;
    for (node_id i = 0; i < file.names.size(); ++i) {
        const std::string& name = file.names[i];
        if (!is_node_name(name)) {
            file.fail({}, "{} is no name; 1 to 200 bytes of UTF-8", in_double_quotes(name));
        }
        are_ids = are_ids && name == fmt::format("{}", i);
        are_others = are_others || reads_as_other_ids(name, i, file.nodes);
    }
    file.leave_out(are_others ? file.nodes : 0, "name", ", of which some read as other ids");
    return are_ids || are_others ? std::vector<std::string>{} : std::move(file.names);
}

void add_switches(file_entries& file) {
    const std::string_view set = file.options.value_of("switches");
    for (const std::string_view text : split(set, ',')) {
        const std::size_t name = position_of(file.names, text);
        const std::size_t dash = text.find('-');
        auto first = number_between(text.substr(0, dash), 0, file.nodes - 1);
        auto last =
            dash == text.npos ? first : number_between(text.substr(dash + 1), 0, file.nodes - 1);
        if (name < file.names.size()) {
            first = last = name;
        }
        if (!set.empty() && (!first || !last)) {
            file.fail({}, "switches={}: no node {}", shown(set), in_double_quotes(text));
        }
        for (std::uint64_t node = first.value_or(1); node <= last.value_or(0); ++node) {
            file.add_switch(node);
        }
    }
    std::ranges::sort(file.switches);
    file.switches.erase(std::ranges::unique(file.switches).begin(), file.switches.end());
    if (file.switches.size() == file.nodes) {
        file.fail({}, "all nodes are switches, and none takes part");
    }
}

}  // namespace

std::vector<listed_link> merged_links(file_entries& file, const file_format& format,
                                      std::uint64_t end) {
    try {
        return link_merger{file, format, end == no_place}.merge();
    } catch (const network_file_fault& fault) {
        if (fault.at() > end) {
            return {};
        }
        throw;
    }
}

network_listing listing_of(file_entries& file, const file_format& format) {
    file.require_room(file.nodes, 0);
    network_listing listing{.nodes = file.nodes, .links = merged_links(file, format)};
    file.links = {};
    require_one_part(file, listing.links, format.name == "edges");
    add_switches(file);
    listing.switches = std::move(file.switches);
    listing.names = usable_names(file);
    file.leave_out(file.dropped_loops, "loop", " (loops=drop)");
    listing.left_out = fmt::format("{}", fmt::join(file.left_out, ", "));
    return listing;
}

}  // namespace tutti
