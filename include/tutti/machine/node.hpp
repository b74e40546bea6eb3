/// @file
/// A node of the emulated network.
#pragma once

#include <algorithm>
#include <bit>
#include <coroutine>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <span>
#include <type_traits>
#include <utility>

#include "tutti/machine/detail/engine.hpp"
#include "tutti/machine/digest.hpp"
#include "tutti/machine/face.hpp"
#include "tutti/machine/random.hpp"

namespace tutti {

/// A packet that arrived at the start of the slot, with the port that it came through.
template <packet Packet>
struct arrival {
    port through;
    Packet packet;
};

namespace detail {

/// Why a node sleeps.
enum class wait_kind : std::uint8_t { returned, next_slot, mail, mail_or, until, relay, memory };

template <topology Network, packet Packet, host Host, observer<Packet> Observer>
class clock;

}  // namespace detail

template <topology Network, packet Packet, host Host, observer<Packet> Observer>
class emulator;

/// The machine's own node, and the first model of `node_face`, which says what the calls mean.
///
/// Every call must come from the node's own program while it runs. A call that breaks the model
/// throws `model_violation`; the machine remembers it, so that catching it hides nothing.
template <topology Network, packet Packet, host Host = no_host,
          observer<Packet> Observer = no_observer>
class node {
public:
    using network_type = Network;
    using packet_type = Packet;

    class inbox_view;
    class sender;
    class wait;

    node() = default;
    node(const node&) = delete;
    node& operator=(const node&) = delete;
    node(node&&) = delete;
    node& operator=(node&&) = delete;
    ~node() = default;

    [[nodiscard]] node_id id() const noexcept { return id_; }
    [[nodiscard]] int degree() const noexcept { return network().degree(id_); }
    [[nodiscard]] bool has(port through) const noexcept { return network().has_port(id_, through); }
    [[nodiscard]] const Network& network() const noexcept { return *engine().network; }
    [[nodiscard]] tutti::slot slot() const noexcept { return engine().now; }

    /// Transmits `content` through `through` in this slot.
    /// @throws model_violation if the node lacks the port, the link already carries a packet in
    ///   this slot, the packet is the empty one, or the port model forbids it
    void send(port through, const Packet& content) { sender{*this}.send(through, content); }

    /// What `sending` gives a program.
    [[nodiscard]] sender begin_sending() noexcept { return sender{*this}; }

    /// What arrived at the start of this slot, by increasing port. The view holds for this slot.
    [[nodiscard]] inbox_view inbox() noexcept {
        has_taken_inbox_ = true;
        return inbox_view{engine(), id_};
    }

    /// What `for_each_arrival` does.
    template <class Visit>
    void visit_arrivals(const Visit& visit) {
        has_taken_inbox_ = true;
        const auto& shared = engine();
        shared.mail.visit_arrivals(shared.now, id_, visit);
    }

    /// The packet that arrived through `through`, or null. Valid in this slot.
    /// @throws model_violation if the node lacks the port
    [[nodiscard]] const Packet* received(port through) {
        auto& shared = engine();
        if (!has(through)) {
            fail(violation_kind::no_such_port, through);
        }
        if (!shared.mail.has_arrived(id_, through)) {
            return nullptr;
        }
        shared.mail.mark_read(id_, through);
        return &shared.mail.arrival(shared.now, id_, through);
    }

    /// What `fetched` awaits: a later moment of this slot, unless all is near anyway.
    /// @throws error if a `sender` is alive
    [[nodiscard]] wait memory() {
        check_may_sleep();
        return wait{*this, detail::wait_kind::memory, engine().keeps_much ? never : slot()};
    }

    [[nodiscard]] wait next_slot() noexcept {
        return wait{*this, detail::wait_kind::next_slot, slot() + 1};
    }
    [[nodiscard]] wait mail() noexcept { return wait{*this, detail::wait_kind::mail, never}; }
    [[nodiscard]] wait mail_or(tutti::slot at) noexcept {
        return wait{*this, detail::wait_kind::mail_or, at};
    }
    [[nodiscard]] wait until(tutti::slot at) noexcept {
        return wait{*this, detail::wait_kind::until, at};
    }
    [[nodiscard]] wait relay() noexcept { return wait{*this, detail::wait_kind::relay, never}; }

    void deliver(const message& content) {
        detail::outtray& tray = *home_->counts->handed;
        if (tray.is_full()) [[unlikely]] {
            hand_over();
        }
        tray.messages[tray.count] = content;
        ++tray.count;
    }

    void mark(milestone end) {
        home_->counts->mark(
            {.name = end.name(), .at = present(), .count = 1, .node_sum = mark_share(id_)});
    }

    [[nodiscard]] std::uint64_t random() noexcept {
        return node_random(engine().seed, id_, ++random_calls_);
    }

private:
    friend class detail::clock<Network, Packet, Host, Observer>;
    friend class emulator<Network, Packet, Host, Observer>;

    [[nodiscard]] auto& engine() const noexcept { return *home_->shared; }

    // This slot as the papers count it: what a node does after it has sent belongs to the slot's
    // end.
    [[nodiscard]] tutti::slot present() const noexcept { return slot() + (has_sent_ ? 1 : 0); }

    void check_may_sleep() const {
        if (senders_ != 0) [[unlikely]] {
            throw error{"the program sleeps while a sender of this slot is still there"};
        }
    }

    [[gnu::noinline]] void check_port_model(port through, const Packet& content) {
        auto& shared = engine();
        if (has_sent_) {
            if (shared.ports != port_model::shout_and_whisper) {
                fail(violation_kind::second_send, through);
            }
            const typename mailboxes<Network, Packet>::outbox links{shared.mail, shared.now};
            const Packet& first = links.content(shared.network->neighbour(id_, first_port_),
                                                shared.network->far_port(id_, first_port_));
            if (!(first == content)) {
                fail(violation_kind::two_messages, through);
            }
        }
        first_port_ = has_sent_ ? std::min(first_port_, through) : through;
    }

    [[noreturn, gnu::cold, gnu::noinline]] void fail(violation_kind kind, port through) {
        const fault_place place{.at = slot(), .node = id_, .through = through};
        has_failed_ = true;
        home_->counts->record({.place = place, .cause = kind});
        throw model_violation{kind, place, engine().algorithm};
    }

    // Hands the host what was delivered since the last time. All at once, so that what it takes
    // stays in registers.
    [[gnu::noinline]] void hand_over() {
        auto& shared = engine();
        auto& counts = *home_->counts;
        if (counts.discards) {
            counts.handed->count = 0;
            return;
        }
        const std::span<const message> handed = counts.handed->content();
        const tutti::slot now = shared.now;
        const node_id id = id_;
        std::uint64_t sum = 0;
        if constexpr (requires {
                          { shared.receiver->noting(id).accept(handed.front()) } noexcept;
                      }) {
            auto notes = shared.receiver->noting(id);
            for (const message& content : handed) {
                sum += delivery_digest(id, content, now);
                notes.accept(content);
            }
        } else {
            for (const message& content : handed) {
                sum += delivery_digest(id, content, now);
            }
            shared.receiver->accept(id, handed);
        }
        deliveries_ += sum;
        counts.delivered += handed.size();
        if constexpr (detail::engine<Network, Packet, Host, Observer>::is_observed) {
            for (const message& content : handed) {
                counts.deliveries.push_back({.at = now, .to = id, .content = content});
            }
        }
        counts.handed->count = 0;
    }

    void sleep(std::coroutine_handle<> program, detail::wait_kind why, tutti::slot wake) {
        resume_ = program;
        if (wake == slot() + 1) {
            ++home_->counts->awake;
            engine().awake.wake(wake, id_);
        } else if (wake != never && wake != wake_) {
            home_->timers.emplace(wake, id_);
        }
        if (why == detail::wait_kind::mail_or || why == detail::wait_kind::until) {
            wake_ = wake;
        }
        waits_for_ = why;
    }

    // As new, for another run.
    void prepare(detail::block<Network, Packet, Host, Observer>& home, node_id id) noexcept {
        home_ = &home;
        id_ = id;
        resume_ = {};
        wake_ = never;
        ran_at_ = -1;
        deliveries_ = 0;
        random_calls_ = 0;
        waits_for_ = detail::wait_kind::next_slot;
        has_sent_ = false;
        is_done_ = false;
        was_done_ = false;
        senders_ = 0;
    }

    void start(std::coroutine_handle<> program) noexcept { resume_ = program; }

    [[nodiscard]] std::uint64_t delivery_sum() const noexcept { return deliveries_; }

    detail::block<Network, Packet, Host, Observer>* home_ = nullptr;
    std::coroutine_handle<> resume_;
    tutti::slot wake_ = never;  // of the latest mail_or or until
    tutti::slot ran_at_ = -1;   // the latest slot in which the program ran
    std::uint64_t deliveries_ = 0;
    std::uint64_t random_calls_ = 0;
    node_id id_ = 0;
    port first_port_ = 0;  // smallest port used in the slot, under the stricter port models
    detail::wait_kind waits_for_ = detail::wait_kind::next_slot;
    bool has_taken_inbox_ = false;
    bool has_sent_ = false;     // in slot ran_at_
    bool has_failed_ = false;   // in slot ran_at_
    bool is_done_ = false;      // returned or relaying
    bool was_done_ = false;     // has declared itself done at some time
    std::uint8_t senders_ = 0;  // of this slot, that are alive
};

/// The arrivals of a slot at one node, as a range of `arrival<Packet>` by increasing port.
template <topology Network, packet Packet, host Host, observer<Packet> Observer>
class node<Network, Packet, Host, Observer>::inbox_view {
    using engine_type = detail::engine<Network, Packet, Host, Observer>;

public:
    class iterator {
    public:
        using value_type = arrival<Packet>;
        using difference_type = std::ptrdiff_t;

        iterator() = default;
        iterator(const engine_type& shared, node_id at, port_scan ports) noexcept
            : shared_{&shared}, node_{at}, ports_{ports} {}

        [[nodiscard]] value_type operator*() const noexcept {
            const port through = *ports_;
            return {.through = through,
                    .packet = shared_->mail.arrival(shared_->now, node_, through)};
        }
        iterator& operator++() noexcept {
            ++ports_;
            return *this;
        }
        iterator operator++(int) noexcept {
            iterator before = *this;
            ++*this;
            return before;
        }
        friend bool operator==(const iterator& left, std::default_sentinel_t /*end*/) noexcept {
            return !left.ports_;
        }

    private:
        const engine_type* shared_ = nullptr;
        node_id node_ = 0;
        port_scan ports_;
    };

    inbox_view(const engine_type& shared, node_id at) noexcept : shared_{&shared}, node_{at} {}

    [[nodiscard]] iterator begin() const noexcept {
        return {*shared_, node_, shared_->mail.arrivals(node_)};
    }
    [[nodiscard]] static std::default_sentinel_t end() noexcept { return {}; }
    [[nodiscard]] bool empty() const noexcept { return begin() == end(); }
    /// @pre `!empty()`
    [[nodiscard]] arrival<Packet> front() const noexcept { return *begin(); }

private:
    const engine_type* shared_;
    node_id node_;
};

/// Sends the packets of a slot. What it takes to send one is looked up once, and the packets are
/// counted when the object ends.
template <topology Network, packet Packet, host Host, observer<Packet> Observer>
class node<Network, Packet, Host, Observer>::sender {
    using engine_type = detail::engine<Network, Packet, Host, Observer>;

public:
    explicit sender(node& self) noexcept
        : self_{&self},
          id_{self.id_},
          ports_{self.engine().ports},
          network_{*self.engine().network},
          links_{self.engine().mail, self.engine().now},
          receivers_{self.engine().awake, self.engine().now + 1} {
        ++self.senders_;
    }
    sender(const sender&) = delete;
    sender& operator=(const sender&) = delete;
    sender(sender&&) = delete;
    sender& operator=(sender&&) = delete;
    ~sender() {
        --self_->senders_;
        self_->home_->counts->sent += sent_;
        self_->home_->counts->control += control_;
    }

    /// Like `node::send`.
    void send(port through, const Packet& content) {
        if (!network_.has_port(id_, through)) [[unlikely]] {
            self_->fail(violation_kind::no_such_port, through);
        }
        put<true>(through, content);
    }

    /// Sends `packet_of(port)` through the ports whose bits are set, by increasing port: like
    /// `send` for one after the other.
    template <class PacketOf>
    void send_each(std::uint64_t ports, const PacketOf& packet_of) {
        if (ports_ != port_model::all_port || !has_all(ports)) [[unlikely]] {
            for (; ports != 0; ports &= ports - 1) {
                const port through = std::countr_zero(ports);
                send(through, packet_of(through));
            }
            return;
        }
        if ((ports & (ports + 1)) == 0) {
            const port end = std::countr_one(ports);
            for (port through = 0; through < end; ++through) {
                put<false>(through, packet_of(through));
            }
            return;
        }
        for (; ports != 0; ports &= ports - 1) {
            const port through = std::countr_zero(ports);
            put<false>(through, packet_of(through));
        }
    }

private:
    // Whether the node certainly has these ports.
    [[nodiscard]] bool has_all(std::uint64_t ports) const noexcept {
        if constexpr (regular_topology<Network>) {
            const int most = network_.uniform_ports();
            return network_.degree(id_) == most && static_cast<int>(std::bit_width(ports)) <= most;
        } else {
            return false;
        }
    }

    // Through a port that the node has.
    template <bool MayBeRestricted>
    void put(port through, const Packet& content) {
        if constexpr (has_an_empty_value<Packet>) {
            if (content == Packet::none()) [[unlikely]] {
                self_->fail(violation_kind::empty_packet, through);
            }
        }
        const node_id to = network_.neighbour(id_, through);
        const port far = network_.far_port(id_, through);
        if (links_.is_taken(to, far)) [[unlikely]] {
            self_->fail(violation_kind::link_busy, through);
        }
        if constexpr (MayBeRestricted) {
            if (ports_ != port_model::all_port) [[unlikely]] {
                self_->check_port_model(through, content);
            }
        }
        links_.put(to, far, content);
        receivers_.wake(to);
        self_->has_sent_ = true;
        ++sent_;
        if constexpr (tells_control_from_data<Packet>) {
            control_ += static_cast<std::uint64_t>(content.is_control());
        }
        if constexpr (engine_type::is_observed) {
            self_->home_->counts->transmissions.push_back(
                {.at = self_->slot(), .from = id_, .through = through, .content = content});
        }
    }

    // Small networks are formulas; others are tables, which are not copied.
    static constexpr std::size_t small = 64;
    using network_known =
        std::conditional_t<std::is_trivially_copyable_v<Network> && sizeof(Network) <= small,
                           Network, const Network&>;

    node* self_;
    node_id id_;
    port_model ports_;
    network_known network_;  // NOLINT(cppcoreguidelines-avoid-const-or-ref-data-members)
    typename mailboxes<Network, Packet>::outbox links_;
    detail::activity::waker receivers_;
    std::uint64_t sent_ = 0;
    std::uint64_t control_ = 0;
};

/// What a program awaits to sleep.
template <topology Network, packet Packet, host Host, observer<Packet> Observer>
class [[nodiscard(
    "a node sleeps only if this is awaited")]] node<Network, Packet, Host, Observer>::wait {
public:
    wait(node& self, detail::wait_kind why, tutti::slot wake) noexcept
        : self_{&self}, why_{why}, wake_{wake} {}

    [[nodiscard]] bool await_ready() const noexcept { return wake_ <= self_->slot(); }
    /// @throws error if a `sender` is alive: its packets would belong to another slot
    void await_suspend(std::coroutine_handle<> program) const {
        self_->check_may_sleep();
        self_->sleep(program, why_, wake_);
    }
    static void await_resume() noexcept {}

private:
    node* self_;
    detail::wait_kind why_;
    tutti::slot wake_;
};

}  // namespace tutti
