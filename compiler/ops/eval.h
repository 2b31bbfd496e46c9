// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What an op's reference meaning (facet `eval`) may ask of whoever runs it: to run a region, to
// call a function, to say which device this is, and to exchange values with the other devices. The
// interpreter of compiler/reference offers all of it, constant folding only regions.
#pragma once
#include "compiler/ops/tensor.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Error.h"

namespace spmd {

using TensorList = llvm::SmallVector<Tensor>;

/// One device's place in the grid of replicas and partitions; its flattened id is replica *
/// partitions + partition.
struct DevicePlace {
  int64_t replica = 0, partition = 0;
  int64_t replicas = 1, partitions = 1;
  int64_t id() const { return replica * partitions + partition; }
};

struct EvalContext {
  virtual ~EvalContext() = default;
  /// Runs a region of one block: binds `args` to its arguments, returns the operands of its
  /// terminator. Values of the enclosing regions are visible.
  virtual llvm::Expected<TensorList> runRegion(mlir::Region &region,
                                               llvm::ArrayRef<Tensor> args) = 0;
  /// Calls the function that `symbol` names as seen from `user`.
  virtual llvm::Expected<TensorList> call(mlir::Operation *user, mlir::SymbolRefAttr symbol,
                                          llvm::ArrayRef<Tensor> args);
  virtual DevicePlace place() const { return {}; }
  /// Gives `mine` to the other members of `group` (device ids, this one among them) and returns
  /// what each of them gave, in the group's order. Blocks until all have come to the same `op`.
  virtual llvm::Expected<std::vector<TensorList>>
  exchange(mlir::Operation *op, llvm::ArrayRef<int64_t> group, TensorList mine);
  /// Runs an op whose region is written for one device (manual_computation, run_parallel) on the
  /// grid of devices.
  virtual llvm::Error onDevices(mlir::Operation *op, llvm::ArrayRef<Tensor> in,
                                llvm::MutableArrayRef<Tensor> out);
  /// Sends or receives along a channel between devices, and other effects that only a full run
  /// offers.
  virtual llvm::Error effect(mlir::Operation *op, llvm::ArrayRef<Tensor> in,
                             llvm::MutableArrayRef<Tensor> out);
};

/// An error that carries the op's location and name.
class OpError : public llvm::ErrorInfo<OpError> {
public:
  static char ID;
  OpError(mlir::Location loc, std::string message) : loc(loc), message(std::move(message)) {}
  void log(llvm::raw_ostream &os) const override;
  std::error_code convertToErrorCode() const override;
  mlir::Location loc;
  std::string message;
};

/// A check of the program that was made and does not hold. A check that cannot be made is an
/// OpError as all others.
class CheckFailure : public llvm::ErrorInfo<CheckFailure, OpError> {
public:
  static char ID;
  using ErrorInfo::ErrorInfo;
};

/// "'stablehlo.foo' op MESSAGE" at the op's location.
llvm::Error opError(mlir::Operation *op, const llvm::Twine &message);
llvm::Error checkFailure(mlir::Operation *op, const llvm::Twine &message);

/// Evaluates one op by its facet `eval`; an op without it is an error that names the op.
llvm::Error evalOp(mlir::Operation *op, llvm::ArrayRef<Tensor> in,
                   llvm::MutableArrayRef<Tensor> out, EvalContext &context);

} // namespace spmd
