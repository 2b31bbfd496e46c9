// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs the ways. The reference interpreter runs first, since its results are what the other
// ways are compared with.
#include "tools/spmd_random_ways.h"
#include "compiler/compile.h"
#include "dialects/source.h"
#include "tools/cases/case_trial.h"
#include "tools/spmd_random_fusion_trial.h"
#include "tools/spmd_random_record.h"
#include "tools/spmd_run_options.h"
#include "tools/tool_run.h"

using namespace mlir;

namespace spmd::random {
namespace {

/// The programs that share a context. A context keeps all its types and attributes, so a new
/// one now and then bounds the memory.
constexpr int64_t kProgramsOfContext = 50;

using Arrays = std::vector<rt::Array>;

/// One program on its way through all ways.
class Trial {
public:
  Trial(MLIRContext &context, rt::Workers &workers,
        const std::function<void(llvm::StringRef)> &onWay)
      : context(context), workers(workers), record(context, onWay) {}

  const std::optional<Finding> &finding() const { return record.finding; }

  /// Parses a program, makes its arguments and runs the reference interpreter.
  bool begin(llvm::StringRef text, uint64_t seed, double relative) {
    record.begin("reference");
    tolerance = relative;
    module = parseSource(text, "random.mlir", &context);
    if (!module)
      return record.refuse();
    // The arguments are those of spmd-run --random-args, so that a kept program reproduces
    // with it.
    auto wanted = run::wantedArguments(*module);
    if (!wanted)
      return record.refuse(wanted.takeError());
    run::Options options;
    options.randomArgs = seed;
    auto made = run::makeArguments(options, std::nullopt, *wanted);
    if (!made)
      return record.refuse(made.takeError());
    arguments = std::move(*made);
    auto results = run::runReference(*module, arguments);
    if (!results)
      return record.refuse(results.takeError());
    expected = std::move(*results);
    return true;
  }

  /// Runs the partitioned program on simulated devices.
  bool partitioned() {
    record.begin("partitioned");
    OwningOpRef<ModuleOp> copy = module->clone();
    CompileOptions options = compileOptions();
    options.stopAfter = Stage::Partition;
    if (failed(compileModule(*copy, options)))
      return record.refuse();
    return compare(run::runReference(*copy, arguments));
  }

  /// Compiles and runs a module; `way` is its name in findings.
  bool generated(llvm::StringRef way, ModuleOp source) {
    record.begin(way);
    OwningOpRef<ModuleOp> copy = source.clone();
    FailureOr<CompiledProgram> compiled = compileModule(*copy, compileOptions());
    if (failed(compiled))
      return record.refuse();
    return compare(tool::runOnce(std::move(compiled->program), arguments, workers));
  }
  bool onMesh() { return generated("mesh", *module); }
  bool onOneDevice() { return generated("one device", *module); }

  /// Runs the module on a mesh whose axes all have size 1.
  bool resizedToOneDevice() {
    record.begin("one device");
    OwningOpRef<ModuleOp> copy = module->clone();
    if (failed(tool::placeOnOneDevice(*copy)))
      return record.refuse();
    return generated("one device", *copy);
  }

private:
  MLIRContext &context;
  rt::Workers &workers;
  Record record;
  OwningOpRef<ModuleOp> module;
  Arrays arguments, expected;
  double tolerance = 0;

  /// One thread and no cache: many processes of this tool run at a time. bf16 is rounded after each
  /// op, since cancellation makes excess precision visible in any tolerance: tanh(x) - x.
  static CompileOptions compileOptions() {
    CompileOptions options;
    options.threads = 1;
    options.useCache = false;
    options.exact = true;
    return options;
  }

  /// The tolerance of the program for rounded types, none for integers and booleans.
  rt::Tolerance toleranceOf(const rt::Array &array) const {
    bool isRounded =
        rt::isFloat(array.type) || array.type == rt::DType::C64 || array.type == rt::DType::C128;
    if (!isRounded)
      return {0, 0};
    // The default is 1e-5 of the largest element.
    rt::Tolerance byDefault = run::defaultTolerance(array, /*exact=*/true);
    return {0, byDefault.absolute * (tolerance / 1e-5)};
  }
  /// Records the first result that differs.
  bool compare(llvm::Expected<Arrays> results) {
    if (!results)
      return record.refuse(results.takeError());
    //   "result 1 differs at [3]: 2, expected 2.5; 1 of 8 elements differ, .."
    for (auto [i, result, wanted] : llvm::enumerate(*results, expected)) {
      if (result.type != wanted.type || result.shape != wanted.shape)
        return record.differ("result " + std::to_string(i) + " has another type");
      if (auto mismatch = rt::firstMismatch(result, wanted, toleranceOf(wanted)))
        return record.differ("result " + std::to_string(i) + " " +
                             mismatch->message(result.elementCount()));
    }
    return true;
  }
};

} // namespace

/// One thread per process: spmd-random starts as many processes as there are cores.
Laboratory::Laboratory(std::function<void(llvm::StringRef)> onWay) : onWay(std::move(onWay)) {
  registerAllDialects(registry);
  rt::WorkerOptions options;
  options.threads = 1;
  // The one worker does not spin, since other processes need the core.
  options.spinMicros = 0;
  workers = std::make_unique<rt::Workers>(options);
}
Laboratory::~Laboratory() = default;

void Laboratory::renewContext() {
  if (programsOfContext++ % kProgramsOfContext == 0)
    context = std::make_unique<MLIRContext>(registry, MLIRContext::Threading::DISABLED);
}

std::optional<std::vector<std::pair<uint64_t, Finding>>> Laboratory::tryBatch(uint64_t first,
                                                                              uint64_t count) {
  renewContext();
  FusionFindings out = tryFusions(*context, *workers, first, count, onWay);
  return out.isWhole ? std::nullopt : std::optional(std::move(out.findings));
}

/// The text with f64 in place of all shorter floats: tensor<4xbf16> -> tensor<4xf64>.
static std::string inDoubles(llvm::StringRef text) {
  std::string out;
  while (!text.empty()) {
    bool isElement = !out.empty() && (out.back() == 'x' || out.back() == '<');
    if (isElement &&
        (text.starts_with("bf16>") || text.starts_with("f16>") || text.starts_with("f32>"))) {
      out += "f64";
      text = text.drop_front(text.find('>'));
    }
    out += text.front();
    text = text.drop_front();
  }
  return out;
}

/// A difference that is small, and gone where all floats are doubles, comes from rounding:
/// cancellation as in tanh(x) - x magnifies the last digits.
std::optional<Finding> Laboratory::tryProgram(const RandomProgram &program, uint64_t seed) {
  renewContext();
  if (program.isFusion)
    return tryFusion(*context, *workers, program.text, seed, onWay);
  if (program.ofCase)
    return tryCase(*context, *workers, program, seed, onWay);
  std::optional<Finding> found = tryWays(program, seed);
  if (!found || found->outcome != Outcome::Differ)
    return found;
  RandomProgram close = program, exact = program;
  close.tolerance *= 100;
  exact.tolerance = 1e-12;
  exact.text = inDoubles(program.text);
  exact.oneDevice = inDoubles(program.oneDevice);
  return tryWays(close, seed) || tryWays(exact, seed) ? found : std::nullopt;
}

/// A program has all its ways in one trial. Its twin for one device is compared with the
/// reference interpreter on the twin.
std::optional<Finding> Laboratory::tryWays(const RandomProgram &program, uint64_t seed) {
  {
    Trial trial(*context, *workers, onWay);
    bool holds =
        trial.begin(program.text, seed, program.tolerance) && trial.partitioned() &&
        trial.onMesh() &&
        (!program.hasOneDevice || !program.oneDevice.empty() || trial.resizedToOneDevice());
    if (!holds)
      return trial.finding();
  }
  // No twin, so the program was tried in all its ways.
  if (program.oneDevice.empty())
    return std::nullopt;
  Trial trial(*context, *workers, onWay);
  if (trial.begin(program.oneDevice, seed, program.tolerance))
    trial.onOneDevice();
  return trial.finding();
}

/// Cuts the location, replaces quoted names and numbers, and keeps at most 200 characters.
std::string kindOfMessage(llvm::StringRef message) {
  if (size_t error = message.find("error: "); error != llvm::StringRef::npos)
    message = message.drop_front(error);
  std::string kind;
  for (size_t i = 0; i < message.size(); ++i) {
    char c = message[i];
    if (c == '"' || c == '\'') { // names and types of the program
      size_t end = message.find(c, i + 1);
      if (end != llvm::StringRef::npos) {
        kind += "\"..\"";
        i = end;
        continue;
      }
    }
    if (!isdigit(c))
      kind += c;
    else if (kind.empty() || kind.back() != '#')
      kind += '#';
  }
  return kind.substr(0, 200);
}

} // namespace spmd::random
