// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads and writes NumPy's files: .npy (format versions 1 to 3) and .npz (a zip archive of .npy
// members, stored or deflated). Element types that NumPy lacks (bf16, the 8-bit floats) are written
// as unsigned bits of the same width; the program tells which type they have.
#pragma once
#include "runtime/array.h"
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

struct zip;

namespace spmd::rt {

/// The type and shape that the program expects of a member. Messages name both sides.
struct WantedArray {
  DType type = DType::F32;
  std::vector<int64_t> shape;
};

/// An open .npz archive whose members are read on demand. A plain .npy file is an archive of one
/// member named "arr_0". A FIFO is read to its end when it is opened. Folders and devices are
/// refused.
class NpzFile {
public:
  static llvm::Expected<NpzFile> open(std::string path);
  /// Member names without ".npy", in the order of the archive.
  const std::vector<std::string> &names() const { return members; }
  bool has(std::string_view name) const;
  /// Reads an array of the type that the file names (u2 is u16).
  llvm::Expected<Array> read(std::string_view name) const;
  /// Fails where type or shape differ from the wanted ones. Bits of the same width are accepted for
  /// bf16 and 8-bit floats.
  llvm::Expected<Array> read(std::string_view name, const WantedArray &wanted) const;

private:
  struct Discard {
    void operator()(zip *archive) const;
  };
  NpzFile() = default;
  llvm::Expected<Array> readAs(std::string_view name, const WantedArray *wanted) const;
  std::string path;
  std::vector<std::string> members;
  bool plain = false;                             // a .npy file; there is no archive then
  std::optional<std::vector<std::byte>> contents; // the bytes of a FIFO
  std::unique_ptr<zip, Discard> archive;
};

/// The file to which a path leads. Links are followed, even to a file that does not exist yet.
std::string fileBehindLinks(const std::string &path);

/// Writes members in the given order, stored, with a fixed date: the same arrays give the same
/// bytes. The file appears at `path`, or behind the link of that name, only when it is complete.
llvm::Error writeNpz(const std::string &path,
                     const std::vector<std::pair<std::string, Array>> &members);

} // namespace spmd::rt
