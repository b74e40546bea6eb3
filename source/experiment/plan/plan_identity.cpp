#include "plan_identity.hpp"

#include <algorithm>
#include <fstream>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

// Its macro makes xxHash part of this file, as its documentation says.
#ifndef XXH_INLINE_ALL
#define XXH_INLINE_ALL  // NOLINT(cppcoreguidelines-macro-usage)
#endif
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <xxhash.h>

#include "command_text.hpp"
#include "node/exact_number.hpp"
#include "util/file_content.hpp"
#include "util/value_syntax.hpp"

namespace tutti {
namespace {

constexpr std::string_view broadcaster_file = "file:";
constexpr std::string_view broadcaster_probability = "bernoulli:";

bool names_a_file(std::string_view parameter) {
    return parameter == "file" || parameter.ends_with("-file") || parameter.ends_with("_file");
}

// A clause that is thrown gets the specification in front.
std::string hash_for(std::string_view specification, const std::string& path) {
    try {
        return hash_of_file(path);
    } catch (const std::invalid_argument& why) {
        refuse("{} {}", in_quotes(specification), why.what());
    }
}

// NOLINTNEXTLINE(misc-no-recursion): no deeper than products may stand in products
void add_hashes(const network_specification& named, std::vector<std::string>& hashes) {
    if (!named.path().empty()) {
        hashes.push_back(hash_for(named.text(), named.path()));
    }
    for (const network_specification& factor : named.factors()) {
        add_hashes(factor, hashes);
    }
}

// The specification with `@HASH` in place of each path. @param next the first hash of its own
// NOLINTNEXTLINE(misc-no-recursion)
std::string text_by_content(const network_specification& named, std::string_view hashes,
                            std::size_t& next) {
    if (!named.path().empty()) {
        return fmt::format("{}:@{}", named.kind(), split(hashes, '+')[next++]);
    }
    if (named.factors().empty()) {
        return named.text();
    }
    std::vector<std::string> factors;
    for (const network_specification& factor : named.factors()) {
        factors.push_back(text_by_content(factor, hashes, next));
    }
    return fmt::format("{}({})", named.kind(), fmt::join(factors, ","));
}

// Replaces numbers that can be written in several forms. Whether there was one in another form.
bool reduce_numbers(experiment& asked) {
    bool is_changed = false;
    for (auto& [name, value] : asked.parameters) {
        const auto* const number = std::get_if<rational>(&value.content());
        if (number != nullptr && value.text() != to_string(*number)) {
            value = *number;
            is_changed = true;
        }
    }
    const std::string& set = asked.broadcasters.text();
    if (set.starts_with(broadcaster_probability)) {
        const std::string reduced =
            fmt::format("{}{}", broadcaster_probability,
                        in_lowest_terms(set.substr(broadcaster_probability.size())));
        if (reduced != set) {
            asked.broadcasters = broadcaster_specification::parse(reduced);
            is_changed = true;
        }
    }
    return is_changed;
}

bool may_have_other_forms(const experiment& asked) {
    return asked.broadcasters.text().starts_with(broadcaster_probability) ||
           std::ranges::any_of(asked.parameters, [](const auto& each) {
               return std::holds_alternative<rational>(each.second.content());
           });
}

// The same run with `@HASH` in place of each file.
void name_by_content(experiment& asked, const file_contents& read) {
    if (!read.network.empty()) {
        std::size_t next = 0;
        asked.network =
            network_specification::parse(text_by_content(asked.network, read.network, next));
    }
    if (!read.broadcasters.empty()) {
        asked.broadcasters = broadcaster_specification::parse(
            fmt::format("{}@{}", broadcaster_file, read.broadcasters));
    }
    for (const auto& [name, hash] : read.parameters) {
        asked.parameters[name] = "@" + hash;
    }
}

}  // namespace

std::string file_contents::text() const {
    std::string text;
    const auto add = [&](std::string_view role, const std::string& hash) {
        if (!hash.empty()) {
            text += fmt::format("{}{}:{}", text.empty() ? "" : " ", role, hash);
        }
    };
    add("network", network);
    add("broadcasters", broadcasters);
    for (const auto& [name, hash] : parameters) {
        add(name, hash);
    }
    return text;
}

std::string hash_of_file(const std::string& path) {
    constexpr file_kind any{.content = "the input of a run", .most_bytes = std::uint64_t{1} << 60U};
    constexpr std::size_t piece = std::size_t{1} << 16U;
    static_cast<void>(size_of_file(path, any));
    std::ifstream file{path, std::ios::binary};
    if (!file.is_open()) {
        refuse("cannot be read");
    }
    XXH3_state_t state;
    XXH3_128bits_reset(&state);
    std::vector<char> bytes(piece);
    while (file) {
        file.read(bytes.data(), std::ssize(bytes));
        XXH3_128bits_update(&state, bytes.data(), static_cast<std::size_t>(file.gcount()));
    }
    if (file.bad()) {
        refuse("cannot be read");
    }
    const XXH128_hash_t hash = XXH3_128bits_digest(&state);
    return fmt::format("{:016x}{:016x}", hash.high64, hash.low64);
}

std::string content_of(const network_specification& named) {
    std::vector<std::string> hashes;
    add_hashes(named, hashes);
    return fmt::format("{}", fmt::join(hashes, "+"));
}

std::string content_of(const broadcaster_specification& named) {
    const std::string& text = named.text();
    return text.starts_with(broadcaster_file) ? hash_for(text, text.substr(broadcaster_file.size()))
                                              : std::string{};
}

std::map<std::string, std::string> contents_of(const parameter_values& given) {
    std::map<std::string, std::string> contents;
    for (const auto& [name, value] : given) {
        const auto* const path = std::get_if<std::string>(&value.content());
        if (path != nullptr && names_a_file(name)) {
            contents[name] = hash_for(fmt::format("{}={}", name, *path), *path);
        }
    }
    return contents;
}

file_contents contents_of_files(const experiment& asked) {
    return {.network = content_of(asked.network),
            .broadcasters = collective_of(asked).takes_broadcasters ? content_of(asked.broadcasters)
                                                                    : std::string{},
            .parameters = contents_of(asked.parameters)};
}

plan_identity identity_of(const experiment& asked, const std::optional<slot>& slot_budget,
                          const file_contents& read) {
    plan_identity found{.plan = plan_text(asked, slot_budget), .content = read.text()};
    if (found.content.empty() && !may_have_other_forms(asked)) {
        return found;
    }
    experiment same = asked;
    name_by_content(same, read);
    std::string earlier_key = found.content.empty() ? found.plan : plan_text(same, slot_budget);
    if (reduce_numbers(same)) {
        found.identity = plan_text(same, slot_budget);
        found.earlier_key = found.identity == earlier_key ? "" : std::move(earlier_key);
    } else {
        found.identity = std::move(earlier_key);
    }
    if (found.identity == found.plan) {
        found.identity.clear();
    }
    return found;
}

}  // namespace tutti
