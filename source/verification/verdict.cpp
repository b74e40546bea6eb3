#include "verdict.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

namespace tutti {
namespace {

struct meaning {
    std::string_view name;
    int status;
};

// The order is that of `verdict`, from the best to the worst, as comparisons of verdicts rely on.
constexpr std::array<meaning, 9> meanings{{{"complete", 0},
                                           {"unlucky", 1},
                                           {"incorrect", 1},
                                           {"late", 1},
                                           {"model-violation", 3},
                                           {"stalled", 3},
                                           {"program-error", 3},
                                           {"budget-exceeded", 3},
                                           {"interrupted", 130}}};

}  // namespace

std::string_view name_of(verdict judged) noexcept {
    return meanings.at(static_cast<std::size_t>(judged)).name;
}

std::optional<verdict> verdict_named(std::string_view name) noexcept {
    const auto* const position = std::ranges::find(meanings, name, &meaning::name);
    return position == meanings.end()
               ? std::nullopt
               : std::optional{static_cast<verdict>(position - meanings.begin())};
}

int exit_status(verdict judged) noexcept {
    return meanings.at(static_cast<std::size_t>(judged)).status;
}

}  // namespace tutti
