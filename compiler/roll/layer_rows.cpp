// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Looks stacks up by their rows (layer_rows.h). The forward loop reads the stack of the parameters
// of layer 0, 1, .., 11; the backward loop reads the same stack when it looks for the parameters of
// layer 11, 10, .., 0.
#include "compiler/roll/layer_rows.h"
#include "compiler/machine.h"
#include "compiler/ops/elementwise.h"
#include "compiler/roll/repeats.h"
#include "compiler/structure/residual_buffers.h"
#include "dialects/sdy/sdy.h"
#include "dialects/stablehlo/stablehlo.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;

namespace spmd {

bool isPlainTensor(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor && tensor.hasStaticShape() && tensor.getNumElements() &&
         tensor.getElementType().isIntOrFloat();
}

// In the order of the text. What is computed from other values, too, belongs to the layers.
//   w, convert(w), w * 0.9   split as w is      x + dot(x, w)   of the layers
LayerRows::LayerRows(func::FuncOp function) : function(function) {
  for (BlockArgument argument : function.getArguments())
    if (auto sharding = function.getArgAttrOfType<sdy::TensorShardingAttr>(argument.getArgNumber(),
                                                                           sdy::kShardingAttr);
        sharding && !sharding.isFullyReplicated())
      split.insert(argument);
  auto isParameter = [&](Value value) {
    Operation *op = value.getDefiningOp();
    return !op || split.contains(value) || op->hasTrait<OpTrait::ConstantLike>() ||
           spreadsScalar(op);
  };
  auto isSplit = [&](Value value) { return split.contains(value); };
  if (!split.empty())
    for (Operation &op : function.front())
      if (isElementwise(&op) && llvm::any_of(op.getOperands(), isSplit) &&
          llvm::all_of(op.getOperands(), isParameter))
        split.insert_range(op.getResults());
}

// A value may be a row of several stacks, as a parameter that one loop reads among those of all
// layers and another one among those of all layers but the first.
void LayerRows::add(ArrayRef<Value> rows, Value whole) {
  for (auto [row, value] : llvm::enumerate(rows))
    rowsOf[value].push_back({whole, int64_t(row)});
}

void LayerRows::addMade(ArrayRef<Value> rows, Value whole,
                        llvm::function_ref<bool(Value)> isRolled) {
  add(rows, whole);
  for (Value value : rows)
    if (isRolled(value))
      madeIn[value] = whole;
}

// A value has few stacks, so they are searched.
std::optional<int64_t> LayerRows::rowIn(Value value, Value whole) const {
  if (auto it = rowsOf.find(value); it != rowsOf.end())
    for (const Row &row : it->second)
      if (row.whole == whole)
        return row.row;
  return std::nullopt;
}

// The first two values decide on the stack and the direction.
std::optional<CopyRows> LayerRows::find(ArrayRef<Value> values) const {
  auto first = rowsOf.find(values.front());
  if (first == rowsOf.end() || values.size() < 2)
    return std::nullopt;
  for (const Row &from : first->second) {
    std::optional<int64_t> second = rowIn(values[1], from.whole);
    if (!second || std::abs(*second - from.row) != 1)
      continue;
    int64_t scale = *second - from.row;
    bool all = llvm::all_of(llvm::enumerate(values), [&](auto each) {
      return rowIn(each.value(), from.whole) == scale * int64_t(each.index()) + from.row;
    });
    if (all)
      return CopyRows{from.whole, scale, from.row};
  }
  return std::nullopt;
}

/// Values of at most this many bytes may be copied into a stack: all of them together stay in the
/// second cache for a hundred layers.
static constexpr int64_t kSmallBytes = Machine{}.firstCache / 16;

/// Whether the value is inside of a rolled copy only, where nothing can read it.
bool LayerRows::isGone(Value value) const {
  return rolled.contains(value.getDefiningOp()) && !madeIn.contains(value) &&
         !replaced.contains(value);
}

// Arguments must be split alike, and must not repeat.
bool LayerRows::isCheap(ArrayRef<Value> values) const {
  if (!isPlainTensor(values.front().getType()) ||
      llvm::any_of(values, [&](Value value) { return isGone(value); }))
    return false;
  func::FuncOp owner = function; // whose methods are not const
  auto isArgument = [&](Value value) {
    auto argument = dyn_cast<BlockArgument>(value);
    return argument && argument.getOwner() == &owner.front();
  };
  auto sharding = [&](Value value) {
    return owner.getArgAttr(cast<BlockArgument>(value).getArgNumber(), sdy::kShardingAttr);
  };
  if (llvm::all_of(values, isArgument)) {
    DenseSet<Value> different(values.begin(), values.end());
    return different.size() == values.size() && llvm::all_of(values, [&](Value value) {
             return sharding(value) == sharding(values.front());
           });
  }
  auto type = cast<RankedTensorType>(values.front().getType());
  int64_t bits = type.getNumElements() * type.getElementTypeBitWidth();
  return llvm::divideCeil(bits, 8) <= kSmallBytes;
}

// Rows of [dims] are joined as [1, dims]. JoinArguments finds those of arguments again.
Value LayerRows::make(ArrayRef<Value> rows, OpBuilder &b, Location loc) {
  auto pieces = llvm::map_to_vector(rows, [&](Value value) { return asRow(b, loc, now(value)); });
  auto type = cast<RankedTensorType>(rows.front().getType());
  SmallVector<int64_t> shape{int64_t(rows.size())};
  llvm::append_range(shape, type.getShape());
  Value whole =
      stablehlo::ConcatenateOp::create(b, loc, type.clone(shape), pieces, b.getI64IntegerAttr(0));
  add(rows, whole);
  return whole;
}

// Walks backwards from the value, through loops as a whole.
bool LayerRows::dependsOnRolled(Value value, DenseSet<Value> &independent) const {
  SmallVector<Value> open{value}, seen;
  while (!open.empty()) {
    Value at = open.pop_back_val();
    if (!independent.insert(at).second)
      continue;
    seen.push_back(at);
    if (madeIn.contains(at) || replaced.contains(at)) {
      for (Value each : seen) // some of them depend on it
        independent.erase(each);
      return true;
    }
    if (Operation *op = at.getDefiningOp())
      llvm::append_range(open, valuesRead(op));
  }
  return false;
}

// A row that something else than a rolled op reads is cut out right behind its stack, once.
Value LayerRows::now(Value value) {
  if (Value known = replaced.lookup(value))
    return known;
  Value whole = madeIn.lookup(value);
  if (!whole)
    return value;
  int64_t row = llvm::find_if(rowsOf[value], [&](const Row &r) { return r.whole == whole; })->row;
  OpBuilder b(value.getContext());
  b.setInsertionPointAfterValue(whole);
  auto type = cast<RankedTensorType>(whole.getType());
  SmallVector<int64_t> start(type.getRank(), 0), limit(type.getShape()), strides(type.getRank(), 1);
  start[0] = row;
  limit[0] = row + 1;
  SmallVector<int64_t> shape(type.getShape());
  shape[0] = 1;
  Value piece = stablehlo::SliceOp::create(b, value.getLoc(), type.clone(shape), whole, start,
                                           limit, strides);
  return replaced[value] = fromRow(b, value.getLoc(), piece, value.getType());
}

} // namespace spmd
