// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One op on intervals. Used by the files spmd_random_bounds*.cpp only.
#pragma once
#include "compiler/ops/region.h"
#include "tools/spmd_random_bounds.h"
#include "mlir/IR/TypeUtilities.h"
#include <cmath>

namespace spmd::random {

inline constexpr double kInfinity = std::numeric_limits<double>::infinity();

inline mlir::Type partType(mlir::Type element) {
  auto complex = llvm::dyn_cast<mlir::ComplexType>(element);
  return complex ? complex.getElementType() : element;
}
inline bool isFloating(mlir::Type element) { return llvm::isa<mlir::FloatType>(partType(element)); }
inline unsigned precisionOf(mlir::Type element) { return llvm::cast<mlir::FloatType>(partType(element)).getFPMantissaWidth(); }

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

struct Meaning; // of an op's name
/// Regions without values from outside, one op after the other.
struct RegionContext : EvalContext {
  llvm::Expected<TensorList> runRegion(mlir::Region &region, llvm::ArrayRef<Tensor> arguments) override;
};

class Step {
public:
  Step(mlir::Operation *op, llvm::ArrayRef<Bounds> in) : op(op), in(in) {}
  llvm::Error run(llvm::MutableArrayRef<Bounds> out);

private:
  mlir::Operation *op;
  llvm::ArrayRef<Bounds> in;
  RegionContext context;

  bool allExact() const {
    return llvm::all_of(in, [](const Bounds &b) { return b.isExact; });
  }
  llvm::Expected<TensorList> eval(llvm::ArrayRef<Tensor> operands);
  llvm::Expected<TensorList> evalEnd(bool high);
  llvm::Error move(Bounds &out);
  llvm::Error select(Bounds &out);

  llvm::Error elementwise(const Meaning &meaning, Bounds &out);
  Bounds hull(const Meaning &meaning, llvm::ArrayRef<Tensor> corners, llvm::ArrayRef<uint8_t> state);
  Bounds agreement(llvm::ArrayRef<Tensor> corners, llvm::ArrayRef<uint8_t> state);

  // Reductions and scatters (spmd_random_bounds_fold.cpp).
  llvm::Error fold(llvm::MutableArrayRef<Bounds> out);
  bool hasUnknown() const;
  llvm::Error foldFloats(size_t k, Combiner combiner, bool isScatter, Bounds &b);
  bool productsStayInRange(double terms, double exponents) const;
  bool sumsAreExact(llvm::ArrayRef<double> sums, unsigned digits) const;
  void forgetSignsOfZeros(llvm::ArrayRef<double> sums, Bounds &b) const;
};

} // namespace spmd::random
