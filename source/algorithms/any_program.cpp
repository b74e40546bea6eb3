#include "tutti/catalog/any_program.hpp"

namespace tutti {

any_program::any_program(std::unique_ptr<const detail::program_model> model)
    : model_{std::move(model)} {}

any_program any_program::within(whole_program whole) const {
    any_program made = *this;
    made.whole_ = std::make_shared<const whole_program>(std::move(whole));
    return made;
}

any_program any_program::keeping(std::shared_ptr<const void> owner) const {
    any_program made = *this;
    made.referred_ = std::move(owner);
    return made;
}

any_program any_program::on_array(fold shape) const {
    if (!model_->is_for_any_node() || whole_ != nullptr) {
        throw std::invalid_argument{
            "the program is for the engine's own nodes (`any_program::on`); on folded tori "
            "run those that are made `on_any`, by themselves"};
    }
    any_program made = *this;
    made.shape_ = std::make_shared<const fold>(std::move(shape));
    return made;
}

void any_program::run(const run_inputs& inputs, const emulation& emulation) const {
    if (shape_ != nullptr) {
        model_->run_folded(inputs, emulation, *shape_);
    } else {
        model_->run(inputs, emulation, whole_.get());
    }
}

std::optional<memory_estimate> any_program::emulator_bytes(const network& net,
                                                           double used_mailboxes) const {
    return model_->emulator_bytes(net, used_mailboxes);
}

packet_traits any_program::packets() const noexcept { return model_->packets(); }

}  // namespace tutti
