#include "schedule_xml.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "schedule/foreign_schedule.hpp"
#include "util/value_syntax.hpp"

namespace tutti {
namespace {

constexpr std::uint64_t most_of_attribute = std::uint64_t{1} << 30U;

[[noreturn]] void refuse_xml(std::string_view before, const std::string& file,
                             std::string_view text) {
    const auto lines = std::ranges::count(before, '\n');
    refuse_schedule(fmt::format("{}:{}", file, lines + 1), text);
}

// The element after this one in the order of the document; `level` counts the elements around it.
pugi::xml_node next_element(pugi::xml_node each, int& level) {
    if (const pugi::xml_node child = each.first_child(); !child.empty()) {
        ++level;
        return child;
    }
    for (; !each.empty(); each = each.parent(), --level) {
        if (const pugi::xml_node next = each.next_sibling(); !next.empty()) {
            return next;
        }
    }
    return {};
}

}  // namespace

schedule_xml::schedule_xml(std::string_view content, const std::string& file) : text_{content} {
    const pugi::xml_parse_result result = document_.load_buffer_inplace(
        text_.data(), text_.size(), pugi::parse_default | pugi::parse_doctype, pugi::encoding_utf8);
    for (const pugi::xml_node each : document_.children()) {
        if (each.type() == pugi::node_doctype) {
            refuse_xml(content.substr(0, content.find("<!DOCTYPE")), file,
                       "document type declarations are not read");
        }
    }
    if (result.status != pugi::status_ok) {
        refuse_xml({content.begin(), content.begin() + result.offset}, file,
                   fmt::format("no XML: {}", result.description()));
    }
    int level = 1;
    for (pugi::xml_node each = root(); !each.empty(); each = next_element(each, level)) {
        if (level > most_schedule_nesting) {
            refuse_schedule(file,
                            fmt::format("more than {} levels of elements", most_schedule_nesting));
        }
    }
}

std::string_view xml_text(pugi::xml_node element, const char* name, const xml_refusal& fail) {
    const pugi::xml_attribute attribute = element.attribute(name);
    if (attribute.empty()) {
        fail(fmt::format("the attribute '{}' is missing", name));
    }
    return attribute.value();
}

std::uint32_t xml_number(pugi::xml_node element, const char* name, xml_least least,
                         const xml_refusal& fail, std::optional<std::uint32_t> otherwise) {
    if (otherwise && element.attribute(name).empty()) {
        return *otherwise;
    }
    const std::string_view text = xml_text(element, name, fail);
    if (least == xml_least::minus_one && text == "-1") {
        return xml_none;
    }
    const std::uint64_t low = least == xml_least::one ? 1 : 0;
    const auto number = number_between<std::uint32_t>(text, low, most_of_attribute);
    if (!number) {
        fail(fmt::format("{} {} is no number from {} on", name, in_quotes(text),
                         least == xml_least::minus_one ? "-1"
                         : low == 1                    ? "1"
                                                       : "0"));
    }
    return number.value_or(0);
}

}  // namespace tutti
