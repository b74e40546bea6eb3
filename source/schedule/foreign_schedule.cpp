#include "foreign_schedule.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <span>
#include <utility>
#include <variant>

#include <boost/locale/utf.hpp>
#include <fmt/format.h>

#include "experiment/plan/plan_identity.hpp"
#include "topology/networks/network_specification.hpp"
#include "tutti/topology/graph.hpp"
#include "tutti/topology/network.hpp"
#include "util/counts.hpp"
#include "util/file_content.hpp"
#include "util/value_syntax.hpp"

namespace tutti {
namespace {

constexpr std::array<std::string_view, 6> format_names{"csv",       "teccl",      "msccl-json",
                                                       "msccl-xml", "forestcoll", "goal"};
constexpr std::array<std::string_view, 11> collective_names{
    "",       "allgather", "alltoall", "broadcast",      "scatter",
    "gather", "allreduce", "reduce",   "reduce-scatter", "successive-broadcasts",
    "stated"};

void check_encoding(std::string_view content, const std::string& file) {
    if (content.empty()) {
        refuse_schedule(file, "the file is empty");
    }
    namespace utf = boost::locale::utf;
    const char* next = content.data();
    const auto* const end = std::to_address(content.end());
    while (next != end) {
        const std::size_t at = std::string_view{content.data(), next}.size();
        const utf::code_point point = utf::utf_traits<char>::decode(next, end);
        if (point == utf::illegal || point == utf::incomplete) {
            refuse_schedule(file, fmt::format("byte {}: no UTF-8", at));
        }
    }
}

std::string_view without_blanks(std::string_view text) {
    return text.substr(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
}

schedule_format format_of_json(std::string_view content, const std::string& file) {
    const auto has = [&](std::string_view text) { return content.find(text) != content.npos; };
    if (has("\"msccl_type\"")) {
        return schedule_format::msccl_json;
    }
    if (has("\"sccl_type\"")) {
        refuse_schedule(file, "files of TACCL and of the first SCCL are not read");
    }
    if (has("\"gpus\"") && has("\"channels\"")) {
        refuse_schedule(file, "plans of MSCCL++ are not read");
    }
    // What is no JSON at all is refused by the reader, with its place.
    return schedule_format::teccl;
}

schedule_format format_of_xml(std::string_view content, const std::string& file) {
    for (std::size_t i = content.find('<'); i != content.npos; i = content.find('<', i)) {
        if (content.substr(i).starts_with("<!--")) {
            i = content.find("-->", i);
            continue;
        }
        ++i;
        const std::string_view name = content.substr(i, content.find_first_of(" \t\r\n/>", i) - i);
        if (name == "algo" || name.starts_with('!')) {
            return schedule_format::msccl_xml;
        }
        if (name == "Algo" || name == "tree") {
            return schedule_format::forestcoll;
        }
        if (!name.starts_with('?')) {
            refuse_schedule(file, fmt::format("root element {}: schedules have algo, Algo or tree",
                                              in_quotes(name)));
        }
    }
    return schedule_format::msccl_xml;
}

bool begins_as_goal(std::string_view text) {
    text = without_blanks(text);
    while (text.starts_with("//") || text.starts_with("/*")) {
        const std::string_view end = text[1] == '/' ? "\n" : "*/";
        const std::size_t place = text.find(end, 2);
        text = place == text.npos ? "" : without_blanks(text.substr(place + end.size()));
    }
    return text.starts_with("num_ranks");
}

schedule_format format_of(std::string_view content, const std::string& file) {
    const std::string_view text = without_blanks(content);
    return text.starts_with('{')   ? format_of_json(content, file)
           : text.starts_with('<') ? format_of_xml(content, file)
           : begins_as_goal(text)  ? schedule_format::goal
                                   : schedule_format::csv;
}

void require_room(std::string_view name, const network& net, std::uint64_t most_bytes) {
    const double bytes = product(link_count(net), sizeof(schedule_link)) +
                         product(node_count(net), 2 * sizeof(std::size_t));
    if (bytes > product(most_bytes, 1)) {
        refuse("the links of {} take {} bytes of memory; the limit is {} (--memory-limit)",
               in_quotes(name), grouped(bytes), grouped(most_bytes));
    }
}

// The network, if the links of a schedule on it have room.
network built_within(const network_specification& specification, const schedule_options& options) {
    if (options.network.empty() && !options.may_name_files &&
        !networks_of_files(specification).empty()) {
        refuse("{} is a file; it has to be given with -n", in_quotes(specification.text()));
    }
    const network outline = specification.outline(options.most_bytes);
    if (node_count(outline) > options.most_nodes || link_count(outline) > options.most_links) {
        refuse("{} has {} and {} links; at most {} and {} are taken here",
               in_quotes(specification.text()), quantity(node_count(outline), "node"),
               grouped(link_count(outline)), grouped(options.most_nodes),
               grouped(options.most_links));
    }
    require_room(specification.text(), outline, options.most_bytes);
    return specification.build();
}

// A third column of a file that no option explains is the number of parallel links.
network specified_network(const std::string& specification, const schedule_options& options) {
    const auto parsed = network_specification::parse(specification);
    try {
        return built_within(parsed, options);
    } catch (const std::invalid_argument& wrong) {
        constexpr std::string_view option = "weights=parallel";
        if (parsed.path().empty() || std::string_view{wrong.what()}.find(option) == option.npos ||
            parsed.file_options().find("weights") != option.npos) {
            throw;
        }
        return built_within(
            network_specification::parse(fmt::format("{},{}", specification, option)), options);
    }
}

std::uint32_t largest_capacity(const foreign_schedule& schedule) {
    const auto links = schedule.links.all();
    return links.empty() ? 1 : std::ranges::max(links, {}, &schedule_link::capacity).capacity;
}

// Tables have a place for every node: one large number alone would take all memory.
void refuse_gaps(const std::string& file, std::size_t nodes, std::span<const schedule_link> used) {
    constexpr std::size_t many_nodes = std::size_t{1} << 20U;
    constexpr std::size_t most_nodes_a_link = 16;
    if (nodes > many_nodes && nodes / most_nodes_a_link > used.size()) {
        refuse_schedule(file, fmt::format("node {}: {} in all; name the network (-n), or number "
                                          "nodes without gaps",
                                          nodes - 1, quantity(used.size(), "link")));
    }
}

std::string used_links_text(const foreign_schedule& schedule) {
    return fmt::format("used links ({}{})", schedule.links.all().size(),
                       largest_capacity(schedule) > 1 ? ", parallel" : "");
}

}  // namespace

std::string_view name_of(schedule_format format) noexcept {
    return format_names.at(to_underlying(format));
}

std::string_view name_of(schedule_collective collective) noexcept {
    return collective_names.at(to_underlying(collective));
}

std::span<const std::string_view> schedule_format_names() noexcept { return format_names; }

schedule_collective parse_schedule_collective(std::string_view name) {
    const auto collective = enumerator_of<schedule_collective>(collective_names, name);
    if (!collective || *collective == schedule_collective::unknown ||
        *collective == schedule_collective::stated) {
        const auto valid = std::span{collective_names}.subspan(1, collective_names.size() - 2);
        refuse("unknown collective {}{}", in_quotes(name), did_you_mean(name, valid));
    }
    return *collective;
}

std::optional<schedule_collective> schedule_collective_of(std::string_view collective) noexcept {
    const auto known = enumerator_of<schedule_collective>(collective_names, collective);
    return collective == "multinode-broadcast" ? schedule_collective::allgather
           : collective == "total-exchange"    ? schedule_collective::alltoall
           : known && *known != schedule_collective::unknown &&
                   *known != schedule_collective::stated
               ? known
               : std::nullopt;
}

bool reduces(schedule_collective collective) noexcept {
    return collective == schedule_collective::allreduce ||
           collective == schedule_collective::reduce ||
           collective == schedule_collective::reduce_scatter;
}

bool has_root(schedule_collective collective) noexcept {
    return collective == schedule_collective::broadcast ||
           collective == schedule_collective::scatter ||
           collective == schedule_collective::gather || collective == schedule_collective::reduce;
}

participant_set foreign_schedule::participants() const {
    std::vector<node_id> nodes;
    for (node_id node = 0; node < node_count(); ++node) {
        if (is_participant[node]) {
            nodes.push_back(node);
        }
    }
    return {std::move(nodes), node_count()};
}

schedule_fault fault_of_row(const foreign_schedule& schedule, fault_kind kind,
                            const schedule_row& row, std::string_view text) {
    return {.kind = kind,
            .at = row.at,
            .from = row.from,
            .to = row.to,
            .message = row.message,
            .piece = row.piece,
            .position = row.position,
            .place = schedule.place_of(row.position),
            .text = fmt::format("slot {}: {}", row.at, text)};
}

std::string foreign_schedule::label(node_id node) const {
    return node < names.size() ? names[node] : fmt::format("{}", node);
}

std::uint32_t foreign_schedule::participant_count() const {
    return remainder_of(count_of(is_participant, true), ~std::uint32_t{0});
}

slot foreign_schedule::slots() const noexcept {
    return rows.empty() ? 0 : std::ranges::max(rows, {}, &schedule_row::at).at;
}

void refuse_schedule(std::string_view place, std::string_view text) {
    refuse("{}: {}", place, text);
}

foreign_schedule read_schedule(std::string_view content, const schedule_options& options) {
    content = without_byte_order_mark(content);
    check_encoding(content, options.file);
    using reader = foreign_schedule (*)(std::string_view, const schedule_options&);
    static constexpr std::array<reader, format_names.size()> readers{
        read_csv_schedule,       read_teccl_schedule,      read_msccl_json_schedule,
        read_msccl_xml_schedule, read_forestcoll_schedule, read_goal_schedule};
    const schedule_format format =
        options.format ? *options.format : format_of(content, options.file);
    foreign_schedule schedule = readers.at(to_underlying(format))(content, options);
    schedule.format = format;
    schedule.file = options.file;
    return schedule;
}

void set_network(foreign_schedule& schedule, const schedule_options& options,
                 const std::string& specification) {
    const std::string& text = options.network.empty() ? specification : options.network;
    if (options.built != nullptr) {
        require_room(text, *options.built, options.most_bytes);
    }
    const network net =
        options.built != nullptr ? *options.built : specified_network(text, options);
    schedule.links = schedule_links{net};
    schedule.network_text = text;
    schedule.network_source = options.network.empty() ? "file" : "-n";
    schedule.is_network_named = true;
    if (const auto* const links = std::get_if<graph>(&net)) {
        schedule.names.assign(links->names().begin(), links->names().end());
        schedule.is_participant.assign(links->switches().empty() ? 0 : tutti::node_count(net),
                                       true);
        schedule.is_switch.assign(schedule.is_participant.size(), false);
        for (const node_id node : links->switches()) {
            schedule.is_participant[node] = false;
            schedule.is_switch[node] = true;
        }
    }
}

void set_links(foreign_schedule& schedule, const schedule_options& options, std::size_t nodes,
               std::vector<schedule_link> loads) {
    if (schedule.network_text.empty() && !options.network.empty()) {
        reading_option("--network", [&] { set_network(schedule, options); });
    }
    if (schedule.network_text.empty()) {
        refuse_gaps(options.file, nodes, loads);
        for (schedule_link& link : loads) {
            link.capacity = options.is_parallel_as_used ? link.capacity : options.parallel;
        }
        schedule.links = schedule_links{nodes, std::move(loads)};
        schedule.network_text = used_links_text(schedule);
        schedule.network_source = "used";
        if (options.is_parallel_as_used) {
            schedule.remarks.push_back(
                fmt::format("capacities as used: up to {}", largest_capacity(schedule)));
        }
    }
    if (schedule.node_count() < nodes) {
        refuse_schedule(options.file,
                        fmt::format("node {}: {} has {}", nodes - 1, schedule.network_text,
                                    quantity(schedule.node_count(), "node")));
    }
}

void report_names(foreign_schedule& schedule) {
    std::string text;
    for (std::size_t node = 0; node < schedule.names.size(); ++node) {
        text += fmt::format("{}{} {}", text.empty() ? "" : ", ", schedule.names[node], node);
    }
    if (!text.empty()) {
        schedule.remarks.push_back(one_line("nodes are numbered: " + text));
    }
}

void report_forwarders(foreign_schedule& schedule, std::size_t nodes) {
    constexpr std::size_t most_listed = 5;
    std::string text;
    std::size_t count = 0;
    for (node_id node = 0; node < nodes; ++node) {
        if (!schedule.is_participant[node] && count++ < most_listed) {
            text += fmt::format("{}{}", text.empty() ? "" : ", ", schedule.label(node));
        }
    }
    if (count > 0) {
        schedule.remarks.push_back(
            fmt::format("{} nodes take part; {} {}{} only {}", schedule.participant_count(),
                        count == 1 ? "node" : "nodes", text, count > most_listed ? ", .." : "",
                        count == 1 ? "forwards" : "forward"));
    }
}

std::vector<schedule_link> used_loads(const foreign_schedule& schedule) {
    std::vector<schedule_link> loads;
    const schedule_row* last = nullptr;
    for (const schedule_row& row : schedule.rows) {
        if (last != nullptr && last->at == row.at && last->from == row.from && last->to == row.to) {
            ++loads.back().capacity;
        } else {
            loads.push_back({.from = row.from, .to = row.to});
        }
        last = &row;
    }
    return loads;
}

}  // namespace tutti
