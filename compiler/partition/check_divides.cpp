// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Checks that shards have equal sizes. Each message names the dim, its size and the axes that split
// it.
#include "compiler/partition/check_divides.h"
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
                             << "; sizes that do not divide are not supported";
  return success();
}

LogicalResult checkBorder(const AtomTable &atoms, Operation *main, Type type,
                          sdy::TensorShardingAttr sharding, StringRef what, unsigned i) {
  if (sharding && !sharding.getUnreducedAxes().empty())
    return main->emitError() << what << " " << i << " is unreduced over "
                             << inWords(sharding.getUnreducedAxes())
                             << "; partial sums cannot cross the border of the program";
  return checkDivides(atoms, main, type, sharding, what, i);
}

} // namespace spmd
