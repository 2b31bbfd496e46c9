// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Eviction and the ledger. The ledger is a file of 64-bit numbers: the time of the last
// eviction, the bytes of all entries at that time, and the bytes that each process has
// written since. Appending a number is atomic, so processes need no lock.
//   [1700000000, 52428800, 8192, 4096]   50 MiB at the last eviction, 12 KiB since then
#include "compiler/codegen/cache_eviction.h"
#include "llvm/ADT/STLExtras.h"
#include <cstdlib>
#include <cstring>
#include <dirent.h>
#include <fcntl.h>
#include <optional>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>

namespace spmd {

namespace {

constexpr char kLedger[] = "ledger", kNewLedger[] = "ledger.tmp";
constexpr llvm::StringLiteral kEntrySuffix = ".o";
constexpr int64_t kMinute = 60, kHour = 60 * kMinute, kDay = 24 * kHour, kNs = 1000000000;
/// The most numbers that the ledger holds. The ledger is read after each program that wrote
/// entries, and 65,536 numbers of 8 bytes are 512 KiB. When the ledger is full, an eviction
/// counts all entries and starts a new ledger; 65,536 entries take 256 MiB or more by then,
/// because each entry takes at least one block of 4 KiB.
constexpr size_t kMostNotes = 1 << 16;

/// Opens a regular file of this user in the folder and returns its descriptor, or -1.
/// Symbolic links, FIFOs, devices and files of other users are refused, and none of them
/// blocks.
int openOwn(int folder, const char *name, int flags) {
  int file = ::openat(folder, name, flags | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC, 0600);
  struct stat info;
  if (file >= 0 &&
      (fstat(file, &info) != 0 || !S_ISREG(info.st_mode) || info.st_uid != geteuid())) {
    ::close(file);
    return -1;
  }
  return file;
}

/// Appends a number to the ledger and returns the whole ledger; nothing where there is no
/// ledger or it cannot be read.
std::optional<std::vector<uint64_t>> append(int folder, uint64_t bytes) {
  // With O_APPEND each write goes to the end of the file at once, so numbers of two
  // processes never overlap.
  int file = openOwn(folder, kLedger, O_RDWR | O_APPEND);
  if (file < 0)
    return std::nullopt;
  std::vector<uint64_t> numbers;
  if (::write(file, &bytes, sizeof(bytes)) == sizeof(bytes)) {
    numbers.resize(kMostNotes);
    ssize_t got = ::pread(file, numbers.data(), numbers.size() * sizeof(uint64_t), 0);
    numbers.resize(got < 0 ? 0 : size_t(got) / sizeof(uint64_t));
  }
  ::close(file);
  // A complete ledger has a time, a sum and the number that was just appended.
  return numbers.size() < 3 ? std::nullopt : std::optional(std::move(numbers));
}

/// Replaces the ledger by one with a time and a sum. The new file is renamed over the old
/// one, so that no other process sees half of it.
void startLedger(int folder, uint64_t bytes, time_t now) {
  ::unlinkat(folder, kNewLedger, 0);
  int file = openOwn(folder, kNewLedger, O_WRONLY | O_CREAT | O_EXCL);
  if (file < 0)
    return;
  uint64_t numbers[] = {uint64_t(now), bytes};
  bool written = ::write(file, numbers, sizeof(numbers)) == sizeof(numbers);
  ::close(file);
  if (!written || ::renameat(folder, kNewLedger, folder, kLedger) != 0)
    ::unlinkat(folder, kNewLedger, 0);
}

/// Calls `visit` with the name and the status of each regular file in a folder.
void forEachFile(int folder, llvm::function_ref<void(const char *, const struct stat &)> visit) {
  int listing = ::openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  DIR *all = listing < 0 ? nullptr : ::fdopendir(listing);
  if (!all)
    return;
  struct stat info;
  while (dirent *item = ::readdir(all))
    if (::fstatat(folder, item->d_name, &info, AT_SYMLINK_NOFOLLOW) == 0 && S_ISREG(info.st_mode))
      visit(item->d_name, info);
  ::closedir(all);
}

/// A file of the cache.
struct Entry {
  std::string name;
  int64_t usedNs; // in seconds, hundreds of kernels of one program would have equal ages
  uint64_t bytes;
};

/// Reads a number of at most 2^40 from an environment variable. Nothing where the variable
/// is not set or empty, or where it holds anything else, which `problem` then describes.
std::optional<uint64_t> numberIn(const char *variable, std::string &problem) {
  const char *text = getenv(variable);
  uint64_t number = 0;
  if (!text || !*text)
    return std::nullopt;
  if (!llvm::StringRef(text).getAsInteger(10, number) && number <= (uint64_t(1) << 40))
    return number;
  problem = std::string(variable) + "=" + text + " is ignored: a number of at least 0 is wanted";
  return std::nullopt;
}

} // namespace

/// See cache_eviction.h; a variable that is not set leaves the default.
CacheLimits CacheLimits::fromEnvironment(std::string &problem) {
  CacheLimits limits;
  if (auto mebibytes = numberIn("SPMD_CACHE_MAX_MIB", problem))
    limits.bytes = *mebibytes << 20;
  if (auto days = numberIn("SPMD_CACHE_MAX_DAYS", problem))
    limits.seconds = int64_t(*days) * kDay;
  return limits;
}

/// Reads of the cache do not change files, so the last use is noted here, at most once an hour: a
/// note per read would write to the disk in every run.
void keepFromEviction(int file, time_t modified, time_t now) {
  if (now - modified < kHour)
    return;
  // The modification time stands for the last use.
  timespec times[] = {{0, UTIME_OMIT}, {now, 0}};
  ::futimens(file, times);
}

uint64_t bytesOnDisk(uint64_t bytes) {
  constexpr uint64_t kBlock = 4096;
  return (bytes + kBlock - 1) / kBlock * kBlock;
}

/// The ledger is a file of numbers to which all processes append. Eviction is run only if the bytes
/// noted since the last one exceed the limit, the ledger is long, or a day has passed.
void noteWrittenBytes(int folder, const CacheLimits &limits, uint64_t bytes, time_t now) {
  std::optional<std::vector<uint64_t>> ledger = append(folder, bytes);
  if (ledger && ledger->size() < kMostNotes && now - int64_t(ledger->front()) < kDay) {
    uint64_t sum = 0;
    // The first number is the time of the last eviction.
    for (uint64_t number : llvm::drop_begin(*ledger))
      sum += number;
    if (!limits.bytes || sum <= limits.bytes)
      return;
  }
  evict(folder, limits, now);
}

/// A process that writes an entry holds a lock on its temporary file. A file without a lock was
/// left by a process that ended before it could rename it, or is so new that its process has not
/// locked it yet: those of the last minute stay.
void removeAbandoned(int temporaries, time_t now) {
  forEachFile(temporaries, [&](const char *name, const struct stat &info) {
    if (now - info.st_mtime < kMinute)
      return;
    int file = openOwn(temporaries, name, O_RDONLY);
    if (file < 0)
      return;
    // On file systems without locks, a file that is older than a day is abandoned: no write
    // takes as long.
    if (::flock(file, LOCK_EX | LOCK_NB) == 0 || now - info.st_mtime > kDay)
      ::unlinkat(temporaries, name, 0);
    ::close(file);
  });
}

/// The lock on the folder's own descriptor lets one process evict at a time.
void evict(int folder, const CacheLimits &limits, time_t now) {
  int turn = ::openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (turn < 0)
    return;
  if (::flock(turn, LOCK_EX | LOCK_NB) == 0) {
    std::vector<Entry> entries;
    forEachFile(folder, [&](const char *name, const struct stat &info) {
      if (llvm::StringRef(name).ends_with(kEntrySuffix))
        entries.push_back({name, int64_t(info.st_mtim.tv_sec) * kNs + info.st_mtim.tv_nsec,
                           bytesOnDisk(uint64_t(info.st_size))});
    });
    // Oldest first; the name decides between entries of equal age.
    llvm::sort(entries, [](const Entry &l, const Entry &r) {
      return std::tie(l.usedNs, l.name) < std::tie(r.usedNs, r.name);
    });
    uint64_t sum = 0;
    for (const Entry &entry : entries)
      sum += entry.bytes;
    // Evicts down to nine tenths of the limit. Otherwise every later run would exceed the
    // limit again and look at all entries.
    const uint64_t enough =
        limits.bytes && sum > limits.bytes ? limits.bytes - limits.bytes / 10 : sum;
    for (const Entry &entry : entries)
      if (sum > enough || (limits.seconds && now - entry.usedNs / kNs > limits.seconds)) {
        ::unlinkat(folder, entry.name.c_str(), 0);
        sum -= entry.bytes;
      }
    startLedger(folder, sum, now);
  }
  ::close(turn);
}

} // namespace spmd
