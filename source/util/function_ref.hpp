/// @file
/// Non-owning reference to a callable.
#pragma once

#include <concepts>
#include <memory>
#include <type_traits>
#include <utility>

namespace tutti::detail {

template <class Signature>
class function_ref;

/// Refers to a callable that outlives it. A call costs what a call through a pointer costs.
template <class Result, class... Arguments>
class function_ref<Result(Arguments...)> {
public:
    template <class Callable>
        requires(!std::same_as<std::remove_cvref_t<Callable>, function_ref>)
    // NOLINTNEXTLINE(google-explicit-constructor): what takes a reference takes any callable
    function_ref(const Callable& callable) noexcept
        : callable_{std::addressof(callable)},
          call_{[](const void* of, Arguments... arguments) -> Result {
              return (*static_cast<const Callable*>(of))(std::forward<Arguments>(arguments)...);
          }} {}

    Result operator()(Arguments... arguments) const {
        return call_(callable_, std::forward<Arguments>(arguments)...);
    }

private:
    const void* callable_;
    Result (*call_)(const void*, Arguments...);
};

}  // namespace tutti::detail
