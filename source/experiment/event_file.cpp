#include "tutti/experiment/event_file.hpp"

#include <cerrno>
#include <stdexcept>
#include <system_error>

#include <fmt/format.h>
#include <fmt/ostream.h>

#include "tutti/topology/specification.hpp"

namespace tutti {

event_file::event_file(const std::string& path) : file_{path, std::ios::binary} {
    if (!file_) {
        const int why = errno;
        throw std::invalid_argument{fmt::format("{} cannot be written: {}", quoted(path),
                                                std::generic_category().message(why))};
    }
}

void event_file::write_message(const message& content) {
    fmt::print(file_, R"(,"origin":{},"number":{},"payload":"{:016x}")", content.origin,
               content.number, content.payload);
}

void event_file::sent(const logged_transmission& what) {
    fmt::print(file_, R"({{"event":"sent","slot":{},"node":{},"port":{},"kind":"{}")", what.at + 1,
               what.from, what.through, what.kind);
    if (what.content) {
        write_message(*what.content);
    }
    file_ << "}\n";
}

void event_file::delivered(const delivery& what) {
    fmt::print(file_, R"({{"event":"delivered","slot":{},"node":{})", what.at, what.to);
    write_message(what.content);
    file_ << "}\n";
}

bool event_file::close() {
    file_.close();
    return !file_.fail();
}

}  // namespace tutti
