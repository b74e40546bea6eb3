#include "tutti/record/recording.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>
#include <list>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "packed_bytes.hpp"
#include "plan_text.hpp"
#include "record_reader.hpp"
#include "recording_format.hpp"
#include "tutti/machine/memory.hpp"
#include "tutti/topology/file_content.hpp"

namespace tutti {

using record::chunk_head;
using record::chunk_place;
using record::chunk_type;

class recording::file {
public:
    file(std::unique_ptr<std::istream> content, std::uint64_t most_bytes)
        : content_{std::move(content)}, most_bytes_{most_bytes} {
        content_->seekg(0, std::ios::end);
        bytes_ = static_cast<std::uint64_t>(std::max<std::streamoff>(0, content_->tellg()));
        read_version();
        if (!find_chunks()) {
            search_chunks();
        }
        read_plan();
        read_result();
    }

    [[nodiscard]] const recorded_plan& plan() const noexcept { return plan_; }
    [[nodiscard]] const network& where() const noexcept { return where_; }
    [[nodiscard]] const std::optional<std::string>& result() const noexcept { return result_; }
    [[nodiscard]] const std::string& damage() const noexcept { return damage_; }
    [[nodiscard]] std::uint64_t bytes() const noexcept { return bytes_; }
    [[nodiscard]] const record::read_tables& tables() const noexcept { return tables_; }

    [[nodiscard]] recorded_counts counts() const {
        recorded_counts all;
        for (const chunk_place& each : events_) {
            all.sent += each.head.packets;
            all.control += each.head.control_packets;
            all.delivered += each.head.deliveries;
            all.marked += each.head.marks;
            all.done += each.head.ends;
        }
        return all;
    }
    [[nodiscard]] slot last_slot() const noexcept {
        return events_.empty() ? 0 : events_.back().head.last_slot;
    }

    void visit(slot first, slot last, payload_use payloads,
               const std::function<void(const recorded_slot&)>& visit) {
        record::message_table known;
        slots_to_show shown{.first = first, .last = last, .visit = &visit};
        for (const chunk_place& each : events_) {
            if (each.head.first_slot > last) {
                break;
            }
            const std::string packed = packed_of(each);
            if (payloads == payload_use::all) {
                record::read_messages(part(each, packed, 0), each.head.messages, known);
            }
            if (each.head.last_slot >= first) {
                shown.chunks.push_back(part(each, packed, 1));
                read_records(each.head, payloads == payload_use::all ? &known : nullptr, shown);
            }
        }
        shown.show();
    }

private:
    /// The slot that is read, and who is shown it.
    struct slots_to_show {
        slot first = 0;
        slot last = 0;
        const std::function<void(const recorded_slot&)>* visit = nullptr;
        record::read_slot whole{};
        /// Those that the slot lies in: packets without a message point there.
        std::list<std::string> chunks{};

        void show() {
            if (whole.at >= first && whole.at <= last) {
                whole.complete();
                (*visit)(whole.view());
            }
        }
    };

    void read_records(const chunk_head& head, const record::message_table* known,
                      slots_to_show& to) {
        record::record_reader records{to.chunks.back(), where_, known, tables_};
        while (!records.is_at_end()) {
            const slot at = records.next_slot();
            if (at < head.first_slot || at > head.last_slot) {
                record::refuse_damage("a slot is not in the chunk that should have it");
            }
            if (at != to.whole.at) {
                to.show();
                to.whole.clear(at);
                to.chunks.erase(to.chunks.begin(), std::prev(to.chunks.end()));
            }
            records.read(to.whole);
        }
    }

    // A short read is damage: what is asked for was found in the file.
    [[nodiscard]] std::string read_bytes(std::uint64_t offset, std::uint64_t count) {
        if (offset > bytes_ || count > bytes_ - offset) {
            record::refuse_damage("a part of it is missing");
        }
        std::string bytes(count, '\0');
        content_->clear();
        content_->seekg(static_cast<std::streamoff>(offset));
        content_->read(bytes.data(), std::ssize(bytes));
        if (content_->gcount() != std::ssize(bytes)) {
            record::refuse_damage("a part of it cannot be read");
        }
        return bytes;
    }
    template <class T>
    [[nodiscard]] T read_as(std::uint64_t offset) {
        const std::string bytes = read_bytes(offset, sizeof(T));
        return record::column_reader{bytes}.as_is<T>();
    }

    void read_version() {
        constexpr std::uint64_t size = record::head_mark.size() + sizeof(std::uint32_t);
        if (bytes_ < size || read_bytes(0, record::head_mark.size()) != record::head_mark) {
            throw recording_error{bytes_ == 0 ? "is empty; a recording is right"
                                              : "is no recording; what record writes is right"};
        }
        const auto version = read_as<std::uint32_t>(record::head_mark.size());
        if (version != record::format_version) {
            throw recording_error{
                fmt::format("is a recording of version {}, and this program reads version {}",
                            version, record::format_version)};
        }
        first_chunk_ = size;
    }

    [[nodiscard]] static std::uint64_t packed_size(const chunk_head& head) noexcept {
        return std::uint64_t{head.packed_bytes[0]} + head.packed_bytes[1];
    }

    // False if the head cannot be one, or the chunk goes beyond `end`.
    [[nodiscard]] static bool is_whole(const chunk_place& one, std::uint64_t end) noexcept {
        const chunk_head& head = one.head;
        const std::uint64_t first = one.offset + sizeof(chunk_head);
        return head.type >= chunk_type::plan && head.type <= chunk_type::index && first <= end &&
               packed_size(head) <= end - first &&
               std::ranges::all_of(head.whole_bytes, [](std::uint32_t bytes) {
                   return bytes <= record::most_part_bytes;
               });
    }

    [[nodiscard]] std::string packed_of(const chunk_place& one) {
        const std::string head = read_bytes(one.offset, sizeof(chunk_head));
        if (std::memcmp(head.data(), &one.head, sizeof(chunk_head)) != 0) {
            record::refuse_damage(
                fmt::format("the chunk at byte {} is not what the index says", one.offset));
        }
        std::string packed = read_bytes(one.offset + sizeof(chunk_head), packed_size(one.head));
        if (record::checksum_of(one.head, packed) != one.head.checksum) {
            record::refuse_damage(
                fmt::format("the chunk at byte {} has a wrong checksum", one.offset));
        }
        return packed;
    }
    [[nodiscard]] static std::string part(const chunk_place& one, std::string_view packed,
                                          std::size_t which) {
        const std::string_view bytes = which == 0 ? packed.substr(0, one.head.packed_bytes[0])
                                                  : packed.substr(one.head.packed_bytes[0]);
        return record::unpacked(bytes, one.head.whole_bytes.at(which));
    }
    [[nodiscard]] std::string text_of(const chunk_place& one) {
        return part(one, packed_of(one), 1);
    }

    // By the index. False if the file has no end.
    [[nodiscard]] bool find_chunks() {
        constexpr std::uint64_t size = sizeof(record::file_end);
        if (bytes_ < first_chunk_ + size) {
            return false;
        }
        const auto end = read_as<record::file_end>(bytes_ - size);
        if (std::string_view{end.mark.data(), end.mark.size()} != record::end_mark) {
            return false;
        }
        const auto place_at = [&](std::uint64_t offset) {
            return chunk_place{.offset = offset, .head = read_as<chunk_head>(offset)};
        };
        const chunk_place index = place_at(end.index_offset);
        if (!is_whole(index, bytes_ - size) || index.head.type != chunk_type::index) {
            record::refuse_damage("its index is not where its end says");
        }
        const std::string places = text_of(index);
        record::column_reader from{places};
        while (!from.is_at_end()) {
            take_chunk(from.as_is<chunk_place>(), index.offset);
        }
        return true;
    }

    // One after the other, up to the last that is whole.
    void search_chunks() {
        std::uint64_t offset = first_chunk_;
        bool has_index = false;
        while (offset + sizeof(chunk_head) <= bytes_) {
            const chunk_place one{.offset = offset, .head = read_as<chunk_head>(offset)};
            if (!is_whole(one, bytes_) || !has_its_checksum(one)) {
                break;
            }
            take_chunk(one, bytes_);
            has_index = one.head.type == chunk_type::index;
            offset += sizeof(chunk_head) + packed_size(one.head);
        }
        if (has_index && bytes_ - offset == sizeof(record::file_end)) {
            record::refuse_damage("its last bytes are not those of a recording");
        }
        damage_ = offset == bytes_ ? "it was cut short, after a whole chunk"
                                   : fmt::format("it was cut short; its last {} bytes are lost",
                                                 bytes_ - offset);
    }
    [[nodiscard]] bool has_its_checksum(const chunk_place& one) {
        const std::string packed =
            read_bytes(one.offset + sizeof(chunk_head), packed_size(one.head));
        return record::checksum_of(one.head, packed) == one.head.checksum;
    }

    void take_chunk(const chunk_place& one, std::uint64_t end) {
        if (one.offset < first_chunk_ || !is_whole(one, end)) {
            record::refuse_damage("its index names a chunk that is not there");
        }
        const chunk_head& head = one.head;
        if (head.type == chunk_type::events) {
            const slot before = events_.empty() ? 0 : events_.back().head.last_slot;
            if (head.first_slot < before || head.last_slot < head.first_slot ||
                head.last_slot >= never) {
                record::refuse_damage("its chunks are out of order");
            }
            events_.push_back(one);
        } else if (head.type != chunk_type::index) {
            auto& only = head.type == chunk_type::plan    ? plan_place_
                         : head.type == chunk_type::links ? links_place_
                                                          : result_place_;
            only = one;
        }
    }

    void read_plan() {
        if (!plan_place_) {
            record::refuse_damage("it ends before its plan does");
        }
        plan_ = record::plan_from(text_of(*plan_place_));
        where_ = record::network_of(plan_, links_place_ ? text_of(*links_place_) : std::string{},
                                    most_bytes_);
    }
    void read_result() {
        if (result_place_) {
            result_ = text_of(*result_place_);
        }
    }

    std::unique_ptr<std::istream> content_;
    std::uint64_t most_bytes_;
    std::uint64_t bytes_ = 0;
    std::uint64_t first_chunk_ = 0;
    std::optional<chunk_place> plan_place_;
    std::optional<chunk_place> links_place_;
    std::optional<chunk_place> result_place_;
    std::vector<chunk_place> events_;
    recorded_plan plan_;
    network where_ = hypercube{0};
    std::optional<std::string> result_;
    std::string damage_;
    record::read_tables tables_;
};

recording recording::open(const std::string& path) {
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
    return recording{std::move(content), available_memory_bytes()};
}

recording::recording(std::unique_ptr<std::istream> content, std::uint64_t most_bytes)
    : file_{std::make_unique<file>(std::move(content), most_bytes)} {}
recording::recording(recording&& other) noexcept = default;
recording& recording::operator=(recording&& other) noexcept = default;
recording::~recording() = default;

const recorded_plan& recording::plan() const noexcept { return file_->plan(); }
const network& recording::where() const noexcept { return file_->where(); }
const std::optional<std::string>& recording::result() const noexcept { return file_->result(); }
const std::string& recording::damage() const noexcept { return file_->damage(); }
recorded_counts recording::counts() const { return file_->counts(); }
slot recording::last_slot() const noexcept { return file_->last_slot(); }
std::uint64_t recording::bytes() const noexcept { return file_->bytes(); }

void recording::visit(slot first, slot last, payload_use payloads,
                      const std::function<void(const recorded_slot&)>& visit_slot) const {
    file_->visit(first, last, payloads, visit_slot);
}

std::span<const recorded_kind> recording::kinds() const noexcept { return file_->tables().kinds; }
std::span<const std::string> recording::mark_names() const noexcept {
    return file_->tables().names;
}

std::string recorded_plan::network_in_words() const {
    const std::size_t colon = network.find(':');
    const std::string kind = network.substr(0, colon);
    const std::string numbers = colon == std::string::npos ? "" : network.substr(colon + 1);
    if (kind == "hypercube") {
        return numbers + "-cube";
    }
    std::string sides = numbers;
    for (std::size_t at = sides.find('x'); at != std::string::npos; at = sides.find('x', at)) {
        sides.replace(at, 1, " x ");
        at += 3;
    }
    if (kind == "torus" || kind == "array" || kind == "folded-torus") {
        return fmt::format("{} {}", sides, kind);
    }
    if (kind == "ring" || kind == "path") {
        return fmt::format("{} of {} nodes", kind, numbers);
    }
    return network;
}

}  // namespace tutti
