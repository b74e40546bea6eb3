#include <algorithm>
#include <array>
#include <cstdint>
#include <iterator>
#include <map>
#include <sstream>
#include <utility>

#include <fmt/format.h>
#include <pugixml.hpp>

#include "msccl_blocks.hpp"
#include "schedule/row_verifier.hpp"
#include "schedule/untimed/msccl_rules.hpp"
#include "schedule_text.hpp"
#include "util/counts.hpp"
#include "util/value_syntax.hpp"

namespace tutti {
namespace {

constexpr std::array<std::pair<schedule_collective, const char*>, 5> written_collectives{
    {{schedule_collective::allgather, "allgather"},
     {schedule_collective::alltoall, "alltoall"},
     {schedule_collective::broadcast, "broadcast"},
     {schedule_collective::allreduce, "allreduce"},
     {schedule_collective::reduce_scatter, "reduce_scatter"}}};

const char* collective_name(const foreign_schedule& schedule) {
    const auto* const name = std::ranges::find(written_collectives, schedule.collective,
                                               &std::pair<schedule_collective, const char*>::first);
    if (name == written_collectives.end()) {
        refuse_schedule(schedule.file,
                        fmt::format("MSCCL XML has no {}; it has allgather, alltoall, broadcast, "
                                    "allreduce and reduce-scatter",
                                    name_of(schedule.collective)));
    }
    return name->second;
}

// Sums of the format count every contribution, and one that comes twice is wrong.
void check_overlaps(const foreign_schedule& schedule) {
    if (!schedule.may_overlap) {
        return;
    }
    foreign_schedule strict = schedule;
    strict.may_overlap = false;
    constexpr std::uint64_t any_bytes = ~std::uint64_t{0};
    const schedule_findings findings = verify_rows(strict, any_bytes);
    if (!findings.faults.empty()) {
        refuse("{} (MSCCL XML has no minimum and no maximum)", findings.faults.front().line());
    }
}

void check_contents(const foreign_schedule& schedule) {
    constexpr std::uint64_t most_chunks = std::uint64_t{1} << 30U;
    const std::uint64_t others = schedule.node_count() - schedule.participant_count();
    if (others > 0) {
        refuse_schedule(
            schedule.file,
            fmt::format("{} of {} {} no messages; every GPU of MSCCL XML has some", others,
                        quantity(schedule.node_count(), "node"), others == 1 ? "has" : "have"));
    }
    if (schedule.messages > most_chunks / schedule.pieces) {
        refuse_schedule(schedule.file, fmt::format("MSCCL XML would have {} chunks; at most {}",
                                                   grouped(schedule.messages * schedule.pieces),
                                                   grouped(most_chunks)));
    }
    check_overlaps(schedule);
}

/// Refuses programs that have more of something than runtimes of the format take.
class limit_checker {
public:
    explicit limit_checker(const foreign_schedule& schedule) : schedule_{&schedule} {}

    void check(const written_program& program) {
        require(program.channels, msccl_limits::channels, "channels");
        for (gpu_ = 0; gpu_ < program.gpus.size(); ++gpu_) {
            check_blocks(program.gpus[gpu_].blocks());
        }
    }

private:
    void require(auto number, auto most, std::string_view things) const {
        if (std::cmp_greater(number, most)) {
            refuse_schedule(schedule_->file,
                            fmt::format("gpu {} would have {} {}; MSCCL XML has at most {}", gpu_,
                                        number, things, most));
        }
    }

    void check_blocks(std::span<const written_block> blocks) {
        std::map<std::pair<std::uint32_t, bool>, std::size_t> ends;
        std::ptrdiff_t elements = 1 + std::ssize(blocks);
        for (const written_block& block : blocks) {
            require(block.steps.size(), msccl_limits::steps_of_block, "steps in a thread block");
            elements += std::ssize(block.steps);
            if (block.peer != msccl_none) {
                ++ends[{block.channel, block.sends}];
            }
        }
        for (const auto& [end, count] : ends) {
            require(count, msccl_limits::blocks_of_channel,
                    end.second ? "thread blocks that send over a channel"
                               : "thread blocks that receive over a channel");
        }
        require(blocks.size(), msccl_limits::children, "thread blocks");
        require(elements, msccl_limits::elements_of_gpu, "steps and thread blocks");
    }

    const foreign_schedule* schedule_;
    std::uint32_t gpu_ = 0;
};

/// Document of a program. Every element has all attributes, which runtimes ask for.
class msccl_document {
public:
    explicit msccl_document(const foreign_schedule& schedule) : schedule_{&schedule} {}

    [[nodiscard]] std::string text(const written_program& program) {
        const pugi::xml_node root = document_.append_child("algo");
        const char* const collective = collective_name(*schedule_);
        set(root, "name",
            schedule_->is_network_named
                ? fmt::format("{} {}", collective, printable(schedule_->network_text))
                : collective);
        set(root, "proto", "Simple");
        set(root, "nchannels", program.channels);
        set(root, "nchunksperloop", program.chunks_a_loop);
        set(root, "ngpus", program.gpus.size());
        set(root, "coll", collective);
        set(root, "inplace", program.is_in_place ? 1 : 0);
        set(root, "outofplace", program.is_in_place ? 0 : 1);
        set(root, "minBytes", 0);
        constexpr std::uint32_t most_bytes = std::uint32_t{1} << 30U;
        set(root, "maxBytes", most_bytes);
        for (std::size_t gpu = 0; gpu < program.gpus.size(); ++gpu) {
            add_gpu(root, gpu, program);
        }
        std::ostringstream to;
        document_.save(to, "  ", pugi::format_indent | pugi::format_no_declaration);
        return std::move(to).str();
    }

private:
    static void set(pugi::xml_node element, const char* name, const auto& value) {
        element.append_attribute(name).set_value(fmt::format("{}", value).c_str());
    }
    // A number, or -1 for none.
    static void set_number(pugi::xml_node element, const char* name, std::uint32_t number) {
        set(element, name, number == msccl_none ? "-1" : fmt::format("{}", number));
    }

    static void add_gpu(pugi::xml_node root, std::size_t gpu, const written_program& program) {
        pugi::xml_node element = root.append_child("gpu");
        set(element, "id", gpu);
        constexpr std::array names{"i_chunks", "o_chunks", "s_chunks"};
        for (std::size_t i = 0; i < names.size(); ++i) {
            set(element, names.at(i), program.chunks[gpu].at(i));
        }
        const auto blocks = program.gpus[gpu].blocks();
        for (std::size_t i = 0; i < blocks.size(); ++i) {
            const written_block& block = blocks[i];
            const pugi::xml_node child = element.append_child("tb");
            set(child, "id", i);
            set_number(child, "send", block.sends ? block.peer : msccl_none);
            set_number(child, "recv", block.sends ? msccl_none : block.peer);
            set(child, "chan", block.channel);
            for (std::size_t step = 0; step < block.steps.size(); ++step) {
                add_step(child, step, block.steps[step]);
            }
        }
    }

    static void add_step(pugi::xml_node block, std::size_t number, const written_step& step) {
        const pugi::xml_node element = block.append_child("step");
        set(element, "s", number);
        set(element, "type", msccl_step_kinds.at(to_underlying(step.type)).name);
        set(element, "srcbuf", msccl_buffer_names[to_underlying(step.source.buffer)]);
        set_number(element, "srcoff", step.source.index);
        set(element, "dstbuf", msccl_buffer_names[to_underlying(step.destination.buffer)]);
        set_number(element, "dstoff", step.destination.index);
        set(element, "cnt", step.count);
        set_number(element, "depid", step.waits_for.block);
        set_number(element, "deps", step.waits_for.step);
        set(element, "hasdep", step.is_marked ? 1 : 0);
    }

    const foreign_schedule* schedule_;
    pugi::xml_document document_{};
};

}  // namespace

std::string to_msccl_xml(const foreign_schedule& schedule) {
    (void)collective_name(schedule);
    check_contents(schedule);
    const written_program program = blocks_of(schedule);
    limit_checker{schedule}.check(program);
    return msccl_document{schedule}.text(program);
}

bool is_msccl_xml_line(std::string_view line) noexcept { return line.starts_with("<algo "); }

}  // namespace tutti
