/// @file
/// Verifier of proofs that a formula is unsatisfiable, independent of the solver that wrote them.
#pragma once

#include <cstddef>
#include <ostream>
#include <span>
#include <string>

#include "formula.hpp"

namespace tutti {

/// Verdict on a proof.
struct proof_verdict {
    bool is_refuted = false;      ///< the formula is unsatisfiable: the empty clause follows
    std::size_t failed_step = 0;  ///< the first that is wrong, counted from 1; 0: none is
    std::string failure{};        ///< empty if `is_refuted`
};

/// Verifies a proof by reverse unit propagation (RUP; Goldberg and Novikov, "Verification of Proofs
/// of Unsatisfiability for CNF Formulas", 2003): of every step, assuming that all its literals are
/// false leads to a conflict by unit propagation in the formula and the steps before it. The proof
/// is over when unit propagation alone finds a conflict; what comes after that need not follow.
///
/// Memory: a copy of the formula and of the proof, with 16 bytes a clause and 50 a variable, before
/// the slack of growing vectors.
/// @param proof clauses, each ended by 0, over the variables of the formula. Others are refused.
[[nodiscard]] proof_verdict verify_proof(const formula& refuted, std::span<const int> proof);

/// Writes a proof in the text form of the DRAT format, for verifiers such as drat-trim. Errors are
/// left in the state of `out`.
/// @pre every step is ended by 0
void write_proof(std::span<const int> proof, std::ostream& out);

}  // namespace tutti
