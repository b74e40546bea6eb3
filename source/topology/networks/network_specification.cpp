#include "network_specification.hpp"

#include <ranges>
#include <tuple>

#include <fmt/ranges.h>

#include "network_kinds.hpp"
#include "topology/network_files/file_options.hpp"
#include "util/collect.hpp"

namespace tutti {
namespace {

/// Name in front of a value or factors.
std::string_view name_in(std::string_view specification) {
    return specification.substr(0, specification.find_first_of(":("));
}

/// Adds a factor, or makes it a part of the last if that is a file that it is an option of.
void add_factor(std::vector<std::string_view>& factors, std::string_view text) {
    if (!factors.empty() && continues_network_file(factors.back(), text)) {
        factors.back() = {factors.back().data(), text.data() + text.size()};
    } else {
        factors.push_back(text);
    }
}

/// Cuts the inside of a product's parentheses at its own commas; null if it closes more parentheses
/// than it opens, or fewer.
std::optional<std::vector<std::string_view>> factors_in(std::string_view inside) {
    std::vector<std::string_view> factors;
    int open = 0;
    std::size_t begin = 0;
    for (std::size_t i = 0; i < inside.size(); ++i) {
        open += inside[i] == '(' ? 1 : 0;
        open -= inside[i] == ')' ? 1 : 0;
        if (open < 0) {
            return std::nullopt;
        }
        if (inside[i] == '"') {
            i += written_path(inside.substr(i)).size() - 1;
        } else if (open == 0 && inside[i] == ',') {
            add_factor(factors, inside.substr(begin, i - begin));
            begin = i + 1;
        }
    }
    add_factor(factors, inside.substr(begin));
    return open == 0 ? std::optional{factors} : std::nullopt;
}

/// Factors in a product's parentheses.
std::vector<std::string_view> read_factors(std::string_view text, const network_kind& product) {
    const std::string_view after = text.substr(product.name.size());
    if (!after.starts_with('(') || !after.ends_with(')')) {
        refuse("{} lacks its factors in parentheses; write {}", in_quotes(text), product.form);
    }
    const auto factors = factors_in(after.substr(1, after.size() - 2));
    if (!factors) {
        refuse("{} has parentheses that do not match; write {}", in_quotes(text), product.form);
    }
    if (factors->size() < 2 || factors->size() > product_shape::most_factors) {
        refuse("{} is a product of {}; use 2 to {} factors", in_quotes(text),
               factors->size() == 1 ? "1 factor" : fmt::format("{} factors", factors->size()),
               product_shape::most_factors);
    }
    return *factors;
}

/// Null if there is none; factors follow a name without a colon.
const network_kind* kind_of(std::string_view text, const network_families& families) {
    const network_kind* const kind = families.find(name_in(text));
    const bool has_factors = kind != nullptr && kind->content == network_content::factors;
    return has_factors || name_in(text) == split_specification(text).name ? kind : nullptr;
}

[[noreturn]] void refuse_kind(std::string_view text, const network_families& families) {
    refuse("{} is an unknown network{}", in_quotes(text),
           did_you_mean(name_in(text), families.kinds(),
                        [](const network_kind* kind) { return kind->name; }));
}

// A name is a word of a command line, and a factor of a product.
bool is_word(std::string_view text) noexcept {
    return !text.empty() && std::ranges::none_of(text, [](char symbol) {
        return symbol <= ' ' || symbol >= 0x7F ||
               std::string_view{"(),{}'\"\\$`"}.find(symbol) != std::string_view::npos;
    });
}

constexpr std::string_view unnamed_links = "graph:FILE";

/// Specification of a network, from its structure.
class specification_writer {
public:
    std::string operator()(const grid& lines) const {
        const std::vector<int> sides = lines.sides();
        const bool is_closed = lines.edge() == grid_edge::closed;
        const char* const line = is_closed ? "ring" : "path";
        const char* const name = lines.edge() == grid_edge::folded ? "folded-torus"
                                 : sides.size() == 1               ? line
                                 : is_closed                       ? "torus"
                                                                   : "array";
        return fmt::format("{}:{}", name, fmt::join(sides, "x"));
    }
    std::string operator()(const hypercube& cube) const {
        return fmt::format("hypercube:{}", cube.dimensions());
    }
    // NOLINTNEXTLINE(misc-no-recursion): as deep as products are nested
    std::string operator()(const graph& links) const { return std::visit(*this, links.shape()); }
    std::string operator()(const listed_shape& any) const {
        return any.name.empty() ? std::string{unnamed_links} : any.name;
    }
    std::string operator()(const complete_shape& complete) const {
        return fmt::format("complete:{}", complete.nodes);
    }
    std::string operator()(const ccc_shape& ccc) const { return fmt::format("ccc:{}", ccc.levels); }
    std::string operator()(const butterfly_shape& butterfly) const {
        return fmt::format("butterfly:{}", butterfly.levels);
    }
    std::string operator()(const debruijn_shape& debruijn) const {
        return fmt::format("debruijn:{}", debruijn.bits);
    }
    // NOLINTNEXTLINE(misc-no-recursion)
    std::string operator()(const product_shape& product) const {
        const auto name_of = [](const network& each) {
            return std::visit(specification_writer{}, each);
        };
        return fmt::format("product({})",
                           fmt::join(product.factors() | std::views::transform(name_of), ","));
    }
};

/// Smaller numbers to try, the smallest first.
std::vector<std::uint64_t> below(std::uint64_t number) {
    constexpr std::uint64_t small = 32;
    // Up to 32 all numbers are tried, and beyond that powers of two: the search stays short.
    std::vector<std::uint64_t> smaller;
    for (std::uint64_t next = 1; next < number; next = next < small ? next + 1 : 2 * next) {
        smaller.push_back(next);
    }
    if (number > 1 && smaller.back() != number - 1) {
        smaller.push_back(number - 1);
    }
    return smaller;
}

}  // namespace

void network_specification::read_value(std::string_view text) {
    const std::string_view value = split_specification(text).value.value_or("");
    const bool is_file = kind_->content == network_content::file;
    const bool is_code = kind_->content == network_content::code;
    if (value.empty()) {
        refuse("{} lacks its {}; write {}", in_quotes(text),
               is_file   ? "file"
               : is_code ? "text"
                         : "size",
               kind_->form);
    }
    if (is_file || is_code) {
        word_ = value;
        check_file(text);
        return;
    }
    numbers_ = kind_->read == nullptr ? read_numbers(text, value, *kind_)
                                      : kind_->read(text, value, kind_->range);
    if (const std::string why = mismatch(); !why.empty()) {
        refuse("{}: {}", in_quotes(text), why);
    }
}

struct network_specification::parser {
    const network_families* families;
    unknown_networks unknown;

    [[nodiscard]] network_specification read_name(std::string_view text) const {
        if (unknown == unknown_networks::refused || !is_word(text)) {
            refuse_kind(text, *families);
        }
        network_specification named{named_network_kind()};
        named.word_ = text;
        return named;
    }

    // NOLINTNEXTLINE(misc-no-recursion): as deep as products are nested
    [[nodiscard]] network_specification read(std::string_view text, int depth) const {
        const network_kind* const kind = kind_of(text, *families);
        if (kind == nullptr) {
            return read_name(text);
        }
        network_specification named{*kind};
        if (kind->content == network_content::factors) {
            named.factors_ = std::make_shared<const std::vector<network_specification>>(
                read_product(text, depth, *kind));
            return named;
        }
        if (kind->content == network_content::nothing) {
            if (text != kind->name) {
                refuse("{} has a size, but takes none; write {}", in_quotes(text), kind->form);
            }
            return named;
        }
        named.read_value(text);
        return named;
    }

    // NOLINTNEXTLINE(misc-no-recursion)
    [[nodiscard]] std::vector<network_specification> read_product(
        std::string_view text, int depth, const network_kind& product) const {
        if (depth == most_nesting) {
            refuse("{} is nested in {} products; at most {} are allowed", in_quotes(text), depth,
                   most_nesting - 1);
        }
        return vector_of(read_factors(text, product),  // NOLINTNEXTLINE(misc-no-recursion)
                         [&](std::string_view factor) { return read(factor, depth + 1); });
    }
};

network_specification::network_specification() : kind_{&network_kinds().front()}, numbers_{0} {}

network_specification network_specification::parse(std::string_view text,
                                                   const network_families& families,
                                                   unknown_networks unknown) {
    const network_kind* const kind = kind_of(text, families);
    const bool is_product = kind != nullptr && kind->content == network_content::factors;
    return in_whole(text, is_product, [&] {
        return parser{.families = &families, .unknown = unknown}.read(text, 0);
    });
}

network_specification network_specification::of(const network& net) {
    const auto* const cube = std::get_if<hypercube>(&net);
    if (cube != nullptr && cube->dimensions() == 0) {
        return {};
    }
    const std::string text = specification_of(net);
    if (text.find(unnamed_links) != std::string::npos) {
        refuse("the network of {} has no name; give the graph one: graph{{nodes, links, name}}",
               quantity(tutti::node_count(net), "node"));
    }
    return parse(text, library_networks(), unknown_networks::kept);
}

std::string_view network_specification::kind() const noexcept {
    return is_name() ? name_in(word_) : kind_->name;
}

void network_specification::check_file(std::string_view whole) const {
    try {
        (void)path();
    } catch (const std::invalid_argument& why) {
        refuse("{}: {}", in_quotes(whole), why.what());
    }
}

std::string network_specification::path() const {
    return kind_->content == network_content::file ? parse_network_file_name(word_).path : "";
}

std::string network_specification::file_options() const {
    return path().empty() ? "" : word_.substr(written_path(word_).size());
}

bool network_specification::is_name() const noexcept {
    return kind_->content == network_content::name;
}

bool network_specification::is_own() const noexcept {
    return is_name() || kind_->family != nullptr;
}

std::span<const network_specification> network_specification::factors() const noexcept {
    return factors_ != nullptr ? std::span{*factors_} : std::span<const network_specification>{};
}

bool operator==(const network_specification& specification, const network_specification& other) {
    return specification.text() == other.text();
}

// NOLINTNEXTLINE(misc-no-recursion)
std::string network_specification::text() const {
    if (kind_->content == network_content::nothing || is_name()) {
        return is_name() ? word_ : std::string{kind_->name};
    }
    if (kind_->words != nullptr) {
        return fmt::format("{}:{}", kind_->name, kind_->words()[numbers_[0]]);
    }
    if (kind_->content != network_content::factors) {
        return fmt::format("{}:{}{}", kind_->name, word_,
                           fmt::join(numbers_, std::string_view{&kind_->separator, 1}));
    }
    return fmt::format(
        "{}({})", kind_->name,
        fmt::join(factors() | std::views::transform(&network_specification::text), ","));
}

// NOLINTNEXTLINE(misc-no-recursion)
std::size_t network_specification::number_count() const {
    return total_of(factors(), &network_specification::number_count, numbers_.size());
}

// NOLINTNEXTLINE(misc-no-recursion)
network_specification network_specification::changed(const change& to) const {
    network_specification other = *this;
    for (std::size_t i = 0; i < other.numbers_.size(); ++i) {
        other.numbers_[i] = to(other.numbers_[i], kind_->range_of(i));
    }
    if (factors_ != nullptr) {
        // NOLINTNEXTLINE(misc-no-recursion)
        const auto change_one = [&](const network_specification& factor) {
            return factor.changed(to);
        };
        other.factors_ = std::make_shared<const std::vector<network_specification>>(
            vector_of(*factors_, change_one));
    }
    return other;
}

// NOLINTNEXTLINE(misc-no-recursion)
std::string network_specification::mismatch() const {
    for (const network_specification& factor : factors()) {
        if (std::string why = factor.mismatch(); !why.empty()) {
            return why;
        }
    }
    return kind_->mismatch == nullptr ? "" : kind_->mismatch(numbers_);
}

// Numbers are counted in the order in which they are written.
std::vector<network_specification> network_specification::smaller(std::size_t which) const {
    std::vector<std::uint64_t> numbers;
    std::ignore = changed([&](std::uint64_t number, const number_range& /*range*/) {
        numbers.push_back(number);
        return number;
    });
    const std::uint64_t number = numbers[which];

    std::vector<network_specification> specifications;
    const auto add = [&](bool equal_ones_too) {
        for (const std::uint64_t less : below(number)) {
            std::size_t index = 0;
            bool fits = true;
            network_specification edited =
                changed([&](std::uint64_t old, const number_range& range) {
                    const bool is_meant = index++ == which || (equal_ones_too && old == number);
                    fits = fits && (!is_meant || range.contains(less));
                    return is_meant ? less : old;
                });
            if (fits && edited.mismatch().empty()) {
                specifications.push_back(std::move(edited));
            }
        }
    };
    add(false);
    if (std::ranges::count(numbers, number) > 1) {
        add(true);
    }
    return specifications;
}

std::string specification_of(const network& net) { return std::visit(specification_writer{}, net); }

}  // namespace tutti
