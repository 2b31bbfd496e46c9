// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Shows how concrete tensors lie, part by part, and makes tensors part by part.
//
// A process touches the parts of its own devices alone, so a tensor may be larger than the memory
// of any of them: files and loaders of data are written with these functions.
#include "compiler/frontend/array/constrain.h"
#include "compiler/frontend/array/placed.h"
#include "compiler/frontend/array/ranks.h"
#include "compiler/frontend/array/shard_map.h"
#include "compiler/frontend/host_array.h"
#include "compiler/frontend/include/spmd/sharding.h"
#include "compiler/frontend/trace/axis_names.h"
#include "runtime/border.h"
#include <cstring>
#include <map>

namespace spmd {
inline namespace frontend {
namespace {

/// The rows of a device that lie within the tensor.
///   10 rows over 4 devices: the last one has row 9 and two rows of padding
struct Part {
  std::vector<int64_t> begin, shape;
};
Part partOf(const Layout &layout, int64_t device) {
  Part part;
  for (auto [d, dim] : llvm::enumerate(rt::blockOf(layout.border, device))) {
    const int64_t end = std::min(dim.begin + dim.size, layout.border.globalShape[d]);
    part.begin.push_back(dim.begin);
    part.shape.push_back(std::max<int64_t>(end - dim.begin, 0));
  }
  return part;
}

/// The same in the memory of the device, where it begins at 0.
std::vector<rt::BlockDim> blockIn(const Part &part) {
  std::vector<rt::BlockDim> block;
  for (int64_t size : part.shape)
    block.push_back({0, size});
  return block;
}

/// The part of a device as an array of the host.
Shard shardOf(const std::shared_ptr<rt::Shards> &shards, const Layout &layout, int64_t device,
              size_t place) {
  const rt::Array local{layout.border.type, layout.border.localShape,
                        rt::Shards::storage(shards, place)};
  const Part part = partOf(layout, device);
  Shard shard{device, part.begin, {std::string(rt::mlirName(local.type)), part.shape, {}}};
  uint64_t bytes = uint64_t(rt::sizeOf(local.type));
  for (int64_t size : part.shape)
    bytes *= uint64_t(size);
  shard.data.bytes.resize(bytes);
  if (bytes)
    readBlock(local, blockIn(part), shard.data.bytes.data());
  return shard;
}

/// The parts on devices of this process; where `holders` is given, those alone that are their own
/// first holders. The shards are held, so that no donation writes to them meanwhile.
std::vector<Shard> shardsOf(const Tensor &x, const std::vector<int64_t> *holders, Where where) {
  const TensorValue &value = concreteValue(x, where);
  const TensorValue &owner = ownerOf(value);
  std::shared_ptr<rt::Shards> shards;
  {
    auto lock = lockValues();
    checkNotDonated(value, where);
    shards = owner.shards;
  }
  // The array is copied, as all data of shards is.
  if (!shards)
    return {Shard{0, std::vector<int64_t>(x.rank()), x.host(where)}};
  const rt::RankMap ranks =
      owner.layout->mesh ? rankMapOf(owner.layout->deviceCount()) : rt::RankMap();
  std::vector<Shard> all;
  for (size_t place = 0; place < shards->places(); ++place) {
    const int64_t device = ranks.rank() * ranks.devicesPerRank + int64_t(place);
    if (!holders || (*holders)[size_t(device)] == device)
      all.push_back(shardOf(shards, *owner.layout, device, place));
  }
  return all;
}

/// What the user's function gives for a part. Throws where it is no array of this type and shape.
HostArray partFrom(const ReadPart &read, const Type &type, const Part &part, Where where) {
  HostArray array = read(part.begin, part.shape);
  const Type wanted{type.element, part.shape};
  const auto shapeText = [](const std::vector<int64_t> &sizes) {
    return text(Type{f32, sizes}).substr(text(f32).size());
  };
  const std::string at = "makeArrayFromCallback of " + text(type) + ", the part that begins at " +
                         shapeText(part.begin);
  if (array.dtype != text(type.element) || array.shape != part.shape)
    fail(where, at + ": it is " + array.dtype + shapeText(array.shape) + ", not " + text(wanted));
  try {
    checkedType(array, "it");
  } catch (const Error &error) {
    fail(where, at + ": " + error.what());
  }
  return array;
}

/// Writes a part into the memory of a device. Rows behind the end of the tensor become zeros.
void fill(const std::shared_ptr<rt::Shards> &shards, size_t place, const Layout &layout,
          const Part &part, const HostArray &elements) {
  rt::Array local{layout.border.type, layout.border.localShape, rt::Shards::storage(shards, place)};
  if (part.shape != layout.border.localShape)
    std::memset(local.data(), 0, layout.localBytes);
  if (!elements.bytes.empty())
    writeBlock(local, blockIn(part), elements.bytes.data());
}

} // namespace

/// The spec alone would not tell on how many devices.
std::string text(const Sharding &sharding) {
  return sharding.mesh ? text(sharding.spec) + " on " + text(*sharding.mesh) : "one device";
}

/// Inside of jit the arguments' shardings may be known, but values in between have none yet.
Sharding shardingOf(const Tensor &x, Where where) {
  if (x.hasValue() && x.value->trace)
    fail(where, "the sharding of a traced tensor is asked for; the compiler chooses it later");
  const Layout *layout = concreteValue(x, where).layout;
  return layout && layout->mesh ? Sharding{Mesh(layout->mesh), layout->spec} : Sharding{};
}

/// A host array is the shard of device 0.
std::vector<Shard> addressableShards(const Tensor &x, Where where) {
  return shardsOf(x, /*holders=*/nullptr, where);
}

/// Of a tensor without a mesh each rank has a copy of its own; that of rank 0 counts.
std::vector<Shard> ownedShards(const Tensor &x, Where where) {
  const TensorValue &value = concreteValue(x, where);
  const Layout *layout = ownerOf(value).layout;
  if (!layout || !layout->mesh)
    return isMain() ? addressableShards(x, where) : std::vector<Shard>();
  const std::vector<int64_t> holders = rt::firstHolders(layout->border, layout->deviceCount());
  return shardsOf(x, &holders, where);
}

/// A twin that lies on a mesh tells its layout, as for constrainLike.
Sharding shardingLike(const Tensor &like, Where where) {
  if (!like.hasValue())
    fail(where, "shardingLike of a tensor without a value");
  if (const Layout *layout = like.value->layout; layout && layout->mesh)
    return {Mesh(layout->mesh), layout->spec};
  const ScopeData *scope = currentScope();
  const AxisNames *names = namesOf(like);
  if (!scope || !scope->hasRules() || !names)
    return {};
  return {Mesh(scope->mesh), specOf(*names, *scope, Mapping::Parameters, where)};
}

Sharding shardingBy(const Logical &names, Where where) {
  const ScopeData *scope = currentScope();
  if (!scope || ManualAxes::current())
    return {};
  return {Mesh(scope->mesh), specOf(names.names, *scope, Mapping::Compute, where)};
}

/// Each distinct part is read once. Devices that hold the whole tensor share one copy of it.
Tensor makeArrayFromCallback(const Type &type, const Sharding &sharding, const ReadPart &read,
                             Where where) {
  if (!sharding.mesh)
    return tensor(partFrom(read, type, {std::vector<int64_t>(type.dims.size()), type.dims}, where),
                  where);
  const MeshData &mesh = *sharding.mesh->data;
  const Layout &layout =
      *layoutOf(type, checkedSpec("makeArrayFromCallback", sharding.spec, type, mesh, where), mesh);
  const rt::RankMap ranks = rankMapOf(layout.deviceCount());
  const auto places = size_t(ranks.devicesPerRank);
  const int64_t first = ranks.rank() * ranks.devicesPerRank;
  if (layout.isWhole() && layout.localBytes) {
    const rt::Array whole =
        toRuntime(partFrom(read, type, partOf(layout, first), where), "the tensor");
    return placedTensor(type, &layout, rt::Shards::lend(whole.storage, places), nullptr, where);
  }
  llvm::Expected<std::shared_ptr<rt::Shards>> made =
      rt::Shards::allocate(layout.localBytes, places);
  if (!made)
    fail(where, llvm::toString(made.takeError()));
  std::map<std::vector<int64_t>, size_t> readAt; // the place of a part that was read before
  for (size_t place = 0; place < places; ++place) {
    const Part part = partOf(layout, first + int64_t(place));
    const auto [before, isNew] = readAt.try_emplace(part.begin, place);
    if (isNew)
      fill(*made, place, layout, part, partFrom(read, type, part, where));
    else if (layout.localBytes)
      std::memcpy((*made)->data(place), (*made)->data(before->second), layout.localBytes);
  }
  return placedTensor(type, &layout, std::move(*made), nullptr, where);
}

} // namespace frontend
} // namespace spmd
