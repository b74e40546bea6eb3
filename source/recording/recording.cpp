#include "tutti/recording/recording.hpp"

#include <algorithm>
#include <cerrno>
#include <fstream>
#include <iterator>
#include <list>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "chunk_reader.hpp"
#include "engine/memory/address_space.hpp"
#include "engine/memory/memory.hpp"
#include "event_reader.hpp"
#include "packed_bytes.hpp"
#include "plan_text.hpp"
#include "recording_format.hpp"
#include "util/collect.hpp"
#include "util/file_content.hpp"
#include "util/value_syntax.hpp"

namespace tutti {

using record::chunk_head;
using record::chunk_place;
using record::chunk_type;

/// What a recording has read of its file, and reads on demand.
class recording::file {
    friend class recording;

public:
    file(std::unique_ptr<std::istream> content, std::optional<std::uint64_t> most_bytes)
        : chunks_{std::move(content)},
          most_bytes_{most_bytes.value_or(plausible_bytes(chunks_.bytes()))} {
        read_plan();
        result_ = chunks_.text_of(chunk_type::result);
    }

    // With payloads, the messages of all chunks before the range are read, too, because a chunk
    // names only new ones. Events outside of the range are never decompressed.
    void visit(slot first, slot last, payload_use payloads,
               const std::function<void(const recorded_slot&)>& visit) {
        record::message_table messages;
        slots_to_show shown{.first = first, .last = last, .visit = &visit};
        for (const chunk_place& each : chunks_.events()) {
            if (each.head.first_slot > last) {
                break;
            }
            const std::string packed = chunks_.packed_of(each);
            if (payloads == payload_use::all) {
                record::read_messages(record::chunk_reader::part_of(each, packed, 0),
                                      each.head.messages, messages);
            }
            if (each.head.last_slot >= first) {
                require_bytes(each.head);
                shown.chunks.push_back(record::chunk_reader::part_of(each, packed, 1));
                read_records(each, payloads == payload_use::all ? &messages : nullptr, shown);
            }
        }
        show(shown);
    }

private:
    /// Range of slots to read, and their receiver.
    struct slots_to_show {
        slot first = 0;
        slot last = 0;
        const std::function<void(const recorded_slot&)>* visit = nullptr;
        record::read_slot whole{};
        /// Those that contain the slot: packets without a message point there.
        std::list<std::string> chunks{};

        /// Packets are at most as many as links; all else is bounded by nothing but memory, of
        /// which lists that grow take up to three times what is in them.
        [[nodiscard]] bool fits(std::uint64_t most_bytes) const noexcept {
            const std::uint64_t others =
                total_of(chunks, std::ranges::size, whole.non_packet_bytes());
            return others <= most_bytes / 4 && whole.packet_bytes() <= most_bytes - others;
        }
    };

    // A slot is complete when the next one begins, which may be in another chunk.
    void show(slots_to_show& to) const {
        if (to.whole.at >= to.first && to.whole.at <= to.last) {
            to.whole.complete();
            require_filtered(to.whole.view());
            (*to.visit)(to.whole.view());
        }
    }

    void read_records(const chunk_place& chunk, const record::message_table* messages,
                      slots_to_show& to) {
        record::record_reader records{to.chunks.back(), network_, messages, tables_};
        const chunk_head& head = chunk.head;
        slot at = -1;
        while (!records.is_at_end()) {
            const bool is_first = at < 0;
            at = records.next_slot();
            // Heads select the chunks of a range, so that a slot in the wrong chunk would be
            // missed.
            if (at > head.last_slot || (is_first && at != head.first_slot)) {
                record::refuse_damage("a slot is not in the chunk that should have it");
            }
            if (at != to.whole.at) {
                show(to);
                to.whole.clear(at);
                // Bytes of packets point into the text of their chunk, which is released only
                // after the last slot that refers to it was shown.
                to.chunks.erase(to.chunks.begin(), std::prev(to.chunks.end()));
            }
            records.read(to.whole);
            if (!to.fits(most_bytes_)) {
                throw recording_error{
                    fmt::format("has more in slot {} than fits the {} bytes that reading it may "
                                "take; --memory-limit allows more",
                                at, grouped(most_bytes_))};
            }
        }
        // `counts` answers from the heads alone, which must therefore be true.
        const recorded_counts& read = records.counts();
        if (at != head.last_slot || read != recorded_counts{.sent = head.packets,
                                                            .control = head.control_packets,
                                                            .delivered = head.deliveries,
                                                            .marked = head.marks,
                                                            .done = head.ends}) {
            record::refuse_damage(fmt::format(
                "the chunk at byte {} has other events than its head says", chunk.offset));
        }
    }

    // A chunk is written when it is full; only what all nodes do in one slot makes it larger.
    void require_bytes(const chunk_head& head) const {
        constexpr std::uint64_t full = std::uint64_t{1} << 25U;
        constexpr std::uint64_t bytes_a_node = 32;
        if (head.whole_bytes[1] > full + bytes_a_node * plan_.nodes) {
            record::refuse_damage("a chunk is larger than any that is written");
        }
    }

    // Checks that events that the filter of the plan leaves out are absent.
    void require_filtered(const recorded_slot& recorded) const {
        const recording_filter& filter = plan_.filter;
        if (filter.is_open()) {
            return;
        }
        const auto is_seen = [&](node_id node) {
            return filter.nodes.empty() || std::ranges::binary_search(filter.nodes, node);
        };
        const bool is_right =
            recorded.at >= filter.first && recorded.at <= filter.last &&
            std::ranges::all_of(
                recorded.sent,
                [&](const recorded_transmission& transmission) {
                    return (is_seen(transmission.from) || is_seen(transmission.to)) &&
                           (filter.has_control || tables_.kinds[transmission.kind].has_message);
                }) &&
            std::ranges::all_of(recorded.delivered, is_seen, &recorded_delivery::to) &&
            std::ranges::all_of(recorded.marked, is_seen, &recorded_mark::node) &&
            std::ranges::all_of(recorded.done, is_seen);
        if (!is_right) {
            record::refuse_damage(fmt::format(
                "slot {} has an event that the filter of its plan leaves out", recorded.at));
        }
    }

    // The filter of the plan is held against the chunks before the network is built, which takes
    // long.
    void read_plan() {
        const std::optional<std::string> text = chunks_.text_of(chunk_type::plan);
        if (!text) {
            record::refuse_damage("it ends before its plan");
        }
        plan_ = record::plan_from(*text);
        require_filtered_heads();
        network_ = record::network_of(plan_,
                                      {.nodes = chunks_.text_of(chunk_type::links, 0).value_or(""),
                                       .links = chunks_.text_of(chunk_type::links).value_or("")},
                                      most_bytes_);
    }
    void require_filtered_heads() const {
        const auto chunks = chunks_.events();
        if (!chunks.empty() && (chunks.front().head.first_slot < plan_.filter.first ||
                                chunks.back().head.last_slot > plan_.filter.last)) {
            record::refuse_damage("it has slots that the filter of its plan leaves out");
        }
    }

    record::chunk_reader chunks_;
    std::uint64_t most_bytes_;
    recorded_plan plan_;
    network network_ = hypercube{0};
    std::optional<std::string> result_;
    record::read_tables tables_;
};

// A compressed file may need much more memory than it has bytes. Beyond this ratio, the limit has
// to be raised explicitly.
std::uint64_t plausible_bytes(std::uint64_t file_bytes) {
    constexpr std::uint64_t always = std::uint64_t{1} << 28U;
    constexpr std::uint64_t ratio = 4096;
    const std::uint64_t there = usable_memory_bytes(available_memory_bytes(), 0);
    return std::min(there, always + bounded_product(ratio, file_bytes));
}

recording recording::open(const std::string& path, std::optional<std::uint64_t> most_bytes) {
    constexpr file_kind kind{.content = "a recording", .most_bytes = std::uint64_t{1} << 60U};
    try {
        (void)size_of_file(path, kind);
    } catch (const std::invalid_argument& wrong) {
        throw recording_error{wrong.what()};
    }
    auto content = std::make_unique<std::ifstream>(path, std::ios::binary);
    if (!content->is_open()) {
        throw recording_error{
            fmt::format("cannot be read: {}", std::generic_category().message(errno))};
    }
    return recording{std::move(content), most_bytes};
}

recording::recording(std::unique_ptr<std::istream> content, std::optional<std::uint64_t> most_bytes)
    : file_{std::make_unique<file>(std::move(content), most_bytes)} {}
recording::recording(recording&& other) noexcept = default;
recording& recording::operator=(recording&& other) noexcept = default;
recording::~recording() = default;

const recorded_plan& recording::plan() const noexcept { return file_->plan_; }
const network& recording::where() const noexcept { return file_->network_; }
const std::optional<std::string>& recording::result() const noexcept { return file_->result_; }
const std::string& recording::damage() const noexcept { return file_->chunks_.damage(); }
std::uint64_t recording::bytes() const noexcept { return file_->chunks_.bytes(); }
std::uint64_t recording::memory_limit() const noexcept { return file_->most_bytes_; }

// The heads suffice: they are compared with the events when a chunk is read.
recorded_counts recording::counts() const {
    recorded_counts totals;
    for (const chunk_place& each : file_->chunks_.events()) {
        totals.sent += each.head.packets;
        totals.control += each.head.control_packets;
        totals.delivered += each.head.deliveries;
        totals.marked += each.head.marks;
        totals.done += each.head.ends;
    }
    return totals;
}

slot recording::last_slot() const noexcept {
    const auto chunks = file_->chunks_.events();
    return chunks.empty() ? 0 : chunks.back().head.last_slot;
}

void recording::visit(slot first, slot last, payload_use payloads,
                      const std::function<void(const recorded_slot&)>& visit_slot) const {
    file_->visit(first, last, payloads, visit_slot);
}

std::span<const recorded_kind> recording::kinds() const noexcept { return file_->tables_.kinds; }
std::span<const std::string> recording::mark_names() const noexcept { return file_->tables_.names; }

}  // namespace tutti
