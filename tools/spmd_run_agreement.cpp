// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Comparisons between ranks. Large items are compared by hash: each rank sends a line per
// item.
#include "tools/spmd_run_agreement.h"
#include "runtime/serialize.h"
#include "runtime/transport.h"
#include "spmd_version.h"
#include "llvm/Support/xxhash.h"
#include <fmt/format.h>

namespace spmd::run {

/// A flag that is not given is compared as an empty text.
void addFlags(rt::Agreement &agreement, const Options &options) {
  auto number = [&](const char *flag, auto value) {
    agreement.add(flag, value ? fmt::format("{}", *value) : "");
  };
  auto isSet = [&](const char *flag, bool value) { agreement.add(flag, value ? "set" : ""); };
  // Different builds may generate different programs.
  agreement.add("the version", SPMD_VERSION " (LLVM " SPMD_LLVM_VERSION ")");
  number("--devices", options.devices);
  number("--devices-per-rank", options.devicesPerRank);
  agreement.add("--mesh", options.mesh);
  agreement.add("--args", options.args);
  number("--random-args", options.randomArgs);
  isSet("--check", options.check);
  agreement.add("--check's tolerance", options.checkTolerance
                                           ? fmt::format("{},{}", options.checkTolerance->relative,
                                                         options.checkTolerance->absolute)
                                           : "");
  agreement.add("--check-against-sequential", !options.checkAgainstSequential ? ""
                                              : options.sequentialByJit       ? "jit"
                                                                              : "reference");
  agreement.add("--save", options.save);
  agreement.add("--repeat", std::to_string(options.repeat));
  agreement.add("--stats", !options.stats              ? ""
                           : options.statsForm.empty() ? "set"
                                                       : options.statsForm);
  isSet("--no-run", !options.run);
  isSet("--exact", options.exact);
  isSet("--keep-unrolled", options.keepUnrolled);
  agreement.add("--machine", options.machine);
  agreement.add("--topology", options.topology);
  agreement.add("--reduce-dtype", options.reduceDtype);
  agreement.add("--link-rate", std::to_string(options.linkRate));
  agreement.add("--overlap-memory", options.overlapMemory);
  agreement.add("--backend", options.reference ? "reference" : "jit");
  isSet("--interpret", options.interpret);
  agreement.add("--print-after", options.printAfter);
  agreement.add("--stop-after", options.stopAfter);
  agreement.add("--start-after", options.startAfter);
  agreement.add("--logical-axes", options.logicalAxes);
  isSet("--print-logical-axes", options.printLogicalAxes);
  agreement.add("--sharding-rules", options.shardingRules);
  agreement.add("--spmd-rules", options.rules == RuleSet::Public ? "public" : "extended");
  agreement.add("--track", options.track);
  agreement.add("--trace", options.trace);
}

void addText(rt::Agreement &agreement, llvm::StringRef text) {
  agreement.add("the program's text",
                fmt::format("{} bytes, hash {:016x}", text.size(), llvm::xxh3_64bits(text)));
}

/// The CPU is compared first, since its message says more than a differing fingerprint.
void addProgram(rt::Agreement &agreement, const rt::Program &program) {
  agreement.add("the CPU that code is generated for", program.cpuFeatures);
  agreement.add("the compiled program",
                fmt::format("fingerprint {:016x}", rt::fingerprintOf(program)));
}

/// One line per argument: its type and a summary of its bytes.
void addArguments(rt::Agreement &agreement, const std::vector<rt::Array> &arguments) {
  for (size_t i = 0; i < arguments.size(); ++i)
    agreement.add("argument " + std::to_string(i),
                  rt::summaryOf(arguments[i].type, arguments[i].shape, arguments[i].data(),
                                arguments[i].byteCount()));
}

/// A usage error may be one rank's alone. The other ranks then wait in the comparison of
/// flags, so this rank takes part in it before it ends. The timeout is unknown, since flags
/// were not read.
std::string agreeOnUsageError(const std::string &message) {
  if (!rt::isLaunchedByMpi())
    return message;
  auto transport = rt::openTransport({rt::TransportOptions::kUnknownTimeout, /*ownsProcess=*/true});
  if (!transport) {
    llvm::consumeError(transport.takeError());
    return message;
  }
  if (!*transport)
    return message;
  rt::Agreement agreement;
  agreement.fail(kBadInput, message);
  auto refusal = agreement.settle(**transport, "the comparison of flags");
  if ((*transport)->rank() != 0)
    return "";
  return refusal ? refusal->reason : message;
}

} // namespace spmd::run
