#include "seed_programs.hpp"

#include <bit>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "collectives/input/broadcasters.hpp"
#include "seed_recovery.hpp"
#include "tutti/catalog/any_program.hpp"
#include "tutti/catalog/cube_theory.hpp"
#include "tutti/catalog/hypercube_program.hpp"
#include "tutti/node/port_queues.hpp"

using namespace tutti;
using support::copied_payloads;
using support::seed_behind;

algorithm described(std::string collective, std::string name) {
    return {.collective = std::move(collective),
            .name = std::move(name),
            .source = "a test's own",
            .networks = "hypercube",
            .ports = {port_model::all_port},
            .time = "as long as it takes",
            .kind = time_kind::upper_bound,
            .inapplicable_reason = cube_mismatch};
}

// Named, as coroutines of a nameless one draw warnings.
namespace seed_programs {

/// Conditions that a node checks of a seed that it has found before it accepts it.
enum class doubt : std::uint8_t {
    nothing,
    own_place,    ///< that it is a broadcaster by it if it is one
    own_payload,  ///< that its own message is made by it, too
};

/// A packet with a check of its message.
struct checked_packet {
    short_packet inner{};
    std::uint64_t check = 0;

    [[nodiscard]] static checked_packet of(const message& content) noexcept {
        return {.inner = short_packet::of(content, packet_kind::data),
                .check = mix(content.payload)};
    }
    [[nodiscard]] packet_kind kind() const noexcept { return inner.kind(); }
    [[nodiscard]] message content() const noexcept { return inner.content(); }
    [[nodiscard]] bool is_control() const noexcept { return inner.is_control(); }
    [[nodiscard]] bool is_sound() const noexcept { return check == mix(inner.payload()); }

    friend bool operator==(const checked_packet&, const checked_packet&) = default;
};

checked_packet packet_of(const message& content, const checked_packet& /*kind*/) {
    return checked_packet::of(content);
}
short_packet packet_of(const message& content, const short_packet& /*kind*/) {
    return short_packet::of(content, packet_kind::data);
}
bool is_sound(const checked_packet& one) { return one.is_sound(); }
bool is_sound(const short_packet& /*one*/) { return true; }

// Passes all messages on over the binomial trees of their origins, and ends when those of `all`
// have come, or never.
template <node_of<hypercube> Node>
task<> pass_on(Node& self, initial_messages messages, std::optional<broadcaster_set> everyone) {
    using packet_type = typename Node::packet_type;
    port_queues<packet_type> waiting;
    std::uint64_t missing = everyone ? everyone->packet_count() : 0;
    const auto take = [&](const message& content) {
        self.deliver(content);
        missing -= everyone && everyone->packets_of(content.origin) > 0 ? 1U : 0U;
        for (auto i = static_cast<int>(std::bit_width(self.id() ^ content.origin));
             i < self.network().dimensions(); ++i) {
            waiting.push(i, packet_of(content, packet_type{}));
        }
    };
    for (std::size_t i = 0; i < messages.size(); ++i) {
        take(messages[i]);
    }
    for (;;) {
        waiting.drain(self);
        if (!waiting.empty()) {
            co_await self.next_slot();
        } else if (!everyone) {
            co_await self.relay();
        } else if (missing > 0) {
            co_await self.mail();
        } else {
            co_return;
        }
        for (const auto& [through, packet] : self.inbox()) {
            if (is_sound(packet)) {
                take(packet.content());
            }
        }
    }
}

// Ends when the broadcasters that the seed draws have been heard of.
template <node_of<hypercube> Node>
task<> stop_by_seed(Node& self, initial_messages messages, std::string_view set, doubt reason) {
    const std::uint64_t seed = seed_behind(self.random(), self.id());
    broadcaster_set everyone =
        broadcaster_specification::parse(set).draw(self.network().node_count(), seed);
    const bool is_in_place = (everyone.packets_of(self.id()) > 0) == (messages.size() > 0);
    const bool is_own =
        messages.size() == 0 || copied_payloads{seed}.of(self.id()) == messages[0].payload;
    const bool believes = reason == doubt::nothing || (reason == doubt::own_place && is_in_place) ||
                          (is_in_place && is_own);
    std::optional<broadcaster_set> believed;
    if (believes) {
        believed = std::move(everyone);
    }
    task<> passing = pass_on(self, std::move(messages), std::move(believed));
    co_await std::move(passing);
}

// Looks for the other's message in the slot that follows from the other's random number, alone.
template <node_of<hypercube> Node>
task<> expect_draw(Node& self, message own) {
    constexpr std::uint64_t longest_wait = 64;
    const auto wait_of = [](std::uint64_t draw) { return static_cast<slot>(draw % longest_wait); };
    const std::uint64_t draw = self.random();
    const std::uint64_t seed = seed_behind(draw, self.id());
    const slot here = wait_of(draw);
    const slot there = wait_of(node_random(seed, self.id() ^ 1U, 1)) + 1;
    self.deliver(own);
    for (slot at = 0; at <= here || at <= there; ++at) {
        if (at == here) {
            self.send(0, short_packet::of(own, packet_kind::data));
        }
        if (at == there) {
            for (const auto& [through, packet] : self.inbox()) {
                self.deliver(packet.content());
            }
        }
        if (at < here || at < there) {
            co_await self.next_slot();
        }
    }
}

algorithm stopping(std::string name, std::string_view set, doubt doubt) {
    algorithm candidate = described("simultaneous-broadcast", std::move(name));
    candidate.program = [set, doubt](const setting& setting) {
        return any_program::on<short_packet>(
            cube_of(setting), [set, doubt](auto& self, node_input input, knowledge) {
                return stop_by_seed(self, std::move(input.messages), set, doubt);
            });
    };
    return candidate;
}

}  // namespace seed_programs

void add_seed_programs(catalogue& catalogue) {
    using namespace seed_programs;
    catalogue.add(stopping("picks-broadcasters", "random:3", doubt::nothing));
    catalogue.add(stopping("tosses-broadcasters", "bernoulli:2/5", doubt::nothing));
    catalogue.add(stopping("picks-if-in-place", "random:3", doubt::own_place));
    catalogue.add(stopping("picks-if-certain", "random:3", doubt::own_payload));
    algorithm expecting = described("multinode-broadcast", "expects-draws");
    expecting.transmissions = [](const problem& problem) {
        return std::optional{packet_hops{node_count(problem.network), 0}};
    };
    expecting.program = [](const setting& context) {
        return any_program::on<short_packet>(cube_of(context),
                                             [](auto& self, node_input input, knowledge) {
                                                 return expect_draw(self, input.messages[0]);
                                             });
    };
    catalogue.add(std::move(expecting));
    algorithm checked = described("simultaneous-broadcast", "holds-a-checksum");
    checked.program = [](const setting& context) {
        return any_program::on<checked_packet>(
            cube_of(context), [](auto& self, node_input input, knowledge) {
                return pass_on(self, std::move(input.messages), std::nullopt);
            });
    };
    catalogue.add(checked);
    // Its contents are not re-keyed, and it makes sure that the run is a plain one.
    checked.name = "picks-if-certain-unseen";
    checked.program = [](const setting& context) {
        return any_program::on<checked_packet>(cube_of(context), [](auto& self, node_input input,
                                                                    knowledge) {
            return stop_by_seed(self, std::move(input.messages), "random:3", doubt::own_payload);
        });
    };
    catalogue.add(std::move(checked));
}
