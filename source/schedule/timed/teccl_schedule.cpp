#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "schedule/foreign_schedule.hpp"
#include "schedule/schedule_contents.hpp"
#include "teccl_file.hpp"
#include "teccl_volumes.hpp"
#include "util/counts.hpp"
#include "util/value_syntax.hpp"

namespace tutti {
namespace {

/// Reader of TE-CCL: an epoch is a slot, or as many as a chunk has pieces where volumes are parts.
class teccl_builder {
public:
    teccl_builder(teccl_file file, const schedule_options& options)
        : file_{std::move(file)}, options_{&options}, nodes_{file_.node_count()} {
        schedule_.file = options.file;
        schedule_.collective = schedule_collective::stated;
    }

    foreign_schedule build() {
        if (file_.has_parts()) {
            pieces_ = divide_volumes(file_, options_->file);
        }
        find_participants();
        choose_collective();
        number_chunks();
        if (file_.has_parts()) {
            add_parts();
        } else {
            add_flows();
        }
        number_messages();
        std::ranges::sort(schedule_.rows);
        add_remarks();
        return std::move(schedule_);
    }

private:
    /// A chunk of a source, and in an alltoall its destination.
    using chunk_name = std::pair<node_id, std::uint32_t>;

    void find_participants() {
        for (const teccl_delivery& delivery : file_.deliveries) {
            participants_.insert({delivery.demand.at, delivery.demand.source});
        }
        if (!file_.deliveries.empty()) {
            return;
        }
        for (const teccl_flow& flow : file_.flows) {
            participants_.insert({flow.source, flow.hop.from, flow.hop.to});
        }
    }

    void choose_collective() {
        std::map<chunk_name, std::set<node_id>> ends;
        for (const teccl_delivery& delivery : file_.deliveries) {
            ends[{delivery.demand.source, delivery.demand.chunk}].insert(delivery.demand.at);
        }
        constexpr std::size_t most_of_pair = 2;
        is_alltoall_ =
            !ends.empty() && participants_.size() > most_of_pair &&
            std::ranges::all_of(ends, [](const auto& chunk) { return chunk.second.size() == 1; });
        for (const auto& [chunk, nodes] : ends) {
            destinations_.emplace(chunk, *nodes.begin());
        }
        schedule_.collective_text = is_alltoall_ ? "alltoall" : "allgather";
        schedule_.noun = is_alltoall_ ? message_noun::pair : message_noun::message;
    }

    // Pieces of a message: its chunks, each divided.
    void number_chunks() {
        std::map<std::pair<node_id, node_id>, std::uint32_t> counts;
        std::uint32_t chunks = 1;
        for (const auto& [chunk, destination] : destinations_) {
            std::uint32_t& count = counts[{chunk.first, destination}];
            numbers_.emplace(chunk, is_alltoall_ ? count : chunk.second);
            ++count;
            chunks = std::max(chunks, numbers_.at(chunk) + 1);
        }
        if (!is_alltoall_) {
            for (const teccl_flow& flow : file_.flows) {
                chunks = std::max(chunks, flow.chunk + 1);
            }
        }
        schedule_.pieces = chunks * pieces_.divisor;
        if (schedule_.pieces > most_schedule_pieces) {
            refuse_schedule(options_->file,
                            fmt::format("more than {} pieces", most_schedule_pieces));
        }
    }

    void set_nodes(std::vector<schedule_link> loads) {
        set_links(schedule_, *options_, nodes_, std::move(loads));
        schedule_.is_participant.assign(schedule_.node_count(), false);
        for (const node_id node : participants_) {
            schedule_.is_participant[node] = true;
        }
    }

    // The message of a chunk, whose first piece is that of its number.
    [[nodiscard]] std::uint64_t message_of(const chunk_name& chunk) const {
        return is_alltoall_ ? chunk.first * nodes_ + destinations_.at(chunk) : chunk.first;
    }

    [[nodiscard]] std::uint32_t first_piece_of(const chunk_name& chunk) const {
        return (is_alltoall_ ? numbers_.at(chunk) : chunk.second) * pieces_.divisor;
    }

    void add_flows() {
        for (const teccl_flow& flow : file_.flows) {
            const chunk_name chunk{flow.source, flow.chunk};
            const auto position = size_as<std::uint32_t>(schedule_.rows);
            if (is_alltoall_ && !destinations_.contains(chunk)) {
                refuse_schedule(
                    place_of_flow(position),
                    fmt::format("chunk {} from {} has no demand", flow.chunk, flow.source));
            }
            schedule_.rows.push_back({.at = flow.hop.epoch + 1,
                                      .from = flow.hop.from,
                                      .to = flow.hop.to,
                                      .message = message_of(chunk),
                                      .piece = first_piece_of(chunk),
                                      .position = position});
        }
        schedule_.place_of = [place = place_of_flows()](std::uint32_t position) {
            return fmt::format("{}[{}]", place, position);
        };
        std::ranges::sort(schedule_.rows);
        set_nodes(used_loads(schedule_));
    }

    [[nodiscard]] std::string place_of_flows() const {
        return fmt::format("{}: {}", options_->file, file_.flows_key);
    }

    [[nodiscard]] std::string place_of_flow(std::uint32_t position) const {
        return fmt::format("{}[{}]", place_of_flows(), position);
    }

    // Pieces of paths, in the slots of their epochs. Until then, slots are epochs.
    void add_parts() {
        for (std::size_t i = 0; i < file_.deliveries.size(); ++i) {
            const teccl_delivery& delivery = file_.deliveries[i];
            for (std::size_t path = 0; path < delivery.paths.size(); ++path) {
                for (const teccl_hop& hop : delivery.paths[path]) {
                    add_pieces(delivery.demand, hop, pieces_.ranges[i][path]);
                }
            }
        }
        schedule_.slots_a_unit = pieces_.divisor;
        schedule_.place_of = [file = options_->file](std::uint32_t position) {
            return fmt::format("{}: epoch {}", file, position);
        };
        std::ranges::sort(schedule_.rows);
        const auto [first, last] = std::ranges::unique(schedule_.rows);
        schedule_.rows.erase(first, last);
        std::vector<schedule_link> loads = used_loads(schedule_);
        for (schedule_link& link : loads) {
            link.capacity = divided_up(link.capacity, pieces_.divisor);
        }
        set_nodes(std::move(loads));
        spread_over_slots();
    }

    void add_pieces(const teccl_demand& demand, const teccl_hop& hop, const piece_range& range) {
        const chunk_name chunk{demand.source, demand.chunk};
        for (std::uint32_t piece = 0; piece < range.count; ++piece) {
            if (schedule_.rows.size() == most_schedule_rows) {
                refuse_schedule(options_->file,
                                fmt::format("more than {} rows", most_schedule_rows));
            }
            schedule_.rows.push_back({.at = hop.epoch + 1,
                                      .from = hop.from,
                                      .to = hop.to,
                                      .message = message_of(chunk),
                                      .piece = first_piece_of(chunk) + range.first + piece,
                                      .position = remainder_of(hop.epoch, ~std::uint32_t{0})});
        }
    }

    void spread_over_slots() {
        const slot divisor = pieces_.divisor;
        schedule_row last;
        slot before = 0;
        for (schedule_row& row : schedule_.rows) {
            const bool is_next =
                std::tie(row.at, row.from, row.to) == std::tie(last.at, last.from, last.to);
            last = row;
            before = is_next ? before + 1 : 0;
            const slot capacity = std::max<slot>(schedule_.links.capacity(row.from, row.to), 1);
            if (schedule_.step_ends.empty() || schedule_.step_ends.back() != row.at * divisor) {
                schedule_.step_ends.push_back(row.at * divisor);
            }
            row.at = (row.at - 1) * divisor + 1 + std::min(before / capacity, divisor - 1);
        }
    }

    // Numbers of pairs depend on the nodes of the network.
    void number_messages() {
        const std::uint64_t nodes = schedule_.node_count();
        const auto number = [&](std::uint64_t message) {
            return is_alltoall_ ? message / nodes_ * nodes + message % nodes_ : message;
        };
        for (schedule_row& row : schedule_.rows) {
            row.message = number(row.message);
        }
        schedule_.messages = is_alltoall_ ? nodes * nodes : nodes;
        if (file_.deliveries.empty()) {
            schedule_.collective = schedule_collective::allgather;
            return;
        }
        for (const teccl_delivery& delivery : file_.deliveries) {
            const chunk_name chunk{delivery.demand.source, delivery.demand.chunk};
            for (std::uint32_t piece = 0; piece < pieces_.divisor; ++piece) {
                const schedule_holding need{.node = delivery.demand.at,
                                            .message = number(message_of(chunk)),
                                            .piece = first_piece_of(chunk) + piece};
                schedule_.needed.push_back(need);
                schedule_.initial.push_back(need);
                schedule_.initial.back().node = delivery.demand.source;
            }
        }
    }

    void add_remarks() {
        report_switches();
        if (pieces_.divisor > 1) {
            schedule_.remarks.push_back(fmt::format(
                "fractional volumes: pieces of 1/{0}, an epoch is {0} slots", pieces_.divisor));
        }
        report_forwarders(schedule_, nodes_);
        const slot used = file_.used_epochs();
        if (file_.epochs && *file_.epochs != used) {
            schedule_.remarks.push_back(fmt::format(
                "the file says {} epochs, its last send is in epoch {}: latencies at the end are "
                "not modelled",
                *file_.epochs, used - 1));
        }
        report_latencies();
    }

    void report_switches() {
        std::set<node_id> switches;
        std::size_t count = 0;
        for (const teccl_flow& flow : file_.flows) {
            switches.insert(flow.hop.switches.begin(), flow.hop.switches.end());
            count += flow.hop.switches.empty() ? 0U : 1U;
        }
        if (count > 0) {
            schedule_.remarks.push_back(
                fmt::format("{} of {} flows pass switches within an epoch: read as direct links; "
                            "the links of the switches [{}] are not judged",
                            count, file_.flows.size(), fmt::join(switches, ", ")));
        }
    }

    // Extra epochs of links, by demands that are met later than their last hop leaves.
    void report_latencies() {
        std::map<std::pair<node_id, node_id>, slot> extra;
        for (const teccl_delivery& delivery : file_.deliveries) {
            const teccl_hop* const last = last_hop(delivery);
            if (last != nullptr) {
                const slot epochs = std::max<slot>(delivery.demand.met_by - last->epoch, 0);
                const auto [place, is_new] = extra.try_emplace({last->from, last->to}, epochs);
                place->second = std::min(place->second, epochs);
            }
        }
        const auto longest =
            std::ranges::max_element(extra, {}, [](const auto& link) { return link.second; });
        if (longest == extra.end() || longest->second == 0) {
            return;
        }
        schedule_.remarks.push_back(
            fmt::format("links take up to {} more epochs in the file; here a packet arrives at the "
                        "end of its slot",
                        longest->second));
        if (const std::size_t count = count_early_hops(extra); count > 0) {
            schedule_.remarks.push_back(
                fmt::format("{} earlier than the links of the file allow",
                            count == 1 ? "1 hop leaves" : fmt::format("{} hops leave", count)));
        }
    }

    static const teccl_hop* last_hop(const teccl_delivery& delivery) {
        const teccl_hop* last = nullptr;
        for (const auto& path : delivery.paths) {
            if (!path.empty() && (last == nullptr || path.back().epoch > last->epoch)) {
                last = &path.back();
            }
        }
        return last;
    }

    [[nodiscard]] std::size_t count_early_hops(
        const std::map<std::pair<node_id, node_id>, slot>& extra) const {
        std::size_t count = 0;
        for (const teccl_delivery& delivery : file_.deliveries) {
            for (const auto& path : delivery.paths) {
                for (std::size_t i = 1; i < path.size(); ++i) {
                    const auto link = extra.find({path[i - 1].from, path[i - 1].to});
                    const bool is_early =
                        link != extra.end() && path[i].epoch <= path[i - 1].epoch + link->second;
                    count += is_early ? 1U : 0U;
                }
            }
        }
        return count;
    }

    teccl_file file_;
    const schedule_options* options_;
    std::uint64_t nodes_;  // that the file names
    teccl_pieces pieces_{};
    foreign_schedule schedule_{};
    std::set<node_id> participants_{};
    bool is_alltoall_ = false;
    std::map<chunk_name, node_id> destinations_{};
    std::map<chunk_name, std::uint32_t> numbers_{};  // of chunks of their messages
};

}  // namespace

foreign_schedule read_teccl_schedule(std::string_view content, const schedule_options& options) {
    return teccl_builder{parse_teccl_file(content, options.file), options}.build();
}

}  // namespace tutti
