// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Checks and conversions of matrices, and calls of LAPACK's routines as ops.
#include "compiler/frontend/linalg/matrices.h"
#include "compiler/frontend/include/spmd/functions.h"
#include "compiler/frontend/include/spmd/indexing.h"
#include "compiler/frontend/trace/elementwise.h"
#include "compiler/ops/lapack/create.h"
#include <limits>

namespace spmd {
inline namespace frontend {

/// The permutation has a result of its own form: all other routines say by their operands how many
/// rows there are.
std::vector<Tensor> lapack(const std::string &routine, const std::vector<Tensor> &operands,
                           const LapackOptions &options) {
  const std::vector<Operand> wanted(operands.begin(), operands.end());
  std::string letters;
  for (const auto &[name, letter] : options)
    letters += name + letter;
  return applyMany(
      "lapack " + routine, wanted, OpKey(std::string_view(letters)), [&](Emitter &e, Terms terms) {
        llvm::SmallVector<mlir::Value> values;
        for (const Term &term : terms)
          values.push_back(e.valueOf(term));
        llvm::SmallVector<std::pair<llvm::StringRef, int64_t>> given;
        for (const auto &[name, letter] : options)
          given.emplace_back(name, letter);
        auto call = ops::createLapackCall(e.builder, e.location, routine, values, given);
        return llvm::SmallVector<mlir::Value>(call->getResults());
      });
}

/// LAPACK has four types; others are wanted too seldom for more than a conversion.
/// Types first: the matrix and its right-hand sides meet in one.
std::vector<Tensor> ofMatrices(std::string_view name, const std::vector<Operand> &operands,
                               Square square, const OpKey &key, OfMatrices describe) {
  return applyMany(name, operands, key, [&](Emitter &e, Terms terms) {
    const ElementType met = typeFor(e, name, terms, Takes::Inexact);
    const ElementType type = met == bf16 || met == f16 ? f32 : met;
    llvm::SmallVector<mlir::Value> values;
    for (const Term &term : terms)
      values.push_back(e.valueOf(term, type));
    llvm::ArrayRef<int64_t> dims = Emitter::dimsOf(values[0]);
    if (dims.size() < 2)
      e.refuse(std::string(name) + " of " + e.textOf(terms) + ": matrices are wanted");
    if (square == Square::Yes && dims.back() != dims[dims.size() - 2])
      e.refuse(std::string(name) + " of " + e.textOf(terms) + ": square matrices are wanted");
    if (dims.back() == 0 || dims[dims.size() - 2] == 0)
      e.refuse(std::string(name) + " of " + e.textOf(terms) +
               ": matrices with a row and a column or more are wanted");
    return described(values, operands[0].where,
                     [&](llvm::ArrayRef<Tensor> in) { return describe(e, in); });
  });
}
/// A list of one.
Tensor ofMatrix(std::string_view name, const Operand &x, Square square, const OpKey &key,
                llvm::function_ref<Tensor(Tensor)> describe) {
  return ofMatrices(name, {x}, square, key, [&](Emitter &, llvm::ArrayRef<Tensor> in) {
    return std::vector{describe(in[0])};
  })[0];
}

/// Real numbers are their own conjugates, so that formulas for complex matrices serve both.
Tensor adjoint(const Tensor &x) { return conj(swapAxes(x, -1, -2)); }
Tensor symmetrized(const Tensor &x) { return (x + adjoint(x)) / 2; }

/// Complex numbers have NaN in both parts.
Tensor whereFound(const Tensor &x, const Tensor &info, bool isSingularFine) {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  Tensor isFound = isSingularFine ? info >= 0 : equal(info, 0);
  while (isFound.rank() < x.rank())
    isFound = expandDims(isFound, -1);
  return isComplex(x.elementType()) ? where(isFound, x, std::complex<double>(nan, nan))
                                    : where(isFound, x, nan);
}

/// A broadcast of one matrix: a constant for each matrix of the batch would be as long as the
/// batch.
Tensor identityLike(const Tensor &x) {
  return broadcastTo(eye(x.size(-1), x.elementType()), x.shape());
}

/// 2^-23 or 2^-52, as numpy.finfo(type).eps; of complex numbers that of their parts.
double epsilonOf(ElementType type) {
  return partType(type) == f64 ? std::numeric_limits<double>::epsilon()
                               : std::numeric_limits<float>::epsilon();
}

/// The positions stretch over the columns.
Tensor permuted(const Tensor &x, const Tensor &permutation) {
  return takeAlongDim(x, expandDims(permutation, -1), -2);
}

} // namespace frontend
} // namespace spmd
