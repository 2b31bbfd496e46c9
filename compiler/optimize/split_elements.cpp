// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Splits complex tensors into real and imaginary parts and quantized ones into their stored
// integers (compiler/ops/parts.h), so that every element fits a register in all later stages. In
// the arguments and results of main, complex numbers stay pairs in memory: a cast makes them an
// array with one more dim of size 2.
//
//   %z = stablehlo.add %x, %y : tensor<4xcomplex<f32>>
//                                            ->   add of the real parts, add of the imaginary ones
//   %i, %z = stablehlo.while(.. complex ..)  ->   a while that carries both parts
#include "compiler/ops/parts.h"
#include "compiler/ops/region.h"
#include "compiler/ops/rule.h"
#include "compiler/passes.h"
#include "compiler/structure/no_elements.h"
#include "dialects/chlo/chlo.h"
#include "dialects/spmd/spmd.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace spmd {
#define GEN_PASS_DEF_SPLITELEMENTS
#include "compiler/passes.h.inc"
} // namespace spmd

using namespace mlir;

namespace spmd {
namespace {

/// Whether the value is complex (two parts) or quantized (one part, its stored integers).
bool hasParts(Value v) { return !partTypes(v.getType()).empty(); }
bool isComplex(Value v) { return partTypes(v.getType()).size() == 2; }

/// tensor<4xcomplex<f32>> -> tensor<4x2xf32>, the layout in memory.
RankedTensorType pairsOf(RankedTensorType complex) {
  SmallVector<int64_t> shape(complex.getShape());
  shape.push_back(2);
  return RankedTensorType::get(shape, cast<ComplexType>(complex.getElementType()).getElementType());
}

/// Slices complex numbers, which are pairs in memory, into real and imaginary parts.
PartValues complexFromMemory(OpBuilder &b, Value complex) {
  RankedTensorType type = pairsOf(cast<RankedTensorType>(complex.getType()));
  // The cast is a view of the bytes: pairs [.., 2] with the real part first.
  Value pairs = UnrealizedConversionCastOp::create(b, complex.getLoc(), type, complex).getResult(0);
  PartValues out;
  for (auto [part, partType] : llvm::enumerate(partTypes(complex.getType()))) {
    SmallVector<int64_t> begin(type.getRank(), 0), end(type.getShape()), strides(type.getRank(), 1);
    begin.back() = part;
    end.back() = part + 1;
    Value one = stablehlo::SliceOp::create(b, complex.getLoc(), pairs, begin, end, strides);
    out.push_back(stablehlo::ReshapeOp::create(b, complex.getLoc(), partType, one));
  }
  return out;
}

/// Concatenates the parts along a new last dim of size 2.
Value pairsInMemory(OpBuilder &b, Location loc, RankedTensorType complex, const PartValues &parts) {
  RankedTensorType type = pairsOf(complex);
  SmallVector<int64_t> shape(type.getShape());
  shape.back() = 1;
  // Each part becomes a column [.., 1], and both are concatenated along the last dim.
  SmallVector<Value> columns;
  for (Value part : parts)
    columns.push_back(stablehlo::ReshapeOp::create(b, loc, type.clone(shape), part));
  return stablehlo::ConcatenateOp::create(b, loc, type, columns, type.getRank() - 1);
}

/// Splits all values of a function. `parts` has the parts of each value that was split; `dead`
/// lists the replaced ops, which are erased at the end.
class Splitter {
public:
  /// Splits arguments, body and results of the function.
  LogicalResult run(func::FuncOp function) {
    Block &entry = function.getBody().front();
    OpBuilder b = OpBuilder::atBlockBegin(&entry);
    // Quantized arguments change their type at the end; until then a cast stands for the integers.
    SmallVector<std::pair<BlockArgument, Operation *>> stored;
    for (BlockArgument argument : entry.getArguments())
      if (isComplex(argument))
        parts[argument] = complexFromMemory(b, argument);
      else if (hasParts(argument)) {
        stored.emplace_back(
            argument, UnrealizedConversionCastOp::create(b, argument.getLoc(),
                                                         partTypes(argument.getType()), argument));
        parts[argument] = {stored.back().second->getResult(0)};
      }
    Block::iterator first = b.getInsertionPoint();
    if (failed(block(entry, first)))
      return failure();
    for (Operation *op : dead)
      op->dropAllReferences();
    for (Operation *op : llvm::reverse(dead))
      op->erase();
    for (auto [argument, cast] : stored) {
      argument.setType(cast->getResult(0).getType());
      cast->getResult(0).replaceAllUsesWith(argument);
      cast->erase();
    }
    function.setType(FunctionType::get(function.getContext(), entry.getArgumentTypes(),
                                       entry.getTerminator()->getOperandTypes()));
    return success();
  }

private:
  DenseMap<Value, PartValues> parts;
  SmallVector<Operation *> dead;

  /// The parts of a value; a value of plain type is its own only part.
  PartValues of(Value v) const {
    auto it = parts.find(v);
    return it == parts.end() ? PartValues{v} : it->second;
  }

  LogicalResult block(Block &ops) { return block(ops, ops.begin()); }
  LogicalResult block(Block &ops, Block::iterator first) {
    for (Operation &op : llvm::make_early_inc_range(llvm::make_range(first, ops.end())))
      if (failed(split(&op)))
        return failure();
    return success();
  }

  /// Splits one op by its kind; ops without complex or quantized values only have their regions
  /// visited.
  LogicalResult split(Operation *op) {
    bool isSpecial = llvm::any_of(op->getOperands(), hasParts) ||
                     llvm::any_of(op->getResults(), hasParts) ||
                     llvm::any_of(op->getOperands(), [&](Value v) { return parts.contains(v); });
    for (Region &region : op->getRegions())
      isSpecial |= !region.empty() && llvm::any_of(region.front().getArguments(), hasParts);
    if (!isSpecial) {
      for (Region &region : op->getRegions())
        for (Block &inner : region)
          if (failed(block(inner)))
            return failure();
      return success();
    }
    OpBuilder b(op);
    if (isa<func::ReturnOp>(op))
      return leave(op, b), success();
    if (op->hasTrait<OpTrait::IsTerminator>() || Rules::of(op).flow)
      return expand(op, b);
    bool complex =
        llvm::any_of(op->getOperands(), isComplex) || llvm::any_of(op->getResults(), isComplex);
    // A sum adds each part on its own. Any other reducer needs all parts of an element together.
    if (op->getNumRegions() && isSumOfElements(op))
      return eachPart(op, b);
    if (op->getNumRegions() && isVariadic(op))
      return expand(op, b);
    if (makesNoElements(op))
      return replaceByNothing(op, b), success();
    SmallVector<PartValues> operands;
    for (Value operand : op->getOperands())
      operands.push_back(of(operand));
    const OpRules &rules = Rules::of(op);
    if (rules.index || isExchange(op))
      return eachPart(op, b);
    if (rules.parts)
      if (std::optional<PartValues> result = rules.parts(op, b, operands))
        return replace(op, *result), success();
    bool isLinear = rules.linearIn && llvm::all_of(op->getOpOperands(), [&](OpOperand &operand) {
                      return rules.linearIn(op, operand.getOperandNumber());
                    });
    if (complex && isLinear)
      return eachPart(op, b);
    return op->emitOpError(
        complex ? "computes with complex numbers in a way that generated code does not"
                : "computes with quantized numbers in a way that generated code does not");
  }

  /// Records the parts of the op's results, or replaces results of plain type. Several results have
  /// their parts one after the other.
  void replace(Operation *op, ArrayRef<Value> made) {
    for (Value result : op->getResults()) {
      size_t count = std::max<size_t>(partTypes(result.getType()).size(), 1);
      if (hasParts(result))
        parts[result] = PartValues(made.take_front(count));
      else
        result.replaceAllUsesWith(made.front());
      made = made.drop_front(count);
    }
    dead.push_back(op);
  }

  /// Collectives that only move elements run once for each part. A list of roots is plain, so each
  /// part has it.
  static bool isExchange(Operation *op) {
    size_t lists = op->hasAttr("has_dynamic_root") ? 1 : 0;
    return Rules::of(op).rule && op->getNumOperands() == op->getNumResults() + lists &&
           (op->hasAttr("replica_groups") || op->hasAttr("source_target_pairs"));
  }
  /// Whether the body of the op is a plain addition.
  static bool isSumOfElements(Operation *op) {
    return op->getNumRegions() == 1 && op->getNumOperands() == op->getNumResults() &&
           combinerOf(op->getRegion(0)) == ir::CombineKind::Sum;
  }

  /// Ops that take any number of operands and whose results follow from them: reduce,
  /// reduce_window, scatter, sort.
  static bool isVariadic(Operation *op) {
    return op->getNumRegions() == 1 &&
           op->getRegion(0).getNumArguments() == 2 * op->getNumResults() &&
           !op->hasAttr("replica_groups") && op->hasTrait<OpTrait::VariadicResults>();
  }

  /// Replaces results without elements by empty constants.
  void replaceByNothing(Operation *op, OpBuilder &b) {
    for (Value result : op->getResults()) {
      SmallVector<Type, 2> types;
      appendTypes(types, result.getType());
      PartValues x;
      for (Type type : types)
        x.push_back(createEmptyConstant(b, op->getLoc(), type));
      if (hasParts(result))
        parts[result] = x;
      else
        result.replaceAllUsesWith(x[0]);
    }
    dead.push_back(op);
  }

  /// Turns the results of main back into arrays: complex ones are joined in memory, quantized ones
  /// become integers. All casts stand behind all joins, so that one kernel may join several.
  void leave(Operation *op, OpBuilder &b) {
    SmallVector<std::pair<OpOperand *, Value>> joined;
    for (OpOperand &operand : op->getOpOperands()) {
      Value v = operand.get();
      if (isComplex(v))
        joined.emplace_back(
            &operand, pairsInMemory(b, op->getLoc(), cast<RankedTensorType>(v.getType()), of(v)));
      else if (hasParts(v))
        operand.set(of(v)[0]);
    }
    for (auto [operand, pairs] : joined)
      operand->set(
          UnrealizedConversionCastOp::create(b, op->getLoc(), operand->get().getType(), pairs)
              .getResult(0));
  }

  /// Rebuilds an op with one operand, result and region argument for each part. Values of plain
  /// type keep one place. The index of a loop's counter is adjusted.
  ///   while(i, z complex)   ->   while(i, z.real, z.imag)
  LogicalResult expand(Operation *op, OpBuilder &b) {
    OperationState state(op->getLoc(), op->getName());
    state.attributes = NamedAttrList(op->getDiscardableAttrDictionary());
    state.propertiesAttr = op->getPropertiesAsAttribute();
    for (Value operand : op->getOperands())
      state.operands.append(of(operand));
    for (auto [i, result] : llvm::enumerate(op->getResults())) {
      if (auto counter = op->getAttrOfType<IntegerAttr>(ir::kCounterAttr);
          counter && counter.getInt() == int64_t(i))
        state.attributes.set(ir::kCounterAttr, b.getI64IntegerAttr(state.types.size()));
      appendTypes(state.types, result.getType());
    }
    for (unsigned i = 0; i < op->getNumRegions(); ++i)
      state.addRegion();
    Operation *made = b.create(state);
    unsigned next = 0;
    for (Value result : op->getResults()) {
      if (hasParts(result)) {
        PartValues &x = parts[result];
        for (unsigned n = partTypes(result.getType()).size(); n > 0; --n)
          x.push_back(made->getResult(next++));
      } else {
        result.replaceAllUsesWith(made->getResult(next++));
      }
    }
    // A comparator takes its arguments in pairs (left, right) of each operand. All other bodies
    // take all left arguments and then all right ones.
    bool isComparator = op->getNumResults() == op->getNumOperands() && op->getNumRegions() == 1 &&
                        op->getRegion(0).getNumArguments() == 2 * op->getNumOperands();
    for (auto [from, to] : llvm::zip_equal(op->getRegions(), made->getRegions()))
      if (failed(expandRegion(from, to, isComparator ? 2 : 1)))
        return failure();
    dead.push_back(op);
    return success();
  }
  /// Appends the types of the parts, or the type itself if it is plain.
  static void appendTypes(SmallVectorImpl<Type> &types, Type type) {
    SmallVector<Type, 2> split = partTypes(type);
    split.empty() ? types.push_back(type) : types.append(split);
  }

  /// Moves a body and splits its arguments. `together` arguments of one type stay side by side in
  /// each part: a comparator of complex (l, r) gets (l.real, r.real, l.imag, r.imag).
  LogicalResult expandRegion(Region &from, Region &to, unsigned together) {
    if (from.empty())
      return success();
    Block &old = from.front(), &block = to.emplaceBlock();
    for (unsigned i = 0; i < old.getNumArguments(); i += together) {
      auto arguments = old.getArguments().slice(i, together);
      if (!hasParts(arguments[0])) {
        for (BlockArgument argument : arguments)
          argument.replaceAllUsesWith(block.addArgument(argument.getType(), argument.getLoc()));
        continue;
      }
      for (Type type : partTypes(arguments[0].getType()))
        for (BlockArgument argument : arguments)
          parts[argument].push_back(block.addArgument(type, argument.getLoc()));
    }
    block.getOperations().splice(block.end(), old.getOperations());
    return this->block(block);
  }

  /// Clones the op once for each part. Operands of plain type are the same in all clones.
  LogicalResult eachPart(Operation *op, OpBuilder &b) {
    unsigned count = 0;
    for (Value result : op->getResults())
      count = std::max<unsigned>(count, partTypes(result.getType()).size());
    SmallVector<PartValues> results(op->getNumResults());
    for (unsigned part = 0; part < count; ++part) {
      IRMapping mapping;
      for (Value operand : op->getOperands())
        if (PartValues x = of(operand); hasParts(operand))
          mapping.map(operand, x[part]);
      Operation *copy = b.clone(*op, mapping);
      for (Region &region : copy->getRegions())
        for (BlockArgument argument : region.getArguments())
          toPart(argument, part);
      copy->walk([&](Operation *inner) {
        for (Value result : inner->getResults())
          toPart(result, part);
      });
      for (auto [i, result] : llvm::enumerate(copy->getResults()))
        results[i].push_back(result);
    }
    for (auto [result, x] : llvm::zip_equal(op->getResults(), results))
      if (hasParts(result))
        parts[result] = x;
      else
        result.replaceAllUsesWith(x[0]);
    dead.push_back(op);
    return success();
  }
  /// Changes the type of a value to that of its part.
  static void toPart(Value v, unsigned part) {
    if (SmallVector<Type, 2> types = partTypes(v.getType()); !types.empty())
      v.setType(types[part]);
  }
};

struct SplitElements : impl::SplitElementsBase<SplitElements> {
  /// Does nothing if main has no complex or quantized value.
  void runOnOperation() override {
    auto main = getOperation().lookupSymbol<func::FuncOp>("main");
    if (!main)
      return;
    bool isNeeded = false;
    main.walk([&](Operation *op) {
      isNeeded |=
          llvm::any_of(op->getOperands(), hasParts) || llvm::any_of(op->getResults(), hasParts);
    });
    if (isNeeded && failed(Splitter().run(main)))
      signalPassFailure();
  }
};

} // namespace
} // namespace spmd
