// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Turns each reshard into the chain of collectives that reshard_chain.h plans. A reshard that moves
// no data goes away, unless keep-redundant-reshards is set. Reshards from or to a single device and
// between meshes with different axes, stay: no collective of sdy does that. Public Shardy pass.
#include "compiler/export/reshard_chain.h"
#include "compiler/passes.h"
#include "dialects/sdy/manual.h"
#include "dialects/sdy/sdy.h"
#include "dialects/stablehlo/stablehlo.h"

using namespace mlir;

namespace spmd {
#define GEN_PASS_DEF_RESHARDTOCOLLECTIVES
#include "compiler/passes.h.inc"
namespace {

/// The axes of each dim as numbered axes of the mesh.
DimAxes axesOf(sdy::TensorShardingAttr sharding, sdy::MeshAttr mesh) {
  DimAxes dims;
  for (sdy::DimensionShardingAttr dim : sharding.getDimShardings())
    dims.push_back(sdy::toAxes(dim.getAxes(), mesh));
  return dims;
}

/// The input of a reshard. Barriers only direct propagation, which is over.
Value inputOf(sdy::ReshardOp op) {
  Value input = op.getInput();
  while (auto barrier = input.getDefiningOp<sdy::PropagationBarrierOp>())
    input = barrier.getInput();
  return input;
}

/// Whether the sharding names a mesh of a single device.
bool isOnOneDevice(sdy::TensorShardingAttr sharding, const SymbolTable &symbols) {
  sdy::MeshAttr mesh = sharding ? sharding.getMesh(symbols) : sdy::MeshAttr();
  return mesh && mesh.isMaximal();
}

/// Writes the collectives of a chain, each on the result of the one before.
class ChainWriter {
public:
  ChainWriter(sdy::ReshardOp op, Value input, sdy::TensorShardingAttr out, sdy::MeshAttr mesh)
      : b(op), loc(op.getLoc()), value(input), out(out), mesh(mesh) {}

  /// Appends a step whose result is on the mesh `reference`.
  void append(const ChainStep &step, Attribute reference) {
    SmallVector<sdy::DimensionShardingAttr> dims;
    for (const AxisList &axes : step.after)
      dims.push_back(sdy::DimensionShardingAttr::get(b.getContext(), sdy::toAttrs(axes, mesh),
                                                     /*isClosed=*/true));
    auto sharding = sdy::TensorShardingAttr::get(b.getContext(), reference, dims, {},
                                                 out.getUnreducedAxes(), out.getReductionKind());
    value = create(step, sharding);
  }
  Value result() const { return value; }

private:
  /// The collective of one step; its operand is the value so far.
  Value create(const ChainStep &step, sdy::TensorShardingAttr sharding) {
    Type type = value.getType();
    switch (step.kind) {
    case ChainStep::Slice:
      return sdy::AllSliceOp::create(b, loc, type, value, listOf(step.axes), sharding);
    case ChainStep::Permute:
      return sdy::CollectivePermuteOp::create(b, loc, type, value, sharding);
    case ChainStep::Gather:
      return sdy::AllGatherOp::create(b, loc, type, value, listOf(step.axes), sharding);
    case ChainStep::AllToAll:
      break;
    }
    auto param = sdy::AllToAllParamAttr::get(
        b.getContext(), sdy::toAttrs(step.axes[step.source], mesh), step.source, step.target);
    auto params = sdy::AllToAllParamListAttr::get(b.getContext(), param);
    return sdy::AllToAllOp::create(b, loc, type, value, params, sharding);
  }

  /// [{"a"}, {}] for the axes of each dim.
  sdy::ListOfAxisRefListsAttr listOf(const DimAxes &dims) {
    return sdy::ListOfAxisRefListsAttr::get(
        b.getContext(), llvm::map_to_vector(dims, [&](const AxisList &axes) {
          return sdy::AxisRefListAttr::get(b.getContext(), sdy::toAttrs(axes, mesh));
        }));
  }

  OpBuilder b;
  Location loc;
  Value value;
  sdy::TensorShardingAttr out;
  sdy::MeshAttr mesh;
};

struct ReshardToCollectives : impl::ReshardToCollectivesBase<ReshardToCollectives> {
  using Base::Base;
  /// Reshards are collected first: replacing one ends its op.
  void runOnOperation() override {
    auto module = getOperation()->getParentOfType<ModuleOp>();
    if (!module)
      return markAllAnalysesPreserved();
    SymbolTable symbols(module);
    SmallVector<sdy::ReshardOp> reshards;
    getOperation()->walk([&](sdy::ReshardOp op) { reshards.push_back(op); });
    for (sdy::ReshardOp op : reshards)
      if (Value moved = chainOf(op, symbols))
        IRRewriter(op).replaceOp(op, moved);
  }

  /// Builds the chain of a reshard and returns its result; null if the reshard stays.
  Value chainOf(sdy::ReshardOp op, const SymbolTable &symbols) {
    Value input = inputOf(op);
    sdy::TensorShardingAttr in = sdy::getShardingInside(input), out = op.getSharding();
    // Equivalence does not tell a value on one device from one that all devices have.
    bool isMoved = isOnOneDevice(in, symbols) || isOnOneDevice(out, symbols)
                       ? in != out
                       : !sdy::isEquivalent(in, out);
    if (!isMoved)
      return keepRedundantReshards ? Value() : input;
    if (!in)
      in = sdy::TensorShardingAttr::getFullyOpenLike(out);
    if (isOnOneDevice(in, symbols) || isOnOneDevice(out, symbols))
      return {};
    // A replicated value is the same on every mesh; it stays on that of the input.
    if (out.isFullyReplicated())
      out = sdy::TensorShardingAttr::getFullyClosedLike(in);
    sdy::MeshAttr inMesh = in.getMesh(symbols), outMesh = out.getMesh(symbols);
    if (!inMesh || !outMesh || !inMesh.equals(outMesh, /*ignoreDeviceOrder=*/true))
      return {};
    // Meshes of the same axes and device order are one, whatever their names.
    bool reorder = inMesh != outMesh;
    ArrayRef<int64_t> shape = cast<RankedTensorType>(op.getType()).getShape();
    ChainWriter writer(op, input, out, outMesh);
    // Steps before the permute that changes the order of the devices are on the mesh of the input.
    Attribute reference = reorder ? in.getMeshOrRef() : out.getMeshOrRef();
    for (const ChainStep &step :
         planReshardChain(shape, axesOf(in, inMesh), axesOf(out, outMesh), reorder)) {
      if (step.kind == ChainStep::Permute)
        reference = out.getMeshOrRef();
      writer.append(step, reference);
    }
    return writer.result();
  }
};

} // namespace
} // namespace spmd
