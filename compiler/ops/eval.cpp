// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The default answers of an EvalContext, which refuse everything that needs a full run, and errors
// that carry the location of their op.
#include "compiler/ops/eval.h"
#include "compiler/ops/rule.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;

namespace spmd {

char OpError::ID = 0;
char CheckFailure::ID = 0;

void OpError::log(raw_ostream &os) const { os << loc << ": " << message; }
std::error_code OpError::convertToErrorCode() const { return llvm::inconvertibleErrorCode(); }

static std::string messageOf(Operation *op, const Twine &message) {
  return ("'" + op->getName().getStringRef() + "' op " + message).str();
}
llvm::Error opError(Operation *op, const Twine &message) {
  return llvm::make_error<OpError>(op->getLoc(), messageOf(op, message));
}
llvm::Error checkFailure(Operation *op, const Twine &message) {
  return llvm::make_error<CheckFailure>(op->getLoc(), messageOf(op, message));
}

llvm::Expected<TensorList> EvalContext::call(Operation *user, SymbolRefAttr symbol, Inputs) {
  return opError(user, "calls @" + symbol.getLeafReference().getValue() +
                           ", which only a run of the module can do");
}

// A group of one device needs no other device: constant folding evaluates it, too.
llvm::Expected<std::vector<TensorList>>
EvalContext::exchange(Operation *op, ArrayRef<int64_t> group, TensorList mine) {
  if (group.size() == 1)
    return std::vector<TensorList>{std::move(mine)};
  return opError(op, "talks to " + Twine(group.size() - 1) +
                         " other devices, which only a run of the module on "
                         "several devices can do");
}

llvm::Error EvalContext::onDevices(Operation *op, Inputs, Outputs) {
  return opError(op, "runs on several devices, which only a run of the module can do");
}

llvm::Error EvalContext::effect(Operation *op, Inputs, Outputs) {
  return opError(op, "has effects outside of the program, which are not evaluated");
}

llvm::Error evalOp(Operation *op, Inputs in, Outputs out, EvalContext &context) {
  const OpRules &rules = Rules::of(op);
  if (!rules.eval)
    return opError(op, "has no reference meaning");
  // Some element types can be named but not held, such as complex<f16>.
  for (Type type : op->getResultTypes())
    if (auto tensor = dyn_cast<RankedTensorType>(type);
        tensor && !isSupportedElement(tensor.getElementType())) {
      std::string text;
      llvm::raw_string_ostream(text)
          << "has a result of type " << type << ", whose elements cannot be evaluated";
      return opError(op, text);
    }
  return rules.eval(op, in, out, context);
}

} // namespace spmd
