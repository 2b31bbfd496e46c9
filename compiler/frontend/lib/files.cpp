// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception Saves and loads trees. The formats know
// names and arrays; what fits to which leaf is decided here.
#include "compiler/frontend/host_array.h"
#include "compiler/frontend/lib/library_error.h"
#include "compiler/frontend/lib/safetensors.h"
#include "runtime/npz.h"
#include <spmd/files.h>
#include <spmd/sharding.h>

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

/// All members of an archive, with the types that NumPy knows.
NamedArrays readNpz(const std::string &file) {
  const rt::NpzFile archive = valueOf(rt::NpzFile::open(file));
  NamedArrays arrays;
  for (const std::string &name : archive.names())
    arrays.emplace_back(name, fromRuntime(valueOf(archive.read(name))));
  return arrays;
}

/// Stored, not compressed, with a fixed date: equal trees give equal files.
void writeNpz(const std::string &file, const NamedArrays &arrays) {
  std::vector<std::pair<std::string, rt::Array>> members;
  for (const auto &[name, array] : arrays)
    members.emplace_back(name, toRuntime(array, "'" + name + "'"));
  if (llvm::Error error = rt::writeNpz(file, members))
    throw Error(llvm::toString(std::move(error)));
}

/// The file's arrays in its order, of either format.
NamedArrays arraysOf(const std::string &file) {
  const bool npz = isNpz(file);
  return withLine([&] { return npz ? readNpz(file) : readSafetensors(file); });
}

/// NumPy has no bf16, so an .npz holds its bits as u16.
void takeBits(HostArray &array, const Type &wanted, bool isOfNpz) {
  if (isOfNpz && wanted.element == bf16 && array.dtype == "ui16")
    array.dtype = "bf16";
}

} // namespace

/// Reading the elements is a call that all ranks make: each has a part of them.
void save(const std::string &file, TreeRef tree, Where where) {
  const CallerLine line(where);
  const bool npz = isNpz(file);
  NamedArrays arrays;
  for (const Leaf &leaf : flatten(tree))
    if (leaf.tensor.hasValue())
      arrays.emplace_back(nameOf(leaf.path), leaf.tensor.host(where));
  if (!isMain())
    return;
  withLine([&] { npz ? writeNpz(file, arrays) : writeSafetensors(file, std::move(arrays)); });
}

/// Without a tree there is nothing to compare with: bf16 of an .npz stays u16 here.
Leaves loadLeaves(const std::string &file, Where where) {
  const CallerLine line(where);
  Leaves leaves;
  for (const auto &[name, array] : arraysOf(file))
    leaves.push_back({name, tensor(array, where)});
  return leaves;
}

/// All leaves are compared before one is replaced. Leaves of the tree come first: a layer that the
/// file lacks is the usual difference.
void loadInPlace(const std::string &file, TreeRef like, Where where) {
  const CallerLine line(where);
  const bool npz = isNpz(file);
  std::map<std::string, HostArray> arrays;
  for (auto &[name, array] : arraysOf(file))
    arrays.emplace(name, std::move(array));
  // In the order of the leaves; nothing is replaced before all of them fit.
  std::vector<Tensor> tensors;
  for (const Leaf &leaf : flatten(like)) {
    if (!leaf.tensor.hasValue())
      continue;
    auto found = arrays.find(nameOf(leaf.path));
    if (found == arrays.end())
      refuse(file + ": there is no '" + nameOf(leaf.path) + "'");
    takeBits(found->second, leaf.tensor.type(), npz);
    const Tensor read = tensor(found->second, where);
    if (read.type() != leaf.tensor.type())
      refuse(file + ": '" + found->first + "' is " + text(read.type()) + ", the tree has " +
             text(leaf.tensor.type()));
    tensors.push_back(constrainLike(read, leaf.tensor));
    arrays.erase(found);
  }
  if (!arrays.empty())
    refuse(file + ": the tree has no '" + arrays.begin()->first + "'");
  auto next = tensors.begin();
  replaceLeaves(like, [&](const Tensor &leaf) { return leaf.hasValue() ? *next++ : Tensor(); });
}

} // namespace frontend
} // namespace spmd
