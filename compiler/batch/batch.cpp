// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The pass spmd-batch, and the function behind it that the frontend calls: reads the options, and
// writes the batched form of one function.
#include "compiler/batch/batch.h"
#include "compiler/batch/batcher.h"
#include "compiler/passes.h"
#include "dialects/chlo/chlo.h"
#include "dialects/sdy/sdy.h"
#include "dialects/sdy/values.h"
#include "dialects/stablehlo/stablehlo.h"

using namespace mlir;

namespace spmd {
#define GEN_PASS_DEF_BATCH
#include "compiler/passes.h.inc"

/// The position of the batch dim for each of `types`, as an argument of this kind.
static FailureOr<SmallVector<int64_t>> positionsOf(func::FuncOp function, TypeRange types,
                                                   ArrayRef<std::optional<int64_t>> list,
                                                   StringRef kind) {
  if (list.size() != 1 && list.size() != types.size())
    return function.emitError("has ") << types.size() << " " << kind << "s, but " << list.size()
                                      << " batch dims are given; one for all of them will do, too";
  SmallVector<int64_t> positions;
  for (auto [i, type] : llvm::enumerate(types)) {
    std::optional<int64_t> dim = list[list.size() == 1 ? 0 : i];
    auto tensor = dyn_cast<RankedTensorType>(type);
    if (!dim || (!tensor && list.size() == 1)) {
      positions.push_back(Batched::kNone);
      continue;
    }
    // The batched tensor has one dim more.
    int64_t rank = tensor ? tensor.getRank() + 1 : 0, at = *dim < 0 ? *dim + rank : *dim;
    if (at < 0 || at >= rank)
      return function.emitError("cannot have the batch at dim ")
             << *dim << " of " << kind << " " << i << ", whose type is " << type;
    positions.push_back(at);
  }
  return positions;
}

/// The axes by name. All meshes of the shardings of a program have the names of their own.
static SmallVector<sdy::AxisRefAttr> axesOf(MLIRContext *context, ArrayRef<std::string> names) {
  return llvm::map_to_vector(names,
                             [&](StringRef name) { return sdy::AxisRefAttr::get(context, name); });
}

/// Each axis is one of some mesh.
static LogicalResult checkAxes(func::FuncOp function, ArrayRef<std::string> names) {
  for (StringRef name : names) {
    bool isKnown = false;
    for (auto mesh : function->getParentOfType<ModuleOp>().getOps<sdy::MeshOp>())
      isKnown |= mesh.getMesh().hasAxis(name);
    if (!isKnown)
      return function.emitError("cannot be batched along the axis '")
             << name << "', which no mesh of the module has";
  }
  return success();
}

FailureOr<func::FuncOp> batchFunction(func::FuncOp function, StringRef name, const BatchSpec &spec,
                                      SymbolTable &symbols) {
  if (spec.size < 1)
    return function.emitError("cannot be batched to ")
           << spec.size << " entries; a batch has one or more";
  FailureOr<SmallVector<int64_t>> in =
      positionsOf(function, function.getArgumentTypes(), spec.in, "argument");
  if (failed(in))
    return failure();
  FailureOr<SmallVector<int64_t>> out =
      positionsOf(function, function.getResultTypes(), spec.out, "result");
  if (failed(out) || failed(checkAxes(function, spec.meshAxes)))
    return failure();
  SmallVector<sdy::AxisRefAttr> along = axesOf(function.getContext(), spec.meshAxes);
  BatchedModule::Pattern pattern{spec.size, *in, along, SmallVector<WantedResult>()};
  for (int64_t dim : *out)
    pattern.results->push_back({dim, /*sums=*/false});
  BatchedModule module(symbols, spec.axis);
  FailureOr<BatchedModule::Form> form = module.write(function, pattern, name);
  if (failed(form))
    return failure();
  form->function.setPublic();
  module.tidy(form->function);
  return form->function;
}

namespace {

/// `0,none,-1` -> 0, nothing, -1.
FailureOr<SmallVector<std::optional<int64_t>>> parsed(ModuleOp module, ArrayRef<std::string> list) {
  SmallVector<std::optional<int64_t>> dims;
  for (StringRef entry : list) {
    int64_t dim = 0;
    if (entry == "none")
      dims.push_back(std::nullopt);
    else if (!entry.getAsInteger(10, dim))
      dims.push_back(dim);
    else
      return module.emitError("the batch dim '" + entry + "' is neither a number nor 'none'");
  }
  if (dims.empty())
    dims.push_back(0);
  return dims;
}

struct Batch : impl::BatchBase<Batch> {
  using BatchBase::BatchBase;

  void runOnOperation() override {
    if (failed(batch()))
      signalPassFailure();
  }

private:
  LogicalResult batch() {
    SymbolTable symbols(getOperation());
    auto original = symbols.lookup<func::FuncOp>(function);
    if (!original || original.isExternal())
      return getOperation().emitError("there is no function '@" + function +
                                      "' with a body to batch");
    auto in = parsed(getOperation(), inDims), out = parsed(getOperation(), outDims);
    if (failed(in) || failed(out))
      return failure();
    std::string name = as.empty() ? function + "_batched" : as;
    bool replaces = name == function;
    if (replaces)
      symbols.remove(original);
    else if (symbols.lookup(name))
      return original.emitError("cannot be batched to '@" + name +
                                "', since the module has such a symbol");
    BatchSpec spec{size, *in, *out, axis, {along.begin(), along.end()}};
    if (failed(batchFunction(original, name, spec, symbols)))
      return failure();
    if (replaces)
      original->erase();
    return success();
  }
};

} // namespace
} // namespace spmd
