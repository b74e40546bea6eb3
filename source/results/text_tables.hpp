/// @file
/// Text tables of results.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "tutti/experiment/result.hpp"
#include "util/table_style.hpp"
#include "util/value_syntax.hpp"

namespace tutti {

/// `text` in bold, where the style has it.
[[nodiscard]] std::string bold(std::string_view text, table_style style);

/// The name of a verdict, or of another judgement, where the style has colours: green if all is
/// well, yellow if nobody is to blame, else red.
[[nodiscard]] std::string judged(std::string_view name, table_style style);

/// Text columns, each as wide as its widest cell: the first and the last are aligned left, those
/// between, which are figures, right.
class columns {
public:
    /// @param headings of at least two columns
    explicit columns(std::vector<std::string> headings, table_style style = table_style::plain)
        : rows_{std::move(headings)}, style_{style} {}

    /// @pre as many cells as there are headings; those of the last column may have a colour
    void add(std::vector<std::string> cells) { rows_.push_back(std::move(cells)); }

    /// The rows below their headings, each a line that is indented by two.
    [[nodiscard]] std::string text() const;

private:
    std::vector<std::vector<std::string>> rows_;
    table_style style_;
};

/// Text list of names and values.
class listing {
public:
    /// @param width of the names
    explicit listing(int width, table_style style = table_style::plain) noexcept
        : width_{width}, style_{style} {}

    [[nodiscard]] table_style style() const noexcept { return style_; }

    /// A line, indented by two. @param text as `fmt::format` takes it
    template <class... Parts>
    void line(std::string_view name, fmt::format_string<Parts...> text, Parts&&... parts) {
        text_ += fmt::format("  {:<{}}", name, width_);
        plain(text, std::forward<Parts>(parts)...);
    }
    /// A line without a name.
    template <class... Parts>
    void plain(fmt::format_string<Parts...> text, Parts&&... parts) {
        text_ += fmt::format(text, std::forward<Parts>(parts)...) + "\n";
    }
    /// Heading of a result or a stress test: collective, algorithm, network, senders, and an empty
    /// line.
    void heading(const request& request) {
        heading(fmt::format("{}/{} on {}: {}, {}, ports: {}", request.collective, request.algorithm,
                            request.network, quantity(request.nodes, "node"),
                            quantity(request.links, "link"), name_of(request.ports)),
                request.source);
    }
    /// The same in other words.
    void heading(std::string_view title, std::string_view source) {
        plain("{}\n{}\n", bold(title, style_), source);
    }
    /// A line for each of an experiment's parameters.
    void parameters(const parameter_values& values) {
        for (const auto& [name, value] : values) {
            line("parameter", "{} = {}", name, value.text());
        }
    }

    [[nodiscard]] const std::string& text() const noexcept { return text_; }

private:
    int width_;
    table_style style_;
    std::string text_;
};

/// True if the result states the broadcasters; some collectives leave no choice of them.
[[nodiscard]] inline bool has_senders(const request& request) {
    return request.packets > 0 || request.broadcasters != "all";
}
/// "random:3: 3 nodes, 3 packets".
[[nodiscard]] inline std::string senders_text(const request& request) {
    return fmt::format("{}: {}, {}", request.broadcasters,
                       quantity(request.broadcaster_nodes, "node"),
                       quantity(request.packets, "packet"));
}

/// "33/2", or "-" if it is not known.
template <class Maybe, class Write>
[[nodiscard]] std::string or_dash(const Maybe& maybe, const Write& write) {
    return maybe ? std::string{write(*maybe)} : "-";
}

/// "exact 30", or "-" if no time is known.
[[nodiscard]] std::string text_of(const std::optional<expected_time>& expected);

/// The smallest of the lower bounds of several algorithms.
struct least_bounds {
    std::optional<lower_bound> own;        ///< of those that they are held to
    std::optional<lower_bound> of_pieces;  ///< of those for messages that are cut

    void add(const lower_bound& bound, const std::optional<lower_bound>& pieces);
};

/// Lower bounds of several algorithms: a bound under one port model, or for whole packets, need not
/// hold for others.
class listed_bounds {
public:
    void add(port_model ports, const lower_bound& own, const std::optional<lower_bound>& pieces);

    [[nodiscard]] bool have_several_ports() const noexcept { return by_ports_.size() > 1; }

    /// A line for each that differs: "lower bound 30 for whole packets: ..", or "lower bound with
    /// ports single 103 for whole packets: .." if there are several.
    [[nodiscard]] std::string text() const;

private:
    std::map<port_model, std::vector<lower_bound>> by_ports_;
};

}  // namespace tutti
