#include "size_function.hpp"

#include <algorithm>
#include <iterator>
#include <set>
#include <tuple>

#include "util/counts.hpp"

namespace tutti {
namespace {

// Size at which two lines meet; null for parallel ones.
std::optional<exact_number> meeting(const size_line& a, const size_line& b) {
    if (a.seconds_a_byte == b.seconds_a_byte) {
        return std::nullopt;
    }
    return exact_number{(a.seconds - b.seconds) / (b.seconds_a_byte - a.seconds_a_byte)};
}

// True if `a` is less than `b` at the size, or there alike and less a little above.
bool is_less_above(const size_line& a, const size_line& b, const exact_number& bytes) {
    return std::tuple{a.at(bytes), a.seconds_a_byte} < std::tuple{b.at(bytes), b.seconds_a_byte};
}

}  // namespace

size_function size_function::largest(std::span<const size_line> lines) {
    std::set<exact_number> bends{0};
    for (const size_line& a : lines) {
        for (const size_line& b : lines) {
            if (const auto bytes = meeting(a, b); bytes && *bytes > 0) {
                bends.insert(*bytes);
            }
        }
    }
    size_function made;
    made.parts_.clear();
    for (const exact_number& from : bends) {
        const auto most = std::ranges::max_element(
            lines,
            [&](const size_line& a, const size_line& b) { return is_less_above(a, b, from); });
        if (made.parts_.empty() || made.parts_.back().line != *most) {
            made.parts_.push_back({.from = from, .line = *most});
        }
    }
    return made;
}

const size_line& size_function::line_at(const exact_number& bytes) const {
    const auto after = std::ranges::upper_bound(parts_, bytes, {}, &part::from);
    return std::prev(after)->line;
}

std::vector<exact_number> size_function::bends_with(const size_function& other) const {
    std::set<exact_number> bends;
    for (const auto& parts : {parts_, other.parts_}) {
        for (const part& each : parts) {
            bends.insert(each.from);
        }
    }
    return {bends.begin(), bends.end()};
}

void size_function::add(const size_function& other, const exact_number& times) {
    std::vector<part> sum;
    for (const exact_number& from : bends_with(other)) {
        const size_line& own = line_at(from);
        const size_line& more = other.line_at(from);
        sum.push_back(
            {.from = from,
             .line = {.seconds = own.seconds + times * more.seconds,
                      .seconds_a_byte = own.seconds_a_byte + times * more.seconds_a_byte}});
    }
    parts_ = std::move(sum);
}

std::optional<exact_number> size_function::falls_behind(const size_function& other,
                                                        const exact_number& bytes) const {
    std::vector<exact_number> bends = bends_with(other);
    std::erase_if(bends, [&](const exact_number& each) { return each <= bytes; });
    bends.insert(bends.begin(), bytes);
    for (std::size_t i = 0; i < bends.size(); ++i) {
        const size_line& own = line_at(bends[i]);
        const size_line& rival = other.line_at(bends[i]);
        if (i > 0 && is_less_above(rival, own, bends[i])) {
            return bends[i];
        }
        auto met = meeting(own, rival);
        const bool is_inside =
            met && *met > bends[i] && (i + 1 == bends.size() || *met < bends[i + 1]);
        if (is_inside && rival.seconds_a_byte < own.seconds_a_byte) {
            return met;
        }
    }
    return std::nullopt;
}

std::vector<best_from> lower_envelope(std::span<const size_function> functions,
                                      const exact_number& low, const exact_number& high) {
    const auto best_at = [&](const exact_number& bytes) {
        const auto least = std::ranges::min_element(
            functions, [&](const size_function& a, const size_function& b) {
                return is_less_above(a.line_at(bytes), b.line_at(bytes), bytes);
            });
        return position_at(functions, least);
    };
    std::vector<best_from> envelope;
    std::optional<exact_number> next = low;
    while (next && *next <= high) {
        const exact_number here = *next;
        const auto which = best_at(here);
        const size_function& best = functions[which];
        envelope.push_back({.bytes = here, .which = which});
        next.reset();
        for (const size_function& each : functions) {
            const auto bytes = best.falls_behind(each, here);
            if (bytes && (!next || *bytes < *next)) {
                next = bytes;
            }
        }
    }
    return envelope;
}

}  // namespace tutti
