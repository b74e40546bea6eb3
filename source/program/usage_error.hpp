/// @file
/// What a user got wrong.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

namespace tutti::program {

/// A command line that cannot be run; the text is the one line that the user sees.
class usage_error : public std::invalid_argument {
public:
    using std::invalid_argument::invalid_argument;
    /// @param where the option or argument that is wrong
    usage_error(std::string_view where, std::string_view what)
        : std::invalid_argument{std::string{where} + ": " + std::string{what}} {}
};

/// The result could not be written.
class output_error : public std::runtime_error {
    using std::runtime_error::runtime_error;
};

}  // namespace tutti::program
