/// @file
/// Cache of the results that were requested last.
#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <mutex>
#include <utility>
#include <vector>

namespace tutti {

/// Cache of results by their keys, which drops the oldest. Runs on one network request the same
/// again and again. A tuple as key has first what differs most often, as that is compared first.
///
/// Thread safety: any thread may request a result.
template <class Key, class Value>
class recent_results {
public:
    explicit recent_results(std::size_t most = 8) : most_{most} {}

    Value of(const Key& key, const std::function<Value()>& make) {
        const std::scoped_lock guard{lock_};
        const auto known = std::ranges::find(results_, key, &std::pair<Key, Value>::first);
        if (known != results_.end()) {
            return known->second;
        }
        if (results_.size() == most_) {
            results_.erase(results_.begin());
        }
        return results_.emplace_back(key, make()).second;
    }

private:
    std::size_t most_;
    std::mutex lock_;
    std::vector<std::pair<Key, Value>> results_;
};

}  // namespace tutti
