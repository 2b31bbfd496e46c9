// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads, writes, compares and moves the ends of intervals of floats. Used by
// spmd_random_bounds*.cpp only.
#pragma once
#include "tools/spmd_random_bounds.h"
#include <cmath>
#include <limits>

namespace spmd::random {

inline constexpr double kInfinity = std::numeric_limits<double>::infinity();

inline mlir::Type partType(mlir::Type element) {
  auto complex = llvm::dyn_cast<mlir::ComplexType>(element);
  return complex ? complex.getElementType() : element;
}
inline bool isFloating(mlir::Type element) { return llvm::isa<mlir::FloatType>(partType(element)); }
inline unsigned precisionOf(mlir::Type element) {
  return llvm::cast<mlir::FloatType>(partType(element)).getFPMantissaWidth();
}

/// The floats of a tensor, with the parts of complex numbers side by side, and the tensor of
/// such floats.
std::vector<double> partsOf(const Tensor &t);
Tensor fromParts(mlir::Type type, const std::vector<double> &parts);
/// The distance from x to the next larger magnitude of the type.
double stepAt(double x, mlir::Type element);

/// An unknown element has NaN as `low` and a number as `high`: some types have no
/// infinities, but all have a NaN.
inline bool isUnknown(double low, double high) { return std::isnan(low) && !std::isnan(high); }
inline void forget(double &low, double &high) {
  low = NAN;
  high = 0;
}
/// Makes bounds from two ends. An element is unknown where its type has no infinities and
/// writes an end as NaN.
Bounds bounded(mlir::Type type, const std::vector<double> &low, const std::vector<double> &high);
/// Bounds in which every element is unknown.
Bounds nothingKnown(const Tensor &like);
inline Bounds exactly(const Tensor &t) { return {t, t, true}; }

/// Equal bits, or two NaNs.
bool isSame(double x, double y);
/// Is x below y, where -0 is below +0? An interval that holds both zeros is then no point.
bool isBelow(double x, double y);

/// Moves both ends outwards by `units` steps for f32 and f64 and by one step for a shorter
/// type, and for products of complex numbers by 3 steps of their magnitude.
void widen(Bounds &b, bool isComplexProduct, double units);
/// Lets a result be zero where it may be subnormal.
void admitZeros(Bounds &b);

} // namespace spmd::random
