/// @file
/// Who may ask the server for something.
#pragma once

#include <string>
#include <string_view>

namespace tutti::serve {

/// What a request says of who makes it.
struct credentials {
    std::string_view host;      ///< of the header, and all below; empty if it is not there
    std::string_view origin{};  ///< of the page that makes it
    std::string_view authorization{};
    std::string_view cookie{};
    bool has_origin = false;
};

/// What may be asked from where.
///
/// The host has to be one that the server goes by: a page of another host whose name leads here has
/// another one. Whatever says which page it comes from has to come from the server's own. Beyond
/// this machine a secret has to be known, too.
class access_rules {
public:
    /// @param address that is listened to
    /// @param port the same
    /// @param token the secret, or empty if none is needed
    access_rules(std::string_view address, unsigned port, std::string token);

    /// Why the host or the origin is refused, one line, or an empty text.
    [[nodiscard]] std::string why_foreign(const credentials& given) const;

    [[nodiscard]] bool needs_token() const noexcept { return !token_.empty(); }
    /// Whether it is the secret. Takes as long for all texts of one length.
    [[nodiscard]] bool is_token(std::string_view text) const noexcept;
    /// Whether the secret is there, in the cookie or as a bearer's, or none is needed.
    [[nodiscard]] bool knows_token(const credentials& given) const;

    /// The header that makes a browser know the secret.
    [[nodiscard]] std::string cookie() const;

private:
    [[nodiscard]] bool is_own_host(std::string_view host) const;

    std::string port_;
    std::string own_;  // the address, in brackets if it has colons
    bool is_any_ = false;
    bool is_loopback_ = false;
    std::string token_;
};

/// Whether it is one of IPv4 or IPv6, in numbers.
[[nodiscard]] bool is_address(std::string_view text);

/// Whether nobody else reaches it. @pre it is an address
[[nodiscard]] bool is_of_this_machine_alone(std::string_view address);

/// Its name in its network; empty if it has none.
[[nodiscard]] std::string name_of_this_machine();

/// 128 bits of the system's randomness in hexadecimal digits.
/// @throws std::system_error
[[nodiscard]] std::string new_token();

}  // namespace tutti::serve
