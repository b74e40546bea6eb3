/// @file
/// Benchmark: SimGrid's S4U with an actor for every node, with a mailbox.

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <vector>

#include <simgrid/s4u.hpp>

#include "workload.hpp"

namespace {

namespace sg = simgrid::s4u;

// What the actors of a run share.
struct network {
    peers::workload work;
    peers::deliveries check;
    std::vector<sg::Mailbox*> mailboxes;  // by receiver
    std::uint64_t hops = 0;
};

struct message {
    peers::packet content;
    int dimension = 0;
};

// The simulated size does not matter: the model gives every message the time 1.
constexpr std::uint64_t message_bytes = sizeof(message);

// A node: at most one message is under way on each of its links, the others wait. Waiting for one
// mailbox a node takes SimGrid half the time of waiting for one a link.
class node {
public:
    node(network& net, std::uint32_t id)
        : network_{&net},
          id_{id},
          expected_{net.work.node_count() - 1},
          ports_(static_cast<std::size_t>(net.work.dimensions)) {}

    void run() {
        network_->mailboxes[id_]->set_receiver(sg::Actor::self());
        receive_next();
        take({.content = peers::workload::own(id_), .dimension = -1});
        while (!pending_.empty()) {
            const auto index = static_cast<std::size_t>(sg::Comm::wait_any(pending_));
            const int through = through_[index];
            pending_.erase(pending_.begin() + static_cast<std::ptrdiff_t>(index));
            through_.erase(through_.begin() + static_cast<std::ptrdiff_t>(index));
            finish(through);
        }
    }

private:
    struct port {
        std::deque<message> log;  // what has to be sent, never moved: receivers read it there
        std::size_t sent = 0;
        bool busy = false;
    };
    static constexpr int receive_checks = -1;

    void finish(int through) {
        if (through == receive_checks) {
            ++network_->hops;
            const message arrived = *arrival_;
            receive_next();
            take(arrived);
        } else {
            ports_[static_cast<std::size_t>(through)].busy = false;
            send_next(through);
        }
    }

    void take(const message& arrived) {
        network_->check.receive(id_, arrived.content);
        for (int m = arrived.dimension + 1; m < network_->work.dimensions; ++m) {
            ports_[static_cast<std::size_t>(m)].log.push_back({arrived.content, m});
            send_next(m);
        }
    }

    void send_next(int m) {
        port& at = ports_[static_cast<std::size_t>(m)];
        if (at.busy || at.sent == at.log.size()) {
            return;
        }
        at.busy = true;
        sg::Mailbox& there = *network_->mailboxes[id_ ^ 1U << static_cast<unsigned>(m)];
        watch(there.put_async(&at.log[at.sent], message_bytes), m);
        ++at.sent;
    }

    void receive_next() {
        if (expected_ > 0) {
            --expected_;
            watch(network_->mailboxes[id_]->get_async<message>(&arrival_), receive_checks);
        }
    }

    void watch(const sg::CommPtr& communication, int through) {
        pending_.push_back(communication);
        through_.push_back(through);
    }

    network* network_;
    std::uint32_t id_;
    std::uint32_t expected_;  // receptions not yet asked for
    std::vector<port> ports_;
    message* arrival_ = nullptr;
    std::vector<sg::CommPtr> pending_;
    std::vector<int>
        through_;  // each of the pending ones: the dimension sent through, or reception
};

peers::outcome run(const peers::workload& work) {
    peers::stopwatch watch;
    int argument_count = 2;
    std::string name{"peer"};
    std::string quiet{"--log=xbt_cfg.thres:warning"};
    std::array<char*, 3> arguments{name.data(), quiet.data(), nullptr};
    const sg::Engine engine{&argument_count, arguments.data()};
    sg::Engine::set_config("network/model:Constant");
    sg::Engine::set_config("network/latency-factor:1");
    sg::Engine::set_config("contexts/stack-size:64");

    network net{.work = work, .check = peers::deliveries{work}, .mailboxes = {}};
    sg::NetZone* zone = sg::create_full_zone("cube");
    for (std::uint32_t id = 0; id < work.node_count(); ++id) {
        net.mailboxes.push_back(sg::Mailbox::by_name(std::to_string(id)));
        sg::Host* host = zone->create_host(std::to_string(id), 1e9);
        sg::Actor::create("node", host, [&net, id] { node{net, id}.run(); });
    }
    zone->seal();
    peers::outcome outcome{.setup_seconds = watch.lap()};
    engine.run();
    outcome.wall_seconds = watch.lap();
    outcome.hops = net.hops;
    outcome.slots = static_cast<std::uint64_t>(sg::Engine::get_clock());
    expect_complete(work, net.check);
    return outcome;
}

}  // namespace

int main(int argc, char** argv) {
    return peers::peer_main(
        argc, argv,
        {.name = "SimGrid S4U",
         .does = "simulates time, hosts and network models; no slots: a message takes time 1"},
        run);
}
