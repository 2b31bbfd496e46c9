// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Simulates one device or a grid of devices, and runs the ops that span all devices of a mesh:
// manual computations and interpreter.run_parallel.
#include "compiler/reference/interpreter.h"
#include "compiler/ops/region.h"
#include "compiler/reference/simulated_device.h"
#include "dialects/sdy/sdy.h"
#include <map>

using namespace mlir;

namespace spmd {

llvm::Expected<std::vector<Tensor>> interpret(func::FuncOp main, ArrayRef<Tensor> args,
                                              const InterpretOptions &options) {
  auto results = interpretOnDevices(main, args.vec(), options);
  if (!results)
    return results.takeError();
  return std::move(results->front());
}

/// A single device runs on the calling thread, without a grid.
llvm::Expected<std::vector<std::vector<Tensor>>>
interpretOnDevices(func::FuncOp main, ArrayRef<std::vector<Tensor>> args,
                   const InterpretOptions &options) {
  int64_t count = options.replicas * options.partitions;
  if (int64_t(args.size()) != count)
    return opError(main, "runs on " + Twine(count) + " devices, arguments for " +
                             Twine(args.size()) + " are given");
  std::vector<std::vector<Tensor>> results(count);
  Grid grid(count);
  auto runDevice = [&](int64_t device) -> llvm::Error {
    // Flattened ids count partitions first: id = replica * partitions + partition.
    DevicePlace place{device / options.partitions, device % options.partitions, options.replicas,
                      options.partitions};
    SimulatedDevice simulated(count > 1 ? &grid : nullptr, place, options);
    auto own = simulated.run(main, args[device]);
    if (!own)
      return own.takeError();
    results[device].assign(own->begin(), own->end());
    return llvm::Error::success();
  };
  if (llvm::Error error = count > 1 ? grid.run(runDevice) : runDevice(0))
    return error;
  return results;
}

/// Turns errors into diagnostics at the locations of their ops, or at `fallback`. Returns how many.
unsigned emitErrors(llvm::Error error, Location fallback) {
  unsigned count = 0;
  llvm::handleAllErrors(
      std::move(error),
      [&](const OpError &e) {
        emitError(e.loc) << e.message;
        ++count;
      },
      [&](const llvm::ErrorInfoBase &e) {
        emitError(fallback) << e.message();
        ++count;
      });
  return count;
}

namespace {

/// How a manual computation splits a value. For each dim it lists the manual axes that split
/// the dim, major first. Along the unreduced axes the devices hold terms that are still to
/// be combined by `kind` (a sum, a maximum or a minimum).
struct ManualCut {
  SmallVector<SmallVector<Axis>> axesOfDim;
  SmallVector<Axis> unreduced;
  sdy::ReductionKind kind;

  /// Reads the manual part of a sharding: how the global value is cut into the values that bodies
  /// see.
  ManualCut(sdy::TensorShardingAttr sharding, sdy::ManualAxesAttr manual, sdy::MeshAttr mesh)
      : kind(sharding.getReductionKind()) {
    // Keeps the manual axes of a list. Free axes do not split the value that the body works
    // on.
    auto manualOf = [&](ArrayRef<sdy::AxisRefAttr> all) {
      SmallVector<Axis> axes;
      for (sdy::AxisRefAttr axis : all)
        if (manual.containsAxis(axis.getName()))
          axes.push_back(sdy::toAxis(axis, mesh));
      return axes;
    };
    for (sdy::DimensionShardingAttr dim : sharding.getDimShardings())
      axesOfDim.push_back(manualOf(dim.getAxes()));
    unreduced = manualOf(sharding.getUnreducedAxes());
  }
  /// The indices at which the part of a device begins in the global value. `logical` is the
  /// position of the device in the mesh, `local` the shape of a part:
  ///   8x4 split along dim 0 by "x"=4, device 2 of x, parts of 2x4  ->  {4, 0}
  SmallVector<int64_t> begin(const MeshGrid &mesh, int64_t logical, ArrayRef<int64_t> local) const {
    SmallVector<int64_t> starts;
    for (auto [axes, size] : llvm::zip_equal(axesOfDim, local))
      starts.push_back(mesh.position(logical, axes) * size);
    return starts;
  }
};

RankedTensorType tensorTypeOf(Value v) { return dyn_cast<RankedTensorType>(v.getType()); }

/// Returns the logical positions of the devices that differ from `self` along manual axes
/// only. They work on the same global values. Devices that differ along other axes work on
/// other values or on copies, and may take other branches.
SmallVector<int64_t> sharingGlobals(const MeshGrid &grid, sdy::MeshAttr mesh,
                                    sdy::ManualAxesAttr manual, int64_t self) {
  // The axes that are not manual in this computation.
  SmallVector<Axis> others;
  for (auto [i, axis] : llvm::enumerate(mesh.getAxes()))
    if (!manual.containsAxis(axis.getName()))
      others.push_back({int32_t(i), 1, int32_t(axis.getSize())});
  return llvm::filter_to_vector(llvm::seq(grid.deviceCount()), [&](int64_t l) {
    return grid.position(l, others) == grid.position(self, others);
  });
}

/// Runs a manual computation on one device: takes the device's parts of the operands, runs
/// the body, exchanges results with the devices that share the operands, and assembles the
/// global results. Unreduced parts are combined afterwards.
llvm::Error runManualOn(sdy::ManualComputationOp op, sdy::MeshAttr mesh, ArrayRef<Tensor> in,
                        MutableArrayRef<Tensor> out, EvalContext &context) {
  MeshGrid grid = sdy::gridOf(mesh);
  int64_t logical = grid.deviceCount() > 1 ? grid.logical(context.place().id()) : 0;
  TensorList parts;
  for (auto [i, value] : llvm::enumerate(in)) {
    auto local = tensorTypeOf(op.getBody().getArgument(i));
    if (!local) {
      parts.push_back(value);
      continue;
    }
    ManualCut cut(op.getInSharding(i), op.getManualAxes(), mesh);
    auto strides = stridesOf(value.shape());
    int64_t base = positionOf(cut.begin(grid, logical, local.getShape()), strides);
    Tensor &part = parts.emplace_back(local);
    if (cut.kind == sdy::ReductionKind::SUM && grid.position(logical, cut.unreduced))
      continue; // the first device along the unreduced axes has the whole value, the others zeros
    moveElements(part, value, [&](ArrayRef<int64_t> r) { return base + positionOf(r, strides); });
  }
  // The devices that share the operands run the body at the same time and meet in its
  // collectives.
  auto results = context.runRegion(op.getBody(), parts);
  if (!results)
    return results.takeError();
  // Each device ends up with the parts of all devices that share its operands.
  SmallVector<int64_t> places = sharingGlobals(grid, mesh, op.getManualAxes(), logical);
  auto devices = llvm::map_to_vector(places, [&](int64_t l) { return grid.device(l); });
  auto all = context.exchange(op, devices, std::move(*results));
  if (!all)
    return all.takeError();
  for (auto [i, value] : llvm::enumerate(out)) {
    value = Tensor(op.getResult(i).getType());
    // Tokens have no elements.
    if (!value.isTensor())
      continue;
    ManualCut cut(op.getOutSharding(i), op.getManualAxes(), mesh);
    auto strides = stridesOf(value.shape());
    std::map<int64_t, Tensor> summands; // by the position along the unreduced axes
    for (auto [l, given] : llvm::zip_equal(places, *all)) {
      int64_t base = positionOf(cut.begin(grid, l, given[i].shape()), strides);
      Tensor &summand =
          summands.try_emplace(grid.position(l, cut.unreduced), value.type).first->second;
      // Devices that hold copies write the same part again.
      putElements(summand, given[i],
                  [&](ArrayRef<int64_t> r) { return base + positionOf(r, strides); });
    }
    value = summands.begin()->second;
    for (const auto &[place, summand] : llvm::drop_begin(summands))
      value = ops::combined(combinerOf(cut.kind), value, summand);
  }
  return llvm::Error::success();
}

} // namespace

/// Runs an op that spans devices. Inside of a grid this device takes part in the op; a lone
/// device starts a grid of its own for the op.
llvm::Error SimulatedDevice::onDevices(Operation *op, ArrayRef<Tensor> in,
                                       MutableArrayRef<Tensor> out) {
  auto manual = dyn_cast<sdy::ManualComputationOp>(op);
  if (!manual)
    return runParallel(op, in, out);
  sdy::MeshAttr mesh;
  for (auto shardings : {manual.getInShardings(), manual.getOutShardings()})
    for (sdy::TensorShardingAttr sharding : shardings.getShardings())
      // The shardings of one computation name one mesh.
      if (!mesh)
        mesh = sharding.getMesh(op);
  if (!mesh || manual.getManualAxes().empty() || mesh.getTotalSize() == 1) { // nothing is split
    auto results = runRegion(manual.getBody(), in);
    if (!results)
      return results.takeError();
    llvm::move(*results, out.begin());
    return llvm::Error::success();
  }
  int64_t count = mesh.getTotalSize();
  if (grid) {
    if (where.replicas * where.partitions != count)
      return opError(op, "is for a mesh of " + Twine(count) + " devices, the program runs on " +
                             Twine(where.replicas * where.partitions));
    return runManualOn(manual, mesh, in, out, *this);
  }
  // A lone device runs all devices of the mesh here. Each has a copy of the values that it
  // uses.
  Grid devices(count);
  std::vector<TensorList> results(count, TensorList(out.size()));
  auto error = devices.run([&](int64_t device) {
    SimulatedDevice simulated(&devices, {0, device, 1, count}, options);
    Frame own;
    simulated.frame = &own;
    simulated.depth = depth;
    return runManualOn(manual, mesh, in, results[device], simulated);
  });
  // All devices have the same global results; those of device 0 are returned.
  if (!error)
    llvm::move(results[0], out.begin());
  return error;
}

/// Runs interpreter.run_parallel: programs[replica][partition] names the function of each
/// process. Operands are those of all processes in order, and so are results.
llvm::Error SimulatedDevice::runParallel(Operation *op, ArrayRef<Tensor> in,
                                         MutableArrayRef<Tensor> out) {
  //   programs = [[@a, @b], [@a, @b]]  ->  two replicas of two partitions
  auto programs = op->getAttrOfType<ArrayAttr>("programs");
  if (!programs || programs.empty())
    return opError(op, "names no programs");
  SmallVector<func::FuncOp> functions;
  int64_t replicas = programs.size(), partitions = -1;
  for (Attribute row : programs) {
    auto names = dyn_cast<ArrayAttr>(row);
    if (!names || (partitions >= 0 && int64_t(names.size()) != partitions))
      return opError(op, "needs as many programs in each row");
    partitions = names.size();
    for (Attribute name : names) {
      auto symbol = dyn_cast<SymbolRefAttr>(name);
      auto function =
          symbol ? SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(op, symbol) : func::FuncOp();
      if (!function)
        return opError(op, "names a program that is not a function here");
      functions.push_back(function);
    }
  }
  // Operands firstOperand[i] up to firstOperand[i + 1] belong to process i.
  SmallVector<size_t> firstOperand{0}, firstResult{0};
  for (func::FuncOp function : functions) {
    firstOperand.push_back(firstOperand.back() + function.getNumArguments());
    firstResult.push_back(firstResult.back() + function.getNumResults());
  }
  if (firstOperand.back() != in.size() || firstResult.back() != out.size())
    return opError(op, "has " + Twine(in.size()) + " operands and " + Twine(out.size()) +
                           " results, its programs " + Twine(firstOperand.back()) + " and " +
                           Twine(firstResult.back()));
  int64_t count = functions.size();
  Grid devices(count);
  return devices.run([&](int64_t device) -> llvm::Error {
    SimulatedDevice simulated(
        &devices, {device / partitions, device % partitions, replicas, partitions}, options);
    simulated.depth = depth;
    size_t first = firstOperand[device];
    auto results =
        simulated.run(functions[device], in.slice(first, firstOperand[device + 1] - first));
    if (!results)
      return results.takeError();
    llvm::move(*results, out.begin() + firstResult[device]);
    return llvm::Error::success();
  });
}

} // namespace spmd
