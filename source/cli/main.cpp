#include "tutti/cli/main.hpp"

int main(int argc, char** argv) {
    // Intentionally leaked: destruction costs 0.5 % of a small run.
    // NOLINTNEXTLINE(cppcoreguidelines-owning-memory)
    static const auto& catalogue = *new tutti::catalogue{tutti::standard_catalogue()};
    return tutti::program::main(argc, argv, catalogue);
}
