// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Expands stablehlo.rng, whose numbers are the implementation's choice, into Philox bits (J. Salmon
// et al., SC 2011) and arithmetic.
//
// The numbers are a function of the program alone: of the op's position among the ops of its kind,
// and of the trips of the loops around it. Each such loop counts its trips in a value that it
// carries. So every trip draws other numbers, each run draws the same ones, and all devices agree.
//   rng(%a, %b), the second one, in trip t of a loop
//   ->  %bits = rng_bit_generator([key 1, counter 0, t]),  %a + (%b - %a) * (%bits >> 8) * 2^-24
#include "compiler/import/random_numbers.h"
#include "compiler/passes.h"
#include "dialects/chlo/chlo.h"
#include "dialects/sdy/sdy.h"
#include "dialects/stablehlo/stablehlo.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Pass/PassManager.h"
#include <cmath>

using namespace mlir;
using namespace spmd::stablehlo;

namespace spmd {
namespace {

/// Builds ops of one location on tensors of one shape.
struct Emitter {
  OpBuilder &b;
  Location loc;
  ArrayRef<int64_t> shape;

  RankedTensorType typeOf(Type element) const { return RankedTensorType::get(shape, element); }
  template <class Op> Value make(Value x, Value y) const {
    return Op::create(b, loc, x.getType(), x, y);
  }
  Value integer(Type element, int64_t number) const {
    Attribute value = b.getIntegerAttr(
        element, APInt(element.getIntOrFloatBitWidth(), uint64_t(number), false, true));
    return ConstantOp::create(b, loc, DenseElementsAttr::get(typeOf(element), value));
  }
  Value real(Type element, double number) const {
    Attribute value = b.getFloatAttr(element, number);
    return ConstantOp::create(b, loc, DenseElementsAttr::get(typeOf(element), value));
  }
  Value convert(Value x, Type element) const {
    auto type = cast<RankedTensorType>(x.getType()).clone(element);
    return x.getType() == type ? x : Value(ConvertOp::create(b, loc, type, x));
  }
  /// A scalar for each element, of another element type.
  Value spread(Value scalar, Type element) const {
    Value number = convert(scalar, element);
    return BroadcastInDimOp::create(b, loc, typeOf(element), number, b.getDenseI64ArrayAttr({}));
  }
  /// `yes` where x < y, else `no`.
  Value whereLess(Value x, Value y, Value yes, Value no) const {
    Value less = CompareOp::create(b, loc, x, y, ComparisonDirection::LT);
    return SelectOp::create(b, loc, yes.getType(), less, yes, no);
  }
};

Type unsignedOf(OpBuilder &b, unsigned width) { return b.getIntegerType(width, false); }

/// Integers in [first, end); `first` where there are none. The remainder of 64 bits by a range of r
/// numbers prefers some of them by r / 2^64.
Value uniformIntegers(const Emitter &e, Value bits, Value first, Value end, Type element) {
  Type wide = unsignedOf(e.b, 64);
  Value from = e.spread(first, wide), to = e.spread(end, wide);
  Value one = e.integer(wide, 1), range = e.make<SubtractOp>(to, from);
  range = e.whereLess(e.spread(first, element), e.spread(end, element), range, one);
  return e.convert(e.make<AddOp>(from, e.make<RemOp>(bits, range)), element);
}

/// first + (end - first) * u, u in [0, 1) with as many bits as the fraction of the type in which
/// this is computed. Where rounding gives `end`, it is `first`.
Value uniformReals(const Emitter &e, Value bits, Value first, Value end, Type element) {
  bool isDouble = element.isF64();
  Type wide = isDouble ? Type(e.b.getF64Type()) : e.b.getF32Type();
  Type word = getElementTypeOrSelf(bits);
  Value kept = e.make<ShiftRightLogicalOp>(bits, e.integer(word, isDouble ? 11 : 8));
  Value u = e.make<MulOp>(e.convert(kept, wide), e.real(wide, isDouble ? 0x1p-53 : 0x1p-24));
  Value low = e.spread(first, wide), size = e.make<SubtractOp>(e.spread(end, wide), low);
  Value number = e.convert(e.make<AddOp>(low, e.make<MulOp>(size, u)), element);
  return e.whereLess(number, e.spread(end, element), number, e.spread(first, element));
}

/// mean + deviation * sqrt(2) * erf_inv(u), u an odd number of steps of 2^-23 (2^-52 for doubles)
/// in (-1, 1): the numbers lie symmetrically about the mean, and none is infinite.
Value normalReals(const Emitter &e, Value bits, Value mean, Value deviation, Type element) {
  bool isDouble = element.isF64();
  Type wide = isDouble ? Type(e.b.getF64Type()) : e.b.getF32Type();
  Type word = getElementTypeOrSelf(bits), number = e.b.getIntegerType(isDouble ? 64 : 32);
  int64_t half = int64_t(1) << (isDouble ? 52 : 23);
  Value odd = e.make<ShiftRightLogicalOp>(bits, e.integer(word, isDouble ? 11 : 8));
  odd = e.make<OrOp>(odd, e.integer(word, 1));
  Value steps = e.make<SubtractOp>(e.convert(odd, number), e.integer(number, half));
  Value u = e.make<MulOp>(e.convert(steps, wide), e.real(wide, isDouble ? 0x1p-52 : 0x1p-23));
  Value normal = chlo::ErfInvOp::create(e.b, e.loc, u.getType(), u);
  normal = e.make<MulOp>(normal, e.real(wide, std::sqrt(2.0)));
  Value scaled = e.make<MulOp>(normal, e.spread(deviation, wide));
  return e.convert(e.make<AddOp>(e.spread(mean, wide), scaled), element);
}

/// Gives loops counters and replaces the ops of one function or of one region that sees nothing
/// from outside.
class Expander {
public:
  explicit Expander(OpBuilder &b) : b(b) {}

  /// `trips` is a number of ui64 that differs from trip to trip of the loops around the block; null
  /// outside of loops.
  void expand(Block &block, Value trips) {
    for (Operation &op : llvm::make_early_inc_range(block)) {
      if (auto rng = dyn_cast<RngOp>(op))
        replace(rng, trips);
      else if (!drawsInside(&op))
        continue;
      else if (auto loop = dyn_cast<WhileOp>(op))
        expandLoop(loop, trips);
      else if (auto manual = dyn_cast<sdy::ManualComputationOp>(op))
        expandManual(manual, trips);
      else
        for (Region &region : op.getRegions())
          for (Block &inner : region)
            expand(inner, trips);
    }
  }

private:
  OpBuilder &b;
  uint64_t key = 0;

  static bool drawsInside(Operation *op) {
    return op->getNumRegions() &&
           op->walk([](RngOp) { return WalkResult::interrupt(); }).wasInterrupted();
  }
  Emitter scalars(Location loc) { return {b, loc, {}}; }

  /// The state: a key for the op, a counter of blocks, and the trips as the counter's upper half.
  Value state(Location loc, Value trips) {
    const int64_t single[] = {1};
    Emitter one{b, loc, single};
    Type word = unsignedOf(b, 64);
    Value upper = trips ? ReshapeOp::create(b, loc, one.typeOf(word), trips).getResult()
                        : one.integer(word, 0);
    return ConcatenateOp::create(
        b, loc, RankedTensorType::get({3}, word),
        ValueRange{one.integer(word, int64_t(key++)), one.integer(word, 0), upper}, 0);
  }
  void replace(RngOp op, Value trips) {
    auto type = cast<RankedTensorType>(op.getType());
    if (!type.hasStaticShape())
      return; // refused like other ops of dynamic shapes
    b.setInsertionPoint(op);
    Emitter e{b, op.getLoc(), type.getShape()};
    Type element = type.getElementType();
    bool isReal = isa<FloatType>(element),
         isNormal = op.getRngDistribution() == RngDistribution::NORMAL;
    Type word = unsignedOf(b, isReal && !element.isF64() ? 32 : 64);
    Value initial = state(op.getLoc(), trips);
    Value bits = RngBitGeneratorOp::create(b, op.getLoc(), initial.getType(), e.typeOf(word),
                                           initial, RngAlgorithm::PHILOX)
                     .getOutput();
    auto draw = isNormal ? normalReals : isReal ? uniformReals : uniformIntegers;
    Value drawn = draw(e, bits, op.getA(), op.getB(), element);
    drawn.getDefiningOp()->setDiscardableAttrs(op->getDiscardableAttrDictionary());
    op.getResult().replaceAllUsesWith(drawn);
    op.erase();
  }

  /// The trips of a loop inside of others: another number for each combination, but for collisions
  /// of 64 bits. The factor is Knuth's for linear congruential generators (MMIX).
  Value combined(Location loc, Value trips, Value counter) {
    if (!trips)
      return counter;
    Value scaled = scalars(loc).make<MulOp>(
        trips, scalars(loc).integer(unsignedOf(b, 64), 6364136223846793005));
    return scalars(loc).make<AddOp>(scaled, counter);
  }

  /// A loop that carries the number of its trips behind its own values.
  void expandLoop(WhileOp loop, Value trips) {
    Location loc = loop.getLoc();
    b.setInsertionPoint(loop);
    Value zero = scalars(loc).integer(unsignedOf(b, 64), 0);
    SmallVector<Value> operands(loop->getOperands());
    SmallVector<Type> types(loop->getResultTypes());
    operands.push_back(zero);
    types.push_back(zero.getType());
    OperationState state(loc, loop->getName(), operands, types, loop->getAttrs());
    for (Region &region : loop->getRegions())
      state.addRegion()->takeBody(region);
    Operation *counting = b.create(state);
    if (ArrayRef<sdy::TensorShardingAttr> known = sdy::getShardings(loop); !known.empty()) {
      SmallVector<sdy::TensorShardingAttr> all(known);
      all.push_back(
          sdy::TensorShardingAttr::getFullyClosed(b.getContext(), 0, known.front().getMeshOrRef()));
      sdy::setShardings(counting, all);
    }
    for (Region &region : counting->getRegions()) {
      Value counter = region.addArgument(zero.getType(), loc);
      Operation *end = region.front().getTerminator();
      bool isBody = &region != &counting->getRegion(0); // the other one is the condition
      b.setInsertionPointToStart(&region.front());
      Value now = combined(loc, trips, counter);
      if (isBody) {
        b.setInsertionPoint(end);
        Value one = scalars(loc).integer(unsignedOf(b, 64), 1);
        end->insertOperands(end->getNumOperands(), scalars(loc).make<AddOp>(counter, one));
      }
      expand(region.front(), now);
    }
    loop->replaceAllUsesWith(counting->getResults().drop_back());
    loop->erase();
  }

  /// A manual computation sees nothing from outside, so it gets the trips as an operand.
  void expandManual(sdy::ManualComputationOp manual, Value trips) {
    Block &body = manual->getRegion(0).front();
    if (!trips)
      return expand(body, trips);
    SmallVector<sdy::TensorShardingAttr> in(manual.getInShardings().getShardings());
    ArrayRef<sdy::TensorShardingAttr> out = manual.getOutShardings().getShardings();
    if (in.empty() && out.empty())
      return expand(body, Value()); // on no mesh
    Attribute mesh = (in.empty() ? out : ArrayRef(in)).front().getMeshOrRef();
    in.push_back(sdy::TensorShardingAttr::getFullyClosed(b.getContext(), 0, mesh));
    manual->insertOperands(manual->getNumOperands(), trips);
    manual.setInShardingsAttr(sdy::TensorShardingPerValueAttr::get(b.getContext(), in));
    expand(body, body.addArgument(trips.getType(), manual.getLoc()));
  }
};

} // namespace

// Functions have no calls of each other any more (spmd-inline-calls), so main draws all numbers.
void expandRandomNumbers(ModuleOp module) {
  OpBuilder b(module.getContext());
  Expander expander(b);
  for (auto function : module.getOps<func::FuncOp>())
    if (!function.isExternal())
      for (Block &block : function.getBody())
        expander.expand(block, Value());
}

LogicalResult inlineAndExpandRandomNumbers(ModuleOp module) {
  bool draws = module->walk([](RngOp) { return WalkResult::interrupt(); }).wasInterrupted();
  if (!draws)
    return success();
  PassManager inlining(module.getContext());
  inlining.addPass(createInlineCalls());
  if (failed(inlining.run(module)))
    return failure();
  expandRandomNumbers(module);
  return success();
}

} // namespace spmd
