// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/ops/host/host_call.h"
#include "compiler/elements/dtype.h"
#include "compiler/ops/call_parts.h"
#include "compiler/ops/sharding_rule.h"

using namespace mlir;

namespace spmd::ops {

// The runtime compares the sizes of the arrays with those of the registered function.
std::optional<rt::HostCallConfig> hostCall(stablehlo::CustomCallOp op) {
  auto key = dyn_cast_or_null<StringAttr>(op.getBackendConfigAttr());
  rt::HostCallConfig config;
  if (op.getCallTargetName() != kHostCallTarget || !key ||
      key.getValue().getAsInteger(10, config.key) || op.getOperandLayouts() ||
      op.getResultLayouts() || !op.getOutputOperandAliases().empty())
    return std::nullopt;
  auto isArray = [](Type type) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    return tensor && tensor.hasStaticShape() && dtypeOf(tensor.getElementType());
  };
  if (!llvm::all_of(op->getOperandTypes(), isArray) || !llvm::all_of(op->getResultTypes(), isArray))
    return std::nullopt;
  return config;
}

ShardingRule hostCallRule(stablehlo::CustomCallOp op) {
  RuleBuilder builder(op);
  const size_t operands = op->getNumOperands();
  for (size_t tensor = 0; tensor < operands + op->getNumResults(); ++tensor) {
    auto type = dyn_cast<RankedTensorType>(valueAt(op, tensor).getType());
    for (int64_t d = 0; type && d < type.getRank(); ++d) {
      // The dim is one of this tensor alone.
      const bool isOperand = tensor < operands;
      SmallVector<int64_t> dims(isOperand ? tensor : tensor - operands, RuleBuilder::kAbsent);
      dims.push_back(d);
      builder.add(isOperand ? dims : SmallVector<int64_t>(),
                  isOperand ? SmallVector<int64_t>() : dims, type.getDimSize(d),
                  FactorKind::NeedReplication);
    }
  }
  return builder.build();
}

PartValues hostCallOnParts(stablehlo::CustomCallOp op, OpBuilder &b,
                           ArrayRef<PartValues> operands) {
  return callOnParts(op, b, operands, NamedAttrList(op->getAttrDictionary()));
}

} // namespace spmd::ops
