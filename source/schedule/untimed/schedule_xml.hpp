/// @file
/// XML document of a schedule. Entities are not expanded, and document types are refused.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include <pugixml.hpp>

namespace tutti {

/// Parsed document of a file.
class schedule_xml {
public:
    /// @throws std::invalid_argument with the line for what is no XML, for a document type and for
    ///   elements that are nested too deeply
    schedule_xml(std::string_view content, const std::string& file);

    [[nodiscard]] pugi::xml_node root() const { return document_.document_element(); }

private:
    std::string text_;  // names and values are views into it
    pugi::xml_document document_;
};

/// Refuses an element with a text.
using xml_refusal = std::function<void(const std::string& text)>;

/// Value of an attribute that must be there.
[[nodiscard]] std::string_view xml_text(pugi::xml_node element, const char* name,
                                        const xml_refusal& fail);

/// Number that attributes with -1 have.
inline constexpr std::uint32_t xml_none = ~std::uint32_t{0};

/// Least number that an attribute may have.
enum class xml_least : std::uint8_t { minus_one, zero, one };

/// Value of an attribute that is a plain number up to 2^30, or -1.
/// @param otherwise value of an attribute that is missing; without it that is refused
[[nodiscard]] std::uint32_t xml_number(pugi::xml_node element, const char* name, xml_least least,
                                       const xml_refusal& fail,
                                       std::optional<std::uint32_t> otherwise = {});

}  // namespace tutti
