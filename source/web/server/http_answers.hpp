/// @file
/// Parsing of HTTP requests and making of answers.
#pragma once

#include <string_view>

#include <boost/beast/http/message.hpp>
#include <boost/beast/http/string_body.hpp>

#include "access.hpp"
#include "page_files.hpp"
#include "request.hpp"

namespace tutti::serve {

using request_type = boost::beast::http::request<boost::beast::http::string_body>;
using response_type = boost::beast::http::response<boost::beast::http::string_body>;

/// Internal header of answers, never sent: the file whose content is the body.
inline constexpr std::string_view file_header = "X-Tutti-File";

[[nodiscard]] inline std::string_view view_of(boost::beast::string_view text) {
    return {text.data(), text.size()};
}

[[nodiscard]] credentials credentials_of(const request_type& request);

[[nodiscard]] response_type response_of(const request_type& request, const answer& answer);
/// A file of the page, compressed for clients that accept that; without content for clients that
/// have it.
[[nodiscard]] response_type response_of(const request_type& request, const page_file& file);

/// Adds what every answer says, and how it goes out.
void complete(response_type& made, const request_type& request);

/// True for addresses that take files, networks and schedules, which may be longer than plans.
[[nodiscard]] bool takes_file(std::string_view target) noexcept;

/// The file of the page that belongs to an address, or null.
[[nodiscard]] const page_file* file_for(const request_target& target);

}  // namespace tutti::serve
