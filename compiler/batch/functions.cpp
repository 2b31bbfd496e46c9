// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Batched forms of functions. A callee is written once for each pattern of batched arguments. A
// gradient that the user wrote (spmd.vjp) is batched with its function: what it gives for an
// argument that all entries share is the sum over the entries.
#include "compiler/batch/batcher.h"
#include "compiler/structure/gradient_attributes.h"
#include "compiler/structure/unused_ops.h"
#include "dialects/sdy/values.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/ScopeExit.h"

using namespace mlir;

namespace spmd {

// Functions of other modules are known by their declarations only; the caller refuses them.
func::FuncOp BatchedModule::calleeOf(Operation *op) {
  // A composite means its decomposition (StableHLO specification, composite).
  auto name = op->getAttrOfType<FlatSymbolRefAttr>("decomposition");
  if (auto call = dyn_cast<CallOpInterface>(op))
    name = dyn_cast<FlatSymbolRefAttr>(dyn_cast<SymbolRefAttr>(call.getCallableForCallee()));
  return name ? symbols.lookup<func::FuncOp>(name.getValue()) : func::FuncOp();
}

// Asked for each op on the way, so that answers for functions are kept.
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

/// The pattern as text: the function, the size of the batch, the dims of arguments, mesh axes, and
/// the dims of results if they are wanted at certain positions.
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

// Forms are private: their names are not the user's.
FailureOr<BatchedModule::Form> BatchedModule::formOf(func::FuncOp function,
                                                     const Pattern &pattern) {
  // The same callee in a loop that is written again has the same key.
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

// Only what this batch has made is looked at; the rest of the module is the user's.
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

/// The attributes of an argument or result with its batch dim, of which the sharding knows. Others,
/// such as names, do not depend on the rank.
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

/// Returns what is wanted of each result: a copy per entry where they share it, the sum over the
/// entries, or nothing but what they share.
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

// The form is in the module while its body is written, as a callee of its own name would need
// another name.
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
  // Attributes of the function stay, such as its checkpoint.
  OpBuilder b(function.getContext());
  Batcher batcher(*this, pattern.size, pattern.along);
  Block &block = made.getBody().emplaceBlock();
  batcher.mapArguments(body, block, pattern.arguments);
  b.setInsertionPointToEnd(&block);
  symbols.insert(made, std::next(function->getIterator()));
  // A caller that goes on after an error finds no half a function.
  llvm::scope_exit undo([&] { symbols.erase(made); });
  stack.push_back(function.getName());
  FailureOr<SmallVector<Batched>> returned = batcher.runRegion(function.getBody(), b);
  stack.pop_back();
  if (failed(returned) ||
      (pattern.results && failed(placeResults(function, batcher, b, *pattern.results, *returned))))
    return failure();
  // The type of the function follows from what it returns.
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
  if (function->hasAttr(kVjpAttr) && failed(writeGradient(function, pattern, form)))
    return failure();
  undo.release();
  return form;
}

/// Names the batched form of the user's gradient, which takes the arguments and the cotangents of
/// floating-point and complex results, and gives cotangents of such arguments.
LogicalResult BatchedModule::writeGradient(func::FuncOp function, const Pattern &pattern,
                                           Form &form) {
  auto isDifferentiable = [](Type type) {
    return isa<RankedTensorType>(type) && isa<FloatType, ComplexType>(getElementTypeOrSelf(type));
  };
  auto name = function->getAttrOfType<FlatSymbolRefAttr>(kVjpAttr);
  auto gradient = name ? symbols.lookup<func::FuncOp>(name.getValue()) : func::FuncOp();
  if (!gradient || gradient.isExternal())
    return function.emitOpError("names ")
           << function->getAttr(kVjpAttr) << " as its gradient, which is no function with a body";
  // A cotangent is batched as its result is, and what is given as the argument is.
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
  form.function->setAttr(kVjpAttr, FlatSymbolRefAttr::get(made->function));
  return success();
}

} // namespace spmd
