#include "result_bytes.hpp"

#include <concepts>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>

namespace tutti {
namespace {

// Fields are listed once for both directions; a field that is not listed does not compile.
struct excluded_fields {};
template <class T>
constexpr excluded_fields members_of{};
template <>
constexpr auto members_of<waiting_node> =
    std::tuple{&waiting_node::node, &waiting_node::what, &waiting_node::since};
template <>
constexpr auto members_of<phase_result> = std::tuple{
    &phase_result::name, &phase_result::slots, &phase_result::slot_length, &phase_result::expected};
template <>
constexpr auto members_of<check_result> =
    std::tuple{&check_result::name, &check_result::holds, &check_result::text};
template <>
constexpr auto members_of<lower_bound> =
    std::tuple{&lower_bound::units, &lower_bound::assumes, &lower_bound::proof};
template <>
constexpr auto members_of<verification> =
    std::tuple{&verification::links,      &verification::ports,     &verification::possession,
               &verification::deliveries, &verification::causality, &verification::marks,
               &verification::times,      &verification::contents,  &verification::gaps};
template <>
constexpr auto members_of<dynamic_result> = std::tuple{
    &dynamic_result::intervals,     &dynamic_result::packets,         &dynamic_result::delay,
    &dynamic_result::queue,         &dynamic_result::mean_active,     &dynamic_result::moment_ratio,
    &dynamic_result::utilisation,   &dynamic_result::stability_limit, &dynamic_result::delay_bound,
    &dynamic_result::has_good_mean, &dynamic_result::stability,       &dynamic_result::reason,
    &dynamic_result::do_agree,      &dynamic_result::own_time,        &dynamic_result::careless};
template <>
constexpr auto members_of<request> = std::tuple{
    &request::collective, &request::algorithm,    &request::source,  &request::network,
    &request::nodes,      &request::links,        &request::ports,   &request::seed,
    &request::diameter,   &request::broadcasters, &request::packets, &request::broadcaster_nodes};
template <>
constexpr auto members_of<run_report> =
    std::tuple{&run_report::ending,        &run_report::slots,
               &run_report::first_done,    &run_report::last_arrival,
               &run_report::clock_slots,   &run_report::transmissions,
               &run_report::deliveries,    &run_report::control_transmissions,
               &run_report::last_delivery, &run_report::early,
               &run_report::digest,        &run_report::threads,
               &run_report::place,         &run_report::violation,
               &run_report::text,          &run_report::waiting,
               &run_report::waiting_count, &run_report::frame_bytes,
               &run_report::setup_seconds, &run_report::wall_seconds};
template <>
constexpr auto members_of<result> = std::tuple{&result::command,
                                               &result::processes,
                                               &result::verdict,
                                               &result::units,
                                               &result::expected,
                                               &result::time_formula,
                                               &result::failure,
                                               &result::lower_bound,
                                               &result::lower_bound_pieces,
                                               &result::phases,
                                               &result::expected_transmissions,
                                               &result::expected_control_transmissions,
                                               &result::link_utilisation,
                                               &result::termination,
                                               &result::delivery,
                                               &result::checks,
                                               &result::verified,
                                               &result::stated,
                                               &result::digest_version,
                                               &result::dynamic,
                                               &result::packet_hops_per_second,
                                               &result::peak_rss_bytes};

// Views would point into the process that they come from.
template <class T>
concept plain = std::is_trivially_copyable_v<T> && !std::same_as<T, std::string_view>;

// Writer and reader run in processes of the same version, so that values are sent as they are in
// memory.
class result_writer {
public:
    explicit result_writer(std::vector<std::byte>& data) : data_{&data} {}

    template <plain T>
    void put(const T& value) {
        detail::append(*data_, value);
    }
    void put(const std::string& text) { detail::append_text(*data_, text); }
    template <class T>
        requires(!plain<std::optional<T>>)
    void put(const std::optional<T>& value) {
        put(value.has_value());
        if (value) {
            put(*value);
        }
    }
    template <class T>
    void put(const std::vector<T>& values) {
        put(values.size());
        for (const T& each : values) {
            put(each);
        }
    }
    // A parameter keeps its text beside its value: the text may be another form of the number.
    void put(const parameter_values& values) {
        put(values.size());
        for (const auto& [name, value] : values) {
            put(name);
            put(value.text());
            put(value.content().index());
            std::visit([this](const auto& content) { put(content); }, value.content());
        }
    }
    template <class T>
        requires(!plain<T>)
    void put(const T& whole) {
        std::apply([&](auto... each) { (put(whole.*each), ...); }, members_of<T>);
    }

private:
    std::vector<std::byte>* data_;
};

class result_reader {
public:
    explicit result_reader(detail::byte_reader& from) : from_{&from} {}

    template <plain T>
    void get(T& value) {
        value = from_->take<T>();
    }
    void get(std::string& text) { text = from_->take_text(); }
    template <class T>
        requires(!plain<std::optional<T>>)
    void get(std::optional<T>& value) {
        if (from_->take<bool>()) {
            get(value.emplace());
        }
    }
    template <class T>
    void get(std::vector<T>& values) {
        values.resize(from_->take<std::size_t>());
        for (T& each : values) {
            get(each);
        }
    }
    void get(parameter_values& values) {
        for (auto left = from_->take<std::size_t>(); left > 0; --left) {
            const std::string name = from_->take_text();
            const std::string text = from_->take_text();
            values.emplace(name, parameter_value{content(), text});
        }
    }
    template <class T>
        requires(!plain<T>)
    void get(T& whole) {
        std::apply([&](auto... each) { (get(whole.*each), ...); }, members_of<T>);
    }

private:
    parameter_content content() {
        const auto kind = from_->take<std::size_t>();
        return content_of(kind, std::make_index_sequence<std::variant_size_v<parameter_content>>{});
    }
    template <std::size_t... Kinds>
    parameter_content content_of(std::size_t kind, std::index_sequence<Kinds...> /*all*/) {
        parameter_content made;
        ((kind == Kinds ? get(made.emplace<Kinds>()) : void()), ...);
        return made;
    }

    detail::byte_reader* from_;
};

}  // namespace

// The bases come first; the result is written without them.
void append_result(std::vector<std::byte>& data, const result& result) {
    result_writer to{data};
    to.put<request>(result);
    to.put(result.parameters);
    to.put<run_report>(result);
    to.put(result);
}

result take_result(detail::byte_reader& from) {
    result outcome;
    result_reader reader{from};
    reader.get<request>(outcome);
    reader.get(outcome.parameters);
    reader.get<run_report>(outcome);
    reader.get(outcome);
    return outcome;
}

}  // namespace tutti
