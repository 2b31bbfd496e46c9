// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Updates of parameters that a scan has gradients for. The backward scan leaves the gradients of
// all layers in residual buffers, of which the optimizer makes new parameters and moments element
// by element: done row by row in the loop, in the buffers of the old ones, no residual buffer of
// gradients exists. An optimizer that needs all gradients first (clipping by their norm) stays
// behind the loop.
#include "compiler/machine.h"
#include "compiler/ops/elementwise.h"
#include "compiler/optimize/recompute.h"
#include "compiler/passes.h"
#include "compiler/structure/argument_rows.h"
#include "compiler/structure/control_flow.h"
#include "compiler/structure/op_sets.h"
#include "compiler/structure/residual_buffers.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/IntEqClasses.h"

using namespace mlir;

namespace spmd {
#define GEN_PASS_DEF_UPDATEINLOOPS
#include "compiler/passes.h.inc"
namespace {

/// Rows with fewer elements are not worth a kernel of their own in each trip: as f32 they and their
/// operand stay in the first cache. Those of rolled layers are: behind the loop their kernel would
/// have the arguments of all layers as operands.
constexpr int64_t kLeastRow = Machine{}.firstCache / 2 / int64_t(sizeof(float));

/// The constant that the value is, if all its elements are equal.
std::optional<DenseElementsAttr> splatOf(Value value) {
  DenseElementsAttr attr;
  return matchPattern(value, m_Constant(&attr)) && attr.isSplat() ? std::optional(attr)
                                                                  : std::nullopt;
}

/// How an op that follows a loop in its block depends on the loop.
enum class Kind : uint8_t {
  Before, // stands before the loop
  Early,  // could stand before it: depends on scalars and on ops that stand there
  // Computed element by element from residual buffers, other such values, scalars, and values from
  // before the loop.
  ByRows,
  Late, // needs the whole result of the loop
};

/// Moves the updates behind one loop into it.
class LoopUpdater {
public:
  explicit LoopUpdater(Operation *loop)
      : loop(loop), body(loop->getRegion(1).front()), least(readsArgumentRows() ? 1 : kLeastRow) {}

  /// Returns whether the loop was rebuilt.
  bool run() {
    for (ResidualBuffer &buffer : residualBuffersOf(loop)) {
      Value result = loop->getResult(buffer.carried);
      if (elements(buffer.update) >= least && !result.use_empty())
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
  /// A value that is computed in the loop and read behind it.
  struct Output {
    Value value;
    Value place; // the old value whose buffer it takes over; null if it gets a new buffer
  };
  /// Residual buffers and the ops that depend on them; a component moves as a whole.
  struct Component {
    SmallVector<Value> buffers;
    SmallVector<Operation *> ops; // that depend on the buffers, in program order
    SmallVector<Output> outputs;
    OfTrip row;
  };
  Operation *loop;
  Block &body;
  int64_t least;                                   // elements of a row
  llvm::MapVector<Value, ResidualBuffer> bufferOf; // key: the result of the loop
  DenseMap<Operation *, Kind> kinds;               // of the ops behind the loop
  DenseSet<Operation *> fromBuffers;               // ByRows ops that depend on a buffer
  SmallVector<Component> chosen;

  static int64_t elements(Value v) { return cast<RankedTensorType>(v.getType()).getNumElements(); }
  /// Whether the loop reads stacks of arguments.
  bool readsArgumentRows() const {
    return llvm::any_of(body, [](Operation &op) {
      return llvm::any_of(op.getOperands(),
                          [](Value value) { return value.getDefiningOp<ir::RowsOp>(); });
    });
  }
  /// Whether the value has one row for each trip, and rows of at least `least` elements.
  bool isBufferShaped(Value v) const {
    auto type = dyn_cast<RankedTensorType>(v.getType());
    return type && type.getRank() > 0 && type.getDimSize(0) == trips() &&
           type.getNumElements() / trips() >= least;
  }
  int64_t trips() const {
    return cast<RankedTensorType>(bufferOf.front().first.getType()).getDimSize(0);
  }

  /// The kind of a value: that of its op, or of the loop's result.
  Kind kindOf(Value v) const {
    Operation *def = v.getDefiningOp();
    if (!def || def->getBlock() != loop->getBlock() || def->isBeforeInBlock(loop))
      return Kind::Before;
    if (def == loop)
      return bufferOf.contains(v) ? Kind::ByRows : Kind::Late;
    return kinds.lookup(def);
  }
  /// Whether the value is a residual buffer or depends on one.
  bool followsBuffer(Value v) const {
    return bufferOf.contains(v) || fromBuffers.contains(v.getDefiningOp());
  }

  /// The ops behind the loop, with the terminator.
  auto opsBehind() const {
    return llvm::make_range(std::next(loop->getIterator()), loop->getBlock()->end());
  }

  /// Classifies all ops behind the loop in program order, so that operands come first.
  void classify() {
    for (Operation &op : opsBehind())
      kinds[&op] = classify(&op);
  }

  /// Classifies one op by the kinds of its operands.
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

  /// The connected components of residual buffers and the ops that depend on them.
  SmallVector<Component> components() {
    SmallVector<Operation *> ops;
    DenseMap<Value, unsigned> number;
    for (auto &[result, buffer] : bufferOf)
      number.insert({result, unsigned(number.size())});
    for (Operation &op : opsBehind())
      if (fromBuffers.contains(&op)) {
        ops.push_back(&op);
        number.insert({op.getResult(0), unsigned(number.size())});
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

  /// Whether the component can and should move. Its buffers must have no other readers and the same
  /// rows, every result that replaces an old value must be able to, and the results must take no
  /// more bytes than the buffers did.
  bool isWorthIt(Component &component) const {
    component.row = bufferOf.find(component.buffers[0])->second.row;
    auto isFromBuffers = [&](Operation *user) { return fromBuffers.contains(user); };
    int64_t saved = 0;
    for (Value result : component.buffers) {
      const OfTrip &row = bufferOf.find(result)->second.row;
      bool staysInside = llvm::all_of(result.getUsers(), isFromBuffers);
      if (!staysInside || row.scale != component.row.scale || row.offset != component.row.offset)
        return false;
      saved += bytesOf(result.getType());
    }
    for (Operation *op : component.ops) {
      Value value = op->getResult(0);
      if (llvm::all_of(value.getUsers(), isFromBuffers))
        continue;
      Output output{value, {}};
      // An output in the buffer of an old value costs no memory; one that main returns needs a
      // buffer in any case.
      if (auto [place, isReturned] = placeOf(value); place) {
        // Buffers are shared only between values of one type.
        if (place.getType() != value.getType() || !canBeUpdated(place, component))
          return false;
        output.place = place;
      } else if (!isReturned) {
        saved -= bytesOf(value.getType());
      }
      component.outputs.push_back(output);
    }
    // Two outputs cannot take over the same buffer.
    auto isTaken = [&](const Output &output) {
      return output.place && llvm::count_if(component.outputs, [&](const Output &o) {
                               return o.place == output.place;
                             }) > 1;
    };
    return saved >= 0 && !component.outputs.empty() && llvm::none_of(component.outputs, isTaken);
  }

  /// The argument whose buffer `value` is to take over (a donated argument of main, or the value
  /// carried so far), and whether the block returns `value` at all.
  std::pair<Value, bool> placeOf(Value value) const {
    Block *block = loop->getBlock();
    Operation *end = block->getTerminator(), *parent = block->getParentOp();
    auto main = dyn_cast<func::FuncOp>(parent);
    // Rows that main returns one by one take over the buffers of arguments that are rows, too.
    if (main)
      if (std::optional<SmallVector<int64_t>> rows = returnedRows(value))
        return {rowsTakenOver(main, value), true};
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

  /// Whether `op` is recomputed in the loop and nothing behind the loop reads it. `mostDeep` bounds
  /// the recursion.
  bool vanishes(Operation *op, const Component &component, unsigned mostDeep = 16) const {
    if (fromBuffers.contains(op))
      return llvm::is_contained(component.ops, op);
    return mostDeep && kinds.lookup(op) == Kind::ByRows &&
           llvm::all_of(op->getUsers(), [&](Operation *user) {
             return user->getBlock() == loop->getBlock() && vanishes(user, component, mostDeep - 1);
           });
  }

  /// Whether the rows of `place` can be replaced in the loop: it is read before the loop, in the
  /// loop only as the row that the trip replaces, and behind the loop only by ops that vanish.
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

  /// Adds the outputs of all chosen components to the loop as carried values, computes one row of
  /// each per trip, and erases the ops behind the loop that are no longer used.
  void rewrite() {
    moveEarlyBefore();
    SmallVector<const Output *> outputs;
    SmallVector<Value> inits;
    OpBuilder before(loop);
    for (const Component &component : chosen)
      for (const Output &output : component.outputs) {
        outputs.push_back(&output);
        inits.push_back(output.place ? output.place
                                     : ir::UndefinedOp::create(before, output.value.getLoc(),
                                                               output.value.getType()));
      }
    unsigned first = loop->getNumResults();
    DenseMap<Value, Value> carried; // old value -> the carried one in its buffer
    OpBuilder b = OpBuilder::atBlockEnd(&body);
    // Computes the next values of the new carried values, at the end of the body. Reads of an old
    // value in the body become reads of the argument that carries it.
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
        // Operand 2 of dynamic_update_slice(buffer, update, row, ..) is the row.
        Value index = writeOf(component.buffers[0])->getOperand(2);
        DenseMap<Value, Value> rows;
        // All rows of a component are computed before the first one is written, so that the writes
        // can happen in place.
        auto updates = llvm::map_to_vector(component.outputs, [&](const Output &output) {
          return rowOf(output.value, b, index, carried, rows);
        });
        for (auto [output, update] : llvm::zip_equal(component.outputs, updates))
          values.push_back(writeRow(b, output.value.getLoc(), arguments[i++], update, index));
      }
      return values;
    };
    loop = addCarried(loop, inits, next);
    for (auto [i, output] : llvm::enumerate(outputs))
      Value(output->value).replaceAllUsesWith(loop->getResult(first + i));
    // Backwards, so that the users of an op are erased before it.
    for (Operation *op = loop->getBlock()->getTerminator()->getPrevNode(); op != loop;) {
      Operation *previous = op->getPrevNode();
      if (isOpTriviallyDead(op))
        op->erase();
      op = previous;
    }
  }

  /// The op of the body that writes a row into the residual buffer.
  Operation *writeOf(Value result) const {
    return body.getTerminator()->getOperand(bufferOf.find(result)->second.carried).getDefiningOp();
  }

  /// Moves the ops before the loop that could stand there, so that the body can read their results.
  void moveEarlyBefore() {
    for (Operation &op : llvm::make_early_inc_range(opsBehind()))
      if (kinds.lookup(&op) == Kind::Early)
        op.moveBefore(loop);
  }

  /// Row `index` of `value`, of shape [1, slice..]; each row is computed once.
  Value rowOf(Value value, OpBuilder &b, Value index, const DenseMap<Value, Value> &carried,
              DenseMap<Value, Value> &rows) {
    if (Value row = rows.lookup(value))
      return row;
    return rows[value] = makeRow(value, b, index, carried, rows);
  }
  /// Computes a row: the update of a residual buffer, a scalar as it is, a splat or broadcast of
  /// one row, a row that is read from a value of before the loop, or a clone of the op on rows of
  /// its operands.
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
    IRMapping mapping; // scalars map to themselves
    for (Value operand : def->getOperands())
      mapping.map(operand, rowOf(operand, b, index, carried, rows));
    Value made = b.clone(*def, mapping)->getResult(0);
    made.setType(type);
    return made;
  }
};

struct UpdateInLoops : impl::UpdateInLoopsBase<UpdateInLoops> {
  /// Inner loops come before the loops around them.
  void runOnOperation() override {
    for (Operation *loop : opsWhere(getOperation(), isLoop))
      LoopUpdater(loop).run();
  }
};

} // namespace
} // namespace spmd
