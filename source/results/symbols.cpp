#include "symbols.hpp"

#include <algorithm>
#include <array>
#include <optional>

#include "util/value_syntax.hpp"

namespace tutti {
namespace {

// A letter may have several meanings. Entries for particular formulas come before the general one,
// which has no `within`, as the first that fits is taken.
constexpr std::array all_symbols = std::to_array<symbol>({
    {.name = "D",
     .meaning = "the largest distance of a node from a broadcaster",
     .within = "D K, nearest first"},
    {.name = "D",
     .meaning = "the slots that the exchange among so many nodes is given",
     .within = "D(M)"},
    {.name = "D",
     .meaning = "the largest number of links of the spanning tree that a node has",
     .within = "D(n+h-1)"},
    {.name = "D", .meaning = "the diameter, the distance of the two nodes that are farthest apart"},
    {.name = "E", .meaning = "the distance from the root to the node farthest from it"},
    {.name = "K", .meaning = "the number of messages in all"},
    {.name = "K_j", .meaning = "the messages of the node at place j and of all before it"},
    {.name = "M", .meaning = "the number of nodes that have messages, or get them in a gather"},
    {.name = "M1", .meaning = "the number of dense columns"},
    {.name = "M2", .meaning = "the number of dense rows"},
    {.name = "N",
     .meaning = "the number of messages that drew the tree which most of them drew",
     .within = "N the fullest"},
    {.name = "N", .meaning = "the number of nodes"},
    {.name = "R", .meaning = "the number of rounds, --set rounds"},
    {.name = "T", .meaning = "the slots in which messages travel to the roots of their trees"},
    {.name = "T_i", .meaning = "the time of a multinode broadcast on factor i alone"},
    {.name = "c", .meaning = "the slot in which the last node calls", .within = "c the last call"},
    {.name = "c",
     .meaning = "the largest colour of a link to a leaf of the spanning tree; colours count from 1",
     .within = "(n-2)D + c"},
    {.name = "c", .meaning = "how much time trees get, as a multiple of an even share; --set c"},
    {.name = "ceil", .meaning = "rounded up to a whole number"},
    {.name = "d", .meaning = "the number of dimensions"},
    {.name = "floor", .meaning = "rounded down to a whole number"},
    {.name = "g", .meaning = "the ways that a piece goes along a line at once: 1, on a torus 2"},
    {.name = "h",
     .meaning = "the radius of the spanning tree: from its centre no node is farther away"},
    {.name = "i", .meaning = "the number of a factor of the network"},
    {.name = "j", .meaning = "a node's place from the end of the path, counted from 0"},
    {.name = "k", .meaning = "what the sum runs over: 1 to d"},
    {.name = "m",
     .meaning = "the messages of a node for each other one, --set packets",
     .within = "m packets a pair"},
    {.name = "m", .meaning = "the root of M, rounded down", .within = "m = floor(sqrt M)"},
    {.name = "m", .meaning = "the number of values that each node starts with, --set values"},
    {.name = "max", .meaning = "the largest of"},
    {.name = "n",
     .meaning = "the number of values that are broadcast, --set values",
     .within = "for n values"},
    {.name = "n", .meaning = "the number of nodes"},
    {.name = "p", .meaning = "the nodes of a line along one dimension: the side of the network"},
    {.name = "q", .meaning = "the slots that a packet takes to reach all nodes of a line"},
    {.name = "sqrt", .meaning = "the square root"},
    {.name = "t_p", .meaning = "the time of a slot of a prefix sum, --set prefix-step"},
});

bool is_in_word(char each) { return each == '_' || is_letter_or_digit(each); }

std::optional<symbol> meant_by(std::string_view name, std::string_view formula) {
    const auto* const entry = std::ranges::find_if(all_symbols, [&](const symbol& each) {
        return each.name == name && formula.find(each.within) != std::string_view::npos;
    });
    return entry == all_symbols.end() ? std::nullopt : std::optional{*entry};
}

}  // namespace

std::span<const symbol> symbols() noexcept { return all_symbols; }

// A word begins with a letter: of 2d it is d, and of t_p all.
std::vector<symbol> symbols_in(std::string_view formula) {
    std::vector<symbol> symbols;
    const auto* const end = formula.end();
    for (const auto* at = std::find_if(formula.begin(), end, is_letter); at != end;
         at = std::find_if(at, end, is_letter)) {
        const auto* const behind = std::find_if_not(at, end, is_in_word);
        // A symbol is explained once, however often it occurs.
        const auto meaning = meant_by({at, behind}, formula);
        if (meaning && std::ranges::count(symbols, meaning->name, &symbol::name) == 0) {
            symbols.push_back(*meaning);
        }
        at = behind;
    }
    return symbols;
}

}  // namespace tutti
