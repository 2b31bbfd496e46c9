// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Registers the spmd dialect and verifies its ops but those of kernel.cpp. The optimize
// stage creates these ops, so a failed check here means a defect of a pass, or a program that was
// edited by hand.
#include "dialects/spmd/spmd.h"
#include "dialects/notes.h"
#include "dialects/spmd/kernel.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

#include "dialects/spmd/definitions.cpp.inc"

namespace spmd::ir {

// Verifies the discardable attributes of loops (spmd.h): spmd.trip_count is 0 or more, spmd.counter
// is the index of a carried value, and spmd.one_kernel is there or not.
LogicalResult SpmdDialect::verifyOperationAttribute(Operation *op, NamedAttribute attr) {
  // Null for attributes that are no integers; attributes of other names pass.
  auto number = dyn_cast<IntegerAttr>(attr.getValue());
  if (attr.getName() == kTripCountAttr && (!number || number.getInt() < 0))
    return op->emitOpError() << kTripCountAttr << " is " << attr.getValue()
                             << "; a number of trips is at least 0";
  if (attr.getName() == kCounterAttr &&
      (!number || number.getInt() < 0 || number.getInt() >= op->getNumResults()))
    return op->emitOpError() << kCounterAttr << " is " << attr.getValue()
                             << " but the loop carries " << op->getNumResults() << " values";
  if (attr.getName() == kOneKernelAttr && !isa<UnitAttr>(attr.getValue()))
    return op->emitOpError() << kOneKernelAttr << " is " << attr.getValue()
                             << "; it is there or not";
  return verifyKernelAttribute(op, attr);
}

// Each input and output has one list of loops and one block, all of its rank, and block size times
// number of blocks is the size of each dim:
//   grid = [8, 4], reads = [[0, 1, -1]]: tensor<8x256x64xf32> is cut into blocks 1x64x64
LogicalResult BlocksOp::verify() {
  int64_t loops = getGrid().size();
  if (getSerial() > getGrid().size())
    return emitOpError("has ") << getSerial() << " serial loops among " << loops;
  Block &block = getBody().front();
  // Checks the inputs or the outputs: `cuts` are the lists of loops, `parts` the types of blocks.
  auto check = [&](StringRef what, ArrayAttr cuts, ValueRange wholes,
                   ValueRange parts) -> LogicalResult {
    if (cuts.size() != wholes.size() || parts.size() != wholes.size())
      return emitOpError("has ") << wholes.size() << " " << what << "s, " << cuts.size()
                                 << " lists of loops and " << parts.size()
                                 << " blocks; there must be as many of each";
    for (auto [i, cut] : llvm::enumerate(cuts.getAsRange<DenseI64ArrayAttr>())) {
      auto whole = cast<RankedTensorType>(wholes[i].getType()),
           part = cast<RankedTensorType>(parts[i].getType());
      if (cut.size() != whole.getRank() || part.getRank() != whole.getRank())
        return emitOpError("cuts ")
               << what << " " << i << " of rank " << whole.getRank() << " by a list of "
               << cut.size() << " into blocks of rank " << part.getRank()
               << typeNotes({what, "the block"}, {wholes[i], parts[i]});
      for (auto [d, loop] : llvm::enumerate(cut.asArrayRef())) {
        if (loop < -1 || loop >= loops)
          return emitOpError("cuts ") << what << " " << i << " by loop " << loop << " of " << loops;
        if (part.getDimSize(d) * (loop < 0 ? 1 : getGrid()[loop]) != whole.getDimSize(d))
          return emitOpError("cuts dim ")
                 << d << " of " << what << " " << i << ", which has size " << whole.getDimSize(d)
                 << ", into " << (loop < 0 ? 1 : getGrid()[loop]) << " blocks of size "
                 << part.getDimSize(d) << typeNotes({what, "the block"}, {wholes[i], parts[i]});
      }
    }
    return success();
  };
  if (failed(check("input", getReads(), getInputs(), block.getArguments())) ||
      failed(check("output", getWrites(), getOutputs(), block.getTerminator()->getOperands())))
    return failure();
  return success();
}

// Pairs have a last dim of size 2.
RankedTensorType FourierOp::operandPart() {
  auto type = cast<RankedTensorType>(getParts()[0].getType());
  return getFromPairs() && type.getRank() ? type.clone(type.getShape().drop_back()) : type;
}

// Parts are alike; the dim exists and has as many values as the kind of transform reads; results
// have the shape that it makes.
LogicalResult FourierOp::verify() {
  const size_t in = getParts().size(), out = getNumResults();
  if (in < 1 || in > (getFromPairs() ? 1 : 2) || out < 1 || out > (getToPairs() ? 1 : 2) ||
      (takesReal() && givesReal()))
    return emitOpError("has ") << in << " operands and " << out
                               << " results, which must be 1 or 2, and real on one side at most";
  const RankedTensorType from = operandPart();
  if (!isa<Float32Type, Float64Type>(from.getElementType()))
    return emitOpError("transforms ") << from.getElementType() << ", which must be f32 or f64";
  const int64_t dim = getDim(), length = getLength(), half = length / 2 + 1;
  if (dim < 0 || dim >= from.getRank())
    return emitOpError("transforms dim ") << dim << " of " << from;
  if (length < 1 || from.getDimSize(dim) != (givesReal() ? half : length))
    return emitOpError("has length ")
           << length << ", and dim " << dim << " has size " << from.getDimSize(dim)
           << typeNotes({"operand"}, {getParts()[0]});
  // The spectrum of real numbers is a half one, which only the inverse completes.
  if ((givesReal() && !getInverse()) || (takesReal() && getInverse()))
    return emitOpError("takes real numbers forwards and gives them as an inverse only");
  if (getTurned() && (takesReal() || givesReal()))
    return emitOpError("turns complex numbers only");
  // The shape of the result: a half spectrum is shorter, and turned dims change places.
  SmallVector<int64_t> shape(from.getShape());
  shape[dim] = takesReal() ? half : length;
  if (getTurned())
    std::rotate(shape.begin() + dim, shape.begin() + dim + 1, shape.end());
  // Pairs have one more dim than parts.
  auto whole = [](RankedTensorType part, bool isPair) {
    SmallVector<int64_t> all(part.getShape());
    if (isPair)
      all.push_back(2);
    return part.clone(all);
  };
  const RankedTensorType read = whole(from, getFromPairs()),
                         made = whole(from.clone(shape), getToPairs());
  for (Value part : getParts())
    if (part.getType() != read)
      return emitOpError("has parts of types ") << read << " and " << part.getType();
  for (Value result : getResults())
    if (result.getType() != made)
      return emitOpError("makes ") << made << ", but has a result of type " << result.getType();
  return success();
}

/// Returns the dims of 0..rank-1 that are neither batch nor contracting, ascending.
static SmallVector<int64_t> freeDims(int64_t rank, ArrayRef<int64_t> batch,
                                     ArrayRef<int64_t> contract) {
  SmallVector<int64_t> out;
  for (int64_t d = 0; d < rank; ++d)
    if (!llvm::is_contained(batch, d) && !llvm::is_contained(contract, d))
      out.push_back(d);
  return out;
}
// lhs of rank 3, batch [0], contract [2] -> [1]
SmallVector<int64_t> DotOp::lhsFree() {
  return freeDims(getLhs().getType().getRank(), getLhsBatch(), getLhsContract());
}
SmallVector<int64_t> DotOp::rhsFree() {
  return freeDims(getRhs().getType().getRank(), getRhsBatch(), getRhsContract());
}

// Dims exist and pair up in size, result_permutation is a permutation, and the result has the sizes
// that it gives:
//   lhs 8x3x5, rhs 8x4x5, batch [0] x [0], contract [2] x [2] -> (8, 3, 4); to [0, 2, 1] -> 8x4x3
LogicalResult DotOp::verify() {
  ArrayRef<int64_t> lhs = getLhs().getType().getShape(), rhs = getRhs().getType().getShape();
  auto outside = [](ArrayRef<int64_t> dims, ArrayRef<int64_t> shape) {
    return llvm::any_of(dims, [&](int64_t d) { return d < 0 || d >= int64_t(shape.size()); });
  };
  // Dims are checked before sizes are read by them.
  if (outside(getLhsBatch(), lhs) || outside(getLhsContract(), lhs) ||
      outside(getRhsBatch(), rhs) || outside(getRhsContract(), rhs))
    return emitOpError("names a dim outside of its operands' ranks ")
           << lhs.size() << " and " << rhs.size() << typeNotes({"lhs", "rhs"}, getOperands());
  // Batch and contracting dims are pairs of one dim of lhs and one of rhs.
  if (getLhsBatch().size() != getRhsBatch().size() ||
      getLhsContract().size() != getRhsContract().size())
    return emitOpError("pairs ") << getLhsBatch().size() << " with " << getRhsBatch().size()
                                 << " batch dims and " << getLhsContract().size() << " with "
                                 << getRhsContract().size() << " contracting dims";
  // The sizes of (batch.., m.., n..), before the permutation.
  SmallVector<int64_t> made;
  for (auto [l, r] : llvm::zip_equal(getLhsBatch(), getRhsBatch())) {
    if (lhs[l] != rhs[r])
      return emitOpError("has batch dims of sizes ")
             << lhs[l] << " and " << rhs[r] << typeNotes({"lhs", "rhs"}, getOperands());
    made.push_back(lhs[l]);
  }
  for (auto [l, r] : llvm::zip_equal(getLhsContract(), getRhsContract()))
    if (lhs[l] != rhs[r])
      return emitOpError("contracts lhs dim ")
             << l << " of size " << lhs[l] << " with rhs dim " << r << " of size " << rhs[r]
             << typeNotes({"lhs", "rhs"}, getOperands());
  for (int64_t d : lhsFree())
    made.push_back(lhs[d]);
  for (int64_t d : rhsFree())
    made.push_back(rhs[d]);
  // A permutation of n dims, sorted, is 0 to n-1.
  ArrayRef<int64_t> permutation = getResultPermutation();
  SmallVector<int64_t> sorted(permutation);
  llvm::sort(sorted);
  if (sorted.size() != made.size() ||
      llvm::any_of(llvm::enumerate(sorted), [](auto e) { return e.value() != int64_t(e.index()); }))
    return emitOpError("result_permutation is not a permutation of ") << made.size() << " dims";
  // Result dim i is dim permutation[i] of the sizes before the permutation.
  ArrayRef<int64_t> result = getResult().getType().getShape();
  if (result.size() != made.size())
    return emitOpError("makes ") << made.size() << " dims but has a result of rank "
                                 << result.size() << typeNotes({"lhs", "rhs"}, getOperands());
  for (auto [i, p] : llvm::enumerate(permutation))
    if (result[i] != made[p])
      return emitOpError("result dim ") << i << " has size " << result[i] << ", computed "
                                        << made[p] << typeNotes({"lhs", "rhs"}, getOperands());
  return success();
}

/// Roots are of broadcasts alone: none, or a scalar i32 for each input.
static LogicalResult verifyRoots(CollectiveStartOp op) {
  if (op.getRoots().empty())
    return success();
  if (op.getKind() != CollectiveKind::Broadcast)
    return op.emitOpError("names roots of an ")
           << stringifyCollectiveKind(op.getKind()) << "; only a broadcast has a root";
  if (op.getRoots().size() != op.getInputs().size())
    return op.emitOpError("names ")
           << op.getRoots().size() << " roots for " << op.getInputs().size() << " operands";
  for (Value root : op.getRoots())
    if (auto type = cast<RankedTensorType>(root.getType());
        type.getRank() != 0 || !type.getElementType().isSignlessInteger(32))
      return op.emitOpError("names the root ")
             << type << ", which is no scalar i32" << originNote("the root", root);
  return success();
}

LogicalResult CollectiveStartOp::verify() {
  if (failed(verifyRoots(*this)))
    return failure();
  if (getInto().empty() != !getRow())
    return emitOpError("names buffers without a row of them, or a row without buffers");
  if (getInto().empty())
    return success();
  if (getInto().size() != getInputs().size())
    return emitOpError("has ") << getInto().size() << " buffers for " << getInputs().size()
                               << " operands";
  auto row = cast<RankedTensorType>(getRow().getType());
  if (row.getRank() != 0 || !row.getElementType().isInteger())
    return emitOpError("writes to the row of number ")
           << row << ", which is no scalar integer" << originNote("the number", getRow());
  for (Value buffer : getInto()) {
    auto type = cast<RankedTensorType>(buffer.getType());
    if (type.getRank() == 0 || type.getDimSize(0) != 2)
      return emitOpError("writes to a row of ")
             << type << ", which has not two rows" << originNote("the buffer", buffer);
  }
  return success();
}

SmallVector<Type> CollectiveStartOp::receivedTypes() {
  return llvm::map_to_vector((*getHandle().user_begin())->getResultTypes(), [&](Type type) -> Type {
    auto tensor = cast<RankedTensorType>(type);
    return getInto().empty() ? tensor : tensor.clone(tensor.getShape().drop_front());
  });
}

CollectiveStartOp CollectiveStartOp::of(OpBuilder &b, Location loc, ValueRange inputs,
                                        ValueRange roots, CollectiveStartOp like) {
  return create(b, loc, like.getHandle().getType(), inputs, roots, ValueRange(), Value(),
                like.getKind(), like.getCombine(), like.getGroups(), like.getDim(),
                like.getConcatDim());
}

// The handle must come straight from a collective_start: no op may pass handles on.
LogicalResult CollectiveDoneOp::verify() {
  auto start = getHandle().getDefiningOp<CollectiveStartOp>();
  if (!start)
    return emitOpError("awaits a handle that no collective_start made")
           << originNote("the handle", getHandle());
  if (!start.getInto().empty() && start.getInto().getTypes() != getOutputs().getTypes())
    return emitOpError("returns other types than the buffers that the collective_start writes to")
           << Note{start.getLoc(), "the start is here"};
  if (start.getInputs().size() != getOutputs().size())
    return emitOpError("has ") << getOutputs().size() << " results for " << start.getInputs().size()
                               << " operands" << Note{start.getLoc(), "the start is here"};
  return success();
}

} // namespace spmd::ir

#include "dialects/spmd/ops.ops.inc"
