/// @file
/// Yardstick of compile times: depends on nothing of this project, and never changes.

#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <numeric>
#include <optional>
#include <ranges>
#include <set>
#include <string>
#include <unordered_map>
#include <variant>
#include <vector>

template <int Number>
struct numbered {
    std::map<std::string, std::vector<numbered>> parts;
    std::optional<std::variant<int, std::string>> value;
    std::function<int(int)> change;

    int sum(int depth) const {
        std::set<int> found{depth};
        for (const auto& [name, below] : parts) {
            for (const numbered& part : below | std::views::reverse) {
                found.insert(part.sum(depth + Number) + static_cast<int>(name.size()));
            }
        }
        std::vector<int> sorted(found.rbegin(), found.rend());
        std::ranges::stable_sort(sorted, {}, [](int x) { return x % (Number + 2); });
        const int all = std::accumulate(sorted.begin(), sorted.end(), 0);
        return change ? change(all) : all;
    }
};

template struct numbered<0>;
template struct numbered<1>;
template struct numbered<2>;
template struct numbered<3>;
