#include "listening.hpp"

#include "tutti/topology/specification.hpp"

namespace tutti::serve {

namespace asio = boost::asio;
using asio::ip::tcp;
using boost::system::error_code;

tcp::acceptor listening(asio::io_context& context, const server_settings& how) {
    const auto address = asio::ip::make_address(how.address);
    error_code wrong;
    tcp::acceptor made{context};
    const auto open = [&](unsigned port) {
        const tcp::endpoint where{address, static_cast<unsigned short>(port)};
        made = tcp::acceptor{context};
        made.open(where.protocol(), wrong);
        if (!wrong) {
            made.set_option(tcp::acceptor::reuse_address{true}, wrong);
            made.bind(where, wrong);
        }
        if (!wrong) {
            made.listen(tcp::acceptor::max_listen_connections, wrong);
        }
    };
    open(how.port);
    if (wrong == asio::error::address_in_use && how.may_take_another) {
        open(0);
    }
    if (wrong == asio::error::address_in_use) {
        refuse("--port: {} is taken; another one, or 0 for any, is right", how.port);
    }
    if (wrong == asio::error::access_denied) {
        refuse("--port: {} is for the system alone; one from 1024, or 0 for any, is right",
               how.port);
    }
    if (wrong) {
        refuse("--listen: {}: {}", in_quotes(how.address), wrong.message());
    }
    return made;
}

}  // namespace tutti::serve
