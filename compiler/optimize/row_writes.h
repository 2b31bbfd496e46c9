// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Writes of rows of a loop's stacks: residuals for the backward pass, results of each trip. The
// kernel that computes or reads a row writes it, too, so that a trip has few kernels.
//   z = kernel(..); s' = kernel(s, i, z); h' = kernel(z)   ->   z, s', h' = kernel(.., s, i)
// Nothing in the trip reads the stack. So the writes stand at the end of the body while groups grow
// and part no ops that belong together; then each joins the kernel of its row, or moves up to it.
#pragma once
#include "compiler/optimize/fusion_groups.h"

namespace spmd {

/// Whether `op` updates a window of a carried value of which ops before it read other elements.
/// In one kernel with these it could not write in place: each trip would write the whole value.
///   x' = update(x, i, f(x[i - 1]))   ->   r = f(x[i - 1]); x' = update(x, i, r)
bool updatesWhatIsRead(mlir::Operation *op);
/// Whether the op is a row of a stack whose rows are buffers of their own. Outside of kernels it is
/// a view; inside, the kernel would read the stack.
bool readsTable(mlir::Operation *op);
/// Moves ops that write a row of what a loop carries to the end of the loop's body.
void sinkRowWrites(mlir::Block &body);

/// The groups of such writes, after all groups have grown.
class RowWrites {
public:
  explicit RowWrites(FusionGroups &all) : all(all) {}

  /// Lets each join the kernel that computes or reads its row. Where none can be one kernel with
  /// it, the write stands right behind what it reads.
  void join();

private:
  using Group = FusionGroups::Group;
  FusionGroups &all;

  std::optional<unsigned> groupAt(mlir::Operation *op) const;
  int64_t standsAt(mlir::Operation *op) const;
  int64_t madeAt(mlir::ValueRange values) const;
  llvm::SmallVector<unsigned> kernelsOf(unsigned write, llvm::ArrayRef<mlir::Value> inputs) const;
  bool joinOne(unsigned index, unsigned write);
  void raise(unsigned write, llvm::ArrayRef<mlir::Value> inputs);
  void moveBehind(mlir::Operation *last, llvm::ArrayRef<mlir::Operation *> ops);
};

} // namespace spmd
