// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The attributes of a convolution as numbers, and its reference meaning.
#pragma once
#include "compiler/elements/tensor.h"
#include "compiler/ops/eval.h"
#include "compiler/ops/windows.h"
#include "dialects/stablehlo/stablehlo.h"

namespace spmd::ops {

/// The attributes of the op, with defaults filled in.
struct ConvNumbers {
  stablehlo::ConvDimensionNumbersAttr dims;
  llvm::SmallVector<stablehlo::WindowDim>
      window; // per spatial dim: size of the kernel, base dilation of lhs
  llvm::SmallVector<bool> reversed;
  int64_t featureGroups, batchGroups;

  // Fills in strides and dilations of 1, padding of 0, and no reversal.
  template <class ConvOp>
  static ConvNumbers of(ConvOp op, llvm::ArrayRef<int64_t> kernel,
                        llvm::ArrayRef<int64_t> padding) {
    ConvNumbers n{op.getDimensionNumbers(),
                  {},
                  {},
                  int64_t(op.getFeatureGroupCount()),
                  int64_t(op.getBatchGroupCount())};
    auto at = [](std::optional<llvm::ArrayRef<int64_t>> list, size_t i) {
      return list && !list->empty() ? (*list)[i] : 1;
    };
    // One entry per spatial dim, in the order of the kernel's spatial dims.
    for (auto [i, d] : llvm::enumerate(n.dims.getKernelSpatialDimensions())) {
      n.window.push_back({.size = kernel[d],
                          .stride = at(op.getWindowStrides(), i),
                          .low = padding.empty() ? 0 : padding[2 * i],
                          .high = padding.empty() ? 0 : padding[2 * i + 1],
                          .baseDilation = at(op.getLhsDilation(), i),
                          .windowDilation = at(op.getRhsDilation(), i)});
      auto reversal = op.getWindowReversal();
      n.reversed.push_back(reversal && !reversal->empty() && (*reversal)[i]);
    }
    return n;
  }
};

/// The numbers of an op whose padding is an attribute.
ConvNumbers numbersOf(stablehlo::ConvolutionOp op);

/// The reference meaning. Infers the result shape, so that it works for a padding that is known at
/// run time, too.
Tensor convolutionOf(const ConvNumbers &n, const Tensor &lhs, const Tensor &rhs,
                     mlir::Type element);

} // namespace spmd::ops
