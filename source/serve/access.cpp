#include "access.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <system_error>

#include <boost/asio/ip/address.hpp>
#include <boost/asio/ip/host_name.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/random.h>

#include "tutti/topology/specification.hpp"

namespace tutti::serve {
namespace {

using boost::asio::ip::make_address;

constexpr std::string_view usual_port = ":80";
constexpr std::string_view scheme = "http://";
constexpr std::string_view bearer = "Bearer ";

std::string in_brackets(std::string_view address) {
    return address.find(':') == std::string_view::npos ? std::string{address}
                                                       : fmt::format("[{}]", address);
}

bool is_bracketed_address(std::string_view host) {
    return host.size() > 2 && host.front() == '[' && host.back() == ']'
               ? is_address(host.substr(1, host.size() - 2))
               : is_address(host);
}

// The value of a name among those of a cookie header, or nothing.
std::string_view value_in(std::string_view cookies, std::string_view name) {
    for (const std::string_view each : split(cookies, ';')) {
        const std::size_t begin = std::min(each.find_first_not_of(' '), each.size());
        const std::string_view pair = each.substr(begin);
        if (pair.size() > name.size() && pair.starts_with(name) && pair[name.size()] == '=') {
            return pair.substr(name.size() + 1);
        }
    }
    return {};
}

}  // namespace

access_rules::access_rules(std::string_view address, unsigned port, std::string token)
    : port_{std::to_string(port)}, own_{in_brackets(address)}, token_{std::move(token)} {
    const auto parsed = make_address(address);
    is_any_ = parsed.is_unspecified();
    is_loopback_ = parsed.is_loopback() || is_any_;
}

std::string access_rules::why_foreign(const credentials& given) const {
    if (!is_own_host(given.host)) {
        return fmt::format("Host: {} is another server; this one is {}:{}", in_quotes(given.host),
                           own_, port_);
    }
    if (given.has_origin && given.origin != fmt::format("{}{}", scheme, given.host)) {
        return fmt::format("Origin: {} is another server's page", in_quotes(given.origin));
    }
    return {};
}

bool access_rules::is_own_host(std::string_view host) const {
    const std::string suffix = ":" + port_;
    const bool has_port = host.ends_with(suffix);
    if (!has_port && suffix != usual_port) {
        return false;
    }
    const std::string_view name = has_port ? host.substr(0, host.size() - suffix.size()) : host;
    // An address is no name that somebody else could let lead here.
    return name == own_ ||
           (is_any_ && (is_bracketed_address(name) || name == name_of_this_machine())) ||
           (is_loopback_ && (name == "localhost" || name == "127.0.0.1" || name == "[::1]"));
}

bool access_rules::is_token(std::string_view text) const noexcept {
    std::size_t different = text.size() ^ token_.size();
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char own = token_.empty() ? '\0' : token_[i % token_.size()];
        different |= text[i] == own ? 0U : 1U;
    }
    return different == 0 && !token_.empty();
}

bool access_rules::knows_token(const credentials& given) const {
    if (!needs_token()) {
        return true;
    }
    if (given.authorization.starts_with(bearer)) {
        return is_token(given.authorization.substr(bearer.size()));
    }
    return is_token(value_in(given.cookie, "tutti_" + port_));
}

std::string access_rules::cookie() const {
    return fmt::format("tutti_{}={}; HttpOnly; SameSite=Strict; Path=/", port_, token_);
}

bool is_address(std::string_view text) {
    boost::system::error_code wrong;
    static_cast<void>(make_address(text, wrong));
    return !wrong;
}

bool is_of_this_machine_alone(std::string_view address) {
    return make_address(address).is_loopback();
}

std::string name_of_this_machine() {
    boost::system::error_code wrong;
    std::string name = boost::asio::ip::host_name(wrong);
    return wrong ? std::string{} : name;
}

std::string new_token() {
    std::array<unsigned char, 16> bytes{};
    if (::getrandom(bytes.data(), bytes.size(), 0) != static_cast<::ssize_t>(bytes.size())) {
        throw std::system_error{errno, std::generic_category(), "no randomness for a token"};
    }
    return fmt::format("{:02x}", fmt::join(bytes, ""));
}

}  // namespace tutti::serve
