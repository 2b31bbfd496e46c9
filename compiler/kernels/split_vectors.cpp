// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Splits vectors that need more than two registers into pieces of one register, in ascending order.
// LLVM halves a wide vector again and again and loads the pieces in an order of its own, but the
// hardware prefetcher follows ascending lines only:
//   second half of a vector<64xf32> on AVX2: lines 7 4 4 5 5 6 .. by LLVM, 4 4 5 5 6 6 .. if split
// (sum over columns of f32 (4096, 3072), two cores with AVX2: 2.5 -> 2.1 ms).
#include "compiler/kernels/loop_techniques.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;

namespace spmd {

namespace {

/// An innermost loop whose steps only load, compute lane by lane, and store. Steps with functions
/// stay whole: their long chains of instructions are mixed by LLVM, and memory is not what they
/// wait for. So do steps that add to a vector kept between steps.
class WideSteps {
public:
  WideSteps(scf::ForOp loop, const Machine &machine)
      : loop(loop), registerBits(int64_t(machine.vectorBytes) * 8) {}
  bool canSplit();
  void split();

private:
  bool isSplittable(Operation &op);
  bool agrees(Type type);
  bool readsElsewhere();
  Value pieceOf(Value whole, int64_t lane, IRMapping &pieces);
  void addPiece(Operation *op, int64_t lane, IRMapping &pieces);

  scf::ForOp loop;
  int64_t registerBits, lanes = 0, widestBits = 0, pieceLanes = 0;
};

} // namespace

/// Have all vectors the same number of lanes?
bool WideSteps::agrees(Type type) {
  auto vector = dyn_cast<VectorType>(type);
  if (!vector)
    return true;
  if (lanes == 0)
    lanes = vector.getNumElements();
  Type element = vector.getElementType();
  widestBits =
      std::max<int64_t>(widestBits, element.isIndex() ? 64 : element.getIntOrFloatBitWidth());
  return vector.getRank() == 1 && vector.getNumElements() == lanes;
}

bool WideSteps::isSplittable(Operation &op) {
  auto isVector = [](Type type) { return isa<VectorType>(type); };
  if (op.getNumRegions())
    return false;
  if (llvm::none_of(op.getOperandTypes(), isVector) && llvm::none_of(op.getResultTypes(), isVector))
    return true; // computes a place
  if (!llvm::all_of(op.getOperandTypes(), [&](Type type) { return agrees(type); }) ||
      !llvm::all_of(op.getResultTypes(), [&](Type type) { return agrees(type); }))
    return false;
  if (auto store = dyn_cast<vector::StoreOp>(op))
    return !store.getNontemporal(); // is written in parts already
  if (auto broadcast = dyn_cast<vector::BroadcastOp>(op))
    return !isVector(broadcast.getSourceType());
  if (auto constant = dyn_cast<arith::ConstantOp>(op))
    return isa<SplatElementsAttr>(constant.getValue());
  return isa<vector::LoadOp>(op) ||
         (isa<arith::ArithDialect>(op.getDialect()) && op.hasTrait<OpTrait::Elementwise>());
}

/// Is a buffer that the loop stores to loaded at another place than the stored one?
bool WideSteps::readsElsewhere() {
  Block *body = loop.getBody();
  return llvm::any_of(body->getOps<vector::StoreOp>(), [&](vector::StoreOp store) {
    return llvm::any_of(body->getOps<vector::LoadOp>(), [&](vector::LoadOp load) {
      return load.getBase() == store.getBase() &&
             !llvm::equal(load.getIndices(), store.getIndices());
    });
  });
}

bool WideSteps::canSplit() {
  if (loop.getNumRegionIterArgs() || readsElsewhere() ||
      !llvm::all_of(loop.getBody()->without_terminator(),
                    [&](auto &op) { return isSplittable(op); }))
    return false;
  pieceLanes = widestBits ? registerBits / widestBits : 0;
  return pieceLanes > 1 && lanes > 2 * pieceLanes && lanes % pieceLanes == 0;
}

/// The piece of an operand from `lane` on. A vector from outside of the loop is cut before it.
Value WideSteps::pieceOf(Value whole, int64_t lane, IRMapping &pieces) {
  if (!isa<VectorType>(whole.getType()))
    return whole;
  if (!pieces.contains(whole)) {
    ImplicitLocOpBuilder b(loop.getLoc(), loop);
    auto wanted = llvm::to_vector(llvm::seq(lane, lane + pieceLanes));
    pieces.map(whole, vector::ShuffleOp::create(b, whole, whole, wanted));
  }
  return pieces.lookup(whole);
}

/// The op on the lanes from `lane` on. Loads and stores move on by as many elements.
void WideSteps::addPiece(Operation *op, int64_t lane, IRMapping &pieces) {
  ImplicitLocOpBuilder b(op->getLoc(), loop.getBody()->getTerminator());
  Operation *piece = op->cloneWithoutRegions();
  for (OpOperand &operand : piece->getOpOperands())
    operand.set(pieceOf(operand.get(), lane, pieces));
  if (isa<vector::LoadOp, vector::StoreOp>(op) && lane > 0) {
    OpOperand &place = piece->getOpOperand(piece->getNumOperands() - 1);
    Value distance = arith::ConstantIndexOp::create(b, lane);
    place.set(arith::AddIOp::create(b, place.get(), distance));
  }
  for (Value result : piece->getResults())
    result.setType(VectorType::get(pieceLanes, getElementTypeOrSelf(result)));
  if (auto constant = dyn_cast<arith::ConstantOp>(piece))
    constant.setValueAttr(cast<SplatElementsAttr>(constant.getValue())
                              .resizeSplat(cast<ShapedType>(constant.getType())));
  b.insert(piece);
  pieces.map(op->getResults(), piece->getResults());
}

/// All ops of the first piece, then all of the second: what a step computes in the bytes of an
/// operand it reads at the same lanes only (BufferQueries::sharing), and readsElsewhere
/// says the same of one buffer.
void WideSteps::split() {
  SmallVector<Operation *> wide;
  for (Operation &op : loop.getBody()->without_terminator())
    if (llvm::any_of(op.getOperandTypes(), llvm::IsaPred<VectorType>) ||
        llvm::any_of(op.getResultTypes(), llvm::IsaPred<VectorType>))
      wide.push_back(&op);
  for (int64_t lane = 0; lane < lanes; lane += pieceLanes) {
    IRMapping pieces;
    for (Operation *op : wide)
      addPiece(op, lane, pieces);
  }
  for (Operation *op : llvm::reverse(wide))
    op->erase();
}

void splitVectors(func::FuncOp loops, const Machine &machine) {
  SmallVector<scf::ForOp> all;
  loops.walk([&](scf::ForOp loop) { all.push_back(loop); });
  for (scf::ForOp loop : all)
    if (WideSteps steps(loop, machine); steps.canSplit())
      steps.split();
}

} // namespace spmd
