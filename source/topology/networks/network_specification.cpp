#include "network_specification.hpp"

#include <ranges>

#include <fmt/ranges.h>

#include "network_kinds.hpp"

namespace tutti {
namespace {

/// Name in front of a value or factors.
std::string_view name_in(std::string_view specification) {
    return specification.substr(0, specification.find_first_of(":("));
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
        if (open == 0 && inside[i] == ',') {
            factors.push_back(inside.substr(begin, i - begin));
            begin = i + 1;
        }
    }
    factors.push_back(inside.substr(begin));
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
const network_kind* kind_of(std::string_view text) {
    for (const network_kind& kind : network_kinds()) {
        const bool has_factors = kind.content == network_content::factors;
        if (kind.name == (has_factors ? name_in(text) : split_specification(text).name)) {
            return &kind;
        }
    }
    return nullptr;
}

[[noreturn]] void refuse_kind(std::string_view text) {
    refuse("{} is an unknown network{}", in_quotes(text),
           did_you_mean(name_in(text), network_kinds(), &network_kind::name));
}

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

struct network_specification::parser {
    // NOLINTNEXTLINE(misc-no-recursion): as deep as products are nested
    static network_specification read(std::string_view text, int depth) {
        const network_kind* const kind = kind_of(text);
        if (kind == nullptr) {
            refuse_kind(text);
        }
        network_specification named{*kind};
        if (kind->content == network_content::factors) {
            named.factors_ = std::make_shared<const std::vector<network_specification>>(
                read_product(text, depth, *kind));
            return named;
        }
        const std::string_view value = split_specification(text).value.value_or("");
        const bool is_file = kind->content == network_content::file;
        if (kind->content == network_content::nothing) {
            if (text != kind->name) {
                refuse("{} has a size, but takes none; write {}", in_quotes(text), kind->form);
            }
            return named;
        }
        if (value.empty()) {
            refuse("{} lacks its {}; write {}", in_quotes(text), is_file ? "file" : "size",
                   kind->form);
        }
        if (is_file) {
            named.path_ = value;
        } else {
            named.numbers_ = kind->read(text, value, kind->range);
        }
        return named;
    }

    // NOLINTNEXTLINE(misc-no-recursion)
    static std::vector<network_specification> read_product(std::string_view text, int depth,
                                                           const network_kind& product) {
        if (depth == most_nesting) {
            refuse("{} is nested in {} products; at most {} are allowed", in_quotes(text), depth,
                   most_nesting - 1);
        }
        std::vector<network_specification> factors;
        for (const std::string_view factor : read_factors(text, product)) {
            factors.push_back(read(factor, depth + 1));
        }
        return factors;
    }
};

network_specification::network_specification() : kind_{&network_kinds().front()}, numbers_{0} {}

network_specification network_specification::parse(std::string_view text) {
    const network_kind* const kind = kind_of(text);
    const bool is_product = kind != nullptr && kind->content == network_content::factors;
    return in_whole(text, is_product, [&] { return parser::read(text, 0); });
}

std::string_view network_specification::kind() const noexcept { return kind_->name; }

std::span<const network_specification> network_specification::factors() const noexcept {
    return factors_ != nullptr ? std::span{*factors_} : std::span<const network_specification>{};
}

bool operator==(const network_specification& specification, const network_specification& other) {
    return specification.text() == other.text();
}

// NOLINTNEXTLINE(misc-no-recursion)
std::string network_specification::text() const {
    if (kind_->content == network_content::nothing) {
        return std::string{kind_->name};
    }
    if (kind_->content != network_content::factors) {
        return fmt::format("{}:{}{}", kind_->name, path_,
                           fmt::join(numbers_, std::string_view{&kind_->separator, 1}));
    }
    return fmt::format(
        "{}({})", kind_->name,
        fmt::join(factors() | std::views::transform(&network_specification::text), ","));
}

// NOLINTNEXTLINE(misc-no-recursion)
std::size_t network_specification::number_count() const {
    std::size_t count = numbers_.size();
    for (const network_specification& factor : factors()) {
        count += factor.number_count();
    }
    return count;
}

// NOLINTNEXTLINE(misc-no-recursion)
network_specification network_specification::changed(const change& to) const {
    network_specification other = *this;
    for (std::uint64_t& number : other.numbers_) {
        number = to(number, kind_->range);
    }
    if (factors_ != nullptr) {
        std::vector<network_specification> factors;
        for (const network_specification& factor : *factors_) {
            factors.push_back(factor.changed(to));
        }
        other.factors_ =
            std::make_shared<const std::vector<network_specification>>(std::move(factors));
    }
    return other;
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
            if (fits) {
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

}  // namespace tutti
