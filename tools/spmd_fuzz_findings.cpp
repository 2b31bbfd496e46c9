// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Keeps findings: files 001.mlir, 002.mlir, .. in the folder, and lines in the file of
// known keys.
#include "tools/spmd_fuzz_findings.h"
#include "tools/spmd_fuzz_try.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

namespace spmd::fuzz {

/// Reads the file of known keys. Lines that start with "#" are comments.
llvm::Expected<Findings> Findings::open(std::string folder, std::string knownFile) {
  Findings findings;
  findings.folder = std::move(folder);
  findings.knownFile = std::move(knownFile);
  if (findings.knownFile.empty() || !llvm::sys::fs::exists(findings.knownFile))
    return findings; // the first finding creates the file
  auto file = llvm::MemoryBuffer::getFile(findings.knownFile);
  if (!file)
    return llvm::createStringError(file.getError(), "--known=" + findings.knownFile + ": " +
                                                        file.getError().message());
  llvm::SmallVector<llvm::StringRef> lines;
  (*file)->getBuffer().split(lines, '\n', -1, /*KeepEmpty=*/false);
  for (llvm::StringRef line : lines)
    if (!line.starts_with("#"))
      findings.known.insert(line.trim());
  return findings;
}

/// Repeats of findings of this run are not counted: their program is kept already.
void Findings::countRepeat(llvm::StringRef key) {
  if (known.contains(key))
    repeatsOfKnown.insert(key);
}

/// The file starts with the command that reproduces the finding and its key. A file that
/// cannot be written is reported and does not end the run.
void Findings::add(const Finding &finding) {
  seen.insert(finding.key);
  llvm::SmallString<128> path(folder);
  std::error_code error = llvm::sys::fs::create_directories(folder);
  llvm::sys::path::append(path, llvm::formatv("{0,0+3}.mlir", seen.size()).str());
  llvm::errs() << "spmd-fuzz: finding: " << finding.key << "\n  "
               << commandOf(finding.pipeline).substr(3) << "  " << path << "\n";
  // The program starts with a comment that reproduces the finding, and one with its key.
  llvm::raw_fd_ostream file(path, error);
  if (!error)
    file << commandOf(finding.pipeline) << "// " << finding.key << "\n" << finding.text << "\n";
  if (error || file.has_error()) {
    llvm::errs() << "spmd-fuzz: " << path << ": " << (error ? error : file.error()).message()
                 << "\n";
    file.clear_error();
  }
  if (knownFile.empty())
    return;
  // Appended at once, so that an interrupted run keeps its findings.
  llvm::raw_fd_ostream list(knownFile, error, llvm::sys::fs::OF_Append);
  if (!error)
    list << finding.key << "\n";
  if (error || list.has_error()) {
    llvm::errs() << "spmd-fuzz: " << knownFile << ": " << (error ? error : list.error()).message()
                 << "\n";
    list.clear_error();
  }
}

} // namespace spmd::fuzz
