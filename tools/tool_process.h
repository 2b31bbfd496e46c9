// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sets up a tool as a process: its exit codes where an output cannot be written or where
// memory or threads are missing, and its stack. Libraries leave these decisions to the
// process.
#pragma once
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace llvm {
class raw_fd_ostream;
class SourceMgr;
} // namespace llvm

namespace spmd::tool {

/// Exit code where an output cannot be written or a program fails while it runs.
inline constexpr int kFailedRunning = 3;

/// Called first in main. From here on
///   * a failed write to standard output or error (full disk, closed pipe) makes a process that
///     succeeded otherwise end with 3 and the reason on standard error; a standard descriptor that
///     was closed before the start is never reused for a file;
///   * LLVM's fatal errors and failed allocations end with 3 and the reason, without a dump;
///   * the main thread may use up to kStackBytes of stack where the hard limit allows it.
/// `name` precedes messages and must live as long as the process.
void prepareProcess(const char *name);

/// More than the deepest accepted program (dialects/nesting.h) needs, also with sanitizers.
inline constexpr size_t kStackBytes = size_t(100) << 20;

/// Lets the printer of diagnostics show lines of regular files only: a location may name a
/// FIFO or a device, whose contents never end.
void showRegularFilesOnly(llvm::SourceMgr &sources);

/// Closes a file. Fails with the reason where some bytes could not be written.
llvm::Error closeOutput(llvm::raw_fd_ostream &file, llvm::StringRef path);

/// Fails where `path` cannot be written, before the work whose result goes there. The folder
/// of a new file must exist and accept files; an existing file must be writable. Leaves no
/// file behind.
llvm::Error checkOutputPath(llvm::StringRef flag, const std::string &path, bool mustBeRegular);

/// Refuses flags with an empty value: "--save=" and "--save" "".
llvm::Error refuseEmptyValues(int argc, char **argv, llvm::ArrayRef<llvm::StringLiteral> flags);

} // namespace spmd::tool
