#include "possession_sink.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "algorithms/folded_torus.hpp"
#include "collectives/input/derived_payloads.hpp"
#include "engine/exchange/gather.hpp"
#include "engine/memory/memory.hpp"
#include "util/value_syntax.hpp"
#include "verification/recording/possession_gap.hpp"

namespace tutti {
namespace {

// Of the tables of who has what; what does not fit is kept in hash tables, of which the number of
// events bounds the size.
constexpr std::uint64_t table_bytes = std::uint64_t{1} << 24U;

std::string first_of_all(const violation_list& found) {
    if (found.count() < 2) {
        return found.first();
    }
    return fmt::format("{}; {} more", found.first(), grouped(found.count() - 1));
}

std::string gap_of(std::string_view why) {
    return fmt::format("possession of messages not verified node by node: {}", why);
}

// Why its packets and deliveries are not followed, or an empty text.
std::string why_not_followed(const experiment& asked, const problem& input,
                             const run_requirements& task) {
    const collective& goal = *asked.what->goal;
    if (goal.is_dynamic) {
        return "messages arrive while the run goes on";
    }
    const std::uint64_t links = link_count(asked.where);
    if (links > possession_sink::most_links) {
        return fmt::format("the network has {}, more than {}", quantity(links, "link"),
                           grouped(possession_sink::most_links));
    }
    const std::uint64_t messages = input.message_count();
    if (goal.deliveries(node_count(asked.where), messages) > possession_sink::most_events) {
        return fmt::format("{} make more than {} deliveries", quantity(messages, "message"),
                           grouped(possession_sink::most_events));
    }
    return no_possession_reason(goal, input, task);
}

}  // namespace

interest possession_sink::wants(tutti::slot at) noexcept {
    if (!is_over_ && events_ > most_events) {
        stopped_before_ = std::min(at, stopped_before_.value_or(at));
        return interest::nothing;
    }
    return interest::events;
}

void possession_sink::begin() {
    judge_.emplace(task_, nodes_);
    events_ = 0;
    is_over_ = false;
}

// What is sent in a slot of the clock belongs to the next one of the recording's.
void possession_sink::slot(const slot_record& what) {
    if (is_over_) {
        begin();
    }
    if (!judge_ || events_ > most_events) {
        return;  // another sink wanted the slot
    }
    list_delivered(what);
    judge_->take({.at = what.at, .delivered = delivered_}, recorded_kinds_, clocks_);
    list_sent(what);
    judge_->take({.at = what.at + 1, .sent = sent_}, recorded_kinds_, clocks_);
    events_ += what.sent.size() + what.delivered.size();
}

void possession_sink::list_delivered(const slot_record& what) {
    delivered_.clear();
    for (const delivery& one : what.delivered) {
        delivered_.push_back({.to = one.to, .content = one.content});
    }
}

void possession_sink::list_sent(const slot_record& what) {
    sent_.clear();
    for (const transmission& one : what.sent) {
        recorded_transmission& packet = sent_.emplace_back();
        packet.from = one.from;
        packet.through = one.through;
        packet.to = one.to;
        packet.kind = kinds_.row_of(one);
        packet.piece = one.piece.value_or(0);
        packet.bytes = one.packet;
        if (one.content) {
            packet.content = name_ ? name_(*one.content) : *one.content;
        }
    }
    while (recorded_kinds_.size() < kinds_.rows().size()) {
        recorded_kinds_.push_back(kinds_.rows()[recorded_kinds_.size()].what);
    }
}

possession_errors possession_sink::complaints() const {
    possession_errors found;
    if (judge_) {
        found.control = first_of_all(judge_->control());
        found.possession =
            judge_->opaque_kind().empty() ? first_of_all(judge_->possession()) : std::string{};
    }
    return found;
}

std::string possession_sink::gap() const {
    if (judge_ && !judge_->opaque_kind().empty()) {
        return gap_of(fmt::format("packets of kind {} carry no message of the collective",
                                  in_quotes(judge_->opaque_kind())));
    }
    return stopped_before_
               ? fmt::format(
                     "possession of messages verified up to slot {} only: more than {} packets "
                     "and deliveries",
                     *stopped_before_, grouped(most_events))
               : std::string{};
}

std::optional<possession_errors> possession_verification::complaints(transport* carrier) const {
    if (verifier == nullptr) {
        return std::nullopt;
    }
    const possession_errors found = verifier->complaints();
    return possession_errors{.possession = first_text(carrier, found.possession),
                             .control = first_text(carrier, found.control)};
}

void possession_verification::describe(verification& by, transport* carrier) const {
    if (verifier != nullptr) {
        by.possession = "node by node, by what each was given and received over links";
    }
    const std::string left_out = verifier != nullptr ? first_text(carrier, verifier->gap()) : gap;
    if (!left_out.empty()) {
        by.gaps.push_back(left_out);
    }
}

possession_verification possession_verification_for(const experiment& asked, const problem& input,
                                                    const requirement& required,
                                                    const broadcaster_set& given,
                                                    const packet_traits& packets) {
    if (asked.what->is_of_library || !packets.describes_itself) {
        return {};
    }
    run_requirements task{.table_bytes = table_bytes,
                          .required = required,
                          .given = given,
                          .contents = payloads_for(asked.seed)};
    if (const std::string inapplicable_reason = why_not_followed(asked, input, task);
        !inapplicable_reason.empty()) {
        return {.verifier = nullptr, .gap = gap_of(inapplicable_reason)};
    }
    task.required = {};
    task.has_messages = has_messages(*asked.what->goal, given);
    return {.verifier = std::make_unique<possession_sink>(std::move(task), node_count(asked.where),
                                                          names_on_array(*asked.what->goal, input)),
            .gap = {}};
}

std::uint64_t possession_bytes(const experiment& asked, std::uint64_t messages) {
    const std::uint64_t links = link_count(asked.where);
    if (links > possession_sink::most_links) {
        return 0;
    }
    return std::min(table_bytes, bounded_product(messages, node_count(asked.where))) +
           links * (sizeof(transmission) + sizeof(recorded_transmission)) +
           node_count(asked.where) * 2 * sizeof(delivery);
}

}  // namespace tutti
