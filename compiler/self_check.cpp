// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs the pass spmd-outline-checks, and runs the function of checks that it makes on the
// reference interpreter, which shares no code with generated programs.
#include "compiler/self_check.h"
#include "compiler/elements/dtype.h"
#include "compiler/ops/checks.h"
#include "compiler/passes.h"
#include "compiler/reference/interpreter.h"
#include "compiler/structure/op_sets.h"
#include "mlir/Pass/PassManager.h"
#include <cstring>

using namespace mlir;

namespace spmd {
namespace {

/// Returns the constant that an argument replaces as an array, and drops its attribute.
FailureOr<rt::Array> keptValue(func::FuncOp main, unsigned index) {
  Location loc = main.getArgument(index).getLoc();
  auto fail = [&](llvm::Error error) {
    return emitError(loc) << "a constant that reaches a check: "
                          << llvm::toString(std::move(error));
  };
  auto value = main.getArgAttrOfType<ElementsAttr>(index, kValueAttr);
  std::optional<rt::DType> element = dtypeOf(value.getElementType());
  if (!element)
    return emitError(loc) << "a constant of type " << value.getType()
                          << " reaches a check; no array has elements of this type";
  auto tensor = Tensor::fromAttr(value);
  if (!tensor)
    return fail(tensor.takeError());
  auto array = rt::Array::allocate(*element, {tensor->shape().begin(), tensor->shape().end()});
  if (!array)
    return fail(array.takeError());
  std::memcpy(array->data(), tensor->data(), array->byteCount());
  main.removeArgAttr(index, kValueAttr);
  return std::move(*array);
}

} // namespace

/// A module may have a single function of any name, which then becomes main.
FailureOr<std::optional<SelfCheck>> SelfCheck::takeFrom(ModuleOp module, bool keepConstants) {
  if (opsWhere(module, isCheck).empty())
    return std::optional<SelfCheck>();
  auto functions = module.getOps<func::FuncOp>();
  if (llvm::hasSingleElement(functions))
    (*functions.begin()).setSymName("main");
  PassManager passes(module.getContext());
  passes.addPass(createInlineCalls());
  passes.addPass(createOutlineChecks({keepConstants}));
  if (failed(passes.run(module)))
    return failure();
  auto function = module.lookupSymbol<func::FuncOp>(kChecksFunction);
  // The checks may lie in functions that main does not call.
  if (!function)
    return std::optional<SelfCheck>();
  SelfCheck out;
  auto main = module.lookupSymbol<func::FuncOp>("main");
  for (unsigned i = 0; i < main.getNumArguments(); ++i)
    if (main.getArgAttr(i, kValueAttr)) {
      FailureOr<rt::Array> value = keptValue(main, i);
      if (failed(value))
        return failure();
      out.values.push_back(std::move(*value));
    }
  // The function of checks moves to a module of its own, out of the way of the pipeline.
  out.checks = ModuleOp::create(module.getLoc());
  function->remove();
  out.checks->push_back(function);
  return std::optional<SelfCheck>(std::move(out));
}

/// The compared values are copied to tensors of the interpreter.
llvm::Error SelfCheck::verify(std::vector<rt::Array> &results) const {
  auto function = *checks.get().getOps<func::FuncOp>().begin();
  std::vector<Tensor> compared;
  // The compared values are the last results.
  size_t own = results.size() - function.getNumArguments();
  for (auto [type, array] :
       llvm::zip_equal(function.getArgumentTypes(), ArrayRef(results).drop_front(own))) {
    Tensor &tensor = compared.emplace_back(type);
    std::memcpy(tensor.mutableData(), array.data(), array.byteCount());
  }
  results.resize(own);
  return interpret(function, compared, {}).takeError();
}

} // namespace spmd
