// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Saves and loads trees. The formats know names and arrays; what fits which leaf is decided here.
//
// A .safetensors file is written and read by all ranks at the same time, each its own parts of the
// tensors, so that no rank holds a tensor that is split. The file is the one that a single process
// would write, byte by byte: it does not tell on how many ranks it was made. An .npz is written by
// rank 0 from whole tensors, since a member of the archive has a checksum over all of it.
#include "compiler/frontend/host_array.h"
#include "compiler/frontend/lib/library_error.h"
#include "compiler/frontend/lib/safetensors.h"
#include "runtime/npz.h"
#include <map>
#include <memory>
#include <spmd/files.h>
#include <spmd/sharding.h>
#include <unistd.h>

namespace spmd {
inline namespace frontend {
namespace {

/// The ending tells the format, also of a file that does not exist yet.
bool isNpz(const std::string &file) {
  if (file.ends_with(".npz"))
    return true;
  if (!file.ends_with(".safetensors"))
    refuse(file + ": the ending tells the format; .safetensors and .npz are known");
  return false;
}

/// The name of a leaf in a file: the root of a tree has no path.
std::string nameOf(const std::string &path) { return path.empty() ? "value" : path; }

/// A call that throws without a line throws with the user's.
template <class Call> auto withLine(const Call &call) {
  try {
    return call();
  } catch (const Error &error) {
    refuse(error.what());
  }
}

/// The runtime returns errors, this library throws them. The message names the file.
template <class T> T valueOf(llvm::Expected<T> value) {
  if (!value)
    throw Error(llvm::toString(value.takeError()));
  return std::move(*value);
}

/// A file to read from: its tensors, in its order, and how one of them is read.
struct Source {
  std::vector<std::pair<std::string, Type>> types;
  /// A tensor placed like a leaf, or on the host where the leaf has no value.
  std::function<Tensor(const std::string &name, const Tensor &like)> read;
};

/// All members of an archive. NumPy has no bf16, so bits in u16 are taken for a leaf of bf16.
Source npzSource(const std::string &file, Where where) {
  const rt::NpzFile archive = withLine([&] { return valueOf(rt::NpzFile::open(file)); });
  auto arrays = std::make_shared<std::map<std::string, HostArray>>();
  Source source;
  for (const std::string &name : archive.names()) {
    HostArray array = withLine([&] { return fromRuntime(valueOf(archive.read(name))); });
    // An empty tensor tells which element type the text names.
    const ElementType element = tensor(HostArray{array.dtype, {0}, {}}, where).elementType();
    source.types.emplace_back(name, Type{element, array.shape});
    arrays->emplace(name, std::move(array));
  }
  source.read = [arrays, where](const std::string &name, const Tensor &like) {
    HostArray &array = arrays->at(name);
    if (!like.hasValue())
      return tensor(array, where);
    array.dtype = text(like.elementType());
    return constrainLike(tensor(array, where), like);
  };
  return source;
}

/// Reads of each tensor the parts of this rank.
Source safetensorsSource(const std::string &path, Where where) {
  auto file = withLine([&] { return std::make_shared<const SafetensorsFile>(path); });
  Source source;
  for (const StoredTensor &stored : file->tensors())
    source.types.emplace_back(stored.name, stored.type);
  source.read = [file, where](const std::string &name, const Tensor &like) {
    const auto stored = std::find_if(file->tensors().begin(), file->tensors().end(),
                                     [&](const StoredTensor &entry) { return entry.name == name; });
    auto part = [&](const std::vector<int64_t> &begin, const std::vector<int64_t> &shape) {
      return withLine([&] { return file->read(*stored, begin, shape); });
    };
    const Sharding sharding = like.hasValue() ? shardingLike(like, where) : Sharding();
    const Tensor read = makeArrayFromCallback(stored->type, sharding, part, where);
    return like.hasValue() ? constrainLike(read, like) : read; // gives it the names
  };
  return source;
}

/// The file by its ending.
Source sourceOf(const std::string &file, Where where) {
  return isNpz(file) ? npzSource(file, where) : safetensorsSource(file, where);
}

/// Stored, not compressed, with a fixed date: equal trees give equal files.
void writeNpz(const std::string &file, const Leaves &leaves, Where where) {
  std::vector<std::pair<std::string, rt::Array>> members;
  for (const Leaf &leaf : leaves) {
    const HostArray array = leaf.tensor.host(where); // all ranks have a part of it
    if (isMain())
      members.emplace_back(nameOf(leaf.path), toRuntime(array, "'" + leaf.path + "'"));
  }
  if (!isMain())
    return;
  if (llvm::Error error = rt::writeNpz(file, members))
    refuse(llvm::toString(std::move(error)));
}

/// Runs `call` on each rank. Throws on all of them where it throws on one, so that none waits for
/// a rank that has given up.
template <class Call> void onAllRanks(const Call &call) {
  std::string own;
  try {
    call();
  } catch (const Error &error) {
    own = error.what();
  }
  for (const std::string &message : processAllgather(own))
    if (!message.empty())
      throw Error(message);
}

/// Three steps, each of which all ranks have done before the next one begins: rank 0 makes the
/// file, each rank writes its parts, rank 0 gives the file its name.
void writeSafetensors(const std::string &file, const Leaves &leaves, Where where) {
  std::vector<std::pair<std::string, Type>> types;
  std::map<std::string, Tensor> tensors;
  for (const Leaf &leaf : leaves) {
    types.emplace_back(nameOf(leaf.path), leaf.tensor.type());
    tensors.emplace(nameOf(leaf.path), leaf.tensor);
  }
  const StoredTensors stored = storedTensors(types);
  // Other jobs may write the same file.
  const std::string suffix = processAllgather(std::to_string(getpid()))[0];
  try {
    onAllRanks([&] {
      if (isMain())
        withLine([&] { SafetensorsFile::create(file, suffix, stored); });
    });
    onAllRanks([&] {
      const auto out =
          withLine([&] { return std::make_unique<SafetensorsFile>(file, suffix, stored); });
      for (const StoredTensor &entry : out->tensors())
        for (const Shard &shard : ownedShards(tensors.at(entry.name), where))
          withLine([&] { out->write(entry, shard.begin, shard.data); });
    });
    onAllRanks([&] {
      if (isMain())
        withLine([&] { SafetensorsFile::complete(file, suffix); });
    });
  } catch (const Error &) {
    if (isMain())
      SafetensorsFile::discard(file, suffix);
    throw;
  }
}

} // namespace

/// Reading the elements is a call that all ranks make: each has a part of them.
void save(const std::string &file, TreeRef tree, Where where) {
  const CallerLine line(where);
  Leaves leaves = flatten(tree);
  std::erase_if(leaves, [](const Leaf &leaf) { return !leaf.tensor.hasValue(); });
  checkPaths(leaves, file);
  for (const Leaf &leaf : leaves)
    if (!isNpz(file) && leaf.path == "__metadata__") // a name that the format keeps for itself
      refuse(file + ": no leaf of a .safetensors file may be called '__metadata__'");
  isNpz(file) ? writeNpz(file, leaves, where) : writeSafetensors(file, leaves, where);
}

/// Without a tree there is nothing to compare with: bf16 of an .npz stays u16 here.
Leaves loadLeaves(const std::string &file, Where where) {
  const CallerLine line(where);
  const Source source = sourceOf(file, where);
  Leaves leaves;
  for (const auto &[name, type] : source.types)
    leaves.push_back({name, source.read(name, Tensor())});
  return leaves;
}

/// All leaves are compared before one is read. Leaves of the tree come first: a layer that the file
/// lacks is the usual difference.
void loadInPlace(const std::string &file, TreeRef like, Where where) {
  const CallerLine line(where);
  const bool npz = isNpz(file);
  const Source source = sourceOf(file, where);
  std::map<std::string, Type> types(source.types.begin(), source.types.end());
  Leaves leaves = flatten(like);
  std::erase_if(leaves, [](const Leaf &leaf) { return !leaf.tensor.hasValue(); });
  bool isShared = false;
  for (const Leaf &leaf : leaves) {
    const std::string name = nameOf(leaf.path);
    const Type &wanted = leaf.tensor.type();
    const auto found = types.find(name);
    if (found == types.end())
      refuse(file + ": there is no '" + name + "'");
    if (npz && wanted.element == bf16 && found->second.element == u16)
      found->second.element = bf16; // its bits
    if (found->second != wanted)
      refuse(file + ": '" + name + "' is " + text(found->second) + ", the tree has " +
             text(wanted));
    isShared |= shardingLike(leaf.tensor, where).mesh.has_value();
    types.erase(found);
  }
  if (!types.empty())
    refuse(file + ": the tree has no '" + types.begin()->first + "'");
  std::vector<Tensor> tensors;
  auto readAll = [&] {
    for (const Leaf &leaf : leaves)
      tensors.push_back(source.read(nameOf(leaf.path), leaf.tensor));
  };
  // A rank may read a tree for itself; one on a mesh is read by all of them.
  isShared ? onAllRanks(readAll) : readAll();
  auto next = tensors.begin();
  replaceLeaves(like, [&](const Tensor &leaf) { return leaf.hasValue() ? *next++ : Tensor(); });
}

} // namespace frontend
} // namespace spmd
