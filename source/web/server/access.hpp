/// @file
/// Access control of the server.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace tutti::serve {

/// Origin and credentials of a request.
struct credentials {
    std::string_view host;      ///< of the header, and all below; empty if it is not there
    std::string_view origin{};  ///< of the page that makes it
    std::string_view authorization{};
    std::string_view cookie{};
    std::string_view fetch_site{};  ///< Sec-Fetch-Site; browsers send it, also without Origin
    std::string_view fetch_mode{};  ///< Sec-Fetch-Mode
    std::string_view fetch_destination{};  ///< Sec-Fetch-Dest
    bool has_origin = false;
};

/// Access rules of the server.
///
/// The host has to be one that the server goes by: a page of another host whose name leads here has
/// another one. Names that always lead to the client's own machine are safe with any port, which a
/// tunnel may have changed. Whatever says which page it comes from (Origin; Sec-Fetch-Site, after
/// the W3C's Fetch Metadata Request Headers) has to come from the server's own. Beyond this machine
/// a secret has to be known, too.
class access_rules {
public:
    /// @param address that is listened to
    /// @param port the same
    /// @param token the secret, or empty if none is needed
    /// @param other_names that the server goes by, on any port
    access_rules(std::string_view address, unsigned port, std::string token,
                 std::vector<std::string> other_names = {});

    /// Why the host or the origin is refused, one line, or an empty text.
    [[nodiscard]] std::string foreign_host_error(const credentials& credentials) const;

    /// Why a page of another server may not ask this way, one line, or an empty text.
    /// @param is_page whether a page is asked for, which does no work: a link in another page may
    /// lead to it
    [[nodiscard]] static std::string cross_site_error(const credentials& credentials, bool is_page);

    [[nodiscard]] bool needs_token() const noexcept { return !token_.empty(); }
    /// True if it is the secret. Takes as long for all texts of one length.
    [[nodiscard]] bool is_token(std::string_view text) const noexcept;
    /// True if the secret is there, in the cookie or as a bearer token, or none is needed.
    [[nodiscard]] bool knows_token(const credentials& credentials) const;

    /// The header that makes a browser know the secret.
    [[nodiscard]] std::string cookie() const;

private:
    [[nodiscard]] bool is_own_host(std::string_view host) const;

    std::string port_;
    std::string own_;  // the address, in brackets if it has colons
    bool is_any_ = false;
    bool is_loopback_ = false;
    std::string token_;
    std::vector<std::string> other_names_;
};

/// True if it is an IPv4 or IPv6 address in numbers.
[[nodiscard]] bool is_address(std::string_view text);

/// True if the address is reachable from this machine only.
[[nodiscard]] bool is_of_this_machine_alone(std::string_view text);

/// True if it can be the name of a host: letters, digits, `-` and `.`, and no port.
[[nodiscard]] bool is_host_name(std::string_view text);

/// 128 bits of the system's randomness in hexadecimal digits.
/// @throws std::system_error
[[nodiscard]] std::string new_token();

}  // namespace tutti::serve
