// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The ends of an interval of floats: reading, writing, comparing and moving them. Used by
// the files spmd_random_bounds*.cpp only.
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

/// Floats, the parts of complex ones side by side; and back.
std::vector<double> partsOf(const Tensor &t);
Tensor fromParts(mlir::Type type, const std::vector<double> &parts);
/// The distance from x to the next number of the type.
double stepAt(double x, mlir::Type element);

/// Some types have no infinities, but all have a NaN.
inline bool isUnknown(double low, double high) { return std::isnan(low) && !std::isnan(high); }
inline void forget(double &low, double &high) {
  low = NAN;
  high = 0;
}
/// An end that a type without infinities writes as NaN leaves the element unknown.
Bounds bounded(mlir::Type type, const std::vector<double> &low, const std::vector<double> &high);
Bounds nothingKnown(const Tensor &like);
inline Bounds exactly(const Tensor &t) { return {t, t, true}; }

/// The same bits, or two NaNs.
bool isSame(double x, double y);
/// -0 is below +0: an interval of both is no point.
bool isBelow(double x, double y);

/// Moves both ends outwards by `units` steps of f32 and f64, one step of a shorter type; products
/// of complex numbers by 3 steps of their magnitude.
void widen(Bounds &b, bool isComplexProduct, double units);
/// A subnormal result may be zero.
void admitZeros(Bounds &b);

} // namespace spmd::random
