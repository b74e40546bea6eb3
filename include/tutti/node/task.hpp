/// @file
/// Coroutine type of node programs and of their parts.
#pragma once

#include <array>
#include <coroutine>
#include <cstddef>
#include <exception>
#include <memory_resource>
#include <optional>
#include <utility>
#include <vector>

#include "node/misuse.hpp"
#include "util/pinned.hpp"

namespace tutti {

/// Hands out frames by size class and takes them back for reuse, as all else that programs keep;
/// memory returns to the system with the pool's source, so that only the first run of several waits
/// for the system to provide it. One pool serves the nodes of one block, so that their frames are
/// adjacent and no lock is needed: only the thread that sweeps the block may use it.
class frame_pool : pinned {
public:
    /// @param source gives memory and takes all of it back in the end; outlives the pool
    explicit frame_pool(std::pmr::monotonic_buffer_resource& source) noexcept : source_{&source} {}

    /// Memory for a frame of `bytes`, aligned for anything.
    /// @throws std::bad_alloc
    [[nodiscard]] void* take(std::size_t bytes);

    /// Returns memory of `take(bytes)`.
    void give(void* frame, std::size_t bytes) noexcept;

    /// Bytes now handed out.
    [[nodiscard]] std::size_t bytes_in_use() const noexcept { return bytes_in_use_; }
    /// Largest memory of programs at once, in bytes, as taken from the source.
    [[nodiscard]] std::size_t bytes_taken() const noexcept { return bytes_taken_; }

    /// The pool that the calling thread now fills frames from, or null for the heap.
    [[nodiscard]] static frame_pool* current() noexcept { return current_slot(); }

    /// Makes a pool the calling thread's current one for the life of the object.
    class scope {
    public:
        explicit scope(frame_pool& pool) noexcept : previous_{current_slot()} {
            current_slot() = &pool;
        }
        ~scope() { current_slot() = previous_; }
        scope(const scope&) = delete;
        scope& operator=(const scope&) = delete;

    private:
        frame_pool* previous_;
    };

private:
    struct free_frame {
        free_frame* next;
    };
    // Beyond the classes: blocks of one size, one of a few for each power of two, that are free
    // now.
    struct large_frames {
        std::size_t bytes;
        free_frame* first;
    };
    static constexpr std::size_t class_bytes = 32;
    static constexpr std::size_t classes = 64;

    [[nodiscard]] void* take_small(std::size_t size_class);
    [[nodiscard]] void* take_large(std::size_t wanted);
    [[nodiscard]] void* take_from_source(std::size_t bytes);

    static frame_pool*& current_slot() noexcept {
        // The one thing that a coroutine's operator new can find its pool through.
        // NOLINTNEXTLINE(cppcoreguidelines-avoid-non-const-global-variables)
        thread_local frame_pool* current = nullptr;
        return current;
    }

    std::pmr::monotonic_buffer_resource* source_;
    std::array<free_frame*, classes> free_{};
    std::vector<large_frames> large_;
    std::size_t bytes_in_use_ = 0;
    std::size_t bytes_taken_ = 0;
};

/// A frame from the current pool, or from the heap if there is none.
[[nodiscard]] void* allocate_frame(std::size_t bytes);

/// Returns a frame to where `allocate_frame(bytes)` had it from.
void release_frame(void* frame, std::size_t bytes) noexcept;

/// Allocates from the pool that holds the frames of the running node.
template <class T>
class node_allocator {
public:
    using value_type = T;

    node_allocator() = default;
    template <class Other>
    // NOLINTNEXTLINE(google-explicit-constructor): what allocators are
    node_allocator(const node_allocator<Other>& /*other*/) noexcept {}

    [[nodiscard]] T* allocate(std::size_t count) {
        static_assert(alignof(T) <= __STDCPP_DEFAULT_NEW_ALIGNMENT__);
        return static_cast<T*>(allocate_frame(count * sizeof(T)));
    }
    void deallocate(T* first, std::size_t count) noexcept {
        release_frame(first, count * sizeof(T));
    }
    friend bool operator==(const node_allocator&, const node_allocator&) = default;
};

/// Vector for a program's numbers, allocated from the frame pool. It ends with the program, at the
/// node that filled it.
template <class T>
using node_vector = std::vector<T, node_allocator<T>>;

template <class T = void>
class task;

namespace detail {

/// Base of the promises of all tasks: stores the continuation of a task.
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
            std::coroutine_handle<Promise> coroutine) noexcept {
            const std::coroutine_handle<> awaiting = coroutine.promise().awaiting_;
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

/// Coroutine that starts when it is first awaited and passes a `T` to its awaiter.
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

    /// Coroutine handle, for drivers from outside: null if moved from.
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
