/// @file
/// Sink that notes the shares of messages that links carried in each slot.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "link_classes.hpp"
#include "tutti/engine/sink.hpp"
#include "tutti/node/rational.hpp"
#include "tutti/node/slot.hpp"
#include "verification/model_time.hpp"

namespace tutti {

/// Notes, for every slot of the first run that it is attached to, the largest share of a message
/// that a link of each class carried.
class slot_uses final : public sink {
public:
    /// @param class_count 1 where all links are alike
    slot_uses(link_classes classes, std::size_t class_count)
        : classes_{std::move(classes)}, empty_(class_count) {}

    [[nodiscard]] interest wants(tutti::slot /*at*/) noexcept override {
        return is_over_ ? interest::nothing : interest::events;
    }
    void slot(const slot_record& record) override;
    void end(const run_report& /*report*/) override { is_over_ = true; }

    /// Those of the first slots of the run, which may go on without packets.
    [[nodiscard]] std::vector<slot_use> of_first(tutti::slot slots) const;

private:
    using shares = std::vector<std::optional<rational>>;  // by class

    /// Consecutive slots of one use.
    struct stretch {
        tutti::slot begin = 0;
        tutti::slot end = 0;
        const shares* use = nullptr;
    };

    link_classes classes_;
    shares empty_;
    std::map<shares, int> known_{};  // whose keys stay where they are
    std::vector<stretch> stretches_{};
    bool is_over_ = false;
};

}  // namespace tutti
