// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The words in which the facet `batch` writes an op with one dim more. A function is batched by
// running it on a batch of arguments at once: values that depend on a batched argument have a batch
// dim, at any position; all others stay as they are. compiler/batch drives it.
//
// Most ops need no facet: the batch is one more parallel loop of their iteration space. Ops that
// name dims tell how these numbers change:
//
//   static LogicalResult batch(ReverseOp op, Batching &g) {
//     return g.clone(g.value(0), g.dim(0), g.dims("dimensions", shifted(op.getDimensions(), g.dim(0))));
//   }
#pragma once
#include "compiler/ops/backward.h"
#include "dialects/sdy/sdy.h"
#include "mlir/IR/IRMapping.h"

namespace spmd {

/// A value of the batched program and the position of its batch dim. Without one, all entries of
/// the batch have the same value.
struct Batched {
  static constexpr int64_t kNone = -1;
  mlir::Value value;
  int64_t dim = kNone;
  bool isBatched() const { return dim != kNone; }
};

/// The type with a dim of `size` inserted at `dim`, or the type itself for kNone.
mlir::Type batchedType(mlir::Type type, int64_t dim, int64_t size);
/// Whether the sharding, which may be null, has one of the axes already.
bool hasAxes(sdy::TensorShardingAttr sharding, llvm::ArrayRef<sdy::AxisRefAttr> axes);
/// The axes with a dim inserted at `dim`: [{"x"}, {}] -> [{?}, {"x"}, {}]. The new dim is open, or
/// has the axes `along`, which are closed.
sdy::TensorShardingAttr batchedSharding(sdy::TensorShardingAttr sharding, int64_t dim,
                                        llvm::ArrayRef<sdy::AxisRefAttr> along);

/// One op of the program, and the place where its batched form is written.
class Batching {
public:
  Batching(mlir::Operation *op, mlir::OpBuilder &b, int64_t size, const mlir::IRMapping &outside)
      : op(op), b(b), loc(op->getLoc()), size(size), words(op, b, noCotangents), outside(outside),
        results(op->getNumResults()) {}

  // Operands.
  bool isBatched(unsigned operand) const { return in[operand].isBatched(); }
  int64_t dim(unsigned operand) const { return in[operand].dim; }
  /// The batch dim of the first operand that has one.
  int64_t dim() const;
  /// The operand as it is; with the batch at `dim`, copied for each entry if it is not batched; and
  /// without a copy: batched at `dim` or not at all.
  mlir::Value value(unsigned operand) const { return in[operand].value; }
  mlir::Value at(unsigned operand, int64_t dim) { return put(in[operand], dim); }
  mlir::Value movedTo(unsigned operand, int64_t dim);
  /// All operands with the batch at `dim`.
  llvm::SmallVector<mlir::Value> allAt(int64_t dim);

  // Values.
  mlir::Value put(Batched value, int64_t dim);
  Expr of(mlir::Value value) { return words.of(value); }
  /// A scalar constant of an integer type.
  mlir::Value integer(int64_t number, mlir::Type element);
  /// Merges the batch, at `batch`, into dim `dim` of the unbatched value, which has `outer` groups:
  /// [8, 6] with outer 2 -> [2 * 8 * 3]. split undoes this: the batch dim is at `dim` afterwards
  /// for outer 1, and always in front otherwise.
  mlir::Value merged(mlir::Value value, int64_t batch, int64_t dim, int64_t outer = 1);
  Batched split(mlir::Value value, int64_t dim, int64_t outer = 1);

  // Numbers of dims where one is inserted at `batch`.
  static int64_t shifted(int64_t dim, int64_t batch) { return dim + (dim >= batch); }
  static llvm::SmallVector<int64_t> shifted(llvm::ArrayRef<int64_t> dims, int64_t batch);
  /// A list with one entry per dim gets one for the batch.
  static llvm::SmallVector<int64_t> inserted(llvm::ArrayRef<int64_t> list, int64_t batch,
                                             int64_t entry);

  // Results.
  /// The op on other operands: result i has the batch at dims[i] (kNone: it has none). `changed`
  /// attributes replace those of the op; regions are copied. Gives all results.
  mlir::LogicalResult clone(mlir::ValueRange operands, llvm::ArrayRef<int64_t> dims,
                            llvm::ArrayRef<mlir::NamedAttribute> changed = {});
  /// The same with the batch of all results at `dim`.
  mlir::LogicalResult clone(mlir::ValueRange operands, int64_t dim,
                            llvm::ArrayRef<mlir::NamedAttribute> changed = {});
  void give(unsigned result, mlir::Value value, int64_t dim) { results[result] = {value, dim}; }
  mlir::NamedAttribute dims(llvm::StringRef name, llvm::ArrayRef<int64_t> list) {
    return b.getNamedAttr(name, b.getDenseI64ArrayAttr(list));
  }
  mlir::NamedAttribute number(llvm::StringRef name, int64_t value) {
    return b.getNamedAttr(name, b.getI64IntegerAttr(value));
  }
  /// Runs the op on one entry of the batch after the other, in a counted loop: for rare forms that
  /// no op computes for all entries at once.
  mlir::LogicalResult oneByOne();
  /// An error at the op: it has no batched form, for this reason.
  mlir::LogicalResult refuse(const llvm::Twine &reason);

  mlir::Operation *op;
  mlir::OpBuilder &b;
  mlir::Location loc;
  int64_t size;                           // of the batch
  llvm::StringRef axis;                   // its name, for markers; empty if it has none
  llvm::SmallVector<Batched, 4> in;       // the operands
  llvm::ArrayRef<sdy::AxisRefAttr> along; // the mesh axes that split the batch
  Backward words;                         // whose expressions build the batched program, too

private:
  Cotangents noCotangents;
  const mlir::IRMapping &outside; // values that regions of the op may capture

public:
  llvm::SmallVector<Batched, 2> results;
};

namespace ops {
/// The batch is one more loop: operands of the result's rank get it at the same position. Scalars
/// beside them stay scalars, unless they are batched.
mlir::LogicalResult batchPointwise(Batching &g);
/// More dims in front of all operands and results are a batch.
mlir::LogicalResult batchInFront(Batching &g);
/// Each result is batched as its operand is.
mlir::LogicalResult batchEach(Batching &g);
} // namespace ops

/// The name of the batch axis along which the op works, if it is a marker such as spmd.psum.
std::optional<llvm::StringRef> batchAxisOf(mlir::Operation *op);

} // namespace spmd
