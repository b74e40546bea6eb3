#include "verdict.hpp"

#include <array>

#include <fmt/format.h>

#include "util/counts.hpp"

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
    return meanings.at(fmt::underlying(judged)).name;
}

std::optional<verdict> verdict_named(std::string_view name) noexcept {
    return enumerator_of<verdict>(meanings, name, &meaning::name);
}

int exit_status(verdict judged) noexcept { return meanings.at(fmt::underlying(judged)).status; }

}  // namespace tutti
