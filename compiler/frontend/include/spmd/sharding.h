// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Names on the dims of tensors, by which models say what their dims mean without saying where they
// lie.
#pragma once
#include <spmd/tree.h>

#pragma GCC visibility push(default)
namespace spmd {
inline namespace frontend {

/// x with a logical axis name for each dim: withAxes(w, {"embed", "mlp"}); "" stands for a dim
/// without one. The elements stay. The names go through jit, zerosLike and onesLike; the results of
/// other ops have none. Throws where the number of names is not that of the dims.
Tensor withAxes(const Operand &x, std::vector<std::string> axes);

/// The logical axis names of the dims of x; empty where none were given, or all are "". Throws
/// where the tensor has no value.
const std::vector<std::string> &axesOf(const Tensor &x);

/// x with the names of `like`. A tensor stays as it is where it or `like` has no value, or where
/// their ranks differ.
Tensor leafLike(const Tensor &x, const Tensor &like, Where where);

/// The tree whose leaves have the names of the leaves of `like`: a new model from the old one, or
/// slots of an optimizer from the parameters. Throws where the trees have another structure.
template <class T> T constrainLike(const T &tree, const T &like, Where where = Where::current()) {
  return mapLeaves([&](const Tensor &x, const Tensor &other) { return leafLike(x, other, where); },
                   tree, like);
}

} // namespace frontend
} // namespace spmd
#pragma GCC visibility pop
