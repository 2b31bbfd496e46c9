// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Builds the module around a clone of the op.
#include "compiler/verify/op_program.h"
#include "compiler/ops/known_range.h"
#include "compiler/ops/region.h"
#include "compiler/ops/rule.h"
#include "compiler/ops/shifts.h"
#include "compiler/verify/shorter_dims.h"
#include "dialects/sdy/manual.h"
#include "dialects/sdy/values.h"
#include "dialects/stablehlo/stablehlo.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;

namespace spmd {
namespace {

llvm::Error without(const Twine &reason) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), reason);
}

/// The sharding of a value as ops at its place see it: without the axes of manual computations
/// around them, to which types are local.
sdy::TensorShardingAttr shardingAt(Operation *op, Value value) {
  sdy::TensorShardingAttr sharding = sdy::getSharding(value);
  for (auto manual = op->getParentOfType<sdy::ManualComputationOp>(); manual && sharding;
       manual = manual->getParentOfType<sdy::ManualComputationOp>())
    sharding = sdy::withoutManualAxes(sharding, manual.getManualAxes());
  return sharding;
}

/// Fails with the reason where no program of the op says what it computes. Ops without operands
/// mean the same on every device if partition knows how each device makes its part of them; others,
/// such as partition_id, differ from device to device.
llvm::Error checkStandsAlone(Operation *op) {
  if (!isMemoryEffectFree(op))
    return without("it has effects");
  if (op->getNumOperands() == 0 && !Rules::of(op).localize)
    return without("it depends on the device");
  for (Type type : llvm::concat<const Type>(SmallVector<Type>(op->getOperandTypes()),
                                            SmallVector<Type>(op->getResultTypes())))
    if (auto tensor = dyn_cast<RankedTensorType>(type); !tensor || !tensor.hasStaticShape())
      return without("not all of its values are tensors of static shape");
  return llvm::Error::success();
}

/// What it takes to run the op once: the steps of its loops, or at least a look at each element.
/// The estimate needs no run, so that one op of a large program does not hold up the others.
///   reduce_window of 2x4097 by windows of 1x4097: 33,570,818 steps for 16,388 elements
int64_t stepsOf(Operation *op) {
  int64_t elements = 0;
  uint64_t steps = 1;
  for (Value value : llvm::concat<Value>(SmallVector<Value>(op->getOperands()),
                                         SmallVector<Value>(op->getResults())))
    elements += cast<RankedTensorType>(value.getType()).getNumElements();
  if (auto *space = Rules::of(op).space)
    for (const IterationSpace::Dim &dim : space(op).dims)
      steps = llvm::SaturatingMultiply(steps, uint64_t(dim.size));
  return std::max(elements, int64_t(std::min<uint64_t>(steps, INT64_MAX)));
}

/// Makes the module of one op, in the order in which it is printed: meshes, arguments, the op, its
/// results. All meshes come along, since shardings and groups of collectives may name any of
/// them.
class Builder {
public:
  explicit Builder(Operation *op) : op(op), source(op->getParentOfType<ModuleOp>()) {}

  OpProgram build(const OpTypes &types) {
    OpProgram program;
    OpBuilder b(op->getContext());
    program.module = ModuleOp::create(b, op->getLoc());
    b.setInsertionPointToStart(program.module->getBody());
    for (auto mesh : source.getOps<sdy::MeshOp>())
      b.clone(*mesh);
    main = func::FuncOp::create(b, op->getLoc(), "main", b.getFunctionType({}, {}));
    b.setInsertionPointToStart(main.addEntryBlock());
    for (auto [operand, type] : llvm::zip_equal(op->getOperands(), types.operands))
      addInput(b, operand, type);
    llvm::SetVector<Value> captures; // of the body of a reduction
    for (Region &region : op->getRegions())
      getUsedValuesDefinedAbove(region, captures);
    for (Value capture : captures)
      addInput(b, capture, capture.getType());
    // The clone has the operands' new types at once; attributes and results follow.
    Operation *clone = b.clone(*op, mapping);
    resize(clone,
           {SmallVector<Type>(op->getOperandTypes()), SmallVector<Type>(op->getResultTypes())},
           types);
    SmallVector<sdy::TensorShardingAttr> shardings =
        llvm::map_to_vector(op->getResults(), [&](Value result) { return shardingAt(op, result); });
    if (llvm::all_of(shardings, [](auto sharding) { return bool(sharding); }))
      sdy::setShardings(clone, shardings);
    SmallVector<Value> results;
    for (auto [result, sharding] : llvm::zip_equal(clone->getResults(), shardings))
      results.push_back(whole(b, result, sharding, program));
    func::ReturnOp::create(b, op->getLoc(), results);
    close(results, shardings);
    program.steps = stepsOf(clone);
    return program;
  }

private:
  Operation *op;
  ModuleOp source;
  func::FuncOp main;
  IRMapping mapping;

  static sdy::TensorShardingAttr reduced(sdy::TensorShardingAttr sharding) {
    return sharding && !sharding.getUnreducedAxes().empty() ? sharding.replaceUnreducedAxes({})
                                                            : sharding;
  }

  /// An argument of main.
  Value addArgument(Location loc, Type type, sdy::TensorShardingAttr sharding) {
    unsigned i = main.getNumArguments();
    (void)main.insertArgument(i, type, {}, loc);
    if (sharding)
      sdy::setFuncArgSharding(main, i, sharding);
    return main.getArgument(i);
  }

  /// The constant that the op needs a value to be, or null. Placements rest on zeros, which are
  /// partial sums of zero, and on factors and divisors of partial sums that are not. Ops that no
  /// rule splits may take sizes from an operand.
  ElementsAttr constantOf(OpBuilder &b, Value value, Type type) const {
    auto tensor = cast<RankedTensorType>(type);
    if (isZeroBits(value)) {
      if (auto complex = dyn_cast<ComplexType>(tensor.getElementType())) {
        APFloat zero = cast<FloatAttr>(b.getZeroAttr(complex.getElementType())).getValue();
        return DenseElementsAttr::get(tensor, std::complex<APFloat>(zero, zero));
      }
      if (auto zero = dyn_cast_or_null<ElementsAttr>(b.getZeroAttr(type)))
        return zero;
    }
    bool isPartial = llvm::any_of(op->getResults(), [&](Value result) {
      sdy::TensorShardingAttr sharding = shardingAt(op, result);
      return sharding && !sharding.getUnreducedAxes().empty();
    });
    if (isPartial && isFiniteNonzeroSplat(value)) {
      Type element = tensor.getElementType();
      return DenseElementsAttr::get(tensor, isa<FloatType>(element)
                                                ? Attribute(b.getFloatAttr(element, 2.0))
                                                : Attribute(b.getIntegerAttr(element, 2)));
    }
    DenseElementsAttr constant;
    return !Rules::of(op).rule && matchPattern(value, m_Constant(&constant)) &&
                   constant.getType() == type
               ? constant
               : ElementsAttr();
  }

  /// An argument of main for a value that the op uses, or a constant; the same one for the same
  /// value.
  void addInput(OpBuilder &b, Value value, Type type) {
    if (mapping.contains(value))
      return;
    sdy::TensorShardingAttr sharding = shardingAt(op, value);
    if (ElementsAttr kept = constantOf(b, value, type)) {
      auto constant = stablehlo::ConstantOp::create(b, value.getLoc(), kept);
      if (sharding)
        sdy::setShardings(constant, {sharding});
      mapping.map(value, constant.getResult());
      return;
    }
    mapping.map(value, sharding && !sharding.getUnreducedAxes().empty()
                           ? partialInput(b, cast<RankedTensorType>(type), sharding)
                           : addArgument(value.getLoc(), type, sharding));
  }

  /// Parts of a value. A sum has the value on the first device and zeros on the others, so that it
  /// is exact. The parts of a maximum are rows of an argument.
  Value partialInput(OpBuilder &b, RankedTensorType type, sdy::TensorShardingAttr sharding) {
    ArrayRef<sdy::AxisRefAttr> axes = sharding.getUnreducedAxes();
    if (sharding.getReductionKind() == sdy::ReductionKind::SUM)
      return sdy::ReplicatedToUnreducedOp::create(
          b, op->getLoc(), type, addArgument(op->getLoc(), type, reduced(sharding)),
          sdy::AxisRefListAttr::get(b.getContext(), axes), sharding);
    SmallVector<int64_t> shape(type.getShape());
    shape.insert(shape.begin(), sdy::getShardedSize(axes, sdy::getMesh(sharding, op)));
    SmallVector<sdy::DimensionShardingAttr> dims(sharding.getDimShardings());
    dims.insert(dims.begin(),
                sdy::DimensionShardingAttr::get(b.getContext(), axes, /*isClosed=*/true));
    Value rows =
        addArgument(op->getLoc(), type.clone(shape), reduced(sharding).withDimShardings(dims));
    ir::CombineKind kind = combinerOf(sharding.getReductionKind());
    Value init =
        stablehlo::ConstantOp::create(b, op->getLoc(), identityOf(kind, type.getElementType()));
    auto reduce = stablehlo::ReduceOp::create(b, op->getLoc(), rows, init, ArrayRef<int64_t>{0},
                                              opNameOf(kind));
    sdy::setShardings(reduce, sharding);
    return reduce->getResult(0);
  }

  /// The result with all its parts added up.
  Value whole(OpBuilder &b, Value result, sdy::TensorShardingAttr sharding, OpProgram &program) {
    if (!sharding || sharding.getUnreducedAxes().empty())
      return result;
    program.combines |= !llvm::any_of(op->getOperands(), [&](Value operand) {
      sdy::TensorShardingAttr from = shardingAt(op, operand);
      return from && from.getUnreducedAxes() == sharding.getUnreducedAxes();
    });
    return sdy::ReshardOp::create(b, op->getLoc(), result, reduced(sharding));
  }

  /// Gives main its results and their shardings.
  void close(ValueRange results, ArrayRef<sdy::TensorShardingAttr> shardings) {
    main.setFunctionType(
        FunctionType::get(op->getContext(), main.front().getArgumentTypes(), TypeRange(results)));
    for (auto [i, sharding] : llvm::enumerate(shardings))
      if (sharding)
        sdy::setFuncResultSharding(main, i, reduced(sharding));
  }
};

/// Over how many shards a dim of one of the op's values is split, by all axes but the manual ones
/// around the op.
int64_t shardsAt(Operation *op, Value value, int64_t dim) {
  sdy::TensorShardingAttr sharding = shardingAt(op, value);
  return sharding ? sharding.getDimSharding(dim).getShardedSize(sdy::getMesh(sharding, op)) : 1;
}

} // namespace

std::string OpProgram::text() const {
  std::string out;
  llvm::raw_string_ostream stream(out);
  module.get().print(stream);
  return out;
}

/// Where an op cannot be as short as its rule says (a slice that is longer than what is left), the
/// program has its own sizes.
llvm::Expected<OpProgram> programOf(Operation *op) {
  if (llvm::Error error = checkStandsAlone(op))
    return error;
  OpTypes own{SmallVector<Type>(op->getOperandTypes()), SmallVector<Type>(op->getResultTypes())};
  OpTypes shorter =
      shorterTypes(op, [&](Value value, int64_t dim) { return shardsAt(op, value, dim); });
  OpProgram program = Builder(op).build(shorter);
  std::string message;
  ScopedDiagnosticHandler quiet(op->getContext(), [&](Diagnostic &diagnostic) {
    message = diagnostic.str();
    return success();
  });
  if (failed(verify(*program.module)))
    program = Builder(op).build(own);
  if (failed(verify(*program.module)))
    return without("alone it is not valid: " + message);
  return program;
}

} // namespace spmd
