#include "msccl_rules.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <span>
#include <string_view>

#include <fmt/format.h>

namespace tutti {
namespace {

constexpr std::array algorithm_attributes{"name",     "proto",     "nchannels", "nchunksperloop",
                                          "ngpus",    "coll",      "inplace",   "minBytes",
                                          "maxBytes", "outofplace"};
constexpr std::array gpu_attributes{"id", "i_chunks", "o_chunks", "s_chunks"};
constexpr std::array copy_attributes{"i_off", "o_off"};
constexpr std::array block_attributes{"id", "send", "recv", "chan"};
constexpr std::array step_attributes{"s",      "type", "srcbuf", "srcoff", "dstbuf",
                                     "dstoff", "cnt",  "depid",  "deps",   "hasdep"};

// Counts broken rules and keeps the text of the first.
class rule_checker {
public:
    rule_checker(const msccl_program& program, pugi::xml_node root)
        : program_{&program}, root_{root} {}

    void check();
    [[nodiscard]] std::string remark() const {
        return fmt::format("runtime rules: {} broken, first: {}", broken_, first_);
    }
    [[nodiscard]] bool has_broken() const noexcept { return broken_ > 0; }

private:
    // The text is only made where it is needed.
    void require(bool is_kept, auto text) {
        if (!is_kept && broken_++ == 0) {
            first_ = text();
        }
    }
    void check_attributes(pugi::xml_node element, std::span<const char* const> names);
    void check_elements(pugi::xml_node gpu);
    void check_blocks(std::uint32_t gpu);
    void check_channels(const msccl_gpu& gpu, std::uint32_t number);
    void check_steps(const msccl_block& block);
    void check_step(std::uint32_t step);
    void check_cells(std::uint32_t step, const msccl_place& place);
    [[nodiscard]] std::string at(std::uint32_t step, std::string_view text) const {
        return fmt::format("{}: {}: {}", program_->file, program_->place_of(step), text);
    }

    const msccl_program* program_;
    pugi::xml_node root_;
    std::uint64_t broken_ = 0;
    std::string first_;
};

void rule_checker::check_attributes(pugi::xml_node element, std::span<const char* const> names) {
    for (const char* name : names) {
        require(!element.attribute(name).empty(),
                [&] { return fmt::format("{} lacks '{}'", element.name(), name); });
    }
}

void rule_checker::check_elements(pugi::xml_node gpu) {
    std::ptrdiff_t elements = 1;
    const auto check_children = [&](pugi::xml_node parent) {
        const auto children = std::ranges::distance(parent.children());
        elements += children;
        require(children <= msccl_limits::children, [&] {
            return fmt::format("a {} has {} children; at most {}", parent.name(), children,
                               msccl_limits::children);
        });
    };
    check_attributes(gpu, gpu_attributes);
    check_children(gpu);
    for (const pugi::xml_node each : gpu.children("copy")) {
        check_attributes(each, copy_attributes);
    }
    for (const pugi::xml_node block : gpu.children("tb")) {
        check_attributes(block, block_attributes);
        check_children(block);
        for (const pugi::xml_node step : block.children("step")) {
            check_attributes(step, step_attributes);
            const std::string_view mark = step.attribute("hasdep").as_string("0");
            require(mark == "0" || mark == "1",
                    [&] { return fmt::format("hasdep is '{}' in a step; 0 or 1", mark); });
        }
    }
    require(elements <= msccl_limits::elements_of_gpu, [&] {
        return fmt::format("gpu {} has {} elements; at most {}", gpu.attribute("id").value(),
                           elements, msccl_limits::elements_of_gpu);
    });
}

void rule_checker::check_cells(std::uint32_t step, const msccl_place& place) {
    const msccl_gpu& gpu = program_->gpus[program_->blocks[program_->steps[step].block].gpu];
    const std::uint32_t chunks = gpu.chunks.at(to_underlying(place.buffer));
    const std::uint64_t last = std::uint64_t{place.index} + program_->steps[step].count;
    require(place.index == msccl_none || last <= chunks, [&] {
        return at(step, fmt::format("{} is outside of {}_chunks, which is {}",
                                    place.text(program_->steps[step].count - 1),
                                    msccl_buffer_names[to_underlying(place.buffer)], chunks));
    });
}

void rule_checker::check_step(std::uint32_t step) {
    const msccl_step& each = program_->steps[step];
    require(each.number < msccl_limits::steps_of_block,
            [&] { return at(step, fmt::format("s is below {}", msccl_limits::steps_of_block)); });
    require(each.count < msccl_limits::count,
            [&] { return at(step, fmt::format("cnt is below {}", msccl_limits::count)); });
    if (each.type != msccl_step_type::nop) {
        check_cells(step, each.source);
        check_cells(step, each.destination);
    }
    if (each.dependency != msccl_none) {
        const msccl_step& other = program_->steps[each.dependency];
        require(other.is_marked, [&] {
            return at(step, fmt::format("waits for tb {} step {}, which has hasdep=0",
                                        program_->blocks[other.block].number, other.number));
        });
    }
}

void rule_checker::check_steps(const msccl_block& block) {
    const std::uint32_t steps = block.last_step - block.first_step;
    require(steps <= msccl_limits::steps_of_block, [&] {
        return fmt::format("gpu {} tb {} has {} steps; at most {}", block.gpu, block.number, steps,
                           msccl_limits::steps_of_block);
    });
    bool nop_waits = false;
    for (std::uint32_t i = block.first_step; i < block.last_step; ++i) {
        check_step(i);
        const msccl_step& step = program_->steps[i];
        const bool waits = step.dependency != msccl_none;
        if (step.type == msccl_step_type::nop) {
            nop_waits = nop_waits || waits;
        } else {
            require(waits || !nop_waits, [&] {
                return at(i, "the last dependency of a step is its own, not that of a nop");
            });
            nop_waits = false;
        }
    }
}

void rule_checker::check_channels(const msccl_gpu& gpu, std::uint32_t number) {
    std::map<std::uint32_t, std::array<std::size_t, 2>> ends;
    for (std::uint32_t i = gpu.first_block; i < gpu.last_block; ++i) {
        const msccl_block& block = program_->blocks[i];
        ends[block.channel][0] += block.send_peer == msccl_none ? 0 : 1;
        ends[block.channel][1] += block.receive_peer == msccl_none ? 0 : 1;
    }
    for (const auto& [channel, blocks] : ends) {
        require(std::ranges::max(blocks) <= msccl_limits::blocks_of_channel, [&, of = channel] {
            return fmt::format("gpu {}: more than {} blocks send or receive over channel {}",
                               number, msccl_limits::blocks_of_channel, of);
        });
    }
}

void rule_checker::check_blocks(std::uint32_t gpu) {
    const msccl_gpu& here = program_->gpus[gpu];
    for (std::uint32_t i = here.first_block; i < here.last_block; ++i) {
        const msccl_block& block = program_->blocks[i];
        require(block.number == i - here.first_block, [&] {
            return fmt::format("gpu {} tb {}: ids count from 0 without gaps", gpu, block.number);
        });
        require(block.channel < msccl_limits::channels, [&] {
            return fmt::format("gpu {} tb {}: chan is below {}", gpu, block.number,
                               msccl_limits::channels);
        });
        check_steps(block);
    }
    check_channels(here, gpu);
}

void rule_checker::check() {
    check_attributes(root_, algorithm_attributes);
    const std::string_view protocol = root_.attribute("proto").as_string("LL");
    require(protocol == "LL" || protocol == "LL128" || protocol == "Simple",
            [] { return std::string{"proto is LL, LL128 or Simple"}; });
    for (const pugi::xml_node gpu : root_.children("gpu")) {
        check_elements(gpu);
    }
    for (std::uint32_t i = 0; i < program_->gpus.size(); ++i) {
        check_blocks(i);
    }
}

}  // namespace

void add_broken_rules(const msccl_program& program, pugi::xml_node root,
                      std::vector<std::string>& remarks) {
    rule_checker rules{program, root};
    rules.check();
    if (rules.has_broken()) {
        remarks.push_back(rules.remark());
    }
}

}  // namespace tutti
