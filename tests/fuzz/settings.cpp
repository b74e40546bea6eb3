/// @file
/// A line as an algorithm and those after it as its settings: each is taken, and written as it is
/// read, or is refused in one line.
#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "fuzz/one_line.hpp"
#include "fuzz/words.hpp"
#include "tutti/catalog/catalogue.hpp"
#include "tutti/experiment/experiment.hpp"
#include "tutti/node/rational.hpp"
#include "tutti/topology/hypercube.hpp"

namespace {

// Exceptions of `read` have to be one line.
template <class Read>
void read_or_refuse(const Read& read) {
    try {
        read();
    } catch (const std::invalid_argument& why) {
        fuzz::require(fuzz::is_one_line(why.what()));
    }
}

// One algorithm, or all of a task; none if there is none of that name.
std::vector<const tutti::algorithm*> algorithms_named(const tutti::catalogue& catalogue,
                                                      std::string_view text) {
    const std::size_t slash = text.find('/');
    const std::string_view task = tutti::parse_collective(catalogue, text.substr(0, slash)).name;
    if (slash == std::string_view::npos) {
        return catalogue.algorithms_for(task);
    }
    const tutti::algorithm* const algorithm = catalogue.find(task, text.substr(slash + 1));
    return algorithm == nullptr ? std::vector<const tutti::algorithm*>{} : std::vector{algorithm};
}

void check_rational(std::string_view text) {
    const tutti::rational number = tutti::parse_rational(text);
    fuzz::require(tutti::parse_rational(tutti::to_string(number)) == number);
}

void check_setting(std::span<const tutti::algorithm* const> algorithms, std::string_view text) {
    const auto [name, value] = tutti::parse_parameter(algorithms, text);
    const auto again = tutti::parse_parameter(algorithms, name + "=" + value.text());
    fuzz::require(again.first == name && again.second == value);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    static const tutti::catalogue catalogue = tutti::standard_catalogue();
    const auto lines = fuzz::words_of(fuzz::text_of(bytes, size));
    const auto settings = std::span{lines}.subspan(1);
    read_or_refuse([&] {
        static_cast<void>(
            tutti::choose_algorithm(catalogue, lines.front(),
                                    {.network = tutti::network_specification::parse("hypercube:3"),
                                     .built_network = tutti::hypercube{3}},
                                    {}));
    });
    read_or_refuse([&] {
        const auto algorithms = algorithms_named(catalogue, lines.front());
        for (const std::string_view line :
             algorithms.empty() ? std::span{settings}.first(0) : settings) {
            read_or_refuse([&] { check_setting(algorithms, line); });
        }
    });
    for (const std::string_view line : settings) {
        read_or_refuse([&] { check_rational(line); });
    }
    return 0;
}
