#include "http_answers.hpp"

#include <fmt/format.h>

#include "util/value_syntax.hpp"

namespace tutti::serve {
namespace {

namespace http = boost::beast::http;

constexpr std::string_view policy_header = "Content-Security-Policy";

// Loads nothing but what the server itself has, and no other site may show it in a frame.
constexpr std::string_view page_policy =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src "
    "'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

// A picture that is shown by itself has its colours in a style sheet of its own.
constexpr std::string_view picture_policy =
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'";

// Unless it says that it does not want it.
bool takes_compressed(const request_type& request) {
    for (const std::string_view each : split(view_of(request[http::field::accept_encoding]), ',')) {
        if (each.find("gzip") != std::string_view::npos) {
            const std::size_t weight = each.find("q=0");
            return weight == std::string_view::npos ||
                   each.find_first_of("123456789", weight) != std::string_view::npos;
        }
    }
    return false;
}

}  // namespace

credentials credentials_of(const request_type& request) {
    return {.host = view_of(request[http::field::host]),
            .origin = view_of(request[http::field::origin]),
            .authorization = view_of(request[http::field::authorization]),
            .cookie = view_of(request[http::field::cookie]),
            .fetch_site = view_of(request["Sec-Fetch-Site"]),
            .fetch_mode = view_of(request["Sec-Fetch-Mode"]),
            .fetch_destination = view_of(request["Sec-Fetch-Dest"]),
            .has_origin = request.find(http::field::origin) != request.end()};
}

response_type response_of(const request_type& request, const answer& answer) {
    response_type made{static_cast<http::status>(answer.status), request.version()};
    made.set(http::field::content_type, answer.type);
    made.set(http::field::cache_control, "no-store");
    const std::string disposition =
        answer.download_name.empty()
            ? ""
            : fmt::format("attachment; filename=\"{}\"", answer.download_name);
    const std::string_view policy =
        answer.policy.empty() && answer.type == "image/svg+xml" ? picture_policy : answer.policy;
    for (const auto& [name, text] :
         {std::pair<std::string_view, std::string_view>{policy_header, policy},
          {"Allow", answer.allowed},
          {"Location", answer.location},
          {"Content-Disposition", disposition},
          {file_header, answer.file}}) {
        if (!text.empty()) {
            made.set(name, text);
        }
    }
    made.body() = answer.body;
    return made;
}

// Files of the page change only with the program: browsers may keep them, and ask with their tag.
response_type response_of(const request_type& request, const page_file& file) {
    const std::string_view etags = view_of(request[http::field::if_none_match]);
    const bool is_known = etags == "*" || etags.find(file.etag) != std::string_view::npos;
    response_type made{is_known ? http::status::not_modified : http::status::ok, request.version()};
    made.set(http::field::content_type, file.type);
    made.set(http::field::cache_control, "no-cache");
    made.set(http::field::etag, file.etag);
    // The compressed and the plain form have one address, so that caches must keep them separate.
    made.set(http::field::vary, "Accept-Encoding");
    if (is_known) {
        return made;
    }
    const bool is_compressed = takes_compressed(request);
    if (is_compressed) {
        made.set(http::field::content_encoding, "gzip");
    }
    made.body() = is_compressed ? file.compressed : file.text;
    return made;
}

// Headers of protection apply to every response, also to errors; a response with its own policy
// keeps it.
void complete(response_type& made, const request_type& request) {
    made.set("X-Content-Type-Options", "nosniff");
    made.set("X-Frame-Options", "DENY");
    made.set("Referrer-Policy", "no-referrer");
    made.set("Cross-Origin-Opener-Policy", "same-origin");
    made.set("Cross-Origin-Resource-Policy", "same-origin");
    if (made.find(policy_header) == made.end()) {
        made.set(policy_header, page_policy);
    }
    made.keep_alive(request.keep_alive());
    if (request.method() == http::verb::head) {
        // As long as it would be, and not there.
        made.content_length(made.body().size());
        made.body().clear();
    } else if (made.result() != http::status::not_modified) {
        made.prepare_payload();
    }
}

bool takes_file(std::string_view target) noexcept {
    const std::string_view path = target.substr(0, target.find('?'));
    return path == "/api/1/graphs" || path == "/api/1/schedules";
}

const page_file* file_for(const request_target& target) {
    const auto& path = target.path;
    if (path.size() >= 2 && path[0] == "page") {
        return page_file_named(fmt::format("{}", fmt::join(path.begin() + 1, path.end(), "/")));
    }
    // Addresses of views all lead to the one page, which reads the address itself.
    const bool is_view =
        path.empty() || path[0] == "runs" || path[0] == "results" || path[0] == "schedule";
    return is_view && path.size() <= 2 ? page_file_named("index.html") : nullptr;
}

}  // namespace tutti::serve
