#include "gather.hpp"

#include "util/indexed_vector.hpp"

namespace tutti {

// Each process sends its bytes to all, and receives those of all in the order of their numbers.
std::vector<transport::bytes> gather(transport* carrier, const transport::bytes& own_bytes) {
    if (carrier == nullptr) {
        return {own_bytes};
    }
    const indexed_vector<int, transport::bytes> out{carrier->processes(), own_bytes};
    std::vector<transport::bytes> in(out.size());
    carrier->exchange(out, in);
    return in;
}

// Only process 0 receives anything; all others get empty messages, and take part nevertheless.
std::vector<transport::bytes> gather_at_first(transport* carrier,
                                              const transport::bytes& own_bytes) {
    if (carrier == nullptr) {
        return {own_bytes};
    }
    indexed_vector<int, transport::bytes> out{carrier->processes()};
    out.front() = own_bytes;
    std::vector<transport::bytes> in(out.size());
    carrier->exchange(out, in);
    return in;
}

// The result is the same in every process.
std::string first_text(transport* carrier, const std::string& own_text) {
    if (carrier == nullptr) {
        return own_text;
    }
    transport::bytes data;
    detail::append_text(data, own_text);
    for (const transport::bytes& each : gather(carrier, data)) {
        std::string text = detail::byte_reader{each}.take_text();
        if (!text.empty()) {
            return text;
        }
    }
    return {};
}

}  // namespace tutti
