#include "event_reader.hpp"

#include <algorithm>
#include <utility>

#include "util/counts.hpp"

namespace tutti::record {
namespace {

// A longer name is taken as damage, which bounds the memory that a name may claim.
constexpr std::size_t most_name_bytes = 4096;

// Index of a value by its bytes; it is added if it is new.
template <class All, class One>
std::uint32_t place_among(All& items, std::map<std::string, std::uint32_t, std::less<>>& places,
                          std::string_view bytes, One&& one) {
    const auto entry = places.find(bytes);
    if (entry != places.end()) {
        return entry->second;
    }
    if (items.size() == most_rows) {
        refuse_damage("it has more kinds of packets, or names of marks, than are written");
    }
    const auto place = size_as<std::uint32_t>(items);
    items.push_back(std::forward<One>(one));
    places.emplace(bytes, place);
    return place;
}

rational share_from(column_reader& from) {
    const auto numerator = from.as_is<std::int64_t>();
    const auto denominator = from.as_is<std::int64_t>();
    if (denominator <= 0 || numerator < 0) {
        refuse_damage("a packet has no share of a message");
    }
    return {numerator, denominator};
}

}  // namespace

void read_slot::clear(tutti::slot next) {
    at = next;
    sent.clear();
    arrived.clear();
    delivered.clear();
    marked.clear();
    done.clear();
}

// Deliveries of arrivals come in the order of their senders. A stable sort by receiver and a merge
// give one list by node, in which equal nodes keep the order of each list.
void read_slot::complete() {
    std::ranges::stable_sort(arrived, {}, &recorded_delivery::to);
    const auto middle = delivered.insert(delivered.end(), arrived.begin(), arrived.end());
    std::ranges::inplace_merge(delivered, middle, {}, &recorded_delivery::to);
    arrived.clear();
}

std::uint64_t read_slot::packet_bytes() const noexcept {
    return sent.size() * sizeof(recorded_transmission) + arrived.size() * sizeof(recorded_delivery);
}

std::uint64_t read_slot::non_packet_bytes() const noexcept {
    return delivered.size() * sizeof(recorded_delivery) + marked.size() * sizeof(recorded_mark) +
           done.size() * sizeof(node_id);
}

recorded_slot read_slot::view() const noexcept {
    return {.at = at, .sent = sent, .delivered = delivered, .marked = marked, .done = done};
}

record_reader::record_reader(std::string_view events, const network& net,
                             const message_table* messages, read_tables& tables)
    : from_{events},
      network_{&net},
      nodes_{node_count(net)},
      is_cube_{std::holds_alternative<hypercube>(net)},
      messages_{messages},
      tables_{&tables} {
    read_kinds();
    read_names();
}

// Every chunk repeats the kinds of all chunks before it, so that it can be read alone. Rows of
// several chunks are one kind if their bytes are equal, without the size of the packet.
void record_reader::read_kinds() {
    constexpr std::uint64_t least_bytes = 19;
    const std::uint64_t rows = from_.count(most_rows, least_bytes);
    for (std::uint64_t row = 0; row < rows; ++row) {
        column_reader begin = from_;
        recorded_kind kind{.name = std::string{from_.text(most_name_bytes)}};
        const std::uint64_t flags = from_.number((std::uint64_t{1} << kind_flags.size()) - 1);
        for (std::size_t i = 0; i < kind_flags.size(); ++i) {
            kind.*kind_flags.at(i) = (flags >> i & 1U) != 0;
        }
        kind.share = share_from(from_);
        const std::string_view bytes_of_it = begin.take(begin.left() - from_.left());
        const std::uint32_t bytes = from_.small_number(64);
        // A kind has either a message or raw bytes; the columns that follow rely on it.
        if (kind.has_message == (bytes > 0)) {
            refuse_damage("a packet has both a message and bytes, or neither");
        }
        if ((kind.names_contributors && !kind.counts_contributions) ||
            (kind.counts_contributions && !kind.has_message)) {
            refuse_damage("a packet states contributions to no value");
        }
        const std::uint32_t index =
            place_among(tables_->kinds, tables_->kind_places, bytes_of_it, kind);
        kinds_.push_back({.kind = std::move(kind), .index = index, .packet_bytes = bytes});
    }
}

void record_reader::read_names() {
    const std::uint64_t rows = from_.count(most_rows, 1);
    for (std::uint64_t row = 0; row < rows; ++row) {
        const std::string_view name = from_.text(most_name_bytes);
        names_.push_back(
            place_among(tables_->names, tables_->name_places, name, std::string{name}));
    }
}

// The limit keeps every slot below `never`, which denotes an open end.
tutti::slot record_reader::next_slot() {
    at_ += static_cast<tutti::slot>(from_.number(static_cast<std::uint64_t>(never - 1 - at_)));
    return at_;
}

void record_reader::read(read_slot& to) {
    const std::size_t first = to.sent.size();
    constexpr std::uint64_t marks_a_node = 16;  // and of few nodes any number
    // The second argument is the least size of an entry, so that no count exceeds what the bytes
    // that are left can hold, and a damaged count allocates no list of unbounded length.
    const std::uint64_t packets = from_.count(most_record_events, 3);
    const std::uint64_t deliveries = from_.count(most_record_events, 4);
    const std::uint64_t marks = from_.count(most_record_events + marks_a_node * nodes_, 2);
    const std::uint64_t ends = from_.count(nodes_, 1);
    counts_.sent += packets;
    counts_.delivered += deliveries;
    counts_.marked += marks;
    counts_.done += ends;
    read_packets(packets, to);
    // A large slot consists of several records. The order across their border is checked here, and
    // within a record in `read_links`; together they exclude two packets on one directed link.
    if (first > 0 && packets > 0) {
        const recorded_transmission& last = to.sent[first - 1];
        const recorded_transmission& next = to.sent[first];
        if (std::pair{next.from, next.through} <= std::pair{last.from, last.through}) {
            refuse_damage("packets are out of order");
        }
    }
    read_deliveries(deliveries, to);
    read_marks(marks, to);
    read_ends(ends, to);
}

// Columns are read in the order in which `record_writer::end_record` writes them. Kinds are first,
// because they determine which of the other columns have an entry for a packet.
void record_reader::read_packets(std::size_t count, read_slot& to) {
    const std::size_t first = to.sent.size();
    codes_.clear();
    for (std::size_t i = 0; i < count; ++i) {
        codes_.push_back(from_.small_number());
        const std::uint32_t kind = codes_.back() / 4;
        if (kind >= kinds_.size()) {
            refuse_damage("a packet is of no kind");
        }
        counts_.control += kinds_[kind].kind.is_control ? 1U : 0U;
        to.sent.push_back({.kind = kinds_[kind].index});
    }
    read_links(first, to);
    read_contents(first, to);
}

// The receiver is not stored: sender and port determine it in the network of the plan. A port that
// the network lacks is refused before it serves as an index.
void record_reader::read_links(std::size_t first, read_slot& to) {
    const auto packets = std::span{to.sent}.subspan(first);
    node_id last = 0;
    for (recorded_transmission& each : packets) {
        each.from = read_node(last);
    }
    std::visit(
        [&](const auto& built) {
            const recorded_transmission* before = nullptr;
            for (recorded_transmission& each : packets) {
                const auto through = static_cast<port>(from_.small_number(1U << 30U));
                if (!built.has_port(each.from, through) ||
                    (before != nullptr && before->from == each.from &&
                     before->through >= through)) {
                    refuse_damage("a packet is on no link, or two are on one");
                }
                each.through = through;
                each.to = built.neighbour(each.from, through);
                before = &each;
            }
        },
        *network_);
}

// Column by column.
void record_reader::read_contents(std::size_t first, read_slot& to) {
    const auto packets = std::span{to.sent}.subspan(first);
    const auto here = [&](std::size_t i) -> const recorded_kind& {
        return kinds_[codes_[i] / 4].kind;
    };
    const auto for_each = [&](bool recorded_kind::*flag, const auto& read) {
        for (std::size_t i = 0; i < packets.size(); ++i) {
            if (here(i).*flag) {
                read(packets[i], i);
            }
        }
    };
    for_each(&recorded_kind::has_message, [&](auto& each, auto /*i*/) {
        each.content.origin = absolute_origin(each.from, from_.small_number(), is_cube_);
    });
    for_each(&recorded_kind::has_message,
             [&](auto& each, auto /*i*/) { each.content.number = from_.small_number(); });
    for_each(&recorded_kind::has_piece, [&](recorded_transmission& each, std::size_t i) {
        each.piece = here(i).has_message ? from_.small_number(~std::uint32_t{0} - 1) : 0;
    });
    for_each(&recorded_kind::counts_contributions,
             [&](auto& each, auto /*i*/) { each.contributions = from_.small_number(); });
    for_each(&recorded_kind::names_contributors,
             [&](auto& each, auto /*i*/) { each.contributors = from_.as_is<std::uint64_t>(); });
    for_each(&recorded_kind::has_message,
             [&](auto& each, std::size_t i) { read_payload(each, i, to); });
    for (std::size_t i = 0; i < packets.size(); ++i) {
        if (!here(i).has_message) {
            const std::size_t bytes = kinds_[codes_[i] / 4].packet_bytes;
            packets[i].bytes = std::as_bytes(std::span{from_.take(bytes)});
        }
    }
}

// Pieces are in the table under their number plus 1: part 0 is the whole message.
void record_reader::read_payload(recorded_transmission& each, std::size_t i, read_slot& to) {
    const bool has_piece = kinds_[codes_[i] / 4].kind.has_piece;
    each.content.payload = (codes_[i] & has_own_payload) != 0
                               ? from_.as_is<std::uint64_t>()
                               : payload_of({.origin = each.content.origin,
                                             .number = each.content.number,
                                             .part = has_piece ? each.piece + 1 : 0});
    if ((codes_[i] & is_delivered) != 0) {
        to.arrived.push_back({.to = each.to, .content = each.content});
        ++counts_.delivered;
    }
}

// Entries are appended first, behind those of earlier records of the slot, and completed column by
// column.
void record_reader::read_deliveries(std::size_t count, read_slot& to) {
    const std::size_t first = to.delivered.size();
    node_id last = 0;
    for (std::size_t i = 0; i < count; ++i) {
        to.delivered.push_back({.to = read_node(last)});
    }
    const auto made = std::span{to.delivered}.subspan(first);
    codes_.clear();
    for (std::size_t i = 0; i < count; ++i) {
        codes_.push_back(from_.small_number(1));
    }
    for (recorded_delivery& each : made) {
        each.content.origin = absolute_origin(each.to, from_.small_number(), is_cube_);
    }
    for (recorded_delivery& each : made) {
        each.content.number = from_.small_number();
    }
    for (std::size_t i = 0; i < count; ++i) {
        message& content = made[i].content;
        content.payload = codes_[i] != 0
                              ? from_.as_is<std::uint64_t>()
                              : payload_of({.origin = content.origin, .number = content.number});
    }
}

void record_reader::read_marks(std::size_t count, read_slot& to) {
    node_id last = 0;
    for (std::size_t i = 0; i < count; ++i) {
        const node_id node = read_node(last);
        const std::uint32_t name = from_.small_number();
        if (name >= names_.size()) {
            refuse_damage("a mark has no name");
        }
        to.marked.push_back({.node = node, .name = names_[name]});
    }
}

void record_reader::read_ends(std::size_t count, read_slot& to) {
    node_id last = 0;
    for (std::size_t i = 0; i < count; ++i) {
        to.done.push_back(read_node(last));
    }
}

// Nodes are differences to the one before, so that the nodes of a column never decrease.
node_id record_reader::read_node(node_id& last) {
    const std::uint64_t node = last + from_.number(nodes_);
    if (node >= nodes_) {
        refuse_damage("an event is at a node that does not exist");
    }
    last = static_cast<node_id>(node);
    return last;
}

// A reader without the table saves its memory, and all payloads are 0. With the table, a missing
// entry means that the chunk that should name the message was altered.
std::uint64_t record_reader::payload_of(const message_key& key) const {
    if (messages_ == nullptr) {
        return 0;
    }
    const std::uint64_t* const payload = messages_->find(key);
    if (payload == nullptr) {
        refuse_damage("a message has no payload");
    }
    return *payload;
}

void read_messages(std::string_view messages, std::uint32_t count, message_table& to) {
    column_reader from{messages};
    message_key last;
    // The head of the chunk was compared with its bytes.
    for (std::uint32_t i = 0; i < count; ++i) {
        // Origins are relative to the message before, not to a node, and thus never to one of a
        // cube.
        last.origin = absolute_origin(last.origin, from.small_number(), false);
        last.number = from.small_number();
        last.part = from.small_number();
        to.note(last, from.as_is<std::uint64_t>());
    }
    if (!from.is_at_end()) {
        refuse_damage("it has more messages than its head says");
    }
}

}  // namespace tutti::record
