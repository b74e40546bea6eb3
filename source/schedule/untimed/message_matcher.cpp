#include "message_matcher.hpp"

#include <algorithm>

#include "util/counts.hpp"

namespace tutti {
namespace {

constexpr std::uint32_t any_sender = 1;
constexpr std::uint32_t any_tag = 2;

}  // namespace

message_matcher::message_matcher(const goal_program& program)
    : program_{&program}, forms_(program.ranks.size()) {
    for (const goal_operation& each : program.operations) {
        if (each.type == goal_operation_type::receive) {
            const std::uint32_t form =
                (each.peer == goal_any ? any_sender : 0U) | (each.tag == goal_any ? any_tag : 0U);
            forms_[each.rank] |= 1U << form;
        }
    }
}

std::vector<message_matcher::address> message_matcher::addresses(std::uint32_t send) const {
    const goal_operation& each = program_->operations[send];
    std::vector<address> result;
    for (const std::uint32_t form : {0U, any_sender, any_tag, any_sender | any_tag}) {
        if ((forms_[each.peer] & 1U << form) != 0) {
            result.push_back({.rank = each.peer,
                              .sender = (form & any_sender) != 0 ? goal_any : each.rank,
                              .tag = (form & any_tag) != 0 ? goal_any : each.tag});
        }
    }
    return result;
}

std::optional<std::uint32_t> message_matcher::post(std::uint32_t receive) {
    const goal_operation& each = program_->operations[receive];
    const address from{.rank = each.rank, .sender = each.peer, .tag = each.tag};
    const auto found = messages_.lower_bound({.to = from});
    if (found == messages_.end() || found->to != from) {
        receives_.insert({.from = from, .order = posted_++, .receive = receive});
        return std::nullopt;
    }
    message taken = *found;
    for (const address& to : addresses(taken.send)) {
        taken.to = to;
        messages_.erase(taken);
    }
    return taken.send;
}

std::optional<std::uint32_t> message_matcher::arrive(std::uint32_t send, slot at) {
    auto first = receives_.end();
    for (const address& to : addresses(send)) {
        const auto found = receives_.lower_bound({.from = to});
        if (found != receives_.end() && found->from == to &&
            (first == receives_.end() || found->order < first->order)) {
            first = found;
        }
    }
    if (first != receives_.end()) {
        const std::uint32_t receive = first->receive;
        receives_.erase(first);
        return receive;
    }
    const goal_operation& each = program_->operations[send];
    for (const address& to : addresses(send)) {
        messages_.insert({.to = to,
                          .at = at,
                          .sender = each.rank,
                          .tag = each.tag,
                          .arrived = arrived_,
                          .send = send});
    }
    ++arrived_;
    return std::nullopt;
}

}  // namespace tutti
