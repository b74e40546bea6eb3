#include "pictures/drawing.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <span>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include <boost/property_tree/ptree.hpp>
#include <boost/property_tree/xml_parser.hpp>
#include <doctest/doctest.h>
#include <fmt/format.h>

#include "recording/recorded.hpp"

TEST_SUITE("pictures/drawing.hpp") {

namespace {

using support::entry;
using support::on_network;
using support::opened;
using support::recorded;
using tutti::draw;
using tutti::drawing_options;
using tutti::picture_kind;

constexpr std::array all_kinds{picture_kind::space_time, picture_kind::links, picture_kind::use,
                               picture_kind::of_network};

tutti::recording of(std::string_view algorithm, std::string_view network,
                    std::string_view broadcasters = "all") {
    return opened(recorded(on_network(entry(algorithm), network, broadcasters)));
}

std::string drawn(const tutti::recording& shown, picture_kind kind,
                  const drawing_options& options = {}) {
    return draw(source_of(shown), kind, options);
}

boost::property_tree::ptree parsed(const std::string& svg) {
    std::istringstream text{svg};
    boost::property_tree::ptree document;
    boost::property_tree::read_xml(text, document);
    return document.get_child("svg");
}

std::size_t count(std::string_view text, std::string_view part) {
    std::size_t total = 0;
    for (auto at = text.find(part); at != std::string_view::npos; at = text.find(part, at + 1)) {
        ++total;
    }
    return total;
}

using element = boost::property_tree::ptree;

/// The elements of a kind, within groups too, whose class begins so.
std::vector<element> elements(const element& root, std::string_view name, std::string_view style) {
    std::vector<element> matches;
    const auto add = [&](const std::string& tag, const element& each) {
        if (tag == name && each.get<std::string>("<xmlattr>.class", "").starts_with(style)) {
            matches.push_back(each);
        }
    };
    for (const auto& [tag, each] : root) {
        add(tag, each);
        for (const auto& [inner_tag, inner] : tag == "g" ? each : element{}) {
            add(inner_tag, inner);
        }
    }
    return matches;
}

/// Number of outlines that begin in paths of a class.
std::size_t outlines(const boost::property_tree::ptree& document, std::string_view style) {
    std::size_t total = 0;
    for (const auto& each : elements(document, "path", style)) {
        total += count(each.get<std::string>("<xmlattr>.d"), "M");
    }
    return total;
}

std::vector<std::string> texts(const boost::property_tree::ptree& document) {
    std::vector<std::string> contents;
    for (const auto& each : elements(document, "text", "")) {
        contents.push_back(each.data());
    }
    return contents;
}

/// True if the picture contains the text, in one row or several.
bool has_text(const std::string& svg, std::string_view part) {
    return fmt::format("{}", fmt::join(texts(parsed(svg)), " ")).find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("every picture of every kind of network is well-formed, short and always the same") {
    for (const auto& [algorithm, network] :
         std::vector<std::pair<std::string_view, std::string_view>>{
             {"multinode-broadcast/rotation-classes", "hypercube:1"},
             {"multinode-broadcast/rotation-classes", "hypercube:6"},
             {"simultaneous-broadcast/prefix-roots", "hypercube:9"},
             {"barrier/dimension-exchange", "hypercube:4"},
             {"total-exchange/recursive", "hypercube:5"},
             {"total-exchange/recursive", "hypercube:7"},
             {"reduce/binomial", "hypercube:4"},
             {"multinode-broadcast/quarter-turns", "torus:5x5"},
             {"simultaneous-broadcast/split-packing", "torus:3x3x3"},
             {"multinode-broadcast/one-dimension", "array:2x2x2x2x2"},
             {"multinode-broadcast/both-ways", "ring:70"},
             {"multinode-broadcast/hamiltonian", "ring:1"},
             {"multinode-broadcast/hamiltonian-path", "path:40"},
             {"multinode-broadcast/product", "product(ring:4,path:3)"},
             {"simultaneous-broadcast/trees", "complete:40"},
             {"simultaneous-broadcast/trees", "debruijn:8"}}) {
        CAPTURE(network);
        const tutti::recording shown = of(algorithm, network);
        const tutti::recording again = of(algorithm, network);
        for (const picture_kind kind : all_kinds) {
            const std::string svg = drawn(shown, kind);
            CHECK(svg.size() <= tutti::most_picture_bytes);
            CHECK(parsed(svg).count("title") == 1);
            CHECK(svg == drawn(again, kind));
        }
    }
}

TEST_CASE("trees span the network") {
    const tutti::recording shown = of("successive-broadcasts/rotated", "hypercube:3");
    const auto one = parsed(
        drawn(shown, picture_kind::of_network, {.message = tutti::message_name{.origin = 5}}));
    CHECK(outlines(one, "f") == 7);
    CHECK(elements(one, "circle", "node").size() == 8);

    const auto seven = parsed(drawn(shown, picture_kind::of_network));
    CHECK(outlines(seven, "f") == 7 * 7);

    const auto caption_has = [&](const tutti::drawing_options& options, std::string_view part) {
        return has_text(drawn(shown, picture_kind::of_network, options), part);
    };
    CHECK(caption_has({.message = tutti::message_name{.origin = 5}},
                      "arrows of 1 of 8 messages: the links over which it first reached each"));
    CHECK(caption_has({}, "arrows of 7 of 8 messages: the links over which each first reached"));
    CHECK(has_text(drawn(of("broadcast/binomial", "hypercube:3"), picture_kind::of_network),
                   "arrows of the message: the links over which it first"));
    CHECK(has_text(drawn(of("simultaneous-broadcast/greedy", "hypercube:3", "nodes:1,6"),
                         picture_kind::of_network),
                   "arrows of all 2 messages: the links over which each first reached"));

    CHECK_THROWS_AS((void)drawn(shown, picture_kind::of_network,
                                {.message = tutti::message_name{.origin = 5, .number = 1}}),
                    tutti::drawing_refused);
}

TEST_CASE("what is more than 128 nodes or 400 slots is added up, and the picture says how") {
    const tutti::recording many = of("broadcast/binomial", "hypercube:14");
    CHECK(has_text(drawn(many, picture_kind::space_time), "each cell: 128 nodes x 1 slot"));
    CHECK(has_text(drawn(many, picture_kind::links), "each cell: the mean of 128 senders"));
    CHECK(has_text(drawn(many, picture_kind::of_network), "each circle: a subcube of 256 nodes"));

    const tutti::recording grid = of("multinode-broadcast/one-dimension", "torus:20x20");
    CHECK(has_text(drawn(grid, picture_kind::links), "each circle: 2 x 2 nodes"));

    const tutti::recording longer = of("multinode-broadcast/hamiltonian", "ring:450");
    CHECK(has_text(drawn(longer, picture_kind::space_time), "each cell: 4 nodes x 2 slots"));
    CHECK(has_text(drawn(longer, picture_kind::use), "each bar: 2 slots"));
}

TEST_CASE("names are written as texts, whatever is in them") {
    const tutti::recording shown = of("broadcast/binomial", "hypercube:3");
    tutti::recorded_plan plan = shown.plan();
    plan.algorithm = "<script>alert('&\"')</script>\x1b[2J\xff\xEF\xBF\xBF";
    plan.phases.front().name = "]]><&";
    const std::array kinds{tutti::recorded_kind{.name = "</svg>", .has_message = true}};
    tutti::picture_source source = source_of(shown);
    source.plan = &plan;
    source.kinds = [&] { return std::span{kinds}; };
    for (const picture_kind kind : all_kinds) {
        const std::string svg = draw(source, kind, {.colour = tutti::packet_colour::kind});
        CHECK(svg.find("<script") == std::string::npos);
        CHECK(count(svg, "</svg>") == 1);
        CHECK(std::ranges::none_of(
            svg, [](char each) { return static_cast<unsigned char>(each) < ' ' && each != '\n'; }));
        CHECK(has_text(svg, R"(<script>alert('&"')</script>\x1b[2J\xff???)"));
    }
}

TEST_CASE("bars of a comparison are as long as their times, and the bound is where it belongs") {
    const std::string svg = tutti::draw_comparison(R"({
        "runs": [{"algorithm": "a<b", "verdict": "complete", "time": {"units": "6"}},
                 {"algorithm": "slow", "verdict": "late", "time": {"units": "13/2"}}],
        "lower_bound": {"units": "13/4"}})",
                                                   "Algorithms for scan on ring:5");
    const auto document = parsed(svg);
    CHECK(document.get<std::string>("title") == "Algorithms for scan on ring:5");
    std::map<std::string, double> lengths;
    for (const auto& [name, part] : document) {
        if (name == "rect") {
            lengths[part.get<std::string>("<xmlattr>.class")] = part.get<double>("<xmlattr>.width");
        }
    }
    CHECK(lengths["f0"] / 6 == doctest::Approx(lengths["node"] / 6.5).epsilon(0.001));
    CHECK(svg.find(">a&lt;b<") != std::string::npos);
    CHECK(svg.find(">13/2, late<") != std::string::npos);
    CHECK(svg.find("dashed: the lower bound, 13/4<") != std::string::npos);
    CHECK(svg.find(fmt::format("M{} ", 170 + lengths["node"] / 2)) != std::string::npos);

    const std::string empty =
        tutti::draw_comparison(R"({"runs": [], "lower_bound": null})", "nothing");
    CHECK(parsed(empty).get<std::string>("desc") == "time in units");
}

}  // TEST_SUITE("pictures/drawing.hpp")
