#include "gather.hpp"

#include <cstddef>

namespace tutti {

std::vector<transport::bytes> gather(transport* carrier, const transport::bytes& mine) {
    if (carrier == nullptr) {
        return {mine};
    }
    const std::vector<transport::bytes> out(static_cast<std::size_t>(carrier->processes()), mine);
    std::vector<transport::bytes> in(out.size());
    carrier->exchange(out, in);
    return in;
}

std::vector<transport::bytes> gather_at_first(transport* carrier, const transport::bytes& mine) {
    if (carrier == nullptr) {
        return {mine};
    }
    std::vector<transport::bytes> out(static_cast<std::size_t>(carrier->processes()));
    out.front() = mine;
    std::vector<transport::bytes> in(out.size());
    carrier->exchange(out, in);
    return in;
}

std::string first_text(transport* carrier, const std::string& mine) {
    if (carrier == nullptr) {
        return mine;
    }
    transport::bytes told;
    detail::append_text(told, mine);
    for (const transport::bytes& each : gather(carrier, told)) {
        std::string text = detail::byte_reader{each}.take_text();
        if (!text.empty()) {
            return text;
        }
    }
    return {};
}

}  // namespace tutti
