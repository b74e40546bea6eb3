#include <algorithm>
#include <array>
#include <functional>
#include <iterator>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "msccl_program.hpp"
#include "msccl_rules.hpp"
#include "schedule_xml.hpp"
#include "util/value_syntax.hpp"

namespace tutti {
namespace {

constexpr std::array<std::pair<std::string_view, schedule_collective>, 6> msccl_collectives{{
    {"allgather", schedule_collective::allgather},
    {"alltoall", schedule_collective::alltoall},
    {"allreduce", schedule_collective::allreduce},
    {"reduce_scatter", schedule_collective::reduce_scatter},
    {"reducescatter", schedule_collective::reduce_scatter},
    {"broadcast", schedule_collective::broadcast},
}};

// An element with its number.
using numbered_element = std::pair<std::uint32_t, pugi::xml_node>;

// Dependency of a step as the file says it.
struct stated_dependency {
    std::uint32_t step = 0;
    std::uint32_t block = 0;
    std::uint32_t number = 0;
};

// Reads the elements of a program, and knows the place of the one that is read.
class msccl_reader {
public:
    msccl_reader(pugi::xml_node root, const schedule_options& options)
        : root_{root}, options_{&options}, fail_{[this](const std::string& text) {
              refuse_schedule(
                  place_.empty() ? options_->file : fmt::format("{}: {}", options_->file, place_),
                  text);
          }} {
        program_.file = options.file;
    }

    msccl_program read();

private:
    void read_collective();
    void read_gpu(pugi::xml_node element, std::uint32_t gpu);
    void read_block(pugi::xml_node element, std::uint32_t gpu, std::uint32_t number);
    void read_step(pugi::xml_node element, std::uint32_t number);
    [[nodiscard]] std::uint32_t read_peer(pugi::xml_node element, const char* name,
                                          std::uint32_t gpu) const;
    [[nodiscard]] msccl_place read_place(pugi::xml_node element, const char* buffer,
                                         const char* index, bool is_used) const;
    [[nodiscard]] std::vector<numbered_element> elements(pugi::xml_node parent, const char* name,
                                                         const char* id);
    void check_peers(const msccl_step& step, const msccl_block& block) const;
    void check_channels(const msccl_gpu& gpu);
    void resolve_dependencies(const msccl_gpu& gpu);
    void count_rows(const msccl_step& step);
    void set_place(std::string_view outer, std::string_view name, std::uint32_t number) {
        place_ = fmt::format("{}{}{} {}", outer, outer.empty() ? "" : " ", name, number);
    }

    pugi::xml_node root_;
    const schedule_options* options_;
    xml_refusal fail_;
    std::string place_;
    msccl_program program_;
    std::uint32_t gpu_count_ = 0;
    std::uint64_t rows_ = 0;
    std::uint64_t local_chunks_ = 0;
    std::vector<stated_dependency> dependencies_;
};

msccl_program msccl_reader::read() {
    gpu_count_ = xml_number(root_, "ngpus", xml_least::one, fail_);
    const auto gpus = elements(root_, "gpu", "id");
    place_.clear();
    if (gpus.size() != gpu_count_) {
        fail_(fmt::format("{}, ngpus says {}", quantity(gpus.size(), "gpu"), gpu_count_));
    }
    program_.gpus.resize(gpus.size());
    read_collective();
    for (const auto& [number, element] : gpus) {
        read_gpu(element, number);
    }
    return std::move(program_);
}

void msccl_reader::read_collective() {
    program_.collective_text = xml_text(root_, "coll", fail_);
    const std::string_view name = options_->collective.empty()
                                      ? std::string_view{program_.collective_text}
                                      : options_->collective;
    const auto* const known = std::ranges::find_if(msccl_collectives, [&](const auto& each) {
        return each.first == name || name_of(each.second) == name;
    });
    program_.is_in_place = root_.attribute("inplace").value() == std::string_view{"1"};
    if (known == msccl_collectives.end()) {
        return;
    }
    program_.collective = known->second;
    program_.chunks = xml_number(root_, "nchunksperloop", xml_least::one, fail_);
    const bool is_spread = program_.collective != schedule_collective::broadcast &&
                           program_.collective != schedule_collective::allreduce;
    if (is_spread && program_.chunks % gpu_count_ != 0) {
        fail_(fmt::format("nchunksperloop {} is no multiple of ngpus {}", program_.chunks,
                          gpu_count_));
    }
    if (!options_->root.empty()) {
        program_.root = reading_option("--root", [&] {
            return parse_number<std::uint32_t>(options_->root, 0, gpu_count_ - 1);
        });
    }
}

std::vector<numbered_element> msccl_reader::elements(pugi::xml_node parent, const char* name,
                                                     const char* id) {
    std::vector<numbered_element> found;
    for (const pugi::xml_node each : parent.children(name)) {
        found.emplace_back(xml_number(each, id, xml_least::zero, fail_), each);
    }
    std::ranges::stable_sort(found, {}, &numbered_element::first);
    const auto twice = std::ranges::adjacent_find(found, {}, &numbered_element::first);
    if (twice != found.end()) {
        const std::string_view noun = name == std::string_view{"step"} ? "step" : name;
        const std::string outer = place_;
        set_place(outer, noun, twice->first);
        refuse("{}: {} is given twice", options_->file, place_);
    }
    return found;
}

void msccl_reader::read_gpu(pugi::xml_node element, std::uint32_t gpu) {
    set_place("", "gpu", gpu);
    if (gpu >= gpu_count_) {
        fail_(fmt::format("ngpus is {}", gpu_count_));
    }
    msccl_gpu& read = program_.gpus[gpu];
    std::ranges::transform(
        std::array{"i_chunks", "o_chunks", "s_chunks"}, read.chunks.begin(),
        [&](const char* name) { return xml_number(element, name, xml_least::zero, fail_); });
    for (const pugi::xml_node each : element.children("copy")) {
        read.copies.push_back({xml_number(each, "i_off", xml_least::zero, fail_),
                               xml_number(each, "o_off", xml_least::zero, fail_)});
    }
    read.first_block = size_as<std::uint32_t>(program_.blocks);
    for (const auto& [number, block] : elements(element, "tb", "id")) {
        read_block(block, gpu, number);
        set_place("", "gpu", gpu);
    }
    read.last_block = size_as<std::uint32_t>(program_.blocks);
    check_channels(read);
    resolve_dependencies(read);
}

std::uint32_t msccl_reader::read_peer(pugi::xml_node element, const char* name,
                                      std::uint32_t gpu) const {
    const std::uint32_t peer = xml_number(element, name, xml_least::minus_one, fail_);
    if (peer != xml_none && peer >= gpu_count_) {
        fail_(fmt::format("peer {}: ngpus is {}", peer, gpu_count_));
    }
    if (peer == gpu) {
        fail_(fmt::format("peer {} is the gpu itself", peer));
    }
    return peer;
}

void msccl_reader::read_block(pugi::xml_node element, std::uint32_t gpu, std::uint32_t number) {
    const std::string outer = place_;
    set_place(outer, "tb", number);
    msccl_block block{.gpu = gpu,
                      .number = number,
                      .send_peer = read_peer(element, "send", gpu),
                      .receive_peer = read_peer(element, "recv", gpu),
                      .channel = xml_number(element, "chan", xml_least::minus_one, fail_),
                      .first_step = size_as<std::uint32_t>(program_.steps)};
    const bool has_peer = block.send_peer != msccl_none || block.receive_peer != msccl_none;
    if (block.channel == xml_none) {
        if (has_peer) {
            fail_("a thread block with peers without a channel");
        }
        block.channel = 0;
    }
    program_.blocks.push_back(block);
    const std::string here = place_;
    for (const auto& [step_number, step] : elements(element, "step", "s")) {
        set_place(here, "step", step_number);
        read_step(step, step_number);
        place_ = here;
    }
    program_.blocks.back().last_step = size_as<std::uint32_t>(program_.steps);
}

msccl_place msccl_reader::read_place(pugi::xml_node element, const char* buffer, const char* index,
                                     bool is_used) const {
    const std::string_view name = xml_text(element, buffer, fail_);
    const std::size_t place = name.size() == 1 ? msccl_buffer_names.find(name) : name.npos;
    if (place == name.npos) {
        fail_(fmt::format("unknown buffer {}", in_quotes(name)));
    }
    return {
        .buffer =
            std::array{msccl_buffer::input, msccl_buffer::output, msccl_buffer::scratch}.at(place),
        .index =
            xml_number(element, index, is_used ? xml_least::zero : xml_least::minus_one, fail_)};
}

void msccl_reader::check_peers(const msccl_step& step, const msccl_block& block) const {
    if (step.kind().sends && block.send_peer == msccl_none) {
        fail_("a send in a thread block without a peer to send to");
    }
    if (step.kind().receives && block.receive_peer == msccl_none) {
        fail_("a receive in a thread block without a peer to receive from");
    }
}

void msccl_reader::count_rows(const msccl_step& step) {
    (step.kind().sends ? rows_ : local_chunks_) += step.count;
    if (std::max(rows_, local_chunks_) > most_schedule_rows) {
        refuse_schedule(options_->file, fmt::format("more than {} rows", most_schedule_rows));
    }
}

void msccl_reader::read_step(pugi::xml_node element, std::uint32_t number) {
    const std::string_view name = xml_text(element, "type", fail_);
    const auto type =
        enumerator_of<msccl_step_type>(msccl_step_kinds, name, &msccl_step_kind::name);
    if (!type) {
        fail_(fmt::format("unknown type {}", in_quotes(name)));
    }
    msccl_step step{
        .type = *type, .number = number, .block = size_as<std::uint32_t>(program_.blocks) - 1};
    const msccl_step_kind& kind = step.kind();
    if (*type == msccl_step_type::nop) {
        for (const char* attribute : {"srcoff", "dstoff", "cnt"}) {
            [[maybe_unused]] const auto text = xml_text(element, attribute, fail_);
        }
    } else {
        step.source = read_place(element, "srcbuf", "srcoff", kind.reads_source);
        step.destination =
            read_place(element, "dstbuf", "dstoff", kind.writes || kind.reads_destination);
        step.count = xml_number(element, "cnt", xml_least::one, fail_);
    }
    check_peers(step, program_.blocks.back());
    count_rows(step);
    step.is_marked = xml_number(element, "hasdep", xml_least::minus_one, fail_, 0) == 1;
    const std::uint32_t block = xml_number(element, "depid", xml_least::minus_one, fail_, xml_none);
    const std::uint32_t other = xml_number(element, "deps", xml_least::minus_one, fail_, xml_none);
    if (block != xml_none) {
        dependencies_.push_back(
            {.step = size_as<std::uint32_t>(program_.steps), .block = block, .number = other});
    }
    program_.steps.push_back(step);
}

void msccl_reader::resolve_dependencies(const msccl_gpu& gpu) {
    const auto blocks =
        std::span{program_.blocks}.subspan(gpu.first_block, gpu.last_block - gpu.first_block);
    for (const stated_dependency& each : dependencies_) {
        const auto block = std::ranges::lower_bound(blocks, each.block, {}, &msccl_block::number);
        const bool has_block = block != blocks.end() && block->number == each.block;
        const auto steps = has_block ? std::span{program_.steps}.subspan(
                                           block->first_step, block->last_step - block->first_step)
                                     : std::span<msccl_step>{};
        const auto step = std::ranges::lower_bound(steps, each.number, {}, &msccl_step::number);
        if (step == steps.end() || step->number != each.number) {
            place_ = program_.place_of(each.step);
            fail_(fmt::format("depends on step {} of tb {}, which does not exist",
                              each.number == xml_none ? "-1" : fmt::format("{}", each.number),
                              each.block));
        }
        program_.steps[each.step].dependency =
            block->first_step + position_at<std::uint32_t>(steps, step);
    }
    dependencies_.clear();
}

void msccl_reader::check_channels(const msccl_gpu& gpu) {
    const auto check = [&](std::uint32_t msccl_block::*peer, std::string_view verb) {
        std::vector<std::array<std::uint32_t, 3>> ends;
        for (std::uint32_t i = gpu.first_block; i < gpu.last_block; ++i) {
            const msccl_block& block = program_.blocks[i];
            if (block.*peer != msccl_none) {
                ends.push_back({block.*peer, block.channel, block.number});
            }
        }
        std::ranges::sort(ends);
        const auto twice = std::ranges::adjacent_find(
            ends, [](const auto& a, const auto& b) { return a[0] == b[0] && a[1] == b[1]; });
        if (twice != ends.end()) {
            const auto& [other, channel, number] = *twice;
            fail_(fmt::format("the thread blocks {} and {} both {} {} over channel {}", number,
                              (*std::next(twice))[2], verb, other, channel));
        }
    };
    check(&msccl_block::send_peer, "send to");
    check(&msccl_block::receive_peer, "receive from");
}

}  // namespace

msccl_program read_msccl_program(std::string_view content, const schedule_options& options,
                                 std::vector<std::string>& remarks) {
    const schedule_xml document{content, options.file};
    msccl_program program = msccl_reader{document.root(), options}.read();
    add_broken_rules(program, document.root(), remarks);
    return program;
}

}  // namespace tutti
