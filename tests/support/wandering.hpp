/// @file
/// A random node program that keeps the model.
#pragma once

#include <cstdint>

#include "support/letter.hpp"
#include "tutti/machine/face.hpp"
#include "tutti/machine/random.hpp"
#include "tutti/machine/task.hpp"

namespace support {

/// A program that sends, delivers, marks and sleeps as its random stream, the slot and all that it
/// heard before tell it.
///
/// Time goes in rounds of 16 slots, the last 4 of them without sending: who knows that may sleep
/// in `until`. Nobody sends from slot `silence` on.
struct wandering {
    int steps = 40;               ///< times that a node wakes before it only relays
    tutti::slot silence = 70;     ///< the first slot of the long silence at the end
    std::uint64_t density = 100;  ///< of 256 links, those that are sent through
    bool may_stall = false;       ///< whether nodes also wait for mail that may not come
    bool relays = true;           ///< whether some nodes end as relays
    std::uint64_t stream = 0;     ///< if not 0, the seed to draw by in place of the node's stream

    static constexpr tutti::slot round = 16;
    static constexpr tutti::slot talk = 12;

    template <tutti::node_face Node>
    tutti::task<> operator()(Node& self) const;
};

namespace wander {

template <tutti::node_face Node>
struct traveller {
    Node* self = nullptr;
    const wandering* plan = nullptr;
    std::uint64_t memory = 0;
    std::uint64_t draws = 0;
    tutti::slot heard_at = -1;
    tutti::slot sent_at = -1;

    std::uint64_t draw() {
        const std::uint64_t number = plan->stream == 0
                                         ? self->random()
                                         : tutti::node_random(plan->stream, self->id(), ++draws);
        return tutti::mix(number ^ memory ^ static_cast<std::uint64_t>(self->slot()));
    }

    [[nodiscard]] bool may_send() const {
        return self->slot() < plan->silence && self->slot() % wandering::round < wandering::talk &&
               sent_at < self->slot();
    }

    void hear(tutti::port through, const letter& heard) {
        memory = tutti::mix(memory ^ heard.content) + static_cast<std::uint64_t>(through);
        self->deliver({.origin = self->id(), .number = 7, .payload = memory});
    }

    // By port in odd slots, as a list in even ones.
    void read() {
        if (heard_at == self->slot()) {
            return;
        }
        heard_at = self->slot();
        if (self->slot() % 2 == 0) {
            for (const auto& [through, heard] : self->inbox()) {
                hear(through, heard);
            }
            return;
        }
        for (tutti::port through = 0; through < self->network().port_limit(self->id()); ++through) {
            const letter* const heard = self->has(through) ? self->received(through) : nullptr;
            if (heard != nullptr) {
                hear(through, *heard);
            }
        }
    }

    // From the largest port down, for the machine may not care.
    void speak(std::uint64_t density) {
        if (!may_send()) {
            return;
        }
        for (tutti::port through = self->network().port_limit(self->id()) - 1; through >= 0;
             --through) {
            const std::uint64_t chance = draw();
            if (self->has(through) && chance % 256 < density) {
                self->send(through, {chance >> 1U});
                sent_at = self->slot();
            }
        }
    }

    void note(std::uint64_t chance) {
        if (chance % 7 == 0) {
            self->mark("seven");
        }
        if (chance % 5 == 0) {
            self->mark("five");
        }
    }

    tutti::task<> sleep(std::uint64_t chance) {
        const tutti::slot now = self->slot();
        const tutti::slot into = now % wandering::round;
        const auto ahead = static_cast<tutti::slot>(chance / 16 % 12);
        if (into >= wandering::talk && chance % 2 == 0) {
            co_await self->until(now - into + wandering::round - ahead % 3);
        } else if (chance % 16 < 5) {
            co_await self->mail_or(now + ahead - 2);
        } else if (chance % 16 == 5 && plan->may_stall) {
            co_await self->mail();
        } else {
            co_await self->next_slot();
        }
    }

    tutti::task<> retire() {
        while (self->slot() <= plan->silence) {
            co_await self->mail_or(plan->silence + 1);
            read();
        }
    }

    tutti::task<> serve() {
        for (;;) {
            co_await self->relay();
            read();
            speak(plan->density / 4);
            if (self->slot() % 3 == 0) {
                co_await self->next_slot();
                read();
            }
        }
    }
};

}  // namespace wander

template <tutti::node_face Node>
tutti::task<> wandering::operator()(Node& self) const {
    wander::traveller<Node> traveller{.self = &self, .plan = this};
    for (int step = 0; step < steps; ++step) {
        traveller.read();
        const std::uint64_t chance = traveller.draw();
        traveller.speak(density);
        traveller.note(chance);
        co_await traveller.sleep(chance >> 8U);
    }
    traveller.read();
    if (relays && self.id() % 3 != 0) {
        co_await traveller.serve();
    }
    co_await traveller.retire();
}

}  // namespace support
