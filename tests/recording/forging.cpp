#include "forging.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <span>
#include <stdexcept>

#include <fmt/format.h>

#include "recording/packed_bytes.hpp"

namespace support {
namespace {

namespace record = tutti::record;

constexpr std::size_t first_chunk = record::head_mark.size() + sizeof(record::format_version);

template <class T>
T read_at(std::string_view bytes, std::size_t at) {
    return record::column_reader{bytes.substr(at)}.as_is<T>();
}

// A chunk as it is in a file.
std::string packed_chunk(const forged_chunk& chunk, record::chunk_head& head) {
    record::packer packs;
    std::string packed;
    head = chunk.head;
    for (std::size_t i = 0; i < chunk.parts.size(); ++i) {
        const std::size_t before = packed.size();
        packs.pack(chunk.parts.at(i), packed);
        head.whole_bytes.at(i) = static_cast<std::uint32_t>(chunk.parts.at(i).size());
        head.packed_bytes.at(i) = static_cast<std::uint32_t>(packed.size() - before);
    }
    head.checksum = record::checksum_of(head, packed);
    return packed;
}

void add_chunk(record::column& to, const forged_chunk& chunk,
               std::vector<record::chunk_place>& places) {
    record::chunk_place place{.offset = to.size()};
    const std::string packed = packed_chunk(chunk, place.head);
    to.add_as_is(place.head);
    to.add_bytes(std::as_bytes(std::span{packed}));
    places.push_back(place);
}

// Events of one slot, 0, behind the tables of the honest ones.
forged_chunk events(const std::vector<std::uint64_t>& numbers, std::size_t zeros,
                    const record::chunk_head& counts) {
    forged_chunk made{.head = counts};
    record::column column;
    column.add(0);  // kinds
    column.add(1);  // names of marks
    column.add_text("rank");
    for (const std::uint64_t number : numbers) {
        column.add(number);
    }
    made.parts[1] = std::string{column.bytes()} + std::string(zeros, '\0');
    made.head.type = record::chunk_type::events;
    return made;
}

std::string with_events(std::string_view honest, const std::vector<forged_chunk>& events) {
    std::vector<forged_chunk> chunks = chunks_of(honest);
    const auto is_of_events = [](const forged_chunk& each) {
        return each.head.type == record::chunk_type::events;
    };
    const auto first = std::ranges::find_if(chunks, is_of_events);
    const auto place = first - chunks.begin();
    std::erase_if(chunks, is_of_events);
    chunks.insert(chunks.begin() + place, events.begin(), events.end());
    return recording_of(chunks);
}

std::string listed_often(std::string_view honest) {
    return recording_of(chunks_of(honest), [](std::vector<record::chunk_place>& places) {
        const auto events =
            *std::ranges::find(places, record::chunk_type::events,
                               [](const record::chunk_place& each) { return each.head.type; });
        places.insert(places.end() - 1, 10'000, events);
    });
}

// A text that unpacks to much more than it is.
std::string swollen(std::string_view honest, record::chunk_type type, std::size_t mebibytes) {
    std::vector<forged_chunk> chunks = chunks_of(honest);
    chunk_of(chunks, type).parts[1] += std::string(mebibytes << 20U, ' ');
    return recording_of(chunks);
}

std::string with_graph(std::string_view honest, std::uint64_t nodes, std::uint64_t links) {
    std::vector<forged_chunk> chunks =
        chunks_of(with_network(honest, "graph:ab", nodes, 2 * links));
    record::column bytes;
    bytes.add_text("ab");
    bytes.add(nodes);
    bytes.add(links);
    bytes.add(0);
    bytes.add(1);
    chunks.insert(chunks.begin() + 1, {.head = {.type = record::chunk_type::links},
                                       .parts = {"", std::string{bytes.bytes()}}});
    return recording_of(chunks);
}

std::vector<hostile_recording> hostile_events(std::string_view honest) {
    constexpr std::size_t many = std::size_t{10} << 20U;
    constexpr auto count = static_cast<std::uint32_t>(many);
    constexpr std::uint32_t most = 65536;
    forged_chunk deliveries = events({0, 0, most, 0, 0}, most, {.deliveries = most});
    deliveries.parts[1] += std::string(most, '\1') + std::string(10 * most, '\0');
    const std::vector<forged_chunk> full_slot(200, deliveries);
    return {
        {"marks", with_events(honest, {events({0, 0, 0, many, 0}, 2 * many, {.marks = count})}),
         "cannot be read"},
        {"marks that are not there",
         with_events(honest, {events({0, 0, 0, many, 0}, 8, {.marks = count})}), "is damaged"},
        {"a chunk of records of nothing",
         with_events(honest, {events({}, std::size_t{120} << 20U, {})}), "larger than any"},
        {"more events in a slot than there is memory", with_events(honest, full_slot),
         "has more in slot 0"},
        {"other counts in a head", with_events(honest, {events({0, 0, 0, 1, 0}, 2, {.marks = 0})}),
         "other events than its head says"},
        {"a slot beyond all",
         with_events(honest, {events({~std::uint64_t{0} >> 1U, 0, 0, 1, 0}, 2, {.marks = 1})}),
         "is damaged"}};
}

}  // namespace

std::vector<forged_chunk> chunks_of(std::string_view recording) {
    std::vector<forged_chunk> chunks;
    for (std::size_t at = first_chunk;;) {
        const auto head = read_at<record::chunk_head>(recording, at);
        if (head.type == record::chunk_type::index) {
            return chunks;
        }
        forged_chunk chunk{.head = head};
        at += sizeof head;
        for (std::size_t i = 0; i < chunk.parts.size(); ++i) {
            chunk.parts.at(i) = record::unpacked(recording.substr(at, head.packed_bytes.at(i)),
                                                 head.whole_bytes.at(i));
            at += head.packed_bytes.at(i);
        }
        chunks.push_back(std::move(chunk));
    }
}

forged_chunk& chunk_of(std::vector<forged_chunk>& chunks, record::chunk_type type) {
    return *std::ranges::find(chunks, type,
                              [](const forged_chunk& each) { return each.head.type; });
}

std::string recording_of(const std::vector<forged_chunk>& chunks, const index_forger& change) {
    record::column file;
    file.add_bytes(std::as_bytes(std::span{record::head_mark}));
    file.add_as_is(record::format_version);
    std::vector<record::chunk_place> places;
    for (const forged_chunk& each : chunks) {
        add_chunk(file, each, places);
    }
    if (change) {
        change(places);
    }
    record::column index;
    for (const record::chunk_place& each : places) {
        index.add_as_is(each);
    }
    const std::uint64_t index_offset = file.size();
    add_chunk(
        file,
        {.head = {.type = record::chunk_type::index}, .parts = {"", std::string{index.bytes()}}},
        places);
    file.add_as_is(index_offset);
    file.add_bytes(std::as_bytes(std::span{record::end_mark}));
    return std::string{file.bytes()};
}

std::string with_text(std::string_view recording, record::chunk_type type, std::string_view from,
                      std::string_view to) {
    std::vector<forged_chunk> chunks = chunks_of(recording);
    std::string& text = chunk_of(chunks, type).parts[1];
    const std::size_t at = text.find(from);
    if (at == std::string::npos) {
        throw std::invalid_argument{fmt::format("no {} in {}", from, text)};
    }
    text.replace(at, from.size(), to);
    return recording_of(chunks);
}

std::string with_late_mark(std::string_view recording, tutti::slot at) {
    std::vector<forged_chunk> chunks = chunks_of(recording);
    const auto slot = static_cast<std::uint64_t>(at);
    chunks.insert(chunks.end() - 1,
                  events({slot, 0, 0, 1, 0}, 2, {.first_slot = at, .last_slot = at, .marks = 1}));
    return recording_of(chunks);
}

std::string with_network(std::string_view honest, std::string_view spec, std::uint64_t nodes,
                         std::uint64_t links) {
    return with_plan(
        with_plan(honest, R"("network":"hypercube:3")", fmt::format(R"("network":"{}")", spec)),
        R"("nodes":8,"links":24)", fmt::format(R"("nodes":{},"links":{})", nodes, links));
}

std::vector<hostile_recording> hostile_recordings(std::string_view honest) {
    std::vector<hostile_recording> recordings = hostile_events(honest);
    constexpr std::uint64_t nodes = std::uint64_t{1} << 30U;
    recordings.push_back({"a cube of 2^30 nodes",
                          with_network(honest, "hypercube:30", nodes, 30 * nodes),
                          "and reading it may take"});
    recordings.push_back({"a torus of 2^30 nodes",
                          with_network(honest, "torus:32768x32768", nodes, 4 * nodes),
                          "and reading it may take"});
    recordings.push_back({"a complete graph",
                          with_network(honest, "complete:20000", 20000, 399980000),
                          "cannot be built"});
    recordings.push_back({"a graph of many nodes and one link", with_graph(honest, nodes, 1),
                          "do not reach all nodes"});
    recordings.push_back({"a graph of many links that are not there",
                          with_graph(honest, 8, nodes / 16), "is damaged"});
    recordings.push_back(
        {"one chunk listed often", listed_often(honest), "do not follow each other"});
    recordings.push_back(
        {"a plan of blanks", swollen(honest, record::chunk_type::plan, 100), "is damaged"});
    recordings.push_back(
        {"a plan of fewer blanks", swollen(honest, record::chunk_type::plan, 2), "is damaged"});
    recordings.push_back(
        {"a result of blanks", swollen(honest, record::chunk_type::result, 100), "is damaged"});
    return recordings;
}

}  // namespace support
