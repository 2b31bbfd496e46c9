// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Parts of tensors in .safetensors files: which bytes of the file they are, and moving them.
//
// Files are read and written by position and have no cursor, so ranks, which have the same file
// open, do not disturb each other. A part is read by runs, the longest pieces of it that are
// neighbours in the file: whole rows of a tensor that is split along its first dim, pieces of rows
// along others.
#include "compiler/frontend/lib/safetensors.h"
#include "runtime/npz.h"
#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <sys/stat.h>
#include <unistd.h>

namespace spmd {
namespace {

using Sizes = std::vector<int64_t>;

/// The limit of the reference implementation; a longer header is taken for a damaged file.
constexpr uint64_t kLongestHeader = 100'000'000;
/// A single read or write of Linux moves at most 2 GiB less a page.
constexpr int64_t kLongestMove = int64_t(1) << 30;

/// Calls run(first element in the tensor, first element in the part, count) for each run.
///   rows [1, 3) of [4, 6]: run(6, 0, 12); columns [2, 4) of [2, 6]: run(2, 0, 2), run(8, 2, 2)
template <class Run>
void forEachRun(const Sizes &tensor, const Sizes &begin, const Sizes &part, const Run &run) {
  int64_t count = 1, all = 1;
  for (int64_t size : part)
    all *= size;
  size_t outer = tensor.size(); // the dims before it are gone through one by one
  while (outer > 0 && count < all) {
    --outer;
    count *= part[outer];
    if (part[outer] != tensor[outer])
      break; // the last dim of a run need not be whole
  }
  for (int64_t done = 0; done < all; done += count) {
    // The position of the run's first element, from the last dim to the first.
    int64_t rest = done, at = 0, stride = 1;
    for (size_t d = tensor.size(); d-- > 0;) {
      at += (begin[d] + rest % part[d]) * stride;
      rest /= part[d];
      stride *= tensor[d];
    }
    run(at, done, count);
  }
}

/// The file beside the one that will have the name. A link is followed, not replaced.
std::string besideOf(const std::string &path, const std::string &suffix) {
  return rt::fileBehindLinks(path) + ".part" + suffix;
}

} // namespace

void SafetensorsFile::fail(const std::string &message, int reason) const {
  throw Error(path + ": " + message + (reason ? std::string(": ") + std::strerror(reason) : ""));
}

SafetensorsFile::SafetensorsFile(const std::string &path) : path(path) {
  file = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  struct stat status;
  if (file < 0 || fstat(file, &status) != 0)
    throw Error(path + ": " + std::strerror(errno));
  try {
    if (!S_ISREG(status.st_mode))
      fail("it is no file");
    unsigned char length[8];
    const int64_t bytes = status.st_size;
    if (bytes < int64_t(sizeof length))
      fail("a file of " + std::to_string(bytes) + " bytes is no .safetensors file");
    readBytes(reinterpret_cast<std::byte *>(length), sizeof length, 0, "its header");
    uint64_t headerBytes = 0;
    for (int i = 7; i >= 0; --i) // little-endian
      headerBytes = headerBytes << 8 | length[i];
    if (headerBytes > uint64_t(bytes) - sizeof length || headerBytes > kLongestHeader)
      fail("its header has " + std::to_string(headerBytes) + " bytes, the file " +
           std::to_string(bytes));
    std::string text(headerBytes, 0);
    readBytes(reinterpret_cast<std::byte *>(text.data()), int64_t(headerBytes), sizeof length,
              "its header");
    stored = parsedHeader(path, text, int64_t(sizeof length + headerBytes), bytes);
  } catch (...) {
    close(file);
    throw;
  }
}

SafetensorsFile::SafetensorsFile(const std::string &path, const std::string &suffix,
                                 StoredTensors stored)
    : path(path), file(open(besideOf(path, suffix).c_str(), O_WRONLY | O_CLOEXEC)),
      stored(std::move(stored)) {
  if (file < 0)
    fail("it cannot be written", errno);
}

SafetensorsFile::~SafetensorsFile() {
  if (file >= 0)
    close(file);
}

/// A file that is too long for the disk is refused here, before any rank writes, where the file
/// system can tell.
void SafetensorsFile::create(const std::string &path, const std::string &suffix,
                             const StoredTensors &stored) {
  const std::string beside = besideOf(path, suffix);
  const int made = open(beside.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  const bool isWritten =
      made >= 0 && ftruncate(made, stored.fileBytes) == 0 &&
      pwrite(made, stored.header.data(), stored.header.size(), 0) == ssize_t(stored.header.size());
  const int reason = errno;
  if (made >= 0)
    close(made);
  if (!isWritten)
    throw Error(path + ": it cannot be written: " + std::strerror(reason));
}

void SafetensorsFile::complete(const std::string &path, const std::string &suffix) {
  std::error_code error;
  std::filesystem::rename(besideOf(path, suffix), rt::fileBehindLinks(path), error);
  if (error)
    throw Error(path + ": it cannot be written: " + error.message());
}

void SafetensorsFile::discard(const std::string &path, const std::string &suffix) {
  std::error_code ignored;
  std::filesystem::remove(besideOf(path, suffix), ignored);
}

/// Less bytes than asked for are the next ones to ask from; none are the end of the file.
void SafetensorsFile::readBytes(std::byte *bytes, int64_t count, int64_t from,
                                const std::string &what) const {
  for (int64_t done = 0; done < count;) {
    const ssize_t moved =
        pread(file, bytes + done, size_t(std::min(count - done, kLongestMove)), from + done);
    if (moved < 0 && errno == EINTR)
      continue;
    if (moved <= 0)
      fail(what + " cannot be read", moved < 0 ? errno : 0);
    done += moved;
  }
}

void SafetensorsFile::writeBytes(const std::byte *bytes, int64_t count, int64_t from) const {
  for (int64_t done = 0; done < count;) {
    const ssize_t moved =
        pwrite(file, bytes + done, size_t(std::min(count - done, kLongestMove)), from + done);
    if (moved < 0 && errno == EINTR)
      continue;
    if (moved <= 0)
      fail("it cannot be written", moved < 0 ? errno : ENOSPC);
    done += moved;
  }
}

HostArray SafetensorsFile::read(const StoredTensor &tensor, const Sizes &begin,
                                const Sizes &shape) const {
  const int64_t width = widthOf(tensor.type.element);
  HostArray part{text(tensor.type.element), shape, {}};
  size_t bytes = size_t(width);
  for (int64_t size : shape)
    bytes *= size_t(size);
  part.bytes.resize(bytes);
  forEachRun(tensor.type.dims, begin, shape, [&](int64_t at, int64_t own, int64_t count) {
    readBytes(part.bytes.data() + own * width, count * width, tensor.begin + at * width,
              "'" + tensor.name + "'");
  });
  if (tensor.type.element == boolean)
    for (std::byte byte : part.bytes)
      if (byte > std::byte(1))
        fail("'" + tensor.name + "' has a boolean that is neither 0 nor 1");
  return part;
}

void SafetensorsFile::write(const StoredTensor &tensor, const Sizes &begin,
                            const HostArray &part) const {
  const int64_t width = widthOf(tensor.type.element);
  forEachRun(tensor.type.dims, begin, part.shape, [&](int64_t at, int64_t own, int64_t count) {
    writeBytes(part.bytes.data() + own * width, count * width, tensor.begin + at * width);
  });
}

} // namespace spmd
