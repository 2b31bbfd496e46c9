// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One simulated device: the values of the functions that it runs, and the walk over their
// ops.
#pragma once
#include "compiler/ops/eval.h"
#include "compiler/reference/grid.h"
#include "compiler/reference/interpreter.h"
#include "llvm/ADT/DenseMap.h"

namespace spmd {

class SimulatedDevice : public EvalContext {
public:
  /// `grid` is null for a lone device.
  SimulatedDevice(Grid *grid, DevicePlace where, const InterpretOptions &options)
      : grid(grid), where(where), options(options) {}

  /// Runs a function. Fails where arguments do not fit its types or calls nest too deep.
  llvm::Expected<TensorList> run(mlir::func::FuncOp function, llvm::ArrayRef<Tensor> args);

  llvm::Expected<TensorList> runRegion(mlir::Region &region, llvm::ArrayRef<Tensor> args) override;
  llvm::Expected<TensorList> call(mlir::Operation *user, mlir::SymbolRefAttr symbol,
                                  llvm::ArrayRef<Tensor> args) override;
  DevicePlace place() const override { return where; }
  llvm::Expected<std::vector<TensorList>>
  exchange(mlir::Operation *op, llvm::ArrayRef<int64_t> group, TensorList mine) override;
  llvm::Error onDevices(mlir::Operation *op, llvm::ArrayRef<Tensor> in,
                        llvm::MutableArrayRef<Tensor> out) override;
  llvm::Error effect(mlir::Operation *op, llvm::ArrayRef<Tensor> in,
                     llvm::MutableArrayRef<Tensor> out) override;

private:
  /// The values of one call of a function.
  using Frame = llvm::DenseMap<mlir::Value, Tensor>;
  llvm::Expected<TensorList> runBlock(mlir::Block &block, llvm::ArrayRef<Tensor> args);
  llvm::Error runOp(mlir::Operation &op);
  TensorList valuesOf(mlir::ValueRange values) const {
    return llvm::map_to_vector(values, [&](mlir::Value v) { return frame->lookup(v); });
  }
  llvm::Error runParallel(mlir::Operation *op, llvm::ArrayRef<Tensor> in,
                          llvm::MutableArrayRef<Tensor> out);

  Grid *grid;
  DevicePlace where;
  const InterpretOptions &options;
  Frame *frame = nullptr; // of the function that runs now
  int64_t depth = 0;
};

} // namespace spmd
