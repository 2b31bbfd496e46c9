// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A file is a header (mark, checksum, size) and the object's bytes.
#include "compiler/codegen/object_cache.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Support/xxhash.h"
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <sys/stat.h>
#include <unistd.h>

namespace spmd {

namespace {
struct Header {
  char mark[8] = {'s', 'p', 'm', 'd', 'o', 'b', 'j', '1'};
  uint64_t checksum = 0;
  uint64_t bytes = 0;
};
} // namespace

ObjectCache::ObjectCache(std::string wanted) : folder(std::move(wanted)) {
  if (folder.empty()) {
    const char *cache = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    if (cache && *cache)
      folder = std::string(cache) + "/spmd";
    else if (home && *home)
      folder = std::string(home) + "/.cache/spmd";
  }
  if (folder.empty()) {
    remark("no object cache: neither XDG_CACHE_HOME nor HOME is set");
    return;
  }
  if (std::error_code error = llvm::sys::fs::create_directories(folder, true, llvm::sys::fs::owner_all)) {
    remark("no object cache: " + folder + ": " + error.message());
    return;
  }
  // Code that others can write must not be run.
  struct stat info;
  usable = stat(folder.c_str(), &info) == 0 && info.st_uid == geteuid() && (info.st_mode & 022) == 0;
  if (!usable)
    remark("no object cache: " + folder + " belongs to or can be written by others");
}

void ObjectCache::remark(std::string text) {
  std::lock_guard guard(lock);
  if (notes.size() < 8)
    notes.push_back(std::move(text));
}

std::string ObjectCache::nameOf(llvm::StringRef key) {
  llvm::XXH128_hash_t hash = llvm::xxh3_128bits(llvm::ArrayRef(key.bytes_begin(), key.size()));
  return llvm::utohexstr(hash.high64, true, 16) + llvm::utohexstr(hash.low64, true, 16);
}

std::optional<std::vector<uint8_t>> ObjectCache::read(llvm::StringRef name) {
  if (!usable)
    return std::nullopt;
  std::string path = (folder + "/" + name + ".o").str();
  auto file = llvm::MemoryBuffer::getFile(path, false, false);
  if (!file)
    return std::nullopt;
  llvm::StringRef data = (*file)->getBuffer();
  Header header, expected;
  if (data.size() >= sizeof(Header))
    std::memcpy(&header, data.data(), sizeof(Header));
  llvm::StringRef object = data.drop_front(std::min(data.size(), sizeof(Header)));
  if (data.size() < sizeof(Header) || std::memcmp(header.mark, expected.mark, sizeof(header.mark)) != 0 ||
      header.bytes != object.size() || header.checksum != llvm::xxh3_64bits(object)) {
    remark("object cache: " + path + " is damaged and was compiled anew");
    return std::nullopt;
  }
  return std::vector<uint8_t>(object.bytes_begin(), object.bytes_end());
}

void ObjectCache::write(llvm::StringRef name, llvm::ArrayRef<uint8_t> object) {
  if (!usable)
    return;
  llvm::SmallString<128> aside;
  int file = -1;
  if (std::error_code error = llvm::sys::fs::createUniqueFile(folder + "/%%%%%%%%.tmp", file, aside, llvm::sys::fs::OF_None,
                                                              llvm::sys::fs::owner_read | llvm::sys::fs::owner_write))
    return remark("object cache: cannot write to " + folder + ": " + error.message());
  Header header;
  header.bytes = object.size();
  header.checksum = llvm::xxh3_64bits(object);
  bool written;
  {
    llvm::raw_fd_ostream os(file, true);
    os.write(reinterpret_cast<const char *>(&header), sizeof(header));
    os.write(reinterpret_cast<const char *>(object.data()), object.size());
    os.flush();
    written = !os.has_error();
    os.clear_error();
  }
  std::string path = (folder + "/" + name + ".o").str();
  if (!written || llvm::sys::fs::rename(aside, path)) {
    llvm::sys::fs::remove(aside);
    remark("object cache: cannot write " + path);
  }
}

std::string buildIdentity() {
  Dl_info info;
  struct stat file;
  if (!dladdr(reinterpret_cast<const void *>(&buildIdentity), &info) || !info.dli_fname || stat(info.dli_fname, &file) != 0)
    return "unknown";
  return std::to_string(file.st_size) + "." + std::to_string(file.st_mtim.tv_sec) + "." + std::to_string(file.st_mtim.tv_nsec);
}

} // namespace spmd
