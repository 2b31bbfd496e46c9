// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Builds the graph for the minimum cut: values are vertices that weigh their bytes, and edges go
// from operands to results of ops that may be recomputed.
#include "compiler/optimize/recompute.h"
#include "compiler/elements/dtype.h"
#include "compiler/kernels/fusion_plan.h"
#include "compiler/kernels/update_window.h"
#include "compiler/ops/elementwise.h"
#include "compiler/ops/rule.h"
#include "compiler/optimize/vertex_cut.h"
#include "compiler/structure/control_flow.h"
#include "compiler/structure/op_sets.h"
#include "compiler/structure/views.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;

namespace spmd {

/// The bytes of a tensor in a buffer; 0 for types without a buffer.
int64_t bytesOf(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  std::optional<rt::DType> element = tensor ? dtypeOf(tensor.getElementType()) : std::nullopt;
  return element && tensor.hasStaticShape()
             ? tensor.getNumElements() * int64_t(rt::sizeOf(*element))
             : 0;
}

/// Excludes writes into a window, which would copy the whole.
bool isRecomputable(Operation *op) {
  return op->getNumRegions() == 0 && op->getNumResults() == 1 &&
         (op->hasTrait<OpTrait::ConstantLike>() || isElementwise(op) || Rules::of(op).index) &&
         !updateWindow(op) && isFusible(op);
}

/// Whether all elements of the result are one known number.
static bool isSplat(Operation *op) {
  DenseElementsAttr value;
  return op->getNumResults() == 1 &&
         ((matchPattern(op, m_Constant(&value)) && value.isSplat()) ||
          (spreadsScalar(op) && matchPattern(op->getOperand(0), m_Constant())));
}

/// Whether `op` computes with a constant, or spreads it for kernels alone. Indices of slices do not
/// matter: most slices are views. Zeros in which a routine adds up would be a kernel without
/// operands: it would leave the loop, and be copied in each trip.
static bool computesWith(Operation *op) {
  return (isElementwise(op) || spreadsScalar(op)) && isFusible(op) &&
         (!spreadsScalar(op) ||
          llvm::all_of(op->getUsers(), [](Operation *user) { return isFusible(user); }));
}

/// JAX hoists such constants out of a scan's body. Kept there, a scalar would be loaded in each
/// trip, so that a division by it could not become a multiplication. An array would live as long as
/// the loop, and be as large as an activation.
void spreadConstants(Operation *module) {
  DenseMap<std::pair<Operation *, Block *>, Value> clones; // one for each block
  for (Operation *op : opsWhere(module, isSplat))
    for (OpOperand &use : llvm::make_early_inc_range(op->getUses())) {
      Operation *user = use.getOwner();
      if (user->getBlock() == op->getBlock() || !isControlFlow(user->getParentOp()) ||
          !(spreadsScalar(op) || computesWith(user)))
        continue;
      Value &clone = clones[{op, user->getBlock()}];
      if (!clone)
        clone = OpBuilder::atBlockBegin(user->getBlock()).clone(*op)->getResult(0);
      use.set(clone);
    }
}

/// Reads the iteration space, so that it works for every op with the form of a matmul: plain dims
/// as indices, reduction dims in both operands, at least one batch dim.
bool isShallowMatmul(Operation *op) {
  if (op->getNumOperands() != 2 || op->getNumResults() != 1 || op->getNumRegions() ||
      !Rules::of(op).space || !isa<FloatType>(getElementTypeOrSelf(op->getResult(0))))
    return false;
  IterationSpace space = Rules::of(op).space(op);
  // A window or a stride in an index would not be a matmul.
  auto isPlain = [](AffineMap map) {
    return map &&
           llvm::all_of(map.getResults(), [](AffineExpr expr) { return isa<AffineDimExpr>(expr); });
  };
  if (!isPlain(space.operandMap(0)) || !isPlain(space.operandMap(1)) ||
      !isPlain(space.resultMap(0)))
    return false;
  int64_t depth = 1;
  bool sums = false, hasBatch = false;
  // Batch dims are parallel dims of both operands; `depth` is the number of terms in a sum.
  for (auto [d, dim] : llvm::enumerate(space.dims)) {
    bool isOfBoth =
        space.operandMap(0).isFunctionOfDim(d) && space.operandMap(1).isFunctionOfDim(d);
    if (dim.kind == DimKind::Sequential || (dim.kind == DimKind::Reduction && !isOfBoth))
      return false;
    sums |= dim.kind == DimKind::Reduction;
    hasBatch |= dim.kind == DimKind::Parallel && isOfBoth;
    depth *= dim.kind == DimKind::Reduction ? dim.size : 1;
  }
  auto elements = [](Value v) { return cast<RankedTensorType>(v.getType()).getNumElements(); };
  return sums && hasBatch && depth <= kShallowDepth &&
         elements(op->getResult(0)) >= elements(op->getOperand(0)) + elements(op->getOperand(1));
}

/// Stops at views that show only a part of their base.
Value wholeBaseOf(Value value) {
  while (Operation *op = value.getDefiningOp()) {
    std::optional<View> view = viewOf(value); // most ops make none
    if (!view || view->offset || !view->moving.empty() ||
        bytesOf(view->base.getType()) != bytesOf(value.getType()) || !isRecomputable(op))
      break;
    value = view->base;
  }
  return value;
}

/// Sinks are the wanted values. Sources are values that cannot be recomputed in this block. Free
/// values are left out.
///   wanted {gelu'(x), tanh(x)}, x from a matmul   ->   kept {x}
int64_t KeepLeast::solve() {
  VertexCut graph;
  DenseMap<Value, unsigned> vertexOf;
  SmallVector<Value> values;
  auto vertex = [&](Value value) {
    auto [it, isNew] = vertexOf.try_emplace(value, 0);
    if (isNew) {
      it->second = graph.addVertex(bytesOf(value.getType()));
      values.push_back(value);
    }
    return it->second;
  };
  int64_t before = 0;
  for (Value value : wanted)
    if (!isFree(value)) {
      graph.addSink(vertex(value));
      before += bytesOf(value.getType());
    }
  for (size_t i = 0; i < values.size(); ++i) { // the loop appends to `values`
    Operation *def = values[i].getDefiningOp();
    unsigned to = vertexOf[values[i]];
    // A value from another block or from an expensive op is a source: keeping it is the only way to
    // have it.
    if (!def || def->getBlock() != &block || (!isRecomputable(def) && !isShallowMatmul(def))) {
      graph.addSource(to);
      continue;
    }
    for (Value operand : def->getOperands())
      if (Value base = wholeBaseOf(operand); !isFree(operand) && !isFree(base))
        graph.addEdge(vertex(base), to);
  }
  llvm::BitVector cut = graph.minimum();
  int64_t after = 0;
  for (unsigned v : cut.set_bits()) {
    kept.insert(values[v]);
    after += bytesOf(values[v].getType());
  }
  return before - after;
}

} // namespace spmd
