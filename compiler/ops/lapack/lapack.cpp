// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads a custom call of LAPACK into the configuration of the runtime's routine, and what its
// facets follow from: which arrays the routine has (rt::lapackArrays) says everything about shapes.
#include "compiler/ops/lapack/lapack.h"
#include "compiler/elements/dtype.h"
#include "compiler/ops/call_parts.h"
#include "compiler/ops/lapack/routine_names.h"
#include "runtime/kernels/library_config.h"

using namespace mlir;
using namespace spmd::stablehlo;

namespace spmd::ops {
namespace {

using rt::LapackArray;
using rt::LapackArrays;
using rt::LapackConfig;
using rt::LapackElement;
using rt::LapackRoutine;

/// Null for tokens and tuples.
RankedTensorType shapeOf(Value value) { return dyn_cast<RankedTensorType>(value.getType()); }

/// A number of the call's configuration, which JAX writes beside the op or as its own.
std::optional<int64_t> configured(CustomCallOp op, StringRef name) {
  for (StringRef attribute : {"mhlo.backend_config", "backend_config"})
    if (auto config = op->getAttrOfType<DictionaryAttr>(attribute))
      if (auto number = config.getAs<IntegerAttr>(name))
        return number.getType().isUnsignedInteger() ? number.getUInt() : number.getInt();
  return std::nullopt;
}

/// Letters and row numbers of the configuration. JAX names them after LAPACK's arguments.
void readOptions(CustomCallOp op, LapackConfig &config) {
  auto letter = [&](StringRef name, char &to) {
    if (std::optional<int64_t> code = configured(op, name))
      to = char(*code);
  };
  letter("mode", config.job);
  letter("compute_left", config.job);
  letter("compute_right", config.jobRight);
  letter("uplo", config.uplo);
  letter("side", config.side);
  letter("trans_x", config.transposed);
  letter("diag", config.diagonal);
  // Beside a letter for the side, JAX has a flag. A transposed complex matrix is conjugated, too.
  if (std::optional<int64_t> left = configured(op, "left"))
    config.side = *left ? 'L' : 'R';
  if (configured(op, "transpose").value_or(0))
    config.transposed = rt::isComplex(config) ? 'C' : 'T';
  config.low = configured(op, "low").value_or(1);
  config.high = configured(op, "high").value_or(config.n);
}

bool isSingular(const LapackConfig &c) {
  return c.routine == LapackRoutine::Gesdd || c.routine == LapackRoutine::Gesvd;
}
/// How many singular vectors the longer side has: for the job N the program chooses.
SmallVector<int64_t, 2> vectorCounts(const LapackConfig &c) {
  int64_t least = std::min(c.m, c.n), most = std::max(c.m, c.n);
  if (!isSingular(c))
    return {c.k};
  if (c.job == 'N')
    return {least, most};
  return {c.job == 'A' ? most : least};
}

/// The letters that the routine's options may be, each list for one option.
bool hasKnownOptions(const LapackConfig &c) {
  auto isOneOf = [](char letter, StringRef letters) { return letters.contains(letter); };
  return isOneOf(c.job, isSingular(c) ? "ASN" : "VN") && isOneOf(c.jobRight, "VN") &&
         isOneOf(c.uplo, "LU") && isOneOf(c.side, "LR") && isOneOf(c.transposed, "NTC") &&
         isOneOf(c.diagonal, "NU") && c.low >= 1 && c.high <= c.n && (c.low <= c.high || c.n == 0);
}

// Batch dims are all dims in front of those of the first array: the rank of the first operand says
// how many there are, for calls on vectors (gtsv, the permutation) as for those on matrices.

/// The last sizes of an operand or result: all but those of the batch.
ArrayRef<int64_t> sizesBehind(Value value, int64_t batch) {
  return shapeOf(value).getShape().drop_front(batch);
}

/// Fills in the sizes of the matrices. Fails where a rank does not fit; sizes that do not agree are
/// found by comparing with the table.
bool readSizes(CustomCallOp op, LapackConfig &config) {
  Value first = op->getOperand(0);
  bool isOnVectors =
      config.routine == LapackRoutine::Gtsv || config.routine == LapackRoutine::PivotsToPermutation;
  int64_t batch = shapeOf(first).getRank() - (isOnVectors ? 1 : 2);
  if (batch < 0)
    return false;
  for (Value operand : op->getOperands())
    if (shapeOf(operand).getRank() < batch)
      return false;
  for (int64_t size : shapeOf(first).getShape().take_front(batch))
    config.batches *= size;
  auto last = [&](Value value) {
    ArrayRef<int64_t> sizes = sizesBehind(value, batch);
    return sizes.empty() ? 1 : sizes.back();
  };
  ArrayRef<int64_t> sizes = sizesBehind(first, batch);
  config.m = sizes.front(), config.n = sizes.back();
  Value lastOperand = op->getOperand(op->getNumOperands() - 1);
  if (config.routine == LapackRoutine::Orgqr) {
    config.k = last(lastOperand);
  } else if (config.routine == LapackRoutine::Gtsv) {
    config.k = last(lastOperand);
  } else if (config.routine == LapackRoutine::PivotsToPermutation) {
    config.k = config.n; // of the swaps; there may be more rows
    config.n = op->getNumResults() ? shapeOf(op->getResult(0)).getShape().back() : config.k;
  } else if (config.routine == LapackRoutine::Trsm || config.routine == LapackRoutine::Ormqr) {
    ArrayRef<int64_t> sides = sizesBehind(lastOperand, batch);
    if (sides.size() != 2)
      return false;
    config.k = config.n, config.m = sides[0], config.n = sides[1];
  }
  return true;
}

/// The element types of an array's buffers: two for complex numbers whose parts are apart.
SmallVector<Type, 2> elementsOf(const LapackConfig &config, const LapackArray &array,
                                MLIRContext *context) {
  bool isDouble = config.type == rt::DType::F64 || config.type == rt::DType::C128;
  Type real = isDouble ? Type(Float64Type::get(context)) : Type(Float32Type::get(context));
  if (array.element == LapackElement::Integer)
    return {IntegerType::get(context, 32)};
  if (array.element == LapackElement::Complex ||
      (array.element == LapackElement::Number && rt::isComplex(config))) {
    if (config.apart)
      return {real, real};
    return {ComplexType::get(real)};
  }
  return {real};
}

/// [2, 3] and a matrix of 4 x 5 -> [2, 3, 4, 5].
SmallVector<int64_t> shapeBehind(ArrayRef<int64_t> batch, const LapackArray &array) {
  SmallVector<int64_t> shape(batch);
  if (array.rank >= 1)
    shape.push_back(array.rows);
  if (array.rank == 2)
    shape.push_back(array.columns);
  return shape;
}

/// Whether values have the types of the arrays, each behind the dims of the batch.
bool haveTypesOf(ValueRange values, ArrayRef<int64_t> batch, const LapackConfig &config,
                 ArrayRef<LapackArray> arrays) {
  size_t next = 0;
  for (const LapackArray &array : arrays) {
    for (Type element : elementsOf(config, array, values[0].getContext()))
      if (next == values.size() ||
          values[next++].getType() != RankedTensorType::get(shapeBehind(batch, array), element))
        return false;
  }
  return next == values.size();
}

/// Whether layouts, where there are any, have columns one after the other: the last two dims are
/// exchanged for matrices, all others in order.
bool haveColumnLayouts(ArrayAttr layouts, ArrayRef<LapackArray> arrays) {
  if (!layouts)
    return true;
  for (auto [attribute, array] : llvm::zip(layouts, arrays)) {
    SmallVector<int64_t> order;
    for (const APInt &dim : cast<DenseIntElementsAttr>(attribute).getValues<APInt>())
      order.push_back(dim.getSExtValue());
    if (array.rank == 2 && order.size() >= 2)
      std::swap(order[0], order[1]);
    for (auto [i, dim] : llvm::enumerate(order))
      if (dim != int64_t(order.size() - 1 - i))
        return false;
  }
  return true;
}

/// Why a call is none: what is behind "'stablehlo.custom_call' op".
struct Fault {
  std::string text;
};
// Programs come from anywhere, so nothing is taken for granted here: wrong types end in a message
// at the op, not in a routine that reads beyond an array.

/// What the op calls, or what is wrong with it. Sizes are read off the operands, then all types are
/// compared with what the table of arrays says for these sizes: as they stand in JAX's text, and
/// with complex tensors apart, as they stand after split-elements.
std::variant<LapackConfig, Fault> readCall(CustomCallOp op) {
  auto routine = routineOf(op.getCallTargetName());
  auto isTensor = [](Value value) { return shapeOf(value) && shapeOf(value).hasStaticShape(); };
  if (!routine)
    return Fault{"calls no routine of LAPACK"};
  if (op->getNumOperands() == 0 || op->getNumResults() == 0 ||
      !llvm::all_of(op->getOperands(), isTensor) || !llvm::all_of(op->getResults(), isTensor))
    return Fault{"calls LAPACK on values that are no tensors of known shape"};
  LapackConfig config{.routine = routine->first, .type = routine->second};
  if (!readSizes(op, config))
    return Fault{"calls LAPACK on tensors of other ranks than its matrices"};
  readOptions(op, config);
  if (config.routine == LapackRoutine::Trsm &&
      config.k != (config.side == 'L' ? config.m : config.n))
    return Fault{
        "calls LAPACK to solve for sides that are not of the order of the triangular matrix"};
  if (!hasKnownOptions(config))
    return Fault{"calls LAPACK with an option that the routine does not have"};
  for (int64_t count : vectorCounts(config))
    for (bool apart : {false, true}) {
      config.k = count, config.apart = apart;
      LapackArrays arrays = rt::lapackArrays(config);
      int64_t batch = shapeOf(op->getOperand(0)).getRank() - arrays.operands[0].rank;
      ArrayRef<int64_t> sizes = shapeOf(op->getOperand(0)).getShape().take_front(batch);
      if (!haveTypesOf(op->getOperands(), sizes, config, arrays.operands) ||
          !haveTypesOf(op->getResults(), sizes, config, arrays.results))
        continue;
      if (!apart && (!haveColumnLayouts(op.getOperandLayoutsAttr(), arrays.operands) ||
                     !haveColumnLayouts(op.getResultLayoutsAttr(), arrays.results)))
        return Fault{"calls LAPACK on matrices whose columns are not one after the other"};
      return config;
    }
  return Fault{"calls LAPACK with types that are not those of the routine"};
}

/// Drops what a program states for the types that the call had before.
void dropAnnotations(NamedAttrList &attributes) {
  for (StringRef name : {"operand_layouts", "result_layouts", "output_operand_aliases",
                         "mhlo.frontend_attributes", "mhlo.sharding", "sdy.sharding_rule"})
    attributes.erase(name);
}

/// The layouts of values: the columns of matrices one after the other. For a [2, 4, 4] matrix of a
/// batch: dense<[1, 2, 0]>.
ArrayAttr columnLayouts(OpBuilder &b, TypeRange types, ArrayRef<LapackArray> arrays) {
  SmallVector<Attribute> layouts;
  for (auto [type, array] : llvm::zip_equal(types, arrays)) {
    int64_t rank = cast<RankedTensorType>(type).getRank();
    SmallVector<int64_t> order;
    for (int64_t d = rank - 1; d >= 0; --d)
      order.push_back(d);
    if (array.rank == 2)
      std::swap(order[0], order[1]);
    layouts.push_back(b.getIndexTensorAttr(order));
  }
  return b.getArrayAttr(layouts);
}

/// The types of all results, each behind the dims of the batch.
SmallVector<Type> resultTypes(const LapackConfig &config, const LapackArrays &arrays,
                              ArrayRef<int64_t> batch, MLIRContext *context) {
  SmallVector<Type> types;
  for (const LapackArray &array : arrays.results)
    for (Type element : elementsOf(config, array, context))
      types.push_back(RankedTensorType::get(shapeBehind(batch, array), element));
  return types;
}

} // namespace

bool isLapackTarget(StringRef target) { return routineOf(target).has_value(); }

std::optional<LapackConfig> lapackCall(CustomCallOp op) {
  auto call = readCall(op);
  auto *config = std::get_if<LapackConfig>(&call);
  return config ? std::optional(*config) : std::nullopt;
}
std::string lapackFault(CustomCallOp op) {
  auto call = readCall(op);
  auto *fault = std::get_if<Fault>(&call);
  return fault ? fault->text : std::string();
}

// The table says which dims are behind the batch; each is a factor of its own.
std::optional<ShardingRule> lapackRule(Operation *op) {
  auto call = dyn_cast<CustomCallOp>(op);
  std::optional<LapackConfig> config = call ? lapackCall(call) : std::nullopt;
  if (!config)
    return std::nullopt;
  RuleBuilder builder(op);
  auto first = shapeOf(op->getOperand(0));
  int64_t batch = first.getRank() - rt::lapackArrays(*config).operands[0].rank;
  for (int64_t d = 0; d < batch; ++d)
    builder.addEverywhere(d, d, first.getDimSize(d));
  size_t operands = op->getNumOperands();
  for (size_t tensor = 0; tensor < operands + op->getNumResults(); ++tensor) {
    auto type = shapeOf(valueAt(op, tensor));
    for (int64_t d = batch; d < type.getRank(); ++d) {
      bool isOperand = tensor < operands;
      SmallVector<int64_t> dims(isOperand ? tensor : tensor - operands, RuleBuilder::kAbsent);
      dims.push_back(d);
      builder.add(isOperand ? dims : SmallVector<int64_t>(),
                  isOperand ? SmallVector<int64_t>() : dims, type.getDimSize(d),
                  FactorKind::NeedReplication);
    }
  }
  return builder.build();
}

// Annotations are those of tensors with one dim less.
LogicalResult batchLapack(CustomCallOp op, Batching &g) {
  std::optional<LapackConfig> config = lapackCall(op);
  if (!config)
    return g.refuse("it " + lapackFault(op));
  if (failed(batchInFront(g)))
    return failure();
  auto made = cast<CustomCallOp>(g.results[0].value.getDefiningOp());
  NamedAttrList attributes(made->getAttrDictionary());
  dropAnnotations(attributes);
  if (!config->apart) {
    LapackArrays arrays = rt::lapackArrays(*config);
    attributes.set("operand_layouts", columnLayouts(g.b, made->getOperandTypes(), arrays.operands));
    attributes.set("result_layouts", columnLayouts(g.b, made->getResultTypes(), arrays.results));
  }
  made->setAttrs(attributes);
  return success();
}

// The draft lives until the types of the results are known; it is never a part of the program.
CustomCallOp createLapackCall(OpBuilder &b, Location loc, StringRef name, ValueRange operands,
                              ArrayRef<std::pair<StringRef, int64_t>> options) {
  Type element = shapeOf(operands[0]).getElementType();
  rt::DType type = dtypeOf(element).value_or(rt::DType::F32);
  std::string target = targetOf(name, type);
  SmallVector<NamedAttribute> config;
  for (auto [option, value] : options)
    config.push_back(b.getNamedAttr(
        option,
        IntegerAttr::get(IntegerType::get(b.getContext(), 8, IntegerType::Unsigned), value)));
  OperationState state(loc, CustomCallOp::getOperationName());
  state.addOperands(operands);
  state.addAttribute("call_target_name", b.getStringAttr(target));
  state.addAttribute("backend_config", b.getStringAttr(""));
  state.addAttribute("mhlo.backend_config", b.getDictionaryAttr(config));
  // Which results there are follows from the operands: a call without results tells it.
  OwningOpRef<Operation *> draft(Operation::create(state));
  LapackConfig call{.routine = routineOf(target)->first, .type = type};
  [[maybe_unused]] bool isRead = readSizes(cast<CustomCallOp>(*draft), call);
  assert(isRead && "callers pass matrices");
  readOptions(cast<CustomCallOp>(*draft), call);
  call.k = vectorCounts(call)[0];
  LapackArrays arrays = rt::lapackArrays(call);
  ArrayRef<int64_t> batch = shapeOf(operands[0]).getShape().drop_back(arrays.operands[0].rank);
  state.addTypes(resultTypes(call, arrays, batch, b.getContext()));
  state.addAttribute("operand_layouts", columnLayouts(b, operands.getTypes(), arrays.operands));
  state.addAttribute("result_layouts", columnLayouts(b, state.types, arrays.results));
  return cast<CustomCallOp>(b.create(state));
}

// The result says how many rows there are, which may be more than swaps.
Value createPermutation(OpBuilder &b, Location loc, Value swaps, int64_t rows) {
  SmallVector<int64_t> shape(shapeOf(swaps).getShape());
  shape.back() = rows;
  OperationState state(loc, CustomCallOp::getOperationName());
  state.addOperands(swaps);
  state.addTypes(shapeOf(swaps).clone(shape));
  state.addAttribute("call_target_name", b.getStringAttr("lu_pivots_to_permutation"));
  return b.create(state)->getResult(0);
}

//   zgetrf (complex) -> (complex, i32, i32)   ->   (f64, f64) -> (f64, f64, i32, i32)
std::optional<PartValues> lapackOnParts(CustomCallOp op, OpBuilder &b,
                                        ArrayRef<PartValues> operands) {
  if (!lapackCall(op))
    return std::nullopt;
  NamedAttrList attributes(op->getAttrDictionary());
  dropAnnotations(attributes);
  return callOnParts(op, b, operands, std::move(attributes));
}

// Tensors of the interpreter are row-major and have complex numbers as pairs, which the routine
// takes. It runs tile by tile, as a worker would.
llvm::Expected<TensorList> evalLapack(CustomCallOp op, Inputs in) {
  std::optional<LapackConfig> config = lapackCall(op);
  if (!config)
    return opError(op, lapackFault(op));
  TensorList copies(in), results;
  SmallVector<void *> operandData, resultData;
  for (Tensor &operand : copies)
    operandData.push_back(const_cast<char *>(operand.data())); // routines only read operands
  for (Value result : op->getResults())
    results.emplace_back(result.getType());
  for (Tensor &result : results)
    resultData.push_back(result.mutableData());
  rt::LibraryConfig call = *config;
  rt::PlannedRoutine planned = rt::planRoutine(call);
  rt::RoutineArgs args{.config = call,
                       .operands = operandData.data(),
                       .results = resultData.data(),
                       .plan = planned.plan.get()};
  for (int64_t tile = 0; tile < planned.tiles; ++tile)
    planned.routine->run(args, tile);
  return results;
}

} // namespace spmd::ops
