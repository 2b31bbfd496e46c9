// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Writes loops in upstream's dialects (scf, memref, vector, arith) with scopes that stay open:
// while an inner loop is being written, code can still be added before it.
#pragma once
#include "compiler/kernels/element_source.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/AffineMap.h"
#include "llvm/ADT/DenseMap.h"
#include <memory>

namespace spmd {

/// A loop, the function itself, code under a condition, or code under a mask. Code goes before
/// `before`, which is the inner loop that is being written or the terminator.
struct LoopScope {
  LoopScope *parent = nullptr;
  mlir::Block *block = nullptr;
  mlir::Operation *before = nullptr; // null: the end of the block
  bool isBarrier = false;            // under a condition: reads may not move out of it
  // Lanes of variable `maskVariable` for which the condition holds.
  mlir::Value mask;
  unsigned maskVariable = 0;
  // Values and indices that are already computed in this scope.
  llvm::DenseMap<ElementKey, mlir::Value> values;
  llvm::DenseMap<std::pair<mlir::AffineExpr, unsigned>, mlir::Value> indices;

  /// The mask on lanes of `variable` for code in this scope; null: none.
  mlir::Value maskOf(unsigned variable) const;
};

class LoopBuilder : public mlir::ImplicitLocOpBuilder {
public:
  /// Appends to the only block of `function`, before its terminator.
  explicit LoopBuilder(mlir::func::FuncOp function);

  template <class Op, class... Arguments> Op make(Arguments &&...arguments) {
    return Op::create(*this, std::forward<Arguments>(arguments)...);
  }
  LoopScope *current() const { return scope; }
  /// Code goes to `scope` until this goes out of scope itself.
  class At {
  public:
    At(LoopBuilder &b, LoopScope *scope) : b(b), saved(b.scope) { b.enter(scope); }
    ~At() { b.enter(saved); }

  private:
    LoopBuilder &b;
    LoopScope *saved;
  };

  /// for (i = begin; i + step <= end; i += step) body(i). One step is no loop.
  void loop(mlir::Value begin, mlir::Value end, int64_t step,
            llvm::function_ref<void(mlir::Value)> body);
  /// The same; returns the i that is reached.
  mlir::Value loopTo(mlir::Value begin, mlir::Value end, int64_t step,
                     llvm::function_ref<void(mlir::Value)> body);
  /// The value of one of the branches; one lane becomes as many as the other branch has.
  mlir::Value choose(mlir::Value condition, llvm::function_ref<mlir::Value()> yes,
                     llvm::function_ref<mlir::Value()> no);
  void when(mlir::Value condition, llvm::function_ref<void()> body);
  /// Code whose reads are done only for the lanes of `variable` that `mask` has.
  mlir::Value masked(mlir::Value mask, unsigned variable, llvm::function_ref<mlir::Value()> body);

  // Memory of the function itself, aligned to a line of the caches.
  mlir::Value slot(mlir::Type type) { return local({}, type); }
  mlir::Value row(mlir::Type element, int64_t size) { return local(size, element); }
  mlir::Value get(mlir::Value slot) { return make<mlir::memref::LoadOp>(slot); }
  void set(mlir::Value slot, mlir::Value value);

  // Numbers of type index, or vectors of them; what is known is computed here.
  mlir::Value index(int64_t value);
  mlir::Value add(mlir::Value x, mlir::Value y);
  mlir::Value sub(mlir::Value x, mlir::Value y);
  mlir::Value mul(mlir::Value x, mlir::Value y);
  mlir::Value atMost(mlir::Value x, mlir::Value y);
  mlir::Value atLeast(mlir::Value x, mlir::Value y);
  /// Of numbers that are not negative.
  mlir::Value quotient(mlir::Value x, int64_t y);
  mlir::Value remainder(mlir::Value x, int64_t y);

  // Lanes.
  mlir::Value splat(mlir::Value x, unsigned lanes);
  /// `count` lanes from `first` on; a scalar of one.
  mlir::Value lanes(mlir::Value x, unsigned first, unsigned count);
  mlir::Value shuffle(mlir::Value x, llvm::ArrayRef<int64_t> from) {
    return make<mlir::vector::ShuffleOp>(x, x, from);
  }
  mlir::Value constant(mlir::TypedAttr value) { return make<mlir::arith::ConstantOp>(value); }
  mlir::Value zero(mlir::Type type) { return constant(getZeroAttr(type)); }

private:
  void enter(LoopScope *to);
  LoopScope *open(mlir::Block *block, bool isBarrier);
  mlir::Value loop(mlir::Value begin, mlir::Value end, int64_t step, bool wantsEnd,
                   llvm::function_ref<void(mlir::Value)> body);
  mlir::Value branch(mlir::Region &region, llvm::function_ref<mlir::Value()> body);
  mlir::Value local(llvm::ArrayRef<int64_t> shape, mlir::Type element);

  mlir::Block *entry;
  std::vector<std::unique_ptr<LoopScope>> scopes;
  LoopScope *scope = nullptr;
  llvm::DenseMap<int64_t, mlir::Value> numbers;
};

/// 1 for a scalar.
unsigned lanesOf(mlir::Value value);
mlir::Type withLanes(mlir::Type element, unsigned lanes);
std::optional<int64_t> knownNumber(mlir::Value value);

} // namespace spmd
