// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Writes .npz archives through libzip. A file gets its name only when it is complete, so that no
// reader sees half of it.
#include "runtime/elements.h"
#include "runtime/failure.h"
#include "runtime/npy_header.h"
#include "runtime/npz.h"
#include <filesystem>
#include <fmt/format.h>
#include <zip.h>

namespace spmd::rt {
namespace {

// The last error of an archive as text.
std::string errorOf(zip_t *archive) { return zip_strerror(archive); }

/// Adds one member. libzip reads its bytes when the archive is closed, so header and array must
/// live until then.
llvm::Error addMember(zip_t *archive, const std::string &path, const std::string &name,
                      std::string &header, const Array &array) {
  zip_buffer_fragment_t parts[2] = {
      {reinterpret_cast<zip_uint8_t *>(header.data()), header.size()},
      {reinterpret_cast<zip_uint8_t *>(array.data()), array.byteCount()}};
  zip_source_t *source = zip_source_buffer_fragment(archive, parts, array.byteCount() ? 2 : 1, 0);
  if (!source)
    return failure("{}: member {}: {}", path, name, errorOf(archive));
  zip_int64_t index = zip_file_add(archive, name.c_str(), source, ZIP_FL_ENC_UTF_8);
  if (index < 0) {
    zip_source_free(source);
    return failure("{}: member {}: {}", path, name, errorOf(archive));
  }
  // A date in the MS-DOS format that zip uses: years since 1980 from bit 9, months from bit 5, then
  // days.
  constexpr zip_uint16_t kFirstOfJanuary1980 = 0 << 9 | 1 << 5 | 1;
  // numpy.savez does not compress its members either.
  zip_set_file_compression(archive, zip_uint64_t(index), ZIP_CM_STORE, 0);
  zip_file_set_dostime(archive, zip_uint64_t(index), 0, kFirstOfJanuary1980, 0);
  zip_file_set_external_attributes(archive, zip_uint64_t(index), 0, ZIP_OPSYS_UNIX, 0100644u << 16);
  return llvm::Error::success();
}

/// The array as NumPy reads it: signed integers of 2 and 4 bits become those of 8 bits, because
/// NumPy has no narrower ones: -1 of four bits, 0x0f in a buffer, is written as 0xff.
llvm::Expected<Array> forNumpy(const Array &array) {
  if (!isSigned(array.type) || !unusedBits(array.type))
    return array;
  auto out = Array::allocate(DType::S8, array.shape);
  for (int64_t i = 0; out && i < array.elementCount(); ++i)
    out->data()[i] = std::byte(elementAs<int8_t>(array.type, array.data() + i));
  return out;
}

} // namespace

// Path components are followed one by one, because canonical paths exist only for existing files.
std::string fileBehindLinks(const std::string &path) {
  constexpr int kMaxLinks = 40; // the limit of Linux: longer chains are loops
  std::filesystem::path file = path;
  std::error_code ec;
  for (int i = 0; i < kMaxLinks && std::filesystem::is_symlink(file, ec); ++i) {
    std::filesystem::path next = std::filesystem::read_symlink(file, ec);
    if (ec)
      return path;
    file = file.parent_path() / next; // operator/ returns `next` alone where it is absolute
  }
  return file.string();
}

// Dates and attributes are fixed so that equal arrays give equal archives.
llvm::Error writeNpz(const std::string &link,
                     const std::vector<std::pair<std::string, Array>> &members) {
  // Otherwise the file would replace the link itself.
  const std::string path = fileBehindLinks(link);
  if (llvm::Error e = checkRegular(path, /*mayBeMissing=*/true))
    return e;
  if (members.empty()) // libzip would remove an archive without members
    return failure("{}: nothing to write: an .npz needs one array at least", path);
  std::vector<Array> arrays;
  for (const auto &[name, array] : members) {
    auto written = forNumpy(array);
    if (!written)
      return failure("{}: member {}: {}", path, name, llvm::toString(written.takeError()));
    arrays.push_back(std::move(*written));
  }
  int code = 0;
  zip_t *archive = zip_open(path.c_str(), ZIP_CREATE | ZIP_TRUNCATE, &code);
  if (!archive) {
    zip_error_t error;
    zip_error_init_with_code(&error, code);
    std::string why = zip_error_strerror(&error);
    zip_error_fini(&error);
    return failure("{}: {}", path, why);
  }
  // Reserved, so that the headers keep their addresses until the archive is closed.
  std::vector<std::string> headers;
  headers.reserve(members.size());
  for (size_t i = 0; i < members.size(); ++i) {
    headers.push_back(npyHeaderText(arrays[i].type, arrays[i].shape));
    if (llvm::Error e =
            addMember(archive, path, members[i].first + ".npy", headers.back(), arrays[i])) {
      zip_discard(archive);
      return e;
    }
  }
  if (zip_close(archive) != 0) { // libzip writes a temporary file beside `path` and renames it
    std::string why = errorOf(archive);
    zip_discard(archive);
    return failure("{}: {}", path, why);
  }
  return llvm::Error::success();
}

} // namespace spmd::rt
