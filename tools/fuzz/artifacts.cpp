// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Changes files byte by byte: formats without a checksum take such changes far into the reader.
#include "tools/fuzz/artifacts.h"
#include "dialects/register.h"
#include "dialects/source.h"
#include "tools/spmd_fuzz_mutate.h"
#include "tools/spmd_fuzz_try.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace mlir;

namespace spmd::fuzz {
namespace {

// Files per child process, whose context only grows. A child that crashes loses nothing: the next
// one goes on with the number behind.
constexpr uint64_t kBatch = 200;

/// A position in the bytes, the end included. Positions are drawn evenly, so most changes fall into
/// the ops and attributes, which are most of a file.
size_t place(const std::string &bytes, Random &random) { return below(random, bytes.size() + 1); }

/// One change, of up to 16 bytes in one place:
///   the end is cut off; bytes go; a piece of the file is inserted; random bytes are inserted;
///   a number of nine bytes replaces some; and, half of the time, a byte gets another value
/// A number of nine bytes is what a count or an index should never be.
void change(std::string &bytes, Random &random) {
  const size_t at = place(bytes, random);
  const size_t length = std::min<size_t>(1 + below(random, 16), bytes.size() - at);
  switch (below(random, 8)) {
  case 0:
    bytes.resize(at);
    return;
  case 1:
    bytes.erase(at, length);
    return;
  case 2:
    bytes.insert(at, bytes.substr(place(bytes, random), length));
    return;
  case 3:
    bytes.insert(at, 1 + below(random, 4), static_cast<char>(below(random, 256)));
    return;
  case 4:
    bytes.replace(at, length, std::string("\0", 1) + std::string(8, '\xff'));
    return;
  default:
    if (at < bytes.size()) {
      const char values[] = {0,
                             1,
                             3,
                             '\x7f',
                             '\xff',
                             static_cast<char>(below(random, 256)),
                             static_cast<char>(bytes[at] + 2),
                             static_cast<char>(bytes[at] - 2),
                             static_cast<char>(bytes[at] ^ (1 << below(random, 8)))};
      bytes[at] = values[below(random, std::size(values))];
    }
  }
}

/// Reads a file in the child, prints what it holds, and reads the text; returns what is wrong.
/// That a text is not read is none: a file may name things in ways that have no text, as a symbol
/// with a quote in it.
std::optional<std::string> defectOfArtifact(StringRef bytes, MLIRContext &context, Totals &totals) {
  ErrorCounter quiet(context);
  OwningOpRef<ModuleOp> module = parseSource(bytes, "fuzz.mlirbc", &context);
  if (!module)
    return quiet.count ? std::nullopt : std::optional<std::string>("refused without a message");
  ++totals.readable;
  std::string text;
  llvm::raw_string_ostream stream(text);
  printSource(*module, stream, OpPrintingFlags().assumeVerified());
  if (parseSource(text, "printed.mlir", &context))
    ++totals.accepted;
  return std::nullopt;
}

/// The sandbox, and the findings so far. Child processes do the reading; the parent only counts and
/// keeps files.
class ArtifactFuzzer {
public:
  ArtifactFuzzer(const ArtifactTrials &trials, std::vector<std::string> sources)
      : trials(trials), sources(std::move(sources)), sandbox(trials.limits) {
    registerAllDialects(registry);
  }

  /// Returns the number of findings.
  size_t run() {
    while (totals().tried < trials.count)
      if (std::optional<std::string> key = sandbox.run([&] { tryBatch(); }))
        keep(*key);
    return seen.size();
  }
  Totals &totals() { return sandbox.shared().totals; }

private:
  /// All choices about a file follow from --seed and the file's number.
  void tryBatch() {
    MLIRContext context(registry, MLIRContext::Threading::DISABLED);
    for (uint64_t i = 0; i < kBatch && totals().tried < trials.count; ++i) {
      Random random(trials.seed * 1000000007 + totals().tried++);
      std::string bytes = sources[below(random, sources.size())];
      for (uint64_t n = 1 + below(random, 3); n; --n)
        change(bytes, random);
      sandbox.restartTimer();
      sandbox.shared().setText(bytes);
      if (std::optional<std::string> defect = defectOfArtifact(bytes, context, totals()))
        sandbox.found(*defect);
    }
  }

  /// Writes the file of a new finding. Findings are equal where the crash or the message is.
  void keep(const std::string &key) {
    if (!seen.insert(key).second)
      return;
    llvm::SmallString<128> path(trials.keep);
    (void)llvm::sys::fs::create_directories(path);
    llvm::sys::path::append(path, "artifact-" + std::to_string(seen.size()) + ".mlirbc");
    std::error_code error;
    llvm::raw_fd_ostream file(path, error);
    file << sandbox.shared().getText();
    llvm::outs() << "finding: " << key << "\n  spmd-opt " << path << "\n";
  }

  const ArtifactTrials &trials;
  std::vector<std::string> sources;
  Sandbox sandbox;
  DialectRegistry registry;
  llvm::StringSet<> seen;
};

} // namespace

int fuzzArtifacts(const ArtifactTrials &trials) {
  std::vector<std::string> sources;
  for (const std::string &path : trials.files)
    if (auto file = readInput(path))
      sources.push_back((*file)->getBuffer().str());
    else
      llvm::errs() << "spmd-fuzz: " << path << ": " << llvm::toString(file.takeError()) << "\n";
  if (sources.size() != trials.files.size())
    return 2;
  ArtifactFuzzer fuzzer(trials, std::move(sources));
  const size_t findings = fuzzer.run();
  llvm::outs() << fuzzer.totals().tried << " files, " << fuzzer.totals().readable << " read, "
               << fuzzer.totals().accepted << " of them read again as text, " << findings
               << " findings\n";
  return findings ? 1 : 0;
}

} // namespace spmd::fuzz
