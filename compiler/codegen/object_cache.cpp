// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The files of the object cache. A file holds a header, the full key and the bytes of the
// object. All files are opened relative to the folder's descriptor, so that replacing the
// folder's path has no effect on a running process.
#include "compiler/codegen/object_cache.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/xxhash.h"
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <dlfcn.h>
#include <fcntl.h>
#include <random>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace spmd {

namespace {

/// The head of a file. `mark` ends in the version of this format.
struct Header {
  char mark[8] = {'s', 'p', 'm', 'd', 'o', 'b', 'j', '2'};
  uint64_t keyBytes = 0;
  uint64_t objectBytes = 0;
  uint64_t checksum = 0; // of the object; the key is compared byte by byte
};

/// No kernel is as large. A header that claims more is damaged, and no memory is allocated
/// for it.
constexpr uint64_t kMostObjectBytes = uint64_t(1) << 30;

/// A file descriptor that is closed at the end of its scope.
class Descriptor {
public:
  explicit Descriptor(int number) : number(number) {}
  ~Descriptor() {
    if (number >= 0)
      ::close(number);
  }
  Descriptor(const Descriptor &) = delete;
  Descriptor &operator=(const Descriptor &) = delete;
  operator int() const { return number; }

private:
  int number;
};

/// Reads exactly `bytes` bytes; false at the end of the file or on an error other than
/// EINTR.
bool readAll(int file, void *data, uint64_t bytes) {
  for (auto *to = static_cast<char *>(data); bytes;) {
    ssize_t got = ::read(file, to, bytes);
    if (got < 0 && errno == EINTR)
      continue;
    if (got <= 0)
      return false;
    to += got;
    bytes -= uint64_t(got);
  }
  return true;
}

/// Writes all bytes; false on an error other than EINTR, with the reason in errno.
bool writeAll(int file, const void *data, uint64_t bytes) {
  for (auto *from = static_cast<const char *>(data); bytes;) {
    ssize_t put = ::write(file, from, bytes);
    if (put < 0 && errno == EINTR)
      continue;
    if (put < 0)
      return false;
    from += put;
    bytes -= uint64_t(put);
  }
  return true;
}

/// The default folder; empty where neither variable is an absolute path.
std::string standardFolder() {
  auto absolute = [](const char *variable) {
    const char *text = getenv(variable);
    return text && *text == '/' ? std::string(text) : std::string();
  };
  if (std::string cache = absolute("XDG_CACHE_HOME"); !cache.empty())
    return cache + "/spmd";
  std::string home = absolute("HOME");
  return home.empty() ? home : home + "/.cache/spmd";
}

} // namespace

/// Opens the folder of the cache, or the standard one where none is given. Problems become remarks:
/// a program compiles without a cache as well.
ObjectCache::ObjectCache(std::string wanted) : path(std::move(wanted)) {
  if (path.empty())
    path = standardFolder();
  std::string problem;
  limits = CacheLimits::fromEnvironment(problem);
  if (!problem.empty())
    remark("kernel cache: " + problem);
  open();
}

/// Notes the bytes that this process has written, which may start an eviction.
ObjectCache::~ObjectCache() {
  if (folder < 0)
    return;
  if (uint64_t bytes = bytesWritten)
    noteWrittenBytes(folder, limits, bytes, ::time(nullptr));
  ::close(folder);
  if (temporaries >= 0)
    ::close(temporaries);
}

/// Opens the folder. On any failure the cache stays unusable (folder < 0) and a remark tells
/// why.
void ObjectCache::open() {
  if (path.empty())
    return remark("no kernel cache: neither XDG_CACHE_HOME nor HOME is an absolute path");
  if (std::error_code error =
          llvm::sys::fs::create_directories(path, true, llvm::sys::fs::owner_all))
    return remark("no kernel cache: " + path + ": " + error.message());
  int opened = ::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (opened < 0)
    return remark("no kernel cache: " + path + ": " + std::strerror(errno));
  // Cached code is executed, so a folder that other users can write is not used.
  struct stat info;
  if (fstat(opened, &info) != 0 || info.st_uid != geteuid() || (info.st_mode & 022)) {
    ::close(opened);
    return remark("no kernel cache: " + path + " belongs to or can be written by others");
  }
  folder = opened;
  canWrite = true;
}

/// Keeps the first remark only.
void ObjectCache::remark(std::string text) {
  std::lock_guard guard(lock);
  if (notes.empty())
    notes.push_back(std::move(text));
}

std::string ObjectCache::nameOf(llvm::StringRef key) {
  llvm::XXH128_hash_t hash = llvm::xxh3_128bits(llvm::ArrayRef(key.bytes_begin(), key.size()));
  return llvm::utohexstr(hash.high64, true, 16) + llvm::utohexstr(hash.low64, true, 16);
}

/// A missing file is no problem and gives no remark; anything else that prevents reading
/// gives one. O_NOFOLLOW refuses symbolic links.
std::optional<std::vector<uint8_t>> ObjectCache::read(llvm::StringRef key) {
  if (folder < 0)
    return std::nullopt;
  std::string name = nameOf(key) + ".o";
  // O_NONBLOCK: opening a FIFO or a device under this name must not wait. readFrom refuses
  // it afterwards.
  Descriptor file(
      ::openat(folder, name.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
  if (file < 0) {
    if (errno != ENOENT)
      remark("kernel cache: " + path + "/" + name +
             " was not read: " + (errno == ELOOP ? "it is a symbolic link" : std::strerror(errno)));
    return std::nullopt;
  }
  return readFrom(file, key, name);
}

/// Checks owner, mode, sizes, key and checksum before it returns the object. Sizes are
/// checked against the file's size before any memory is allocated.
std::optional<std::vector<uint8_t>> ObjectCache::readFrom(int file, llvm::StringRef key,
                                                          const std::string &name) {
  auto refuse = [&](const char *reason) {
    remark("kernel cache: " + path + "/" + name + " " + reason + "; the kernel was compiled again");
    return std::nullopt;
  };
  struct stat info;
  if (fstat(file, &info) != 0 || !S_ISREG(info.st_mode))
    return refuse("is not a regular file");
  if (info.st_uid != geteuid() || (info.st_mode & 022))
    return refuse("belongs to or can be written by others");
  Header header, expected;
  if (!readAll(file, &header, sizeof(header)) ||
      std::memcmp(header.mark, expected.mark, sizeof(header.mark)) != 0 ||
      header.objectBytes > kMostObjectBytes || header.keyBytes > uint64_t(info.st_size) ||
      uint64_t(info.st_size) != sizeof(header) + header.keyBytes + header.objectBytes)
    return refuse("is damaged");
  // Two keys may have one hash, so the full key is compared.
  std::string stored(header.keyBytes == key.size() ? key.size() : 0, '\0');
  if (header.keyBytes != key.size() || !readAll(file, stored.data(), stored.size()) ||
      stored != key)
    return refuse("holds another kernel");
  std::vector<uint8_t> object(header.objectBytes);
  if (!readAll(file, object.data(), object.size()) || header.checksum != llvm::xxh3_64bits(object))
    return refuse("is damaged");
  keepFromEviction(file, info.st_mtime, ::time(nullptr));
  return object;
}

/// Writes header, key and object; the reason of a failure is in errno.
bool ObjectCache::writeTo(int file, llvm::StringRef key, llvm::ArrayRef<uint8_t> object) {
  Header header;
  header.keyBytes = key.size();
  header.objectBytes = object.size();
  header.checksum = llvm::xxh3_64bits(object);
  return writeAll(file, &header, sizeof(header)) && writeAll(file, key.data(), key.size()) &&
         writeAll(file, object.data(), object.size());
}

/// Opens the folder of incomplete files. They have a folder of their own, so that those of
/// dead processes are found without listing all entries.
void ObjectCache::openTemporaries() {
  bool isThere = ::mkdirat(folder, "new", 0700) == 0 || errno == EEXIST;
  if (isThere)
    temporaries = ::openat(folder, "new", O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (temporaries < 0)
    temporariesError = errno;
  if (temporaries >= 0)
    removeAbandoned(temporaries, ::time(nullptr));
}

/// What prevents writing becomes one remark.
void ObjectCache::write(llvm::StringRef key, llvm::ArrayRef<uint8_t> object) {
  if (!canWrite || object.size() > kMostObjectBytes)
    return;
  std::call_once(first, [this] { openTemporaries(); });
  int reason = temporaries < 0 ? temporariesError : tryToWrite(key, object);
  if (!reason)
    return;
  // A folder that does not accept this file will not accept the next ones either, so
  // writing stops. EISDIR concerns one name only: there is a folder of that name.
  if (reason != EISDIR)
    canWrite = false;
  remark("kernel cache: cannot write to " + path + ": " + std::strerror(reason));
}

/// Writes an entry and returns 0, or the errno that prevented it.
int ObjectCache::tryToWrite(llvm::StringRef key, llvm::ArrayRef<uint8_t> object) {
  thread_local std::mt19937_64 random{std::random_device{}()};
  const std::string name = nameOf(key) + ".o", aside = llvm::utohexstr(random(), true, 16);
  Descriptor file(::openat(temporaries, aside.c_str(),
                           O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600));
  if (file < 0)
    return errno;
  // The lock marks the file as in use until it is renamed (removeAbandoned).
  ::flock(file, LOCK_EX | LOCK_NB);
  // Renaming replaces an existing entry atomically, so readers see a complete file or none.
  if (writeTo(file, key, object) &&
      ::renameat(temporaries, aside.c_str(), folder, name.c_str()) == 0) {
    bytesWritten += bytesOnDisk(sizeof(Header) + key.size() + object.size());
    return 0;
  }
  const int reason = errno;
  ::unlinkat(temporaries, aside.c_str(), 0);
  return reason;
}

/// The size and the modification time of the binary file that contains this function.
std::string buildIdentity() {
  Dl_info info;
  struct stat file;
  if (!dladdr(reinterpret_cast<const void *>(&buildIdentity), &info) || !info.dli_fname ||
      stat(info.dli_fname, &file) != 0)
    return "unknown";
  return std::to_string(file.st_size) + "." + std::to_string(file.st_mtim.tv_sec) + "." +
         std::to_string(file.st_mtim.tv_nsec);
}

} // namespace spmd
