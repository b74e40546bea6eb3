/// @file
/// Benchmark: ns-3 with a point-to-point device and a drop-tail queue for every directed link.

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <vector>

// Not the modules' headers: those do not compile as C++20.
#include <ns3/drop-tail-queue.h>
#include <ns3/node-container.h>
#include <ns3/packet.h>
#include <ns3/point-to-point-channel.h>
#include <ns3/point-to-point-net-device.h>
#include <ns3/simulator.h>

#include "workload.hpp"

namespace {

constexpr std::uint16_t protocol = 0x0800;  // the device knows IPv4 and IPv6 only
constexpr int header_bytes = 2;             // which the device puts in front of a packet

using bytes = std::array<std::uint8_t, sizeof(peers::packet)>;

ns3::Ptr<ns3::Packet> on_the_wire(const peers::packet& content) {
    bytes raw{};
    std::memcpy(raw.data(), &content, raw.size());
    return ns3::Create<ns3::Packet>(raw.data(), static_cast<std::uint32_t>(raw.size()));
}

peers::packet read(const ns3::Packet& from) {
    bytes raw{};
    from.CopyData(raw.data(), static_cast<std::uint32_t>(raw.size()));
    peers::packet content;
    std::memcpy(&content, raw.data(), raw.size());
    return content;
}

class cube {
public:
    explicit cube(const peers::workload& work) : work_{work}, check_{work} {
        nodes_.Create(work.node_count());
        devices_.resize(work.node_count() * static_cast<std::size_t>(work.dimensions));
        for (std::uint32_t id = 0; id < work.node_count(); ++id) {
            for (int m = 0; m < work.dimensions; ++m) {
                if (const std::uint32_t other = id ^ 1U << static_cast<unsigned>(m); id < other) {
                    connect(id, other, m);
                }
            }
        }
    }

    /// Lets every node send in the first slot.
    void start() {
        for (std::uint32_t id = 0; id < work_.node_count(); ++id) {
            ns3::Simulator::ScheduleNow(&cube::start_node, this, id);
        }
    }

    [[nodiscard]] std::uint64_t hops() const noexcept { return hops_; }
    [[nodiscard]] const peers::deliveries& check() const noexcept { return check_; }

private:
    ns3::Ptr<ns3::PointToPointNetDevice>& device(std::uint32_t id, int m) {
        return devices_[id * static_cast<std::size_t>(work_.dimensions) +
                        static_cast<std::size_t>(m)];
    }

    void connect(std::uint32_t low, std::uint32_t high, int m) {
        const auto channel = ns3::CreateObject<ns3::PointToPointChannel>();
        for (const std::uint32_t id : {low, high}) {
            const auto end = ns3::CreateObject<ns3::PointToPointNetDevice>();
            const auto queue = ns3::CreateObject<ns3::DropTailQueue<ns3::Packet>>();
            queue->SetMaxSize({ns3::QueueSizeUnit::PACKETS, work_.node_count()});
            end->SetQueue(queue);
            // A packet takes one second.
            end->SetDataRate(ns3::DataRate{8 * (sizeof(peers::packet) + header_bytes)});
            end->SetAddress(ns3::Mac48Address::Allocate());
            nodes_.Get(id)->AddDevice(end);
            end->Attach(channel);
            end->SetReceiveCallback([this, id, m](auto&&, auto&& packet, auto&&, auto&&) {
                ++hops_;
                take(id, packet, m);
                return true;
            });
            device(id, m) = end;
        }
    }

    void start_node(std::uint32_t id) { take(id, on_the_wire(peers::workload::own(id)), -1); }

    void take(std::uint32_t id, const ns3::Ptr<const ns3::Packet>& packet, int from) {
        check_.receive(id, read(*packet));
        for (int m = from + 1; m < work_.dimensions; ++m) {
            const auto& through = device(id, m);
            through->Send(packet->Copy(), through->GetBroadcast(), protocol);
        }
    }

    peers::workload work_;
    peers::deliveries check_;
    ns3::NodeContainer nodes_;
    std::vector<ns3::Ptr<ns3::PointToPointNetDevice>> devices_;  // by node, then dimension
    std::uint64_t hops_ = 0;
};

peers::outcome run(const peers::workload& work) {
    peers::stopwatch watch;
    cube network{work};
    network.start();
    peers::outcome outcome{.setup_seconds = watch.lap()};
    ns3::Simulator::Run();
    outcome.wall_seconds = watch.lap();
    outcome.hops = network.hops();
    outcome.slots = static_cast<std::uint64_t>(ns3::Simulator::Now().GetSeconds());
    expect_complete(work, network.check());
    ns3::Simulator::Destroy();
    return outcome;
}

}  // namespace

int main(int argc, char** argv) {
    return peers::peer_main(
        argc, argv,
        {.name = "ns-3",
         .does = "simulates devices, queues and real protocols by events; a packet is bytes"},
        run);
}
