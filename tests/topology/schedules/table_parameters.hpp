/// @file
/// Parameters of a row of the reference figures.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <sstream>
#include <string>

namespace support {

/// `name=value` words by name; words without `=` belong to the value before them.
class table_parameters {
public:
    explicit table_parameters(const std::string& text) {
        std::istringstream words{text};
        std::string name;
        for (std::string word; words >> word;) {
            if (const std::size_t end = word.find('='); end != std::string::npos) {
                name = word.substr(0, end);
                values_[name] = word.substr(end + 1);
            } else {
                values_[name] += " " + word;
            }
        }
    }

    [[nodiscard]] const std::string& text(const std::string& name) const {
        return values_.at(name);
    }
    [[nodiscard]] std::uint32_t number(const std::string& name) const {
        return static_cast<std::uint32_t>(std::stoul(text(name)));
    }
    [[nodiscard]] std::optional<std::uint32_t> detour() const {
        return text("detour") == "any" ? std::nullopt : std::optional{number("detour")};
    }

private:
    std::map<std::string, std::string> values_;
};

}  // namespace support
