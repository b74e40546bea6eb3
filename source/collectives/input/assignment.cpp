#include "assignment.hpp"

#include "derived_payloads.hpp"
#include "tutti/node/task.hpp"

namespace tutti {

// Payloads of a node depend on its id and on the number of the message alone.
initial_messages assignment::given_to(node_id node) const {
    const derived_payloads contents{contents_};
    node_vector<std::uint64_t> texts(senders_.packets_of(node));
    for (std::uint32_t number = 0; number < texts.size(); ++number) {
        texts[number] = contents.of(node, number);
    }
    return {node, std::move(texts)};
}

std::uint64_t assignment::value_of(node_id node) const {
    return derived_payloads{contents_}.sum_of(node, senders_.packets_of(node));
}

}  // namespace tutti
