// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Drops pairs of collective_permutes whose targets do not read what they get. A device without a
// pair gets zeros, and sends nothing.
// Pipelines of shard_map send around a ring, though the first stage never reads what the last one
// has; carries of scans (cut_associative_scans.cpp) are one row that one shard reads.
//   select(axis_index == 0, %x, permute((0, 1) (1, 2) (2, 0)))   ->   permute((0, 1) (1, 2))
#include "compiler/passes.h"
#include "compiler/structure/op_sets.h"
#include "compiler/structure/read_devices.h"
#include "dialects/stablehlo/stablehlo.h"
#include "mlir/IR/BuiltinOps.h"

using namespace mlir;

namespace spmd {
#define GEN_PASS_DEF_DROPUNREADPAIRS
#include "compiler/passes.h.inc"
namespace {

/// The number of devices of a local program is not written in it; pairs name those that count.
int64_t deviceCount(ArrayRef<stablehlo::CollectivePermuteOp> permutes) {
  int64_t most = 0;
  for (stablehlo::CollectivePermuteOp permute : permutes)
    for (int64_t id : permute.getSourceTargetPairs().getValues<int64_t>())
      most = std::max(most, id);
  return most + 1;
}

struct DropUnreadPairs : impl::DropUnreadPairsBase<DropUnreadPairs> {
  void runOnOperation() override {
    // All sets are found before a pair goes: a pair less only makes them smaller.
    auto permutes = opsIn<stablehlo::CollectivePermuteOp>(getOperation());
    llvm::erase_if(permutes, [](stablehlo::CollectivePermuteOp permute) {
      return !areDevices(llvm::to_vector(permute.getSourceTargetPairs().getValues<int64_t>()));
    });
    ReadDevices read(deviceCount(permutes));
    bool changed = false;
    for (stablehlo::CollectivePermuteOp permute : permutes)
      changed |= narrow(permute, read);
    if (!changed)
      markAllAnalysesPreserved();
  }

  /// Leaves pairs out of the permute. One that nobody reads stays whole: drop-unused finds it.
  static bool narrow(stablehlo::CollectivePermuteOp permute, ReadDevices &read) {
    SmallVector<int64_t> kept;
    auto ids = llvm::to_vector(permute.getSourceTargetPairs().getValues<int64_t>());
    for (size_t i = 0; i + 1 < ids.size(); i += 2)
      if (llvm::any_of(permute->getResults(),
                       [&](Value result) { return read.of(result)[ids[i + 1]]; }))
        kept.append({ids[i], ids[i + 1]});
    // A permute without pairs would be zeros on all devices.
    if (kept.empty() || kept.size() == ids.size())
      return false;
    auto type = RankedTensorType::get({int64_t(kept.size()) / 2, 2},
                                      permute.getSourceTargetPairs().getElementType());
    permute.setSourceTargetPairsAttr(DenseIntElementsAttr::get(type, kept));
    return true;
  }
};

} // namespace
} // namespace spmd
