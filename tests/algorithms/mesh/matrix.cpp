#include "matrix.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "algorithms/trial.hpp"
#include "square.hpp"

namespace support {
namespace {

// The last slot from clock slot `begin` on, counted from 1, that a message moves in before `end`.
tutti::slot last_move(const event_recorder& log, tutti::slot begin, tutti::slot end) {
    tutti::slot last = 0;
    for (const tutti::transmission& each : log.transmissions()) {
        if (each.content && each.at >= begin && each.at < end) {
            last = std::max(last, each.at + 1 - begin);
        }
    }
    return last;
}

}  // namespace

tutti::experiment on_matrix(int side, std::string_view columns, std::string_view rows) {
    tutti::experiment plan = on_square(entry("matrix-transposition/partial"), side);
    plan.parameters = {{"columns", columns}, {"rows", rows}};
    return plan;
}

std::string phases_text(const tutti::experiment& plan) {
    event_recorder log;
    const tutti::result outcome = run_logged(plan, log);
    const tutti::slot sums = slots_of(outcome, "sums");
    const tutti::slot exchange = slots_of(outcome, "exchange");
    const tutti::slot gather = slots_of(outcome, "gather");
    const tutti::slot between = sums + exchange;
    return fmt::format(
        "control={};control_steps={};exchange={};gather={};exchange_last={};gather_last={}",
        outcome.control_transmissions, sums, exchange, gather, last_move(log, sums, between),
        last_move(log, between, between + gather));
}

}  // namespace support
