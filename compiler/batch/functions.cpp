// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Batched forms of functions. A callee is written once for each pattern of batched arguments. A
// gradient that the user wrote (spmd.vjp) is batched with its function: what it gives for an
// argument that all entries share is the sum over the entries.
#include "compiler/batch/batcher.h"
#include "compiler/structure/unused_ops.h"
#include "dialects/sdy/values.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;

namespace spmd {

static constexpr llvm::StringLiteral kVjp = "spmd.vjp";

func::FuncOp BatchedModule::calleeOf(Operation *op) {
  // A composite means its decomposition (StableHLO specification, composite).
  auto name = op->getAttrOfType<FlatSymbolRefAttr>("decomposition");
  if (auto call = dyn_cast<CallOpInterface>(op))
    name = dyn_cast<FlatSymbolRefAttr>(dyn_cast<SymbolRefAttr>(call.getCallableForCallee()));
  return name ? symbols.lookup<func::FuncOp>(name.getValue()) : func::FuncOp();
}

bool BatchedModule::namesAxis(Operation *op) {
  if (axis.empty())
    return false;
  WalkResult walked = op->walk([&](Operation *inner) {
    if (batchAxisOf(inner) == StringRef(axis))
      return WalkResult::interrupt();
    func::FuncOp callee = calleeOf(inner);
    if (!callee)
      return WalkResult::advance();
    // A function that calls itself names no more than the rest of it does.
    auto [entry, isNew] = named.try_emplace(callee.getName(), false);
    bool answer = isNew ? namesAxis(callee) : entry->second;
    named[callee.getName()] = answer;
    return answer ? WalkResult::interrupt() : WalkResult::advance();
  });
  return walked.wasInterrupted();
}

/// The pattern as text.
static std::string keyOf(func::FuncOp function, const BatchedModule::Pattern &pattern) {
  std::string key;
  llvm::raw_string_ostream os(key);
  os << function.getName() << " " << pattern.size;
  for (int64_t dim : pattern.arguments)
    os << " " << dim;
  for (sdy::AxisRefAttr axis : pattern.along)
    os << " " << axis.toString();
  if (pattern.results) {
    os << " ->";
    for (WantedResult result : *pattern.results)
      os << " " << result.dim;
  }
  return key;
}

FailureOr<BatchedModule::Form> BatchedModule::formOf(func::FuncOp function,
                                                     const Pattern &pattern) {
  std::string key = keyOf(function, pattern);
  auto found = forms.find(key);
  if (found != forms.end())
    return found->second;
  FailureOr<Form> form = write(function, pattern, (function.getName() + "_batched").str());
  if (failed(form))
    return failure();
  form->function.setPrivate();
  forms[key] = *form;
  return form;
}

void BatchedModule::tidy(func::FuncOp function) {
  auto module = function->getParentOfType<ModuleOp>();
  eraseUnused(function.getBody(), symbols);
  for (auto &[key, form] : forms)
    eraseUnused(form.function.getBody(), symbols);
  // A form that goes may be the last caller of another one.
  for (bool changes = true; changes;) {
    changes = false;
    for (auto &[key, form] : forms)
      if (form.function && SymbolTable::symbolKnownUseEmpty(form.function, module)) {
        symbols.erase(form.function);
        form.function = nullptr;
        changes = true;
      }
  }
  forms.clear();
}

/// The attributes of an argument or result with its batch dim.
static DictionaryAttr batchedAttributes(DictionaryAttr attributes, int64_t dim,
                                        ArrayRef<sdy::AxisRefAttr> along) {
  if (!attributes)
    return attributes;
  NamedAttrList list(attributes);
  if (auto sharding = attributes.getAs<sdy::TensorShardingAttr>("sdy.sharding"))
    list.set("sdy.sharding", batchedSharding(sharding, dim, along));
  return list.getDictionary(attributes.getContext());
}

/// An argument that gives its memory to a result needs a result of its type.
static void dropAliases(func::FuncOp function) {
  constexpr llvm::StringLiteral name = "tf.aliasing_output";
  for (unsigned i = 0; i < function.getNumArguments(); ++i)
    if (auto result = function.getArgAttrOfType<IntegerAttr>(i, name);
        result && (result.getInt() >= function.getNumResults() ||
                   function.getResultTypes()[result.getInt()] != function.getArgumentTypes()[i]))
      function.removeArgAttr(i, name);
}

/// Returns what is wanted of each result.
static LogicalResult placeResults(func::FuncOp function, Batcher &batcher, OpBuilder &b,
                                  ArrayRef<WantedResult> wanted, SmallVector<Batched> &returned) {
  Operation *end = function.getBody().front().getTerminator();
  for (auto [i, result] : llvm::enumerate(returned)) {
    auto [dim, sums] = wanted[i];
    if (dim != Batched::kNone) {
      result = {batcher.put(end, b, result, dim), dim};
    } else if (sums) {
      Batching g(end, b, batcher.size, IRMapping());
      Expr x = g.of(result.value);
      x = result.isBatched() ? sum(x, {result.dim}) : double(batcher.size) * x;
      result = {x.value, Batched::kNone};
    } else if (result.isBatched()) {
      return function.emitError("has a result that is wanted once, number ")
             << i << ", but it differs by entry of the batch";
    }
  }
  return success();
}

FailureOr<BatchedModule::Form> BatchedModule::write(func::FuncOp function, const Pattern &pattern,
                                                    StringRef name) {
  if (!function.getBody().hasOneBlock())
    return function.emitError("has several blocks; batches need structured control flow");
  if (llvm::is_contained(stack, function.getName()))
    return function.emitError("has no batched form: it calls itself");
  for (auto [i, dim] : llvm::enumerate(pattern.arguments))
    if (dim != Batched::kNone && hasAxes(sdy::getFuncArgSharding(function, i), pattern.along))
      return function.emitError("has no batched form: argument ")
             << i << " is sharded along an axis that splits the batch";
  for (unsigned i = 0; i < function.getNumResults(); ++i)
    if (hasAxes(sdy::getFuncResultSharding(function, i), pattern.along))
      return function.emitError("has no batched form: result ")
             << i << " is sharded along an axis that splits the batch";
  Block &body = function.getBody().front();
  auto made = cast<func::FuncOp>(function->cloneWithoutRegions());
  made.setName(name);
  OpBuilder b(function.getContext());
  Batcher batcher(*this, pattern.size, pattern.along);
  Block &block = made.getBody().emplaceBlock();
  batcher.mapArguments(body, block, pattern.arguments);
  b.setInsertionPointToEnd(&block);
  symbols.insert(made, std::next(function->getIterator()));
  stack.push_back(function.getName());
  FailureOr<SmallVector<Batched>> returned = batcher.runRegion(function.getBody(), b);
  stack.pop_back();
  if (failed(returned) ||
      (pattern.results && failed(placeResults(function, batcher, b, *pattern.results, *returned))))
    return failure();
  SmallVector<Value> values;
  Form form{made, {}};
  for (auto [i, result] : llvm::enumerate(*returned)) {
    values.push_back(result.value);
    form.dims.push_back(result.dim);
    made.setResultAttrs(
        i, batchedAttributes(function.getResultAttrDict(i), result.dim, pattern.along));
  }
  for (auto [i, dim] : llvm::enumerate(pattern.arguments))
    made.setArgAttrs(i, batchedAttributes(function.getArgAttrDict(i), dim, pattern.along));
  func::ReturnOp::create(b, body.getTerminator()->getLoc(), values);
  made.setFunctionType(FunctionType::get(function.getContext(), block.getArgumentTypes(),
                                         ValueRange(values).getTypes()));
  dropAliases(made);
  if (function->hasAttr(kVjp) && failed(writeGradient(function, pattern, form)))
    return failure();
  return form;
}

/// Names the batched form of the user's gradient, which takes the arguments and the cotangents of
/// floating-point and complex results, and gives cotangents of such arguments.
LogicalResult BatchedModule::writeGradient(func::FuncOp function, const Pattern &pattern,
                                           Form &form) {
  auto isDifferentiable = [](Type type) {
    return isa<RankedTensorType>(type) && isa<FloatType, ComplexType>(getElementTypeOrSelf(type));
  };
  auto name = function->getAttrOfType<FlatSymbolRefAttr>(kVjp);
  auto gradient = name ? symbols.lookup<func::FuncOp>(name.getValue()) : func::FuncOp();
  if (!gradient || gradient.isExternal())
    return function.emitOpError("names ")
           << function->getAttr(kVjp) << " as its gradient, which is no function with a body";
  Pattern own{pattern.size, pattern.arguments, pattern.along, SmallVector<WantedResult>()};
  for (auto [type, dim] : llvm::zip_equal(function.getResultTypes(), form.dims))
    if (isDifferentiable(type))
      own.arguments.push_back(dim);
  for (auto [type, dim] : llvm::zip_equal(function.getArgumentTypes(), pattern.arguments))
    if (isDifferentiable(type))
      own.results->push_back({dim, /*sums=*/true});
  if (own.arguments.size() != gradient.getNumArguments() ||
      own.results->size() != gradient.getNumResults()) {
    auto diagnostic = function.emitOpError("names ")
                      << name << " as its gradient, which has to take " << own.arguments.size()
                      << " arguments and to give " << own.results->size() << " results";
    diagnostic.attachNote(gradient.getLoc()) << "its type is " << gradient.getFunctionType();
    return diagnostic;
  }
  FailureOr<Form> made = formOf(gradient, own);
  if (failed(made))
    return failure();
  form.function->setAttr(kVjp, FlatSymbolRefAttr::get(made->function));
  return success();
}

} // namespace spmd
