#include "live_view.hpp"

#include <algorithm>

#include "tutti/engine/run_report.hpp"
#include "util/collect.hpp"
#include "util/counts.hpp"
#include "util/json_values.hpp"

namespace tutti::serve {
namespace {

constexpr std::chrono::milliseconds between_pictures{100};

}  // namespace

void use_history::add(slot at, std::uint64_t packets) {
    end_ = at + 1;
    // When the history is full, neighbouring parts are merged: its size is bounded, and its
    // resolution halves.
    while (at / slots_a_part_ >= most_parts) {
        const slot half = (std::ssize(packets_) + 1) / 2;
        for (slot i = 0; i < half; ++i) {
            const std::uint64_t next = 2 * i + 1 < std::ssize(packets_) ? packets_[2 * i + 1] : 0;
            packets_[i] = packets_[2 * i] + next;
        }
        packets_.resize(half);
        slots_a_part_ *= 2;
    }
    const slot part = at / slots_a_part_;
    packets_.resize(std::max(std::ssize(packets_), part + 1));
    packets_[part] += packets;
}

std::vector<double> use_history::shares(std::uint64_t links) const {
    std::vector<double> values;
    values.reserve(packets_.size());
    for (slot i = 0; i < std::ssize(packets_); ++i) {
        const slot begin = i * slots_a_part_;
        // The last part is shorter than the others while the run goes on.
        const slot length = std::min(slots_a_part_, end_ - begin);
        const double room = product(links, length);
        values.push_back(room > 0 ? ratio(packets_[i], room) : 0);
    }
    return values;
}

live_view::live_view(std::uint64_t links, std::vector<named_phase> phases,
                     const std::atomic<int>& followers)
    : links_{links}, phases_{std::move(phases)}, followers_{&followers} {}

void live_view::expect(std::uint64_t deliveries, tutti::slot slots) {
    const std::scoped_lock guard{lock_};
    required_ = deliveries;
    slots_ = slots;
    shown_.at = began_ = clock::now();
}

interest live_view::wants(tutti::slot /*at*/) noexcept {
    // Packets are listed only for a picture that is due, for a network that can be drawn, and for
    // a client that looks; all other slots cost only their sums.
    wants_packets_ =
        is_due() && links_ <= most_shown_links && followers_->load(std::memory_order_relaxed) > 0;
    return wants_packets_ ? interest::events : interest::sums;
}

bool live_view::is_due() noexcept {
    // Reading the clock takes 1 % of the shortest slots.
    const clock::time_point now = clock::now();
    if (now < next_picture_) {
        return false;
    }
    next_picture_ = now + between_pictures;
    now_.at = now;
    return true;
}

// `now_` belongs to the thread of the run; only `publish` copies it under the lock.
void live_view::slot(const slot_record& record) {
    now_.now = record.at;
    last_busy_ = record.packets > 0 ? record.at : last_busy_;
    now_.transmissions += record.packets;
    now_.deliveries += record.deliveries;
    now_.marks += record.marks;
    now_.busy = record.packets;
    if (record.packets > 0) {
        now_.use.add(record.at, record.packets);
    }
    if (now_.at != shown_.at) {
        now_.has_sent = wants_packets_;
        now_.sent.clear();
        if (wants_packets_) {
            now_.sent = vector_of(record.sent, [](const transmission& each) {
                return sent_packet{each.from, each.through, each.is_control};
            });
        }
        publish();
    }
}

void live_view::end(const run_report& /*report*/) {
    now_.at = clock::now();
    now_.now = last_busy_;
    now_.busy = 0;
    now_.has_sent = false;
    publish();
}

void live_view::publish() {
    const std::scoped_lock guard{lock_};
    shown_ = now_;
}

// Phases end one after another, each when all nodes that can know it have marked it.
std::string_view live_view::phase_after(std::uint64_t marks) const {
    const std::uint64_t in_a_round = total_of(phases_, &named_phase::marks);
    std::uint64_t left = in_a_round == 0 ? 0 : marks % in_a_round;
    for (const named_phase& each : phases_) {
        if (left < each.marks || &each == &phases_.back()) {
            return each.name;
        }
        left -= each.marks;
    }
    return {};
}

boost::json::object live_view::picture() const {
    const std::scoped_lock guard{lock_};
    const double seconds = std::max(0.0, std::chrono::duration<double>{shown_.at - began_}.count());
    const auto packet = [](const sent_packet& each) {
        return boost::json::array{each.from, each.through, each.is_control};
    };
    const bool has_begun = shown_.at > began_;
    return {{"slot", has_begun ? shown_.now + 1 : 0},
            {"slots", slots_ > 0 ? boost::json::value(slots_) : boost::json::value(nullptr)},
            {"phase", or_null(std::string{phase_after(shown_.marks)})},
            {"transmissions", shown_.transmissions},
            {"deliveries", shown_.deliveries},
            {"required", required_},
            {"busy", shown_.busy},
            {"links", links_},
            {"seconds", rounded(seconds, 6)},
            {"slots_per_second", seconds > 0 ? rounded(ratio(shown_.now + 1, seconds), 4) : 0},
            {"use",
             array_of(shown_.use.shares(links_), [](double share) { return rounded(share, 4); })},
            {"sent", shown_.has_sent ? boost::json::value(array_of(shown_.sent, packet))
                                     : boost::json::value(nullptr)}};
}

}  // namespace tutti::serve
