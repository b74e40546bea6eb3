/// @file
/// Random node program that keeps the rules of the model.
#pragma once

#include <cstdint>

#include "support/letter.hpp"
#include "topology/random.hpp"
#include "tutti/node/message.hpp"
#include "tutti/node/node_interface.hpp"
#include "tutti/node/task.hpp"

namespace support {

/// A program that sends, delivers, marks and sleeps as its random stream, the slot and all that it
/// heard before tell it.
///
/// Time goes in rounds of 16 slots, the last 4 of them without sending: a node that knows that may
/// sleep in `until`. No node sends from slot `silence` on.
struct wandering {
    int steps = 40;               ///< times that a node wakes before it only relays
    tutti::slot silence = 70;     ///< the first slot of the long silence at the end
    std::uint64_t density = 100;  ///< of 256 links, those that are sent through
    bool may_stall = false;       ///< whether nodes also wait for mail that may not come
    bool relays = true;           ///< whether some nodes end as relays
    bool marches = false;         ///< whether nodes also go through phases step by step
    std::uint64_t stream = 0;     ///< if not 0, the seed to draw by in place of the node's stream

    static constexpr tutti::slot round = 16;
    static constexpr tutti::slot talk = 12;

    template <tutti::node_interface Node>
    tutti::task<> operator()(Node& self) const;
};

/// Some plans, sparse and dense, with all kinds of waits, and phases taken step by step.
[[nodiscard]] inline wandering wandering_of(std::uint64_t seed) {
    return {.density = seed % 3 == 0 ? 256U : 100U,
            .may_stall = seed % 4 == 1,
            .marches = seed % 5 < 3};
}

namespace wander {

struct traveller {
    const wandering* plan = nullptr;
    std::uint64_t memory = 0;
    std::uint64_t draws = 0;
    tutti::slot heard_at = -1;
    tutti::slot sent_at = -1;

    template <class Node>
    std::uint64_t draw(Node& self) {
        const std::uint64_t number = plan->stream == 0
                                         ? self.random()
                                         : tutti::node_random(plan->stream, self.id(), ++draws);
        return tutti::mix(number ^ memory ^ static_cast<std::uint64_t>(self.slot()));
    }

    [[nodiscard]] bool may_send(tutti::slot now) const {
        return now < plan->silence && now % wandering::round < wandering::talk && sent_at < now;
    }

    template <class Node>
    void hear(Node& self, tutti::port through, const letter& heard) {
        memory = tutti::mix(memory ^ heard.content) + static_cast<std::uint64_t>(through);
        self.deliver({.origin = self.id(), .number = 7, .payload = memory});
    }

    // By port in odd slots, as a list in even ones.
    template <class Node>
    void read(Node& self) {
        if (heard_at == self.slot()) {
            return;
        }
        heard_at = self.slot();
        if (self.slot() % 4 == 0) {
            for (const auto& [through, heard] : self.inbox()) {
                hear(self, through, heard);
            }
            return;
        }
        if (self.slot() % 4 == 2) {
            tutti::for_each_arrival(self, [&](tutti::port through, const letter& heard) {
                hear(self, through, heard);
            });
            return;
        }
        for (tutti::port through = 0; through < self.network().port_limit(self.id()); ++through) {
            const auto heard = self.has(through) ? self.received(through) : nullptr;
            if (heard != nullptr) {
                hear(self, through, *heard);
            }
        }
    }

    // From the largest port down, for the machine may not care.
    template <class Node>
    void speak(Node& self, std::uint64_t density) {
        if (!may_send(self.slot())) {
            return;
        }
        for (tutti::port through = self.network().port_limit(self.id()) - 1; through >= 0;
             --through) {
            const std::uint64_t chance = draw(self);
            if (self.has(through) && chance % 256 < density) {
                self.send(through, {chance >> 1U});
                sent_at = self.slot();
            }
        }
    }

    template <class Node>
    void note(Node& self, std::uint64_t chance) {
        if (chance % 7 == 0) {
            self.mark("seven");
        }
        if (chance % 5 == 0) {
            self.mark("five");
        }
    }

    template <class Node>
    tutti::task<> sleep(Node& self, std::uint64_t chance) {
        const tutti::slot now = self.slot();
        const tutti::slot into = now % wandering::round;
        const auto ahead = static_cast<tutti::slot>(chance / 16 % 12);
        if (into >= wandering::talk && chance % 2 == 0) {
            co_await self.until(now - into + wandering::round - ahead % 3);
        } else if (chance % 16 < 5) {
            co_await self.mail_or(now + ahead - 2);
        } else if (chance % 16 == 5 && plan->may_stall) {
            co_await self.mail();
        } else {
            co_await self.next_slot();
        }
    }

    template <class Node>
    tutti::task<> retire(Node& self) {
        while (self.slot() <= plan->silence) {
            co_await self.mail_or(plan->silence + 1);
            read(self);
        }
    }

    template <class Node>
    tutti::task<> serve(Node& self) {
        for (;;) {
            co_await self.relay();
            read(self);
            speak(self, plan->density / 4);
            if (self.slot() % 3 == 0) {
                co_await self.next_slot();
                read(self);
            }
        }
    }
};

/// A loop of `left` slots. `Kind` makes types that differ.
template <int Kind>
struct march {
    traveller* who = nullptr;
    std::uint64_t left = 0;

    template <tutti::node_at_work Node>
    tutti::wait_for operator()(Node& self) {
        who->read(self);
        if (left == 0) {
            return tutti::wait_for::nothing();
        }
        --left;
        const std::uint64_t chance = who->draw(self);
        who->speak(self, who->plan->density);
        who->note(self, chance);
        if (chance % 16 < 6) {
            return tutti::wait_for::mail_or(self.slot() +
                                            static_cast<tutti::slot>(chance / 16 % 12) - 2);
        }
        return chance % 16 == 6 && who->plan->may_stall ? tutti::wait_for::mail()
                                                        : tutti::wait_for::next_slot();
    }
};

}  // namespace wander

template <tutti::node_interface Node>
tutti::task<> wandering::operator()(Node& self) const {
    wander::traveller traveller{.plan = this};
    for (int step = 0; step < steps; ++step) {
        traveller.read(self);
        const std::uint64_t chance = traveller.draw(self);
        traveller.speak(self, density);
        traveller.note(self, chance);
        if (marches && chance % 32 < 10) {
            co_await tutti::each_slot(self, wander::march<0>{&traveller, chance / 64 % 9});
        }
        if (marches && chance % 32 % 10 == 1) {
            co_await tutti::each_slot(self, wander::march<1>{&traveller, chance / 64 % 5});
        }
        co_await traveller.sleep(self, chance >> 8U);
    }
    traveller.read(self);
    if (relays && self.id() % 3 != 0) {
        co_await traveller.serve(self);
    }
    co_await traveller.retire(self);
}

}  // namespace support
