// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the kernel cache accepts, what it refuses to read, and which entries it evicts.
#include "compiler/codegen/object_cache.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <fstream>
#include <gtest/gtest.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>

using namespace spmd;
namespace fs = llvm::sys::fs;

namespace {

const std::vector<uint8_t> kObject{1, 2, 3, 4, 5};

/// A fresh folder for each test.
class Cache : public testing::Test {
protected:
  void SetUp() override {
    llvm::SmallString<128> made;
    ASSERT_FALSE(fs::createUniqueDirectory("spmd-cache", made));
    folder = made.str().str();
  }
  void TearDown() override { fs::remove_directories(folder); }

  std::string pathOf(llvm::StringRef key) const {
    return folder + "/" + ObjectCache::nameOf(key) + ".o";
  }
  void write(llvm::StringRef key) const { ObjectCache(folder).write(key, kObject); }
  bool holds(llvm::StringRef key) const { return ObjectCache(folder).read(key) == kObject; }
  /// Reading fails, and the remark names the reason.
  void expectRefusal(llvm::StringRef key, llvm::StringRef reason) const {
    ObjectCache cache(folder);
    EXPECT_FALSE(cache.read(key));
    ASSERT_EQ(cache.remarks().size(), 1u);
    EXPECT_NE(cache.remarks()[0].find(reason), std::string::npos) << cache.remarks()[0];
  }
  void evictNow(CacheLimits limits, time_t now) const {
    int opened = open(folder.c_str(), O_RDONLY | O_DIRECTORY);
    evict(opened, limits, now);
    close(opened);
  }
  /// Sets the time of the last use of a file.
  static void setTime(const std::string &path, time_t used) {
    timespec times[] = {{used, 0}, {used, 0}};
    ASSERT_EQ(utimensat(AT_FDCWD, path.c_str(), times, 0), 0);
  }
  void setUsed(llvm::StringRef key, time_t used) const { setTime(pathOf(key), used); }
  size_t filesIn(const std::string &where, llvm::StringRef suffix) const {
    size_t count = 0;
    std::error_code error;
    for (fs::directory_iterator it(where, error), end; it != end && !error; it.increment(error))
      count += llvm::StringRef(it->path()).ends_with(suffix);
    return count;
  }
  size_t entryCount() const { return filesIn(folder, ".o"); }
  size_t temporaryCount() const { return filesIn(folder + "/new", ""); }

  std::string folder;
};

/// A key reads its own object and no other.
TEST_F(Cache, WhatWasWrittenIsRead) {
  write("a");
  EXPECT_TRUE(holds("a"));
  EXPECT_FALSE(holds("b"));
  EXPECT_EQ(temporaryCount(), 0u);
}

/// The full key is compared, so a renamed entry is refused.
TEST_F(Cache, AnotherKernelUnderThisNameIsNotTaken) {
  write("a");
  ASSERT_EQ(rename(pathOf("a").c_str(), pathOf("b").c_str()), 0);
  expectRefusal("b", "holds another kernel");
  write("b"); // replaces it
  EXPECT_TRUE(holds("b"));
}

/// A changed byte in any part of a file, and a truncated file.
TEST_F(Cache, DamagedEntriesAreNotTaken) {
  write("a");
  struct stat info;
  ASSERT_EQ(stat(pathOf("a").c_str(), &info), 0);
  // A byte of each field of the header, and the last byte of the object.
  for (off_t at : {off_t(0), off_t(8), off_t(16), off_t(24), info.st_size - 1}) {
    write("a");
    std::fstream file(pathOf("a"), std::ios::in | std::ios::out | std::ios::binary);
    file.seekp(at).put('\x7f');
    file.close();
    EXPECT_FALSE(holds("a")) << "byte " << at;
  }
  write("a");
  ASSERT_EQ(truncate(pathOf("a").c_str(), info.st_size - 1), 0);
  expectRefusal("a", "is damaged");
  ASSERT_EQ(truncate(pathOf("a").c_str(), 0), 0);
  expectRefusal("a", "is damaged");
}

/// Any other user could replace the code.
TEST_F(Cache, FilesThatOthersCanWriteAreNotRead) {
  write("a");
  ASSERT_EQ(chmod(pathOf("a").c_str(), 0666), 0);
  expectRefusal("a", "can be written by others");
}

/// Neither files nor folders of other users are used.
TEST_F(Cache, FilesOfOthersAreNotRead) {
  if (geteuid() != 0)
    GTEST_SKIP() << "only root gives files away";
  write("a");
  ASSERT_EQ(chown(pathOf("a").c_str(), 65534, 65534), 0);
  expectRefusal("a", "belongs to");
  ASSERT_EQ(chown(folder.c_str(), 65534, 65534), 0);
  expectRefusal("a", "no kernel cache");
}

/// A link is refused, and writing replaces the link itself.
TEST_F(Cache, LinksAreNotFollowed) {
  write("a");
  ASSERT_EQ(symlink(pathOf("a").c_str(), pathOf("b").c_str()), 0);
  expectRefusal("b", "symbolic link");
  write("b"); // replaces the link, not what it points at
  EXPECT_TRUE(holds("a") && holds("b"));
}

/// Opening a FIFO must not wait. A folder under the name of an entry concerns that entry
/// only.
TEST_F(Cache, FifosAndFoldersAreNotWaitedFor) {
  ASSERT_EQ(mkfifo(pathOf("a").c_str(), 0600), 0);
  expectRefusal("a", "is not a regular file");
  write("a");
  EXPECT_TRUE(holds("a"));
  ASSERT_EQ(mkdir(pathOf("b").c_str(), 0700), 0);
  expectRefusal("b", "is not a regular file");
  write("b");
  EXPECT_FALSE(holds("b"));
  EXPECT_EQ(temporaryCount(), 0u);
}

/// Any other user could add entries.
TEST_F(Cache, AFolderThatOthersCanWriteIsNotUsed) {
  write("a");
  ASSERT_EQ(chmod(folder.c_str(), 0777), 0);
  expectRefusal("a", "can be written by others");
}

/// The XDG specification tells programs to ignore relative paths.
TEST_F(Cache, ARelativeCacheHomeIsIgnored) {
  const std::string home = getenv("HOME") ? getenv("HOME") : "",
                    cache = getenv("XDG_CACHE_HOME") ? getenv("XDG_CACHE_HOME") : "";
  auto restore = llvm::scope_exit([&] {
    home.empty() ? unsetenv("HOME") : setenv("HOME", home.c_str(), 1);
    cache.empty() ? unsetenv("XDG_CACHE_HOME") : setenv("XDG_CACHE_HOME", cache.c_str(), 1);
  });
  setenv("XDG_CACHE_HOME", "relative-cache", 1);
  setenv("HOME", folder.c_str(), 1);
  ObjectCache("").write("a", kObject);
  EXPECT_FALSE(fs::exists("relative-cache"));
  EXPECT_TRUE(ObjectCache(folder + "/.cache/spmd").read("a"));
  unsetenv("HOME");
  ObjectCache none("");
  none.write("a", kObject);
  EXPECT_FALSE(none.read("a"));
  EXPECT_EQ(none.remarks(),
            std::vector<std::string>{
                "no kernel cache: neither XDG_CACHE_HOME nor HOME is an absolute path"});
}

/// A limit on the file size stands for a full disk: one remark, and no half-written file.
TEST_F(Cache, AFullDiskIsToldOnce) {
  rlimit before, none;
  ASSERT_EQ(getrlimit(RLIMIT_FSIZE, &before), 0);
  // Only the start of the header fits.
  none = {.rlim_cur = 16, .rlim_max = before.rlim_max};
  auto *handler = signal(SIGXFSZ, SIG_IGN);
  ObjectCache cache(folder);
  setrlimit(RLIMIT_FSIZE, &none);
  cache.write("a", kObject);
  cache.write("b", kObject);
  setrlimit(RLIMIT_FSIZE, &before);
  signal(SIGXFSZ, handler);
  EXPECT_EQ(cache.remarks().size(), 1u);
  EXPECT_EQ(temporaryCount() + entryCount(), 0u);
}

/// Eviction goes by the last use, down to nine tenths of the limit.
TEST_F(Cache, TheLeastRecentlyUsedEntriesAreEvicted) {
  const time_t now = time(nullptr);
  for (int i = 0; i < 8; ++i) {
    write(std::to_string(i));
    setUsed(std::to_string(i), now - 100 + i);
  }
  setUsed("0", now); // used again
  evictNow({.bytes = 6 * 4096, .seconds = 0}, now);
  for (int i = 0; i < 8; ++i) // five of 4 KiB stay: less than nine tenths of six
    EXPECT_EQ(holds(std::to_string(i)), i == 0 || i >= 4) << i;
}

/// The limit on age applies without a limit on bytes.
TEST_F(Cache, OldEntriesAreEvicted) {
  const time_t now = time(nullptr);
  write("old");
  write("new");
  setUsed("old", now - 1000);
  evictNow({.bytes = 0, .seconds = 500}, now);
  EXPECT_TRUE(holds("new"));
  EXPECT_FALSE(holds("old"));
}

/// Reading an entry counts as a use.
TEST_F(Cache, ReadingKeepsAnEntry) {
  const time_t now = time(nullptr);
  write("a");
  setUsed("a", now - 5 * 60 * 60);
  EXPECT_TRUE(holds("a"));
  evictNow({.bytes = 0, .seconds = 60 * 60}, now);
  EXPECT_TRUE(holds("a"));
}

/// A locked temporary file belongs to a living process and stays. So does a new one: its process
/// may be about to lock it.
TEST_F(Cache, TemporariesOfDeadProcessesGo) {
  std::string temporaries = folder + "/new/";
  ASSERT_EQ(mkdir(temporaries.c_str(), 0700), 0);
  for (const char *name : {"dead", "new"})
    std::ofstream(temporaries + name) << "half of";
  int alive = open((temporaries + "alive").c_str(), O_CREAT | O_WRONLY, 0600);
  ASSERT_EQ(flock(alive, LOCK_EX), 0);
  for (const char *name : {"dead", "alive"})
    setTime(temporaries + name, time(nullptr) - 61);
  write("a");
  EXPECT_FALSE(fs::exists(temporaries + "dead"));
  EXPECT_TRUE(fs::exists(temporaries + "new"));
  EXPECT_TRUE(fs::exists(temporaries + "alive"));
  close(alive);
}

/// Each cache writes to the ledger when it is destroyed, and evicts where the sum exceeds
/// the limit.
TEST_F(Cache, WritingPastTheLimitEvicts) {
  setenv("SPMD_CACHE_MAX_MIB", "1", 1);
  auto restore = llvm::scope_exit([] { unsetenv("SPMD_CACHE_MAX_MIB"); });
  const std::vector<uint8_t> large(100 << 10);
  for (int i = 0; i < 30; ++i) {
    ObjectCache cache(folder); // stands for a process of its own
    cache.write(std::to_string(i), large);
  }
  // An entry takes 104 KiB on disk, so about ten fit into 1 MiB.
  EXPECT_LE(entryCount(), 10u);
  EXPECT_GE(entryCount(), 5u);
  EXPECT_TRUE(ObjectCache(folder).read("29"));
}

/// A value that is no number leaves the default and is reported.
TEST_F(Cache, LimitsAreRead) {
  setenv("SPMD_CACHE_MAX_MIB", "3", 1);
  setenv("SPMD_CACHE_MAX_DAYS", "many", 1);
  auto restore = llvm::scope_exit([] {
    unsetenv("SPMD_CACHE_MAX_MIB");
    unsetenv("SPMD_CACHE_MAX_DAYS");
  });
  std::string problem;
  EXPECT_EQ(CacheLimits::fromEnvironment(problem).bytes, uint64_t(3) << 20);
  EXPECT_EQ(problem, "SPMD_CACHE_MAX_DAYS=many is ignored: a number of at least 0 is wanted");
  EXPECT_EQ(CacheLimits::fromEnvironment(problem).seconds, CacheLimits().seconds);
}

/// Writers, readers and evictions at the same time never see a wrong object.
TEST_F(Cache, ManyWritersAndReadersAtOnce) {
  const CacheLimits small{.bytes = 4 * 4096, .seconds = 0};
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&, t] {
      for (int i = 0; i < 100; ++i) {
        ObjectCache cache(folder);
        std::string key = std::to_string(i % 8);
        cache.write(key, kObject);
        if (auto object = cache.read(key)) {
          EXPECT_EQ(*object, kObject);
        }
        if (i % 10 == t)
          evictNow(small, time(nullptr));
        EXPECT_TRUE(cache.remarks().empty()) << cache.remarks()[0];
      }
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(temporaryCount(), 0u);
}

} // namespace
