// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An expensive function of one 16-bit number has 65,536 values: gelu of bf16 activations becomes a
// look-up. The table is made by the function itself, as a kernel at the begin of the program, so
// results have the bits that they had; what a kernel would have kept in a register between two ops
// is rounded to 16 bits, as the program says. Functions that are alike share one table.
#include "compiler/ops/elementwise.h"
#include "compiler/optimize/half_table.h"
#include "compiler/passes.h"
#include "compiler/structure/control_flow.h"
#include "dialects/stablehlo/stablehlo.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/OperationSupport.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/MapVector.h"

namespace spmd {
#define GEN_PASS_DEF_TABULATE
#include "compiler/passes.h.inc"
} // namespace spmd

using namespace mlir;

namespace spmd {
namespace {

// In additions of one f32 lane, 0.023 ns: measured with 262,144 elements of bf16 on AVX2 (Zen 3),
// one thread.
constexpr double kLookupWork = 18; // two scalar loads and a place in a vector: 0.33 to 0.44 ns
constexpr double kFunction = 10;   // arithmeticWork of exp and the like, which
// Take three times that (exp 27, tanh 32, log 33) where nothing waits for memory.
constexpr double kFunctionFactor = 3;
constexpr double kLeastGain = 8; // of an element, after the look-up
// What all elements gain, in units of what the table takes to make.
constexpr double kTableMargin = 4;
constexpr size_t kMaxOps = 128; // of one function; what choosing takes grows with the square

RankedTensorType tensorOf(Value v) { return cast<RankedTensorType>(v.getType()); }
bool isHalf(Value v) {
  auto type = dyn_cast<RankedTensorType>(v.getType());
  return type && type.hasStaticShape() &&
         (type.getElementType().isBF16() || type.getElementType().isF16());
}

/// The values all of whose elements are one number that the program states: constants, spread out,
/// and arithmetic on such.
DenseSet<Value> uniformValues(Operation *scope) {
  DenseSet<Value> uniform;
  scope->walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (op->getNumResults() != 1)
      return;
    DenseElementsAttr value;
    bool isUniform =
        matchPattern(op, m_Constant(&value))
            ? value.isSplat()
            : op->getNumOperands() > 0 &&
                  llvm::all_of(op->getOperands(), [&](Value v) { return uniform.contains(v); }) &&
                  (spreadsScalar(op) || isElementwise(op));
    if (isUniform)
      uniform.insert(op->getResult(0));
  });
  return uniform;
}

double workOf(Operation *op) {
  double work = arithmeticWork(op);
  return work < kFunction ? work : work * kFunctionFactor;
}

/// The ops of a block whose elements are functions of the root's element at the same index.
struct Function {
  llvm::SetVector<Operation *> ops; // in the block's order
  llvm::SmallPtrSet<Operation *, 4> tabulated;

  bool isReadOutside(Operation *op) const {
    return llvm::any_of(op->getUsers(), [&](Operation *user) { return !ops.contains(user); });
  }
  /// What one element of all values that others read takes.
  double work() const {
    llvm::SmallPtrSet<Operation *, 16> needed;
    double total = 0;
    for (Operation *op : llvm::reverse(ops)) {
      if (!needed.contains(op) && !isReadOutside(op))
        continue;
      if (tabulated.contains(op)) {
        total += kLookupWork;
        continue;
      }
      total += workOf(op);
      for (Value operand : op->getOperands())
        if (Operation *made = operand.getDefiningOp())
          needed.insert(made);
    }
    return total;
  }
  /// What `op` takes alone, from the root on.
  double workUpTo(Operation *op) const {
    llvm::SmallPtrSet<Operation *, 16> seen;
    double total = 0;
    auto visit = [&](auto &self, Operation *at) -> void {
      if (!at || !ops.contains(at) || !seen.insert(at).second)
        return;
      total += workOf(at);
      for (Value operand : at->getOperands())
        self(self, operand.getDefiningOp());
    };
    visit(visit, op);
    return total;
  }
  /// Takes into the tables, one after the other, the value of 16 bits that saves most.
  void choose(int64_t elementCount) {
    if (ops.size() > kMaxOps)
      return;
    for (;;) {
      double before = work(), bestGain = kLeastGain;
      Operation *best = nullptr;
      for (Operation *op : ops) {
        if (!isHalf(op->getResult(0)) || !tabulated.insert(op).second)
          continue;
        double gain = before - work();
        tabulated.erase(op);
        if (gain > bestGain &&
            gain * double(elementCount) > kTableMargin * kHalfNumbers * workUpTo(op))
          best = op, bestGain = gain;
      }
      if (!best)
        return;
      tabulated.insert(best);
    }
  }
};

/// Roots and their functions. An op that mixes two roots is none's.
llvm::MapVector<Value, Function> functionsOf(Block &block, const DenseSet<Value> &uniform) {
  llvm::MapVector<Value, Function> functions;
  DenseMap<Value, Value> rootOf;
  for (Operation &op : block) {
    if (op.getNumOperands() == 0 || op.getNumResults() != 1 || !isElementwise(&op))
      continue;
    Value root;
    bool hasOne = true;
    for (Value operand : op.getOperands()) {
      if (uniform.contains(operand))
        continue;
      Value from = rootOf.lookup(operand);
      if (!from && isHalf(operand))
        from = operand;
      hasOne &= from && (!root || root == from);
      root = from;
    }
    if (!hasOne || !root || tensorOf(op.getResult(0)).getShape() != tensorOf(root).getShape())
      continue;
    rootOf[op.getResult(0)] = root;
    functions[root].ops.insert(&op);
  }
  return functions;
}

/// Equal but for their places in the program.
struct EqualOps : llvm::DenseMapInfo<Operation *> {
  static unsigned getHashValue(const Operation *op) {
    return OperationEquivalence::computeHash(
        const_cast<Operation *>(op), OperationEquivalence::directHashValue,
        OperationEquivalence::ignoreHashValue, OperationEquivalence::IgnoreLocations);
  }
  static bool isEqual(const Operation *l, const Operation *r) {
    auto isKey = [](const Operation *op) { return op == getTombstoneKey() || op == getEmptyKey(); };
    if (l == r || isKey(l) || isKey(r))
      return l == r;
    return OperationEquivalence::isEquivalentTo(const_cast<Operation *>(l),
                                                const_cast<Operation *>(r),
                                                OperationEquivalence::IgnoreLocations);
  }
};

/// Tables at the begin of a function of the program.
class Tables {
public:
  explicit Tables(Block &entry) : b(OpBuilder::atBlockBegin(&entry)) {}

  /// The values of `op` for all numbers that its root can be.
  Value of(Operation *op, Value root) {
    Value &all = numbers[getElementTypeOrSelf(root)];
    if (!all)
      all = createHalfNumbers(b, op->getLoc(), getElementTypeOrSelf(root));
    IRMapping mapping;
    mapping.map(root, all);
    return make(op, mapping);
  }

private:
  static RankedTensorType entriesLike(Value v) {
    return tensorOf(v).getRank() == 0 ? tensorOf(v) : tensorOf(v).clone({kHalfNumbers});
  }

  Value make(Operation *op, IRMapping &mapping) {
    DenseElementsAttr uniform;
    Value value;
    if (matchPattern(op, m_Constant(&uniform))) {
      value = createUniform(b, op->getLoc(), uniform, entriesLike(op->getResult(0)).getShape());
    } else {
      for (Value operand : op->getOperands())
        if (!mapping.contains(operand))
          make(operand.getDefiningOp(), mapping);
      value = b.clone(*op, mapping)->getResult(0);
      value.setType(entriesLike(op->getResult(0)));
    }
    value = once(value.getDefiningOp());
    mapping.map(op->getResult(0), value);
    return value;
  }
  /// The result of `op`, or of one that was made before and is equal.
  Value once(Operation *op) {
    auto [known, isNew] = ops.insert(op);
    if (!isNew)
      op->erase();
    return (*known)->getResult(0);
  }

  OpBuilder b;
  DenseMap<Type, Value> numbers;
  llvm::DenseSet<Operation *, EqualOps> ops;
};

struct Tabulate : impl::TabulateBase<Tabulate> {
  void runOnOperation() override {
    for (auto function : getOperation().getOps<func::FuncOp>()) {
      if (function.isExternal())
        continue;
      SmallVector<Block *> blocks{&function.getBody().front()};
      function.walk([&](Operation *op) {
        if (isControlFlow(op))
          for (Region &region : op->getRegions())
            llvm::append_range(blocks, llvm::make_pointer_range(region));
      });
      Tables tables(function.getBody().front());
      DenseSet<Value> uniform = uniformValues(function);
      for (Block *block : blocks)
        run(*block, uniform, tables);
    }
  }

  static void replace(Operation *op, Value table, Value root) {
    OpBuilder b(op);
    op->getResult(0).replaceAllUsesWith(createLookup(b, op->getLoc(), table, root));
  }

  static void run(Block &block, const DenseSet<Value> &uniform, Tables &tables) {
    for (auto &[root, function] : functionsOf(block, uniform)) {
      function.choose(tensorOf(root).getNumElements());
      for (Operation *op : function.ops)
        if (function.tabulated.contains(op))
          replace(op, tables.of(op, root), root);
      for (Operation *op : llvm::reverse(function.ops))
        if (!function.tabulated.empty() && op->use_empty())
          op->erase();
    }
  }
};

} // namespace
} // namespace spmd
