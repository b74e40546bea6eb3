#include "tutti/cli/main.hpp"

int main(int argc, char** argv) {
    // The process ends with it: to take it apart would be a part in two hundred of a small run.
    // NOLINTNEXTLINE(cppcoreguidelines-owning-memory)
    static const auto& catalogue = *new tutti::catalogue{tutti::standard_catalogue()};
    return tutti::program::main(argc, argv, catalogue);
}
