// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Random vectors and signed lengths that are made of normal numbers.
#include "compiler/frontend/lib/library_error.h"
#include "compiler/frontend/lib/program.h"
#include "compiler/frontend/random/jax_roundings.h"
#include <spmd/linalg.h>
#include <spmd/random.h>

namespace spmd {
inline namespace frontend {
namespace random {
namespace {

/// Refuses other types with the line of the call.
void checkFloats(const char *name, ElementType type, Where where) {
  if (!isFloat(type))
    refuse(std::string(name) + " of type " + text(type) + "; it draws bf16, f16, f32 and f64",
           where);
}

/// The type of an operand; a number is a scalar.
Type typeOf(const Operand &operand) {
  return operand.number || !operand.tensor.hasValue() ? Type{} : operand.tensor.type();
}

} // namespace

/// The sign is a coin of its own.
Tensor doubleSidedMaxwell(const Key &key, const Operand &loc, const Operand &scale, Shape shape,
                          ElementType type, Where where) {
  const CallerLine line(where);
  checkFloats("random::doubleSidedMaxwell", type, where);
  const Tensor center = astype(loc, type), width = astype(scale, type);
  const Shape own = (center + width).shape();
  shape.insert(shape.end(), own.begin(), own.end());
  auto f = [](const Key &key, const Tensor &center, const Tensor &width,
              const Shape &shape) -> Tensor {
    const std::vector<Key> keys = key.split();
    const ElementType type = center.elementType();
    const Tensor signedLength = rademacher(keys[1], shape, type) * maxwell(keys[0], shape, type);
    // In f32 with one rounding: JAX's compiler makes one instruction of it.
    const ElementType wide = type == f32 ? f64 : type;
    return astype(astype(signedLength, wide) * astype(width, wide) + astype(center, wide), type);
  };
  return program("random::doubleSidedMaxwell", f)(key, center, width, shape, where);
}

/// mean + L z, where L is the factor of the covariance.
Tensor multivariateNormal(const Key &key, const Operand &mean, const Operand &covariance,
                          Shape shape, ElementType type, Where where) {
  const CallerLine line(where);
  checkFloats("random::multivariateNormal", type, where);
  const Type center = typeOf(mean), spread = typeOf(covariance);
  const size_t rank = spread.dims.size();
  const int64_t n = center.dims.empty() ? 0 : center.dims.back();
  if (n == 0 || rank < 2 || spread.dims[rank - 1] != n || spread.dims[rank - 2] != n)
    refuse("random::multivariateNormal with mean " + text(center) + " and covariance " +
               text(spread) + "; these are [.., n] and [.., n, n]",
           where);
  shape.push_back(n);
  auto f = [](const Key &key, const Tensor &mean, const Tensor &covariance,
              const Shape &shape) -> Tensor {
    const Tensor z = jaxNormal(key, shape, mean.elementType());
    const Tensor moved = matmul(cholesky(covariance), expandDims(z, -1));
    return broadcastTo(mean, shape) + squeeze(moved, -1);
  };
  return program("random::multivariateNormal", f)(key, astype(mean, type), astype(covariance, type),
                                                  shape, where);
}

} // namespace random
} // namespace frontend
} // namespace spmd
