/// @file
/// Verifier of deliveries against the requirement.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "collectives/requirement.hpp"
#include "recorded_slot.hpp"
#include "run_requirements.hpp"
#include "util/pinned.hpp"
#include "violations.hpp"

namespace tutti {

/// Classification of a delivery.
enum class delivery_kind : std::uint8_t { right, again, unexpected, wrong_payload };

/// Tally of the deliveries that a requirement asks for, with the least state that it needs.
class delivery_tally : polymorphic {
public:
    [[nodiscard]] virtual delivery_kind take(node_id node, const message& content) = 0;
    [[nodiscard]] virtual std::uint64_t required() const = 0;
    [[nodiscard]] virtual std::string first_missing() const = 0;
};

/// Verifier of deliveries against the requirement.
class recorded_delivery_verifier {
public:
    explicit recorded_delivery_verifier(const run_requirements& requirements);

    void take(const recorded_slot& record);

    [[nodiscard]] delivery_counts counts() const;
    /// Deliveries that were made and should not have been.
    [[nodiscard]] const violation_list& wrong() const noexcept { return wrong_; }
    /// The first that should have been made and was not, in words.
    [[nodiscard]] std::string first_missing() const { return tally_->first_missing(); }
    /// Those before any node may deliver.
    [[nodiscard]] const violation_list& early() const noexcept { return early_; }

private:
    void note(slot at, const recorded_delivery& delivery, delivery_kind kind);

    std::unique_ptr<delivery_tally> tally_;
    slot first_delivery_;
    delivery_counts counts_;
    violation_list wrong_;
    violation_list early_;
};

}  // namespace tutti
