// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Placements at and inside the borders of manual computations.
#include "compiler/partition/manual_border.h"

using namespace mlir;

namespace spmd {

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

Placement insideManual(const AtomTable &atoms, Operation *op, Placement placement) {
  Atoms manual = manualAtomsAround(atoms, op);
  auto isManual = [&](int atom) { return llvm::is_contained(manual, atom); };
  for (Atoms &dim : placement.dims)
    llvm::erase_if(dim, isManual);
  llvm::erase_if(placement.partial, isManual);
  return placement;
}

} // namespace spmd
