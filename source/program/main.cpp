#include "tutti/program/main.hpp"

int main(int argc, char** argv) {
    return tutti::program::main(argc, argv, tutti::standard_catalogue());
}
