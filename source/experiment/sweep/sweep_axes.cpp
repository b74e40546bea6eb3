#include "sweep_axes.hpp"

#include <algorithm>
#include <iterator>

#include "experiment/candidates.hpp"
#include "experiment/plan/plan_identity.hpp"
#include "experiment/plan/plan_schema.hpp"
#include "util/value_syntax.hpp"

namespace tutti {
namespace {

constexpr std::uint64_t any_seed = ~std::uint64_t{0};

// The denominator leaves room for the product with a number of nodes.
constexpr std::int64_t most_parts_of_percent = 10'000'000;

// The share of the nodes that `percent` is, which is text of the specification `whole`.
rational share_in(std::string_view percent, std::string_view whole) {
    const rational number = [&] {
        try {
            return parse_rational(percent);
        } catch (const std::invalid_argument& why) {
            refuse("{} is not a share: {}", in_quotes(whole), why.what());
        }
    }();
    if (number <= 0 || number > 100 || number.denominator() > most_parts_of_percent) {
        refuse(
            "{} is not a share; write a number above 0 and at most 100, as random:50%, in lowest "
            "terms with a denominator up to {}",
            in_quotes(whole), most_parts_of_percent);
    }
    return number / 100;
}

}  // namespace

const std::vector<const plan_field*>& swept_fields() {
    static const std::vector<const plan_field*> fields = [] {
        std::vector<const plan_field*> made = fields_of_text();
        std::erase_if(made, [](const plan_field* field) { return !field->is_axis; });
        return made;
    }();
    return fields;
}

std::size_t sweep_axes::size_of(const plan_field& field) const {
    const std::string_view name = field.name();
    return name == "network"        ? networks.size()
           : name == "broadcasters" ? broadcasters.size()
           : name == "set"          ? settings.size()
                                    : std::max<std::size_t>(1, texts.values(name).size());
}

std::uint64_t sweep_axes::cell_count() const {
    std::uint64_t count = algorithms.size();
    for (const plan_field* const field : swept_fields()) {
        count = bounded_product(count, size_of(*field));
    }
    return count;
}

candidate_request swept_request() {
    return {.common = {.built_network = hypercube{hypercube::most_dimensions}}};
}

// The content is hashed before the network is read, so that a change in between is detected.
sweep_network read_network(const network_specification& named, std::uint64_t most_bytes) {
    std::string content = content_of(named);
    return {.named = named, .outline = named.outline(most_bytes), .content = std::move(content)};
}

broadcaster_share broadcaster_share::parse(std::string_view text) {
    broadcaster_share read;
    read.text_ = text;
    if (text.empty() || text.back() != '%') {
        const auto checked = broadcaster_specification::parse(text);
        return read;
    }
    const std::size_t colon = text.rfind(':');
    const std::size_t begin = colon == std::string_view::npos ? 0 : colon + 1;
    read.share_ = share_in(text.substr(begin, text.size() - 1 - begin), text);
    read.text_ = text.substr(0, begin);
    // The form is checked with a number in place of the share.
    const auto checked = broadcaster_specification::parse(read.text_ + "1");
    return read;
}

broadcaster_specification broadcaster_share::among(std::size_t participants) const {
    if (!share_) {
        return broadcaster_specification::parse(text_);
    }
    // The number is rounded to the nearest, and is 1 at least.
    const rational number = *share_ * rational{participants} + rational{1, 2};
    return broadcaster_specification::parse(
        text_ + std::to_string(std::max<std::int64_t>(1, number.floor())));
}

std::vector<seed_range> parse_seeds(std::string_view text) {
    std::vector<seed_range> seeds;
    for (const std::string_view each : split(text, ',')) {
        const std::size_t dash = each.find('-');
        const auto first = number_between(each.substr(0, dash), 0, any_seed);
        const auto last = dash == std::string_view::npos
                              ? first
                              : number_between(each.substr(dash + 1), 0, any_seed);
        if (!first || !last) {
            refuse(
                "{} is not a seed; write N, A-B, or several of these with commas between, each {}",
                in_quotes(each), whole_number_from(0, any_seed));
        }
        if (*last < *first) {
            refuse("{} ends before it begins; write {}-{}", in_quotes(each), *last, *first);
        }
        seeds.push_back({.first = *first, .last = *last});
    }
    std::vector<seed_range> sorted = seeds;
    // Overlaps are found in sorted order; the result keeps the order that was given.
    std::ranges::sort(sorted, {}, &seed_range::first);
    const auto twice = std::ranges::adjacent_find(
        sorted,
        [](const seed_range& one, const seed_range& next) { return next.first <= one.last; });
    if (twice != sorted.end()) {
        refuse("{} has {} twice; list it once", in_quotes(text), std::next(twice)->first);
    }
    return seeds;
}

}  // namespace tutti
