#include "listening.hpp"

#include <boost/asio/ip/network_v6.hpp>

#include "util/value_syntax.hpp"

namespace tutti::serve {

namespace asio = boost::asio;
using asio::ip::tcp;
using boost::system::error_code;

tcp::acceptor listening(asio::io_context& context, const server_settings& settings) {
    const auto address = asio::ip::make_address(settings.address);
    error_code wrong;
    tcp::acceptor made{context};
    const auto open = [&](unsigned port) {
        const tcp::endpoint endpoint{address, static_cast<unsigned short>(port)};
        // A fresh acceptor for each attempt, since one that failed to bind is left open.
        made = tcp::acceptor{context};
        made.open(endpoint.protocol(), wrong);
        if (!wrong) {
            // Without this option a restarted server could not bind its port for some minutes.
            made.set_option(tcp::acceptor::reuse_address{true}, wrong);
            made.bind(endpoint, wrong);
        }
        if (!wrong) {
            made.listen(tcp::acceptor::max_listen_connections, wrong);
        }
    };
    open(settings.port);
    if (wrong == asio::error::address_in_use && settings.may_take_another) {
        open(0);
    }
    if (wrong == asio::error::address_in_use) {
        refuse("--port: {} is in use; choose another one, or 0 for any", settings.port);
    }
    if (wrong == asio::error::access_denied) {
        refuse("--port: {} is reserved for the system; choose one from 1024, or 0 for any",
               settings.port);
    }
    if (wrong) {
        refuse("--listen: {}: {}", in_quotes(settings.address), wrong.message());
    }
    return made;
}

std::string peer_of(const tcp::socket& connection) {
    error_code wrong;
    const asio::ip::address address = connection.remote_endpoint(wrong).address();
    if (wrong) {
        return {};
    }
    if (address.is_v4()) {
        return address.to_string();
    }
    // A host with IPv6 usually has a whole network of 64 bits, which counts as one peer.
    constexpr unsigned short network_bits = 64;
    const asio::ip::address_v6 six = address.to_v6();
    return six.is_v4_mapped() ? asio::ip::make_address_v4(asio::ip::v4_mapped, six).to_string()
                              : asio::ip::network_v6{six, network_bits}.canonical().to_string();
}

}  // namespace tutti::serve
