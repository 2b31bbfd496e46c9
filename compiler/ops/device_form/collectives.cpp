// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The device forms of the collectives of sdy: those of StableHLO, over groups of device ids. A
// collective of StableHLO works on one dim; where one of sdy moves several dims, the shards of all
// of them are brought to a common leading dim first.
#include "compiler/ops/device_form/device_form.h"
#include "compiler/ops/region.h"
#include "dialects/stablehlo/stablehlo.h"

using namespace mlir;

namespace spmd::ops {
namespace {

/// One collective: which devices it joins, and its channel.
struct Group {
  Attribute devices;
  int64_t size;
};

/// The devices that differ only along the axes, as lists of ids or as axes of the mesh. The form by
/// axes needs a mesh symbol. The rows of the lists are sorted as the axes are written: {"y", "x"}
/// on 2x2 joins (0, 2, 1, 3).
Group groupAlong(DeviceFormBuilder &b, sdy::TensorShardingAttr sharding, Axes axes) {
  sdy::MeshAttr mesh = b.meshOf(sharding);
  MeshGrid grid = sdy::gridOf(mesh);
  DeviceGroups groups(grid, sdy::toAxes(axes, mesh));
  auto isWhole = [](sdy::AxisRefAttr axis) { return !axis.getSubAxisInfo(); };
  if (b.program.writesMeshAxes && isa<FlatSymbolRefAttr>(sharding.getMeshOrRef()) &&
      llvm::all_of(axes, isWhole)) {
    SmallVector<Attribute> refs(axes.begin(), axes.end());
    return {stablehlo::ReplicaGroupMeshAxesAttr::get(
                b.builder.getContext(), sharding.getMeshOrRef(), b.builder.getArrayAttr(refs)),
            groups.groupSize()};
  }
  // A part of an axis has no form by axes that all readers know, so it gets the lists.
  SmallVector<int64_t> ids;
  for (const SmallVector<int64_t> &row : groups.list())
    ids.append(row);
  auto type =
      RankedTensorType::get({groups.groupCount(), groups.groupSize()}, b.builder.getI64Type());
  return {DenseIntElementsAttr::get(type, ArrayRef<int64_t>(ids)), groups.groupSize()};
}

/// A channel between devices (type 1) with the next number.
stablehlo::ChannelHandleAttr nextChannel(DeviceFormBuilder &b) {
  return stablehlo::ChannelHandleAttr::get(b.builder.getContext(), ++b.program.lastChannel, 1);
}

/// The local shape of a value.
ArrayRef<int64_t> shapeOf(Value value) { return typeOf(value).getShape(); }

/// Gathers dim `dim` along the axes: each member of a group gets the parts of all members, in the
/// order of the group.
Value gatherDim(DeviceFormBuilder &b, Value value, int64_t dim, sdy::TensorShardingAttr sharding,
                Axes axes) {
  Group group = groupAlong(b, sharding, axes);
  SmallVector<int64_t> shape(shapeOf(value));
  shape[dim] *= group.size;
  Type type = typeOf(value).clone(shape);
  return b.make<stablehlo::AllGatherOp>(TypeRange{type}, ValueRange{value}, dim, group.devices,
                                        nextChannel(b), /*use_global_device_ids=*/true);
}

/// The dims that have axes, with the number of shards of each.
struct MovedDims {
  SmallVector<int64_t> dims, shards;
  SmallVector<sdy::AxisRefAttr> axes; // of all dims, in the order of the dims

  MovedDims(DeviceFormBuilder &b, sdy::TensorShardingAttr sharding,
            sdy::ListOfAxisRefListsAttr lists) {
    for (auto [d, list] : llvm::enumerate(lists.getValue()))
      if (!list.empty()) {
        dims.push_back(d);
        shards.push_back(sdy::getShardedSize(list.getValue(), b.meshOf(sharding)));
        llvm::append_range(axes, list.getValue());
      }
  }
};

/// 4x4 on a=2, b=2 -> [1, 4, 4], gathered to [4, 4, 4], reshaped to [2, 2, 4, 4], transposed so
/// that each shard count is in front of its dim, [2, 4, 2, 4], and joined to 8x8.
struct AllGather {
  using Op = sdy::AllGatherOp;
  static LocalResults onDevice(Op op, DeviceFormBuilder &b) {
    sdy::TensorShardingAttr sharding = op.getOutSharding();
    MovedDims moved(b, sharding, op.getGatheringAxes());
    Value value = b.operands[0];
    auto lists = op.getGatheringAxes().getValue();
    // Without axes there is nothing to gather, and the operand is the result.
    if (moved.dims.size() <= 1 || b.program.perDimAllGather) {
      for (int64_t d : llvm::reverse(moved.dims))
        value = gatherDim(b, value, d, sharding, lists[d].getValue());
      return SmallVector<Value>{value};
    }
    SmallVector<int64_t> local(shapeOf(value)), split, order, joined;
    SmallVector<int64_t> leading{1};
    llvm::append_range(leading, local);
    value = gatherDim(b, b.reshape(value, leading), 0, sharding, moved.axes);
    llvm::append_range(split, moved.shards);
    llvm::append_range(split, local);
    // The leading dims are the shard counts of the gathered dims; `next` is the one that belongs in
    // front of the next gathered dim.
    for (int64_t d = 0, next = 0, rank = local.size(); d < rank; ++d) {
      joined.push_back(local[d]);
      if (size_t(next) < moved.dims.size() && moved.dims[next] == d) {
        joined.back() *= moved.shards[next];
        order.push_back(next++);
      }
      order.push_back(moved.dims.size() + d);
    }
    return SmallVector<Value>{b.reshape(b.transpose(b.reshape(value, split), order), joined)};
  }
};

/// A slice at the offsets of this device's shards; nothing is sent. Dims without axes are taken
/// whole, at offset 0.
Value sliceAlong(DeviceFormBuilder &b, Value value, sdy::TensorShardingAttr sharding,
                 sdy::ListOfAxisRefListsAttr lists) {
  AxesOfDims axes;
  SmallVector<int64_t> sizes(shapeOf(value));
  for (auto [size, list] : llvm::zip_equal(sizes, lists.getValue())) {
    axes.push_back(list.getValue());
    size /= sdy::getShardedSize(list.getValue(), b.meshOf(sharding));
  }
  return b.ownPart(b.meshOf(sharding), value, axes, sizes);
}

/// 8 on a=2, b=2, sliced along {"b"}: the device (0, 1) takes elements 4 to 7.
struct AllSlice {
  using Op = sdy::AllSliceOp;
  static LocalResults onDevice(Op op, DeviceFormBuilder &b) {
    return SmallVector<Value>{
        sliceAlong(b, b.operands[0], op.getOutSharding(), op.getSlicingAxes())};
  }
};

/// The body of a reduction: "stablehlo.add", ...
StringRef reducerOf(sdy::ReductionKind kind) { return opNameOf(combinerOf(kind)); }

/// Combines the values of the devices of each group, element by element. Every device gets the
/// result. A group of one device is written out, too.
Value reduceAlong(DeviceFormBuilder &b, Value value, sdy::TensorShardingAttr sharding, Axes axes,
                  sdy::ReductionKind kind) {
  Group group = groupAlong(b, sharding, axes);
  return b.make<stablehlo::AllReduceOp>(ValueRange{value}, reducerOf(kind), group.devices,
                                        nextChannel(b), /*useGlobalDeviceIds=*/true);
}

/// The parts of a partial value become the value.
struct AllReduce {
  using Op = sdy::AllReduceOp;
  static LocalResults onDevice(Op op, DeviceFormBuilder &b) {
    return SmallVector<Value>{reduceAlong(b, b.operands[0], op.getOutSharding(),
                                          op.getReductionAxes().getValue(), op.getReductionKind())};
  }
};

/// One dim: reduce_scatter. Several dims: all_reduce and a slice, or with the option the inverse of
/// the all_gather above:
///   8x8 on a=2, b=4 -> [2, 4, 4, 2] -> [2, 4, 4, 2] with the shards in front -> [8, 4, 2],
///   scattered to [1, 4, 2] -> 4x2
struct ReduceScatter {
  using Op = sdy::ReduceScatterOp;
  static Value scatter(DeviceFormBuilder &b, Op op, Value value, int64_t dim, Axes axes) {
    Group group = groupAlong(b, op.getOutSharding(), axes);
    SmallVector<int64_t> shape(shapeOf(value));
    shape[dim] /= group.size;
    return b.make<stablehlo::ReduceScatterOp>(typeOf(value).clone(shape), value, dim,
                                              reducerOf(op.getReductionKind()), group.devices,
                                              nextChannel(b),
                                              /*useGlobalDeviceIds=*/true);
  }
  static LocalResults onDevice(Op op, DeviceFormBuilder &b) {
    sdy::TensorShardingAttr sharding = op.getOutSharding();
    MovedDims moved(b, sharding, op.getReduceScatterAxes());
    Value value = b.operands[0];
    if (moved.dims.empty())
      return SmallVector<Value>{value};
    if (moved.dims.size() == 1)
      return SmallVector<Value>{scatter(b, op, value, moved.dims[0], moved.axes)};
    if (!b.program.combinesReduceScatter) {
      value = reduceAlong(b, value, sharding, moved.axes, op.getReductionKind());
      return SmallVector<Value>{sliceAlong(b, value, sharding, op.getReduceScatterAxes())};
    }
    // Each scattered dim is split into its shards and a local part; the shards of all dims go in
    // front, where one reduce_scatter runs along their product.
    SmallVector<int64_t> split, order, rest, local, leading{1};
    for (int64_t d = 0, next = 0, rank = shapeOf(value).size(); d < rank; ++d) {
      local.push_back(shapeOf(value)[d]);
      if (size_t(next) < moved.dims.size() && moved.dims[next] == d) {
        local.back() /= moved.shards[next];
        order.push_back(split.size());
        split.push_back(moved.shards[next++]);
        leading[0] *= split.back();
      }
      rest.push_back(split.size());
      split.push_back(local.back());
    }
    llvm::append_range(order, rest);
    llvm::append_range(leading, local);
    value = b.reshape(b.transpose(b.reshape(value, split), order), leading);
    return SmallVector<Value>{b.reshape(scatter(b, op, value, 0, moved.axes), local)};
  }
};

/// One pair of dims: all_to_all between them. Several pairs: the shards of all target dims are
/// brought to a leading dim, one all_to_all exchanges along it, and the shards go in front of the
/// source dims. Pairs are taken in the order of their target dims.
struct AllToAll {
  using Op = sdy::AllToAllOp;
  static Value exchange(DeviceFormBuilder &b, Op op, Value value, int64_t split, int64_t concat,
                        Axes axes) {
    Group group = groupAlong(b, op.getOutSharding(), axes);
    SmallVector<int64_t> shape(shapeOf(value));
    shape[split] /= group.size;
    shape[concat] *= group.size;
    Type type = typeOf(value).clone(shape);
    return b.make<stablehlo::AllToAllOp>(TypeRange{type}, ValueRange{value}, split, concat,
                                         group.size, group.devices, nextChannel(b));
  }
  static LocalResults onDevice(Op op, DeviceFormBuilder &b) {
    SmallVector<sdy::AllToAllParamAttr> params(op.getParams().getValue());
    Value value = b.operands[0];
    if (params.size() == 1)
      return SmallVector<Value>{exchange(b, op, value, params[0].getTgtDim(), params[0].getSrcDim(),
                                         params[0].getAxes())};
    // The exchanged axes are listed in this order, too.
    llvm::sort(params, [](auto l, auto r) { return l.getTgtDim() < r.getTgtDim(); });
    SmallVector<int64_t> local(shapeOf(value)), split, front, rest, leading{1}, parts, joined;
    SmallVector<sdy::AxisRefAttr> axes;
    const sdy::AllToAllParamAttr *next = params.begin();
    for (int64_t d = 0, rank = local.size(); d < rank; ++d) {
      if (next != params.end() && next->getTgtDim() == d) {
        int64_t shards = sdy::getShardedSize(next->getAxes(), b.meshOf(op.getOutSharding()));
        llvm::append_range(axes, next->getAxes());
        front.push_back(split.size());
        split.push_back(shards);
        parts.push_back(shards);
        leading[0] *= shards;
        local[d] /= shards;
        ++next;
      }
      rest.push_back(split.size());
      split.push_back(local[d]);
    }
    llvm::append_range(front, rest);
    llvm::append_range(leading, local);
    // Part i of the leading dim goes to device i of the group, and what device i sends comes back
    // as part i.
    value = b.reshape(b.transpose(b.reshape(value, split), front), leading);
    value = exchange(b, op, value, 0, 0, axes);
    llvm::append_range(parts, local);
    SmallVector<int64_t> order;
    for (int64_t d = 0, rank = local.size(); d < rank; ++d) {
      joined.push_back(local[d]);
      for (auto [i, param] : llvm::enumerate(params))
        if (param.getSrcDim() == d) {
          order.push_back(i);
          joined.back() *= parts[i];
        }
      order.push_back(params.size() + d);
    }
    return SmallVector<Value>{b.reshape(b.transpose(b.reshape(value, parts), order), joined)};
  }
};

/// The devices in the order of the shards that they hold: sorted by the axes of all dims, then by
/// all other axes in the order of the mesh.
SmallVector<int64_t> devicesByShard(DeviceFormBuilder &b, sdy::TensorShardingAttr sharding) {
  MeshGrid grid = sdy::gridOf(b.meshOf(sharding));
  AxisList axes;
  for (sdy::DimensionShardingAttr dim : sharding.getDimShardings())
    axes.append(sdy::toAxes(dim.getAxes(), b.meshOf(sharding)));
  axes.append(subtractAxes(grid.axes(), axes));
  SmallVector<int64_t> devices(grid.deviceCount());
  for (int64_t logical = 0; logical < grid.deviceCount(); ++logical)
    devices[grid.position(logical, axes)] = grid.device(logical);
  return devices;
}

/// Each device sends its part to the device that holds this part afterwards; devices that keep
/// theirs are listed, too. [{"a"}] -> [{"b"}] on 2x2: (0, 0) (1, 2) (2, 1) (3, 3).
struct CollectivePermute {
  using Op = sdy::CollectivePermuteOp;
  static LocalResults onDevice(Op op, DeviceFormBuilder &b) {
    // An operand without a sharding is whole, and so is the result of its permutation.
    sdy::TensorShardingAttr from = DeviceFormBuilder::shardingOf(op.getTensor());
    SmallVector<int64_t> sources = devicesByShard(b, from ? from : op.getOutSharding());
    SmallVector<int64_t> targets = devicesByShard(b, op.getOutSharding());
    SmallVector<std::pair<int64_t, int64_t>> pairs;
    for (auto [source, target] : llvm::zip_equal(sources, targets))
      pairs.push_back({source, target});
    // Sources come in ascending order, as in Shardy.
    llvm::sort(pairs);
    SmallVector<int64_t> flat;
    for (auto [source, target] : pairs)
      flat.append({source, target});
    auto type = RankedTensorType::get({int64_t(pairs.size()), 2}, b.builder.getI64Type());
    return SmallVector<Value>{b.make<stablehlo::CollectivePermuteOp>(
        b.operands[0].getType(), b.operands[0],
        DenseIntElementsAttr::get(type, ArrayRef<int64_t>(flat)), nextChannel(b))};
  }
};

} // namespace

void addCollectiveDeviceForms(DeviceFormTable &table) {
  table.add<AllGather, AllSlice, AllReduce, ReduceScatter, AllToAll, CollectivePermute>();
}

} // namespace spmd::ops
