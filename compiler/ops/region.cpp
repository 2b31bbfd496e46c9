// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Recognises regions of scalars that are one op, finds identity elements by the list that MLIR has,
// and emits regions as arithmetic (region.h). fold.cpp has the reference meaning.
#include "compiler/ops/region.h"
#include "compiler/elements/arith.h"
#include "dialects/sdy/sdy.h"
#include "dialects/stablehlo/reducer.h"
#include "dialects/stablehlo/stablehlo.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

using namespace mlir;
using arith::AtomicRMWKind;

namespace spmd {

/// The terminator of a region of one block, else null.
static Operation *terminatorOf(Region &region) {
  return region.hasOneBlock() && region.front().mightHaveTerminator()
             ? region.front().getTerminator()
             : nullptr;
}

/// The op of each kind, in the order of the enum; no op is named like the first, None.
constexpr StringLiteral kCombinerOps[] = {"",
                                          "stablehlo.add",
                                          "stablehlo.multiply",
                                          "stablehlo.minimum",
                                          "stablehlo.maximum",
                                          "stablehlo.and",
                                          "stablehlo.or",
                                          "stablehlo.xor"};

/// The kind by which a region combines accumulator i with element i, if it is one op on just these
/// two, in either order. Nothing for any other region.
std::optional<ir::CombineKind> combinerOfPair(Region &body, unsigned i) {
  Operation *op = stablehlo::combiningOp(body, i);
  if (!op)
    return std::nullopt;
  auto name = llvm::find(kCombinerOps, op->getName().getStringRef());
  return name == std::end(kCombinerOps)
             ? std::nullopt
             : std::optional(ir::CombineKind(name - std::begin(kCombinerOps)));
}

/// The kind that all pairs of accumulator and element are combined by, if it is the same.
std::optional<ir::CombineKind> combinerOfPairs(Region &body) {
  Operation *end = terminatorOf(body);
  if (!end || end->getNumOperands() == 0)
    return std::nullopt;
  std::optional<ir::CombineKind> first = combinerOfPair(body, 0);
  for (unsigned i = 1; i < end->getNumOperands(); ++i)
    if (combinerOfPair(body, i) != first)
      return std::nullopt;
  return first;
}

std::optional<ir::CombineKind> combinerOf(Region &body) {
  return body.hasOneBlock() && body.front().getNumArguments() == 2 ? combinerOfPairs(body)
                                                                   : std::nullopt;
}

ir::CombineKind combinerOf(sdy::ReductionKind kind) {
  return kind == sdy::ReductionKind::SUM   ? ir::CombineKind::Sum
         : kind == sdy::ReductionKind::MAX ? ir::CombineKind::Maximum
                                           : ir::CombineKind::Minimum;
}

StringRef opNameOf(ir::CombineKind combiner) { return kCombinerOps[int(combiner)]; }

bool isReplacement(Region &body) {
  Operation *end = terminatorOf(body);
  return end && end->getNumOperands() == 1 && body.front().getNumArguments() == 2 &&
         stablehlo::unannotated(end->getOperand(0)) == body.front().getArgument(1);
}

// Add and `or` on i1 are max, multiply and `and` are min. Integers have no reduction kind for
// bitwise ops, and no kind exists for products and xor.
std::optional<sdy::ReductionKind> reductionKindOfPair(Region &body, unsigned i) {
  auto combiner = combinerOfPair(body, i);
  if (!combiner)
    return std::nullopt;
  using enum ir::CombineKind;
  bool isBool = getElementTypeOrSelf(body.front().getArgument(i).getType()).isInteger(1);
  if (combiner == Maximum || (isBool && (combiner == Sum || combiner == Or)))
    return sdy::ReductionKind::MAX;
  if (combiner == Minimum || (isBool && (combiner == Product || combiner == And)))
    return sdy::ReductionKind::MIN;
  return combiner == Sum ? std::optional(sdy::ReductionKind::SUM) : std::nullopt;
}

std::optional<sdy::ReductionKind> reductionKindOf(Region &body) {
  return combinerOf(body) ? reductionKindOfPair(body, 0) : std::nullopt;
}

/// The atomic operations of MLIR that combine floats, signed and unsigned numbers as the kinds from
/// Sum to Xor do.
constexpr AtomicRMWKind kAtomics[][3] = {
    {AtomicRMWKind::addf, AtomicRMWKind::addi, AtomicRMWKind::addi},
    {AtomicRMWKind::mulf, AtomicRMWKind::muli, AtomicRMWKind::muli},
    {AtomicRMWKind::minimumf, AtomicRMWKind::mins, AtomicRMWKind::minu},
    {AtomicRMWKind::maximumf, AtomicRMWKind::maxs, AtomicRMWKind::maxu},
    {AtomicRMWKind::andi, AtomicRMWKind::andi, AtomicRMWKind::andi},
    {AtomicRMWKind::ori, AtomicRMWKind::ori, AtomicRMWKind::ori},
    {AtomicRMWKind::xori, AtomicRMWKind::xori, AtomicRMWKind::xori}};

/// MLIR's list has +0.0 for sums, which would change -0.0. Types without -0.0 have one zero.
static FloatAttr identityOfSum(FloatType type) {
  const llvm::fltSemantics &semantics = type.getFloatSemantics();
  return APFloat::semanticsHasZero(semantics)
             ? FloatAttr::get(type, APFloat::getZero(semantics, /*Negative=*/true))
             : FloatAttr();
}

/// The number that changes nothing in a combination, as a scalar constant: 0 for sums, 1 for
/// products, the lowest number for maxima. Null where there is none.
DenseElementsAttr identityOf(ir::CombineKind kind, Type element) {
  auto scalar = RankedTensorType::get({}, element);
  if (auto complex = dyn_cast<ComplexType>(element)) {
    auto part = dyn_cast<FloatType>(complex.getElementType());
    FloatAttr zero = part ? identityOfSum(part) : FloatAttr();
    if (kind != ir::CombineKind::Sum || !zero)
      return {};
    return DenseElementsAttr::get(scalar, std::complex<APFloat>(zero.getValue(), zero.getValue()));
  }
  auto type = dyn_cast<FloatType>(element);
  if (kind == ir::CombineKind::None || !(type || isa<IntegerType>(element)))
    return {};
  AtomicRMWKind atomic =
      kAtomics[int(kind) - 1][type                                                  ? 0
                              : element.isInteger(1) || element.isUnsignedInteger() ? 2
                                                                                    : 1];
  OpBuilder b(element.getContext());
  // Types without infinities have a largest number.
  bool isFinite = type && !APFloat::semanticsHasInf(type.getFloatSemantics());
  Attribute identity;
  if (atomic == AtomicRMWKind::addf)
    identity = identityOfSum(type);
  else if (kind == ir::CombineKind::Maximum && type &&
           !APFloat::semanticsHasSignedRepr(type.getFloatSemantics()))
    identity = FloatAttr::get(type, APFloat::getSmallest(type.getFloatSemantics()));
  else
    identity = arith::getIdentityValueAttr(atomic, element, b, b.getUnknownLoc(), isFinite);
  return identity ? DenseElementsAttr::get(scalar, identity) : DenseElementsAttr();
}

bool combinesFromIdentity(Operation *op, sdy::ReductionKind kind) {
  return llvm::all_of(op->getResultTypes(), [&](Type type) {
    return bool(identityOf(combinerOf(kind), getElementTypeOrSelf(type)));
  });
}

TypedAttr identityOf(Operation *arithmetic) {
  if (auto sum = dyn_cast<arith::AddFOp>(arithmetic))
    if (auto type = dyn_cast<FloatType>(sum.getType()))
      return identityOfSum(type);
  return arith::getNeutralElement(arithmetic).value_or(TypedAttr());
}

/// The body of the function that a call in a region of scalars names; null for other ops and for
/// external functions.
static Region *calleeBody(Operation *op) {
  auto call = dyn_cast<func::CallOp>(op);
  auto callee = call ? SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(op, call.getCalleeAttr())
                     : func::FuncOp();
  return callee && !callee.isExternal() ? &callee.getBody() : nullptr;
}

// Calls of functions of scalars are emitted inline, so their bodies must be emittable as well.
bool isEmittableRegion(Region &region) {
  if (!region.hasOneBlock())
    return false;
  // A region that is compiled as a function has its arguments as only inputs.
  for (Operation &op : region.front())
    for (Value operand : op.getOperands())
      if (operand.getParentRegion() != &region)
        return false;
  return llvm::all_of(region.front().without_terminator(), [](Operation &op) {
    if (Region *callee = calleeBody(&op))
      return isEmittableRegion(*callee);
    return isa<sdy::ShardingConstraintOp>(op) || isEmittable(&op);
  });
}

// Calls are inlined and sharding constraints are skipped.
SmallVector<Value> emitRegion(Region &region, ScalarBuilder &b, ValueRange args,
                              function_ref<Value(Value)> captured) {
  DenseMap<Value, Value> registers;
  Block &block = region.front();
  for (auto [argument, value] : llvm::zip_equal(block.getArguments(), args))
    registers[argument] = value;
  // Registers of arguments and of earlier ops, or captured ones.
  auto read = [&](ValueRange values) {
    SmallVector<Value> out;
    for (Value v : values) {
      auto found = registers.find(v);
      assert((found != registers.end() || captured) && "a value from outside needs `captured`");
      out.push_back(found != registers.end() ? found->second : captured(v));
    }
    return out;
  };
  for (Operation &op : block.without_terminator()) {
    SmallVector<Value> operands = read(op.getOperands()), results;
    if (Region *callee = calleeBody(&op))
      results = emitRegion(*callee, b, operands);
    else if (isa<sdy::ShardingConstraintOp>(op))
      results = operands;
    else
      results = emitOp(&op, b, operands);
    for (auto [result, value] : llvm::zip_equal(op.getResults(), results))
      registers[result] = value;
  }
  return read(block.getTerminator()->getOperands());
}

} // namespace spmd
