/// @file
/// Matching by augmenting paths (Kuhn 1955), for lists of candidates that are not stored.
#pragma once

#include <cstdint>
#include <vector>

namespace tutti {

/// Matches numbers of a left side, one after the other, with numbers of a right side. A number that
/// is matched stays so, though perhaps with another partner. One path takes O(candidates of all).
class augmenting_matching {
public:
    static constexpr std::uint32_t nothing = ~std::uint32_t{0};

    augmenting_matching(std::uint32_t left_count, std::uint32_t right_count)
        : right_of_(left_count, nothing), left_of_(right_count, nothing), tried_(right_count) {}

    /// Partner of a number of the left side, or `nothing`.
    [[nodiscard]] std::uint32_t right_of(std::uint32_t left) const { return right_of_[left]; }
    [[nodiscard]] std::uint32_t left_of(std::uint32_t right) const { return left_of_[right]; }

    void match(std::uint32_t left, std::uint32_t right) {
        right_of_[left] = right;
        left_of_[right] = left;
    }

    /// Finds a partner for `left`: the first of its candidates that is free, or whose partner can
    /// find another in the same way; each candidate is tried once. False if there is none.
    /// @param candidate `candidate(left, i)`: the i-th candidate of a number of the left side, from
    ///   0, or `nothing` after the last
    template <class Candidate>
    bool augment(std::uint32_t left, const Candidate& candidate) {
        ++search_;
        path_.assign(1, {.left = left});
        while (!path_.empty()) {
            step& last = path_.back();
            last.right = candidate(last.left, last.next++);
            if (last.right == nothing) {
                path_.pop_back();
            } else if (tried_[last.right] != search_) {
                tried_[last.right] = search_;
                if (left_of_[last.right] == nothing) {
                    match_path();
                    return true;
                }
                path_.push_back({.left = left_of_[last.right]});
            }
        }
        return false;
    }

    void clear() {
        for (std::uint32_t& right : right_of_) {
            if (right != nothing) {
                left_of_[right] = nothing;
                right = nothing;
            }
        }
    }

private:
    /// A number of the left side that looks for a partner, and the candidate that it tries.
    struct step {
        std::uint32_t left = 0;
        std::uint32_t right = nothing;
        std::uint32_t next = 0;
    };

    void match_path() {
        for (; !path_.empty(); path_.pop_back()) {
            match(path_.back().left, path_.back().right);
        }
    }

    std::vector<std::uint32_t> right_of_;
    std::vector<std::uint32_t> left_of_;
    std::vector<std::uint64_t> tried_;  // the last search that tried a number of the right side
    std::uint64_t search_ = 0;
    std::vector<step> path_;
};

}  // namespace tutti
