// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The collectives of shardMap, as StableHLO ops in the form in which JAX exports them.
//
// Groups are lists of device numbers. Of mesh data=2, model=4 the groups along "model" are
// {0, 1, 2, 3} and {4, 5, 6, 7}; along {"model", "data"} there is one group, 0, 4, 1, 5, ..
//
// Along the axis of a vmap the entries of the batch take the place of devices. The function is
// recorded for one entry, so collectives are markers there, which compiler/batch replaces.
#include "compiler/frontend/array/shard_map.h"
#include "compiler/frontend/include/spmd/shard_map.h"
#include "compiler/frontend/trace/apply.h"
#include "compiler/frontend/trace/axis_names.h"
#include <set>

namespace spmd {
inline namespace frontend {
namespace {

using Terms = llvm::ArrayRef<Term>;

/// The devices along some axes: rows of device numbers, and their length; or the entries of a
/// batch, by the name of its axis.
struct Groups {
  std::vector<std::vector<int64_t>> rows;
  int64_t size = 1;
  std::string batch = {};
};

/// The mesh of the shardMap around the call.
/// Refuses what is not inside of a shardMap over these axes.
const MeshData &checkedMesh(const std::string &name, const AxisList &axes, Where where) {
  const ManualAxes *manual = ManualAxes::current();
  if (axes.axes.empty())
    fail(where, name + " over no axes");
  if (!manual)
    fail(where,
         name + " over \"" + axes.axes[0] + "\", which is no axis of a shardMap or vmap around it");
  for (size_t i = 0; i < axes.axes.size(); ++i) {
    const std::string &axis = axes.axes[i];
    if (!manual->has(axis))
      fail(where, name + " over \"" + axis +
                      "\", which is no axis of this shardMap; the mesh has " + manual->mesh.text);
    if (llvm::find(axes.axes, axis) != axes.axes.begin() + int64_t(i))
      fail(where, name + " over \"" + axis + "\" twice");
  }
  return manual->mesh;
}

/// The batch whose axis has this name, of the innermost vmap that has; null where none has.
const Trace::Batch *batchAlong(const std::string &axis) {
  if (const Trace *trace = currentTrace())
    for (const Trace::Batch &batch : llvm::reverse(trace->batches()))
      if (batch.axis == axis)
        return &batch;
  return nullptr;
}

/// Numbers of devices whose positions along the axes count up, for each position along the others.
Groups groupsOf(const std::string &name, const AxisList &axes, Where where) {
  if (axes.axes.size() == 1)
    if (const Trace::Batch *batch = batchAlong(axes.axes[0]))
      return {{}, batch->size, batch->axis};
  const MeshData &mesh = checkedMesh(name, axes, where);
  const auto strideOf = [&](const MeshAxis &axis) {
    int64_t stride = 1;
    for (auto it = mesh.axes.rbegin(); it->name != axis.name; ++it)
      stride *= it->size;
    return stride;
  };
  // All sums of multiples of strides, where the last axis counts fastest.
  const auto spread = [&](std::vector<int64_t> numbers, const MeshAxis &axis) {
    std::vector<int64_t> out;
    for (int64_t number : numbers)
      for (int64_t i = 0; i < axis.size; ++i)
        out.push_back(number + i * strideOf(axis));
    return out;
  };
  // The order of the axes in the list is that of positions in a group; the order of groups does
  // not matter.
  std::vector<int64_t> inside{0}, outside{0};
  for (const std::string &axis : axes.axes)
    inside = spread(inside, *mesh.find(axis));
  for (const MeshAxis &axis : mesh.axes)
    if (llvm::find(axes.axes, axis.name) == axes.axes.end())
      outside = spread(outside, axis);
  Groups groups{{}, int64_t(inside.size())};
  for (int64_t base : outside) {
    std::vector<int64_t> &row = groups.rows.emplace_back();
    for (int64_t number : inside)
      row.push_back(base + number);
  }
  return groups;
}

/// A matrix of numbers as an attribute of StableHLO.
mlir::DenseIntElementsAttr matrixOf(Emitter &e, const std::vector<std::vector<int64_t>> &rows,
                                    int64_t columns) {
  std::vector<int64_t> all;
  for (const std::vector<int64_t> &row : rows)
    all.insert(all.end(), row.begin(), row.end());
  auto type =
      mlir::RankedTensorType::get({int64_t(rows.size()), columns}, e.builder.getIntegerType(64));
  return mlir::DenseIntElementsAttr::get(type, llvm::ArrayRef(all));
}
/// One row per group.
mlir::DenseIntElementsAttr matrixOf(Emitter &e, const Groups &groups) {
  return matrixOf(e, groups.rows, groups.size);
}

/// A collective of the entries of a batch (docs/batching.md).
mlir::Value markerOf(Emitter &e, llvm::StringRef target, const Groups &groups, mlir::Type type,
                     mlir::ValueRange operands,
                     std::initializer_list<std::pair<llvm::StringRef, int64_t>> dims = {}) {
  mlir::OperationState state(e.location, stablehlo::CustomCallOp::getOperationName(), operands,
                             type);
  state.addAttribute("call_target_name", e.builder.getStringAttr(target));
  mlir::Operation *call = e.builder.create(state);
  call->setAttr("spmd.axis", e.builder.getStringAttr(groups.batch));
  for (auto [name, dim] : dims)
    call->setAttr(name, e.builder.getI64IntegerAttr(dim));
  return call->getResult(0);
}

/// Device to device, as JAX numbers it. Collectives are told apart by their place in the program.
stablehlo::ChannelHandleAttr channelOf(Emitter &e) {
  return stablehlo::ChannelHandleAttr::get(e.builder.getContext(), 1, 1);
}

/// Gathered dims grow by the size of the group, scattered ones shrink by it.
/// Dims of a result with another size at a position.
Sizes withSize(llvm::ArrayRef<int64_t> dims, int64_t dim, int64_t size) {
  Sizes out(dims);
  out[size_t(dim)] = size;
  return out;
}

/// Refuses a dim that is not cut evenly, or that has not one row per device.
void checkPieces(Emitter &e, const std::string &name, const Term &x, int64_t dim, int64_t count,
                 bool tiled) {
  const int64_t size = Emitter::dimsOf(x.value)[size_t(dim)];
  if (tiled ? size % count : size != count)
    e.refuse(name + " of " + Emitter::textOf(x) + ": dim " + std::to_string(dim) + " of size " +
             std::to_string(size) + (tiled ? " is not divisible by " : " has not the size of ") +
             std::to_string(count) + " devices" + (tiled ? "" : "; .tiled = true cuts dims"));
}

/// The elements, where piece i along the dim comes from device i.
mlir::Value exchange(Emitter &e, mlir::Value value, int64_t split, int64_t concat,
                     const Groups &groups) {
  return e.make<stablehlo::AllToAllOp>(mlir::ValueRange(value), uint64_t(split), uint64_t(concat),
                                       uint64_t(groups.size), matrixOf(e, groups), channelOf(e));
}

/// Refuses positions that do not exist, and devices that send or receive twice.
void checkPairs(const std::vector<std::pair<int64_t, int64_t>> &pairs, int64_t count, Where where) {
  std::set<int64_t> senders, receivers;
  for (auto [from, to] : pairs) {
    const std::string pair = "(" + std::to_string(from) + ", " + std::to_string(to) + ")";
    if (std::min(from, to) < 0 || std::max(from, to) >= count)
      fail(where,
           "ppermute: the pair " + pair + " is not among " + std::to_string(count) + " devices");
    if (!senders.insert(from).second || !receivers.insert(to).second)
      fail(where, "ppermute: a device of the pair " + pair + " sends or receives twice");
  }
}

} // namespace

/// A mean is the sum divided by the number of devices, as in JAX. Leaves without a value stay so.
/// Of several axes, those of batches go one by one.
Tensor reduceLeaf(DeviceReduction kind, const Tensor &x, const AxisList &axes, Where where) {
  if (!x.hasValue())
    return x;
  constexpr const char *names[] = {"psum", "pmean", "pmax", "pmin"};
  const std::string name = names[size_t(kind)];
  auto ofBatch = llvm::find_if(axes.axes, batchAlong);
  if (axes.axes.size() > 1 && ofBatch != axes.axes.end()) {
    AxisList rest = axes;
    rest.axes.erase(rest.axes.begin() + (ofBatch - axes.axes.begin()));
    if (llvm::is_contained(rest.axes, *ofBatch))
      fail(where, name + " over \"" + *ofBatch + "\" twice");
    return reduceLeaf(kind, reduceLeaf(kind, x, *ofBatch, where), rest, where);
  }
  const Groups groups = groupsOf(name, axes, where);
  const Operand operand(x, where);
  if (kind == DeviceReduction::Mean && !isInexact(x.elementType()))
    fail(where, "pmean of " + text(x.type()) + ": convert it to a float first");
  Tensor made = apply(name, {&operand}, OpKey(), [&](Emitter &e, Terms terms) {
    if (!groups.batch.empty()) {
      const std::string target = kind == DeviceReduction::Mean ? "psum" : name;
      mlir::Value sum =
          markerOf(e, "spmd." + target, groups, terms[0].value.getType(), terms[0].value);
      return kind == DeviceReduction::Mean ? e.with<stablehlo::DivOp>(sum, double(groups.size))
                                           : sum;
    }
    constexpr const char *reducers[] = {"stablehlo.add", "stablehlo.add", "stablehlo.maximum",
                                        "stablehlo.minimum"};
    mlir::Value sum = e.make<stablehlo::AllReduceOp>(
        mlir::ValueRange(terms[0].value), llvm::StringRef(reducers[size_t(kind)]),
        mlir::Attribute(matrixOf(e, groups)), channelOf(e), true);
    return kind == DeviceReduction::Mean ? e.with<stablehlo::DivOp>(sum, double(groups.size)) : sum;
  });
  return withNames(made, namesOf(x));
}

/// A new dim has size 1 on each device, so both forms are one op of StableHLO.
Tensor allGather(const Operand &x, const AxisList &axes, const PieceOptions &options) {
  const Groups groups = groupsOf("allGather", axes, x.where);
  return apply("allGather", {&x}, OpKey(), [&](Emitter &e, Terms terms) {
    mlir::Value value = e.valueOf(terms[0]);
    const int64_t rank = int64_t(Emitter::dimsOf(value).size()) + !options.tiled;
    const int64_t dim = e.checkedDim("allGather", options.dim, rank, Emitter::textOf(terms[0]));
    if (!groups.batch.empty()) {
      Sizes sizes(Emitter::dimsOf(value));
      sizes.insert(sizes.begin() + dim, groups.size);
      value = markerOf(e, "spmd.all_gather", groups, e.tensorType(sizes, Emitter::elementOf(value)),
                       value, {{"spmd.dim", dim}});
      if (!options.tiled)
        return value;
      sizes.erase(sizes.begin() + dim);
      sizes[size_t(dim)] *= groups.size;
      return e.reshape(value, sizes);
    }
    // A dim of size 1, along which the parts are joined.
    if (!options.tiled)
      value = e.withDims(value, dim);
    const int64_t size = Emitter::dimsOf(value)[size_t(dim)] * groups.size;
    mlir::Type type =
        e.tensorType(withSize(Emitter::dimsOf(value), dim, size), Emitter::elementOf(value));
    return e.make<stablehlo::AllGatherOp>(mlir::TypeRange(type), mlir::ValueRange(value),
                                          uint64_t(dim), matrixOf(e, groups), channelOf(e), true);
  });
}

/// Without tiles, the dim that is scattered has size 1 then, and goes.
Tensor psumScatter(const Operand &x, const AxisList &axes, const PieceOptions &options) {
  const Groups groups = groupsOf("psumScatter", axes, x.where);
  return apply("psumScatter", {&x}, OpKey(), [&](Emitter &e, Terms terms) {
    mlir::Value value = e.valueOf(terms[0]);
    llvm::ArrayRef<int64_t> dims = Emitter::dimsOf(value);
    const int64_t dim =
        e.checkedDim("psumScatter", options.dim, int64_t(dims.size()), Emitter::textOf(terms[0]));
    checkPieces(e, "psumScatter", terms[0], dim, groups.size, options.tiled);
    Sizes piece = withSize(dims, dim, dims[size_t(dim)] / groups.size);
    if (!groups.batch.empty()) {
      Sizes rows = piece;
      rows.insert(rows.begin() + dim, groups.size);
      if (!options.tiled) // the dim itself has a row for each entry
        rows = Sizes(dims), piece.erase(piece.begin() + dim);
      return markerOf(e, "spmd.psum_scatter", groups,
                      e.tensorType(piece, Emitter::elementOf(value)), e.reshape(value, rows),
                      {{"spmd.dim", dim}});
    }
    mlir::Value sum = e.make<stablehlo::ReduceScatterOp>(
        e.tensorType(piece, Emitter::elementOf(value)), value, dim,
        llvm::StringRef("stablehlo.add"), mlir::Attribute(matrixOf(e, groups)), channelOf(e), true);
    if (options.tiled)
      return sum;
    piece.erase(piece.begin() + dim);
    return e.reshape(sum, piece);
  });
}

/// Over the entries of a batch. Tiles are rows of a dim that is made for them, and goes again.
static mlir::Value exchangeEntries(Emitter &e, mlir::Value value, int64_t split, int64_t concat,
                                   const Groups &groups, bool tiled) {
  Sizes sizes(Emitter::dimsOf(value));
  if (tiled) {
    sizes[split] /= groups.size;
    sizes.insert(sizes.begin() + split, groups.size);
    value = e.reshape(value, sizes);
  }
  sizes.erase(sizes.begin() + split);
  sizes.insert(sizes.begin() + concat, groups.size);
  const mlir::Value moved =
      markerOf(e, "spmd.all_to_all", groups, e.tensorType(sizes, Emitter::elementOf(value)), value,
               {{"spmd.split", split}, {"spmd.concat", concat}});
  if (!tiled)
    return moved;
  sizes.erase(sizes.begin() + concat);
  sizes[concat] *= groups.size;
  return e.reshape(moved, sizes);
}

/// Without tiles, rows of the split dim are exchanged in place, and the dim moves afterwards.
Tensor allToAll(const Operand &x, const AxisList &axes, int64_t splitDim, int64_t concatDim,
                bool tiled) {
  const Groups groups = groupsOf("allToAll", axes, x.where);
  return apply("allToAll", {&x}, OpKey(), [&](Emitter &e, Terms terms) {
    mlir::Value value = e.valueOf(terms[0]);
    const int64_t rank = int64_t(Emitter::dimsOf(value).size());
    const std::string type = Emitter::textOf(terms[0]);
    const int64_t split = e.checkedDim("allToAll", splitDim, rank, type);
    const int64_t concat = e.checkedDim("allToAll", concatDim, rank, type);
    checkPieces(e, "allToAll", terms[0], split, groups.size, tiled);
    if (!groups.batch.empty())
      return exchangeEntries(e, value, split, concat, groups, tiled);
    if (tiled)
      return exchange(e, value, split, concat, groups);
    // [n, a, b], split 0, concat 2 -> [a, b, n]: the dim of devices goes to the place of the new
    // one among the other dims.
    Sizes order = llvm::to_vector(llvm::seq<int64_t>(0, rank));
    order.erase(order.begin() + split);
    order.insert(order.begin() + concat, split);
    return e.transpose(exchange(e, value, split, split, groups), order);
  });
}

/// Pairs of positions become pairs of devices in each group.
Tensor ppermute(const Operand &x, const AxisList &axes,
                const std::vector<std::pair<int64_t, int64_t>> &pairs) {
  const Groups groups = groupsOf("ppermute", axes, x.where);
  checkPairs(pairs, groups.size, x.where);
  return apply("ppermute", {&x}, OpKey(), [&](Emitter &e, Terms terms) {
    std::vector<std::vector<int64_t>> all;
    if (!groups.batch.empty()) {
      for (auto [from, to] : pairs)
        all.push_back({from, to});
      mlir::Value value = e.valueOf(terms[0]);
      mlir::Value moved = markerOf(e, "spmd.ppermute", groups, value.getType(), value);
      moved.getDefiningOp()->setAttr("spmd.pairs", matrixOf(e, all, 2));
      return moved;
    }
    for (const std::vector<int64_t> &row : groups.rows)
      for (auto [from, to] : pairs)
        all.push_back({row[size_t(from)], row[size_t(to)]});
    return e.make<stablehlo::CollectivePermuteOp>(e.valueOf(terms[0]), matrixOf(e, all, 2),
                                                  channelOf(e));
  });
}

/// partition_id / stride % size for each axis, as JAX computes it; the axes are digits of the
/// position.
Tensor axisIndex(const AxisList &axes, Where where) {
  const Groups groups = groupsOf("axisIndex", axes, where);
  if (!groups.batch.empty())
    return apply("axisIndex", std::span<const Operand *const>(), where, OpKey(),
                 [&](Emitter &e, Terms) {
                   return markerOf(e, "spmd.axis_index", groups, e.tensorType({}, i32), {});
                 });
  const MeshData &mesh = checkedMesh("axisIndex", axes, where);
  return apply(
      "axisIndex", std::span<const Operand *const>(), where, OpKey(), [&](Emitter &e, Terms) {
        mlir::Value id = e.make<stablehlo::PartitionIdOp>();
        mlir::Value position;
        for (const std::string &name : axes.axes) {
          const MeshAxis &axis = *mesh.find(name);
          int64_t stride = 1;
          for (auto it = mesh.axes.rbegin(); it->name != name; ++it)
            stride *= it->size;
          mlir::Value digit = e.with<stablehlo::RemOp>(e.with<stablehlo::DivOp>(id, double(stride)),
                                                       double(axis.size));
          position = position ? e.make<stablehlo::AddOp>(
                                    e.with<stablehlo::MulOp>(position, double(axis.size)), digit)
                              : digit;
        }
        return e.convert(position, i32);
      });
}

/// Known while the function is traced, as in JAX.
int64_t axisSize(const AxisList &axes, Where where) {
  return groupsOf("axisSize", axes, where).size;
}

} // namespace frontend
} // namespace spmd
