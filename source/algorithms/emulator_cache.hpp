/// @file
/// Cache of emulators for consecutive runs with equal configuration.
#pragma once

#include <concepts>
#include <memory>

#include "engine/node/delivery_sink.hpp"
#include "tutti/engine/emulator.hpp"
#include "util/pinned.hpp"

namespace tutti {

/// Cache of the last run's emulator, whose memory serves the next run if that is on the same
/// network, with the same packets and options. At most one is kept.
///
/// Thread safety: one thread at a time.
class emulator_cache {
public:
    /// Gives its memory back.
    void forget() noexcept { emulator_.reset(); }

    /// Calls `use(machine)` with a machine for these, the kept one if it is such a one. After an
    /// exception, which goes on, none is kept.
    /// @param receiver takes what nodes deliver from now on
    template <class Network, class Packet, class Use>
    void with(const Network& net, const emulator_options& options, delivery_sink& receiver,
              const Use& use) {
        using emulator_type = typed_emulator<Network, Packet>;
        std::unique_ptr<cached_emulator> taken = std::move(emulator_);
        auto* const same = dynamic_cast<emulator_type*>(taken.get());
        if (same != nullptr && same->is_for(net, options)) {
            same->machine.deliver_to(receiver);
            use(same->machine);
        } else {
            taken.reset();  // before the next one takes memory
            auto made = std::make_unique<emulator_type>(net, options, receiver);
            use(made->machine);
            taken = std::move(made);
        }
        emulator_ = std::move(taken);
    }

private:
    struct cached_emulator : polymorphic {};

    template <class Network, class Packet>
    struct typed_emulator final : cached_emulator {
        typed_emulator(const Network& there, const emulator_options& options,
                       delivery_sink& receiver)
            : network{there}, own_options{options}, machine{there, options, receiver} {}

        [[nodiscard]] bool is_for(const Network& other, const emulator_options& options) const {
            if constexpr (std::equality_comparable<Network>) {
                return network == other && own_options == options;
            } else {
                // Copies of a graph share its shape.
                return &network.shape() == &other.shape() && own_options == options;
            }
        }

        Network network;
        emulator_options own_options;
        emulator<Network, Packet> machine;
    };

    std::unique_ptr<cached_emulator> emulator_;
};

}  // namespace tutti
