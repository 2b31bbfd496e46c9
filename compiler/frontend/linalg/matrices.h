// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the functions of linalg.h share: checks of shapes, and LAPACK's routines as ops on tensors.
#pragma once
#include "compiler/frontend/include/spmd/complex.h"
#include "compiler/frontend/include/spmd/linalg.h"
#include "compiler/frontend/include/spmd/movement.h"
#include "compiler/frontend/trace/apply.h"

namespace spmd {
inline namespace frontend {

/// Letters of a routine by JAX's names: {{"mode", 'S'}}.
using LapackOptions = std::vector<std::pair<std::string, char>>;
/// The results of a routine of LAPACK (compiler/ops/lapack), on operands of one of its types.
std::vector<Tensor> lapack(const std::string &routine, const std::vector<Tensor> &operands,
                           const LapackOptions &options = {});

/// What describes a function of matrices: it gets them in a type of LAPACK.
using OfMatrices = llvm::function_ref<std::vector<Tensor>(Emitter &, llvm::ArrayRef<Tensor>)>;
enum class Square { No, Yes };
/// Results of a function of matrices [.., m, n], which are square if wanted. Refuses tensors of
/// lower rank. Other operands, right-hand sides, stand behind the matrix and are not checked.
std::vector<Tensor> ofMatrices(std::string_view name, const std::vector<Operand> &operands,
                               Square square, const OpKey &key, OfMatrices describe);
/// The same of one result.
Tensor ofMatrix(std::string_view name, const Operand &x, Square square, const OpKey &key,
                llvm::function_ref<Tensor(Tensor)> describe);

/// x^H.
Tensor adjoint(const Tensor &x);
/// (x + x^H) / 2.
Tensor symmetrized(const Tensor &x);
/// x where LAPACK's info [..] is 0 (or, if `isSingularFine`, 0 or above), else NaN. x has one or
/// two dims more.
Tensor whereFound(const Tensor &x, const Tensor &info, bool isSingularFine = false);
/// The identity [n, n] for a batch of matrices of these dims before them.
Tensor identityLike(const Tensor &x);
/// The distance of 1 to the next number of the type of the parts.
double epsilonOf(ElementType type);
/// Rows of x [.., n, sides] in the order of a permutation [.., n], or in the reverse order.
Tensor permuted(const Tensor &x, const Tensor &permutation);

} // namespace frontend
} // namespace spmd
