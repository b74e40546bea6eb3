#include <algorithm>

#include <fmt/ranges.h>

#include "file_formats.hpp"
#include "text_fields.hpp"
#include "tutti/topology/grid.hpp"
#include "util/value_syntax.hpp"

namespace tutti {
namespace {

/// Reader of the networks of ASTRA-sim: a product of rings, complete graphs and switches.
class astra_reader {
public:
    explicit astra_reader(file_entries& file) : file_{&file} {}

    void read() {
        const std::string dimensions = quantity(kinds_.size(), "dimension");
        for (const auto* const name : {"npus_count", "bandwidth", "latency"}) {
            const auto values = lists_.all(name);
            if (values.size() != kinds_.size() || values.empty()) {
                const std::string_view place =
                    values.empty() ? std::string_view{} : values[0]->place;
                file_->fail_line(place, "{} for {}{}", quantity(values.size(), "count"), dimensions,
                                 values.empty() ? fmt::format(" in {}", name) : "");
            }
        }
        const std::vector<std::uint64_t> sides = read_sides();
        const std::vector<int> copies = copies_of_bandwidths();
        npus_ = file_->nodes;
        for (std::uint64_t i = 0, stride = 1; i < sides.size(); stride *= sides[i++]) {
            add_dimension(*kinds_[i], sides[i], stride, copies[i]);
        }
        file_->left_out.emplace_back("latency");
    }

private:
    std::vector<std::uint64_t> read_sides() {
        std::vector<std::uint64_t> sides;
        std::uint64_t links = 0;
        file_->nodes = 1;
        for (const text_field* const count : lists_.all("npus_count")) {
            const auto& [name, place, kind, fields] = *kinds_[sides.size()];
            const auto side = number_between(count->value, 2, grid::most_nodes);
            if (!side || (kind != "Ring" && kind != "FullyConnected" && kind != "Switch")) {
                file_->fail(place, "{} of {}; Ring, FullyConnected or Switch of 2 or more",
                            in_double_quotes(kind), in_double_quotes(count->value));
            }
            sides.push_back(*side);
            file_->nodes *= *side;
            links += kind == "FullyConnected" ? *side : 1;
            file_->require_room(file_->nodes, file_->nodes);
            file_->require_room(file_->nodes, file_->nodes * links);
        }
        return sides;
    }

    /// Parallel links in each dimension.
    [[nodiscard]] std::vector<int> copies_of_bandwidths() const {
        std::vector<double> ratios;
        for (const text_field* const each : lists_.all("bandwidth")) {
            ratios.push_back(decimal_value(each->value).value_or(0));
            if (ratios.back() <= 0) {
                file_->fail(each->place, "{} is no bandwidth", in_double_quotes(each->value));
            }
        }
        const std::string bandwidths = fmt::format("{}", fmt::join(ratios, " and "));
        const double least = *std::ranges::min_element(ratios);
        std::vector<int> copies;
        bool are_counts = true;
        for (const double each : ratios) {
            copies.push_back(static_cast<int>(std::min<double>(each / least, most_copies)));
            are_counts = are_counts && each == least * copies.back();
        }
        if (file_->options.is("weights", "ignore")) {
            copies.assign(copies.size(), 1);
            return copies;
        }
        if (std::ranges::max(ratios) > least && (!are_counts || !file_->options.has("weights"))) {
            std::string counts = fmt::format("{}", fmt::join(copies, " and "));
            counts.insert(counts.find(' '), copies[0] == 1 ? " link" : " links");
            file_->fail_line(lists_.all("bandwidth")[0]->place, "bandwidths {}; {}weights=ignore",
                             bandwidths,
                             are_counts ? fmt::format("weights=parallel ({}) or ", counts) : "");
        }
        return copies;
    }

    void add_dimension(const text_field& kind, std::uint64_t side, std::uint64_t stride,
                       int copies) {
        const auto add = [&](std::uint64_t from, std::uint64_t to) {
            file_->add_copies(from, to, kind.place, kind.place, copies);
        };
        for (std::uint64_t npu = 0; npu < npus_; ++npu) {
            const std::uint64_t digit = npu / stride % side;
            const std::uint64_t first = npu - digit * stride;
            if (kind.value == "Switch") {
                add(npu, file_->nodes + npu / stride / side * stride + npu % stride);
            } else if (kind.value == "Ring" && (digit + 1 < side || side > 2)) {
                add(npu, first + (digit + 1) % side * stride);
            }
            for (std::uint64_t i = 0; kind.value == "FullyConnected" && i < digit; ++i) {
                add(npu, first + i * stride);
            }
        }
        for (std::uint64_t i = 0; kind.value == "Switch" && i < npus_ / side; ++i) {
            file_->add_switch(file_->nodes++);
        }
    }

    file_entries* file_;
    text_field lists_ = parse_fields(*file_, file_->content);
    std::vector<const text_field*> kinds_ = lists_.all("topology");
    std::uint64_t npus_ = 0;
};

}  // namespace

void read_astra(file_entries& file) { astra_reader{file}.read(); }

}  // namespace tutti
