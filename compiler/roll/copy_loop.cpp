// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Writes a chain of equal copies as a counted loop, as JAX prints a scan: the counter, the values
// that pass from copy to copy, and one stack for each result that ops behind the run read.
//   x1 = tanh(dot(x0, w0)), x2 = tanh(dot(x1, w1)), ..
//   -> w = stack(w0, w1, ..), while (i < 12) { x = tanh(dot(x, w[i])), i = i + 1 }
// A backward part goes through the layers the other way. It reads the rows of the forward part's
// stacks at 11 - i, and writes the gradients there, so that they lie as the parameters do:
//   g11 = f(dx11, x11), g10 = f(dx10, x10), ..
//   -> while (i < 12) { g[11 - i] = f(dx, x[11 - i]), .. }
#include "compiler/ops/elementwise.h"
#include "compiler/roll/copies.h"
#include "compiler/structure/residual_buffers.h"
#include "dialects/spmd/spmd.h"
#include "dialects/stablehlo/stablehlo.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace spmd::stablehlo;

namespace spmd {
namespace {

/// The starts of a slice in copy c, start[d] + c * step[d].
struct MovingSlice {
  SmallVector<int64_t> start, step;
  bool isMoving() const {
    return llvm::any_of(step, [](int64_t s) { return s; });
  }
};

/// Nothing if the starts are not linear, or if a slice with strides moves.
std::optional<MovingSlice> movingSlice(const LayerRun &run, size_t at) {
  auto starts = [&](size_t copy) { return cast<SliceOp>(run.op(copy, at)).getStartIndices(); };
  MovingSlice slice{SmallVector<int64_t>(starts(0)), {}};
  for (auto [first, second] : llvm::zip_equal(starts(0), starts(1)))
    slice.step.push_back(second - first);
  for (size_t copy = 0; copy < run.copies; ++copy)
    for (auto [d, start] : llvm::enumerate(starts(copy)))
      if (start != slice.start[d] + int64_t(copy) * slice.step[d])
        return std::nullopt;
  for (auto [step, stride] : llvm::zip_equal(slice.step, cast<SliceOp>(run.op(0, at)).getStrides()))
    if (step && stride != 1)
      return std::nullopt;
  return slice;
}

/// The operands, if each value is an equal elementwise function of one: parameters that are cast
/// before the first layer. The loop then computes the function of its row.
std::vector<Value> operandsBehind(const std::vector<Value> &values) {
  Operation *first = values.front().getDefiningOp();
  if (!first || first->getNumOperands() != 1 || first->getNumRegions() || !isElementwise(first))
    return {};
  std::vector<Value> operands;
  for (Value value : values) {
    Operation *op = value.getDefiningOp();
    if (!op || !areEqual(op, first))
      return {};
    operands.push_back(op->getOperand(0));
  }
  return operands;
}

/// Gives a copy of an op other operands and captured values, in the order of valuesRead.
void setReads(Operation *op, ArrayRef<Value> values) {
  size_t next = 0;
  for (OpOperand &operand : op->getOpOperands())
    operand.set(values[next++]);
  for (Region &region : op->getRegions())
    region.walk([&](Operation *inner) {
      for (OpOperand &operand : inner->getOpOperands())
        if (!region.isAncestor(operand.get().getParentRegion()))
          operand.set(values[next++]);
    });
}

/// The loop of one run.
class CopyLoop {
  /// A stack that the loop writes: of the results of its copies, or of what they read of the copy
  /// before, which backward parts need beside the first copy's.
  struct Output {
    CopyPlace place;
    std::optional<size_t> carry; // the carried value that is written before it changes
  };

public:
  CopyLoop(const LayerRun &run, LayerRows &layerRows)
      : run(run), layerRows(layerRows), loc(run.op(0, 0)->getLoc()),
        before(&run.text->block, run.behind()), inside(before.getContext()) {}

  /// Builds the condition and the body. The loop carries, in this order: the counter, what passes
  /// from copy to copy, and the stacks of results.
  void write() {
    findRows();
    SmallVector<Value> inits{number(before, 0)};
    for (const LayerRun::Carry &carry : carries)
      inits.push_back(carry.init ? layerRows.now(carry.init) : zeros(typeAt(carry.place)));
    for (const Output &output : outputs)
      inits.push_back(zeros(wholeType(typeAt(output.place))));
    auto loop = WhileOp::create(before, loc, inits);
    before.setInsertionPoint(loop);
    Block &test = loop.getCond().front(), &body = loop.getBody().front();
    OpBuilder inTest = OpBuilder::atBlockEnd(&test);
    Value goesOn = CompareOp::create(inTest, loc, test.getArgument(0), number(inTest, run.copies),
                                     ComparisonDirection::LT);
    ReturnOp::create(inTest, loc, goesOn);
    trip = body.getArgument(0);
    carried = body.getArguments().slice(1, carries.size());
    inside.setInsertionPointToEnd(&body);
    ReturnOp end = ReturnOp::create(inside, loc, ValueRange{});
    inside.setInsertionPoint(end);
    for (size_t at = 0; at < run.period; ++at)
      writeOp(at);
    SmallVector<Value> next{AddOp::create(inside, loc, trip.getType(), trip, number(inside, 1))};
    for (const LayerRun::Carry &carry : carries)
      next.push_back(valueAt(carry.place));
    Value row = tripOf(direction, direction < 0 ? int64_t(run.copies) - 1 : 0);
    for (auto [output, buffer] :
         llvm::zip_equal(outputs, body.getArguments().drop_front(1 + carries.size()))) {
      Value value = output.carry ? Value(carried[*output.carry]) : valueAt(output.place);
      next.push_back(writeRow(inside, loc, buffer, asRow(inside, loc, value), row));
    }
    end->setOperands(next);
    handOn(loop);
  }

private:
  Type typeAt(CopyPlace place) const { return run.value(0, place).getType(); }
  Type wholeType(Type type) const {
    auto tensor = cast<RankedTensorType>(type);
    SmallVector<int64_t> shape{int64_t(run.copies)};
    llvm::append_range(shape, tensor.getShape());
    return tensor.clone(shape);
  }
  /// For values that the first trip writes, or that only the last trip gives.
  Value zeros(Type type) {
    auto scalar = RankedTensorType::get({}, cast<RankedTensorType>(type).getElementType());
    Value zero = ConstantOp::create(before, loc, cast<ElementsAttr>(before.getZeroAttr(scalar)));
    return BroadcastInDimOp::create(before, loc, type, zero, before.getDenseI64ArrayAttr({}));
  }
  Value number(OpBuilder &b, int64_t value) {
    auto type = RankedTensorType::get({}, b.getI32Type());
    return ConstantOp::create(b, loc, DenseElementsAttr::get(type, b.getI32IntegerAttr(value)));
  }

  /// Finds or makes the stacks that the loop reads, and decides on the order of those that it
  /// writes: the order of the stacks that it reads, so that gradients of layers, which the last
  /// layer gives first, lie as the layers' parameters do.
  void findRows() {
    for (const std::vector<Value> &values : run.rows)
      if (std::optional<CopyRows> known = layerRows.find(values); known && known->scale < 0)
        direction = -1;
    for (const std::vector<Value> &values : run.rows) {
      std::optional<CopyRows> known = layerRows.find(values);
      if (known || layerRows.isCheap(values)) {
        rows.push_back({known ? *known : newRows(values), nullptr});
        continue;
      }
      std::vector<Value> operands = operandsBehind(values);
      known = layerRows.find(operands);
      rows.push_back({known ? *known : newRows(operands), values.front().getDefiningOp()});
    }
    carries = run.carries;
    for (auto &[place, copies] : run.outputs) {
      Output output{{place.first, place.second}, std::nullopt};
      bool lastOnly = copies.count() == 1 && copies.test(run.copies - 1);
      for (auto [i, carry] : llvm::enumerate(run.carries))
        if (carry.place == output.place && (lastOnly || isReadBehind(carry.init)))
          output.carry = i;
      if (!lastOnly)
        outputs.push_back(output);
      else if (!output.carry)
        carries.push_back({output.place, {}});
    }
  }
  /// Whether something behind the run reads the value.
  bool isReadBehind(Value value) const {
    return llvm::any_of(value.getUsers(), [&](Operation *user) {
      std::optional<size_t> index = run.text->indexOf(user);
      return !index || *index >= run.end();
    });
  }
  /// A stack of its own for what no known stack has, in the order of this loop's stacks.
  CopyRows newRows(std::vector<Value> values) {
    if (direction > 0)
      return {layerRows.make(values, before, loc), 1, 0};
    std::reverse(values.begin(), values.end());
    return {layerRows.make(values, before, loc), -1, int64_t(values.size()) - 1};
  }

  /// scale * trip + offset, computed once at the beginning of the body.
  Value tripOf(int64_t scale, int64_t offset) {
    Value &known = trips[{scale, offset}];
    if (known)
      return known;
    OpBuilder::InsertionGuard guard(inside);
    inside.setInsertionPointToStart(inside.getBlock());
    if (scale == 1 && offset == 0)
      return known = trip;
    auto type = trip.getType();
    Value scaled = trip;
    if (std::abs(scale) != 1)
      scaled = MulOp::create(inside, loc, type, trip, number(inside, std::abs(scale)));
    Value start = number(inside, offset);
    return known = scale < 0 ? Value(SubtractOp::create(inside, loc, type, start, scaled))
                             : Value(AddOp::create(inside, loc, type, scaled, start));
  }
  /// The row of this trip, as the copies see it.
  Value rowOf(const CopyRows &from, Type type) {
    Value row = readRow(inside, loc, from.whole, tripOf(from.scale, from.offset));
    return fromRow(inside, loc, row, type);
  }

  /// A result of the ops of this trip.
  Value valueAt(CopyPlace place) { return made.at({place.op, place.result}); }
  /// What an op of the copies reads, in the body. Each row is read once in a trip.
  Value valueOf(const LayerRun::Read &read) {
    using enum LayerRun::From;
    switch (read.from) {
    case Copy:
      return valueAt(read.place);
    case Before:
      return carried[read.index];
    case Outside:
      return layerRows.now(read.value);
    case Row:
      break;
    }
    Value &known = rowValues[read.index];
    if (known)
      return known;
    const auto &[from, function] = rows[read.index];
    Type type = run.rows[read.index].front().getType();
    if (!function)
      return known = rowOf(from, type);
    Value row = rowOf(from, function->getOperand(0).getType());
    Operation *copy = inside.clone(*function);
    copy->setOperand(0, row);
    return known = copy->getResult(0);
  }

  /// Writes one op of the copies: a constant whose numbers differ as a row of all numbers, a slice
  /// whose place differs as a dynamic slice, all others as they are on what they read here.
  void writeOp(size_t at) {
    Operation *op = run.op(0, at);
    auto values = llvm::map_to_vector(run.reads[at],
                                      [&](const LayerRun::Read &read) { return valueOf(read); });
    SmallVector<Value> results;
    if (DenseElementsAttr numbers = numbersByCopy(run, at, rowOrder())) {
      Value whole = ConstantOp::create(before, op->getLoc(), numbers);
      results = {rowOf({whole, direction, direction < 0 ? int64_t(run.copies) - 1 : 0},
                       op->getResult(0).getType())};
    } else if (auto slice = dyn_cast<SliceOp>(op); slice && movingSlice(run, at)->isMoving()) {
      results = {writeSlice(slice, *movingSlice(run, at), values[0])};
    } else {
      Operation *copy = inside.clone(*op);
      setReads(copy, values);
      results = copy->getResults();
    }
    for (auto [i, result] : llvm::enumerate(results))
      made[{unsigned(at), unsigned(i)}] = result;
  }
  /// slice %x [c : c + 1] of copy c   ->   dynamic_slice %x, %trip
  Value writeSlice(SliceOp slice, const MovingSlice &moving, Value operand) {
    SmallVector<Value> starts;
    for (auto [start, step] : llvm::zip_equal(moving.start, moving.step))
      starts.push_back(step ? tripOf(step, start) : number(inside, start));
    return DynamicSliceOp::create(inside, slice.getLoc(), slice.getType(), operand, starts,
                                  slice.getType().getShape());
  }
  /// The copies in the order of the rows of new stacks.
  SmallVector<size_t> rowOrder() const {
    auto order = llvm::to_vector(llvm::seq<size_t>(run.copies));
    if (direction < 0)
      std::reverse(order.begin(), order.end());
    return order;
  }

  /// Tells what stands for the results of the copies.
  void handOn(WhileOp loop) {
    auto results = loop->getResults().drop_front();
    for (auto [carry, result] : llvm::zip(carries, results))
      layerRows.replace(run.value(run.copies - 1, carry.place), result);
    for (auto [output, whole] : llvm::zip_equal(outputs, results.drop_front(carries.size()))) {
      auto values = llvm::map_to_vector(rowOrder(), [&](size_t copy) {
        if (!output.carry)
          return run.value(copy, output.place);
        return copy ? run.value(copy - 1, output.place) : run.carries[*output.carry].init;
      });
      layerRows.addMade(values, whole, [&](Value value) { return run.contains(value); });
    }
  }

  const LayerRun &run;
  LayerRows &layerRows;
  Location loc;
  OpBuilder before, inside;
  int64_t direction = 1;                              // of the rows of stacks
  SmallVector<std::pair<CopyRows, Operation *>> rows; // with the function of a row, or null
  std::vector<LayerRun::Carry> carries;
  SmallVector<Output> outputs;
  Value trip;
  ArrayRef<BlockArgument> carried;
  DenseMap<std::pair<int64_t, int64_t>, Value> trips;
  DenseMap<unsigned, Value> rowValues;
  DenseMap<std::pair<unsigned, unsigned>, Value> made;
};

} // namespace

// Rows are known or cheap to join, and whole on each device. Of rows of activations the first one
// may be an argument that is split. Carried values and results have zeros to begin with.
bool canLoop(const LayerRun &run, const LayerRows &layerRows) {
  auto canRead = [&](const std::vector<Value> &values) {
    return !values.empty() && isPlainTensor(values.front().getType()) &&
           (layerRows.find(values) || layerRows.isCheap(values));
  };
  auto isSplit = [&](Value value) { return layerRows.isSplit(value); };
  for (const std::vector<Value> &values : run.rows)
    if ((!canRead(values) && !canRead(operandsBehind(values))) || llvm::all_of(values, isSplit))
      return false;
  for (const LayerRun::Carry &carry : run.carries)
    if (!isPlainTensor(carry.init.getType()))
      return false;
  for (auto &[place, copies] : run.outputs)
    if (!isPlainTensor(run.value(0, {place.first, place.second}).getType()))
      return false;
  for (size_t at = 0; at < run.period; ++at)
    if (isa<SliceOp>(run.op(0, at)) && !movingSlice(run, at))
      return false;
  return numbersAreFew(run);
}

// A table for each layer would be a constant of its own in the program.
bool numbersAreFew(const LayerRun &run) {
  constexpr int64_t kMostNumbers = 64; // per copy: of scalars and short vectors
  for (size_t at = 0; at < run.period; ++at) {
    if (!isa<ConstantOp>(run.op(0, at)))
      continue;
    auto numbers = [&](size_t copy) { return cast<ConstantOp>(run.op(copy, at)).getValue(); };
    const ElementsAttr first = numbers(0);
    const bool isFew = first.getNumElements() <= kMostNumbers && isPlainTensor(first.getType());
    auto mayDiffer = [&](ElementsAttr attr) { return isFew && isa<DenseElementsAttr>(attr); };
    for (size_t copy = 1; copy < run.copies; ++copy)
      if (numbers(copy) != first && !(mayDiffer(first) && mayDiffer(numbers(copy))))
        return false;
  }
  return true;
}

void writeLoop(const LayerRun &run, LayerRows &layerRows) { CopyLoop(run, layerRows).write(); }

// The numbers of [dims] become one constant of [copies, dims].
DenseElementsAttr numbersByCopy(const LayerRun &run, size_t at, ArrayRef<size_t> copies) {
  auto numbers = [&](size_t copy) {
    DenseElementsAttr attr;
    return matchPattern(run.op(copy, at), m_Constant(&attr)) ? attr : DenseElementsAttr();
  };
  DenseElementsAttr first = numbers(0);
  if (!first || llvm::all_of(copies, [&](size_t copy) { return numbers(copy) == first; }))
    return {};
  SmallVector<Attribute> all;
  for (size_t copy : copies)
    llvm::append_range(all, numbers(copy).getValues<Attribute>());
  SmallVector<int64_t> shape{int64_t(copies.size())};
  llvm::append_range(shape, first.getType().getShape());
  return DenseElementsAttr::get(first.getType().clone(shape), all);
}

} // namespace spmd
