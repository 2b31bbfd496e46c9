// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// C functions beside the PJRT interface, by which the Python package shows what the compiler knows
// of a program. spmd_jax/reports.py calls them by ctypes, in the same process.
#include "compiler/compile.h"
#include "compiler/own_context.h"
#include "compiler/pjrt/client.h"
#include "compiler/pjrt/compiler_options.h"
#include "compiler/pjrt/executable.h"
#include "compiler/pjrt/program_cache.h"
#include "compiler/pjrt/tracing.h"
#include "compiler/program_costs.h"
#include "compiler/token_arrays.h"
#include "dialects/source.h"
#include "runtime/memory_profile.h"
#include "llvm/Support/JSON.h"
#include <cstring>

namespace spmd::pjrt {
namespace {

/// The program that the plugin would run for this code: that of an earlier compilation, or a new
/// one.
llvm::Expected<rt::Program> programOf(std::string_view code, const std::atomic<bool> &cancelled) {
  if (std::optional<rt::Program> kept = findProgram(code, /*options=*/"", /*isShared=*/false))
    return std::move(*kept);
  OwnContext context;
  mlir::OwningOpRef<mlir::ModuleOp> module = parseSource(code, "program", context.get());
  if (!module)
    return context.refusal();
  replaceTokens(*module);
  CompileOptions options = compileOptions();
  options.cancelled = &cancelled;
  mlir::FailureOr<CompiledProgram> compiled = compileModule(*module, options);
  if (failed(compiled))
    return context.refusal();
  keepProgram(code, /*options=*/"", /*isShared=*/false, compiled->program);
  return std::move(compiled->program);
}

/// The fields of spmd_jax.Memory. Numbers are bytes of one device.
///   {"peak": 384, "arguments": 192, .., "held": [{"bytes": 64, "writer": "gemm", ..}, ..]}
std::string jsonOf(const rt::MemoryProfile &profile) {
  std::string text;
  llvm::raw_string_ostream out(text);
  llvm::json::OStream json(out);
  json.object([&] {
    json.attribute("peak", int64_t(profile.use.peakBytes()));
    json.attribute("arguments", int64_t(profile.use.argumentBytes));
    json.attribute("results", int64_t(profile.use.resultBytes));
    json.attribute("in_place", int64_t(profile.use.aliasBytes));
    json.attribute("arena", int64_t(profile.use.arenaBytes));
    json.attribute("constants", int64_t(profile.constantBytes));
    json.attribute("live", int64_t(profile.liveBytes));
    json.attribute("where", llvm::json::fixUTF8(profile.where));
    json.attributeArray("held", [&] {
      for (const rt::HeldBytes &held : profile.held)
        json.object([&] {
          json.attribute("bytes", int64_t(held.bytes));
          json.attribute("writer", llvm::json::fixUTF8(held.writer));
          json.attribute("written", llvm::json::fixUTF8(held.written));
          json.attribute("last_read", llvm::json::fixUTF8(held.lastRead));
        });
    });
    json.attribute("text", llvm::json::fixUTF8(rt::memoryTable(profile)));
  });
  return text;
}

/// Runs `work` on a thread of its own, and gives the caller its text or the text of its error.
char *give(int *failed,
           llvm::function_ref<llvm::Expected<std::string>(const std::atomic<bool> &)> work) {
  std::string text;
  try {
    const Status status = runCancellable(
        [&](const std::atomic<bool> &cancelled) { return work(cancelled).moveInto(text); });
    *failed = status.failed;
    if (status.failed)
      text = status.error.message;
  } catch (const std::exception &error) { // out of memory
    *failed = 1;
    text = error.what();
  }
  return strdup(text.c_str());
}

} // namespace
} // namespace spmd::pjrt

using namespace spmd;

// Where `failed` is not 0, the text is the error's. The caller frees it.
extern "C" {

/// For all texts of these functions.
[[gnu::visibility("default")]] void spmd_free_text(char *text) { std::free(text); }

/// Why values of a program are sharded as they are (compiler/explain/explain.h).
[[gnu::visibility("default")]] char *spmd_explain(const char *code, size_t size, const char *value,
                                                  int *failed) {
  return pjrt::give(failed, [&](const std::atomic<bool> &cancelled) {
    CompileOptions options = pjrt::compileOptions();
    options.cancelled = &cancelled;
    return explanationOf({code, size}, "program.mlir", value, options);
  });
}

/// What the memory of a program holds, as JSON.
[[gnu::visibility("default")]] char *spmd_memory(const char *code, size_t size, int *failed) {
  return pjrt::give(failed, [&](const std::atomic<bool> &cancelled) -> llvm::Expected<std::string> {
    llvm::Expected<rt::Program> program = pjrt::programOf({code, size}, cancelled);
    if (!program)
      return program.takeError();
    return pjrt::jsonOf(rt::memoryProfileOf(*program));
  });
}

/// Begins to write what programs do to a file. The text is empty where that works.
[[gnu::visibility("default")]] char *spmd_trace_start(const char *path, int *failed) {
  const pjrt::Status status = pjrt::Tracing::ofProcess().start(path);
  *failed = status.failed;
  return strdup(status.error.message.c_str());
}

/// Ends the file, behind the runs in progress, which are in it unless a signal ends the wait. The
/// text is empty where that works.
[[gnu::visibility("default")]] char *spmd_trace_stop(int *failed) {
  pjrt::awaitAllClients(/*forHost=*/true);
  const pjrt::Status status = pjrt::Tracing::ofProcess().stop();
  *failed = status.failed;
  return strdup(status.error.message.c_str());
}

/// Cancels all compilations of this process, and does not wait for their end: they look up ten
/// times a second.
[[gnu::visibility("default")]] void spmd_cancel_compilations() { pjrt::cancelCompilations(); }

/// Cancels all runs of this process, and waits for their end.
[[gnu::visibility("default")]] void spmd_cancel_work() { pjrt::cancelAllClients(); }

} // extern "C"
