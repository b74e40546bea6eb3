#include "request.hpp"

#include <boost/json.hpp>
// The library itself, which is in its headers too: one package less.
#include <boost/url/src.hpp>

#include "util/json_values.hpp"
#include "util/value_syntax.hpp"

namespace tutti::serve {
namespace {

namespace urls = boost::urls;

constexpr std::size_t most_target_bytes = 4096;

// Segments are decoded here. An encoded slash or a control character could make another path of
// them.
bool is_plain(std::string_view part) {
    return std::ranges::none_of(part, [](char sign) {
        const auto code = static_cast<unsigned char>(sign);
        return code < 0x20 || code == 0x7f || sign == '/' || sign == '\\';
    });
}

[[noreturn]] void refuse_target(std::string_view text) {
    throw refusal{400, fmt::format("{} is not an address here", in_quotes(text))};
}

}  // namespace

request_target parse_target(std::string_view text) {
    // The text is cut before it is parsed, which bounds the work for a target that is too long.
    const auto parsed = urls::parse_origin_form(text.substr(0, most_target_bytes));
    if (text.size() > most_target_bytes || !parsed) {
        refuse_target(text);
    }
    request_target target;
    for (const std::string part : parsed->segments()) {
        const bool is_root = part.empty() && parsed->encoded_path() == "/";
        if (is_root) {
            continue;
        }
        // No part of the server resolves relative paths, so that they are refused rather than
        // normalised.
        if (part.empty() || part == "." || part == ".." || !is_plain(part)) {
            refuse_target(text);
        }
        target.path.push_back(part);
    }
    for (const auto each : parsed->params()) {
        target.query.emplace(each.key, each.value);
    }
    return target;
}

answer answer_of(const refusal& why) {
    const boost::json::object object{
        {"error", {{"field", or_null(why.field())}, {"text", one_line(why.what())}}}};
    return {.status = why.status(),
            .body = boost::json::serialize(object) + "\n",
            .allowed = why.allowed()};
}

}  // namespace tutti::serve
