#include "xml_document.hpp"

#include <algorithm>
#include <iterator>

namespace tutti {

xml_document::xml_document(const file_entries& file) : file_{&file}, text_{file.content} {
    const pugi::xml_parse_result result = document_.load_buffer_inplace(
        text_.data(), text_.size(), pugi::parse_default | pugi::parse_doctype, pugi::encoding_utf8);
    for (const pugi::xml_node each : document_.children()) {
        if (each.type() == pugi::node_doctype) {
            file.fail(file.content.substr(file.content.find("<!DOCTYPE")),
                      "a DOCTYPE; entities are not expanded");
        }
    }
    if (result.status != pugi::status_ok) {
        file.fail(file.content.substr(static_cast<std::size_t>(result.offset)), "no XML: {}",
                  result.description());
    }
    collect_elements();
}

void xml_document::collect_elements() {
    int level = 0;
    for (pugi::xml_node each = document_.document_element(); !each.empty();) {
        if (each.type() == pugi::node_element) {
            elements_.push_back(each);
        }
        if (level > most_levels) {
            file_->fail(place(each), "more than {} levels of elements", most_levels);
        }
        level += each.first_child().empty() ? 0 : 1;
        pugi::xml_node next = each.first_child();
        for (; !each.empty() && next.empty(); each = each.parent()) {
            next = each.next_sibling();
            level -= next.empty() ? 1 : 0;
        }
        each = next;
    }
}

std::vector<pugi::xml_node> xml_document::all(std::string_view name) const {
    std::vector<pugi::xml_node> named;
    std::ranges::copy_if(elements_, std::back_inserter(named),
                         [&](pugi::xml_node each) { return local_name(each) == name; });
    return named;
}

std::string_view xml_document::place(pugi::xml_node node) const {
    const bool is_element = node.type() == pugi::node_element;
    const std::ptrdiff_t byte = node.offset_debug() - (is_element ? 1 : 0);
    return byte < 0 ? std::string_view{} : file_->content.substr(static_cast<std::size_t>(byte));
}

std::string_view xml_document::place(pugi::xml_node element, const char* attribute) const {
    const pugi::xml_attribute there = element.attribute(attribute);
    return there.empty()
               ? place(element)
               : file_->content.substr(static_cast<std::size_t>(there.name() - text_.data()));
}

std::string_view local_name(pugi::xml_node element) {
    const std::string_view name = element.name();
    return name.substr(name.rfind(':') + 1);
}

}  // namespace tutti
