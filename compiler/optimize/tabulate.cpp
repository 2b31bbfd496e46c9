// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Replaces expensive functions of one 16-bit number by look-ups in a table of its 65,536 values,
// such as gelu of bf16 activations. The function itself computes the table, in a kernel at the
// beginning of the program, so results keep their bits. Values that a kernel would have kept in a
// register between two ops are rounded to 16 bits, as the program says. Equal functions share one
// table.
//   gelu(%x) : 4096x4096xbf16  ->  gather(%table, bits of %x), %table = gelu(all 65,536 values)
#include "compiler/machine.h"
#include "compiler/ops/elementwise.h"
#include "compiler/passes.h"
#include "compiler/structure/control_flow.h"
#include "compiler/structure/op_sets.h"
#include "dialects/stablehlo/stablehlo.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;

namespace spmd {
#define GEN_PASS_DEF_TABULATE
#include "compiler/passes.h.inc"
namespace {

// The unit of work is one addition in an f32 lane: 0.023 ns, measured with 262,144 elements of
// bf16 on AVX2 (Zen 3), one thread. A look-up, two scalar loads and one insertion, takes 0.33 to
// 0.44 ns; exp 27 additions, tanh 32, log 33.
constexpr double kLeastGain = 8; // the least work that a look-up saves for an element
// All elements together must save this many times the work of computing the table.
constexpr double kTableMargin = 4;
constexpr size_t kMaxOps = 128; // in one function, as the time of choose() grows with the square

/// The list of all 16-bit floats in the order of their bits, and the look-up by the bits of a
/// number.
constexpr int64_t kHalfNumbers = 1 << 16;
Type bitsType(OpBuilder &b) { return b.getIntegerType(16, /*isSigned=*/false); }

/// All numbers of `element`, which is bf16 or f16: number i has the bits i.
Value createHalfNumbers(OpBuilder &b, Location loc, Type element) {
  Value bits =
      stablehlo::IotaOp::create(b, loc, RankedTensorType::get({kHalfNumbers}, bitsType(b)), 0);
  // Number i of the iota becomes the float with the bits i. Some of these are NaN.
  return stablehlo::BitcastConvertOp::create(b, loc, RankedTensorType::get({kHalfNumbers}, element),
                                             bits);
}

/// A constant of `shape` that repeats the splat `value`.
Value createUniform(OpBuilder &b, Location loc, DenseElementsAttr value, ArrayRef<int64_t> shape) {
  return stablehlo::ConstantOp::create(
      b, loc, value.resizeSplat(RankedTensorType::get(shape, value.getElementType())));
}

/// table[bits of n] for each n in `numbers`, which are bf16 or f16: a gather with windows of one
/// element, as jnp.take along dim 0.
Value createLookup(OpBuilder &b, Location loc, Value table, Value numbers) {
  auto from = cast<RankedTensorType>(numbers.getType());
  Value bits = stablehlo::BitcastConvertOp::create(b, loc, from.clone(bitsType(b)), numbers);
  // indexVectorDim is one past the last dim: each element of `bits` is an index vector by itself.
  auto places = stablehlo::GatherDimensionNumbersAttr::get(
      b.getContext(), /*offsetDims=*/{}, /*collapsedSliceDims=*/{0},
      /*operandBatchingDims=*/{}, /*startIndicesBatchingDims=*/{},
      /*startIndexMap=*/{0}, /*indexVectorDim=*/from.getRank());
  Type to = from.clone(cast<RankedTensorType>(table.getType()).getElementType());
  return stablehlo::GatherOp::create(b, loc, to, table, bits, places, ArrayRef<int64_t>{1});
}

RankedTensorType tensorOf(Value v) { return cast<RankedTensorType>(v.getType()); }
/// A tensor of bf16 or f16 with a static shape.
bool isHalf(Value v) {
  auto type = dyn_cast<RankedTensorType>(v.getType());
  return type && type.hasStaticShape() &&
         (type.getElementType().isBF16() || type.getElementType().isF16());
}

/// The values whose elements all are one number that the program states: splat constants,
/// broadcasts of scalars, and elementwise ops on such values.
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

/// The work of an op for one element that lies in a cache.
double workOf(Operation *op) {
  double work = arithmeticWork(op);
  return work < Machine::functionWork
             ? work
             : work * (Machine::functionWorkInCache / Machine::functionWork);
}

/// The ops of a block whose elements depend only on the root's element at the same index.
/// `tabulated` are the ops that become look-ups.
struct Function {
  SetVector<Operation *> ops; // in the block's order
  SmallPtrSet<Operation *, 4> tabulated;

  /// Whether an op outside of the function reads the result.
  bool isReadOutside(Operation *op) const {
    return llvm::any_of(op->getUsers(), [&](Operation *user) { return !ops.contains(user); });
  }
  /// The work for one element of all results that are read outside, given the look-ups chosen so
  /// far.
  double work() const {
    SmallPtrSet<Operation *, 16> needed;
    double total = 0;
    for (Operation *op : llvm::reverse(ops)) {
      if (!needed.contains(op) && !isReadOutside(op))
        continue;
      if (tabulated.contains(op)) {
        total += Machine::lookupWork;
        continue;
      }
      total += workOf(op);
      for (Value operand : op->getOperands())
        if (Operation *made = operand.getDefiningOp())
          needed.insert(made);
    }
    return total;
  }
  /// The work for one element of `op` alone, from the root on.
  double workUpTo(Operation *op) const {
    SmallPtrSet<Operation *, 16> seen;
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
  /// Chooses look-ups greedily: again and again the 16-bit value that saves most, until none saves
  /// enough for its table to pay.
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
        // kHalfNumbers is 65,536: the table computes the function once for each.
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

/// The functions of a block by their roots. An op that mixes two roots belongs to none.
llvm::MapVector<Value, Function> functionsOf(Block &block, const DenseSet<Value> &uniform) {
  llvm::MapVector<Value, Function> functions;
  DenseMap<Value, Value> rootOf;
  for (Operation &op : block) {
    if (op.getNumOperands() == 0 || op.getNumResults() != 1 || !isElementwise(&op))
      continue;
    Value root;
    // Operands that are the same number everywhere do not count as roots.
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

/// The tables of one function of the program, at its beginning.
class Tables {
public:
  explicit Tables(Block &entry) : b(OpBuilder::atBlockBegin(&entry)) {}

  /// The values of `op` for all 65,536 numbers that its root can be.
  Value of(Operation *op, Value root) {
    Value &all = numbers[getElementTypeOrSelf(root)];
    if (!all)
      all = createHalfNumbers(b, op->getLoc(), getElementTypeOrSelf(root));
    IRMapping mapping;
    mapping.map(root, all);
    return make(op, mapping);
  }

private:
  /// The type of a table with the element type of `v`; scalars stay scalars.
  static RankedTensorType entriesLike(Value v) {
    return tensorOf(v).getRank() == 0 ? tensorOf(v) : tensorOf(v).clone({kHalfNumbers});
  }

  /// Clones the op and all ops that it depends on, on tables instead of tensors.
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
  /// The result of `op`, or of an equal op that was created before; in that case erases `op`.
  Value once(Operation *op) {
    auto [known, isNew] = ops.insert(op);
    if (!isNew)
      op->erase();
    return (*known)->getResult(0);
  }

  OpBuilder b;
  DenseMap<Type, Value> numbers;
  DenseSet<Operation *, EqualOps> ops;
};

struct Tabulate : impl::TabulateBase<Tabulate> {
  /// Visits the blocks of functions and of control flow; the tables of all of them stand at the
  /// beginning of the function.
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

  /// Replaces the chosen ops of a block by look-ups and erases the ops that are then unused.
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
