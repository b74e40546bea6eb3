#include "replay_transport.hpp"

#include "bytes.hpp"
#include "slot_bytes.hpp"

namespace tutti {

interest replay_transport::wants(tutti::slot at) noexcept {
    now_ = at;
    is_in_slot_ = true;
    return interest::nothing;
}

void replay_transport::exchange(const std::vector<bytes>& out, std::vector<bytes>& in) {
    in[0] = out[0];
    in[1] = is_in_slot_ ? data_after_slot() : data_between_slots();
    is_in_slot_ = false;
}

transport::bytes replay_transport::data_after_slot() {
    detail::slot_counts counts;
    counts.stops = now_ >= last_ ? 1 : 0;
    bytes packets;
    for (; !mail_.empty() && mail_.front().sent_in == now_; mail_ = mail_.subspan(1)) {
        const mail_packet& next = mail_.front();
        detail::append(packets, node_);
        detail::append(packets, next.through);
        packets.insert(packets.end(), next.content.begin(), next.content.end());
        ++counts.sent;
    }
    detail::append_counts(packets, counts);
    return packets;
}

// The other nodes count as active in the next slot in which there is mail, and in the last.
transport::bytes replay_transport::data_between_slots() const {
    detail::slot_counts counts;
    const tutti::slot end = now_ < last_ ? last_ : last_ + 1;
    counts.next = {.at = mail_.empty() ? end : mail_.front().sent_in, .sleepers = 1};
    bytes data;
    detail::append_counts(data, counts);
    return data;
}

}  // namespace tutti
