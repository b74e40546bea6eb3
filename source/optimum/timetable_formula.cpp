#include "timetable_formula.hpp"

#include <algorithm>

#include "congestion.hpp"
#include "engine/memory/memory.hpp"
#include "timetable_pruning.hpp"

namespace tutti {

std::uint64_t timetable_formula::most_bytes(const optimum_question& question, slot slots) noexcept {
    constexpr std::uint64_t bytes_each =
        2'500;  // of a packet on a link in a slot, in the solver, too
    const std::uint64_t carried =
        question.kind == question_kind::allreduce ? question.values * question.participants.size()
        : question.kind == question_kind::barrier ? question.participants.size()
                                                  : question.packets.size();
    return bounded_product(bounded_product(carried, question.links.size()),
                           bounded_product(std::uint64_t(slots) + 1, bytes_each));
}

timetable_formula::timetable_formula(const optimum_question& question, slot slots)
    : question_{&question},
      end_{std::size_t(slots) + 1},
      links_from_(question.nodes),
      links_into_(question.nodes),
      distances_{hop_distances(question)},
      sends_{std::max<std::size_t>(question.packets.size(), question.values), question.links.size(),
             end_} {
    for (std::size_t link = 0; link < question.links.size(); ++link) {
        links_from_[question.links[link].from].push_back(link);
        links_into_[question.links[link].to].push_back(link);
    }
    switch (question.kind) {
        case question_kind::moves:
        case question_kind::in_order:
            add_packets();
            break;
        case question_kind::barrier:
            add_barrier();
            break;
        case question_kind::allreduce:
            add_values();
            break;
    }
    add_ports();
}

// A node may know what an origin has as many slots later as it is links away.
void timetable_formula::add_knowledge(const copies& of, bool may_forget) {
    for (node_id node = 0; node < question_->nodes; ++node) {
        for (std::size_t at = distances_[of.origin][node]; at < end_; ++at) {
            const bool is_sure = node == of.origin && (at == 0 || !may_forget);
            of.knows->at(of.row, node, at) = is_sure ? formula::yes : formula_.new_variable();
        }
    }
}

// True if no destination can be reached in time over the link.
bool timetable_formula::is_late(const carried_packet& packet, std::size_t link,
                                std::size_t at) const {
    return std::ranges::all_of(packet.destinations, [&](node_id destination) {
        return at + distances_[destination][question_->links[link].to] >= end_;
    });
}

// A node sends what it knew before the slot, to one that did not, which knows it then.
void timetable_formula::add_sends(std::size_t packet) {
    const carried_packet& carried = question_->packets[packet];
    for (std::size_t link = 0; link < question_->links.size(); ++link) {
        const auto [from, to] = question_->links[link];
        for (std::size_t at = distances_[carried.origin][from] + 1;
             at < end_ && to != carried.origin && !is_late(carried, link, at); ++at) {
            const int sends = sends_.at(packet, link, at) = formula_.new_variable();
            formula_.add({-sends, knows_.at(packet, from, at - 1)});
            formula_.add({-sends, -knows_.at(packet, to, at - 1)});
            formula_.add({-sends, knows_.at(packet, to, at)});
        }
    }
}

// What a node knows it goes on to know, and it came over a link.
void timetable_formula::add_arrivals(const copies& of) {
    for (node_id node = 0; node < question_->nodes; ++node) {
        for (std::size_t at = 1; at < end_ && node != of.origin; ++at) {
            const int before = of.knows->at(of.row, node, at - 1);
            const int after = of.knows->at(of.row, node, at);
            std::vector<int> reasons{-after, before};
            for (const std::size_t link : links_into_[node]) {
                reasons.push_back(of.sends->at(of.row, link, at));
            }
            formula_.add(reasons);
            formula_.add({-before, after});
            reasons.erase(reasons.begin(), reasons.begin() + 2);
            formula_.add_at_most(reasons, 1);
        }
    }
}

// A packet for one node leaves no node twice.
void timetable_formula::add_single_way(std::size_t packet) {
    for (node_id node = 0; node < question_->nodes; ++node) {
        std::vector<int> leaving;
        for (const std::size_t link : links_from_[node]) {
            for (std::size_t at = 1; at < end_; ++at) {
                leaving.push_back(sends_.at(packet, link, at));
            }
        }
        formula_.add_at_most(leaving, 1);
    }
}

void timetable_formula::add_packets() {
    const std::size_t count = question_->packets.size();
    knows_ = {count, question_->nodes, end_};
    for (std::size_t packet = 0; packet < count; ++packet) {
        const carried_packet& carried = question_->packets[packet];
        const copies of{carried.origin, &knows_, &sends_, packet};
        add_knowledge(of, false);
        add_sends(packet);
        add_arrivals(of);
        for (const node_id destination : carried.destinations) {
            formula_.add({knows_.at(packet, destination, end_ - 1)});
        }
        if (carried.destinations.size() == 1) {
            add_single_way(packet);
        }
        if (question_->kind == question_kind::in_order && packet > 0) {
            add_order(packet);
        }
    }
}

// Every node stores a packet after the one before it. The origin stores its own when it first sends
// it, and sends it when it has the one before.
void timetable_formula::add_order(std::size_t packet) {
    const node_id origin = question_->packets[packet].origin;
    const node_id origin_before = question_->packets[packet - 1].origin;
    for (node_id node = 0; node < question_->nodes; ++node) {
        for (std::size_t at = 0; at < end_ && node != origin; ++at) {
            formula_.add({-knows_.at(packet, node, at), knows_.at(packet - 1, node, at)});
        }
    }
    std::vector<int> has_sent;
    for (std::size_t at = 1; at < end_; ++at) {
        for (const std::size_t link : links_from_[origin]) {
            formula_.add({-sends_.at(packet, link, at), knows_.at(packet - 1, origin, at - 1)});
        }
        for (const std::size_t link : links_into_[origin_before]) {
            std::vector<int> reasons = has_sent;
            reasons.push_back(-sends_.at(packet, link, at));
            formula_.add(reasons);
        }
        for (const std::size_t link : links_from_[origin_before]) {
            has_sent.push_back(sends_.at(packet - 1, link, at));
        }
    }
}

// A packet says all that its sender has heard.
void timetable_formula::add_barrier() {
    sends_ = {1, question_->links.size(), end_};
    add_accumulators(0, true);
}

void timetable_formula::add_values() {
    drops_ = {question_->values, question_->nodes, end_};
    for (std::size_t value = 0; value < question_->values; ++value) {
        add_accumulators(value, question_->may_count_twice);
    }
}

// What every node has of a value: a packet brings all that its sender had of it.
void timetable_formula::add_accumulators(std::size_t value, bool may_overlap) {
    const std::vector<node_id>& contributors = question_->participants;
    for (std::size_t at = 1; at < end_; ++at) {
        for (std::size_t link = 0; link < question_->links.size(); ++link) {
            sends_.at(value, link, at) = formula_.new_variable();
        }
    }
    literal_table knows{contributors.size(), question_->nodes, end_};
    literal_table carries{contributors.size(), question_->links.size(), end_};
    for (std::size_t i = 0; i < contributors.size(); ++i) {
        const copies of{contributors[i], &knows, &carries, i};
        add_knowledge(of, !may_overlap);
        add_carriers(value, of);
        may_overlap ? add_unions(of) : add_sums(value, of);
        for (const node_id node : contributors) {
            formula_.add({knows.at(i, node, end_ - 1)});
        }
    }
    for (node_id node = 0; node < question_->nodes && !may_overlap; ++node) {
        for (std::size_t at = 1; at < end_; ++at) {
            add_drop(value, node, at);
        }
    }
}

// A packet carries a contribution exactly if its sender has it.
void timetable_formula::add_carriers(std::size_t value, const copies& of) {
    for (std::size_t link = 0; link < question_->links.size(); ++link) {
        for (std::size_t at = 1; at < end_; ++at) {
            of.sends->at(of.row, link, at) =
                both(sends_.at(value, link, at),
                     of.knows->at(of.row, question_->links[link].from, at - 1));
        }
    }
}

// A literal that is true if both are.
int timetable_formula::both(int first, int second) {
    if (first == formula::no || second == formula::no) {
        return formula::no;
    }
    if (first == formula::yes || second == formula::yes) {
        return first == formula::yes ? second : first;
    }
    const int all = formula_.new_variable();
    formula_.add({-all, first});
    formula_.add({-all, second});
    formula_.add({all, -first, -second});
    return all;
}

// Contributions to a union: nothing is lost, and what comes twice counts once.
void timetable_formula::add_unions(const copies& of) {
    for (node_id node = 0; node < question_->nodes; ++node) {
        for (std::size_t at = 1; at < end_ && node != of.origin; ++at) {
            add_either(of.knows->at(of.row, node, at),
                       contributions(of, node, at, of.knows->at(of.row, node, at - 1)));
        }
    }
}

// Contributions to a sum: each comes once, unless a result takes the place of what is there.
void timetable_formula::add_sums(std::size_t value, const copies& of) {
    for (node_id node = 0; node < question_->nodes; ++node) {
        for (std::size_t at = 1; at < end_; ++at) {
            int& drops = drops_.at(value, node, at);
            if (drops == formula::no) {
                drops = formula_.new_variable();
            }
            const int after = of.knows->at(of.row, node, at);
            const std::vector<int> reasons =
                contributions(of, node, at, both(of.knows->at(of.row, node, at - 1), -drops));
            add_either(after, reasons);
            formula_.add_at_most(reasons, 1);
            formula_.add({-drops, after});
        }
    }
}

// A packet that replaces what is there comes alone.
void timetable_formula::add_drop(std::size_t value, node_id node, std::size_t at) {
    const std::vector<std::size_t>& links = links_into_[node];
    for (std::size_t i = 0; i < links.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j) {
            formula_.add({-drops_.at(value, node, at), -sends_.at(value, links[i], at),
                          -sends_.at(value, links[j], at)});
        }
    }
}

// What is kept and what comes to a node.
std::vector<int> timetable_formula::contributions(const copies& of, node_id node, std::size_t at,
                                                  int kept) const {
    std::vector<int> reasons{kept};
    for (const std::size_t link : links_into_[node]) {
        reasons.push_back(of.sends->at(of.row, link, at));
    }
    return reasons;
}

// `any` is true exactly if one of the others is.
void timetable_formula::add_either(int any, std::vector<int> reasons) {
    for (const int reason : reasons) {
        formula_.add({-reason, any});
    }
    reasons.push_back(-any);
    formula_.add(reasons);
}

void timetable_formula::add_ports() {
    for (const slot_resource& resource : question_->resources) {
        for (std::size_t at = 1; at < end_; ++at) {
            formula_.add_at_most(taken_from(resource, at), resource.capacity);
        }
    }
}

// The packets that take from a resource in a slot; those that a node shouts count by message.
std::vector<int> timetable_formula::taken_from(const slot_resource& resource, std::size_t at) {
    std::vector<int> taken;
    for (std::size_t packet = 0; packet < sends_.rows(); ++packet) {
        std::vector<int> shouted;
        for (const std::uint32_t link : resource.links) {
            const int sends = sends_.at(packet, link, at);
            const bool is_out =
                resource.is_shouted_through && question_->links[link].from == resource.gate;
            (is_out ? shouted : taken).push_back(sends);
        }
        std::erase(shouted, formula::no);
        if (shouted.size() == 1) {
            taken.push_back(shouted.front());
        } else if (!shouted.empty()) {
            taken.push_back(formula_.new_variable());
            for (const int sends : shouted) {
                formula_.add({-sends, taken.back()});
            }
        }
    }
    return taken;
}

timetable timetable_formula::rows_of(const std::vector<bool>& values) const {
    timetable rows;
    for (std::size_t at = 1; at < end_; ++at) {
        for (std::uint32_t link = 0; link < question_->links.size(); ++link) {
            for (std::uint32_t packet = 0; packet < sends_.rows(); ++packet) {
                const auto is_true = [&](int literal) {
                    return literal > 0 && values[std::size_t(literal)];
                };
                if (is_true(sends_.at(packet, link, at))) {
                    const bool drops = question_->kind == question_kind::allreduce &&
                                       is_true(drops_.at(packet, question_->links[link].to, at));
                    rows.push_back(
                        {.at = slot(at),
                         .link = link,
                         .packet = packet,
                         .reduces = question_->kind == question_kind::allreduce && !drops});
                }
            }
        }
    }
    return useful_rows(*question_, rows);
}

}  // namespace tutti
