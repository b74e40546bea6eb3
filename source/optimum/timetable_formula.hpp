/// @file
/// Is there a timetable of so many slots? The question as a formula: spec/bounds.md, section 4.1.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "formula.hpp"
#include "question.hpp"
#include "tutti/node/slot.hpp"

namespace tutti {

/// Table of literals by three numbers; all are false at first.
class literal_table {
public:
    literal_table() = default;
    literal_table(std::size_t first, std::size_t second, std::size_t third)
        : rows_{first},
          second_{second},
          third_{third},
          literals_(first * second * third, formula::no) {}

    [[nodiscard]] std::size_t rows() const noexcept { return rows_; }

    [[nodiscard]] int& at(std::size_t i, std::size_t j, std::size_t k) {
        return literals_[(i * second_ + j) * third_ + k];
    }
    [[nodiscard]] int at(std::size_t i, std::size_t j, std::size_t k) const {
        return literals_[(i * second_ + j) * third_ + k];
    }

private:
    std::size_t rows_ = 0;
    std::size_t second_ = 0;
    std::size_t third_ = 0;
    std::vector<int> literals_;
};

/// The formula that a timetable of `slots` slots for a question satisfies, and nothing else does.
class timetable_formula {
public:
    /// @param question outlives this
    timetable_formula(const optimum_question& question, slot slots);

    [[nodiscard]] const formula& clauses() const noexcept { return formula_; }

    /// The timetable of values that satisfy the formula, without packets that nobody needs.
    /// @param values by variable
    [[nodiscard]] timetable rows_of(const std::vector<bool>& values) const;

    /// Memory that the formula and its solver take, at most about.
    [[nodiscard]] static std::uint64_t most_bytes(const optimum_question& question,
                                                  slot slots) noexcept;

private:
    // A packet, or all that a value's accumulators say of one contributor.
    struct copies {
        node_id origin = 0;
        literal_table* knows = nullptr;  // by `row`, node, slot
        literal_table* sends = nullptr;  // by `row`, link, slot
        std::size_t row = 0;
    };

    [[nodiscard]] bool is_late(const carried_packet& packet, std::size_t link,
                               std::size_t at) const;
    void add_packets();
    void add_knowledge(const copies& of, bool may_forget);
    void add_sends(std::size_t packet);
    void add_arrivals(const copies& of);
    void add_single_way(std::size_t packet);
    void add_order(std::size_t packet);
    void add_barrier();
    void add_values();
    void add_accumulators(std::size_t value, bool may_overlap);
    void add_carriers(std::size_t value, const copies& of);
    [[nodiscard]] int both(int first, int second);
    void add_unions(const copies& of);
    void add_sums(std::size_t value, const copies& of);
    void add_drop(std::size_t value, node_id node, std::size_t at);
    [[nodiscard]] std::vector<int> contributions(const copies& of, node_id node, std::size_t at,
                                                 int kept) const;
    void add_either(int any, std::vector<int> reasons);
    void add_ports();
    [[nodiscard]] std::vector<int> taken_from(const slot_resource& resource, std::size_t at);

    const optimum_question* question_;
    std::size_t end_;  // behind the last slot
    formula formula_;
    std::vector<std::vector<std::size_t>> links_from_;  // by node
    std::vector<std::vector<std::size_t>> links_into_;  // by node
    std::vector<std::vector<std::size_t>> distances_;   // by node
    literal_table knows_;  // by packet, node, slot: it has the packet at the end of the slot
    literal_table sends_;  // by packet or value, link, slot
    literal_table drops_;  // by value, node, slot: what comes replaces what was there
};

}  // namespace tutti
