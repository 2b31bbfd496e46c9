// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Replaces types everywhere, and the numbers of constants with them.
#include "compiler/verify/in_doubles.h"
#include "mlir/IR/AttrTypeSubElements.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Verifier.h"

using namespace mlir;

namespace spmd {

static llvm::APFloat asDouble(llvm::APFloat number) {
  bool isInexact = false;
  number.convert(llvm::APFloat::IEEEdouble(), llvm::APFloat::rmNearestTiesToEven, &isInexact);
  return number;
}

/// Numbers of complex constants stay as they are: their types change, and so the verifier refuses
/// the copy. Locations are left alone, since they are not part of the meaning and may be many.
static OwningOpRef<ModuleOp> inDoubles(ModuleOp module, bool withNumbers, unsigned mostBits) {
  OwningOpRef<ModuleOp> copy = module.clone();
  auto f64 = Float64Type::get(module.getContext());
  AttrTypeReplacer replacer;
  auto isShort = [&](Type type) { return type.getIntOrFloatBitWidth() <= mostBits; };
  replacer.addReplacement([&](FloatType type) -> Type { return isShort(type) ? f64 : type; });
  replacer.addReplacement([&](FloatAttr attr) -> std::pair<Attribute, WalkResult> {
    return {withNumbers && isShort(attr.getType()) ? FloatAttr::get(f64, asDouble(attr.getValue()))
                                                   : attr,
            WalkResult::skip()};
  });
  replacer.addReplacement([&](DenseFPElementsAttr attr) -> std::pair<Attribute, WalkResult> {
    if (!isa<FloatType>(attr.getElementType()) || !isShort(attr.getElementType())) // or complex
      return {attr, WalkResult::skip()};
    return {attr.mapValues(
                f64, [](const llvm::APFloat &number) { return asDouble(number).bitcastToAPInt(); }),
            WalkResult::skip()};
  });
  replacer.recursivelyReplaceElementsIn(*copy, /*replaceAttrs=*/true, /*replaceLocs=*/false,
                                        /*replaceTypes=*/true);
  ScopedDiagnosticHandler quiet(module.getContext(), [](Diagnostic &) { return success(); });
  if (failed(verify(*copy)))
    return {};
  return copy;
}

OwningOpRef<ModuleOp> inDoubles(ModuleOp module) {
  constexpr unsigned kAll = 64, kBelowF32 = 16;
  OwningOpRef<ModuleOp> copy = inDoubles(module, /*withNumbers=*/true, kAll);
  // Some ops demand f32 of a number beside their operands, as batch_norm does of its epsilon.
  if (!copy)
    copy = inDoubles(module, /*withNumbers=*/false, kAll);
  // Quantized values stand for f32. What is f32 already has digits enough.
  return copy ? std::move(copy) : inDoubles(module, /*withNumbers=*/true, kBelowF32);
}

} // namespace spmd
