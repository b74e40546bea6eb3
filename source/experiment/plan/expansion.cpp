#include "expansion.hpp"

#include <optional>

#include "util/value_syntax.hpp"

namespace tutti {

struct expansion::parser {
    std::string_view whole;

    // The items between braces.
    [[nodiscard]] part group(std::string_view before, std::string_view inside) const {
        part made{.before = std::string{before}, .items = {}, .size = 0};
        for (const std::string_view each : separated(inside)) {
            made.items.push_back(item_of(each));
            made.size += made.items.back().count;
        }
        return made;
    }

    // At commas outside parentheses.
    static std::vector<std::string_view> separated(std::string_view inside) {
        std::vector<std::string_view> parts;
        int depth = 0;
        std::size_t begin = 0;
        for (std::size_t i = 0; i < inside.size(); ++i) {
            depth += inside[i] == '(' ? 1 : inside[i] == ')' ? -1 : 0;
            if (inside[i] == ',' && depth == 0) {
                parts.push_back(inside.substr(begin, i - begin));
                begin = i + 1;
            }
        }
        parts.push_back(inside.substr(begin));
        return parts;
    }

    [[nodiscard]] item item_of(std::string_view word) const {
        if (word.empty()) {
            refuse("{} has an empty item between its braces; write {{4,8}} or {{4..12}}",
                   in_quotes(whole));
        }
        const std::size_t dots = word.find("..");
        const auto first = number_between(word.substr(0, dots), 0, most);
        // A word with dots but without a number in front of them is text, such as a path.
        if (dots == std::string_view::npos || !first) {
            return {.text = std::string{word}};
        }
        return range_from(word, *first, word.substr(dots + 2));
    }

    // Range after the first two dots: `B`, `B..S` or `B*F`.
    [[nodiscard]] item range_from(std::string_view word, std::uint64_t first,
                                  std::string_view rest) const {
        const std::size_t dots = rest.find("..");
        const std::size_t star = rest.find('*');
        const auto last = number_between(rest.substr(0, std::min(dots, star)), 0, most);
        const auto step = dots == std::string_view::npos
                              ? std::optional<std::uint64_t>{1}
                              : number_between(rest.substr(dots + 2), 1, most);
        const auto factor = star == std::string_view::npos
                                ? std::optional<std::uint64_t>{1}
                                : number_between(rest.substr(star + 1), 2, most);
        const bool has_both = dots != std::string_view::npos && star != std::string_view::npos;
        // A factor needs a first number above 0, or the range would never advance.
        if (!last || !step || !factor || has_both || (*factor > 1 && first == 0)) {
            refuse("{}: {} is not a range; write A..B, A..B..STEP or A..B*FACTOR", in_quotes(whole),
                   in_quotes(word));
        }
        if (*last < first) {
            refuse("{}: {} ends before it begins; write {}..{}", in_quotes(whole), in_quotes(word),
                   *last, first);
        }
        item made{.text = {}, .first = first, .step = *step, .factor = *factor};
        made.count =
            *factor > 1 ? count_of_multiples(first, *last, *factor) : (*last - first) / *step + 1;
        return made;
    }

    // The division keeps the product below `last`, and thus from an overflow.
    static std::uint64_t count_of_multiples(std::uint64_t first, std::uint64_t last,
                                            std::uint64_t factor) {
        std::uint64_t count = 1;
        for (std::uint64_t at = first; at <= last / factor; at *= factor) {
            ++count;
        }
        return count;
    }

    static constexpr std::uint64_t most = std::uint64_t{1} << 62U;
};

expansion expansion::parse(std::string_view text) {
    const parser reader{text};
    expansion made;
    std::string_view rest = text;
    for (std::size_t open = rest.find_first_of("{}"); open != std::string_view::npos;
         open = rest.find_first_of("{}")) {
        // Braces do not nest: the next brace after an opening one has to close it.
        const std::size_t close = rest.find_first_of("{}", open + 1);
        if (rest[open] == '}' || close == std::string_view::npos || rest[close] == '{') {
            refuse("{} has braces that do not come in pairs side by side, as in a{{1,2}}b{{3..9}}",
                   in_quotes(text));
        }
        part next = reader.group(rest.substr(0, open), rest.substr(open + 1, close - open - 1));
        // The number of values is limited before they are made, by a division that cannot overflow.
        if (next.size > most_values / made.size_) {
            refuse("{} expands to more than {} values", in_quotes(text), most_values);
        }
        made.size_ *= next.size;
        made.parts_.push_back(std::move(next));
        rest.remove_prefix(close + 1);
    }
    made.parts_.push_back({.before = std::string{rest}, .items = {}});
    return made;
}

std::string expansion::item::at(std::uint64_t which) const {
    if (!text.empty()) {
        return text;
    }
    std::uint64_t number = first;
    if (factor > 1) {
        for (std::uint64_t i = 0; i < which; ++i) {
            number *= factor;
        }
        return std::to_string(number);
    }
    return std::to_string(number + which * step);
}

// The last group varies fastest, as the last digit of a number does.
std::string expansion::at(std::uint64_t which) const {
    std::string made;
    std::uint64_t below = size_;
    for (const part& each : parts_) {
        made += each.before;
        below /= each.size;
        std::uint64_t place = which / below % each.size;
        for (const item& one : each.items) {
            if (place < one.count) {
                made += one.at(place);
                break;
            }
            place -= one.count;
        }
    }
    return made;
}

}  // namespace tutti
