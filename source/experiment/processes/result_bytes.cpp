#include "result_bytes.hpp"

#include <concepts>
#include <exception>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>

#include <boost/pfr.hpp>

#include "engine/exchange/interned_name.hpp"

namespace tutti {
namespace {

// Views would refer to memory of the process that they come from.
template <class T>
concept plain = std::is_trivially_copyable_v<T> && !std::same_as<T, std::string_view>;

// Writer and reader run in processes of the same version, so that values are sent as they are in
// memory. Structures are taken apart by their fields, whatever these are: none can be forgotten,
// and a field of a type that cannot be sent does not compile.
class result_writer {
public:
    explicit result_writer(std::vector<std::byte>& data) : data_{&data} {}

    template <plain T>
    void put(const T& value) {
        detail::append(*data_, value);
    }
    void put(std::string_view text) { detail::append_text(*data_, text); }
    // The report has the exception's text as well.
    void put(const std::exception_ptr& /*none*/) {}
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
    template <class A, class B>
        requires(!plain<std::pair<A, B>>)
    void put(const std::pair<A, B>& both) {
        put(both.first);
        put(both.second);
    }
    // A parameter keeps its text beside its value: the text may be another form of the number.
    void put(const parameter_values& values) {
        put(values.size());
        for (const auto& [name, value] : values) {
            put(std::string_view{name});
            put(std::string_view{value.text()});
            put(value.content().index());
            std::visit([this](const auto& content) { put(content); }, value.content());
        }
    }
    template <class T>
        requires(!plain<T> && std::is_aggregate_v<T>)
    void put(const T& whole) {
        boost::pfr::for_each_field(whole, [this](const auto& field) { this->put(field); });
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
    void get(std::string_view& name) { name = detail::interned_name(from_->take_text()); }
    static void get(std::exception_ptr& none) { none = nullptr; }
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
    template <class A, class B>
        requires(!plain<std::pair<A, B>>)
    void get(std::pair<A, B>& both) {
        get(both.first);
        get(both.second);
    }
    void get(parameter_values& values) {
        for (auto left = from_->take<std::size_t>(); left > 0; --left) {
            const std::string name = from_->take_text();
            const std::string text = from_->take_text();
            values.emplace(name, parameter_value{content(), text});
        }
    }
    template <class T>
        requires(!plain<T> && std::is_aggregate_v<T>)
    void get(T& whole) {
        boost::pfr::for_each_field(whole, [this](auto& field) { this->get(field); });
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

void append_result(std::vector<std::byte>& data, const result& result) {
    result_writer to{data};
    to.put<request>(result);
    to.put<run_report>(result);
    to.put<evaluation>(result);
}

result take_result(detail::byte_reader& from) {
    result outcome;
    result_reader reader{from};
    reader.get<request>(outcome);
    reader.get<run_report>(outcome);
    reader.get<evaluation>(outcome);
    return outcome;
}

}  // namespace tutti
