/// @file
/// Listening sockets of the server.
#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>

#include "http_server.hpp"

namespace tutti::serve {

/// Listens there.
/// @param context outlives the result
/// @throws std::invalid_argument with a text that names the option if that cannot be
[[nodiscard]] boost::asio::ip::tcp::acceptor listening(boost::asio::io_context& context,
                                                       const server_settings& settings);

/// The address of the other side: of IPv4 all of it, and of IPv6 its network, of whose addresses
/// one peer has as many as it likes.
[[nodiscard]] std::string peer_of(const boost::asio::ip::tcp::socket& connection);

}  // namespace tutti::serve
