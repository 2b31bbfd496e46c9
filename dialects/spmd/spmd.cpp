// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/spmd/spmd.h"
#include "dialects/spmd/kernel.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

#include "dialects/spmd/dialect.cpp.inc"
#include "dialects/spmd/enums.cpp.inc"
#define GET_ATTRDEF_CLASSES
#include "dialects/spmd/attrs.cpp.inc"
#define GET_TYPEDEF_CLASSES
#include "dialects/spmd/types.cpp.inc"

namespace spmd::ir {

void SpmdDialect::initialize() {
  addAttributesAndTypes();
  addOps();
}

void SpmdDialect::addAttributesAndTypes() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "dialects/spmd/attrs.cpp.inc"
      >();
  addTypes<
#define GET_TYPEDEF_LIST
#include "dialects/spmd/types.cpp.inc"
      >();
}

void SpmdDialect::addOps() {
  addOperations<
#define GET_OP_LIST
#include "dialects/spmd/ops.cpp.inc"
      >();
}

LogicalResult SpmdDialect::verifyOperationAttribute(Operation *op, NamedAttribute attr) {
  auto number = dyn_cast<IntegerAttr>(attr.getValue());
  if (attr.getName() == kTripCountAttr && (!number || number.getInt() < 0))
    return op->emitOpError() << kTripCountAttr << " is " << attr.getValue()
                             << "; a number of trips is at least 0";
  if (attr.getName() == kCounterAttr &&
      (!number || number.getInt() < 0 || number.getInt() >= op->getNumResults()))
    return op->emitOpError() << kCounterAttr << " is " << attr.getValue()
                             << " but the loop carries " << op->getNumResults() << " values";
  return verifyKernelAttribute(op, attr);
}

LogicalResult BlocksOp::verify() {
  int64_t loops = getGrid().size();
  if (getSerial() > getGrid().size())
    return emitOpError("has ") << getSerial() << " serial loops among " << loops;
  Block &block = getBody().front();
  auto check = [&](StringRef what, ArrayAttr cuts, TypeRange wholes,
                   TypeRange parts) -> LogicalResult {
    if (cuts.size() != wholes.size() || parts.size() != wholes.size())
      return emitOpError("has ") << wholes.size() << " " << what << "s, " << cuts.size()
                                 << " lists of loops and " << parts.size()
                                 << " blocks; there must be as many of each";
    for (auto [i, cut] : llvm::enumerate(cuts.getAsRange<DenseI64ArrayAttr>())) {
      auto whole = cast<RankedTensorType>(wholes[i]), part = cast<RankedTensorType>(parts[i]);
      if (cut.size() != whole.getRank() || part.getRank() != whole.getRank())
        return emitOpError("cuts ")
               << what << " " << i << " of rank " << whole.getRank() << " by a list of "
               << cut.size() << " into blocks of rank " << part.getRank();
      for (auto [d, loop] : llvm::enumerate(cut.asArrayRef())) {
        if (loop < -1 || loop >= loops)
          return emitOpError("cuts ") << what << " " << i << " by loop " << loop << " of " << loops;
        if (part.getDimSize(d) * (loop < 0 ? 1 : getGrid()[loop]) != whole.getDimSize(d))
          return emitOpError("cuts dim ")
                 << d << " of " << what << " " << i << ", which has size " << whole.getDimSize(d)
                 << ", into " << (loop < 0 ? 1 : getGrid()[loop]) << " blocks of size "
                 << part.getDimSize(d);
      }
    }
    return success();
  };
  if (failed(check("input", getReads(), getInputs().getTypes(), block.getArgumentTypes())) ||
      failed(check("output", getWrites(), getOutputs().getTypes(),
                   block.getTerminator()->getOperandTypes())))
    return failure();
  return success();
}

static SmallVector<int64_t> freeDims(int64_t rank, ArrayRef<int64_t> batch,
                                     ArrayRef<int64_t> contract) {
  SmallVector<int64_t> out;
  for (int64_t d = 0; d < rank; ++d)
    if (!llvm::is_contained(batch, d) && !llvm::is_contained(contract, d))
      out.push_back(d);
  return out;
}
SmallVector<int64_t> DotOp::lhsFree() {
  return freeDims(getLhs().getType().getRank(), getLhsBatch(), getLhsContract());
}
SmallVector<int64_t> DotOp::rhsFree() {
  return freeDims(getRhs().getType().getRank(), getRhsBatch(), getRhsContract());
}

LogicalResult DotOp::verify() {
  ArrayRef<int64_t> lhs = getLhs().getType().getShape(), rhs = getRhs().getType().getShape();
  auto outside = [](ArrayRef<int64_t> dims, ArrayRef<int64_t> shape) {
    return llvm::any_of(dims, [&](int64_t d) { return d < 0 || d >= int64_t(shape.size()); });
  };
  if (outside(getLhsBatch(), lhs) || outside(getLhsContract(), lhs) ||
      outside(getRhsBatch(), rhs) || outside(getRhsContract(), rhs))
    return emitOpError("names a dim outside of its operands' ranks ")
           << lhs.size() << " and " << rhs.size();
  if (getLhsBatch().size() != getRhsBatch().size() ||
      getLhsContract().size() != getRhsContract().size())
    return emitOpError("pairs ") << getLhsBatch().size() << " with " << getRhsBatch().size()
                                 << " batch dims and " << getLhsContract().size() << " with "
                                 << getRhsContract().size() << " contracting dims";
  SmallVector<int64_t> made;
  for (auto [l, r] : llvm::zip_equal(getLhsBatch(), getRhsBatch())) {
    if (lhs[l] != rhs[r])
      return emitOpError("has batch dims of sizes ") << lhs[l] << " and " << rhs[r];
    made.push_back(lhs[l]);
  }
  for (auto [l, r] : llvm::zip_equal(getLhsContract(), getRhsContract()))
    if (lhs[l] != rhs[r])
      return emitOpError("contracts lhs dim ")
             << l << " of size " << lhs[l] << " with rhs dim " << r << " of size " << rhs[r];
  for (int64_t d : lhsFree())
    made.push_back(lhs[d]);
  for (int64_t d : rhsFree())
    made.push_back(rhs[d]);
  ArrayRef<int64_t> permutation = getResultPermutation();
  SmallVector<int64_t> sorted(permutation);
  llvm::sort(sorted);
  if (sorted.size() != made.size() ||
      llvm::any_of(llvm::enumerate(sorted), [](auto e) { return e.value() != int64_t(e.index()); }))
    return emitOpError("result_permutation is not a permutation of ") << made.size() << " dims";
  ArrayRef<int64_t> result = getResult().getType().getShape();
  if (result.size() != made.size())
    return emitOpError("makes ") << made.size() << " dims but has a result of rank "
                                 << result.size();
  for (auto [i, p] : llvm::enumerate(permutation))
    if (result[i] != made[p])
      return emitOpError("result dim ")
             << i << " has size " << result[i] << ", computed " << made[p];
  return success();
}

LogicalResult CollectiveDoneOp::verify() {
  auto start = getHandle().getDefiningOp<CollectiveStartOp>();
  if (!start)
    return emitOpError("awaits a handle that no collective_start made");
  if (start.getInputs().size() != getOutputs().size())
    return emitOpError("has ") << getOutputs().size() << " results for " << start.getInputs().size()
                               << " operands";
  return success();
}

} // namespace spmd::ir

#define GET_OP_CLASSES
#include "dialects/spmd/ops.cpp.inc"
