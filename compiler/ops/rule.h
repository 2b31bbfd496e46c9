// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the compiler knows about an op: a table op -> facets, filled from one struct per op
// (compiler/ops/<family>.cpp). Each struct ends in `using Facets = Has<...>`, and the table checks
// at compile time that what is declared is defined with the wanted signature and the other way
// round, so a misspelt facet does not compile.
#pragma once
#include "compiler/ops/movement.h"
#include "compiler/ops/sharding_rule.h"
#include "compiler/ops/space.h"
#include "mlir/IR/Builders.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Error.h"
#include <string>

namespace spmd {

struct EvalContext; // compiler/ops/eval.h
struct Tensor;      // compiler/ops/tensor.h: a typed dense array of the reference meaning

/// Which results of f8, f16 and bf16 are rounded to their type by the op that makes them. Registers
/// hold them as f32.
enum class Rounding : uint8_t {
  Late,  // none: rounded where memory or a conversion asks for it
  Usual, // f8 and f16; bf16 keeps its excess precision inside of a kernel, as it does in XLA
  Exact, // bf16, too
};

/// Builds the arithmetic of one result element, or of a vector of them: operand values are either
/// all scalars or vectors of one length (shape `lanes`). Elements in registers: i1 for pred,
/// signless iN for signed and unsigned integers, f32 in place of f16/bf16/f8 (loads extend, stores
/// round), f32, f64. Complex numbers are not emitted.
struct ScalarBuilder {
  mlir::OpBuilder &builder;
  mlir::Location loc;
  llvm::ArrayRef<int64_t> lanes = {}; // empty: scalars
  // Index of the element along a result dim (iota), as i64.
  llvm::function_ref<mlir::Value(int64_t)> resultIndex = nullptr;
  Rounding rounding = Rounding::Late;

  template <class Op, class... Args> mlir::Value make(Args &&...args) {
    return Op::create(builder, loc, std::forward<Args>(args)...);
  }
  /// The register type for an element type, as a vector where `lanes` says so.
  mlir::Type registerType(mlir::Type element) const;
  /// A splat constant of that type.
  mlir::Value constant(mlir::Type element, double value);
  mlir::Value constantInt(mlir::Type element, int64_t value);
};

/// A library routine of runtime/kernels with its list of numbers; see runtime/kernels/registry.h.
struct KernelCall {
  std::string routine;
  llvm::SmallVector<int64_t> config;
  // A comparator or scatter body, compiled as a function of scalars.
  mlir::Region *callback = nullptr;
};

/// Values that must be placed alike because control flow makes them one: each set is sources -> one
/// owner (target). while: {init operand i, body's returned value i} -> result i and both regions'
/// argument i.
struct FlowEdge {
  llvm::SmallVector<mlir::OpOperand *> sources;
  llvm::SmallVector<mlir::Value> targets; // targets[0] owns the sharding
};

class LocalizeContext; // compiler/ops/localize.h: what partition offers while an op is made local

/// How early an op passes shardings on in propagation by op priorities (Shardy's
/// sdy-op-priority-propagate).
enum class OpPriority : uint8_t {
  Elementwise,  // at once; where factors conflict, its operands follow its result
  PassThrough,  // at once: reshape, transpose, data flow edges
  DynamicSlice, // at once from operands to results, later the other way
  Broadcast,    // late, and from results to operands first
  Other,
};

/// One op's facets; a null entry is an absence, `absences` says why.
struct OpRules {
  bool known = false; // the table has a struct for the op
  // Eval is written for plain types: quantized operands are made floats before it.
  bool dequantizes = false;
  IterationSpace (*space)(mlir::Operation *) = nullptr;
  std::optional<ShardingRule> (*rule)(mlir::Operation *, const RuleOptions &) = nullptr;
  llvm::SmallVector<FlowEdge> (*flow)(mlir::Operation *) = nullptr;
  mlir::LogicalResult (*localize)(mlir::Operation *, LocalizeContext &) = nullptr;
  llvm::SmallVector<mlir::Value> (*emit)(mlir::Operation *, ScalarBuilder &,
                                         mlir::ValueRange) = nullptr;
  Movement (*index)(mlir::Operation *) = nullptr;
  std::optional<KernelCall> (*kernel)(mlir::Operation *) = nullptr;
  /// How partial results over sharded reduction factors become whole; nothing: they cannot be
  /// combined.
  std::optional<sdy::ReductionKind> (*combine)(mlir::Operation *) = nullptr;
  /// f(x + y) = f(x) + f(y), in all operands at once: sums that are still open may pass through
  /// (add, negate, transpose).
  bool linear = false;
  /// An expression of constants stays one, of which each user may have its own copy (Shardy's
  /// constant expressions). Pure ops with MLIR's elementwise trait keep it without the facet.
  bool keepsConstant = false;
  /// Null: elementwise where the op has MLIR's trait, else Other.
  OpPriority (*priority)(mlir::Operation *) = nullptr;
  llvm::Error (*eval)(mlir::Operation *, llvm::ArrayRef<Tensor>, llvm::MutableArrayRef<Tensor>,
                      EvalContext &) = nullptr;
  llvm::SmallVector<std::pair<llvm::StringRef, llvm::StringRef>> absences; // facet name, reason
};

class Rules {
public:
  /// The rules of `op`, or empty rules where the op is unknown.
  static const OpRules &of(mlir::Operation *op);
  static const OpRules &of(llvm::StringRef opName);
  /// Prints the table op x facet (`spmd-opt --list-ops`).
  static void printTable(llvm::raw_ostream &os);
};

/// The facet `priority` of `op`, or what stands for it where the op has none.
OpPriority priorityOf(mlir::Operation *op);

/// Whether `op` has the facet `emit` in the form it takes here: not on complex or quantized
/// elements, constants only where they are splats, bit casts only between types of equal width.
bool isEmittable(mlir::Operation *op);

/// `emit` of `op` with `b`'s location set to the op's, its results rounded as `b` says; asserts
/// that the op has the facet.
llvm::SmallVector<mlir::Value> emitOp(mlir::Operation *op, ScalarBuilder &b,
                                      mlir::ValueRange operands);

} // namespace spmd
