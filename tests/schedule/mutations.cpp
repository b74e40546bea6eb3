#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>

#include "schedule/foreign_schedule.hpp"
#include "schedule/schedule_fault.hpp"
#include "schedule/schedule_links.hpp"
#include "schedule/schedule_report.hpp"
#include "verdict_table.hpp"

TEST_SUITE("schedule/mutations") {
namespace {

using namespace tutti;

/// Kind of change that makes a schedule wrong, and the faults of which it is one.
struct mutation {
    std::string_view name;
    /// Changes the schedule at the row of an index; false if that row has no such change.
    bool (*change)(foreign_schedule& schedule, std::size_t index);
    std::array<fault_kind, 2> faults;  ///< of which one may be enough
};

constexpr slot too_late = 1000;

// The end of the slot in which a node gets a message of the one-way ring, 0 for its own.
slot arrival(const foreign_schedule& schedule, node_id node, std::uint64_t message) {
    if (node == message) {
        return 0;
    }
    for (const schedule_row& row : schedule.rows) {
        if (row.to == node && row.message == message) {
            return row.at;
        }
    }
    return too_late;
}

bool lacks(const foreign_schedule& schedule, node_id node, const schedule_row& row) {
    return arrival(schedule, node, row.message) >= row.at;
}

std::size_t find_row(const foreign_schedule& schedule, auto is_wanted) {
    return position_at(schedule.rows, std::ranges::find_if(schedule.rows, is_wanted));
}

node_id next_of(const foreign_schedule& schedule, node_id node) {
    return node + 1 == schedule.node_count() ? 0 : node + 1;
}

bool drop(foreign_schedule& schedule, std::size_t index) {
    schedule.rows.erase(schedule.rows.begin() + std::ptrdiff_t(index));
    return true;
}

bool drop_slot(foreign_schedule& schedule, std::size_t index) {
    std::erase_if(schedule.rows,
                  [at = schedule.rows[index].at](const schedule_row& row) { return row.at == at; });
    return true;
}

bool swap_slots(foreign_schedule& schedule, std::size_t index) {
    const slot at = schedule.rows[index].at;
    const bool has_next = at < schedule.slots();
    for (schedule_row& row : schedule.rows) {
        row.at = row.at == at ? at + 1 : row.at == at + 1 ? at : row.at;
    }
    return has_next;
}

bool move_before_arrival(foreign_schedule& schedule, std::size_t index) {
    schedule_row& row = schedule.rows[index];
    return arrival(schedule, row.from, row.message) == --row.at && row.at > 0;
}

bool move_behind_use(foreign_schedule& schedule, std::size_t index) {
    schedule_row& row = schedule.rows[index];
    ++row.at;
    return find_row(schedule, [&](const schedule_row& next) {
               return next.from == row.to && next.message == row.message && next.at == row.at;
           }) < schedule.rows.size();
}

bool double_in_slot(foreign_schedule& schedule, std::size_t index) {
    schedule.rows.push_back(schedule.rows[index]);
    return true;
}

bool join_on_link(foreign_schedule& schedule, std::size_t index) {
    const slot last = schedule.slots();
    return ++schedule.rows[index].at <= last;
}

bool send_from_other(foreign_schedule& schedule, std::size_t index) {
    schedule_row& row = schedule.rows[index];
    row.from = next_of(schedule, row.to);
    return lacks(schedule, row.from, row);
}

bool send_far(foreign_schedule& schedule, std::size_t index) {
    schedule_row& row = schedule.rows[index];
    row.to = next_of(schedule, row.to);
    return true;
}

bool send_backwards(foreign_schedule& schedule, std::size_t index) {
    std::swap(schedule.rows[index].from, schedule.rows[index].to);
    return true;
}

bool send_too_early_message(foreign_schedule& schedule, std::size_t index) {
    schedule_row& row = schedule.rows[index];
    row.message = next_of(schedule, row.from);
    return lacks(schedule, row.from, row);
}

bool send_own_again(foreign_schedule& schedule, std::size_t index) {
    schedule_row& row = schedule.rows[index];
    return std::exchange(row.message, row.from) != row.from;
}

bool send_nothing(foreign_schedule& schedule, std::size_t index) {
    schedule.rows[index].message = schedule.messages;
    return true;
}

bool send_no_piece(foreign_schedule& schedule, std::size_t index) {
    schedule.rows[index].piece = schedule.pieces;
    return true;
}

bool swap_messages(foreign_schedule& schedule, std::size_t index) {
    schedule_row& row = schedule.rows[index];
    const std::size_t other = find_row(schedule, [&](const schedule_row& each) {
        return each.at == row.at && each.message != row.message;
    });
    std::swap(row.message, schedule.rows[other].message);
    return lacks(schedule, row.from, row);
}

bool remove_link(foreign_schedule& schedule, std::size_t index) {
    std::vector<schedule_link> links{schedule.links.all().begin(), schedule.links.all().end()};
    const schedule_row& row = schedule.rows[index];
    std::erase_if(links, [&](const schedule_link& link) {
        return link.from == row.from && link.to == row.to;
    });
    schedule.links = schedule_links{schedule.node_count(), std::move(links)};
    return true;
}

bool add_participant(foreign_schedule& schedule, std::size_t index) {
    const std::size_t nodes = schedule.node_count() + 1;
    schedule.links =
        schedule_links{nodes, {schedule.links.all().begin(), schedule.links.all().end()}};
    schedule.is_participant.push_back(true);
    schedule.messages = nodes;
    return index == 0;
}

bool gather_instead(foreign_schedule& schedule, std::size_t index) {
    // Nothing but the root's needs are met: a schedule for fewer nodes than it says.
    schedule.collective = schedule_collective::alltoall;
    schedule.noun = message_noun::pair;
    schedule.messages = schedule.node_count() * schedule.node_count();
    return index == 0;
}

bool replace_instead(foreign_schedule& schedule, std::size_t index) {
    return std::exchange(schedule.rows[index].reduces, false);
}

bool add_instead(foreign_schedule& schedule, std::size_t index) {
    return !std::exchange(schedule.rows[index].reduces, true);
}

bool add_again(foreign_schedule& schedule, std::size_t index) {
    schedule_row again = schedule.rows[index];
    again.at = schedule.slots() + 1;
    schedule.rows.push_back(again);
    return again.reduces;
}

bool add_other_value(foreign_schedule& schedule, std::size_t index) {
    schedule_row& row = schedule.rows[index];
    row.message = (row.message + 1) % schedule.messages;
    return true;
}

bool replace_what_comes(foreign_schedule& schedule, std::size_t index) {
    schedule_row also = schedule.rows[index];
    also.from = next_of(schedule, also.to);
    also.reduces = false;
    schedule.rows.push_back(also);
    return true;
}

using enum fault_kind;

constexpr std::array of_messages{
    mutation{"dropped", drop, {not_held, missing}},
    mutation{"all of its slot dropped", drop_slot, {not_held, missing}},
    mutation{"its slot after the next", swap_slots, {not_held, not_held}},
    mutation{"before its sender has it", move_before_arrival, {not_held, not_held}},
    mutation{"after its receiver sends it on", move_behind_use, {not_held, link_over}},
    mutation{"twice in its slot", double_in_slot, {link_over, link_over}},
    mutation{"with the next row of its link", join_on_link, {link_over, not_held}},
    mutation{"from a node that does not have it", send_from_other, {not_held, not_held}},
    mutation{"to a node that is no neighbour", send_far, {missing_link, missing_link}},
    mutation{"backwards", send_backwards, {not_held, not_held}},
    mutation{"of another message, which comes later", send_too_early_message, {not_held, not_held}},
    mutation{"of a message that it has sent before", send_own_again, {not_held, missing}},
    mutation{"of a message that there is not", send_nothing, {not_held, not_held}},
    mutation{"of a piece that there is not", send_no_piece, {not_held, not_held}},
    mutation{"of the message of another row", swap_messages, {not_held, not_held}},
    mutation{"without its link", remove_link, {missing_link, missing_link}},
    mutation{"of fewer nodes than there are", add_participant, {missing, missing}},
    mutation{"for another collective", gather_instead, {not_held, missing}},
};

constexpr std::array of_sums{
    mutation{"dropped", drop, {missing, counted_twice}},
    mutation{"replaces what it should be added to", replace_instead, {missing, counted_twice}},
    mutation{"added to what it should replace", add_instead, {counted_twice, counted_twice}},
    mutation{"added again at the end", add_again, {counted_twice, counted_twice}},
    mutation{"of another value", add_other_value, {counted_twice, missing}},
    mutation{"replaced in the slot in which it comes", replace_what_comes, {conflict, conflict}},
};

void check_is_named(foreign_schedule wrong, const mutation& kind, const std::string& file) {
    std::ranges::sort(wrong.rows);

    const schedule_report report = report_on(std::move(wrong), most_schedule_bytes);

    REQUIRE(!report.findings.faults.empty());
    const schedule_fault& first = report.findings.faults.front();
    CAPTURE(first.line());
    CHECK(std::ranges::find(kind.faults, first.kind) != kind.faults.end());
    CHECK(report.verdict().status != 0);
    CHECK((first.kind == missing || first.place.starts_with(file + ":")));
}

// Changes every row of a right schedule by every kind.
void change_all(const std::string& file, std::span<const mutation> mutations) {
    const in_schedule_folder here;
    const foreign_schedule right = read_schedule(schedule_content(file), {.file = file});
    for (const mutation& kind : mutations) {
        CAPTURE(kind.name);
        std::size_t count = 0;
        for (std::size_t index = 0; index < right.rows.size(); ++index) {
            CAPTURE(index);
            foreign_schedule wrong = right;
            if (kind.change(wrong, index)) {
                check_is_named(std::move(wrong), kind, file);
                ++count;
            }
        }
        CHECK(count > 0);
    }
}

}  // namespace

TEST_CASE("every change of a row of messages is found and named") {
    change_all("csv_ring4_allgather_one_way.csv", of_messages);
}

TEST_CASE("every change of a row of sums is found and named") {
    change_all("csv_ring4_allreduce.csv", of_sums);
}
}
