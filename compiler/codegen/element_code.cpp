// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Builds scalar code from the `emit` facets and translates it to LLVM instructions. Types
// of elements in registers and in memory are in element_memory.h, functions like exp in
// vector_math.h.
#include "compiler/codegen/element_code.h"
#include "compiler/codegen/vector_math.h"
#include "compiler/ops/region.h"
#include "compiler/ops/rounding.h"
#include "compiler/ops/rule.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;

namespace spmd {

/// The type of an element in registers, as the emit facets see it.
static Type scalarRegister(OpBuilder &builder, Location loc, Type type) {
  ScalarBuilder b{builder, loc};
  return b.registerType(getElementTypeOrSelf(type));
}

/// Index arguments are added when the facet asks for an index along a dim, one per dim.
const ElementCode &ElementCodes::of(Operation *op) {
  std::unique_ptr<ElementCode> &code = codes[op];
  if (code)
    return *code;
  code = std::make_unique<ElementCode>();
  OpBuilder builder(op->getContext());
  builder.setInsertionPointToStart(&code->block);
  for (Value operand : op->getOperands())
    code->block.addArgument(scalarRegister(builder, op->getLoc(), operand.getType()), op->getLoc());
  code->operandCount = op->getNumOperands();
  // One argument per dim, however often the facet asks for it.
  auto indexAlong = [&](int64_t dim) -> Value {
    for (auto [i, d] : llvm::enumerate(code->indexDims))
      if (d == dim)
        return code->block.getArgument(code->operandCount + i);
    code->indexDims.push_back(dim);
    return code->block.addArgument(builder.getI64Type(), op->getLoc());
  };
  ScalarBuilder b{builder, op->getLoc(), {}, indexAlong};
  SmallVector<Value> operands(code->block.getArguments());
  code->results = emitOp(op, b, operands);
  for (auto [value, result] : llvm::zip_equal(code->results, op->getResults())) {
    Type element = getElementTypeOrSelf(result);
    code->roundTo.push_back(wantsRounding(rounding, element, value, operands, op->getOperandTypes())
                                ? element
                                : Type());
  }
  return *code;
}

/// A combiner of two values keeps its total in f32 (Rounding::Late), see element_code.h.
const ElementCode &ElementCodes::of(Region &region) {
  std::unique_ptr<ElementCode> &code = codes[&region];
  if (code)
    return *code;
  code = std::make_unique<ElementCode>();
  OpBuilder builder(region.getContext());
  builder.setInsertionPointToStart(&code->block);
  for (BlockArgument arg : region.getArguments())
    code->block.addArgument(scalarRegister(builder, arg.getLoc(), arg.getType()), arg.getLoc());
  code->operandCount = region.getNumArguments();
  ScalarBuilder b{builder, region.getLoc()};
  b.rounding = combinerOfPairs(region) ? Rounding::Late : rounding;
  SmallVector<Value> arguments(code->block.getArguments());
  code->results = emitRegion(region, b, arguments);
  for (auto [value, result] :
       llvm::zip_equal(code->results, region.front().getTerminator()->getOperands())) {
    Type element = getElementTypeOrSelf(result);
    code->roundTo.push_back(
        wantsRounding(rounding, element, value, arguments, region.getArgumentTypes()) ? element
                                                                                      : Type());
  }
  return *code;
}

namespace {
using Predicate = llvm::CmpInst::Predicate;

/// MLIR's comparison predicates of floats as LLVM's. The numbers of the two enums differ.
Predicate predicateOf(arith::CmpFPredicate p) {
  using P = arith::CmpFPredicate;
  switch (p) {
  case P::AlwaysFalse:
    return Predicate::FCMP_FALSE;
  case P::OEQ:
    return Predicate::FCMP_OEQ;
  case P::OGT:
    return Predicate::FCMP_OGT;
  case P::OGE:
    return Predicate::FCMP_OGE;
  case P::OLT:
    return Predicate::FCMP_OLT;
  case P::OLE:
    return Predicate::FCMP_OLE;
  case P::ONE:
    return Predicate::FCMP_ONE;
  case P::ORD:
    return Predicate::FCMP_ORD;
  case P::UEQ:
    return Predicate::FCMP_UEQ;
  case P::UGT:
    return Predicate::FCMP_UGT;
  case P::UGE:
    return Predicate::FCMP_UGE;
  case P::ULT:
    return Predicate::FCMP_ULT;
  case P::ULE:
    return Predicate::FCMP_ULE;
  case P::UNE:
    return Predicate::FCMP_UNE;
  case P::UNO:
    return Predicate::FCMP_UNO;
  case P::AlwaysTrue:
    return Predicate::FCMP_TRUE;
  }
  llvm_unreachable("all predicates are listed");
}

/// The same for integers.
Predicate predicateOf(arith::CmpIPredicate p) {
  using P = arith::CmpIPredicate;
  switch (p) {
  case P::eq:
    return Predicate::ICMP_EQ;
  case P::ne:
    return Predicate::ICMP_NE;
  case P::slt:
    return Predicate::ICMP_SLT;
  case P::sle:
    return Predicate::ICMP_SLE;
  case P::sgt:
    return Predicate::ICMP_SGT;
  case P::sge:
    return Predicate::ICMP_SGE;
  case P::ult:
    return Predicate::ICMP_ULT;
  case P::ule:
    return Predicate::ICMP_ULE;
  case P::ugt:
    return Predicate::ICMP_UGT;
  case P::uge:
    return Predicate::ICMP_UGE;
  }
  llvm_unreachable("all predicates are listed");
}

/// Translates ops one by one. `x` holds the operands' values, all with `lanes` lanes.
struct Translation {
  llvm::IRBuilder<> &b;
  unsigned lanes = 1;

  llvm::Type *typeOf(Value v) {
    return withLanes(registerType(getElementTypeOrSelf(v), b.getContext()), lanes);
  }
  llvm::Value *call(llvm::Intrinsic::ID id, ArrayRef<llvm::Value *> x) {
    return b.CreateIntrinsic(id, {x[0]->getType()}, x);
  }
  llvm::Value *constant(arith::ConstantOp op);
  llvm::Value *binary(Operation *op, ArrayRef<llvm::Value *> x);
  llvm::Value *cast(Operation *op, ArrayRef<llvm::Value *> x);
  llvm::Value *singleBeforeRounding(llvm::Value *x);
  llvm::Value *math(Operation *op, ArrayRef<llvm::Value *> x);
  llvm::Value *emit(Operation *op, ArrayRef<llvm::Value *> x);
};

/// A constant as a scalar of the register type: an f16 or bf16 constant becomes an f32,
/// exactly.
llvm::Value *Translation::constant(arith::ConstantOp op) {
  Attribute value = op.getValue();
  if (auto dense = dyn_cast<DenseElementsAttr>(value))
    value = dense.getSplatValue<Attribute>();
  llvm::Type *type = registerType(getElementTypeOrSelf(op.getType()), b.getContext());
  if (auto f = dyn_cast<FloatAttr>(value)) {
    llvm::APFloat number = f.getValue();
    bool losesInfo;
    number.convert(type->getFltSemantics(), llvm::APFloat::rmNearestTiesToEven, &losesInfo);
    return llvm::ConstantFP::get(type, number);
  }
  return llvm::ConstantInt::get(type, mlir::cast<IntegerAttr>(value).getValue());
}

namespace {
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
} // namespace

/// Arith ops of two operands; null for any other op.
llvm::Value *Translation::binary(Operation *op, ArrayRef<llvm::Value *> x) {
  llvm::StringRef name = op->getName().stripDialect();
  for (const BinaryEntry &entry : kBinaries)
    if (entry.name == name)
      return b.CreateBinOp(entry.opcode, x[0], x[1]);
  for (const IntrinsicEntry &entry : kIntrinsics)
    if (entry.name == name)
      return call(entry.id, x);
  if (name == "remf")
    return emitMathFunction(b, "fmod", x);
  if (auto compare = dyn_cast<arith::CmpFOp>(op))
    return b.CreateFCmp(predicateOf(compare.getPredicate()), x[0], x[1]);
  if (auto compare = dyn_cast<arith::CmpIOp>(op))
    return b.CreateICmp(predicateOf(compare.getPredicate()), x[0], x[1]);
  return nullptr;
}

/// Converts a double to an f32 that rounds to the same f8, f16 or bf16 as the double itself.
/// Rounding twice to nearest may err where the first rounding ends in a tie of the second.
/// The f32 is therefore rounded to odd: where the double lies between two f32, the one with
/// the last bit set is taken, which is no tie of a shorter type (Boldo, Melquiond: When
/// double rounding is odd, 2004).
llvm::Value *Translation::singleBeforeRounding(llvm::Value *x) {
  llvm::Type *type = withLanes(b.getFloatTy(), lanes), *bitsType = withLanes(b.getInt32Ty(), lanes);
  // Rounds to nearest first and corrects afterwards: where that went away from zero, the
  // bits minus one are the neighbour towards zero.
  llvm::Value *nearest = b.CreateFPTrunc(x, type), *bits = b.CreateBitCast(nearest, bitsType);
  llvm::Value *size = call(llvm::Intrinsic::fabs, {x}),
              *found = call(llvm::Intrinsic::fabs, {b.CreateFPExt(nearest, x->getType())});
  // `below` is the f32 next to the double towards zero.
  llvm::Value *below = b.CreateAdd(bits, b.CreateSExt(b.CreateFCmpOGT(found, size), bitsType));
  llvm::Value *odd = b.CreateOr(below, llvm::ConstantInt::get(bitsType, 1));
  return b.CreateBitCast(b.CreateSelect(b.CreateFCmpONE(found, size), odd, bits), type);
}

/// Conversions between element types, and negf; null for any other op.
llvm::Value *Translation::cast(Operation *op, ArrayRef<llvm::Value *> x) {
  if (op->getNumOperands() != 1 || op->getNumResults() != 1)
    return nullptr;
  Type fromType = getElementTypeOrSelf(op->getOperand(0)),
       toType = getElementTypeOrSelf(op->getResult(0));
  llvm::Type *to = typeOf(op->getResult(0));
  auto narrowFloat = [](Type t) { return isa<FloatType>(t) && t.getIntOrFloatBitWidth() < 32; };
  llvm::StringRef name = op->getName().stripDialect();
  for (const CastEntry &entry : kCasts)
    if (entry.name == name)
      return b.CreateCast(entry.opcode, x[0], to);
  // Small floats are f32 in registers: narrowing rounds and extends again, widening does
  // nothing.
  if (name == "truncf") {
    if (!narrowFloat(toType))
      return b.CreateFPTrunc(x[0], to);
    bool isDouble = x[0]->getType()->getScalarType()->isDoubleTy();
    return roundTo(b, isDouble ? singleBeforeRounding(x[0]) : x[0], toType);
  }
  if (name == "extf")
    return x[0]->getType() == to ? x[0] : b.CreateFPExt(x[0], to);
  // Saturates, because LLVM's plain conversion gives poison where the value does not fit.
  if (name == "fptosi")
    return b.CreateIntrinsic(llvm::Intrinsic::fptosi_sat, {to, x[0]->getType()}, {x[0]});
  if (name == "fptoui")
    return b.CreateIntrinsic(llvm::Intrinsic::fptoui_sat, {to, x[0]->getType()}, {x[0]});
  if (name == "index_cast" || name == "index_castui")
    return b.CreateSExtOrTrunc(x[0], to);
  if (name == "bitcast") {
    // A bit cast sees the memory form: the f32 register of a small float has other bits.
    if (narrowFloat(fromType))
      return b.CreateBitCast(toMemory(b, x[0], fromType), to);
    if (narrowFloat(toType)) {
      llvm::Type *memory = withLanes(memoryType(toType, b.getContext()), lanes);
      return fromMemory(b, b.CreateBitCast(x[0], memory), toType);
    }
    return b.CreateBitCast(x[0], to);
  }
  return name == "negf" ? b.CreateFNeg(x[0]) : nullptr;
}

/// Ops of the math dialect: an intrinsic where LLVM has one, else a function of
/// vector_math.h.
llvm::Value *Translation::math(Operation *op, ArrayRef<llvm::Value *> x) {
  llvm::StringRef name = op->getName().stripDialect();
  using ID = llvm::Intrinsic::ID;
  ID id = llvm::StringSwitch<ID>(name)
              .Case("absf", llvm::Intrinsic::fabs)
              .Case("ceil", llvm::Intrinsic::ceil)
              .Case("floor", llvm::Intrinsic::floor)
              .Case("trunc", llvm::Intrinsic::trunc)
              .Case("roundeven", llvm::Intrinsic::roundeven)
              .Case("sqrt", llvm::Intrinsic::sqrt)
              .Case("fma", llvm::Intrinsic::fma)
              .Case("copysign", llvm::Intrinsic::copysign)
              .Case("ctpop", llvm::Intrinsic::ctpop)
              .Default(llvm::Intrinsic::not_intrinsic);
  if (id != llvm::Intrinsic::not_intrinsic)
    return call(id, x);
  // The second operand of these intrinsics tells that zero and the smallest integer have a
  // defined result.
  if (name == "ctlz" || name == "cttz")
    return b.CreateIntrinsic(name == "ctlz" ? llvm::Intrinsic::ctlz : llvm::Intrinsic::cttz,
                             {x[0]->getType()}, {x[0], b.getFalse()});
  if (name == "absi")
    return b.CreateIntrinsic(llvm::Intrinsic::abs, {x[0]->getType()}, {x[0], b.getFalse()});
  llvm::StringRef function = llvm::StringSwitch<llvm::StringRef>(name)
                                 .Case("powf", "pow")
                                 .Default(name); // exp, log1p, atan2, ...: the names of C
  return emitMathFunction(b, function, x);
}

/// Translates one op; null where no instruction is known for it.
llvm::Value *Translation::emit(Operation *op, ArrayRef<llvm::Value *> x) {
  if (auto c = dyn_cast<arith::ConstantOp>(op))
    return constant(c);
  if (isa<arith::SelectOp>(op))
    return b.CreateSelect(x[0], x[1], x[2]);
  if (op->getName().getDialectNamespace() == "math")
    return math(op, x);
  if (auto function = dyn_cast<func::CallOp>(op)) // a function of libm, by its name for double
    return emitMathFunction(b, function.getCallee(), x);
  if (llvm::Value *v = binary(op, x))
    return v;
  return cast(op, x);
}
} // namespace

/// Values are splat to the widest operand of each op, so that code on scalars stays scalar
/// until it meets a vector.
SmallVector<llvm::Value *> emitElements(llvm::IRBuilder<> &b, const ElementCode &code,
                                        ArrayRef<llvm::Value *> arguments) {
  DenseMap<Value, llvm::Value *> values;
  for (auto [from, to] : llvm::zip_equal(code.block.getArguments(), arguments))
    values[from] = to;
  for (Operation &each : code.block) {
    Operation *op = &each;
    SmallVector<llvm::Value *, 4> operands;
    unsigned lanes = 1;
    for (Value operand : op->getOperands()) {
      operands.push_back(values.lookup(operand));
      lanes = std::max(lanes, lanesOf(operands.back()));
    }
    for (llvm::Value *&v : operands)
      v = splatTo(b, v, lanes);
    llvm::Value *result = Translation{b, lanes}.emit(op, operands);
    if (!result)
      llvm::report_fatal_error(llvm::Twine("emit facet built an op that has no instruction: ") +
                               op->getName().getStringRef());
    values[op->getResult(0)] = result;
  }
  SmallVector<llvm::Value *> results;
  for (Value v : code.results)
    results.push_back(values.lookup(v));
  return results;
}

} // namespace spmd
