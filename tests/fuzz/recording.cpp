/// @file
/// Bytes as a recording: they are one, or are refused in one line.
///
/// The first byte says how. 0: the others are the file. Else they are a plan, messages and events,
/// each behind two bytes with its length, and are put into a file whose checksums hold.
#include "tutti/recording/recording.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <sstream>
#include <string>
#include <string_view>

#include "fuzz/one_line.hpp"
#include "recording/packed_bytes.hpp"
#include "recording/recording_format.hpp"

namespace {

namespace record = tutti::record;

std::string_view next_part(std::string_view& rest) {
    if (rest.size() < 2) {
        return {};
    }
    const std::size_t length = static_cast<unsigned char>(rest[0]) |
                               std::size_t{static_cast<unsigned char>(rest[1])} << 8U;
    const std::string_view part = rest.substr(2, length);
    rest.remove_prefix(std::min(rest.size(), 2 + length));
    return part;
}

void add_chunk(record::column& to, record::chunk_head head, std::string_view first,
               std::string_view second) {
    record::packer packs;
    std::string packed;
    packs.pack(first, packed);
    head.packed_bytes[0] = static_cast<std::uint32_t>(packed.size());
    packs.pack(second, packed);
    head.packed_bytes[1] = static_cast<std::uint32_t>(packed.size()) - head.packed_bytes[0];
    head.whole_bytes = {static_cast<std::uint32_t>(first.size()),
                        static_cast<std::uint32_t>(second.size())};
    head.checksum = record::checksum_of(head, packed);
    to.add_as_is(head);
    to.add_bytes(std::as_bytes(std::span{packed}));
}

std::string file_of(std::string_view parts) {
    record::column file;
    file.add_bytes(std::as_bytes(std::span{record::head_mark}));
    file.add_as_is(record::format_version);
    add_chunk(file, {.type = record::chunk_type::plan}, {}, next_part(parts));
    const std::string_view messages = next_part(parts);
    add_chunk(file,
              {.type = record::chunk_type::events,
               .last_slot = 1 << 20,
               .messages = static_cast<std::uint32_t>(messages.size() / 11)},
              messages, next_part(parts));
    return std::string{file.bytes()};
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    const std::string_view text = fuzz::text_of(bytes, size);
    if (text.empty()) {
        return 0;
    }
    std::string file = text[0] == 0 ? std::string{text.substr(1)} : file_of(text.substr(1));
    try {
        const tutti::recording from{std::make_unique<std::istringstream>(std::move(file)),
                                    std::uint64_t{1} << 24U};
        from.visit([&](const tutti::recorded_slot& record) {
            for (const tutti::recorded_transmission& each : record.sent) {
                fuzz::require(each.from < from.plan().nodes && each.to < from.plan().nodes &&
                              each.kind < from.kinds().size());
            }
            for (const tutti::recorded_mark& each : record.marked) {
                fuzz::require(each.name < from.mark_names().size());
            }
        });
    } catch (const tutti::recording_error& why) {
        fuzz::require(fuzz::is_one_line(why.what()));
    }
    return 0;
}
