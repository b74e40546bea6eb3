/// @file
/// Switch of planted faults: tests/mutants includes it in a copy of the sources.
#pragma once
#include <cstdint>
#include <cstdlib>
namespace planted_fault {
constexpr std::uint64_t key(const char* name) {
    std::uint64_t sum = 14695981039346656037ULL;
    for (; *name != 0; ++name) {
        sum = (sum ^ static_cast<unsigned char>(*name)) * 1099511628211ULL;
    }
    return sum;
}
inline const std::uint64_t active = [] {
    const char* const name = std::getenv("TUTTI_MUTANT");
    return name == nullptr ? 0 : key(name);
}();
}
