// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Merges equal ops within kernels. Apart from the grouping (fuse.cpp), which makes the kernels.
#pragma once
#include "compiler/optimize/fusion_memo.h"
#include "dialects/spmd/spmd.h"

namespace spmd {

class KernelCse {
public:
  explicit KernelCse(FusionMemo &memo) : memo(memo) {}

  /// Merges equal ops in each kernel. ShrinkResiduals recomputes values for later readers, and such
  /// a copy may end up in the kernel of the first reader; the merged value is computed once and
  /// kept along the row. A kernel that the merge would break (planFusion fails) stays as it was.
  void run(llvm::ArrayRef<ir::FusionOp> fusions);

private:
  FusionMemo &memo;
  llvm::DenseMap<unsigned, bool> kernels; // kind of a fusion -> whether it can be a kernel
  bool isKernel(ir::FusionOp fusion);
};

} // namespace spmd
