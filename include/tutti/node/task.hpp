/// @file
/// The coroutine that a node program, or a part of one, is written as.
#pragma once

#include <coroutine>
#include <cstddef>
#include <exception>
#include <optional>
#include <utility>

#include "node/frame_pool.hpp"
#include "node/misuse.hpp"

namespace tutti {

template <class T = void>
class task;

namespace detail {

/// What the promises of all tasks share: where to go on when the task has ended.
class task_promise_base {
public:
    // The delete that matches is the sized one, which the check does not know.
    // NOLINTNEXTLINE(misc-new-delete-overloads)
    static void* operator new(std::size_t bytes) { return allocate_frame(bytes); }
    static void operator delete(void* frame, std::size_t bytes) noexcept {
        release_frame(frame, bytes);
    }

    [[nodiscard]] static std::suspend_always initial_suspend() noexcept { return {}; }

    struct final_awaiter {
        [[nodiscard]] static bool await_ready() noexcept { return false; }
        template <class Promise>
        [[nodiscard]] static std::coroutine_handle<> await_suspend(
            std::coroutine_handle<Promise> ended) noexcept {
            const std::coroutine_handle<> awaiting = ended.promise().awaiting_;
            return awaiting ? awaiting : std::noop_coroutine();
        }
        static void await_resume() noexcept {}
    };
    [[nodiscard]] static final_awaiter final_suspend() noexcept { return {}; }

    void unhandled_exception() noexcept { exception_ = std::current_exception(); }
    // From the first await on there is something to continue with.
    void begin() {
        if (awaiting_) [[unlikely]] {
            refuse_second_await();
        }
        awaiting_ = std::noop_coroutine();
    }
    void continue_with(std::coroutine_handle<> awaiting) noexcept { awaiting_ = awaiting; }
    [[nodiscard]] const std::exception_ptr& exception() const noexcept { return exception_; }

protected:
    void rethrow() const {
        if (exception_) {
            std::rethrow_exception(exception_);
        }
    }

private:
    std::coroutine_handle<> awaiting_;
    std::exception_ptr exception_;
};

template <class T>
class task_promise : public task_promise_base {
public:
    [[nodiscard]] task<T> get_return_object() noexcept;

    template <class U>
    void return_value(U&& value) {
        result_.emplace(std::forward<U>(value));
    }
    [[nodiscard]] T result() {
        rethrow();
        if (!result_) [[unlikely]] {
            refuse_task_without_value();
        }
        return std::move(*result_);
    }

private:
    std::optional<T> result_;
};

template <>
class task_promise<void> : public task_promise_base {
public:
    [[nodiscard]] task<void> get_return_object() noexcept;

    static void return_void() noexcept {}
    void result() const { rethrow(); }
};

}  // namespace detail

/// A coroutine that starts when it is first awaited and hands a `T` to who awaits it.
///
/// A task that ends without waiting costs its caller no suspension, however often that happens:
/// it is started by a plain call, so that neither the stack nor the clock sees it. An exception
/// that leaves the task is thrown where it is awaited, and an `error` is if the task ends without
/// the value that it owes. Destroying a task that has not ended destroys its locals, innermost task
/// first.
///
/// Thread safety: none; a task belongs to its node, which one thread runs at a time.
template <class T>
class [[nodiscard("a task does nothing until it is awaited")]] task {
public:
    using promise_type = detail::task_promise<T>;

    /// No task at all.
    task() noexcept = default;
    task(task&& other) noexcept : handle_{std::exchange(other.handle_, {})} {}
    task& operator=(task&& other) noexcept {
        std::swap(handle_, other.handle_);
        return *this;
    }
    task(const task&) = delete;
    task& operator=(const task&) = delete;
    ~task() {
        if (handle_) {
            handle_.destroy();
        }
    }

    /// Awaits the end of the task.
    /// @throws error if there is no task, or it was awaited before
    [[nodiscard]] auto operator co_await() && noexcept {
        struct awaiter {
            std::coroutine_handle<promise_type> started;

            // The task runs here, up to its first suspension. Only if it did suspend is there
            // anything to come back for.
            [[nodiscard]] bool await_ready() const {
                if (!started) [[unlikely]] {
                    detail::refuse_empty_task();
                }
                started.promise().begin();
                started.resume();
                return started.done();
            }
            void await_suspend(std::coroutine_handle<> awaiting) const noexcept {
                started.promise().continue_with(awaiting);
            }
            // NOLINTNEXTLINE(modernize-use-nodiscard): a program may await for the effect alone.
            T await_resume() const { return started.promise().result(); }
        };
        return awaiter{handle_};
    }

    /// The coroutine, for who drives it from outside: null if moved from.
    [[nodiscard]] std::coroutine_handle<promise_type> handle() const noexcept { return handle_; }

private:
    friend promise_type;
    explicit task(std::coroutine_handle<promise_type> handle) noexcept : handle_{handle} {}

    std::coroutine_handle<promise_type> handle_;
};

namespace detail {

template <class T>
task<T> task_promise<T>::get_return_object() noexcept {
    return task<T>{std::coroutine_handle<task_promise>::from_promise(*this)};
}

inline task<void> task_promise<void>::get_return_object() noexcept {
    return task<void>{std::coroutine_handle<task_promise>::from_promise(*this)};
}

}  // namespace detail
}  // namespace tutti
