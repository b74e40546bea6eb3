#include "recorder.hpp"

#include <algorithm>
#include <ostream>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "event_writer.hpp"
#include "packed_bytes.hpp"
#include "plan_text.hpp"
#include "recording_format.hpp"
#include "util/counts.hpp"
#include "util/value_syntax.hpp"

namespace tutti {

using record::chunk_head;
using record::chunk_type;
using record::pending_packet;
using record::pending_slot;

namespace {

/// Recorder, which writes a chunk when it is full.
class recording_writer final : public recorder {
public:
    // Plan and links are written at once, so that a recording that is cut short still has them.
    recording_writer(std::ostream& to, const recorded_plan& plan, const network& net,
                     std::uint64_t most_bytes, renaming name)
        : to_{&to},
          filter_{plan.filter},
          most_bytes_{most_bytes},
          name_{std::move(name)},
          events_{node_count(net), std::holds_alternative<hypercube>(net)} {
        write(record::head_mark);
        const std::uint32_t version = record::format_version;
        write(as_text(version));
        write_part({.type = chunk_type::plan}, record::plan_text(plan));
        if (const record::network_parts own = record::parts_of(plan, net); !own.links.empty()) {
            write_parts({.type = chunk_type::links}, own.nodes, own.links);
        }
    }

    [[nodiscard]] std::uint64_t bytes() const noexcept override { return bytes_; }

    [[nodiscard]] interest wants(tutti::slot at) noexcept override {
        // Packets sent in the clock's slot belong to the next of the papers', deliveries to this
        // one.
        return at + 1 >= filter_.first && at <= filter_.last ? interest::events : interest::nothing;
    }

    // A record of the clock has the deliveries of its slot and the packets that arrive in the next
    // one. A pending slot thus takes its packets from one record and its deliveries from the next.
    void slot(const slot_record& record) override {
        if (record.at == 0 && is_begun_) {
            throw recording_stopped{"a recording has one run"};
        }
        is_begun_ = true;
        if (pending_.at != record.at) {
            write_pending();
            pending_.clear(record.at);
        }
        for (const delivery& delivery : record.delivered) {
            if (is_seen(delivery.to)) {
                pending_.delivered.push_back({.to = delivery.to, .content = delivery.content});
            }
        }
        add_marks(record, record.at);
        write_pending();
        pending_.clear(record.at + 1);
        for (const transmission& transmission : record.sent) {
            add_sent(transmission);
        }
        add_marks(record, record.at + 1);
    }

    void end(const run_report& /*report*/) override { write_pending(); }

    void finish(std::string_view result) override {
        write_pending();
        write_events();
        write_part({.type = chunk_type::result}, result);
        // The index lists the chunks before it and not itself. The end mark is written last and
        // says that the file is complete.
        record::column index;
        for (const record::chunk_place& each : places_) {
            index.add_as_is(each);
        }
        const record::file_end end{.index_offset = bytes_, .mark = {}};
        write_part({.type = chunk_type::index}, index.bytes());
        write(as_text(end.index_offset));
        write(record::end_mark);
        to_->flush();
        check_stream();
    }

private:
    template <class T>
    static std::string_view as_text(const T& value) noexcept {
        // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast): bytes are bytes
        return {reinterpret_cast<const char*>(&value), sizeof value};
    }

    [[nodiscard]] bool is_seen(node_id node) const {
        const auto& nodes = filter_.nodes;
        return nodes.empty() || std::ranges::binary_search(nodes, node);
    }

    // A filter of nodes keeps a packet if it has either end of its link; one of control drops
    // packets without content.
    void add_sent(const transmission& transmission) {
        if ((!is_seen(transmission.from) && !is_seen(transmission.to)) ||
            (!transmission.content && !filter_.has_control)) {
            return;
        }
        const std::uint32_t kind = kinds_.row_of(transmission);
        require_row(kind);
        pending_packet packet{.from = transmission.from,
                              .to = transmission.to,
                              .through = static_cast<std::uint32_t>(transmission.through),
                              .kind = kind,
                              .piece = transmission.piece ? *transmission.piece + 1 : 0,
                              .is_control = transmission.is_control};
        if (transmission.content) {
            // A program may name messages by another network than the plan does; the recording has
            // the plan's names.
            packet.content = name_ ? name_(*transmission.content) : *transmission.content;
            if (transmission.contributions) {
                packet.counts_contributions = true;
                packet.names_contributors = transmission.contributors.has_value();
                pending_.contributions.push_back({.count = *transmission.contributions,
                                                  .nodes = transmission.contributors.value_or(0)});
            }
        } else {
            packet.first_byte = pending_.bytes.size();
            packet.byte_count = size_as<std::uint32_t>(transmission.packet);
            pending_.bytes.insert(pending_.bytes.end(), transmission.packet.begin(),
                                  transmission.packet.end());
        }
        pending_.sent.push_back(packet);
    }

    // Marks and ends of one slot arrive with two slots of the clock.
    void add_marks(const slot_record& record, tutti::slot at) {
        for (const mark& mark : record.marked) {
            if (mark.at == at && is_seen(mark.node)) {
                pending_.marked.push_back({.node = mark.node, .name = name_of_mark(mark.name)});
            }
        }
        for (const program_end& program_end : record.ended) {
            if (program_end.at == at && is_seen(program_end.node)) {
                pending_.done.push_back(program_end.node);
            }
        }
    }

    [[nodiscard]] std::uint32_t name_of_mark(std::string_view name) {
        const auto place = position_at<std::uint32_t>(names_, std::ranges::find(names_, name));
        if (place == names_.size()) {
            require_row(place);
            names_.emplace_back(name);
        }
        return place;
    }

    static void require_row(std::size_t rows) {
        if (rows == record::most_rows) {
            throw recording_stopped{
                fmt::format("more than {} kinds of packets, or names of marks", record::most_rows)};
        }
    }

    // Slots outside the filter are dropped here, too, because `wants` admits one more in front.
    void write_pending() {
        if (pending_.is_empty() || pending_.at < filter_.first || pending_.at > filter_.last) {
            pending_.clear(pending_.at);
            return;
        }
        // Nodes are written as differences, which needs ascending order. Marks of one node keep
        // theirs.
        std::ranges::stable_sort(pending_.marked, {}, &recorded_mark::node);
        std::ranges::sort(pending_.done);
        while (!events_.add(pending_)) {
            write_events();
        }
        if (events_.is_full()) {
            write_events();
        }
        pending_.clear(pending_.at);
    }

    void write_events() {
        if (!events_.is_empty()) {
            const chunk_head head = events_.take(kinds_.rows(), names_, packer_, packed_);
            write_chunk(head, packed_);
        }
    }

    void write_part(chunk_head head, std::string_view whole) { write_parts(head, "", whole); }

    void write_parts(chunk_head head, std::string_view first, std::string_view second) {
        std::string packed;
        if (!first.empty()) {
            packer_.pack(first, packed);
        }
        const std::size_t begin = packed.size();
        packer_.pack(second, packed);
        head.set_part(0, first.size(), begin);
        head.set_part(1, second.size(), packed.size() - begin);
        write_chunk(head, packed);
    }

    void write_chunk(chunk_head head, std::string_view packed) {
        head.checksum = record::checksum_of(head, packed);
        // The limit is checked before a chunk is written, so that the file ends with a whole
        // chunk.
        if (bytes_ + sizeof head + packed.size() > most_bytes_) {
            throw recording_stopped{fmt::format(
                "it would be larger than the {} bytes that are allowed; --max-bytes allows more",
                grouped(most_bytes_))};
        }
        places_.push_back({.offset = bytes_, .head = head});
        write(as_text(head));
        write(packed);
        check_stream();
    }

    void write(std::string_view bytes) {
        to_->write(bytes.data(), std::ssize(bytes));
        bytes_ += bytes.size();
    }
    void check_stream() const {
        if (!*to_) {
            throw recording_stopped{"no more of it could be written"};
        }
    }

    std::ostream* to_;
    recording_filter filter_;
    std::uint64_t most_bytes_;
    renaming name_;
    std::uint64_t bytes_ = 0;
    bool is_begun_ = false;
    record::packer packer_;
    record::record_writer events_;
    std::string packed_;  // of the latest chunk
    pending_slot pending_;
    kind_table kinds_;
    std::vector<std::string> names_;
    std::vector<record::chunk_place> places_;
};

}  // namespace

std::unique_ptr<recorder> make_recorder(std::ostream& to, const recorded_plan& plan,
                                        const network& net, std::uint64_t most_bytes,
                                        recorder::renaming name) {
    return std::make_unique<recording_writer>(to, plan, net, most_bytes, std::move(name));
}

std::uint64_t recorder_bytes(const network& net, std::uint64_t messages) {
    constexpr std::uint64_t bytes_a_packet =
        sizeof(transmission) + sizeof(pending_packet) + sizeof(std::uint32_t);
    // Rows of payloads have room for half as many more.
    constexpr std::uint64_t bytes_a_message = 12;
    constexpr std::uint64_t bytes_a_node = sizeof(std::uint32_t) + 2 * sizeof(delivery);
    return link_count(net) * bytes_a_packet + node_count(net) * bytes_a_node +
           messages * bytes_a_message;
}

}  // namespace tutti
