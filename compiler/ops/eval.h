// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the reference meaning of an op (facet `eval`) may ask of its caller: running a region,
// calling a function, the id of this device, and an exchange of values with other devices. The
// interpreter of compiler/reference offers all of this, constant folding offers regions only.
#pragma once
#include "compiler/elements/tensor.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Error.h"

namespace spmd {

using TensorList = llvm::SmallVector<Tensor>;
using Inputs = llvm::ArrayRef<Tensor>;
using Outputs = llvm::MutableArrayRef<Tensor>;

/// The place of one device in the grid of replicas and partitions. Its flattened id is replica *
/// partitions + partition.
struct DevicePlace {
  int64_t replica = 0, partition = 0;
  int64_t replicas = 1, partitions = 1;
  int64_t id() const { return replica * partitions + partition; }
};

struct EvalContext {
  virtual ~EvalContext() = default;
  /// Runs a region of one block: binds `args` to its arguments and returns the operands of its
  /// terminator. Values of enclosing regions are visible.
  virtual llvm::Expected<TensorList> runRegion(mlir::Region &region, Inputs args);
  /// Calls the function that `symbol` names, looked up from `user`.
  virtual llvm::Expected<TensorList> call(mlir::Operation *user, mlir::SymbolRefAttr symbol,
                                          Inputs args);
  virtual DevicePlace place() const { return {}; }
  /// Gives `mine` to the other members of `group` (device ids, including this one) and returns the
  /// values of all members, in the order of the group. Blocks until all members have reached the
  /// same `op`.
  virtual llvm::Expected<std::vector<TensorList>>
  exchange(mlir::Operation *op, llvm::ArrayRef<int64_t> group, TensorList mine);
  /// Runs an op whose region is a program for one device (manual_computation, run_parallel) on all
  /// devices of the grid.
  virtual llvm::Error onDevices(mlir::Operation *op, Inputs in, Outputs out);
  /// Runs an op with an effect outside of its results, such as a send or receive along a channel.
  /// Only a full run offers these.
  virtual llvm::Error effect(mlir::Operation *op, Inputs in, Outputs out);
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

/// A check of the program that was evaluated and does not hold. A check that cannot be evaluated is
/// an ordinary OpError.
class CheckFailure : public llvm::ErrorInfo<CheckFailure, OpError> {
public:
  static char ID;
  using ErrorInfo::ErrorInfo;
};

/// "'stablehlo.foo' op MESSAGE" at the op's location.
llvm::Error opError(mlir::Operation *op, const llvm::Twine &message);
llvm::Error checkFailure(mlir::Operation *op, const llvm::Twine &message);

/// Makes the values that a facet `eval` returns the results of its op.
inline llvm::Error deliver(llvm::Expected<TensorList> results, Outputs out) {
  if (!results)
    return results.takeError();
  llvm::move(*results, out.begin());
  return llvm::Error::success();
}
inline llvm::Error deliver(llvm::Expected<Tensor> result, Outputs out) {
  if (!result)
    return result.takeError();
  out[0] = std::move(*result);
  return llvm::Error::success();
}
inline llvm::Error deliver(llvm::Error error, Outputs) { return error; }

/// Evaluates one op by its facet `eval`. An op without the facet is an error that names the op.
llvm::Error evalOp(mlir::Operation *op, Inputs in, Outputs out, EvalContext &context);

} // namespace spmd
