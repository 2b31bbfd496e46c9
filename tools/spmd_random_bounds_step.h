// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Evaluates one op on intervals. Used by spmd_random_bounds*.cpp only: one file for
// elementwise ops and movement, one for reductions and scatters.
#pragma once
#include "compiler/ops/region.h"
#include "mlir/IR/TypeUtilities.h"
#include "tools/spmd_random_intervals.h"

namespace spmd::random {

struct Meaning; // the rounding freedom of an op, by its name
/// Runs regions that use no values from outside.
struct RegionContext : EvalContext {
  llvm::Expected<TensorList> runRegion(mlir::Region &region,
                                       llvm::ArrayRef<Tensor> arguments) override;
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
  Bounds hull(const Meaning &meaning, llvm::ArrayRef<Tensor> corners,
              llvm::ArrayRef<uint8_t> state);
  Bounds agreement(llvm::ArrayRef<Tensor> corners, llvm::ArrayRef<uint8_t> state);

  // Reductions and scatters (spmd_random_bounds_fold.cpp).
  llvm::Error fold(llvm::MutableArrayRef<Bounds> out);
  bool hasUnknown() const;
  double termsOf(const Bounds &result, bool isScatter) const;
  llvm::Expected<std::pair<std::vector<double>, std::vector<double>>> sumLimits(size_t k);
  llvm::Error foldFloats(size_t k, ir::CombineKind combiner, bool isScatter, Bounds &b);
  bool productsStayInRange(double terms, double exponents) const;
  bool sumsAreExact(llvm::ArrayRef<double> sums, unsigned digits) const;
  void forgetSignsOfZeros(llvm::ArrayRef<double> sums, Bounds &b) const;
};

} // namespace spmd::random
