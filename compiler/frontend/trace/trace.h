// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A function that is being traced: a module with one public function, into which ops are recorded.
// Its arguments are the leaves of the user's arguments, then the captured tensors. Functions that a
// transformation runs, and bodies of loops and branches, are recorded as parts (part.h).
#pragma once
#include "compiler/frontend/random/key_uses.h"
#include "compiler/frontend/trace/value.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"

namespace spmd {
inline namespace frontend {

mlir::Type mlirType(ElementType type, mlir::MLIRContext *context);
mlir::RankedTensorType mlirType(const Type &type, mlir::MLIRContext *context);
/// The frontend's type of a value whose element type it has.
Type frontendType(mlir::Type type);
mlir::Location mlirLocation(Where where, mlir::MLIRContext *context);

/// An id that no trace and no part of one has had.
uint64_t nextTraceId();

class Trace {
public:
  /// Starts a module of this name.
  explicit Trace(const std::string &name, Where where);

  /// A new argument of the function. All arguments come before the first captured tensor.
  Tensor addArgument(const Type &type, Where where);
  /// The value of a tensor in this trace. A concrete tensor becomes a hidden argument: constants
  /// of any size would swell the program. Throws for values of other traces, naming the line.
  mlir::Value valueOf(const Tensor &tensor, Where where);
  /// A tensor for a value of this trace.
  Tensor tensorOf(mlir::Value value, Where where) const;
  /// Ends the function. `names` are the results' paths. Returns the module as text, with the lines
  /// of the user's source as locations. Throws where the recorded ops are invalid.
  std::string finish(llvm::ArrayRef<mlir::Value> results, llvm::ArrayRef<std::string> names,
                     Where where);

  mlir::OpBuilder &opBuilder() { return builder; }
  mlir::MLIRContext *mlirContext() { return context.get(); }
  mlir::ModuleOp moduleOp() { return *module; }
  /// A batch with a name, of which one entry is being recorded (vmap).
  struct Batch {
    std::string axis;
    int64_t size;
  };
  /// The innermost last.
  std::vector<Batch> &batches() { return openBatches; }
  const std::vector<Batch> &batches() const { return openBatches; }
  /// The captured tensors, in the order of their arguments.
  const std::vector<Tensor> &capturedTensors() const { return captured; }
  /// The keys that were used so far; stays empty unless keys are checked.
  KeyUses &keyUses() { return uses; }
  /// Whether the tensor comes from outside of the innermost part that runs several times.
  bool isFromOutsideOfLoop(const Tensor &tensor) const;

private:
  friend class Part;
  std::unique_ptr<mlir::MLIRContext> context;
  mlir::OwningOpRef<mlir::ModuleOp> module;
  mlir::func::FuncOp function;
  mlir::OpBuilder builder;
  std::vector<uint64_t> open; // ids of the function and of its parts that are being recorded
  std::vector<size_t> loops;  // positions in `open` of parts that run several times
  std::vector<Batch> openBatches;
  KeyUses uses;
  std::vector<Tensor> captured;
  std::vector<mlir::Value> capturedValues;
};

/// The innermost trace of this thread; null where ops run at once.
Trace *currentTrace();
/// Makes a trace the innermost one of this thread as long as the object lives.
class Recording {
public:
  explicit Recording(Trace &trace);
  ~Recording();
  Recording(const Recording &) = delete;

private:
  Trace *outer;
};

} // namespace frontend
} // namespace spmd
