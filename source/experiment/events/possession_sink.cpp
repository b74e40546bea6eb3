#include "possession_sink.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "algorithms/folded_torus.hpp"
#include "engine/exchange/gather.hpp"
#include "engine/memory/memory.hpp"
#include "possession_gap.hpp"
#include "util/value_syntax.hpp"

namespace tutti {
namespace {

// Limit of the tables of possession; what does not fit is kept in hash tables, of which the number
// of events bounds the size.
constexpr std::uint64_t live_table_bytes = std::uint64_t{1} << 24U;

std::string first_of_all(const violation_list& violations) {
    return violations.count() < 2
               ? violations.first()
               : fmt::format("{}; {} more", violations.first(), grouped(violations.count() - 1));
}

std::string gap_of(std::string_view why) {
    return fmt::format("possession of messages not verified node by node: {}", why);
}

// Why its packets and deliveries are not followed, or an empty text.
std::string why_not_followed(const collective& collective, const problem& input,
                             const run_requirements& task) {
    if (collective.is_dynamic) {
        return "messages arrive while the run goes on";
    }
    const std::uint64_t links = link_count(input.network);
    if (links > possession_sink::most_links) {
        return fmt::format("the network has {}, more than {}", quantity(links, "link"),
                           grouped(possession_sink::most_links));
    }
    const std::uint64_t messages = input.message_count();
    if (collective.deliveries(input.participant_count(), messages) > possession_sink::most_events) {
        return fmt::format("{} make more than {} deliveries", quantity(messages, "message"),
                           grouped(possession_sink::most_events));
    }
    return no_possession_reason(collective, input, task);
}

}  // namespace

// Beyond the limit the sink falls silent instead of failing the run; the slot is reported as a
// gap.
interest possession_sink::wants(tutti::slot at) noexcept {
    if (!is_over_ && events_ > most_events) {
        stopped_before_ = std::min(at, stopped_before_.value_or(at));
        return interest::nothing;
    }
    return interest::events;
}

// A sink may see several repetitions of a run, of which the last one counts.
void possession_sink::begin() {
    judge_.emplace(task_, nodes_);
    events_ = 0;
    is_over_ = false;
}

// What is sent in a slot of the clock belongs to the next one of the recording's.
void possession_sink::slot(const slot_record& record) {
    if (is_over_) {
        begin();
    }
    if (!judge_ || events_ > most_events) {
        return;  // another sink wanted the slot
    }
    // Deliveries of the clock's slot come before what is sent in it, as in a recording.
    list_delivered(record);
    judge_->take({.at = record.at, .delivered = delivered_}, recorded_kinds_, clocks_);
    list_sent(record);
    judge_->take({.at = record.at + 1, .sent = sent_}, recorded_kinds_, clocks_);
    events_ += record.sent.size() + record.delivered.size();
}

void possession_sink::list_delivered(const slot_record& record) {
    delivered_.clear();
    for (const delivery& delivery : record.delivered) {
        delivered_.push_back({.to = delivery.to, .content = delivery.content});
    }
}

void possession_sink::list_sent(const slot_record& record) {
    sent_.clear();
    for (const transmission& transmission : record.sent) {
        recorded_transmission& packet = sent_.emplace_back();
        packet.from = transmission.from;
        packet.through = transmission.through;
        packet.to = transmission.to;
        packet.kind = kinds_.row_of(transmission);
        packet.piece = transmission.piece.value_or(0);
        packet.bytes = transmission.packet;
        if (transmission.content) {
            packet.content = name_ ? name_(*transmission.content) : *transmission.content;
        }
    }
    // New kinds are only ever appended, so that copies of earlier ones remain valid.
    while (recorded_kinds_.size() < kinds_.rows().size()) {
        recorded_kinds_.push_back(kinds_.rows()[recorded_kinds_.size()].kind);
    }
}

possession_errors possession_sink::complaints() const {
    possession_errors errors;
    if (judge_) {
        errors.control = first_of_all(judge_->control());
        errors.possession =
            judge_->opaque_kind().empty() ? first_of_all(judge_->possession()) : std::string{};
    }
    return errors;
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

// The call is collective: all processes make it and get one text.
std::optional<possession_errors> possession_verification::complaints(transport* carrier) const {
    if (verifier == nullptr) {
        return std::nullopt;
    }
    const possession_errors errors = verifier->complaints();
    return possession_errors{.possession = first_text(carrier, errors.possession),
                             .control = first_text(carrier, errors.control)};
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

possession_verification possession_verification_for(const algorithm& algorithm,
                                                    const problem& input, const payloads& contents,
                                                    const requirement& required,
                                                    const broadcaster_set& broadcasters,
                                                    const packet_traits& packets) {
    // Algorithms of the library are verified by their tests; possession concerns those of users,
    // whose packets must state what they carry.
    if (algorithm.is_of_library || !packets.describes_itself) {
        return {};
    }
    run_requirements task{.table_bytes = live_table_bytes,
                          .required = required,
                          .broadcasters = broadcasters,
                          .contents = contents};
    if (const std::string inapplicable_reason = why_not_followed(*algorithm.goal, input, task);
        !inapplicable_reason.empty()) {
        return {.verifier = nullptr, .gap = gap_of(inapplicable_reason)};
    }
    task.required = {};
    task.has_messages = has_messages(*algorithm.goal, broadcasters);
    return {.verifier = std::make_unique<possession_sink>(
                std::move(task), node_count(input.network), names_on_array(algorithm, input)),
            .gap = {}};
}

// The estimate has the tables, and one slot in which every link is busy.
std::uint64_t possession_bytes(const network& net, std::uint64_t messages) {
    const std::uint64_t links = link_count(net);
    if (links > possession_sink::most_links) {
        return 0;
    }
    return std::min(live_table_bytes, bounded_product(messages, node_count(net))) +
           links * (sizeof(transmission) + sizeof(recorded_transmission)) +
           node_count(net) * 2 * sizeof(delivery);
}

}  // namespace tutti
