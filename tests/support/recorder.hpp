/// @file
/// Log of a run in a form that two runs are compared by.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "support/letter.hpp"
#include "tutti/engine/run_report.hpp"
#include "tutti/engine/sink.hpp"
#include "tutti/node/packet.hpp"
#include "tutti/node/slot.hpp"
#include "tutti/topology/topology.hpp"

namespace support {

/// A transmission of `content` through a port, or a delivery with payload `content`, through port
/// -1.
struct event {
    tutti::slot at = 0;
    tutti::node_id node = 0;
    tutti::port through = -1;
    std::uint64_t content = 0;
    tutti::node_id origin = 0;
    std::uint32_t number = 0;

    friend auto operator<=>(const event&, const event&) = default;
};

/// The packet of a transmission.
template <tutti::packet Packet>
[[nodiscard]] Packet packet_in(const tutti::transmission& transmission) {
    std::array<std::byte, sizeof(Packet)> bytes{};
    std::ranges::copy(transmission.packet, bytes.begin());
    return std::bit_cast<Packet>(bytes);
}

/// A sink that writes everything down, in order: transmissions of letters, and deliveries.
class recorder final : public tutti::sink {
public:
    std::vector<event> events;

    [[nodiscard]] tutti::interest wants(tutti::slot /*at*/) noexcept override {
        return tutti::interest::events;
    }
    void slot(const tutti::slot_record& record) override;
};

/// A sink that calls a function with what a slot's nodes did.
class function_sink final : public tutti::sink {
public:
    function_sink(tutti::interest wanted, std::function<void(const tutti::slot_record&)> call)
        : wanted_{wanted}, call_{std::move(call)} {}

    [[nodiscard]] tutti::interest wants(tutti::slot /*at*/) noexcept override { return wanted_; }
    void slot(const tutti::slot_record& record) override { call_(record); }

private:
    tutti::interest wanted_;
    std::function<void(const tutti::slot_record&)> call_;
};

/// Part of a report that the reference machine knows too: ending, slots, counts, waiting nodes,
/// earliest and latest marks.
[[nodiscard]] std::string outline(const tutti::run_report& report);

/// All of a report that must not depend on threads and executor.
[[nodiscard]] std::string summary(const tutti::run_report& report);

/// Such as "link-busy in slot 3 at node 1, port 2", with slots counted from 0; "nothing" if
/// nothing went wrong at a node.
[[nodiscard]] std::string fault_of(const tutti::run_report& report);

}  // namespace support
