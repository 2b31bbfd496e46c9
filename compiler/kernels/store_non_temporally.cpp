// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Uses non-temporal stores for outputs that no cache holds until they are read. Such a store does
// not read the line first, and leaves the caches to values that the kernel still needs. A loop with
// such stores gets a second version for aligned buffers, which is chosen at run time.
#include "compiler/kernels/loop_techniques.h"
#include "compiler/kernels/value_size.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/Matchers.h"
#include <numeric>

using namespace mlir;

namespace spmd {

namespace {

struct NonTemporal {
  func::FuncOp loops;
  const Machine &machine;
  ImplicitLocOpBuilder b;
  llvm::SmallDenseSet<Value, 4> outputs;

  bool isWhole(vector::StoreOp store);
  Value isAllowed();
  void storePast(vector::StoreOp store);
  void prefetchAhead(vector::LoadOp load);
  void addVersion(scf::ForOp loop, Value allowed);
};

} // namespace

/// A power of two up to kNonTemporalBytes that divides `v`.
static int64_t divisorOf(Value v, unsigned depth = 0) {
  constexpr unsigned kDeep = 24;
  auto of = [&](Value x) { return divisorOf(x, depth + 1); };
  APInt known;
  if (matchPattern(v, m_ConstantInt(&known)))
    return std::gcd(known.getSExtValue() % kNonTemporalBytes, kNonTemporalBytes);
  if (depth == kDeep)
    return 1;
  if (auto argument = dyn_cast<BlockArgument>(v)) {
    auto loop = dyn_cast<scf::ForOp>(argument.getOwner()->getParentOp());
    return loop && v == loop.getInductionVar()
               ? std::gcd(of(loop.getLowerBound()), of(loop.getStep()))
               : 1;
  }
  Operation *op = v.getDefiningOp();
  if (auto loop = dyn_cast<scf::ForOp>(op)) {
    unsigned i = cast<OpResult>(v).getResultNumber();
    return std::gcd(of(loop.getInitArgs()[i]), of(loop.getYieldedValues()[i]));
  }
  if (isa<arith::MulIOp>(op))
    return std::gcd(of(op->getOperand(0)) * of(op->getOperand(1)), kNonTemporalBytes);
  if (isa<arith::AddIOp, arith::SubIOp, arith::MinSIOp, arith::MaxSIOp>(op))
    return std::gcd(of(op->getOperand(0)), of(op->getOperand(1)));
  return 1;
}

/// Does it write whole vectors at places that are multiples of them?
bool NonTemporal::isWhole(vector::StoreOp store) {
  int64_t bytes = bytesInBuffer(store.getBase());
  if (!outputs.contains(store.getBase()) ||
      store.getVectorType().getNumElements() * bytes % kNonTemporalBytes)
    return false;
  return store->hasAttr(kWholeLinesAttr) ||
         divisorOf(store.getIndices()[0]) * bytes % kNonTemporalBytes == 0;
}

/// Are the outputs' buffers aligned, and none an input's?
Value NonTemporal::isAllowed() {
  auto address = [&](Value memref) -> Value {
    return memref::ExtractAlignedPointerAsIndexOp::create(b, memref);
  };
  auto compare = [&](arith::CmpIPredicate predicate, Value x, Value y) -> Value {
    return arith::CmpIOp::create(b, predicate, x, y);
  };
  Value all, zero = arith::ConstantIndexOp::create(b, 0),
             low = arith::ConstantIndexOp::create(b, kNonTemporalBytes - 1);
  auto demand = [&](Value x) { all = all ? arith::AndIOp::create(b, all, x).getResult() : x; };
  for (Value argument : loops.getArguments()) {
    if (!outputs.contains(argument))
      continue;
    Value at = address(argument), rest = arith::AndIOp::create(b, at, low);
    demand(compare(arith::CmpIPredicate::eq, rest, zero));
    for (Value other :
         loops.getArguments().take_front(cast<BlockArgument>(argument).getArgNumber()))
      if (!outputs.contains(other) && isa<MemRefType>(other.getType()))
        demand(compare(arith::CmpIPredicate::ne, at, address(other)));
  }
  return all;
}

void NonTemporal::storePast(vector::StoreOp store) {
  store.setNontemporal(true);
  store.setAlignment(kNonTemporalBytes);
}

/// Prefetches across pages: the hardware prefetcher stops at the end of a page, and beside
/// non-temporal stores there is bandwidth to read further ahead.
void NonTemporal::prefetchAhead(vector::LoadOp load) {
  auto type = load.getVectorType();
  if (!isa<BlockArgument>(load.getBase()) || isa<IntegerType>(type.getElementType()))
    return;
  int64_t bytes = bytesInBuffer(load), all = type.getNumElements() * bytes;
  b.setInsertionPoint(load);
  for (int64_t offset = 0; all >= machine.cacheLine && offset < all; offset += machine.cacheLine) {
    Value ahead = arith::ConstantIndexOp::create(b, (machine.prefetchDistance() + offset) / bytes);
    prefetch(b, load.getBase(), arith::AddIOp::create(b, load.getIndices()[0], ahead));
  }
}

void NonTemporal::addVersion(scf::ForOp loop, Value allowed) {
  b.setInsertionPoint(loop);
  auto versions = scf::IfOp::create(b, loop.getResultTypes(), allowed, /*addThenBlock=*/true,
                                    /*addElseBlock=*/true);
  loop.replaceAllUsesWith(versions.getResults());
  auto past = cast<scf::ForOp>(OpBuilder::atBlockBegin(versions.thenBlock()).clone(*loop));
  loop->moveBefore(versions.elseBlock(), versions.elseBlock()->end());
  for (auto [block, version] :
       {std::pair{versions.thenBlock(), past}, {versions.elseBlock(), loop}}) {
    b.setInsertionPointToEnd(block);
    scf::YieldOp::create(b, version.getResults());
  }
  // A loop between constants walks over a row.
  bool isBlock = !matchPattern(loop.getLowerBound(), m_Constant()), isShifted = false;
  past.walk([&](vector::StoreOp store) {
    isShifted |= store->hasAttr(kWholeLinesAttr);
    if (isWhole(store))
      storePast(store);
  });
  if (isBlock && !isShifted)
    past.walk([&](vector::LoadOp load) { prefetchAhead(load); });
}

void storeNonTemporally(func::FuncOp loops, const Machine &machine) {
  auto listed = loops->getAttrOfType<DenseI64ArrayAttr>(kNonTemporalAttr);
  if (!listed)
    return;
  NonTemporal past{loops, machine, ImplicitLocOpBuilder(loops.getLoc(), loops.getContext()), {}};
  for (int64_t argument : listed.asArrayRef())
    past.outputs.insert(loops.getArgument(argument));
  llvm::SetVector<scf::ForOp> found; // innermost loops
  loops.walk([&](vector::StoreOp store) {
    if (auto loop = store->getParentOfType<scf::ForOp>(); loop && past.isWhole(store))
      found.insert(loop);
  });
  if (found.empty())
    return;
  past.b.setInsertionPointToStart(&loops.front());
  Value allowed = past.isAllowed();
  for (scf::ForOp loop : found)
    past.addVersion(loop, allowed);
}

} // namespace spmd
