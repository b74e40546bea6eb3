/// @file
/// Texts of options by name.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tutti {

/// Texts by the names of options or fields, as written. What is not given is not there. Names may
/// begin with two dashes, which do not count.
class option_values {
public:
    [[nodiscard]] bool has(std::string_view name) const { return !values(name).empty(); }

    /// The first text, or nothing.
    [[nodiscard]] std::optional<std::string> value(std::string_view name) const {
        const auto& texts = values(name);
        return texts.empty() ? std::nullopt : std::optional{texts.front()};
    }

    [[nodiscard]] const std::vector<std::string>& values(std::string_view name) const {
        static const std::vector<std::string> none;
        const auto position = texts_.find(without_dashes(name));
        return position == texts_.end() ? none : position->second;
    }

    /// Replaces the texts of a name; no text: it is not given.
    void set(std::string_view name, std::vector<std::string> texts) {
        if (texts.empty()) {
            texts_.erase(std::string{without_dashes(name)});
        } else {
            texts_.insert_or_assign(std::string{without_dashes(name)}, std::move(texts));
        }
    }

    friend bool operator==(const option_values&, const option_values&) = default;

private:
    [[nodiscard]] static constexpr std::string_view without_dashes(std::string_view name) noexcept {
        return name.substr(name.starts_with("--") ? 2 : 0);
    }

    std::map<std::string, std::vector<std::string>, std::less<>> texts_;
};

}  // namespace tutti
