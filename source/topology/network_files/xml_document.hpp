/// @file
/// XML document of a network file, with the places of its parts. Entities are not expanded.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <pugixml.hpp>

#include "file_entries.hpp"

namespace tutti {

/// Parsed document; elements have the names without namespaces.
class xml_document {
public:
    /// @throws network_file_fault for what is no XML, for a DOCTYPE and for too many levels
    explicit xml_document(const file_entries& file);

    /// All elements of this name, in the order of the file.
    [[nodiscard]] std::vector<pugi::xml_node> all(std::string_view name) const;
    /// Place of an element, with its bracket, or of another node.
    [[nodiscard]] std::string_view place(pugi::xml_node node) const;
    /// Place of an attribute, or of the element if that lacks it.
    [[nodiscard]] std::string_view place(pugi::xml_node element, const char* attribute) const;

private:
    void collect_elements();

    const file_entries* file_;
    std::string text_;  // the document's names and values are views into it
    pugi::xml_document document_;
    std::vector<pugi::xml_node> elements_;
};

/// Name of an element without its namespace.
[[nodiscard]] std::string_view local_name(pugi::xml_node element);

}  // namespace tutti
