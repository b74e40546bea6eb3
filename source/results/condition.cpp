#include "condition.hpp"

#include <algorithm>
#include <array>
#include <optional>

#include "util/counts.hpp"
#include "util/value_syntax.hpp"

namespace tutti {
namespace {

// In the order of the enumeration.
constexpr std::array<std::string_view, 6> relation_symbols{"=", "!=", "<", "<=", ">", ">="};

enum class token_kind : std::uint8_t { end, word, quoted, symbol };

struct token {
    token_kind kind = token_kind::end;
    std::string_view text;

    [[nodiscard]] bool is_symbol(std::string_view which) const noexcept {
        return kind == token_kind::symbol && text == which;
    }
    [[nodiscard]] bool is_keyword(std::string_view which) const noexcept {
        return kind == token_kind::word && std::ranges::equal(text, which, {}, lower_case);
    }
    // Keywords are no names, in any case; in quotes they are values.
    [[nodiscard]] bool is_name() const noexcept {
        return kind == token_kind::word && !is_keyword("and") && !is_keyword("or") &&
               !is_keyword("not");
    }
    [[nodiscard]] bool is_value() const noexcept { return kind == token_kind::quoted || is_name(); }
};

constexpr std::string_view blanks = " \t\r\n";
constexpr std::string_view symbol_letters = "=!<>";

/// The words and symbols of a condition, one by one.
class condition_tokens {
public:
    explicit condition_tokens(std::string_view text) : rest_{text} { advance(); }

    [[nodiscard]] const token& next() const noexcept { return next_; }

    void advance() {
        rest_.remove_prefix(std::min(rest_.find_first_not_of(blanks), rest_.size()));
        if (rest_.empty()) {
            next_ = {};
        } else if (rest_.front() == '\'' || rest_.front() == '"') {
            take_quoted();
        } else if (rest_.front() == '(' || rest_.front() == ')') {
            take(token_kind::symbol, 1);
        } else if (symbol_letters.find(rest_.front()) != std::string_view::npos) {
            take(token_kind::symbol, rest_.find_first_not_of(symbol_letters));
        } else {
            take(token_kind::word, rest_.find_first_of(" \t\r\n=!<>()'\""));
        }
    }

private:
    void take(token_kind kind, std::size_t length) {
        next_ = {.kind = kind, .text = rest_.substr(0, length)};
        rest_.remove_prefix(next_.text.size());
    }
    // A quoted text has no escapes: the other sort of quotes encloses one that contains a quote.
    void take_quoted() {
        const std::size_t end = rest_.find(rest_.front(), 1);
        if (end == std::string_view::npos) {
            refuse("{} has no closing quote", in_quotes(rest_));
        }
        next_ = {.kind = token_kind::quoted, .text = rest_.substr(1, end - 1)};
        rest_.remove_prefix(end + 1);
    }

    std::string_view rest_;
    token next_;
};

// Every error says what was found and what was expected in its place.
[[noreturn]] void refuse_token(const token& token, std::string_view right) {
    refuse("{} where {} was expected",
           token.kind == token_kind::end ? "it ends" : in_quotes(token.text), right);
}

/// Parser of conditions into postfix order by Dijkstra's shunting yard.
class condition_reader {
public:
    explicit condition_reader(std::string_view text) : tokens_{text} {}

    [[nodiscard]] condition read() {
        read_operand();
        while (tokens_.next().kind != token_kind::end) {
            read_connective();
        }
        leave_until_parenthesis();
        if (!waiting_.empty()) {
            refuse_token(tokens_.next(), "and, or or )");
        }
        return std::move(done_);
    }

private:
    // An open parenthesis waits as nothing; of connectives, the earlier ones bind closer.
    using waiting = std::optional<connective>;

    // Parentheses and negations are put on a stack instead of a recursion, so that their depth is
    // bounded by memory alone.
    void read_operand() {
        while (tokens_.next().is_keyword("not") || tokens_.next().is_symbol("(")) {
            waiting_.push_back(tokens_.next().is_symbol("(") ? waiting{} : connective::negation);
            tokens_.advance();
        }
        read_comparison();
    }

    void read_comparison() {
        if (++comparisons_ > most_comparisons) {
            refuse("more than {} comparisons", most_comparisons);
        }
        column_comparison comparison;
        if (!tokens_.next().is_name()) {
            refuse_token(tokens_.next(), "a column, not or (");
        }
        comparison.column = tokens_.next().text;
        tokens_.advance();
        const auto operation = enumerator_of<relation>(
            relation_symbols, tokens_.next().kind == token_kind::symbol ? tokens_.next().text : "");
        if (!operation) {
            refuse_token(tokens_.next(), "one of = != < <= > >=");
        }
        comparison.operation = *operation;
        tokens_.advance();
        if (!tokens_.next().is_value()) {
            refuse_token(tokens_.next(), "a value");
        }
        comparison.value = tokens_.next().text;
        tokens_.advance();
        done_.emplace_back(std::move(comparison));
    }

    void read_connective() {
        const token token = tokens_.next();
        if (token.is_symbol(")")) {
            leave_until_parenthesis();
            if (waiting_.empty()) {
                refuse(") has no matching (");
            }
            waiting_.pop_back();
            tokens_.advance();
        } else if (token.is_keyword("and") || token.is_keyword("or")) {
            tokens_.advance();
            wait(token.is_keyword("and") ? connective::conjunction : connective::disjunction);
            read_operand();
        } else {
            refuse_token(token, "and, or or )");
        }
    }

    // Equal connectives join from the left, which `<=` achieves.
    [[nodiscard]] static bool binds_closer(const waiting& earlier, connective later) {
        return earlier && *earlier <= later;
    }
    void wait(connective joins) {
        while (!waiting_.empty() && binds_closer(waiting_.back(), joins)) {
            leave();
        }
        waiting_.emplace_back(joins);
    }
    // The parenthesis itself stays, for the caller to remove.
    void leave_until_parenthesis() {
        while (!waiting_.empty() && waiting_.back()) {
            leave();
        }
    }
    void leave() {
        if (const waiting& last = waiting_.back()) {
            done_.emplace_back(*last);
        }
        waiting_.pop_back();
    }

    condition_tokens tokens_;
    condition done_;
    std::vector<waiting> waiting_;
    std::size_t comparisons_ = 0;
};

}  // namespace

condition parse_condition(std::string_view text) { return condition_reader{text}.read(); }

}  // namespace tutti
