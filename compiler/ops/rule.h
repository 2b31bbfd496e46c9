// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The table op -> facets: everything that the compiler knows about an op. One struct per op
// (compiler/ops/<family>.cpp) fills the table, all stages read it. Each struct ends in `using
// Facets = Has<...>`. compiler/ops/facets.h checks at compile time that the struct defines what it
// declares, with the right signature, and nothing else, so a misspelt facet does not compile.
#pragma once
#include "compiler/elements/scalar_builder.h"
#include "compiler/ops/movement.h"
#include "compiler/ops/row_window.h"
#include "compiler/ops/sharding_rule.h"
#include "compiler/ops/space.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Error.h"

namespace spmd {

class Backward;     // compiler/ops/backward.h
class Batching;     // compiler/ops/batching.h
struct EvalContext; // compiler/ops/eval.h
struct KernelCall;  // compiler/ops/library_call.h: a call of a library routine
struct Tensor;      // compiler/elements/tensor.h: a typed dense array of the reference meaning

/// The tensors of plain elements that stand for one tensor of complex or quantized elements
/// (compiler/ops/parts.h).
using PartValues = llvm::SmallVector<mlir::Value, 2>;

/// The elements that a slice takes along one dim.
struct SliceRange {
  int64_t start, limit, stride;
  int64_t size() const { return (limit - start + stride - 1) / stride; }
};
/// What the facet `restrict` builds with: a builder, and slices of operands.
struct SliceBuilder {
  mlir::OpBuilder &builder;
  mlir::Location loc;
  llvm::function_ref<mlir::Value(mlir::Value, llvm::ArrayRef<SliceRange>)> slice;
};

/// The rows that an op takes of a dim of operand 0 and gives as a partial result, where the dim is
/// split: `size` rows from `start` on, or from the scalar `at` on, clamped like a dynamic start.
struct TakenRows {
  int64_t start = 0, size = 0;
  mlir::Value at; // null: the rows begin at `start`
};

class LocalizeContext; // compiler/ops/localize.h: what partition offers to the facet `localize`

/// What the facet `grow` may ask: the types of the operands before some of their dims grew (their
/// values have the new types already), and the type that the first result is about to have.
struct GrowContext {
  mlir::OpBuilder &builder; // before the op
  llvm::ArrayRef<mlir::RankedTensorType> operandsBefore;
  mlir::RankedTensorType resultAfter;
};

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
  IterationSpace (*space)(mlir::Operation *) = nullptr;
  std::optional<ShardingRule> (*rule)(mlir::Operation *, const RuleOptions &) = nullptr;
  mlir::LogicalResult (*localize)(mlir::Operation *, LocalizeContext &) = nullptr;
  /// Adapts attributes and operands of the op to operands and results that grew along factors;
  /// elements that were there before keep their values. Ops of which only types change have no such
  /// facet, and ops without operands only take other types with it.
  void (*grow)(mlir::Operation *, const GrowContext &) = nullptr;
  /// The rows of an operand's dim that a shard needs where the op is split into so many shards
  /// along the dim's permutation factor; nothing if it cannot be. `localize` then sees the operand
  /// with just these rows.
  std::optional<RowWindow> (*window)(mlir::Operation *, unsigned operand, int64_t dim,
                                     int64_t shards) = nullptr;
  /// The op as ops each of which moves rows along one split dim or none, and has the facet `window`
  /// or splits by its rule. Null if the op already is one.
  mlir::Value (*shifts)(mlir::Operation *, mlir::OpBuilder &,
                        llvm::function_ref<bool(int64_t dim)> isSplit) = nullptr;
  /// The rows that the op takes of a dim of operand 0 which it reduces; nothing for other dims.
  /// Where one device has them all, it is their owner, and its part is the whole result.
  std::optional<TakenRows> (*taken)(mlir::Operation *, int64_t dim) = nullptr;
  llvm::SmallVector<mlir::Value> (*emit)(mlir::Operation *, ScalarBuilder &,
                                         mlir::ValueRange) = nullptr;
  /// The op on complex elements as ops on their real and imaginary parts, or on quantized elements
  /// as ops on their stored integers. An operand of plain type has itself as its only part. Nothing
  /// if the op is not defined on such elements.
  std::optional<PartValues> (*parts)(mlir::Operation *, mlir::OpBuilder &,
                                     llvm::ArrayRef<PartValues>) = nullptr;
  /// A function of complex numbers: emits the parts of the result from those of the operands.
  PartValues (*emitComplex)(ScalarBuilder &, mlir::ValueRange) = nullptr;
  unsigned complexArguments = 0; // of emitComplex: numbers, of two parts each
  bool isRealFunction = false;   // its results have one part
  Movement (*index)(mlir::Operation *) = nullptr;
  /// A slice of the result, with one range per dim, from slices of the operands. Null if that is
  /// not possible.
  mlir::Value (*restrict)(mlir::Operation *, llvm::ArrayRef<SliceRange>, SliceBuilder &) = nullptr;
  std::optional<KernelCall> (*kernel)(mlir::Operation *) = nullptr;
  /// How partial results over sharded reduction factors are combined; nullopt: they cannot be.
  std::optional<sdy::ReductionKind> (*combine)(mlir::Operation *) = nullptr;
  /// Whether f(x + y) = f(x) + f(y), in all operands at once of which this says so (add, negate,
  /// transpose): unreduced values may pass through the op. The other operands are whole, as the
  /// indices of a slice and the factor of a scaling. Null: in none.
  bool (*linearIn)(mlir::Operation *, unsigned operand) = nullptr;
  /// Values flow through the op, so that they share their shardings (sdy::DataFlowOp).
  bool flow = false;
  /// An expression of constants stays one, of which each user may have its own copy (Shardy's
  /// constant expressions). Pure ops with MLIR's elementwise trait keep it without the facet.
  bool keepsConstant = false;
  /// The op reads no padding of dims that it reduces: the indices of a gather are limited. All
  /// other ops get operands whose padding holds the identity of `combine`.
  bool readsNoPadding = false;
  /// Null: elementwise where the op has MLIR's trait, else Other.
  OpPriority (*priority)(mlir::Operation *) = nullptr;
  llvm::Error (*eval)(mlir::Operation *, llvm::ArrayRef<Tensor>, llvm::MutableArrayRef<Tensor>,
                      EvalContext &) = nullptr;
  /// Writes the backward part of the op, which gives the cotangents of its operands.
  mlir::LogicalResult (*vjp)(mlir::Operation *, Backward &) = nullptr;
  bool drivenVjp = false; // compiler/grad does that, for ops with regions and calls
  /// Writes the op on operands with a batch dim. The op has such an operand.
  mlir::LogicalResult (*batch)(mlir::Operation *, Batching &) = nullptr;
  bool drivenBatch = false; // compiler/batch does that, for ops with regions and calls
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

/// The op X that a chlo.broadcast_X applies after it has broadcast its operands to one shape, with
/// X's attributes and without operands and results. Nothing for other ops.
std::optional<mlir::OperationState> withoutBroadcast(mlir::Operation *op);

/// The facet `priority` of `op`, or what stands for it where the op has none.
OpPriority priorityOf(mlir::Operation *op);

/// Whether `op` has the facet `emit` in the form it takes here: not on complex or quantized
/// elements, constants only where they are splats, bit casts only between types of equal width.
bool isEmittable(mlir::Operation *op);

/// Emits `op` at its own location and rounds the results as `b.rounding` says. Asserts that the op
/// has the facet `emit`.
llvm::SmallVector<mlir::Value> emitOp(mlir::Operation *op, ScalarBuilder &b,
                                      mlir::ValueRange operands);

} // namespace spmd
