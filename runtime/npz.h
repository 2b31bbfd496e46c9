// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// NumPy's files: .npy (format versions 1 to 3) and .npz (a zip archive of .npy members, stored or
// deflated). Element types that NumPy lacks (bf16, the 8-bit floats) travel as unsigned bits of the
// same width; the program says what they are.
#pragma once
#include "runtime/array.h"
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

struct zip;

namespace spmd::rt {

/// What the program wants of a member; messages name both sides.
struct WantedArray {
  DType type = DType::F32;
  std::vector<int64_t> shape;
};

/// An open .npz archive; members are read when asked for. A plain .npy file is an archive of one
/// member named "arr_0". A FIFO is read to its end when it is opened; folders and devices are
/// refused.
class NpzFile {
public:
  static llvm::Expected<NpzFile> open(std::string path);
  NpzFile(NpzFile &&other) noexcept;
  NpzFile &operator=(NpzFile &&other) noexcept;
  ~NpzFile();

  /// Member names without ".npy", in the order of the archive.
  const std::vector<std::string> &names() const { return members; }
  bool has(std::string_view name) const;
  /// Takes the type that the file says (u2 stays u16).
  llvm::Expected<Array> read(std::string_view name) const;
  /// Refuses another type or shape than the wanted one. Bits of the same width are taken for bf16
  /// and 8-bit floats.
  llvm::Expected<Array> read(std::string_view name, const WantedArray &wanted) const;

private:
  NpzFile() = default;
  llvm::Expected<Array> readAs(std::string_view name, const WantedArray *wanted) const;
  std::string path;
  std::vector<std::string> members;
  bool plain = false;                             // a .npy; there is no archive then
  std::optional<std::vector<std::byte>> contents; // of a FIFO
  zip *archive = nullptr;
};

/// Where a path leads: links to files are followed, also to a file that is not there yet.
std::string fileBehindLinks(const std::string &path);

/// Writes members in the given order, stored, with fixed times: the same arrays give the same
/// bytes. The file appears under `path`, or behind the link of that name, only when it is complete.
llvm::Error writeNpz(const std::string &path,
                     const std::vector<std::pair<std::string, Array>> &members);
llvm::Error writeNpy(const std::string &path, const Array &array);
/// Reads one .npy file; see NpzFile::read.
llvm::Expected<Array> readNpy(const std::string &path);

} // namespace spmd::rt
