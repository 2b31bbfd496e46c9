// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reverse mode: walks the ops of a block from the last to the first and lets the facet `vjp` of
// each write its backward part. Ops with regions and calls are differentiated here. The backward
// code names values of the forward code directly; where the two end up in different regions or
// functions, those values become saved residuals (residuals.h).
#pragma once
#include "compiler/ops/backward.h"
#include "compiler/structure/gradient_attributes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/StringMap.h"

namespace spmd {

/// The policies in words, for messages; names: takes a list of names.
inline constexpr llvm::StringLiteral kCheckpointPolicies =
    "nothing, dots, dots_with_no_batch_dims, names:NAME,.. and everything";
bool isCheckpointPolicy(llvm::StringRef policy);

/// Whether values of the type have gradients: tensors of floats and of complex numbers.
bool isDifferentiable(mlir::Type type);
/// A constant of zeros.
mlir::Value zerosOf(mlir::OpBuilder &b, mlir::Location loc, mlir::Type type);
/// A builder at the beginning or the end of a block, which need not belong to an op yet.
mlir::OpBuilder builderAtBegin(mlir::Block &block, mlir::MLIRContext *context);
mlir::OpBuilder builderAtEnd(mlir::Block &block, mlir::MLIRContext *context);
/// Adds `ct` to the cotangent of `value`, if `value` is active. A null `ct` is zero.
void addCotangent(mlir::OpBuilder &b, mlir::Location loc, Cotangents &c, mlir::Value value,
                  mlir::Value ct);
/// The active values from outside that the regions of `op` use, each once.
llvm::SmallVector<mlir::Value> activeCaptures(mlir::Operation *op, const Cotangents &c);

class Reverse {
public:
  explicit Reverse(mlir::ModuleOp module) : module(module), symbols(module) {}

  /// Marks the results that depend on active values.
  static void propagate(llvm::ArrayRef<mlir::Operation *> ops, Cotangents &c);
  static void propagate(mlir::Block &block, Cotangents &c);
  /// The active values of the block, and those from outside, on which `roots` depend.
  static llvm::DenseSet<mlir::Value> dependencies(mlir::Block &block, mlir::ValueRange roots,
                                                  const Cotangents &c);

  /// Writes the backward part of `ops` at `b`. Fails with an error at the op that has no gradient.
  mlir::LogicalResult run(llvm::ArrayRef<mlir::Operation *> ops, mlir::OpBuilder &b, Cotangents &c);
  /// The same for the ops of a block without its terminator.
  mlir::LogicalResult run(mlir::Block &block, mlir::OpBuilder &b, Cotangents &c);

  /// Inlines calls of short functions, and makes composites calls. Fails where a shape is not
  /// known, or an attribute for gradients is none.
  mlir::LogicalResult prepare(mlir::func::FuncOp function);

  mlir::ModuleOp module;
  mlir::SymbolTable symbols;

private:
  mlir::LogicalResult runOne(mlir::Operation *op, mlir::OpBuilder &b, Cotangents &c);
  mlir::LogicalResult runLoop(mlir::Operation *op, mlir::OpBuilder &b, Cotangents &c);
  mlir::LogicalResult runBranches(mlir::Operation *op, mlir::OpBuilder &b, Cotangents &c);
  mlir::LogicalResult runComputation(mlir::Operation *op, mlir::OpBuilder &b, Cotangents &c);
  mlir::LogicalResult runCall(mlir::CallOpInterface call, mlir::OpBuilder &b, Cotangents &c);

public:
  /// A function in two parts: the forward one returns its results and residuals, the backward one
  /// takes those.
  struct Halves {
    mlir::func::FuncOp forward, backward;
    /// What the backward function takes first: an operand of the call, or a result of `forward`.
    struct Source {
      bool isOperand;
      unsigned index;
    };
    llvm::SmallVector<Source> residuals;
    llvm::SmallVector<unsigned> given; // the operands whose cotangents it returns
  };

private:
  llvm::StringMap<Halves> halves;           // by callee and by what is wanted of it
  llvm::SmallVector<mlir::StringRef> stack; // callees that are being differentiated
  friend class CallGradient;
};

} // namespace spmd
