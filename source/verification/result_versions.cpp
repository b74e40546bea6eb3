#include "result_versions.hpp"

#include <utility>

namespace tutti {
namespace {

constexpr std::string_view first_schema_name = "tutti.result/1";

// Nothing is done if the new name is there or the old one is not.
void move_key(boost::json::object& from, std::string_view before, boost::json::object& to,
              std::string_view name) {
    boost::json::value* const value = from.if_contains(before);
    if (value != nullptr && !to.contains(name)) {
        boost::json::value moved = std::move(*value);
        from.erase(before);
        to[name] = std::move(moved);
    }
}

}  // namespace

bool is_result_schema(const boost::json::value& name) noexcept {
    const boost::json::string* const text = name.if_string();
    return text != nullptr && (*text == result_schema_name || *text == first_schema_name);
}

boost::json::object upgraded_result(boost::json::object read) {
    move_key(read, "task", read, "collective");
    move_key(read, "told", read, "known");
    if (boost::json::value* const senders = read.if_contains("broadcasters");
        senders != nullptr && senders->is_object()) {
        boost::json::object parts = std::move(senders->as_object());
        move_key(parts, "packets", read, "messages");
        read["broadcasters"] = std::move(parts);
    }
    return read;
}

}  // namespace tutti
