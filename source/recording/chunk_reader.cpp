#include "chunk_reader.hpp"

#include <algorithm>
#include <cstring>
#include <iterator>

#include <fmt/format.h>

#include "packed_bytes.hpp"

namespace tutti::record {
namespace {

constexpr std::uint64_t first_chunk = head_mark.size() + sizeof(format_version);

// The sum is taken in 64 bits: two sizes of 32 bits from a damaged head could wrap around.
std::uint64_t packed_size(const chunk_head& head) noexcept {
    return std::uint64_t{head.packed_bytes[0]} + head.packed_bytes[1];
}

std::uint64_t end_of(const chunk_place& place) noexcept {
    return place.offset + sizeof(chunk_head) + packed_size(place.head);
}

// Columns of events repeat without end; texts, indices and payloads do not.
bool is_believable(std::uint64_t whole, std::uint64_t packed) noexcept {
    constexpr std::uint64_t most_ratio = 100;
    constexpr std::uint64_t always = std::uint64_t{1} << 20U;
    return whole <= most_part_bytes && whole <= std::max(always, most_ratio * packed);
}

// Least size of a chunk of events.
bool has_room_for_events(const chunk_head& head) noexcept {
    constexpr std::uint64_t packet_bytes = 4;  // kind, sender, port and what it carries
    constexpr std::uint64_t delivery_bytes = 4;
    constexpr std::uint64_t mark_bytes = 2;
    constexpr std::uint64_t message_bytes = 11;
    const std::uint64_t packets = head.packets;
    // A delivery that coincides with an arrival is one bit of its packet and takes no bytes of its
    // own. At most as many deliveries as packets are of that sort; all others have an entry each.
    const std::uint64_t others = head.deliveries - std::min(head.deliveries, head.packets);
    return head.control_packets <= head.packets &&
           packets * packet_bytes + others * delivery_bytes + head.marks * mark_bytes + head.ends <=
               head.whole_bytes[1] &&
           head.messages * message_bytes <= head.whole_bytes[0];
}

// False if the head cannot be one, or the chunk goes beyond `end`.
bool is_whole(const chunk_place& place, std::uint64_t end) noexcept {
    const chunk_head& head = place.head;
    const bool has_events = head.type == chunk_type::events;
    // The comparisons subtract from `end` instead of adding to an offset, which comes from the
    // file and could overflow.
    return head.type >= chunk_type::plan && head.type <= chunk_type::index && place.offset <= end &&
           sizeof(chunk_head) <= end - place.offset &&
           packed_size(head) <= end - place.offset - sizeof(chunk_head) &&
           is_believable(head.whole_bytes[0], head.packed_bytes[0]) &&
           (has_events ? head.whole_bytes[1] <= most_part_bytes && has_room_for_events(head)
                       : is_believable(head.whole_bytes[1], head.packed_bytes[1]));
}

}  // namespace

// A complete file is read by its index alone. A file without an end was cut short, and its whole
// chunks are still usable.
chunk_reader::chunk_reader(std::unique_ptr<std::istream> content) : content_{std::move(content)} {
    content_->seekg(0, std::ios::end);
    bytes_ = static_cast<std::uint64_t>(std::max<std::streamoff>(0, content_->tellg()));
    read_version();
    if (!find_chunks()) {
        search_chunks();
    }
}

std::optional<std::string> chunk_reader::text_of(chunk_type type, std::size_t part) {
    const auto entry = others_.find(type);
    return entry == others_.end()
               ? std::nullopt
               : std::optional{part_of(entry->second, packed_of(entry->second), part)};
}

// The head is compared with its copy in the index, on which all decisions so far were based; the
// checksum covers both the head and the packed bytes.
std::string chunk_reader::packed_of(const chunk_place& place) {
    const std::string head = read_bytes(place.offset, sizeof(chunk_head));
    if (std::memcmp(head.data(), &place.head, sizeof(chunk_head)) != 0) {
        refuse_damage(fmt::format("the chunk at byte {} is not what the index says", place.offset));
    }
    std::string packed = read_bytes(place.offset + sizeof(chunk_head), packed_size(place.head));
    if (checksum_of(place.head, packed) != place.head.checksum) {
        refuse_damage(fmt::format("the chunk at byte {} has a wrong checksum", place.offset));
    }
    return packed;
}

std::string chunk_reader::part_of(const chunk_place& place, std::string_view packed,
                                  std::size_t which) {
    const std::string_view bytes = which == 0 ? packed.substr(0, place.head.packed_bytes[0])
                                              : packed.substr(place.head.packed_bytes[0]);
    return unpacked(bytes, place.head.whole_bytes.at(which));
}

// A short read is damage: what is asked for was found in the file.
std::string chunk_reader::read_bytes(std::uint64_t offset, std::uint64_t count) {
    if (offset > bytes_ || count > bytes_ - offset) {
        refuse_damage("a part of it is missing");
    }
    std::string bytes(count, '\0');
    content_->clear();
    content_->seekg(static_cast<std::streamoff>(offset));
    content_->read(bytes.data(), std::ssize(bytes));
    if (content_->gcount() != std::ssize(bytes)) {
        refuse_damage("a part of it cannot be read");
    }
    return bytes;
}

template <class T>
T chunk_reader::read_as(std::uint64_t offset) {
    return column_reader{read_bytes(offset, sizeof(T))}.as_is<T>();
}

// The mark is checked before the version, so that a foreign file is not reported as a recording of
// another version.
void chunk_reader::read_version() {
    if (bytes_ < first_chunk || read_bytes(0, head_mark.size()) != head_mark) {
        throw recording_error{bytes_ == 0 ? "is empty; name a recording"
                                          : "is not a recording; name a file that record wrote"};
    }
    const auto version = read_as<std::uint32_t>(head_mark.size());
    if (version == 0 || version > format_version) {
        throw recording_error{
            fmt::format("is a recording of version {}, and this program reads versions 1 to {}",
                        version, format_version)};
    }
    next_chunk_ = first_chunk;
}

// By the index. False if the file has no end.
bool chunk_reader::find_chunks() {
    constexpr std::uint64_t size = sizeof(file_end);
    if (bytes_ < first_chunk + size) {
        return false;
    }
    // The last 16 bytes decide whether the file is complete, because they are written after all
    // else.
    const auto end = read_as<file_end>(bytes_ - size);
    if (std::string_view{end.mark.data(), end.mark.size()} != end_mark) {
        return false;
    }
    const chunk_place index{.offset = end.index_offset,
                            .head = read_as<chunk_head>(end.index_offset)};
    if (!is_whole(index, bytes_ - size) || index.head.type != chunk_type::index ||
        end_of(index) != bytes_ - size) {
        refuse_damage("its index is not where its end says");
    }
    // Each entry is checked against its predecessor in `take_chunk`; together the chunks cover the
    // file from its head to the index without a gap.
    const std::string places = part_of(index, packed_of(index), 1);
    column_reader from{places};
    while (!from.is_at_end()) {
        take_chunk(from.as_is<chunk_place>(), index.offset);
    }
    if (next_chunk_ != index.offset) {
        refuse_damage("its index leaves out a chunk");
    }
    return true;
}

// One after the other, up to the last that is whole.
void chunk_reader::search_chunks() {
    bool has_index = false;
    while (!has_index && next_chunk_ + sizeof(chunk_head) <= bytes_) {
        const chunk_place place{.offset = next_chunk_, .head = read_as<chunk_head>(next_chunk_)};
        if (!is_whole(place, bytes_) || !has_its_checksum(place)) {
            break;
        }
        has_index = place.head.type == chunk_type::index;
        if (has_index) {
            next_chunk_ = end_of(place);
        } else {
            take_chunk(place, bytes_);
        }
    }
    // A whole index followed by as many bytes as an end has is no truncation: the end was altered.
    if (has_index && bytes_ - next_chunk_ == sizeof(file_end)) {
        refuse_damage("its last bytes are not those of a recording");
    }
    damage_ = next_chunk_ == bytes_ ? "it was cut short, after a whole chunk"
                                    : fmt::format("it was cut short; its last {} bytes are lost",
                                                  bytes_ - next_chunk_);
}

// A wrong checksum is no error here: a file that was cut short may end with a partial chunk.
bool chunk_reader::has_its_checksum(const chunk_place& place) {
    const std::string packed =
        read_bytes(place.offset + sizeof(chunk_head), packed_size(place.head));
    return checksum_of(place.head, packed) == place.head.checksum;
}

void chunk_reader::take_chunk(const chunk_place& place, std::uint64_t end) {
    const chunk_type type = place.head.type;
    if (!is_whole(place, end) || type == chunk_type::index) {
        refuse_damage("its index names a chunk that does not exist");
    }
    if (place.offset != next_chunk_) {
        refuse_damage("its index names chunks that do not follow each other");
    }
    next_chunk_ = end_of(place);
    if (type == chunk_type::events) {
        take_events(place);
        return;
    }
    // Plan, links and result occur at most once; only events come in several chunks.
    if (!others_.emplace(type, place).second) {
        refuse_damage("it has two chunks where there is one");
    }
}

// A slot may continue in the next chunk, hence its first slot may equal the last one before.
void chunk_reader::take_events(const chunk_place& place) {
    constexpr tutti::slot most = 1'000'000'000'000'000;  // no run comes as far
    const tutti::slot before = events_.empty() ? 0 : events_.back().head.last_slot;
    if (place.head.first_slot < before || place.head.last_slot < place.head.first_slot ||
        place.head.last_slot > most) {
        refuse_damage("its chunks are out of order");
    }
    events_.push_back(place);
}

}  // namespace tutti::record
