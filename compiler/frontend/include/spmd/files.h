// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Trees in files: .safetensors and NumPy's .npz, by the ending of the name.
//
// The name of a leaf in the file is its path; that of a tree which is one tensor is "value". An
// .npz has no bf16: such leaves are stored as their bits in u16, and load takes these for a leaf of
// bf16.
#pragma once
#include <spmd/tree.h>

#pragma GCC visibility push(default)
namespace spmd {
inline namespace frontend {

/// Writes the leaves that have a value. The file appears when it is complete. Under MPI all ranks
/// make this call. Each writes its own parts of the tensors into one .safetensors, which has the
/// same bytes whatever the mesh and the number of ranks are; the ranks share a file system. Rank 0
/// writes an .npz, for which all ranks gather each tensor. Throws for other endings and where the
/// file cannot be written, on all ranks where one of them cannot.
void save(const std::string &file, TreeRef tree, Where where = Where::current());

/// The tensors of a file, in the order of the file. Throws where it cannot be read, is damaged, or
/// has elements of a type that tensors do not have.
Leaves loadLeaves(const std::string &file, Where where = Where::current());

/// load() into a tree that exists.
void loadInPlace(const std::string &file, TreeRef like, Where where);
/// A tree like `like` with the tensors of a file. They get the names and the placement of the
/// leaves of `like`, so a file is read onto any mesh; `like` may come from evalShape. Of a
/// .safetensors each rank reads the parts of its own devices. Trees on a mesh are read by all ranks
/// together. Throws as loadLeaves does, and where file and tree have different leaves: the message
/// names the first path.
template <class T> T load(const std::string &file, const T &like, Where where = Where::current()) {
  T result = like;
  loadInPlace(file, result, where);
  return result;
}

} // namespace frontend
} // namespace spmd
#pragma GCC visibility pop
