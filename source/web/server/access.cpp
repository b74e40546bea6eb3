#include "access.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <optional>
#include <system_error>

#include <boost/asio/ip/address.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/random.h>

#include "util/file_content.hpp"
#include "util/host_name.hpp"
#include "util/value_syntax.hpp"

namespace tutti::serve {
namespace {

constexpr std::string_view usual_port = ":80";
constexpr std::string_view scheme = "http://";
constexpr std::string_view bearer = "Bearer ";

using boost::asio::ip::address;

// Nothing of a text that is no address in numbers, or that has the name of an interface.
std::optional<address> parsed(std::string_view text) {
    boost::system::error_code wrong;
    const address made = boost::asio::ip::make_address(text, wrong);
    const bool is_address = !wrong && text.find('%') == std::string_view::npos;
    return is_address ? std::optional{made} : std::nullopt;
}

// IPv6 addresses in a Host header are in brackets, as their colons would look like a port.
std::string in_brackets(std::string_view text) {
    return text.find(':') == std::string_view::npos ? std::string{text} : fmt::format("[{}]", text);
}

bool is_bracketed_address(std::string_view host) {
    return host.size() > 2 && host.front() == '[' && host.back() == ']'
               ? is_address(host.substr(1, host.size() - 2))
               : is_address(host);
}

bool is_port(std::string_view text) {
    constexpr std::uint64_t most_ports = 65'535;
    return number_between(text, 1, most_ports).has_value();
}

// A host without its port, if that is one.
std::string_view name_in(std::string_view host) {
    const std::size_t colon = host.rfind(':');
    const bool has_port = colon != std::string_view::npos && is_port(host.substr(colon + 1));
    return has_port ? host.substr(0, colon) : host;
}

// Names that lead to the client's own machine, whichever name server is asked.
bool is_loopback_name(std::string_view name) {
    constexpr std::string_view usual = "localhost";
    return std::ranges::equal(name, usual, {}, lower_case) || name == "[::1]" ||
           (name.find(':') == std::string_view::npos && is_of_this_machine_alone(name));
}

// The value of a name among those of a cookie header, or nothing.
std::string_view value_in(std::string_view cookies, std::string_view name) {
    for (const std::string_view each : split(cookies, ';')) {
        const std::string_view pair = trimmed(each);
        if (pair.starts_with(name) && pair.substr(name.size()).starts_with('=')) {
            return pair.substr(name.size() + 1);
        }
    }
    return {};
}

}  // namespace

access_rules::access_rules(std::string_view address, unsigned port, std::string token,
                           std::vector<std::string> other_names)
    : port_{std::to_string(port)},
      own_{in_brackets(address)},
      token_{std::move(token)},
      other_names_{std::move(other_names)} {
    const auto own = parsed(address);
    is_any_ = own && own->is_unspecified();
    is_loopback_ = is_any_ || (own && own->is_loopback());
}

// A check of Host prevents DNS rebinding: a foreign name that resolves to this machine is refused.
// Origin guards requests that browsers make for other pages.
std::string access_rules::foreign_host_error(const credentials& credentials) const {
    if (!is_own_host(credentials.host)) {
        return fmt::format(
            "Host: {} is another server; this one is {}:{}; to serve it under another name, start "
            "it with --allow-host NAME",
            in_quotes(credentials.host), own_, port_);
    }
    if (credentials.has_origin &&
        credentials.origin != fmt::format("{}{}", scheme, credentials.host)) {
        return fmt::format("Origin: {} is another server's page", in_quotes(credentials.origin));
    }
    return {};
}

// Clients other than browsers send no Sec-Fetch headers, and have no cookie to be misused.
std::string access_rules::cross_site_error(const credentials& credentials, bool is_page) {
    if (credentials.fetch_site.empty() || credentials.fetch_site == "same-origin" ||
        credentials.fetch_site == "none") {
        return {};
    }
    // A link that is followed, and no frame or object in the other page.
    if (is_page && credentials.fetch_mode == "navigate" &&
        credentials.fetch_destination == "document") {
        return {};
    }
    return fmt::format("Sec-Fetch-Site: {} is another server's page; open the address itself",
                       in_quotes(credentials.fetch_site));
}

bool access_rules::is_own_host(std::string_view host) const {
    const std::string_view any = name_in(host);
    if ((is_loopback_ && is_loopback_name(any)) ||
        std::ranges::any_of(other_names_, [any](const std::string& each) {
            return std::ranges::equal(any, each, {}, lower_case, lower_case);
        })) {
        return true;
    }
    const std::string suffix = ":" + port_;
    const bool has_port = host.ends_with(suffix);
    if (!has_port && suffix != usual_port) {
        return false;
    }
    const std::string_view name = has_port ? host.substr(0, host.size() - suffix.size()) : host;
    // An address is no name that an attacker could point to this server.
    return name == own_ || (is_any_ && (is_bracketed_address(name) || name == name_of_host()));
}

// The comparison takes the same time for every wrong text of a length, so that time reveals
// nothing about the token.
bool access_rules::is_token(std::string_view text) const noexcept {
    std::size_t different = text.size() ^ token_.size();
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char own = token_.empty() ? '\0' : token_[i % token_.size()];
        different |= text[i] == own ? 0U : 1U;
    }
    return different == 0 && !token_.empty();
}

bool access_rules::knows_token(const credentials& credentials) const {
    if (!needs_token()) {
        return true;
    }
    return credentials.authorization.starts_with(bearer)
               ? is_token(credentials.authorization.substr(bearer.size()))
               : is_token(value_in(credentials.cookie, "tutti_" + port_));
}

// The port is in the name: servers on other ports of a host share its cookies.
std::string access_rules::cookie() const {
    return fmt::format("tutti_{}={}; HttpOnly; SameSite=Strict; Path=/", port_, token_);
}

bool is_address(std::string_view text) { return parsed(text).has_value(); }

bool is_of_this_machine_alone(std::string_view text) {
    const auto address = parsed(text);
    return address && address->is_loopback();
}

// Host names have at most 253 characters.
bool is_host_name(std::string_view text) {
    constexpr std::size_t longest = 253;
    return !text.empty() && text.size() <= longest &&
           text.find_first_not_of(
               "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
               "0123456789-.") == std::string_view::npos;
}

// 128 random bits from the kernel, in hexadecimal digits.
std::string new_token() {
    std::array<unsigned char, 16> bytes{};
    if (::getrandom(bytes.data(), bytes.size(), 0) != std::ssize(bytes)) {
        throw std::system_error{errno, std::generic_category(), "no randomness for a token"};
    }
    return fmt::format("{:02x}", fmt::join(bytes, ""));
}

}  // namespace tutti::serve
