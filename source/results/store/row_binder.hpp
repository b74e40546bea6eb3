/// @file
/// Row of a store that is bound to a statement, column by column.
#pragma once

#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <SQLiteCpp/SQLiteCpp.h>

#include "tutti/node/rational.hpp"

namespace tutti {

/// Gives the columns of a row their values, from the left to the right.
class row_binder {
public:
    explicit row_binder(SQLite::Statement& into) : into_{&into} {}

    void text(std::string_view value) { into_->bind(++last_, std::string{value}); }
    void text(std::string&& value) { into_->bind(++last_, value); }
    /// Is looked at by `write()`, and not copied.
    void text(const std::string& value) { into_->bindNoCopy(++last_, value); }
    void null() { into_->bind(++last_); }
    void integer(std::integral auto value) {
        into_->bind(++last_, static_cast<std::int64_t>(value));
    }
    void real(double value) { into_->bind(++last_, value); }
    void fraction(const rational& value) {
        integer(value.numerator());
        integer(value.denominator());
        real(value.to_double());
    }
    void fraction(const std::optional<rational>& value) {
        if (value) {
            fraction(*value);
        } else {
            null();
            null();
            null();
        }
    }
    void text_or_null(std::string_view value) {
        if (value.empty()) {
            null();
        } else {
            text(value);
        }
    }
    template <std::integral Number>
    void integer(const std::optional<Number>& value) {
        if (value) {
            integer(*value);
        } else {
            null();
        }
    }
    void real(const std::optional<double>& value) {
        if (value) {
            real(*value);
        } else {
            null();
        }
    }

    /// Number of rows written.
    int write() {
        const int rows = into_->exec();
        into_->reset();
        return rows;
    }

private:
    SQLite::Statement* into_;
    int last_ = 0;
};

}  // namespace tutti
