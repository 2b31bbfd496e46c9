// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Checks of shardings at borders, and placements inside of manual computations. A message names the
// dim, its size and the axes that split it.
#include "compiler/partition/borders.h"
#include "dialects/notes.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;

namespace spmd {

/// The axes as the program writes them: `"a", "x":(1)2`.
static std::string inWords(ArrayRef<sdy::AxisRefAttr> axes) {
  return llvm::join(llvm::map_range(axes, std::mem_fn(&sdy::AxisRefAttr::toString)), ", ");
}

/// Reports the first dim that does not divide. Example: dim 0 of size 6 over {"a"=4} is refused.
LogicalResult checkDivides(const AtomTable &atoms, Operation *op, Type type,
                           sdy::TensorShardingAttr sharding, StringRef what, unsigned i) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor || !sharding)
    return success();
  for (auto [d, dim] : llvm::enumerate(sharding.getDimShardings()))
    if (int64_t shards = dim.getShardedSize(atoms.mesh()); tensor.getDimSize(d) % shards)
      return op->emitError() << what << " " << i << " of type " << tensor << " has dim " << d
                             << " of size " << tensor.getDimSize(d) << " over " << shards
                             << " shards of " << inWords(dim.getAxes())
                             << "; inside of manual computations sizes have to divide"
                             << valueNotes(op, what, i);
  return success();
}

/// Arguments and results of main hold whole numbers, and cut their dims into equal parts.
LogicalResult checkBorder(const AtomTable &atoms, Operation *main, Type type,
                          sdy::TensorShardingAttr sharding, StringRef what, unsigned i) {
  if (sharding && !sharding.getUnreducedAxes().empty())
    return main->emitError() << what << " " << i << " is unreduced over "
                             << inWords(sharding.getUnreducedAxes())
                             << "; partial sums cannot cross the border of the program"
                             << valueNotes(main, what, i);
  return checkDivides(atoms, main, type, sharding, what, i);
}

/// Example: dim 6 sharded {"a"=2, "b"=2} is placed {a}; after "a" 3 elements are left, which 2 does
/// not divide.
Placement dividing(const AtomTable &atoms, sdy::TensorShardingAttr sharding, Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor)
    return {};
  Placement placement = atoms.placement(sharding, tensor.getRank());
  for (auto [size, dim] : llvm::zip_equal(tensor.getShape(), placement.dims)) {
    int64_t left = size;
    for (size_t i = 0; i < dim.size(); ++i) {
      if (left % atoms.sizes()[dim[i]]) {
        dim.truncate(i);
        break;
      }
      left /= atoms.sizes()[dim[i]];
    }
  }
  return placement;
}

/// Walks up through all manual computations around `op`.
Atoms manualAtomsAround(const AtomTable &atoms, Operation *op) {
  Atoms manual;
  for (auto around = op->getParentOfType<sdy::ManualComputationOp>(); around;
       around = around->getParentOfType<sdy::ManualComputationOp>())
    for (StringAttr axis : around.getManualAxes())
      manual.append(atoms.atoms({sdy::AxisRefAttr::get(op->getContext(), axis.getValue())}));
  return manual;
}

/// The placement of a value as the body of a manual computation sees it: without the manual axes.
Placement insideManual(const AtomTable &atoms, Operation *op, Placement placement) {
  Atoms manual = manualAtomsAround(atoms, op);
  auto isManual = [&](int atom) { return llvm::is_contained(manual, atom); };
  for (Atoms &dim : placement.dims)
    llvm::erase_if(dim, isManual);
  llvm::erase_if(placement.partial, isManual);
  return placement;
}

} // namespace spmd
