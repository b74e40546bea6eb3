/// @file
/// Where the transmissions and deliveries of a run are written down.
#pragma once

#include <concepts>
#include <optional>
#include <string_view>

#include "tutti/machine/observer.hpp"
#include "tutti/model/message.hpp"
#include "tutti/model/packet.hpp"

namespace tutti {

/// A transmission of any packet type, for people.
struct logged_transmission {
    slot at = 0;
    node_id from = 0;
    port through = 0;
    std::string_view kind{};           ///< what the packet is for
    std::optional<message> content{};  ///< the message in it; null for control packets
};

/// Takes the events of a run in order: by slot, transmissions before deliveries, by node and port.
class event_log {
public:
    event_log() = default;
    event_log(const event_log&) = delete;
    event_log& operator=(const event_log&) = delete;
    event_log(event_log&&) = delete;
    event_log& operator=(event_log&&) = delete;
    virtual ~event_log() = default;

    virtual void sent(const logged_transmission& what) = 0;
    virtual void delivered(const delivery& what) = 0;
};

/// A packet that can say what it is for.
template <class T>
concept describes_itself = packet<T> && requires(const T content) {
    { name_of(content.kind()) } -> std::same_as<std::string_view>;
    { content.is_control() } -> std::same_as<bool>;
    { content.content() } -> std::same_as<message>;
};

/// Writes what it observes to a log.
template <describes_itself Packet>
class logging_observer {
public:
    /// @param log outlives the observer
    explicit logging_observer(event_log& log) noexcept : log_{&log} {}

    void sent(const transmission<Packet>& what) {
        logged_transmission line{.at = what.at,
                                 .from = what.from,
                                 .through = what.through,
                                 .kind = name_of(what.content.kind()),
                                 .content = {}};
        if (!what.content.is_control()) {
            line.content = what.content.content();
        }
        log_->sent(line);
    }
    void delivered(const delivery& what) { log_->delivered(what); }

private:
    event_log* log_;
};

}  // namespace tutti
