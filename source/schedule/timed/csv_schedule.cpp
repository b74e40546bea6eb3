#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "csv_lines.hpp"
#include "schedule/foreign_schedule.hpp"
#include "schedule/node_labels.hpp"
#include "schedule/schedule_contents.hpp"
#include "util/counts.hpp"
#include "util/file_content.hpp"
#include "util/value_syntax.hpp"

namespace tutti {
namespace {

/// Reader of own CSV: the command line comes before the settings of the file.
class csv_reader {
public:
    csv_reader(std::string_view content, const schedule_options& options)
        : lines_{content, options}, options_{&options} {
        schedule_.file = options.file;
        schedule_.place_of = [file = options.file](std::uint32_t position) {
            return fmt::format("{}:{}", file, position);
        };
    }

    foreign_schedule read() {
        lines_.read_header();
        build_network();
        lines_.read_rows(schedule_);
        choose_collective();
        check_forms();
        finish_links();
        finish_messages();
        return std::move(schedule_);
    }

private:
    void build_network() {
        if (!options_->network.empty()) {
            reading_option("--network", [&] { set_network(schedule_, *options_); });
        } else {
            lines_.with_setting("network", [&](const std::string& value) {
                set_network(schedule_, *options_, value);
            });
        }
    }

    void choose_collective() {
        if (!options_->collective.empty()) {
            schedule_.collective = reading_option(
                "--collective", [&] { return parse_schedule_collective(options_->collective); });
        } else if (!lines_.with_setting("collective", [&](const std::string& value) {
                       schedule_.collective = parse_schedule_collective(value);
                   })) {
            const bool has_pairs = lines_.first_of(message_form::pair).line > 0;
            schedule_.collective = lines_.reducing_line() > 0 ? schedule_collective::allreduce
                                   : has_pairs                ? schedule_collective::alltoall
                                                              : schedule_collective::allgather;
            schedule_.remarks.push_back(
                fmt::format("collective assumed: {}", name_of(schedule_.collective)));
        }
    }

    void refuse_form(message_form form, std::string_view why) const {
        const csv_lines::example& first = lines_.first_of(form);
        if (first.line > 0) {
            lines_.fail(first.line, "message {}: {} {}", in_quotes(first.text),
                        name_of(schedule_.collective), why);
        }
    }

    void check_forms() const {
        const schedule_collective collective = schedule_.collective;
        if (collective == schedule_collective::alltoall) {
            refuse_form(message_form::number, "needs origin:destination");
            refuse_form(message_form::name, "needs origin:destination");
        } else {
            refuse_form(message_form::pair, "has no messages of pairs");
        }
        if (reduces(collective) || collective == schedule_collective::broadcast) {
            refuse_form(message_form::name, "needs a number");
        } else if (lines_.labels().has_names() && schedule_.names.empty()) {
            refuse_form(message_form::number, "needs the name of a node");
        }
        if (lines_.reducing_line() > 0 && !reduces(collective)) {
            lines_.fail(lines_.reducing_line(), "reduce: {} adds nothing up", name_of(collective));
        }
    }

    void finish_links() {
        std::ranges::sort(schedule_.rows);
        set_links(schedule_, *options_, lines_.labels().node_count(), used_loads(schedule_));
        if (schedule_.node_count() == 0) {
            refuse_schedule(options_->file, "no rows, and no network");
        }
        if (schedule_.names.empty()) {
            schedule_.names = lines_.labels().names();
            report_names(schedule_);
        }
        read_participants();
        read_root();
    }

    [[nodiscard]] node_id node_of(std::string_view text) const {
        const auto node = lines_.labels().find(trimmed(text));
        if (!node || *node >= schedule_.node_count()) {
            refuse("{} is no node", in_quotes(text));
        }
        return *node;
    }

    void read_participants() {
        if (schedule_.is_participant.empty()) {
            schedule_.is_participant.assign(schedule_.node_count(), true);
        }
        lines_.with_setting("participants", [&](std::string_view value) {
            constexpr std::string_view kind = "nodes:";
            const bool is_all = value == "all";
            if (!value.starts_with(kind) && !is_all) {
                refuse("{} is not all or nodes:1,2,..", in_quotes(value));
            }
            schedule_.is_participant.assign(schedule_.node_count(), is_all);
            if (!is_all) {
                for (const std::string_view item : split(value.substr(kind.size()), ',')) {
                    schedule_.is_participant[node_of(item)] = true;
                }
            }
        });
    }

    void read_root() {
        if (!options_->root.empty()) {
            schedule_.root = reading_option("--root", [&] { return node_of(options_->root); });
        } else {
            lines_.with_setting("root",
                                [&](const std::string& value) { schedule_.root = node_of(value); });
        }
        if (has_root(schedule_.collective) && !schedule_.is_participant[schedule_.root]) {
            refuse_schedule(options_->file, fmt::format("the root {} does not take part",
                                                        schedule_.label(schedule_.root)));
        }
    }

    // The number of a setting, or another one if there is none.
    [[nodiscard]] std::uint64_t number_of(std::string_view name, std::uint64_t otherwise,
                                          std::uint64_t most) const {
        std::uint64_t number = otherwise;
        lines_.with_setting(
            name, [&](const std::string& value) { number = parse_number(value, 1, most); });
        return number;
    }

    void finish_messages() {
        schedule_.pieces =
            remainder_of(number_of("pieces", lines_.largest_piece() + 1, most_schedule_pieces),
                         ~std::uint32_t{0});
        lines_.with_setting("operator", [&](std::string_view value) {
            static constexpr std::array<std::string_view, 4> operators{"sum", "xor", "min", "max"};
            if (std::ranges::find(operators, value) == operators.end()) {
                refuse("unknown operator {}{}", in_quotes(value), did_you_mean(value, operators));
            }
            schedule_.may_overlap = value == "min" || value == "max";
        });
        const std::uint64_t seen = schedule_.rows.empty() ? 0 : lines_.largest_message() + 1;
        const bool is_by_participant = schedule_.collective == schedule_collective::allreduce ||
                                       schedule_.collective == schedule_collective::reduce_scatter;
        const std::uint64_t values =
            is_by_participant ? std::max<std::uint64_t>(seen, schedule_.participant_count()) : seen;
        set_messages(schedule_, reduces(schedule_.collective)
                                    ? number_of("values", values, most_schedule_nodes)
                                    : values);
        number_messages();
    }

    // Labels of messages become numbers; those of no node follow all nodes.
    void number_messages() {
        std::vector<std::uint64_t> known;
        for (const std::string& text : lines_.message_texts()) {
            const auto node = lines_.labels().find(text);
            known.push_back(node ? *node : schedule_.names.size());
            if (!node) {
                schedule_.names.push_back(text);
            }
        }
        const auto number_of_label = [&](std::uint64_t label) {
            return label < most_schedule_nodes ? label : known[label - most_schedule_nodes];
        };
        for (schedule_row& row : schedule_.rows) {
            row.message = schedule_.noun == message_noun::pair
                              ? pair_number(row, number_of_label(row.message >> 32U),
                                            number_of_label(row.message & 0xFFFF'FFFFU))
                              : number_of_label(row.message);
        }
        std::ranges::sort(schedule_.rows);
    }

    [[nodiscard]] std::uint64_t pair_number(const schedule_row& row, std::uint64_t origin,
                                            std::uint64_t destination) const {
        if (origin >= schedule_.node_count() || destination >= schedule_.node_count()) {
            lines_.fail(row.position, "the message names no node of the network");
        }
        return origin * schedule_.node_count() + destination;
    }

    csv_lines lines_;
    const schedule_options* options_;
    foreign_schedule schedule_{};
};

}  // namespace

foreign_schedule read_csv_schedule(std::string_view content, const schedule_options& options) {
    return csv_reader{content, options}.read();
}

}  // namespace tutti
