// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Regions of scalars (reduction bodies, comparators): recognised as one op, inlined as arithmetic,
// folded by `eval`.
#pragma once
#include "compiler/ops/eval.h"
#include "compiler/ops/rule.h"
#include "dialects/spmd/spmd.h"

namespace spmd {

/// The op that a body (acc, x) -> acc consists of, in either operand order; ops that only annotate
/// (sdy constraints) do not count. Nothing for any other body.
std::optional<ir::CombineKind> combinerOf(mlir::Region &body);
/// The same of a body (acc 0, .., x 0, ..) -> (acc 0, ..) that combines each acc i with its x i,
/// all by one op.
std::optional<ir::CombineKind> combinerOfPairs(mlir::Region &body);
/// "stablehlo.add", ...
llvm::StringRef opNameOf(ir::CombineKind combiner);
/// Whether a body (current, update) -> update just replaces.
bool isReplacement(mlir::Region &body);
/// How partial results of the body are combined over devices; and, or on i1 are min, max.
std::optional<sdy::ReductionKind> reductionKindOf(mlir::Region &body);

/// Whether every op of the region can be emitted (see isEmittable) or calls a function of such ops.
bool isEmittableRegion(mlir::Region &region);
/// Writes the region's ops for registers `args` and returns the registers of its results. Values
/// from outside of the region are asked of `captured`.
llvm::SmallVector<mlir::Value>
emitRegion(mlir::Region &region, ScalarBuilder &b, mlir::ValueRange args,
           llvm::function_ref<mlir::Value(mlir::Value)> captured = nullptr);

namespace ops {

/// The reference meaning of a fold: accumulators start as given and take elements one by one. Where
/// the body combines each accumulator with its element by one op (a sum), in the wide domain (f32
/// for floats of at most 32 bits), rounded once at the end; else by running the body, each op of
/// which rounds.
class Fold {
public:
  /// `inits`: N scalars; `count` accumulators each.
  Fold(mlir::Region &body, llvm::ArrayRef<Tensor> inits, int64_t count, EvalContext &context);
  /// Elements to come: N tensors; promoted to the body's types.
  llvm::Error setElements(llvm::ArrayRef<Tensor> elements);
  /// Starts accumulator i from element i of `values` in place of the init.
  void startFrom(llvm::ArrayRef<Tensor> values);
  /// The accumulators are elements of the result, as a scatter's are: every step rounds to their
  /// type.
  void roundEachStep() { roundsEachStep = true; }
  llvm::Error take(int64_t accumulator, int64_t element);
  /// Takes the init once more (padding of a window).
  llvm::Error takeInit(int64_t accumulator);
  /// The accumulators as tensors of `shape`, in the body's element types.
  TensorList finish(llvm::ArrayRef<int64_t> shape);

private:
  template <class T> struct Wide {
    std::vector<T> accumulators, elements;
    T init{};
  };
  /// The accumulators of one result in the domain of its type.
  struct Wides {
    Domain domain = Domain::Real;
    Wide<uint8_t> bools;
    Wide<int64_t> ints;
    Wide<uint64_t> uints;
    Wide<double> reals;
    Wide<Complex> complexes;
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
  std::vector<TensorList> slow; // accumulators where the body is run
};

/// One element of a tensor as a scalar.
Tensor scalarAt(const Tensor &tensor, int64_t position);
/// Puts a scalar back.
void setElement(Tensor &tensor, int64_t position, const Tensor &scalar);

} // namespace ops
} // namespace spmd
