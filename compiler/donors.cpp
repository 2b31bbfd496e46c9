// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// First come, first served, by type, sharding and kind of memory.
#include "compiler/donors.h"
#include "compiler/sharding/border.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/DenseMap.h"
#include <deque>

using namespace mlir;

namespace spmd {

// Queues of donors by what a result must have. Results that the program itself has named are out of
// the game, and so are the arguments that named them.
void pairDonors(ModuleOp module) {
  constexpr llvm::StringLiteral kDonor = "jax.buffer_donor", kAlias = "tf.aliasing_output";
  auto main = module.lookupSymbol<func::FuncOp>("main");
  if (!main)
    return;
  llvm::DenseMap<std::tuple<Type, Attribute, Attribute>, std::deque<unsigned>> donors;
  auto keyOfResult = [&](unsigned i) {
    return std::tuple(main.getResultTypes()[i], main.getResultAttr(i, kBorderAttr),
                      main.getResultAttr(i, kMemoryKindAttr));
  };
  llvm::SmallVector<bool> hasDonor(main.getNumResults());
  for (unsigned i = 0; i < main.getNumArguments(); ++i) {
    auto donor = main.getArgAttrOfType<BoolAttr>(i, kDonor);
    if (auto alias = main.getArgAttrOfType<IntegerAttr>(i, kAlias)) {
      if (uint64_t(alias.getInt()) < hasDonor.size())
        hasDonor[alias.getInt()] = true;
    } else if (donor && donor.getValue()) {
      donors[{main.getArgumentTypes()[i], main.getArgAttr(i, kBorderAttr),
              main.getArgAttr(i, kMemoryKindAttr)}]
          .push_back(i);
    }
  }
  auto pair = [&](unsigned argument, unsigned result) {
    hasDonor[result] = true;
    main.removeArgAttr(argument, kDonor);
    main.setArgAttr(argument, kAlias,
                    Builder(module.getContext()).getI32IntegerAttr(int32_t(result)));
  };
  // An argument that is returned as it is stays where it is.
  for (auto [i, value] : llvm::enumerate(main.getBody().front().getTerminator()->getOperands())) {
    auto argument = dyn_cast<BlockArgument>(value);
    if (hasDonor[i] || !argument)
      continue;
    std::deque<unsigned> &queue = donors[keyOfResult(unsigned(i))];
    if (auto found = llvm::find(queue, argument.getArgNumber()); found != queue.end()) {
      queue.erase(found);
      pair(argument.getArgNumber(), i);
    }
  }
  for (unsigned i = 0; i < hasDonor.size(); ++i) {
    auto found = donors.find(keyOfResult(i));
    if (hasDonor[i] || found == donors.end() || found->second.empty())
      continue;
    const unsigned argument = found->second.front();
    found->second.pop_front();
    pair(argument, i);
  }
}

} // namespace spmd
