/// @file
/// Benchmark: actors of CAF that a coordinator leads from slot to slot.

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <vector>

#include <caf/all.hpp>

#include "workload.hpp"

namespace {

using tick = caf::atom_constant<caf::atom("tick")>;
using done = caf::atom_constant<caf::atom("done")>;
using sent = caf::atom_constant<caf::atom("sent")>;

// What the actors share. `nodes` is written before the first message goes out.
struct network {
    peers::workload work;
    peers::deliveries check;
    std::vector<caf::actor> nodes = {};
    peers::outcome outcome = {};
};

struct node_state {
    struct waiting {
        peers::packet content;
        std::uint64_t slot = 0;  // the first in which it may go on
    };
    std::vector<std::deque<waiting>> queues;  // by dimension

    void put(const waiting& packet, int from) {
        for (int m = from + 1; m < static_cast<int>(queues.size()); ++m) {
            queues[static_cast<std::size_t>(m)].push_back(packet);
        }
    }

    // Gives the number of packets that went out.
    std::uint64_t send(caf::event_based_actor* self, const network& net, std::uint32_t id,
                       std::uint64_t now) {
        std::uint64_t hops = 0;
        for (std::size_t m = 0; m < queues.size(); ++m) {
            if (!queues[m].empty() && queues[m].front().slot <= now) {
                const peers::packet content = queues[m].front().content;
                self->send(net.nodes[id ^ std::size_t{1} << m], sent::value, content.origin,
                           content.number, content.payload, static_cast<int>(m), now);
                queues[m].pop_front();
                ++hops;
            }
        }
        return hops;
    }
};

caf::behavior node(caf::stateful_actor<node_state>* self, network* net, std::uint32_t id) {
    self->state.queues.resize(static_cast<std::size_t>(net->work.dimensions));
    const peers::packet own = peers::workload::own(id);
    net->check.receive(id, own);
    self->state.put({.content = own, .slot = 0}, -1);
    return {
        [=](tick, const caf::actor& coordinator, std::uint64_t now) {
            const std::uint64_t hops = self->state.send(self, *net, id, now);
            self->send(coordinator, done::value, hops);
        },
        [=](sent, std::uint32_t origin, std::uint32_t number, std::uint64_t payload, int through,
            std::uint64_t slot) {
            const peers::packet content{.origin = origin, .number = number, .payload = payload};
            net->check.receive(id, content);
            // It may have come before our own tick of the same slot.
            self->state.put({.content = content, .slot = slot + 1}, through);
        },
    };
}

struct coordinator_state {
    std::uint64_t slot = 0;
    std::uint64_t hops = 0;
    std::size_t unfinished = 0;
};

// A sender announces the end of its slot after its packets, so they are in the mailboxes before the
// next tick is.
caf::behavior coordinator(caf::stateful_actor<coordinator_state>* self, network* net) {
    const auto begin_slot = [=] {
        self->state.hops = 0;
        self->state.unfinished = net->nodes.size();
        for (const caf::actor& each : net->nodes) {
            self->send(each, tick::value, caf::actor_cast<caf::actor>(self), self->state.slot);
        }
    };
    for (const caf::actor& each : net->nodes) {
        self->link_to(each);  // a node that finds something wrong ends, and all end with it
    }
    begin_slot();
    return {[=](done, std::uint64_t hops) {
        self->state.hops += hops;
        if (--self->state.unfinished > 0) {
            return;
        }
        net->outcome.hops += self->state.hops;
        if (self->state.hops == 0) {
            net->outcome.slots = self->state.slot;
            self->quit();
            return;
        }
        ++self->state.slot;
        begin_slot();
    }};
}

peers::outcome run(const peers::workload& work, int threads) {
    peers::stopwatch watch;
    caf::actor_system_config settings;
    settings.set("scheduler.max-threads", static_cast<std::size_t>(threads));
    caf::actor_system system{settings};
    network net{.work = work, .check = peers::deliveries{work}};
    for (std::uint32_t id = 0; id < work.node_count(); ++id) {
        net.nodes.push_back(system.spawn(node, &net, id));
    }
    net.outcome.setup_seconds = watch.lap();
    const caf::actor leader = system.spawn(coordinator, &net);
    {
        const caf::scoped_actor self{system};
        self->wait_for(leader);
    }
    net.outcome.wall_seconds = watch.lap();
    net.outcome.threads = threads;
    for (const caf::actor& each : net.nodes) {
        caf::anon_send_exit(each, caf::exit_reason::user_shutdown);
    }
    system.await_all_actors_done();
    expect_complete(work, net.check);
    return net.outcome;
}

}  // namespace

int main(int argc, char** argv) {
    constexpr int most_threads = 64;
    const std::span arguments{argv, static_cast<std::size_t>(argc)};
    const std::optional<int> threads =
        argc > 2 ? peers::number(arguments[2], 1, most_threads) : std::optional{1};
    if (!threads) {
        fmt::print(stderr, "usage: CAF D [THREADS], from 1 to {}\n", most_threads);
        return 2;
    }
    return peers::peer_main(
        argc, argv,
        {.name = "CAF",
         .does = "real actors, able to work over a network; a coordinator has to make the slots"},
        [&](const peers::workload& work) { return run(work, *threads); });
}
