// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads and writes .safetensors files part by part: eight bytes with the length of a JSON header,
// the header, and the elements of all tensors without gaps
// (https://github.com/huggingface/safetensors#format).
//
// The places of all elements follow from the header alone. So many processes can write one file,
// each its own parts, and read it so: what they write together has the bytes that one would write.
#pragma once
#include <spmd/tensor.h>

namespace spmd {

/// The bytes of an element.
int64_t widthOf(ElementType type);

/// A tensor of a file, without its elements.
struct StoredTensor {
  std::string name;
  Type type;
  int64_t begin = 0; // of its elements, in bytes from the beginning of the file
};

/// What the header of a file tells.
struct StoredTensors {
  std::string header;                // the first bytes of the file, the length among them
  std::vector<StoredTensor> tensors; // in the order of their bytes
  int64_t fileBytes = 0;
};
/// The file that holds these tensors, wide elements first, so that all of them are aligned.
StoredTensors storedTensors(const std::vector<std::pair<std::string, Type>> &tensors);
/// The same from the text of a header, of a file of so many bytes whose data begin at `dataBegin`.
/// Throws "PATH: ..." where a number does not fit the others or the file.
StoredTensors parsedHeader(const std::string &path, const std::string &text, int64_t dataBegin,
                           int64_t fileBytes);

/// An open file. All functions throw Error, whose message begins with the path, where the system
/// refuses. Many processes may read, or write different parts, at the same time.
class SafetensorsFile {
public:
  /// Opens a file to read it. Throws where it breaks the format: every number of the header is
  /// checked before memory is taken.
  explicit SafetensorsFile(const std::string &path);
  /// Opens a file that `create` has made, to write it.
  SafetensorsFile(const std::string &path, const std::string &suffix, StoredTensors stored);
  ~SafetensorsFile();
  SafetensorsFile(const SafetensorsFile &) = delete;

  /// Makes a file beside `path`, named by the suffix, with the header and without elements.
  static void create(const std::string &path, const std::string &suffix,
                     const StoredTensors &stored);
  /// Renames it to `path`, so that no reader sees half of a file; or removes it.
  static void complete(const std::string &path, const std::string &suffix);
  static void discard(const std::string &path, const std::string &suffix);

  const std::vector<StoredTensor> &tensors() const { return stored.tensors; }
  /// The elements of a part: `shape` of them from the position `begin` on. Throws also where the
  /// file has become shorter meanwhile, and for booleans that are neither 0 nor 1.
  HostArray read(const StoredTensor &tensor, const std::vector<int64_t> &begin,
                 const std::vector<int64_t> &shape) const;
  /// Writes a part that begins at this position.
  void write(const StoredTensor &tensor, const std::vector<int64_t> &begin,
             const HostArray &part) const;

private:
  /// Throws "model.safetensors: MESSAGE", with the system's reason behind it where there is one.
  [[noreturn]] void fail(const std::string &message, int reason = 0) const;
  void readBytes(std::byte *bytes, int64_t count, int64_t from, const std::string &what) const;
  void writeBytes(const std::byte *bytes, int64_t count, int64_t from) const;

  std::string path;
  int file = -1;
  StoredTensors stored;
};

} // namespace spmd
