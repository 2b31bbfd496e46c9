// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The device form of an op: what the op becomes in the program of one device, written as Shardy's
// sdy-convert-global-to-local writes it, so that other compilers see the text they know. It is
// apart from the facet `localize`, which serves the partition stage: that stage numbers shards by
// arithmetic on axes and exchanges rows, this form reads tables indexed by the device id and never
// communicates beyond the collectives that the program already has.
//
// There is one struct per op that needs more than local types, in files by family. It has a member
//   static FailureOr<SmallVector<Value>> onDevice(Op op, DeviceFormBuilder &b);
// which gets the global op and returns the local results.
#pragma once
#include "dialects/sdy/sdy.h"
#include "mlir/IR/Builders.h"
#include "llvm/ADT/StringMap.h"

namespace spmd {

/// What is common to all functions of a module.
struct DeviceProgram {
  bool perDimAllGather = false;       // one all_gather for each dim, not one for all
  bool combinesReduceScatter = false; // one reduce_scatter for all dims, not all_reduce and slice
  bool writesMeshAxes = false;        // replica groups as axes of the mesh where possible
  bool isReplicated = false;          // devices are told apart by replica_id, not partition_id
  int64_t lastChannel = 0;            // channel handles count up from here
};

/// The axes that shard a dim, and those of each dim of a tensor.
using Axes = llvm::ArrayRef<sdy::AxisRefAttr>;
using AxesOfDims = llvm::SmallVector<Axes>;

/// The type that one device holds of a value of type `type`; types that are no sharded tensors
/// stay. Null after an error at `op` if the shards do not divide the dims.
mlir::Type typeOnDevice(mlir::Operation *op, mlir::Type type, sdy::TensorShardingAttr sharding);

/// Builds the local ops of one global op.
class DeviceFormBuilder {
public:
  DeviceFormBuilder(mlir::OpBuilder &builder, mlir::Operation *op, DeviceProgram &program)
      : builder(builder), loc(op->getLoc()), op(op), program(program) {}

  mlir::OpBuilder &builder;
  mlir::Location loc;
  mlir::Operation *op; // global
  DeviceProgram &program;
  llvm::SmallVector<mlir::Value> operands; // local

  template <class Op, class... Args> mlir::Value make(Args &&...args) {
    return Op::create(builder, loc, std::forward<Args>(args)...)->getResult(0);
  }
  mlir::Value constant(mlir::DenseElementsAttr value);
  /// An integer of `element` in all elements of a tensor.
  mlir::Value constant(llvm::ArrayRef<int64_t> shape, mlir::Type element, int64_t value);
  mlir::Value reshape(mlir::Value value, llvm::ArrayRef<int64_t> shape);
  mlir::Value transpose(mlir::Value value, llvm::ArrayRef<int64_t> permutation);
  mlir::Value broadcast(mlir::Value value, llvm::ArrayRef<int64_t> shape,
                        llvm::ArrayRef<int64_t> dims);
  mlir::Value slice(mlir::Value value, mlir::ValueRange starts, llvm::ArrayRef<int64_t> sizes);

  /// The sharding of a global value as the ops beside it see it, and its mesh. Null without one.
  static sdy::TensorShardingAttr shardingOf(mlir::Value global);
  sdy::MeshAttr meshOf(sdy::TensorShardingAttr sharding) const { return sharding.getMesh(op); }
  /// The axes of each dim; empty lists for a value without a sharding.
  static AxesOfDims axesOf(mlir::Value global);
  /// The type that one device holds of a tensor. Null after an error, as typeOnDevice().
  mlir::RankedTensorType localType(mlir::Value global) const;
  /// The local types of all results of the op, in their order.
  mlir::FailureOr<llvm::SmallVector<mlir::Type>> localResultTypes() const;

  /// Entry `device` of a table of one element per device, as a tensor of one element.
  mlir::Value entryOfDevice(mlir::DenseElementsAttr table);
  /// A number that depends on this device's shard along the axes, as i64 of rank 0.
  mlir::Value numberOfShard(sdy::MeshAttr mesh, Axes axes,
                            llvm::function_ref<int64_t(int64_t shard)> numberOf);
  /// Where this device's part of a dim begins: shard times `localSize`. 0 for an unsharded dim.
  mlir::Value offset(sdy::MeshAttr mesh, Axes axes, int64_t localSize);
  /// The part of `whole`, of `sizes`, that belongs to this device.
  mlir::Value ownPart(sdy::MeshAttr mesh, mlir::Value whole, const AxesOfDims &axes,
                      llvm::ArrayRef<int64_t> sizes);
  /// Whether this device is the first one along the axes, as tensor<1xi1>.
  mlir::Value isFirst(sdy::MeshAttr mesh, Axes axes);

  /// A clone of the global op with local operands and results of the types, with all its
  /// attributes and regions. The clone keeps its shardings.
  mlir::Operation *clone(mlir::TypeRange types);
};

using DeviceForm = mlir::FailureOr<llvm::SmallVector<mlir::Value>> (*)(mlir::Operation *,
                                                                       DeviceFormBuilder &);
/// The device form of the op; null if only its types change.
DeviceForm deviceFormOf(mlir::Operation *op);

namespace ops {

/// Operands and results of ops with a device form are ranked tensors.
inline mlir::RankedTensorType typeOf(mlir::Value value) {
  return llvm::cast<mlir::RankedTensorType>(value.getType());
}

/// Zeros of a type; null if its elements have no zero (f8E8M0FNU, quantized types).
mlir::DenseElementsAttr zerosOf(mlir::RankedTensorType type);

/// The table op -> device form while it is filled.
class DeviceFormTable {
public:
  template <class... Rs> void add() {
    ((forms[Rs::Op::getOperationName()] =
          [](mlir::Operation *op, DeviceFormBuilder &b) {
            return Rs::onDevice(llvm::cast<typename Rs::Op>(op), b);
          }),
     ...);
  }
  llvm::StringMap<DeviceForm> forms;
};

/// What each struct returns.
using LocalResults = mlir::FailureOr<llvm::SmallVector<mlir::Value>>;

} // namespace ops
} // namespace spmd
