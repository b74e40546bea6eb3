#include "sat_solver.hpp"

#ifdef TUTTI_WITH_CADICAL

#include <algorithm>
#include <bit>
#include <cstdio>
#include <memory>
#include <new>
#include <span>
#include <utility>

#include <cadical.hpp>

namespace tutti {

namespace {

// Reader of the binary DRAT format: 'a' or 'd' for an added or a deleted clause, its literals, 0;
// a literal is 2 x variable, plus 1 if negated, in groups of seven bits, the lowest first, each
// but the last with its highest bit set. Deletions are left out, which a proof by unit propagation
// allows. A proof that grows too large is given up, while the solver goes on.
class drat_stream_reader {
public:
    explicit drat_stream_reader(std::size_t most_bytes)
        : most_literals_{most_bytes / sizeof(int)} {}

    void read(std::span<const std::byte> bytes) noexcept {
        for (const std::byte byte : bytes) {
            if (!is_given_up_) {
                read(std::to_integer<std::uint32_t>(byte));
            }
        }
    }

    // The steps, if all came.
    [[nodiscard]] std::optional<std::vector<int>> take_steps() {
        if (is_given_up_ || is_inside_) {
            return std::nullopt;
        }
        return std::move(steps_);
    }

private:
    void read(std::uint32_t byte) noexcept {
        constexpr std::uint32_t continues = 0x80;
        if (!is_inside_) {
            is_inside_ = true;
            is_addition_ = byte == 'a';
            is_given_up_ = byte != 'a' && byte != 'd';
            return;
        }
        code_ |= (byte & ~continues) << shift_;
        shift_ += 7;
        if ((byte & continues) == 0) {
            is_inside_ = code_ != 0;
            keep(std::bit_cast<int>(code_ >> 1U) * ((code_ & 1U) == 0 ? 1 : -1));
            code_ = 0;
            shift_ = 0;
        } else {
            is_given_up_ = shift_ >= 32;
        }
    }

    void keep(int literal) noexcept try {
        if (is_addition_ && steps_.size() < most_literals_) {
            steps_.push_back(literal);
        } else if (is_addition_) {
            give_up();
        }
    } catch (const std::bad_alloc&) {
        give_up();
    }

    void give_up() noexcept {
        is_given_up_ = true;
        steps_ = {};
    }

    std::size_t most_literals_;
    std::vector<int> steps_;
    std::uint32_t code_ = 0;
    std::uint32_t shift_ = 0;
    bool is_inside_ = false;  // of a clause
    bool is_addition_ = false;
    bool is_given_up_ = false;
};

using proof_stream = std::unique_ptr<std::FILE, decltype(&std::fclose)>;

// Stream whose bytes go to the reader: no file, so that no disk can be full.
proof_stream open_proof_stream(drat_stream_reader& reader) {
    const cookie_io_functions_t functions{
        .read = nullptr,
        .write = [](void* cookie, const char* bytes, std::size_t size) -> ssize_t {
            const std::span written{bytes, size};
            static_cast<drat_stream_reader*>(cookie)->read(std::as_bytes(written));
            return std::ssize(written);
        },
        .seek = nullptr,
        .close = nullptr};
    proof_stream stream{fopencookie(&reader, "w", functions), &std::fclose};
    if (!stream) {
        throw std::bad_alloc{};
    }
    return stream;
}

class stop_poller final : public CaDiCaL::Terminator {
public:
    explicit stop_poller(std::function<bool()> poll) : poll_{std::move(poll)} {}

    bool terminate() override { return is_stopped = is_stopped || (poll_ && poll_()); }

    bool is_stopped = false;

private:
    std::function<bool()> poll_;
};

// The library tells its statistics to nobody but stdout, but announces each clause it learns.
class learned_counter final : public CaDiCaL::Learner {
public:
    bool learning(int /*size*/) override {
        ++count;
        return false;
    }
    void learn(int /*literal*/) override {}

    std::uint64_t count = 0;
};

// The largest int has all its bits set: the mask changes nothing, and spares a cast.
int solver_conflict_limit(std::uint64_t conflicts) noexcept {
    constexpr std::uint64_t most = std::numeric_limits<int>::max();
    const std::uint32_t limit = std::min(conflicts, most) & most;
    return std::bit_cast<int>(limit);
}

// The solver answers as the IPASIR interface has it.
sat_answer sat_answer_from(int ipasir_status) noexcept {
    return ipasir_status == 10   ? sat_answer::satisfiable
           : ipasir_status == 20 ? sat_answer::unsatisfiable
                                 : sat_answer::unknown;
}

std::vector<bool> satisfying_values(CaDiCaL::Solver& solver, int variables) {
    std::vector<bool> values{false};
    for (int variable = 1; variable <= variables; ++variable) {
        values.push_back(solver.val(variable) > 0);
    }
    return values;
}

}  // namespace

bool has_sat_solver() noexcept { return true; }

sat_result solve(const formula& question, const sat_effort& effort) {
    // The solver comes last: it goes before what it refers to.
    drat_stream_reader reader{effort.most_proof_bytes};
    const proof_stream stream = open_proof_stream(reader);
    stop_poller poller{effort.is_stopped};
    learned_counter learned;
    CaDiCaL::Solver solver;
    solver.set("quiet", 1);
    if (effort.most_proof_bytes > 0) {
        solver.trace_proof(stream.get(), "proof");
    }
    solver.connect_terminator(&poller);
    solver.connect_learner(&learned);
    solver.reserve(question.variables());
    for (const int literal : question.literals()) {
        solver.add(literal);
    }
    solver.limit("conflicts", solver_conflict_limit(effort.conflicts));

    sat_result result{.answer = sat_answer_from(solver.solve()), .conflicts = learned.count};
    result.is_stopped = result.answer == sat_answer::unknown && poller.is_stopped;
    if (result.answer == sat_answer::satisfiable) {
        result.values = satisfying_values(solver, question.variables());
    } else if (result.answer == sat_answer::unsatisfiable && effort.most_proof_bytes > 0) {
        solver.close_proof_trace();
        std::fflush(stream.get());
        result.proof = reader.take_steps();
    }
    return result;
}

}  // namespace tutti

#else

namespace tutti {

bool has_sat_solver() noexcept { return false; }

sat_result solve(const formula& /*question*/, const sat_effort& /*effort*/) { return {}; }

}  // namespace tutti

#endif
