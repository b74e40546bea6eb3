#include "digest.hpp"

#include <utility>

// xxHash offers its streaming state by value only where the library is inlined.
#define XXH_INLINE_ALL  // NOLINT(cppcoreguidelines-macro-usage)
#include <xxhash.h>

#include "run_environment.hpp"

namespace tutti {

struct digest::state {
    XXH3_state_t hash;
};

digest::digest() : state_{std::make_unique<state>()} { XXH3_64bits_reset(&state_->hash); }

digest::digest(digest&&) noexcept = default;
digest& digest::operator=(digest&&) noexcept = default;
digest::~digest() = default;

void digest::add(std::uint64_t number) {
    XXH3_64bits_update(&state_->hash, &number, sizeof number);
}

void digest::add(std::span<const std::uint64_t> numbers) {
    XXH3_64bits_update(&state_->hash, numbers.data(), numbers.size_bytes());
}

void digest::add(std::string_view name) {
    add(name.size());
    XXH3_64bits_update(&state_->hash, name.data(), name.size());
}

std::uint64_t digest::value() const { return XXH3_64bits_digest(&state_->hash); }

}  // namespace tutti

namespace tutti::detail {
namespace {

std::uint64_t with_counts(digest sums, const run_report& report) {
    sums.add(report.transmissions);
    sums.add(report.control_transmissions);
    for (const milestone_record& mark : report.marks) {
        sums.add(mark.name);
        sums.add(static_cast<std::uint64_t>(mark.slots));
    }
    return sums.value();
}

}  // namespace

std::uint64_t run_environment::digest_of(const run_report& report,
                                         function_ref<std::uint64_t(node_id)> sum_of) {
    digest digest;
    processes_.gather_in_order(parts_.nodes(), sum_of,
                               [&](std::span<const std::uint64_t> sums) { digest.add(sums); });
    return processes_.broadcast_from_first(with_counts(std::move(digest), report));
}

}  // namespace tutti::detail
