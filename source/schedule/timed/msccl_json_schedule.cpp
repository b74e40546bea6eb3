#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <span>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "json_members.hpp"
#include "json_text.hpp"
#include "schedule/foreign_schedule.hpp"
#include "schedule/schedule_contents.hpp"
#include "util/counts.hpp"
#include "util/value_syntax.hpp"

namespace tutti {
namespace {

/// Reader of msccl-tools' algorithms: a step of R rounds is R slots, all of whose sends read the
/// state before the step.
class msccl_builder {
public:
    msccl_builder(const boost::json::value& content, const schedule_options& options)
        : root_{content, options.file}, options_{&options} {
        schedule_.file = options.file;
        schedule_.collective = schedule_collective::stated;
        schedule_.noun = message_noun::address;
    }

    foreign_schedule build() {
        check_types();
        const json_member instance = root_["instance"];
        const json_member pipeline = instance["pipeline"];
        if (!pipeline.value().is_null()) {
            refuse_schedule(options_->file,
                            fmt::format("instance.pipeline = {}: overlapped steps cannot be "
                                        "represented",
                                        boost::json::serialize(pipeline.value())));
        }
        chunks_ = std::max<std::uint64_t>(instance["chunks"].number(most_schedule_pieces), 1);
        read_collective(root_["collective"]);
        read_links(root_["topology"]);
        const json_member steps = root_["steps"];
        for (std::size_t i = 0; i < steps.size(); ++i) {
            read_step(i, steps.at(i));
        }
        std::ranges::sort(schedule_.rows);
        schedule_.place_of = [file = options_->file,
                              first_sends = std::move(first_sends_)](std::uint32_t position) {
            const auto step = std::ranges::upper_bound(first_sends, position) - 1;
            return fmt::format("{}: steps[{}].sends[{}]", file, position_at(first_sends, step),
                               position - *step);
        };
        return std::move(schedule_);
    }

private:
    static void check_type(const json_member& member, std::string_view type) {
        const boost::json::object* const members = member.value().if_object();
        const auto* const stated =
            members == nullptr ? nullptr : members->if_contains("msccl_type");
        if (stated == nullptr || *stated != boost::json::string_view{type.data(), type.size()}) {
            member.fail("expected msccl_type '{}'", type);
        }
    }

    void check_types() const {
        check_type(root_, "algorithm");
        for (const std::string_view part : {"instance", "collective", "topology"}) {
            check_type(root_[part], part);
        }
    }

    // The parts of values are the chunks that share an address.
    void read_collective(const json_member& collective) {
        check_type(collective, "collective");
        nodes_ = collective["nodes"].number(most_schedule_nodes);
        if (nodes_ == 0) {
            collective.fail("no nodes");
        }
        schedule_.collective_text = collective_name(collective);
        const json_member chunks = collective["chunks"];
        std::map<std::uint64_t, std::size_t> sharers;
        for (std::size_t i = 0; i < chunks.size(); ++i) {
            check_type(chunks.at(i), "chunk");
            const std::uint64_t address = chunks.at(i)["addr"].number(most_schedule_rows / chunks_);
            ++sharers[address];
            schedule_.messages = std::max(schedule_.messages, (address + 1) * chunks_);
            add_holdings(chunks.at(i)["pre"], address, i, schedule_.initial);
            add_holdings(chunks.at(i)["post"], address, i, schedule_.needed);
        }
        schedule_.merges =
            std::ranges::any_of(sharers, [](const auto& address) { return address.second > 1; });
        if (schedule_.merges) {
            schedule_.parts = remainder_of(chunks.size() * chunks_, ~std::uint32_t{0});
        }
        has_chunk_.resize(schedule_.messages);
        for (const auto& [address, count] : sharers) {
            std::fill_n(has_chunk_.begin() + slots_for(address * chunks_), chunks_, true);
        }
    }

    void add_holdings(const json_member& nodes, std::uint64_t address, std::size_t chunk,
                      std::vector<schedule_holding>& holdings) const {
        for (std::size_t i = 0; i < nodes.size(); ++i) {
            for (std::uint64_t each = 0; each < chunks_; ++each) {
                holdings.push_back(
                    {.node = nodes.at(i).node(nodes_),
                     .message = address * chunks_ + each,
                     .part = remainder_of(chunk * chunks_ + each, ~std::uint32_t{0})});
            }
        }
    }

    // "Reduce_scatter(n=4)" is reduce-scatter.
    [[nodiscard]] static std::string collective_name(const json_member& collective) {
        const auto* const runtime = collective.value().get_object().if_contains("runtime_name");
        std::string name = runtime != nullptr && runtime->is_string()
                               ? std::string{runtime->get_string()}
                               : collective["name"].text();
        name = name.substr(0, name.find('('));
        std::ranges::transform(name, name.begin(), lower_case);
        std::ranges::replace(name, '_', '-');
        return name == "reducescatter" ? "reduce-scatter" : name;
    }

    void read_links(const json_member& topology) {
        check_type(topology, "topology");
        const json_member rows = topology["links"];
        std::vector<schedule_link> links;
        if (rows.size() != nodes_) {
            rows.fail("{} rows, expected {}", rows.size(), nodes_);
        }
        for (node_id to = 0; to < nodes_; ++to) {
            const json_member row = rows.at(to);
            if (row.size() != nodes_) {
                row.fail("{} links, expected {}", row.size(), nodes_);
            }
            for (node_id from = 0; from < nodes_; ++from) {
                const std::uint64_t count = row.at(from).number(most_parallel_links);
                if (count > 0 && from != to) {
                    links.push_back({.from = from,
                                     .to = to,
                                     .capacity = remainder_of(count, ~std::uint32_t{0})});
                }
            }
        }
        if (options_->network.empty()) {
            schedule_.links = schedule_links{nodes_, std::move(links)};
            schedule_.network_text = "of the file";
            schedule_.network_source = "file";
        }
        set_links(schedule_, *options_, nodes_, {});
        schedule_.is_participant.assign(schedule_.node_count(), false);
        std::fill_n(schedule_.is_participant.begin(), nodes_, true);
        read_switches(topology);
    }

    /// Limit on the sends of a step from some nodes to others.
    struct switch_limit {
        std::set<node_id> sources{};
        std::set<node_id> destinations{};
        std::uint64_t bandwidth = 0;
        std::string name{};
    };

    [[nodiscard]] std::set<node_id> nodes_in(const json_member& list) const {
        std::set<node_id> nodes;
        for (std::size_t i = 0; i < list.size(); ++i) {
            nodes.insert(list.at(i).node(nodes_));
        }
        return nodes;
    }

    void read_switches(const json_member& topology) {
        const json_member switches = topology["switches"];
        constexpr std::size_t fields = 4;
        for (std::size_t i = 0; i < switches.size(); ++i) {
            const json_member each = switches.at(i);
            if (each.size() != fields) {
                each.fail("{} fields, expected [sources, destinations, bandwidth, name]",
                          each.size());
            }
            switches_.push_back({.sources = nodes_in(each.at(0)),
                                 .destinations = nodes_in(each.at(1)),
                                 .bandwidth = each.at(2).number(most_schedule_rows),
                                 .name = each.at(3).text()});
        }
    }

    void read_step(std::size_t index, const json_member& step) {
        check_type(step, "step");
        const json_member rounds_member = step["rounds"];
        const auto rounds = slots_for(rounds_member.number(most_schedule_slot));
        if (rounds == 0 || last_slot_ + rounds > slots_for(most_schedule_slot)) {
            rounds_member.fail("{} rounds", rounds);
        }
        const std::size_t first = schedule_.rows.size();
        first_sends_.push_back(size_as<std::uint32_t>(schedule_.rows));
        const json_member sends = step["sends"];
        for (std::size_t i = 0; i < sends.size(); ++i) {
            schedule_.rows.push_back(read_send(sends.at(i)));
        }
        const auto rows = std::span{schedule_.rows}.subspan(first);
        check_switches(index, rows, rounds);
        place_in_rounds(rows, rounds);
        last_slot_ += rounds;
        schedule_.step_ends.push_back(last_slot_);
    }

    [[nodiscard]] schedule_row read_send(const json_member& send) const {
        constexpr std::size_t fields = 3;
        if (send.size() != fields) {
            send.fail("{} fields, expected [address, from, to] (TACCL files are not read)",
                      send.size());
        }
        if (schedule_.rows.size() == most_schedule_rows) {
            send.fail("more than {} sends", most_schedule_rows);
        }
        schedule_row row{.message = send.at(0).number(most_schedule_slot),
                         .position = size_as<std::uint32_t>(schedule_.rows)};
        row.from = send.at(1).node(nodes_);
        row.to = send.at(2).node(nodes_);
        if (row.message >= schedule_.messages || !has_chunk_[row.message]) {
            send.fail("address {} is in no chunk", row.message);
        }
        if (row.from == row.to) {
            send.fail("node {} sends to itself", row.from);
        }
        return row;
    }

    void check_switches(std::size_t step, std::span<const schedule_row> rows, slot rounds) {
        for (const switch_limit& limit : switches_) {
            const std::size_t packets = count_where(rows, [&](const schedule_row& row) {
                return limit.sources.contains(row.from) && limit.destinations.contains(row.to);
            });
            const slot last = last_slot_ + rounds;
            if (slots_for(packets) > slots_for(limit.bandwidth) * rounds) {
                schedule_.own_faults.push_back(
                    {.kind = fault_kind::switch_over,
                     .at = last,
                     .place = fmt::format("{}: steps[{}]", options_->file, step),
                     .text = fmt::format("slot {}: step {}: {} through the switch {}, which "
                                         "carries {} a round and has {}",
                                         last, step + 1, quantity(packets, "packet"),
                                         in_quotes(limit.name), limit.bandwidth, rounds)});
            }
        }
    }

    // Sends over a link go by address, as many in a round as it has copies.
    void place_in_rounds(std::span<schedule_row> rows, slot rounds) const {
        const auto order = [](const schedule_row& row) {
            return std::tie(row.from, row.to, row.message, row.position);
        };
        std::ranges::sort(rows, {}, order);
        slot before = 0;
        for (std::size_t i = 0; i < rows.size(); ++i) {
            const bool is_next =
                i > 0 && rows[i].from == rows[i - 1].from && rows[i].to == rows[i - 1].to;
            before = is_next ? before + 1 : 0;
            const slot copies =
                std::max<slot>(schedule_.links.capacity(rows[i].from, rows[i].to), 1);
            rows[i].at = last_slot_ + 1 + std::min(before / copies, rounds - 1);
        }
    }

    json_member root_;
    const schedule_options* options_;
    foreign_schedule schedule_{};
    std::uint64_t nodes_ = 0;
    std::uint64_t chunks_ = 1;       // of the instance, for each of the collective
    std::vector<bool> has_chunk_{};  // by address
    std::vector<switch_limit> switches_{};
    std::vector<std::uint32_t> first_sends_{};  // by step
    slot last_slot_ = 0;
};

}  // namespace

foreign_schedule read_msccl_json_schedule(std::string_view content,
                                          const schedule_options& options) {
    const boost::json::value value = parse_json_text(content, options.file);
    return msccl_builder{value, options}.build();
}

}  // namespace tutti
