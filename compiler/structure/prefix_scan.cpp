// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Recognises prefix scans among windowed reductions by their windows, padding and initial values
// (prefix_scan.h).
#include "compiler/structure/prefix_scan.h"
#include "compiler/ops/eval.h"
#include "compiler/structure/whole_tensors.h"
#include "dialects/stablehlo/stablehlo.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;

namespace spmd {
namespace {

/// Whether body(init, init) = init, so that one more or one less of it changes no result.
bool isIdempotent(Region &body, ArrayRef<Tensor> inits) {
  DenseMap<Value, Tensor> known;
  for (BlockArgument arg : body.getArguments())
    known[arg] = inits[arg.getArgNumber() % inits.size()];
  EvalContext context; // refuses ops with regions
  // The body has no regions, so its ops can be evaluated one by one.
  for (Operation &op : body.front().without_terminator()) {
    TensorList in, out(op.getNumResults());
    for (Value operand : op.getOperands()) {
      if (!known.contains(operand))
        return false; // a value from outside
      in.push_back(known[operand]);
    }
    if (llvm::Error error = evalOp(&op, in, out, context)) {
      llvm::consumeError(std::move(error));
      return false;
    }
    for (auto [result, value] : llvm::zip_equal(op.getResults(), out))
      known[result] = std::move(value);
  }
  // Compared as attributes, hence bit by bit: -0 is not +0.
  return llvm::all_of(llvm::zip_equal(body.front().getTerminator()->getOperands(), inits),
                      [&](auto pair) {
                        auto [result, init] = pair;
                        return known.contains(result) && known[result].toAttr() == init.toAttr();
                      });
}

/// The constants that a reduction starts from; nothing if one of them is no constant.
std::optional<TensorList> constantsOf(ValueRange values) {
  TensorList inits;
  for (Value init : values) {
    // JAX's inits are constants: 0 for cumsum, -inf for cummax.
    ElementsAttr constant;
    if (!matchPattern(init, m_Constant(&constant)))
      return std::nullopt;
    llvm::Expected<Tensor> value = Tensor::fromAttr(constant);
    if (!value) {
      llvm::consumeError(value.takeError());
      return std::nullopt;
    }
    inits.push_back(std::move(*value));
  }
  return inits;
}

} // namespace

// Inits that are no constants may be anything.
bool startsIdempotently(Region &body, ValueRange inits) {
  std::optional<TensorList> constants = constantsOf(inits);
  return constants && isIdempotent(body, *constants);
}

// One dim has a window that is at least as long as the dim and is padded on one side only.
std::optional<PrefixScan> prefixScan(Operation *given) {
  auto op = dyn_cast<stablehlo::ReduceWindowOp>(given);
  // Strides and dilations of 1 may be left out.
  auto isOnes = [](std::optional<ArrayRef<int64_t>> list) {
    return llvm::all_of(list.value_or(ArrayRef<int64_t>()), [](int64_t v) { return v == 1; });
  };
  if (!op || !op.getPaddingAttr() || !isOnes(op.getWindowStrides()) ||
      !isOnes(op.getBaseDilations()) || !isOnes(op.getWindowDilations()))
    return std::nullopt;
  auto type = cast<RankedTensorType>(op.getInputs()[0].getType());
  if (!type.hasStaticShape() || !llvm::equal(op.getInputs().getTypes(), op->getResultTypes()))
    return std::nullopt;
  PrefixScan out;
  auto padding = llvm::to_vector(op.getPaddingAttr().getValues<int64_t>());
  // Other dims must have windows of 1 without padding.
  for (auto [d, window] : llvm::enumerate(op.getWindowDimensions())) {
    int64_t low = padding[2 * d], high = padding[2 * d + 1];
    if (window == 1 && low == 0 && high == 0)
      continue;
    // cumsum of [8]: window 8, padding low 7 and high 0.
    bool runs = window >= type.getDimSize(d) && std::max(low, high) == window - 1 &&
                std::min(low, high) == 0;
    if (!runs || out.dim >= 0)
      return std::nullopt;
    out.dim = int64_t(d);
    out.isReverse = high > 0;
  }
  if (out.dim < 0 || !isElementwiseBody(op.getBody()))
    return std::nullopt;
  return startsIdempotently(op.getBody(), op.getInitValues()) ? std::optional(out) : std::nullopt;
}

} // namespace spmd
