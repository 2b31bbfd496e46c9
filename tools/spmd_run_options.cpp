// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Parses and checks the flags of spmd-run. Contradictions are found here, before
// anything is compiled, so that each message can name the flags.
#include "tools/spmd_run_options.h"
#include "compiler/byte_count.h"
#include "compiler/machine.h"
#include "compiler/pipeline.h"
#include "spmd_version.h"
#include "tools/spmd_run_flags.h"
#include "tools/tool_process.h"
#include "llvm/ADT/StringExtras.h"
#include <cmath>

namespace spmd::run {
namespace {

/// More than any machine has cores: a larger number is taken for a typing error.
constexpr unsigned kMaxThreads = 4096;
/// Seconds, about thirty years. Clocks count nanoseconds in 64 bits, so larger numbers would
/// overflow.
constexpr double kForEver = 1e9;

/// The flags whose value must not be empty. --trace is not listed, since its message is its
/// own.
constexpr llvm::StringLiteral kFlagsWithValues[] = {
    "devices",
    "devices-per-rank",
    "mesh",
    "args",
    "random-args",
    "check",
    "check-against-sequential",
    "save",
    "repeat",
    "stats",
    "backend",
    "print-after",
    "stop-after",
    "start-after",
    "logical-axes",
    "spmd-rules",
    "sharding-rules",
    "track",
    "timeout",
    "threads",
    "machine",
    "topology",
    "reduce-dtype",
    "overlap-memory",
    "link-rate",
    "no-run",
    "no-cache",
    "interpret",
    "print-logical-axes",
    "exact",
    "keep-unrolled",
};

/// An error about wrong usage, which ends in exit code 2.
llvm::Error usage(const llvm::Twine &message) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), message);
}

/// Parses "RTOL,ATOL".
llvm::Expected<rt::Tolerance> parseTolerance(llvm::StringRef text) {
  //   "1e-5,1e-6"  ->  relative 1e-5, absolute 1e-6
  auto [relative, absolute] = text.split(',');
  rt::Tolerance out;
  auto isBad = [](double number) { return !std::isfinite(number) || number < 0; };
  if (relative.getAsDouble(out.relative) || absolute.getAsDouble(out.absolute) ||
      isBad(out.relative) || isBad(out.absolute))
    return usage("--check=" + text + ": two finite numbers of at least 0 are wanted, RTOL,ATOL");
  return out;
}

/// Fails where `name` is not empty and no stage has it.
llvm::Error checkStage(llvm::StringRef flag, const std::string &name) {
  if (name.empty() || stageNamed(name))
    return llvm::Error::success();
  return usage(
      "--" + flag + "=" + name +
      ": stages are parse, import, propagate, partition, optimize, kernels, loops, codegen");
}

/// Checks each flag by itself.
llvm::Error checkValues(const Options &options) {
  if (options.file.empty())
    return usage("the name of the program's file is missing");
  if (auto bytes = overlapBytes(options.overlapMemory); !bytes)
    return usage("--overlap-memory: " + llvm::toString(bytes.takeError()));
  if (auto machine = Machine::parse(options.machine, Machine::host()); !machine)
    return usage("--machine: " + llvm::toString(machine.takeError()));
  if (auto error = checkStage("print-after", options.printAfter))
    return error;
  if (auto error = checkStage("stop-after", options.stopAfter))
    return error;
  if (auto error = checkStage("start-after", options.startAfter))
    return error;
  if (options.startAfter == stageName(Stage::Loops))
    return usage("--start-after=loops: loops are only for readers; edit what --stop-after=kernels "
                 "prints");
  if (options.startAfter == stageName(Stage::Codegen))
    return usage("--start-after=codegen: what it prints is no module");
  if (options.save == "-")
    return usage("--save=-: the name of a file is wanted");
  if (options.repeat < 1)
    return usage("--repeat=" + llvm::Twine(options.repeat) + ": at least 1 run");
  if (options.devices && *options.devices < 1)
    return usage("--devices=" + llvm::Twine(*options.devices) + ": at least 1 device");
  if (options.devicesPerRank && *options.devicesPerRank < 1)
    return usage("--devices-per-rank=" + llvm::Twine(*options.devicesPerRank) +
                 ": at least 1 device");
  // The negated form also refuses NaN.
  if (!(options.timeoutSeconds >= 0))
    return usage("--timeout: seconds of at least 0");
  if (options.threads > kMaxThreads)
    return usage("--threads=" + llvm::Twine(options.threads) + ": at most " +
                 llvm::Twine(kMaxThreads));
  return llvm::Error::success();
}

/// Refuses flags that contradict each other, and flags that would be ignored silently.
llvm::Error checkCombinations(const Options &options) {
  if (options.check && options.args.empty())
    return usage("--check compares with out0, out1, ... of an --args file, but there is none");
  // These flags need a run of the program.
  const bool wantsResults = options.check || options.checkAgainstSequential ||
                            !options.save.empty() || !options.track.empty() ||
                            !options.trace.empty();
  if (!options.run && wantsResults)
    return usage("--no-run leaves nothing to check, save, track or trace");
  if (!options.run && options.repeat > 1)
    return usage("--repeat=" + llvm::Twine(options.repeat) + ": --no-run runs nothing");
  if (!options.stopAfter.empty() && wantsResults)
    return usage("--stop-after=" + options.stopAfter +
                 " leaves nothing to check, save, track or trace");
  if (!options.stopAfter.empty() && options.stats)
    return usage("--stats: a program that is not compiled to its end (--stop-after=" +
                 options.stopAfter + ") has none");
  // Stages are ordered, so the enum values compare.
  if (!options.stopAfter.empty() && !options.printAfter.empty() &&
      *stageNamed(options.printAfter) > *stageNamed(options.stopAfter))
    return usage("--print-after=" + options.printAfter +
                 " comes after --stop-after=" + options.stopAfter);
  if (!options.startAfter.empty() && !options.stopAfter.empty() &&
      *stageNamed(options.startAfter) >= *stageNamed(options.stopAfter))
    return usage("--start-after=" + options.startAfter + " leaves nothing to do before " +
                 "--stop-after=" + options.stopAfter);
  const bool byReference = options.reference || options.interpret;
  if (!options.startAfter.empty() && (byReference || options.checkAgainstSequential))
    return usage("--start-after=" + options.startAfter +
                 ": the reference interpreter runs programs as they are written");
  if (!options.startAfter.empty() &&
      (!options.logicalAxes.empty() || !options.shardingRules.empty()))
    return usage("--start-after=" + options.startAfter +
                 ": --logical-axes and --sharding-rules are read before the first stage");
  if (byReference && options.checkAgainstSequential)
    return usage("--check-against-sequential compares with the reference interpreter, which is "
                 "what runs the program here");
  // The reference interpreter partitions nothing and rolls nothing up, so flags of the compiler
  // have no effect. A flag without an effect is refused, as its user would wait for one and find
  // none.
  if (byReference &&
      (options.stats || !options.printAfter.empty() || options.printLogicalAxes || !options.run ||
       !options.machine.empty() || !options.topology.empty() || !options.reduceDtype.empty() ||
       !options.overlapMemory.empty() || options.keepUnrolled))
    return usage("--stats, --print-after, --print-logical-axes, --machine, --topology, "
                 "--reduce-dtype, --overlap-memory, --keep-unrolled and --no-run: the reference "
                 "interpreter compiles nothing");
  if (!options.trace.empty() && byReference)
    return usage("--trace: the reference interpreter has no devices that work beside each other");
  if (byReference && (!options.track.empty() || options.repeat > 1))
    return usage("--track and --repeat: the reference interpreter runs a program once");
  if (!options.args.empty() && options.randomArgs)
    return usage("--args and --random-args both give values; one is wanted");
  return checkSameFiles(options);
}

/// LLVM's message without the tool's name, which precedes all messages anyway.
llvm::StringRef withoutTool(llvm::StringRef message) {
  message = message.trim();
  message.consume_front("spmd-run: ");
  return message;
}

/// Drops the flags that libLLVM has registered.
void resetParser() {
  cl::ResetCommandLineParser();
  if (auto found = cl::getRegisteredOptions().find("stats");
      found != cl::getRegisteredOptions().end())
    found->second->removeArgument(); // LLVM's own flag, which a reset registers again
  cl::SetVersionPrinter([](llvm::raw_ostream &os) {
    os << "spmd-run " SPMD_VERSION " (LLVM " SPMD_LLVM_VERSION ")\n";
  });
}

/// The options that the flags state. Values that flags do not check themselves are not checked yet,
/// except for --check, which is parsed here.
llvm::Expected<Options> valuesOf(const Flags &flags) {
  Options out;
  out.file = flags.file;
  out.machine = flags.machine;
  out.topology = flags.topology;
  out.keepUnrolled = flags.keepUnrolled;
  out.reduceDtype = flags.reduceDtype;
  out.overlapMemory = flags.overlapMemory;
  if (!flags.linkRate.empty())
    if (auto error = parseByteCount(flags.linkRate).moveInto(out.linkRate))
      return usage("--link-rate: " + llvm::toString(std::move(error)));
  out.printsMachine = flags.machine.getNumOccurrences() && flags.machine.empty();
  if (flags.devices.getNumOccurrences())
    out.devices = flags.devices;
  if (flags.devicesPerRank.getNumOccurrences())
    out.devicesPerRank = flags.devicesPerRank;
  out.mesh = flags.mesh;
  out.args = flags.args;
  // A seed of 0 is a seed, so the occurrence counts.
  if (flags.randomArgs.getNumOccurrences())
    out.randomArgs = flags.randomArgs;
  // --check may stand without a value.
  out.check = flags.check.getNumOccurrences();
  if (!flags.check.empty()) {
    auto tolerance = parseTolerance(flags.check);
    if (!tolerance)
      return tolerance.takeError();
    out.checkTolerance = *tolerance;
  }
  out.checkAgainstSequential = flags.sequential.getNumOccurrences();
  out.sequentialByJit = flags.sequential == "jit";
  out.save = flags.save;
  out.repeat = flags.repeat;
  out.stats = flags.stats.getNumOccurrences();
  out.statsForm = flags.stats;
  out.trace = flags.trace;
  out.run = !flags.noRun;
  out.useCache = !flags.noCache;
  out.exact = flags.exact;
  out.reference = flags.backend == "reference";
  out.interpret = flags.interpret;
  out.printAfter = flags.printAfter;
  out.stopAfter = flags.stopAfter;
  out.startAfter = flags.startAfter;
  out.track = flags.track;
  out.logicalAxes = flags.logicalAxes;
  out.printLogicalAxes = flags.printLogicalAxes;
  out.shardingRules = flags.shardingRules;
  out.rules = flags.rules;
  // 0 stands for no timeout in the runtime.
  out.timeoutSeconds = flags.timeout > kForEver ? 0 : double(flags.timeout);
  out.threads = flags.threads;
  return out;
}

/// The values of flags that know a few words only.
llvm::Error checkWords(const Flags &flags) {
  if (flags.backend != "jit" && flags.backend != "reference")
    return usage("--backend=" + std::string(flags.backend) + ": jit and reference are known");
  if (!flags.sequential.empty() && flags.sequential != "jit")
    return usage("--check-against-sequential=" + std::string(flags.sequential) +
                 ": only jit may stand there");
  if (!flags.stats.empty() && flags.stats != "json" && flags.stats != "memory")
    return usage("--stats=" + std::string(flags.stats) + ": json and memory are known");
  if (flags.trace.getNumOccurrences() && (flags.trace.empty() || flags.trace == "-"))
    return usage("--trace=" + flags.trace + ": the name of a file is wanted");
  return llvm::Error::success();
}

} // namespace

/// Reads all flags first and checks afterwards. Checks of values come before those of
/// combinations, which rely on them.
llvm::Expected<Options> parseOptions(int argc, char **argv) {
  if (auto error = tool::refuseEmptyValues(argc, argv, kFlagsWithValues))
    return error;
  resetParser();
  Flags flags;
  cl::HideUnrelatedOptions(flags.category);
  std::string message;
  llvm::raw_string_ostream errors(message);
  if (!cl::ParseCommandLineOptions(argc, argv, "runs a module on a mesh of devices\n", &errors))
    return usage(withoutTool(message));
  llvm::Expected<Options> out = valuesOf(flags);
  if (!out)
    return out;
  if (out->printsMachine) {
    if (argc > 2)
      return usage("--machine without a value prints the machine's numbers and does nothing else");
    return out;
  }
  if (auto error = checkValues(*out))
    return error;
  if (auto error = checkWords(flags))
    return error;
  if (auto error = checkCombinations(*out))
    return error;
  return out;
}

/// Messages name both numbers and the flag that changes one of them.
llvm::Error checkDevices(const Options &options, int64_t meshDevices, int64_t ranks) {
  auto refuse = [](const llvm::Twine &message) { return llvm::createStringError(message); };
  // Without --devices any mesh is accepted.
  if (options.devices.value_or(meshDevices) != meshDevices)
    return refuse("--devices=" + llvm::Twine(*options.devices) + ", but the module's mesh has " +
                  llvm::Twine(meshDevices) + " devices; --mesh=AXIS=SIZE,... changes the mesh");
  const int64_t each = options.devicesPerRank.value_or(0);
  // Without MPI the process holds the whole mesh.
  if (!ranks)
    return !each || each == meshDevices
               ? llvm::Error::success()
               : refuse("--devices-per-rank=" + llvm::Twine(each) +
                        " in one process, but the mesh has " + llvm::Twine(meshDevices) +
                        " devices; start ranks with mpirun");
  if (options.devicesPerRank && each * ranks != meshDevices)
    return refuse(llvm::Twine(ranks) + " ranks with --devices-per-rank=" + llvm::Twine(each) +
                  " make " + llvm::Twine(each * ranks) + " devices, but the mesh has " +
                  llvm::Twine(meshDevices));
  // Each rank holds as many devices.
  if (meshDevices % ranks)
    return refuse("the mesh has " + llvm::Twine(meshDevices) + " devices, which " +
                  llvm::Twine(ranks) + " ranks cannot share evenly");
  return llvm::Error::success();
}

} // namespace spmd::run
