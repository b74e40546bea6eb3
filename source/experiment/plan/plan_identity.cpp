#include "plan_identity.hpp"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <utility>
#include <variant>

// Its macro makes xxHash part of this file, as its documentation says.
#ifndef XXH_INLINE_ALL
#define XXH_INLINE_ALL  // NOLINT(cppcoreguidelines-macro-usage)
#endif
#include <fmt/format.h>
#include <xxhash.h>

#include "node/exact_number.hpp"
#include "plan_command_line.hpp"
#include "util/collect.hpp"
#include "util/file_content.hpp"
#include "util/value_syntax.hpp"

namespace tutti {
namespace {

constexpr std::string_view broadcaster_probability = "bernoulli:";

// A clause that is thrown gets the specification in front.
std::string hash_for(std::string_view specification, const std::string& path) {
    try {
        return hash_of_file(path);
    } catch (const std::invalid_argument& why) {
        refuse("{} {}", in_quotes(specification), why.what());
    }
}

// Replaces numbers that can be written in several forms. Whether there was one in another form.
bool reduce_numbers(experiment& plan) {
    bool is_changed = false;
    for (auto& [name, value] : plan.parameters) {
        const auto* const number = std::get_if<rational>(&value.content());
        if (number != nullptr && value.text() != to_string(*number)) {
            value = *number;
            is_changed = true;
        }
    }
    const std::string& set = plan.broadcasters.text();
    if (set.starts_with(broadcaster_probability)) {
        const std::string reduced =
            fmt::format("{}{}", broadcaster_probability,
                        in_lowest_terms(set.substr(broadcaster_probability.size())));
        if (reduced != set) {
            plan.broadcasters = broadcaster_specification::parse(reduced);
            is_changed = true;
        }
    }
    return is_changed;
}

// This check saves the copy of a plan in most sweeps.
bool may_have_other_forms(const experiment& plan) {
    return plan.broadcasters.text().starts_with(broadcaster_probability) ||
           std::ranges::any_of(plan.parameters, [](const auto& each) {
               return std::holds_alternative<rational>(each.second.content());
           });
}

// The same run with `@HASH` in place of each file; its options stay.
void name_by_content(experiment& plan, const file_contents& read) {
    if (!read.network.empty()) {
        std::vector<std::string> paths;
        for (const network_specification& each : networks_of_files(plan.network)) {
            const auto hash = split(read.network, '+')[paths.size()];
            paths.push_back(fmt::format("@{}{}", hash, each.file_options()));
        }
        std::span<const std::string> next{paths};
        plan.network = network_specification::parse(text_with_paths(plan.network, next),
                                                    library_networks(), unknown_networks::kept);
    }
    if (!read.broadcasters.empty()) {
        plan.broadcasters = broadcaster_specification::parse(
            fmt::format("{}@{}", broadcaster_file, read.broadcasters));
    }
    for (const auto& [name, hash] : read.parameters) {
        plan.parameters[name] = "@" + hash;
    }
}

}  // namespace

bool names_a_file(std::string_view parameter) noexcept {
    return parameter == "file" || parameter.ends_with("-file") || parameter.ends_with("_file");
}

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

// Files are hashed in pieces of 64 KiB, so that their size does not matter.
std::string hash_of_file(const std::string& path) {
    constexpr file_kind any{.content = "the input of a run", .most_bytes = std::uint64_t{1} << 60U};
    constexpr std::size_t piece = std::size_t{1} << 16U;
    [[maybe_unused]] const std::uint64_t size = size_of_file(path, any);
    std::ifstream file{path, std::ios::binary};
    // The size is asked for its checks alone: a directory or a pipe is refused.
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

// NOLINTNEXTLINE(misc-no-recursion): no deeper than products are nested
std::vector<network_specification> networks_of_files(const network_specification& named) {
    if (!named.path().empty()) {
        return {named};
    }
    std::vector<network_specification> networks;
    for (const network_specification& factor : named.factors()) {
        std::ranges::move(networks_of_files(factor), std::back_inserter(networks));
    }
    return networks;
}

// NOLINTNEXTLINE(misc-no-recursion): no deeper than products are nested
std::string text_with_paths(const network_specification& named,
                            std::span<const std::string>& paths) {
    if (!named.path().empty() && !paths.empty()) {
        const std::string& path = paths.front();
        paths = paths.subspan(1);
        return fmt::format("{}:{}", named.kind(), path);
    }
    if (named.factors().empty()) {
        return named.text();
    }
    return fmt::format("{}({})", named.kind(),  // NOLINTNEXTLINE(misc-no-recursion)
                       joined_texts(named.factors(), ",", [&](const network_specification& factor) {
                           return text_with_paths(factor, paths);
                       }));
}

std::string content_of(const network_specification& named) {
    return joined_texts(networks_of_files(named), "+", [](const network_specification& each) {
        return hash_for(each.text(), each.path());
    });
}

std::string content_of(const broadcaster_specification& named) {
    const std::string& text = named.text();
    return text.starts_with(broadcaster_file) ? hash_for(text, text.substr(broadcaster_file.size()))
                                              : std::string{};
}

std::map<std::string, std::string> contents_of(const parameter_values& values) {
    std::map<std::string, std::string> contents;
    for (const auto& [name, value] : values) {
        const auto* const path = std::get_if<std::string>(&value.content());
        if (path != nullptr && names_a_file(name)) {
            contents[name] = hash_for(fmt::format("{}={}", name, *path), *path);
        }
    }
    return contents;
}

// Only files that the run reads count: broadcasters may be named where no use is made of them.
file_contents contents_of_files(const experiment& plan) {
    return {.network = content_of(plan.network),
            .broadcasters = collective_of(plan).takes_broadcasters ? content_of(plan.broadcasters)
                                                                   : std::string{},
            .parameters = contents_of(plan.parameters)};
}

plan_identity identity_of(const experiment& plan, const std::optional<slot>& slot_budget,
                          const file_contents& read) {
    plan_identity identity{.plan = plan_text(plan, slot_budget), .content = read.text()};
    if (identity.content.empty() && !may_have_other_forms(plan)) {
        return identity;
    }
    experiment same = plan;
    name_by_content(same, read);
    // Stores of earlier versions have runs under a key without reduced numbers, which is kept to
    // find them.
    std::string earlier_key =
        identity.content.empty() ? identity.plan : plan_text(same, slot_budget);
    if (reduce_numbers(same)) {
        identity.identity = plan_text(same, slot_budget);
        identity.earlier_key = identity.identity == earlier_key ? "" : std::move(earlier_key);
    } else {
        identity.identity = std::move(earlier_key);
    }
    if (identity.identity == identity.plan) {
        identity.identity.clear();
    }
    return identity;
}

}  // namespace tutti
