// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Updates of parameters that a scan has gradients for. The backward scan leaves the gradients of
// all layers in residual buffers, of which the optimizer makes new parameters and moments element
// by element: done row by row in the loop, in the buffers of the old ones, no residual buffer of
// gradients exists. An optimizer that needs all gradients first (clipping by their norm) stays
// behind the loop.
#include "compiler/ops/elementwise.h"
#include "compiler/optimize/recompute.h"
#include "compiler/passes.h"
#include "compiler/structure/control_flow.h"
#include "compiler/structure/residual_buffers.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/IntEqClasses.h"

namespace spmd {
#define GEN_PASS_DEF_UPDATEINLOOPS
#include "compiler/passes.h.inc"
} // namespace spmd

using namespace mlir;

namespace spmd {
namespace {

/// A row of fewer elements is not worth a kernel of its own in each trip.
constexpr int64_t kLeastRow = 4096;

std::optional<DenseElementsAttr> splatOf(Value value) {
  DenseElementsAttr attr;
  return matchPattern(value, m_Constant(&attr)) && attr.isSplat() ? std::optional(attr)
                                                                  : std::nullopt;
}

/// What follows a loop in its block, seen from the loop.
enum class Kind : uint8_t {
  Before, // stands before the loop
  Early,  // could stand before it: of scalars and what stands there
  // Element by element of residual buffers, such values, scalars, and what stands before the loop.
  ByRows,
  Late, // needs all of the loop
};

class LoopUpdater {
public:
  explicit LoopUpdater(Operation *loop) : loop(loop), body(loop->getRegion(1).front()) {}

  /// Whether the loop is another one now.
  bool run() {
    for (ResidualBuffer &buffer : residualBuffersOf(loop)) {
      Value result = loop->getResult(buffer.carried);
      if (elements(buffer.update) >= kLeastRow && !result.use_empty())
        bufferOf.insert({result, buffer});
    }
    if (bufferOf.empty())
      return false;
    classify();
    for (Component &component : components())
      if (isWorthIt(component))
        chosen.push_back(std::move(component));
    if (chosen.empty())
      return false;
    rewrite();
    return true;
  }

private:
  struct Output {
    Value value;
    Value place; // the old value in whose buffer it is made; null: a buffer of its own
  };
  struct Component {
    SmallVector<Value> buffers;
    SmallVector<Operation *> ops; // that follow from them, in program order
    SmallVector<Output> outputs;
    OfTrip row;
  };
  Operation *loop;
  Block &body;
  llvm::MapVector<Value, ResidualBuffer> bufferOf; // by the loop's result
  DenseMap<Operation *, Kind> kinds;               // of ops after the loop
  DenseSet<Operation *> fromBuffers;               // ByRows, and a residual buffer takes part
  SmallVector<Component> chosen;

  static int64_t elements(Value v) { return cast<RankedTensorType>(v.getType()).getNumElements(); }
  bool isBufferShaped(Value v) const {
    auto type = dyn_cast<RankedTensorType>(v.getType());
    return type && type.getRank() > 0 && type.getDimSize(0) == trips() &&
           type.getNumElements() / trips() >= kLeastRow;
  }
  int64_t trips() const {
    return cast<RankedTensorType>(bufferOf.front().first.getType()).getDimSize(0);
  }

  Kind kindOf(Value v) const {
    Operation *def = v.getDefiningOp();
    if (!def || def->getBlock() != loop->getBlock() || def->isBeforeInBlock(loop))
      return Kind::Before;
    if (def == loop)
      return bufferOf.contains(v) ? Kind::ByRows : Kind::Late;
    return kinds.lookup(def);
  }
  bool followsBuffer(Value v) const {
    return bufferOf.contains(v) || fromBuffers.contains(v.getDefiningOp());
  }

  void classify() {
    for (Operation *op = loop->getNextNode(); op; op = op->getNextNode())
      kinds[op] = classify(op);
  }

  Kind classify(Operation *op) {
    if (op->getNumRegions() || op->getNumResults() != 1 || !isMemoryEffectFree(op))
      return Kind::Late;
    auto isEarly = [&](Value v) { return kindOf(v) <= Kind::Early; };
    Value result = op->getResult(0);
    if (llvm::all_of(op->getOperands(), isEarly) &&
        (isScalar(result) || splatOf(result) || spreadsScalar(op)))
      return Kind::Early;
    bool byRows = isElementwise(op) && op->getNumOperands() > 0 && isBufferShaped(result) &&
                  llvm::all_of(op->getOperands(), [&](Value v) {
                    if (isScalar(v))
                      return isEarly(v);
                    return cast<ShapedType>(v.getType()).getShape() ==
                               cast<ShapedType>(result.getType()).getShape() &&
                           kindOf(v) != Kind::Late;
                  });
    if (byRows && llvm::any_of(op->getOperands(), [&](Value v) { return followsBuffer(v); }))
      fromBuffers.insert(op);
    return byRows ? Kind::ByRows : Kind::Late;
  }

  /// Residual buffers and what follows from them, what belongs together in one.
  SmallVector<Component> components() {
    SmallVector<Operation *> ops;
    DenseMap<Value, unsigned> number;
    for (auto &[result, buffer] : bufferOf)
      number.insert({result, unsigned(number.size())});
    for (Operation *op = loop->getNextNode(); op; op = op->getNextNode())
      if (fromBuffers.contains(op)) {
        ops.push_back(op);
        number.insert({op->getResult(0), unsigned(number.size())});
      }
    llvm::IntEqClasses classes(number.size());
    for (Operation *op : ops)
      for (Value operand : op->getOperands())
        if (auto it = number.find(operand); it != number.end())
          classes.join(it->second, number[op->getResult(0)]);
    classes.compress();
    SmallVector<Component> out(classes.getNumClasses());
    for (auto &[result, buffer] : bufferOf)
      out[classes[number[result]]].buffers.push_back(result);
    for (Operation *op : ops)
      out[classes[number[op->getResult(0)]]].ops.push_back(op);
    return out;
  }

  /// No residual buffer is read otherwise, what takes the place of an old value can, and no more
  /// bytes are kept than before.
  bool isWorthIt(Component &component) const {
    component.row = bufferOf.find(component.buffers[0])->second.row;
    int64_t saved = 0;
    for (Value result : component.buffers) {
      const OfTrip &row = bufferOf.find(result)->second.row;
      bool staysInside = llvm::all_of(result.getUsers(),
                                      [&](Operation *user) { return fromBuffers.contains(user); });
      if (!staysInside || row.scale != component.row.scale || row.offset != component.row.offset)
        return false;
      saved += bytesOf(result.getType());
    }
    for (Operation *op : component.ops) {
      Value value = op->getResult(0);
      if (llvm::all_of(value.getUsers(),
                       [&](Operation *user) { return fromBuffers.contains(user); }))
        continue;
      Output output{value, {}};
      if (auto [place, isReturned] = placeOf(value); place) {
        if (place.getType() != value.getType() || !canBeUpdated(place, component))
          return false;
        output.place = place;
      } else if (!isReturned) {
        saved -= bytesOf(value.getType());
      }
      component.outputs.push_back(output);
    }
    auto isTaken = [&](const Output &output) {
      return output.place && llvm::count_if(component.outputs, [&](const Output &o) {
                               return o.place == output.place;
                             }) > 1;
    };
    return saved >= 0 && !component.outputs.empty() && llvm::none_of(component.outputs, isTaken);
  }

  /// The argument whose buffer is wanted for `value`: a donated one, or the value carried so far.
  /// And whether the block returns it at all.
  std::pair<Value, bool> placeOf(Value value) const {
    Block *block = loop->getBlock();
    Operation *end = block->getTerminator(), *parent = block->getParentOp();
    auto main = dyn_cast<func::FuncOp>(parent);
    for (OpOperand &operand : end->getOpOperands()) {
      if (operand.get() != value)
        continue;
      unsigned i = operand.getOperandNumber();
      if (!main)
        return {isLoop(parent) && end->getNumOperands() == block->getNumArguments()
                    ? block->getArgument(i)
                    : Value(),
                true};
      for (BlockArgument argument : block->getArguments())
        if (auto alias =
                main.getArgAttrOfType<IntegerAttr>(argument.getArgNumber(), "tf.aliasing_output");
            alias && alias.getInt() == i)
          return {argument, true};
      return {Value(), true};
    }
    return {Value(), false};
  }

  /// Is `op` made again in the loop and read by nobody behind it?
  bool vanishes(Operation *op, const Component &component, unsigned mostDeep = 16) const {
    if (fromBuffers.contains(op))
      return llvm::is_contained(component.ops, op);
    return mostDeep && kinds.lookup(op) == Kind::ByRows &&
           llvm::all_of(op->getUsers(), [&](Operation *user) {
             return user->getBlock() == loop->getBlock() && vanishes(user, component, mostDeep - 1);
           });
  }

  /// Whether `place` is read before the loop, in it only row by row as its rows are replaced, and
  /// behind it by nothing else.
  bool canBeUpdated(Value place, const Component &component) const {
    return llvm::all_of(place.getUsers(), [&](Operation *user) {
      Operation *at = loop->getBlock()->findAncestorOpInBlock(*user);
      if (at != loop)
        return at->isBeforeInBlock(loop) || (at == user && vanishes(at, component));
      Value row = user->getBlock() == &body ? rowReadBy(user, place) : Value();
      std::optional<OfTrip> trip = row ? ofTrip(loop, row) : std::nullopt;
      return trip && trip->scale == component.row.scale && trip->offset == component.row.offset;
    });
  }

  void rewrite() {
    moveEarlyBefore();
    SmallVector<const Output *> outputs;
    SmallVector<Value> inits;
    OpBuilder before(loop);
    for (const Component &component : chosen)
      for (const Output &output : component.outputs) {
        outputs.push_back(&output);
        inits.push_back(
            output.place ? output.place
                         : createUndefined(before, output.value.getLoc(), output.value.getType()));
      }
    unsigned first = loop->getNumResults();
    DenseMap<Value, Value> carried; // old value -> the carried one in its buffer
    OpBuilder b = OpBuilder::atBlockEnd(&body);
    auto next = [&](ArrayRef<BlockArgument> arguments) {
      b.setInsertionPoint(body.getTerminator());
      for (auto [output, argument] : llvm::zip_equal(outputs, arguments))
        if (output->place)
          carried[output->place] = argument;
      for (auto [place, argument] : carried)
        Value(place).replaceUsesWithIf(
            argument, [&](OpOperand &use) { return use.getOwner()->getBlock() == &body; });
      SmallVector<Value> values;
      unsigned i = 0;
      for (const Component &component : chosen) {
        // dynamic_update_slice(buffer, update, row, ..).
        Value index = writeOf(component.buffers[0])->getOperand(2);
        DenseMap<Value, Value> rows;
        SmallVector<Value> updates;
        for (const Output &output : component.outputs)
          updates.push_back(rowOf(output.value, b, index, carried, rows));
        for (auto [output, update] : llvm::zip_equal(component.outputs, updates))
          values.push_back(writeRow(b, output.value.getLoc(), arguments[i++], update, index));
      }
      return values;
    };
    loop = addCarried(loop, inits, next);
    for (auto [i, output] : llvm::enumerate(outputs))
      Value(output->value).replaceAllUsesWith(loop->getResult(first + i));
    for (Operation *op = loop->getBlock()->getTerminator()->getPrevNode(); op != loop;) {
      Operation *previous = op->getPrevNode();
      if (isOpTriviallyDead(op))
        op->erase();
      op = previous;
    }
  }

  Operation *writeOf(Value result) const {
    return body.getTerminator()->getOperand(bufferOf.find(result)->second.carried).getDefiningOp();
  }

  void moveEarlyBefore() {
    SmallVector<Operation *> early;
    for (Operation *op = loop->getNextNode(); op; op = op->getNextNode())
      if (kinds.lookup(op) == Kind::Early)
        early.push_back(op);
    for (Operation *op : early)
      op->moveBefore(loop);
  }

  /// Row `index` of `value`, as [1, slice..].
  Value rowOf(Value value, OpBuilder &b, Value index, const DenseMap<Value, Value> &carried,
              DenseMap<Value, Value> &rows) {
    if (Value row = rows.lookup(value))
      return row;
    return rows[value] = makeRow(value, b, index, carried, rows);
  }
  Value makeRow(Value value, OpBuilder &b, Value index, const DenseMap<Value, Value> &carried,
                DenseMap<Value, Value> &rows) {
    auto buffer = bufferOf.find(value);
    if (buffer != bufferOf.end())
      return writeOf(value)->getOperand(1);
    if (isScalar(value))
      return value;
    auto whole = cast<RankedTensorType>(value.getType());
    SmallVector<int64_t> shape(whole.getShape());
    shape[0] = 1;
    auto type = RankedTensorType::get(shape, whole.getElementType());
    Operation *def = value.getDefiningOp();
    if (std::optional<DenseElementsAttr> splat = splatOf(value))
      return def->getDialect()
          ->materializeConstant(b, splat->resizeSplat(type), type, value.getLoc())
          ->getResult(0);
    bool isSpread = def && spreadsScalar(def);
    if (!isSpread && kindOf(value) != Kind::ByRows) {
      Value now = carried.lookup(value);
      return readRow(b, value.getLoc(), now ? now : value, index);
    }
    IRMapping mapping; // scalars are themselves
    for (Value operand : def->getOperands())
      mapping.map(operand, rowOf(operand, b, index, carried, rows));
    Value made = b.clone(*def, mapping)->getResult(0);
    made.setType(type);
    return made;
  }
};

struct UpdateInLoops : impl::UpdateInLoopsBase<UpdateInLoops> {
  void runOnOperation() override {
    SmallVector<Operation *> loops;
    getOperation().walk([&](Operation *op) {
      if (isLoop(op))
        loops.push_back(op);
    });
    for (Operation *loop : loops)
      LoopUpdater(loop).run();
  }
};

} // namespace
} // namespace spmd
