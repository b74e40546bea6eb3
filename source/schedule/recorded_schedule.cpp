#include "recorded_schedule.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "collectives/destination.hpp"
#include "collectives/input/participants.hpp"
#include "schedule_contents.hpp"
#include "topology/participant_set.hpp"
#include "util/counts.hpp"
#include "util/value_syntax.hpp"

namespace tutti {
namespace {

schedule_collective collective_of(const recorded_plan& plan, const std::string& file) {
    const auto known = schedule_collective_of(plan.collective);
    if (!known) {
        refuse(
            "{}: {} has no form as a schedule; allgather, alltoall, broadcast, scatter, gather, "
            "allreduce, reduce and reduce-scatter have one",
            file, plan.collective);
    }
    return *known;
}

/// Reader of the rows of a run.
class transmission_rows {
public:
    transmission_rows(foreign_schedule& schedule, const network& net, participant_set participants,
                      std::uint64_t values)
        : schedule_{&schedule},
          is_hypercube_{std::holds_alternative<hypercube>(net)},
          participants_{std::move(participants)},
          values_{values} {}

    void add(const recorded_slot& record, std::span<const recorded_kind> kinds) {
        for (const recorded_transmission& each : record.sent) {
            const recorded_kind& kind = kinds[each.kind];
            if (kind.is_control) {
                ++control_;
            } else {
                add(record.at, each, kind);
            }
        }
    }

    [[nodiscard]] std::uint64_t control() const noexcept { return control_; }
    /// Pieces of a message.
    [[nodiscard]] std::uint32_t pieces() const noexcept {
        return remainder_of(pieces_, std::uint32_t{most_schedule_pieces} + 1);
    }

private:
    void add(slot at, const recorded_transmission& each, const recorded_kind& kind) {
        if (!kind.has_message) {
            refuse("{}: slot {}: packets of {} do not say what they carry", schedule_->file, at,
                   in_quotes(kind.name));
        }
        const std::int64_t pieces = kind.has_piece ? kind.share.denominator() : 1;
        if (kind.has_piece &&
            (kind.share.numerator() != 1 || pieces > std::int64_t{most_schedule_pieces})) {
            refuse(
                "{}: slot {}: a packet carries {} of a message; a schedule has equal pieces, {} at "
                "most",
                schedule_->file, at, to_string(kind.share), most_schedule_pieces);
        }
        if (!schedule_->rows.empty() && pieces != pieces_) {
            refuse(
                "{}: slot {}: messages have pieces of 1/{} here, of 1/{} before; a schedule has "
                "equal pieces",
                schedule_->file, at, pieces, pieces_);
        }
        pieces_ = pieces;
        schedule_->rows.push_back({.at = at,
                                   .from = each.from,
                                   .to = each.to,
                                   .message = message_of(each.content),
                                   .piece = each.piece,
                                   .reduces = kind.name == "partial"});
    }

    // Of messages for single nodes the number counts the other participants.
    [[nodiscard]] std::uint64_t message_of(const message& content) const {
        const auto destination = [&] {
            if (content.number + std::uint64_t{1} >= participants_.size(schedule_->node_count())) {
                refuse("{}: node {} has several messages for a node; a schedule has one",
                       schedule_->file, content.origin);
            }
            return destination_of(is_hypercube_, participants_, content.origin, content.number);
        };
        switch (schedule_->collective) {
            case schedule_collective::allgather:
            case schedule_collective::successive_broadcasts:
            case schedule_collective::gather:
                return content.origin;
            case schedule_collective::alltoall:
                return std::uint64_t{content.origin} * schedule_->node_count() + destination();
            case schedule_collective::scatter:
                return destination();
            case schedule_collective::reduce_scatter: {
                // Of a run number i is for the participant of rank i mod k; of a schedule the
                // values of one follow each other.
                const std::uint64_t nodes = participants_.size(schedule_->node_count());
                return content.number % nodes * (values_ / nodes) + content.number / nodes;
            }
            default:
                return content.number;
        }
    }

    foreign_schedule* schedule_;
    bool is_hypercube_;
    participant_set participants_;
    std::uint64_t values_;  // of a reduction
    std::uint64_t control_ = 0;
    std::int64_t pieces_ = 1;
};

}  // namespace

foreign_schedule schedule_of(const recording& run, const std::string& file) {
    const recorded_plan& plan = run.plan();
    foreign_schedule schedule{.file = file, .network_text = plan.network, .network_source = "file"};
    schedule.collective = collective_of(plan, file);
    schedule.links = schedule_links{run.where()};
    // The name of a file in a recording is a fingerprint, which nothing reads.
    schedule.is_network_named = !plan.network.starts_with("graph:");
    schedule.root = plan.root.value_or(0);
    const auto participants =
        participant_specification::parse(plan.fields.value("participants").value_or("all"))
            .draw(run.where(), plan.seed);
    for (node_id node = 0; node < schedule.node_count(); ++node) {
        schedule.is_participant.push_back(participants.contains(node));
    }
    const auto operation = plan.parameters.find("operator");
    schedule.may_overlap = operation != plan.parameters.end() &&
                           (operation->second == "min" || operation->second == "max");
    const std::uint64_t messages =
        reduces(schedule.collective) ? plan.packets / schedule.participant_count() : plan.packets;
    transmission_rows rows{schedule, run.where(), participants, messages};
    run.visit(0, never, payload_use::none,
              [&](const recorded_slot& record) { rows.add(record, run.kinds()); });
    set_messages(schedule, messages);
    schedule.pieces = rows.pieces();
    std::ranges::sort(schedule.rows);
    schedule.place_of = [file](std::uint32_t /*position*/) { return file; };
    if (rows.control() > 0) {
        schedule.remarks.push_back(
            fmt::format("{} left out", quantity(rows.control(), "control packet")));
    }
    return schedule;
}

}  // namespace tutti
