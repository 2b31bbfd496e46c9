// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads .npz archives through libzip, and single .npy files. npy_header.cpp parses their header.
// The format is described in NumPy enhancement proposal 1 and in the documentation of
// numpy.lib.format.
//
// Reading is separate from writing (npz_write.cpp) because only reading must deal with FIFOs and
// with damaged files.
#include "runtime/npz.h"
#include "runtime/failure.h"
#include "runtime/npy_header.h"
#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <zip.h>

namespace spmd::rt {

// Opening a folder or a device could block or have effects, so the type is checked first.
llvm::Error checkRegular(const std::string &path, bool mayBeMissing) {
  std::error_code ec;
  auto status = std::filesystem::status(path, ec);
  if (status.type() == std::filesystem::file_type::not_found)
    return mayBeMissing ? llvm::Error::success() : failure("{}: no such file", path);
  if (ec)
    return failure("{}: {}", path, ec.message());
  if (status.type() != std::filesystem::file_type::regular)
    return failure("{}: not a regular file", path);
  return llvm::Error::success();
}

namespace {

struct CloseFile {
  void operator()(std::FILE *file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, CloseFile>;

/// The source of the bytes of a .npy: a zip member, a file or memory. `read` returns the number of
/// bytes that it delivered, 0 at the end and a negative number on an error.
struct Source {
  std::string name; // "x.npz: member arg0.npy", for messages
  uint64_t bytes = 0;
  std::function<int64_t(void *, uint64_t)> read;
  std::function<std::string()> error;

  // Reads exactly `count` bytes. Fails with the position where the source ends earlier.
  llvm::Error fill(void *target, uint64_t count) const {
    auto *to = static_cast<std::byte *>(target);
    for (uint64_t done = 0; done < count;) {
      int64_t got = read(to + done, count - done);
      if (got <= 0)
        return failure("{}: ends after {} of {} bytes{}", name, done, count,
                       got < 0 ? " (" + error() + ")" : "");
      done += uint64_t(got);
    }
    return llvm::Error::success();
  }
};

// Reads magic, version, length and dictionary. `headerBytes` becomes the position of the first
// element. The length has 2 bytes in version 1 and 4 bytes in versions 2 and 3, little-endian.
llvm::Expected<NpyHeader> readHeader(const Source &source, uint64_t &headerBytes) {
  // Magic (6 bytes), version (2 bytes) and the length of the header (2 or 4 bytes).
  unsigned char start[12] = {};
  if (source.bytes < 10)
    return failure("{}: {} bytes are too few for a .npy header", source.name, source.bytes);
  if (llvm::Error e = source.fill(start, 10))
    return e;
  if (std::memcmp(start, kNpyMagic.data(), kNpyMagic.size()) != 0)
    return failure("{}: not a .npy: it does not start with \\x93NUMPY", source.name);
  int version = start[6];
  if (version < 1 || version > 3)
    return failure("{}: .npy format version {}, versions 1 to 3 are taken", source.name, version);
  uint64_t length = start[8] | uint64_t(start[9]) << 8;
  headerBytes = 10;
  if (version > 1) {
    if (llvm::Error e = source.fill(start + 10, 2))
      return e;
    length |= uint64_t(start[10]) << 16 | uint64_t(start[11]) << 24;
    headerBytes = 12;
  }
  if (length > source.bytes - headerBytes)
    return failure("{}: a header of {} bytes in a member of {}", source.name, length, source.bytes);
  headerBytes += length;
  std::string text(length, ' ');
  if (llvm::Error e = source.fill(text.data(), length))
    return e;
  auto header = parseNpyHeader(text);
  if (!header)
    return failure("{}: {}", source.name, llvm::toString(header.takeError()));
  return header;
}

/// Returns a row-major copy of column-major bytes: `index` counts in row-major order, `from` is its
/// place in the columns.
/// Example: shape {2, 3}, columns 1 4 2 5 3 6 -> rows 1 2 3 4 5 6.
llvm::Expected<Array> transposed(const Array &columns) {
  auto rows = Array::allocate(columns.type, columns.shape);
  if (!rows)
    return rows;
  const int64_t bytes = sizeOf(columns.type), count = columns.elementCount();
  const size_t rank = columns.shape.size();
  std::vector<int64_t> index(rank, 0), stride(rank, bytes);
  for (size_t d = 1; d < rank; ++d)
    stride[d] = stride[d - 1] * columns.shape[d - 1];
  int64_t from = 0;
  for (int64_t i = 0; i < count; ++i) {
    std::memcpy(rows->data() + i * bytes, columns.data() + from, size_t(bytes));
    for (size_t d = rank; d-- > 0;) {
      from += stride[d];
      if (++index[d] < columns.shape[d])
        break;
      from -= stride[d] * columns.shape[d];
      index[d] = 0;
    }
  }
  return rows;
}

// Reads header and elements. Type and shape are compared with the wanted ones before any memory is
// allocated.
llvm::Expected<Array> readArray(const Source &source, const WantedArray *wanted) {
  uint64_t headerBytes = 0;
  auto header = readHeader(source, headerBytes);
  if (!header)
    return header.takeError();
  if (wanted && (!header->fits(wanted->type) || header->shape != wanted->shape))
    return failure("{}: {}{} where the program wants {}", source.name,
                   typeText(header->type, header->shape), header->rawBits ? " (raw bits)" : "",
                   typeText(wanted->type, wanted->shape));
  DType type = wanted ? wanted->type : header->type;
  // Compared before memory is allocated: a header may promise more than the file holds.
  uint64_t need = uint64_t(sizeOf(type));
  bool overflow = false;
  for (int64_t size : header->shape)
    overflow |= __builtin_mul_overflow(need, uint64_t(size), &need);
  if (overflow || need != source.bytes - headerBytes)
    return failure("{}: {} bytes of elements, {} has {}", source.name, source.bytes - headerBytes,
                   typeText(type, header->shape),
                   overflow ? "more than 2^64" : std::to_string(need));
  auto array = Array::allocate(type, header->shape);
  if (!array)
    return failure("{}: {}", source.name, llvm::toString(array.takeError()));
  if (llvm::Error e = source.fill(array->data(), need))
    return e;
  char past; // reading past the end makes libzip compare the checksum.
  if (source.read(&past, 1) < 0)
    return failure("{}: {}", source.name, source.error());
  return header->columnMajor && header->shape.size() > 1 ? transposed(*array) : std::move(array);
}

// A FIFO, such as the <(...) of a shell, can be read only once and only forward.
bool isFifo(const std::string &path) {
  std::error_code ec;
  return std::filesystem::is_fifo(path, ec);
}

// Opens a regular file and returns its size in `bytes`.
llvm::Expected<File> openForReading(const std::string &path, uint64_t &bytes) {
  if (llvm::Error e = checkRegular(path, /*mayBeMissing=*/false))
    return e;
  File file(std::fopen(path.c_str(), "rb"));
  if (!file)
    return failure("{}: {}", path, std::strerror(errno));
  std::error_code ec;
  bytes = std::filesystem::file_size(path, ec);
  if (ec)
    return failure("{}: {}", path, ec.message());
  return file;
}

/// Reads a FIFO until all its writers have closed it. The buffer doubles, so that the copies cost
/// linear time in total.
llvm::Expected<std::vector<std::byte>> readFifo(const std::string &path) {
  File file(std::fopen(path.c_str(), "rb"));
  if (!file)
    return failure("{}: {}", path, std::strerror(errno));
  std::vector<std::byte> all;
  for (size_t got = 1; got > 0;) {
    const size_t done = all.size();
    all.resize(done + std::max<size_t>(64 << 10, done));
    got = std::fread(all.data() + done, 1, all.size() - done, file.get());
    all.resize(done + got);
  }
  if (std::ferror(file.get()))
    return failure("{}: {}", path, std::strerror(errno));
  return all;
}

// A source that reads from memory; `bytes` must outlive it.
Source memorySource(const std::string &path, const std::vector<std::byte> &bytes) {
  return {path, bytes.size(),
          [&bytes, at = size_t(0)](void *to, uint64_t count) mutable {
            const size_t got = std::min<uint64_t>(count, bytes.size() - at);
            if (got)
              std::memcpy(to, bytes.data() + at, got);
            at += got;
            return int64_t(got);
          },
          [] { return std::string(); }};
}

// A source that reads a file from its current position; the file must stay open.
Source fileSource(const std::string &path, std::FILE *file, uint64_t bytes) {
  return {path, bytes,
          [file](void *to, uint64_t count) { return int64_t(std::fread(to, 1, count, file)); },
          [] { return std::string(std::strerror(errno)); }};
}

// Opens the file for this one array. An NpzFile of a plain .npy keeps only the path.
llvm::Expected<Array> readNpyFile(const std::string &path, const WantedArray *wanted) {
  uint64_t bytes = 0;
  auto file = openForReading(path, bytes);
  if (!file)
    return file.takeError();
  return readArray(fileSource(path, file->get(), bytes), wanted);
}

// Reads the member `name`.npy of an archive.
llvm::Expected<Array> readMember(zip *archive, const std::string &path, std::string_view name,
                                 const WantedArray *wanted) {
  std::string member = std::string(name) + ".npy";
  zip_stat_t stat;
  if (zip_stat(archive, member.c_str(), 0, &stat) != 0)
    return failure("{}: no member {}", path, member);
  std::unique_ptr<zip_file_t, void (*)(zip_file_t *)> file(zip_fopen_index(archive, stat.index, 0),
                                                           [](zip_file_t *f) { zip_fclose(f); });
  std::string title = fmt::format("{}: member {}", path, member);
  if (!file) {
    file.release();
    return failure("{}: {}", title, zip_strerror(archive));
  }
  return readArray(
      {title, stat.size,
       [&](void *to, uint64_t count) { return int64_t(zip_fread(file.get(), to, count)); },
       [&] { return std::string(zip_file_strerror(file.get())); }},
      wanted);
}

} // namespace

void NpzFile::Discard::operator()(zip *archive) const { zip_discard(archive); }

namespace {

/// Opens the archive in the file, or in `contents` where it is set; `contents` must outlive the
/// archive. Returns null and the reason in `why` where that fails.
zip *openArchive(const std::string &path, const std::optional<std::vector<std::byte>> &contents,
                 std::string &why) {
  zip_error_t error;
  zip_error_init(&error);
  zip *archive = nullptr;
  // libzip reads either the file or memory; a FIFO cannot be searched, so it was read into memory.
  zip_source_t *source =
      contents ? zip_source_buffer_create(contents->data(), contents->size(), 0, &error)
               : zip_source_file_create(path.c_str(), 0, -1, &error);
  if (source && !(archive = zip_open_from_source(source, ZIP_RDONLY, &error)))
    zip_source_free(source);
  if (!archive)
    why = zip_error_strerror(&error);
  zip_error_fini(&error);
  return archive;
}

// Whether the bytes begin with the magic of a .npy file.
bool isNpy(std::span<const std::byte> start) {
  return start.size() >= kNpyMagic.size() &&
         std::memcmp(start.data(), kNpyMagic.data(), kNpyMagic.size()) == 0;
}

} // namespace

// Decides by the first bytes between a .npy and an archive; names are not considered. Members of an
// archive without ".npy" are ignored.
llvm::Expected<NpzFile> NpzFile::open(std::string path) {
  NpzFile result;
  uint64_t bytes = 0;
  if (isFifo(path)) {
    auto all = readFifo(path);
    if (!all)
      return all.takeError();
    bytes = all->size();
    result.plain = isNpy(*all);
    result.contents = std::move(*all);
  } else {
    auto probe = openForReading(path, bytes);
    if (!probe)
      return probe.takeError();
    std::byte start[6] = {};
    size_t got = std::fread(start, 1, sizeof start, probe->get());
    result.plain = isNpy({start, got});
  }
  if (result.plain) {
    result.members = {"arr_0"};
  } else {
    if (bytes == 0)
      return failure("{}: the file is empty", path);
    std::string why;
    result.archive.reset(openArchive(path, result.contents, why));
    if (!result.archive)
      return failure("{}: neither .npz nor .npy, {} bytes: {}", path, bytes, why);
    // Members are listed once; reading one searches the archive by its name.
    zip *archive = result.archive.get();
    for (zip_int64_t i = 0, n = zip_get_num_entries(archive, 0); i < n; ++i) {
      std::string_view name = zip_get_name(archive, zip_uint64_t(i), 0);
      if (name.ends_with(".npy"))
        result.members.emplace_back(name.substr(0, name.size() - 4));
    }
  }
  result.path = std::move(path);
  return result;
}

bool NpzFile::has(std::string_view name) const {
  return std::find(members.begin(), members.end(), name) != members.end();
}

// The one place where the three kinds of files differ: archive, plain file, plain bytes of a FIFO.
llvm::Expected<Array> NpzFile::readAs(std::string_view name, const WantedArray *wanted) const {
  if (!has(name))
    return failure("{}: no member {}.npy; there are {}", path, name, fmt::join(members, ", "));
  if (plain && contents)
    return readArray(memorySource(path, *contents), wanted);
  return plain ? readNpyFile(path, wanted) : readMember(archive.get(), path, name, wanted);
}

llvm::Expected<Array> NpzFile::read(std::string_view name) const { return readAs(name, nullptr); }

llvm::Expected<Array> NpzFile::read(std::string_view name, const WantedArray &wanted) const {
  return readAs(name, &wanted);
}

} // namespace spmd::rt
