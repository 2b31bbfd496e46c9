// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Regions of scalars: bodies of reductions and scatters, and comparators. Recognises bodies that
// are one op, knows their identity elements, emits bodies as arithmetic, and folds elements by them
// in the reference interpreter.
#pragma once
#include "compiler/ops/eval.h"
#include "compiler/ops/rule.h"
#include "dialects/spmd/spmd.h"
#include <tuple>

namespace spmd {

/// The op that a body (acc, x) -> acc consists of, in either operand order; ops that only annotate
/// (sdy constraints) do not count. Nothing for any other body.
std::optional<ir::CombineKind> combinerOf(mlir::Region &body);
/// The same of a body (acc 0, .., x 0, ..) -> (acc 0, ..) that combines each acc i with its x i,
/// all by one op.
std::optional<ir::CombineKind> combinerOfPairs(mlir::Region &body);
/// The same of result i of such a body alone.
std::optional<ir::CombineKind> combinerOfPair(mlir::Region &body, unsigned i);
/// How partial values of the kind become one.
ir::CombineKind combinerOf(sdy::ReductionKind kind);
/// The e with combine(e, x) = x for all x of the element type, as a tensor of rank 0; null where
/// there is none. i1 counts as unsigned.
///   Sum of f32 -> -0.0, as 0.0 + -0.0 is 0.0    Maximum of f32 -> -inf, of f8E4M3FN -> -448
///   Maximum of f8E8M0FNU -> 2^-127, of i32 -> -2^31, of ui8 -> 0
///   Sum of f8E8M0FNU, Maximum of complex -> null
mlir::DenseElementsAttr identityOf(ir::CombineKind kind, mlir::Type element);
/// The same of an op of two operands of the arith dialect, as an attribute of its result's type.
///   arith.addf of f32 -> -0.0    arith.ori of i1 -> false    arith.subf -> null
mlir::TypedAttr identityOf(mlir::Operation *arithmetic);
/// Whether partial results of the op, combined so, can start from an identity.
bool combinesFromIdentity(mlir::Operation *op, sdy::ReductionKind kind);
/// "stablehlo.add", ...
llvm::StringRef opNameOf(ir::CombineKind combiner);
/// Whether a body (current, update) -> update just replaces.
bool isReplacement(mlir::Region &body);
/// How partial results of the body are combined over devices. On i1, `and` is min and `or` is max.
std::optional<sdy::ReductionKind> reductionKindOf(mlir::Region &body);
/// The same of result i of a body (acc 0, .., x 0, ..) that combines acc i with x i by one op.
std::optional<sdy::ReductionKind> reductionKindOfPair(mlir::Region &body, unsigned i);

/// Whether every op of the region can be emitted (isEmittable) or calls a function of such ops.
bool isEmittableRegion(mlir::Region &region);
/// Emits the ops of the region with `args` as the registers of its arguments, and returns the
/// registers of its results. `captured` supplies registers for values from outside of the region.
llvm::SmallVector<mlir::Value>
emitRegion(mlir::Region &region, ScalarBuilder &b, mlir::ValueRange args,
           llvm::function_ref<mlir::Value(mlir::Value)> captured = nullptr);

namespace ops {

/// The reference meaning of a reduction: accumulators start from their inits and take elements one
/// by one. If the body combines each accumulator with its element by one op (a sum), a Fold
/// computes in the wide domain (f32 for floats of at most 32 bits) and rounds once at the end.
/// Otherwise it runs the body, and each op of the body rounds.
class Fold {
public:
  /// `inits` are N scalars; each one starts `count` accumulators.
  Fold(mlir::Region &body, llvm::ArrayRef<Tensor> inits, int64_t count, EvalContext &context);
  /// Sets the N tensors whose elements are taken next, converted to the types of the body.
  llvm::Error setElements(llvm::ArrayRef<Tensor> elements);
  /// Starts accumulator i from element i of `values` instead of the init.
  void startFrom(llvm::ArrayRef<Tensor> values);
  /// Makes every step round to the type of the accumulators. A scatter needs this, because its
  /// accumulators are elements of the result.
  void roundEachStep() { roundsEachStep = true; }
  llvm::Error take(int64_t accumulator, int64_t element);
  /// Takes the init as an element, for padding of a window.
  llvm::Error takeInit(int64_t accumulator);
  /// The accumulators as tensors of `shape`, in the element types of the body.
  TensorList finish(llvm::ArrayRef<int64_t> shape);

private:
  template <class T> struct Wide {
    std::vector<T> accumulators, elements;
    T init{};
  };
  /// The accumulators of one result, in the domain of its type.
  struct Wides {
    Domain domain = Domain::Real;
    std::tuple<Wide<uint8_t>, Wide<int64_t>, Wide<uint64_t>, Wide<double>, Wide<Complex>> byType;
  };
  template <class Fn> void dispatch(Fn fn);
  llvm::Error run(int64_t accumulator, llvm::ArrayRef<Tensor> elements);
  Tensor promoted(const Tensor &value, size_t i) const;

  mlir::Region &body;
  EvalContext &context;
  std::optional<ir::CombineKind> combiner;
  bool roundsEachStep = false;
  llvm::SmallVector<mlir::Type> types; // of the body's accumulators
  std::vector<Wides> wides;            // per result, with a known combiner
  TensorList inits, elements;
  std::vector<TensorList> slow; // accumulators if the body is run
};

/// Combines two tensors of one type element by element.
Tensor combined(ir::CombineKind combiner, const Tensor &x, const Tensor &y);
/// One element of a tensor as a scalar.
Tensor scalarAt(const Tensor &tensor, int64_t position);
/// Writes a scalar to one element.
void setElement(Tensor &tensor, int64_t position, const Tensor &scalar);

} // namespace ops
} // namespace spmd
