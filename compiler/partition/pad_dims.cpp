// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Pads dims that their shards do not divide. The pass rewrites the global program, so that later
// passes see shards of equal size: 10 rows over 4 devices become 12. The contents of padding are
// undefined.
// It never reaches an element of the program: only ops grow whose elements are independent along
// the dim (growth.h), and reductions read the identity of their combination in its place. Ops that
// cannot grow take the dim at its own size, whole on every device, and a remark says so.
#include "compiler/ops/rule.h"
#include "compiler/ops/shifts.h"
#include "compiler/partition/growth.h"
#include "compiler/partition/mesh_of_module.h"
#include "compiler/passes.h"
#include "compiler/sharding/border.h"
#include "compiler/sharding/border_attrs.h"
#include "compiler/sharding/even_borders.h"
#include "dialects/sdy/data_flow.h"
#include "dialects/sdy/values.h"
#include "dialects/stablehlo/stablehlo.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/Verifier.h"
#include "llvm/ADT/DenseSet.h"

namespace spmd {
#define GEN_PASS_DEF_PADDIMS
#include "compiler/passes.h.inc"
} // namespace spmd

using namespace mlir;

namespace spmd {
namespace {

/// The sharding with whole dims where `isWhole` holds, which is asked with a dim's number and
/// sharding.
sdy::TensorShardingAttr
withWholeDims(sdy::TensorShardingAttr sharding,
              function_ref<bool(size_t, sdy::DimensionShardingAttr)> isWhole) {
  if (!sharding)
    return sharding;
  SmallVector<sdy::DimensionShardingAttr> dims(sharding.getDimShardings());
  for (auto [d, dim] : llvm::enumerate(dims))
    if (isWhole(d, dim))
      dim = sdy::DimensionShardingAttr::get(dim.getContext(), {}, /*isClosed=*/true);
  return sharding.withDimShardings(dims);
}

void place(Value value, sdy::TensorShardingAttr sharding) {
  if (sharding)
    sdy::setSharding(value, sharding);
}

/// Rewrites one function, in program order. Values that flow along edges have their new types
/// before the ops that read them are visited.
class Padder {
public:
  Padder(func::FuncOp function, bool evenBorders)
      : function(function), growth(function), evenBorders(evenBorders) {}

  /// Returns whether anything is padded.
  bool run() {
    if (!growth.exists())
      return false;
    remarkPadding();
    writeBorders();
    for (BlockArgument arg : function.getArguments())
      keepsSize(arg, sdy::getSharding(arg)) ? pad(arg) : grow(arg);
    visit(function.front());
    function.setFunctionType(
        FunctionType::get(function.getContext(), function.front().getArgumentTypes(),
                          function.front().getTerminator()->getOperandTypes()));
    return true;
  }

private:
  func::FuncOp function;
  Growth growth;
  const bool evenBorders;
  DenseMap<Value, Value> grown; // padded value -> the value of the program that it stands for

  /// The value of the program that `value` is, or stands for.
  Value known(Value value) const {
    auto found = grown.find(value);
    return found == grown.end() ? value : found->second;
  }
  void grow(Value value) {
    if (RankedTensorType type = growth.after(value))
      value.setType(type);
  }

  /// Whether a value at the border of the function is not padded: its own shards are even.
  bool keepsSize(Value value, sdy::TensorShardingAttr sharding) const {
    RankedTensorType before = evenBorders ? growth.before(known(value)) : RankedTensorType();
    if (!before || !sharding)
      return bool(before);
    sdy::MeshAttr mesh = sdy::getMesh(sharding, function);
    return llvm::all_of(llvm::enumerate(sharding.getDimShardings()), [&](auto dim) {
      return before.getDimSize(dim.index()) % dim.value().getShardedSize(mesh) == 0;
    });
  }

  /// One remark for each class of dims that padding lengthens by more than a tenth.
  void remarkPadding() {
    llvm::DenseSet<unsigned> seen;
    for (const DimSplit &split : growth.allSplits()) {
      if (!growth.before(split.value))
        continue;
      int64_t before = growth.before(split.value).getDimSize(split.dim),
              after = growth.after(split.value).getDimSize(split.dim);
      if (10 * after <= 11 * before || before % split.shards == 0 ||
          !seen.insert(growth.classOf(split)).second)
        continue;
      emitRemark(split.value.getLoc())
          << "dim " << split.dim << " of " << growth.before(split.value) << " is padded from "
          << before << " to " << after << " for " << split.shards << " equal shards, "
          << (100 * (after - before) + before / 2) / before << " % more work along it";
    }
  }

  /// Callers see arrays of their own sizes: spmd.sharding keeps these.
  void writeBorders() {
    auto write = [&](sdy::TensorShardingAttr sharding, Type type, NamedAttrList &attrs) {
      if (auto global = dyn_cast<RankedTensorType>(type); global && !attrs.get(kBorderAttr))
        attrs.set(kBorderAttr,
                  encodeBorder(sharding ? sdy::getMesh(sharding, function) : sdy::MeshAttr(),
                               sharding, global));
    };
    editArgumentAttrs(function, [&](unsigned i, NamedAttrList &attrs) {
      write(sdy::getFuncArgSharding(function, i), function.getArgumentTypes()[i], attrs);
    });
    editResultAttrs(function, [&](unsigned i, NamedAttrList &attrs) {
      write(sdy::getFuncResultSharding(function, i), function.getResultTypes()[i], attrs);
    });
  }

  void visit(Block &block) {
    for (Operation &op : llvm::make_early_inc_range(block))
      visit(&op);
  }

  void visit(Operation *op) {
    if (isa<sdy::ManualComputationOp>(op) || op->hasTrait<OpTrait::IsTerminator>())
      return keepSizes(op);
    if (sdy::isDataFlowOp(op))
      return visitFlow(op);
    if (sdy::isMove(op))
      return grow(op->getResult(0));
    if (const OpGrowth *how = growth.of(op))
      return visitGrowing(op, *how);
    if (op->getNumOperands() == 0 && growWithoutOperands(op))
      return;
    keepSizes(op);
  }

  /// A constant of equal elements, or an iota.
  bool growWithoutOperands(Operation *op) {
    DenseElementsAttr constant;
    if (matchPattern(op, m_Constant(&constant))) {
      if (!constant.isSplat())
        return false;
      op->setAttr("value", constant.resizeSplat(constant.getType().clone(
                               growth.after(op->getResult(0)).getShape())));
    } else if (!Rules::of(op).grow) {
      return false;
    }
    grow(op->getResult(0));
    return true;
  }

  void visitFlow(Operation *op) {
    for (Value owner : sdy::getDataFlowEdgeOwners(op)) {
      SmallVector<Value> targets = sdy::getNonOwnerTargets(owner);
      grow(owner);
      for (Value target : targets)
        grow(target);
    }
    for (Region &region : op->getRegions())
      for (Block &block : region)
        visit(block);
  }

  /// The op takes and gives all dims at their own sizes. What flows out of a block is padded like
  /// the value that it becomes.
  void keepSizes(Operation *op) {
    for (OpOperand &operand : op->getOpOperands())
      if (RankedTensorType before = growth.before(known(operand.get()));
          before && !leavesPadded(operand))
        request(operand, before);
    if (!op->hasTrait<OpTrait::IsTerminator>())
      for (Value result : op->getResults())
        pad(result);
  }
  bool leavesPadded(OpOperand &operand) const {
    if (isa<func::ReturnOp>(operand.getOwner()))
      return !keepsSize(operand.get(),
                        sdy::getFuncResultSharding(function, operand.getOperandNumber()));
    return operand.getOwner()->hasTrait<OpTrait::IsTerminator>() &&
           sdy::getDataFlowOwnerOfSource(operand);
  }

  void visitGrowing(Operation *op, const OpGrowth &how) {
    size_t operands = how.rule.operands.size();
    SmallVector<RankedTensorType> before;
    for (auto [i, operand] : llvm::enumerate(op->getOpOperands())) {
      Value value = known(operand.get());
      RankedTensorType type = growth.before(value);
      before.push_back(type ? type : dyn_cast<RankedTensorType>(value.getType()));
      if (!type)
        continue;
      request(operand, typeAt(value, how, i));
      if (!Rules::of(op).readsNoPadding)
        maskReduced(operand, how, i);
    }
    OpBuilder builder(op);
    for (auto [i, result] : llvm::enumerate(op->getResults())) {
      if (!growth.before(result))
        continue;
      RankedTensorType type = typeAt(result, how, operands + i);
      if (auto *adapt = Rules::of(op).grow; adapt && i == 0)
        adapt(op, {builder, before, type});
      result.setType(type);
    }
    for (Value result : op->getResults())
      pad(result);
  }

  /// The type in which an op takes or gives a value: as long as the class where its factor grows.
  RankedTensorType typeAt(Value value, const OpGrowth &how, size_t tensor) {
    RankedTensorType before = growth.before(value), after = growth.after(value);
    SmallVector<int64_t> shape(before.getShape());
    for (auto [d, size] : llvm::enumerate(shape))
      if (how.majorFactor(tensor, d))
        size = after.getDimSize(d);
    return before.clone(shape);
  }

  /// Gives the operand a type that is at most as long: the first elements of its value, or the
  /// value before it was lengthened.
  void request(OpOperand &operand, RankedTensorType type) {
    Value value = operand.get();
    auto now = cast<RankedTensorType>(value.getType());
    if (now == type)
      return;
    if (Value own = known(value); own.getType() == type) { // it was lengthened for others
      operand.set(own);
      return;
    }
    OpBuilder b(operand.getOwner());
    sdy::TensorShardingAttr sharding = sdy::getSharding(value);
    remark(operand.getOwner(), "operand " + Twine(operand.getOperandNumber()), type, now, sharding);
    SmallVector<int64_t> zeros(type.getRank(), 0), ones(type.getRank(), 1);
    Value part = stablehlo::SliceOp::create(b, operand.getOwner()->getLoc(), type, value, zeros,
                                            type.getShape(), ones);
    place(part, withWholeDims(sharding, [&](size_t d, sdy::DimensionShardingAttr) {
            return type.getDimSize(d) != now.getDimSize(d);
          }));
    grown[part] = known(value); // its other dims may still have padding
    operand.set(part);
  }

  /// Lengthens a result, or an argument, to the type that its users expect.
  void pad(Value result) {
    auto now = dyn_cast<RankedTensorType>(result.getType());
    if (!now || !growth.before(result) || growth.after(result) == now)
      return;
    RankedTensorType type = growth.after(result);
    OpBuilder b(result.getContext());
    b.setInsertionPointAfterValue(result);
    SmallVector<int64_t> zeros(type.getRank(), 0), high;
    for (auto [from, to] : llvm::zip_equal(now.getShape(), type.getShape()))
      high.push_back(to - from);
    sdy::TensorShardingAttr sharding = sdy::getSharding(result);
    Value longer = ops::shift(b, result.getLoc(), result, zeros, high, sharding);
    // A result of its own size may still be split where that divides, as by manual axes.
    place(result, withWholeDims(sharding, [&](size_t d, sdy::DimensionShardingAttr dim) {
            return now.getDimSize(d) % dim.getShardedSize(sdy::getMesh(sharding, function)) != 0;
          }));
    result.replaceAllUsesExcept(longer, longer.getDefiningOp());
    grown[longer] = result;
  }

  /// Puts the element that changes nothing into the padding of dims that the op reduces.
  void maskReduced(OpOperand &operand, const OpGrowth &how, size_t tensor) {
    RankedTensorType before = growth.before(known(operand.get()));
    if (!before)
      return;
    for (int64_t d = 0; d < before.getRank(); ++d)
      if (std::optional<int64_t> factor = how.majorFactor(tensor, d);
          factor && how.rule.factors[*factor].kind == FactorKind::Reduction)
        mask(operand, d, before.getDimSize(d));
  }

  /// operand[.., i, ..] -> i < size ? operand[.., i, ..] : the neutral element
  void mask(OpOperand &operand, int64_t dim, int64_t size) {
    Value value = operand.get();
    auto type = cast<RankedTensorType>(value.getType());
    if (type.getDimSize(dim) == size)
      return;
    Operation *op = operand.getOwner();
    OpBuilder b(op);
    Value neutral = stablehlo::ConstantOp::create(
        b, op->getLoc(), neutralElement(op, type.getElementType()).resizeSplat(type));
    sdy::TensorShardingAttr sharding = sdy::getSharding(value);
    Value masked =
        ops::before(b, op->getLoc(), dim, size, value, ops::placed(neutral, sharding), sharding);
    grown[masked] = known(value);
    operand.set(masked);
  }

  /// Nothing is gathered in silence.
  static void remark(Operation *op, const Twine &what, RankedTensorType type,
                     RankedTensorType longer, sdy::TensorShardingAttr sharding) {
    if (!sharding || isa<func::ReturnOp>(op)) // what a border asks for
      return;
    sdy::MeshAttr mesh = sdy::getMesh(sharding, op);
    for (auto [d, dim] : llvm::enumerate(sharding.getDimShardings()))
      if (int64_t shards = dim.getShardedSize(mesh);
          shards > 1 && type.getDimSize(d) != longer.getDimSize(d))
        op->emitRemark() << "takes dim " << d << " of " << what << ", of size "
                         << type.getDimSize(d) << " over " << shards
                         << " shards, whole on every device; the size does not divide and the op "
                            "cannot work on padding";
  }
};

/// The sharding up to the first part in each dim that does not nest with the cuts of other
/// shardings. Adds its own cuts to the table.
///   {"a", "b":(1)3}, where another sharding has "b":(1)2 of b=6   ->   {"a"}
sdy::TensorShardingAttr nesting(sdy::TensorShardingAttr sharding, AtomTable &atoms) {
  auto fits = [&](sdy::AxisRefAttr axis) { return !atoms.cut(axis); };
  return sharding.withDimShardings(
      llvm::map_to_vector(sharding.getDimShardings(), [&](sdy::DimensionShardingAttr dim) {
        return dim.withAxes(dim.getAxes().take_while(fits));
      }));
}

/// Dims inside of manual computations are not padded, so the free axes at their borders have to
/// divide: 4 over {"b"=3} is taken whole, with a remark. Returns whether a sharding changed.
bool cutManualBorders(sdy::ManualComputationOp op, const SymbolTable &symbols, AtomTable &atoms) {
  sdy::TensorShardingPerValueAttr in = op.getInShardings(), out = op.getOutShardings();
  auto cut = [&](sdy::TensorShardingPerValueAttr list, TypeRange types, StringRef what) {
    sdy::TensorShardingPerValueAttr even = cutToDivide(list, types, symbols);
    for (auto [i, type] : llvm::enumerate(types))
      if (even.getSharding(i) != list.getSharding(i)) {
        even = even.replaceValueSharding(i, nesting(even.getSharding(i), atoms));
        op.emitRemark() << what << " " << i << " of type " << type << " is placed as "
                        << even.getSharding(i) << ", since dims inside of manual computations are "
                        << "not padded";
      }
    return even;
  };
  op.setInShardingsAttr(cut(in, op.getOperandTypes(), "operand"));
  op.setOutShardingsAttr(cut(out, op.getResultTypes(), "result"));
  return op.getInShardings() != in || op.getOutShardings() != out;
}

struct PadDims : impl::PadDimsBase<PadDims> {
  using impl::PadDimsBase<PadDims>::PadDimsBase;

  void runOnOperation() override {
    FailureOr<AtomTable> atoms = atomsOfModule(getOperation()); // checks that there is one mesh
    if (failed(atoms))
      return signalPassFailure();
    if (!atoms->mesh())
      return;
    SymbolTable symbols(getOperation());
    bool changed = false;
    getOperation().walk(
        [&](sdy::ManualComputationOp op) { changed |= cutManualBorders(op, symbols, *atoms); });
    for (auto function : getOperation().getOps<func::FuncOp>())
      if (!function.isExternal())
        changed |= Padder(function, evenBorders).run();
    if (!changed) // then the module is not verified again
      markAllAnalysesPreserved();
    else if (failed(verify(getOperation()))) // an op that should not have grown
      signalPassFailure();
  }
};

} // namespace
} // namespace spmd
