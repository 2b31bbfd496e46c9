// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What our tools are as processes: which exit codes they end with where an output cannot be
// written, where memory or threads are missing, and how much stack they have. Libraries leave all
// this to the process that loads them.
#pragma once
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace llvm {
class raw_fd_ostream;
class SourceMgr;
} // namespace llvm

namespace spmd::tool {

/// An output that cannot be written, or whatever fails while a program runs.
inline constexpr int kFailedRunning = 3;

/// First in main. From here on
///  * a write to standard output or error that fails (a full disk, a closed pipe) makes a
///    successful process end with 3 and the reason on standard error; a descriptor that was closed
///    before the start is never given to a file that is opened later;
///  * LLVM's fatal errors and failed allocations end with 3 and the reason, without a dump;
///  * the main thread may use up to kStackBytes of stack where the hard limit allows it.
/// `name` stands before messages and lives as long as the process.
void prepareProcess(const char *name);

/// Above what the deepest program that is accepted needs (dialects/nesting.h), with sanitizers too.
inline constexpr size_t kStackBytes = size_t(100) << 20;

/// Lets a printer of diagnostics show lines of regular files only: locations may name a FIFO or a
/// device, whose bytes never end.
void showRegularFilesOnly(llvm::SourceMgr &sources);

/// Closes a file that was written; why its bytes did not arrive, if so.
llvm::Error closeOutput(llvm::raw_fd_ostream &file, llvm::StringRef path);

/// Whether `path` can be written, before the work whose result goes there: the folder of a file
/// that will be made must exist and take files; a file that is there must be
/// writable. Leaves nothing behind.
llvm::Error checkOutputPath(llvm::StringRef flag, const std::string &path, bool mustBeRegular);

/// Refuses flags whose value is empty: "--save=" and "--save" "".
llvm::Error refuseEmptyValues(int argc, char **argv, llvm::ArrayRef<llvm::StringLiteral> flags);

} // namespace spmd::tool
