// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Maps arith ops to instructions by tables of names, and math ops to intrinsics or to functions of
// vector_math.h.
#include "compiler/codegen/lower_arithmetic.h"
#include "compiler/codegen/element_memory.h"
#include "compiler/codegen/vector_math.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/SmallVectorExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;

namespace spmd {

namespace {
using Predicate = llvm::CmpInst::Predicate;

// MLIR's comparison predicates as LLVM's, in the order of MLIR's enums.
constexpr Predicate kFloatPredicates[] = {
    Predicate::FCMP_FALSE, Predicate::FCMP_OEQ, Predicate::FCMP_OGT, Predicate::FCMP_OGE,
    Predicate::FCMP_OLT,   Predicate::FCMP_OLE, Predicate::FCMP_ONE, Predicate::FCMP_ORD,
    Predicate::FCMP_UEQ,   Predicate::FCMP_UGT, Predicate::FCMP_UGE, Predicate::FCMP_ULT,
    Predicate::FCMP_ULE,   Predicate::FCMP_UNE, Predicate::FCMP_UNO, Predicate::FCMP_TRUE};
constexpr Predicate kIntPredicates[] = {
    Predicate::ICMP_EQ,  Predicate::ICMP_NE,  Predicate::ICMP_SLT, Predicate::ICMP_SLE,
    Predicate::ICMP_SGT, Predicate::ICMP_SGE, Predicate::ICMP_ULT, Predicate::ICMP_ULE,
    Predicate::ICMP_UGT, Predicate::ICMP_UGE};
static_assert(std::size(kFloatPredicates) == arith::getMaxEnumValForCmpFPredicate() + 1);
static_assert(std::size(kIntPredicates) == arith::getMaxEnumValForCmpIPredicate() + 1);

/// An arith op that is one LLVM instruction of two operands.
struct BinaryEntry {
  llvm::StringLiteral name;
  llvm::Instruction::BinaryOps opcode;
};
constexpr BinaryEntry kBinaries[] = {
    {"addf", llvm::Instruction::FAdd},  {"subf", llvm::Instruction::FSub},
    {"mulf", llvm::Instruction::FMul},  {"divf", llvm::Instruction::FDiv},
    {"addi", llvm::Instruction::Add},   {"subi", llvm::Instruction::Sub},
    {"muli", llvm::Instruction::Mul},   {"divsi", llvm::Instruction::SDiv},
    {"divui", llvm::Instruction::UDiv}, {"remsi", llvm::Instruction::SRem},
    {"remui", llvm::Instruction::URem}, {"andi", llvm::Instruction::And},
    {"ori", llvm::Instruction::Or},     {"xori", llvm::Instruction::Xor},
    {"shli", llvm::Instruction::Shl},   {"shrsi", llvm::Instruction::AShr},
    {"shrui", llvm::Instruction::LShr},
};
/// An arith op that is one intrinsic of two operands.
struct IntrinsicEntry {
  llvm::StringLiteral name;
  llvm::Intrinsic::ID id;
};
constexpr IntrinsicEntry kIntrinsics[] = {
    {"maximumf", llvm::Intrinsic::maximum}, {"minimumf", llvm::Intrinsic::minimum},
    {"maxnumf", llvm::Intrinsic::maxnum},   {"minnumf", llvm::Intrinsic::minnum},
    {"maxsi", llvm::Intrinsic::smax},       {"minsi", llvm::Intrinsic::smin},
    {"maxui", llvm::Intrinsic::umax},       {"minui", llvm::Intrinsic::umin},
};
/// A conversion that is one LLVM cast to the register type of the result.
struct CastEntry {
  llvm::StringLiteral name;
  llvm::Instruction::CastOps opcode;
};
constexpr CastEntry kCasts[] = {
    {"extsi", llvm::Instruction::SExt},    {"extui", llvm::Instruction::ZExt},
    {"trunci", llvm::Instruction::Trunc},  {"sitofp", llvm::Instruction::SIToFP},
    {"uitofp", llvm::Instruction::UIToFP},
};

llvm::Value *call(llvm::IRBuilder<> &b, llvm::Intrinsic::ID id, ArrayRef<llvm::Value *> x) {
  return b.CreateIntrinsic(id, {x[0]->getType()}, x);
}

/// A number in its register type: an f16 or bf16 becomes an f32, exactly.
llvm::Constant *numberOf(llvm::Type *type, llvm::APFloat value) {
  bool losesInfo;
  value.convert(type->getFltSemantics(), llvm::APFloat::rmNearestTiesToEven, &losesInfo);
  return llvm::ConstantFP::get(type, value);
}
llvm::Constant *numberOf(llvm::Type *type, const llvm::APInt &value) {
  return llvm::ConstantInt::get(type, value);
}

/// A constant of `lanes` lanes: a number, a splat, or a vector of any numbers.
template <class Number>
llvm::Value *constant(llvm::IRBuilder<> &b, llvm::Type *type, TypedAttr value, unsigned lanes) {
  auto dense = dyn_cast<DenseElementsAttr>(value);
  if (!dense) {
    if constexpr (std::is_same_v<Number, llvm::APInt>)
      return numberOf(type, cast<IntegerAttr>(value).getValue());
    else
      return numberOf(type, cast<FloatAttr>(value).getValue());
  }
  if (dense.isSplat())
    return splatTo(b, numberOf(type, dense.getSplatValue<Number>()), lanes);
  return llvm::ConstantVector::get(llvm::map_to_vector(
      dense.getValues<Number>(), [&](const Number &x) { return numberOf(type, x); }));
}

/// Converts a double to an f32 that rounds to the same f8, f16 or bf16 as the double itself.
/// Rounding twice to nearest may err where the first rounding ends in a tie of the second.
/// The f32 is therefore rounded to odd: where the double lies between two f32, the one with
/// the last bit set is taken, which is no tie of a shorter type (Boldo, Melquiond: When
/// double rounding is odd, 2004).
llvm::Value *singleBeforeRounding(llvm::IRBuilder<> &b, llvm::Value *x, unsigned lanes) {
  llvm::Type *type = withLanes(b.getFloatTy(), lanes), *bitsType = withLanes(b.getInt32Ty(), lanes);
  // Rounds to nearest first and corrects afterwards: where that went away from zero, the
  // bits minus one are the neighbour towards zero.
  llvm::Value *nearest = b.CreateFPTrunc(x, type), *bits = b.CreateBitCast(nearest, bitsType);
  llvm::Value *size = call(b, llvm::Intrinsic::fabs, x),
              *found = call(b, llvm::Intrinsic::fabs, b.CreateFPExt(nearest, x->getType()));
  // `below` is the f32 next to the double towards zero.
  llvm::Value *below = b.CreateAdd(bits, b.CreateSExt(b.CreateFCmpOGT(found, size), bitsType));
  llvm::Value *odd = b.CreateOr(below, llvm::ConstantInt::get(bitsType, 1));
  return b.CreateBitCast(b.CreateSelect(b.CreateFCmpONE(found, size), odd, bits), type);
}

bool isNarrowFloat(Type t) { return isa<FloatType>(t) && t.getIntOrFloatBitWidth() < 32; }

/// A bit cast sees the memory form: the f32 register of a narrow float has other bits. A float of
/// 4 bits takes a byte in memory, an integer register of 4 bits has only those.
llvm::Value *lowerBitcast(llvm::IRBuilder<> &b, llvm::Value *x, Type from, Type to,
                          unsigned lanes) {
  llvm::Value *bits = isNarrowFloat(from) ? toMemory(b, x, from) : x;
  const unsigned width = to.getIntOrFloatBitWidth();
  if (isNarrowFloat(from) && width < 8) // a byte in memory
    bits = b.CreateTrunc(bits, withLanes(b.getIntNTy(width), lanes));
  if (!isNarrowFloat(to))
    return b.CreateBitCast(bits, withLanes(registerType(to, b.getContext()), lanes));
  if (width < 8)
    bits = b.CreateZExt(bits, withLanes(b.getInt8Ty(), lanes));
  return fromMemory(b, b.CreateBitCast(bits, withLanes(memoryType(to, b.getContext()), lanes)), to);
}

/// Conversions between element types, and negf; null for any other op.
llvm::Value *lowerCast(llvm::IRBuilder<> &b, Operation *op, ArrayRef<llvm::Value *> operands,
                       unsigned lanes) {
  if (op->getNumOperands() != 1 || op->getNumResults() != 1)
    return nullptr;
  llvm::Value *x = operands[0];
  Type fromType = getElementTypeOrSelf(op->getOperand(0)),
       toType = getElementTypeOrSelf(op->getResult(0));
  llvm::Type *to = withLanes(registerType(toType, b.getContext()), lanes);
  llvm::StringRef name = op->getName().stripDialect();
  for (const CastEntry &entry : kCasts)
    if (entry.name == name)
      return b.CreateCast(entry.opcode, x, to);
  // Narrow floats are f32 in registers: narrowing rounds and extends again, widening does
  // nothing.
  if (name == "truncf") {
    if (!isNarrowFloat(toType))
      return b.CreateFPTrunc(x, to);
    bool isDouble = x->getType()->getScalarType()->isDoubleTy();
    return roundTo(b, isDouble ? singleBeforeRounding(b, x, lanes) : x, toType);
  }
  if (name == "extf")
    return x->getType() == to ? x : b.CreateFPExt(x, to);
  // Saturates, because LLVM's plain conversion gives poison where the value does not fit.
  if (name == "fptosi")
    return b.CreateIntrinsic(llvm::Intrinsic::fptosi_sat, {to, x->getType()}, {x});
  if (name == "fptoui")
    return b.CreateIntrinsic(llvm::Intrinsic::fptoui_sat, {to, x->getType()}, {x});
  if (name == "index_cast")
    return b.CreateSExtOrTrunc(x, to);
  if (name == "index_castui")
    return b.CreateZExtOrTrunc(x, to);
  if (name == "bitcast")
    return lowerBitcast(b, x, fromType, toType, lanes);
  return name == "negf" ? b.CreateFNeg(x) : nullptr;
}

/// Ops of the math dialect: an intrinsic where LLVM has one, else a function of
/// vector_math.h.
llvm::Value *lowerMath(llvm::IRBuilder<> &b, Operation *op, ArrayRef<llvm::Value *> x) {
  llvm::StringRef name = op->getName().stripDialect();
  using ID = llvm::Intrinsic::ID;
  ID id = llvm::StringSwitch<ID>(name)
              .Case("absf", llvm::Intrinsic::fabs)
              .Case("ceil", llvm::Intrinsic::ceil)
              .Case("floor", llvm::Intrinsic::floor)
              .Case("trunc", llvm::Intrinsic::trunc)
              .Case("roundeven", llvm::Intrinsic::roundeven)
              .Case("fma", llvm::Intrinsic::fma)
              .Case("copysign", llvm::Intrinsic::copysign)
              .Case("ctpop", llvm::Intrinsic::ctpop)
              .Default(llvm::Intrinsic::not_intrinsic);
  if (id != llvm::Intrinsic::not_intrinsic)
    return call(b, id, x);
  // LLVM drops a select of NaN in place of a root that is NaN, since to it all NaNs are equal. The
  // machine's has a sign. Behind a fence LLVM sees no root.
  if (name == "sqrt")
    return b.CreateArithmeticFence(call(b, llvm::Intrinsic::sqrt, x), x[0]->getType());
  // The second operand of these intrinsics tells that zero and the smallest integer have a
  // defined result.
  if (name == "ctlz" || name == "cttz")
    return b.CreateIntrinsic(name == "ctlz" ? llvm::Intrinsic::ctlz : llvm::Intrinsic::cttz,
                             {x[0]->getType()}, {x[0], b.getFalse()});
  if (name == "absi")
    return b.CreateIntrinsic(llvm::Intrinsic::abs, {x[0]->getType()}, {x[0], b.getFalse()});
  if (name == "exp" && op->hasAttr("spmd.at_most_zero"))
    return emitExpOfAtMostZero(b, x[0]);
  // exp, log1p, atan2, ...: the names of C
  return emitMathFunction(b, name == "powf" ? "pow" : name, x);
}

/// The arith op of two operands that is called `name`; null if there is none.
llvm::Value *lowerBinary(llvm::IRBuilder<> &b, llvm::StringRef name, llvm::Value *x,
                         llvm::Value *y) {
  for (const BinaryEntry &entry : kBinaries)
    if (entry.name == name)
      return b.CreateBinOp(entry.opcode, x, y);
  for (const IntrinsicEntry &entry : kIntrinsics)
    if (entry.name == name)
      return call(b, entry.id, {x, y});
  return name == "remf" ? emitMathFunction(b, "fmod", {x, y}) : nullptr;
}

/// Combines the low half of the lanes with the high half until one lane is left.
///   a b c d  ->  a+c b+d  ->  (a+c)+(b+d)
llvm::Value *lowerReduction(llvm::IRBuilder<> &b, vector::ReductionOp op,
                            ArrayRef<llvm::Value *> operands) {
  std::string name = vector::stringifyCombiningKind(op.getKind()).str();
  // A kind has the name of its arith op, but for the suffix where integers and floats share one.
  if (llvm::is_contained({"add", "mul", "and", "or", "xor"}, name))
    name += isa<FloatType>(op.getType()) ? 'f' : 'i';
  llvm::Value *x = operands[0];
  SmallVector<int> sequence = llvm::to_vector(llvm::seq<int>(0, lanesOf(x)));
  assert(llvm::isPowerOf2_32(sequence.size()) && "halves are of one length");
  for (unsigned half = sequence.size() / 2; half; half /= 2) {
    auto lanesFrom = [&](unsigned first) {
      return half == 1 ? b.CreateExtractElement(x, first)
                       : b.CreateShuffleVector(x, ArrayRef(sequence).slice(first, half));
    };
    llvm::Value *low = lanesFrom(0), *high = lanesFrom(half);
    x = lowerBinary(b, name, low, high);
  }
  return op.getAcc() ? lowerBinary(b, name, operands[1], x) : x;
}
} // namespace

/// One op of arith, math, func or vector becomes instructions on registers. Operands that are
/// vectors have `lanes` lanes. Returns null for an op that has no instruction here; the caller
/// reports it.
llvm::Value *lowerArithmetic(llvm::IRBuilder<> &b, Operation *op, ArrayRef<llvm::Value *> x,
                             unsigned lanes) {
  if (auto c = dyn_cast<arith::ConstantOp>(op)) {
    Type element = getElementTypeOrSelf(c.getType());
    llvm::Type *type = registerType(element, b.getContext());
    return isa<FloatType>(element) ? constant<llvm::APFloat>(b, type, c.getValue(), lanes)
                                   : constant<llvm::APInt>(b, type, c.getValue(), lanes);
  }
  if (isa<arith::SelectOp>(op))
    return b.CreateSelect(x[0], x[1], x[2]);
  if (op->getName().getDialectNamespace() == "math")
    return lowerMath(b, op, x);
  if (auto function = dyn_cast<func::CallOp>(op)) // a function of libm, by its name for double
    return emitMathFunction(b, function.getCallee(), x);
  if (auto reduction = dyn_cast<vector::ReductionOp>(op))
    return lowerReduction(b, reduction, x);
  if (auto compare = dyn_cast<arith::CmpFOp>(op))
    return b.CreateFCmp(kFloatPredicates[size_t(compare.getPredicate())], x[0], x[1]);
  if (auto compare = dyn_cast<arith::CmpIOp>(op))
    return b.CreateICmp(kIntPredicates[size_t(compare.getPredicate())], x[0], x[1]);
  llvm::Value *cast = lowerCast(b, op, x, lanes);
  if (cast || x.size() != 2)
    return cast;
  return lowerBinary(b, op->getName().stripDialect(), x[0], x[1]);
}

} // namespace spmd
