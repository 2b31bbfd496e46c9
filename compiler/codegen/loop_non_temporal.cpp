// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Outputs that no cache holds until they are read are written past the caches: that saves reading
// their lines first, and leaves the caches to what a kernel still needs.
#include "compiler/codegen/loop_emitter.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/IR/IntrinsicsX86.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;

namespace spmd {

// What is read beside it takes the rest of the last cache, 32 MiB on most machines.
constexpr int64_t kNonTemporalBytes = 24 << 20;
// Or of all that a kernel touches, and of one output of many.
constexpr int64_t kNonTemporalTogether = 40 << 20, kNonTemporalPart = 8 << 20;
constexpr int64_t kNonTemporalRowBytes = 1 << 10; // of shorter rows too much is unaligned

static int64_t bytesOf(Value v) {
  auto type = cast<RankedTensorType>(v.getType());
  return type.getNumElements() * elementBytes(type.getElementType());
}

bool LoopEmitter::isNonTemporal(unsigned output) const {
  int64_t own = bytesOf(body.outputs[output]), together = 0,
          domain = kernel.rows() * kernel.columns();
  if (own < kNonTemporalPart || own >= kNonTemporalBytes)
    return own >= kNonTemporalBytes;
  // Of what is larger than the loops a part is touched.
  for (Value v : llvm::concat<const Value>(body.inputs, body.outputs))
    together += std::min<int64_t>(bytesOf(v), domain * elementBytes(getElementTypeOrSelf(v)));
  return together >= kNonTemporalTogether;
}

bool LoopEmitter::mayStoreNonTemporally() const {
  bool any = false, isTiled = kernel.tileDim >= 0;
  if (!module.getTargetTriple().isX86() || kernel.scatter || kernel.passes > 1 ||
      !(kernel.block || isTiled) || !kernel.breaks.empty() || kernel.sizes.back() % kernel.lanes)
    return false;
  for (const FusionPlan::Store &s : plan.stores)
    if (s.kernel == kernelIndex && isNonTemporal(s.output)) {
      int64_t bytes = elementBytes(getElementTypeOrSelf(s.value));
      if (s.perRow || s.value != body.outputs[s.output] ||
          kernel.lanes * bytes % kNonTemporalWidth || kernel.block * bytes % kNonTemporalWidth)
        return false;
      any = true;
    }
  return any;
}

bool LoopEmitter::mayStoreRowsNonTemporally() const {
  if (!module.getTargetTriple().isX86() || kernel.scatter || kernel.block || kernel.tileDim >= 0 ||
      !kernel.breaks.empty() || kernel.sizes.size() != kernel.rowDims + 1)
    return false;
  int64_t width = 0; // bytes of an element: one first column is aligned in all outputs
  for (const FusionPlan::Store &s : plan.stores) {
    if (s.kernel != kernelIndex || !isNonTemporal(s.output))
      continue;
    int64_t bytes = elementBytes(getElementTypeOrSelf(s.value));
    if (s.perRow || s.value != body.outputs[s.output] || (width && bytes != width) ||
        kernel.lanes * bytes % kNonTemporalWidth || kernel.columns() * bytes < kNonTemporalRowBytes)
      return false;
    width = bytes;
  }
  // The order of a sum follows from shapes, never from where a buffer lies: rows may have to start
  // between two vectors.
  bool alike = kernel.columns() * width % kNonTemporalWidth == 0;
  return width && (alike || kernelIndex || llvm::none_of(plan.reductions, [&](auto &r) {
                     return storesNonTemporallyIn(r.pass) &&
                            r.kind != FusionPlan::ReductionKind::OfRows;
                   }));
}

bool LoopEmitter::storesNonTemporallyIn(unsigned pass) const {
  return llvm::any_of(plan.stores, [&](auto &s) {
    return s.kernel == kernelIndex && s.pass == pass && isNonTemporal(s.output);
  });
}

llvm::Value *LoopEmitter::buffersAllowNonTemporal() {
  llvm::Value *all = b.getTrue();
  for (const FusionPlan::Store &s : plan.stores) {
    if (s.kernel != kernelIndex || !isNonTemporal(s.output))
      continue;
    llvm::Value *target = buffers[body.inputs.size() + s.output];
    llvm::Value *rest =
        b.CreateAnd(b.CreatePtrToInt(target, b.getInt64Ty()), i64(kNonTemporalWidth - 1));
    all = b.CreateAnd(all, b.CreateICmpEQ(rest, i64(0)));
    for (unsigned i = 0; i < body.inputs.size(); ++i)
      all = b.CreateAnd(all, b.CreateICmpNE(target, buffers[i]));
  }
  return all;
}

void LoopEmitter::fenceNonTemporalStores() {
  b.CreateIntrinsic(b.getVoidTy(), llvm::Intrinsic::x86_sse_sfence, {});
}

void LoopEmitter::storeColumnsNonTemporally(llvm::function_ref<void()> plainly) {
  int64_t columns = kernel.columns(), bytes = 0;
  for (const FusionPlan::Store &s : plan.stores)
    if (s.kernel == kernelIndex && isNonTemporal(s.output))
      bytes = elementBytes(getElementTypeOrSelf(s.value));
  dims.back() = algebra.constant(0);
  AffineExpr first = elementNumber();
  llvm::Value *nothing = b.getFalse(), *ignored = nullptr;
  auto past = [&] {
    nonTemporal = true;
    if (columns * bytes % kNonTemporalWidth == 0) {
      plainly();
    } else {
      auto steps = [&](llvm::Value *from, llvm::Value *to, unsigned lanes) {
        return loop({from, to, true}, lanes, [&](llvm::Value *i) {
          dims.back() = variable(i, 0, columns, lanes);
          element(lanes);
        });
      };
      llvm::Value *unaligned =
          b.CreateAnd(b.CreateNeg(number(first, 1)), i64(kNonTemporalWidth / bytes - 1));
      llvm::Value *reached = steps(i64(0), unaligned, 1);
      steps(steps(reached, i64(columns), kernel.lanes), i64(columns), 1);
    }
    nonTemporal = false;
    return nothing;
  };
  conditional(rowsAllowNonTemporal, past, [&] { return plainly(), nothing; }, ignored);
}

} // namespace spmd
