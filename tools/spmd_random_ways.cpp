// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/spmd_random_ways.h"
#include "tools/spmd_random_fusion_trial.h"
#include "compiler/compile.h"
#include "compiler/pipeline.h"
#include "dialects/sdy/sdy.h"
#include "dialects/source.h"
#include "runtime/instance.h"
#include "tools/spmd_run_options.h"
#include "mlir/IR/Diagnostics.h"

using namespace mlir;

namespace spmd::random {
namespace {

/// Contexts keep every type and attribute that was ever made in them; a new one now and then bounds the memory.
constexpr int64_t kProgramsOfContext = 50;

/// Messages of refusals that docs/limits.md lists, each with the reason why a generator cannot avoid it.
struct ExpectedRefusal {
  llvm::StringLiteral message, reason;
};
constexpr ExpectedRefusal kExpectedRefusals[] = {
    {"cuts of one axis have to divide each other", "propagation may cut an axis in two ways that do not nest"},
};

using Arrays = std::vector<rt::Array>;

/// One program on its way: the messages of the compiler, and the results that are compared.
class Trial {
public:
  Trial(MLIRContext &context, rt::Workers &workers, const std::function<void(llvm::StringRef)> &onWay)
      : context(context), workers(workers), onWay(onWay),
        handler(&context, [this](Diagnostic &diagnostic) {
          if (diagnostic.getSeverity() == DiagnosticSeverity::Error && messages.empty())
            llvm::raw_string_ostream(messages) << diagnostic.getLocation() << ": error: " << diagnostic;
          return success();
        }) {}

  std::optional<Finding> finding;

  /// Reads a program, makes its arguments and lets the reference interpreter run it.
  bool begin(llvm::StringRef text, uint64_t seed, double relative) {
    begin("reference");
    tolerance = relative;
    module = parseSource(text, "random.mlir", &context);
    if (!module)
      return refuse();
    auto wanted = run::wantedArguments(*module);
    if (!wanted)
      return refuse(wanted.takeError());
    run::Options options;
    options.randomArgs = seed;
    auto made = run::makeArguments(options, std::nullopt, *wanted);
    if (!made)
      return refuse(made.takeError());
    arguments = std::move(*made);
    auto results = run::runReference(*module, arguments);
    if (!results)
      return refuse(results.takeError());
    expected = std::move(*results);
    return true;
  }

  bool partitioned() {
    begin("partitioned");
    OwningOpRef<ModuleOp> copy = module->clone();
    CompileOptions options = compileOptions();
    options.stopAfter = Stage::Partition;
    if (failed(compileModule(*copy, options)))
      return refuse();
    return compare(run::runReference(*copy, arguments));
  }

  bool generated(llvm::StringRef way, ModuleOp source) {
    begin(way);
    OwningOpRef<ModuleOp> copy = source.clone();
    FailureOr<CompiledProgram> compiled = compileModule(*copy, compileOptions());
    if (failed(compiled))
      return refuse();
    return compare(execute(std::move(compiled->program)));
  }
  bool onMesh() { return generated("mesh", *module); }
  bool onOneDevice() { return generated("one device", *module); }

  /// The module on a mesh whose axes all have size 1.
  bool resizedToOneDevice() {
    begin("one device");
    OwningOpRef<ModuleOp> copy = module->clone();
    std::string sizes;
    for (auto mesh : copy->getOps<sdy::MeshOp>())
      for (sdy::MeshAxisAttr axis : mesh.getMesh().getAxes())
        sizes += (sizes.empty() ? "" : ",") + axis.getName().str() + "=1";
    if (failed(resizeMesh(*copy, sizes)))
      return refuse();
    return generated("one device", *copy);
  }

private:
  MLIRContext &context;
  rt::Workers &workers;
  const std::function<void(llvm::StringRef)> &onWay;
  std::string way, messages;
  ScopedDiagnosticHandler handler;
  OwningOpRef<ModuleOp> module;
  Arrays arguments, expected;
  double tolerance = 0;

  static CompileOptions compileOptions() {
    CompileOptions options;
    options.threads = 1;
    options.useCache = false;
    return options;
  }

  void begin(llvm::StringRef next) {
    way = next.str();
    messages.clear();
    onWay(next);
  }
  bool refuse() {
    if (!isExpectedRefusal(messages))
      finding = Finding{Outcome::Refused, way, messages.empty() ? "refused without a message" : messages};
    return false;
  }
  bool refuse(llvm::Error error) {
    messages = llvm::toString(std::move(error));
    return refuse();
  }

  llvm::Expected<Arrays> execute(rt::Program program) {
    auto executable = rt::Executable::create(std::move(program));
    if (!executable)
      return executable.takeError();
    auto instance = rt::Instance::create(*executable, workers);
    if (!instance)
      return instance.takeError();
    for (auto [i, argument] : llvm::enumerate(arguments))
      if (auto error = (*instance)->setArgument(i, argument))
        return error;
    if (auto error = (*instance)->runToEnd())
      return error;
    Arrays results;
    for (size_t i = 0; i < (*instance)->program().results.size(); ++i) {
      auto result = (*instance)->result(i);
      if (!result)
        return result.takeError();
      results.push_back(std::move(*result));
    }
    return results;
  }

  rt::Tolerance toleranceOf(const rt::Array &array) const {
    bool isRounded = rt::isFloat(array.type) || array.type == rt::DType::C64 || array.type == rt::DType::C128;
    if (!isRounded)
      return {0, 0};
    rt::Tolerance byDefault = run::defaultTolerance(array, /*exact=*/true); // 1e-5 of the largest element
    return {0, byDefault.absolute * (tolerance / 1e-5)};
  }
  bool compare(llvm::Expected<Arrays> results) {
    if (!results)
      return refuse(results.takeError());
    for (auto [i, result, wanted] : llvm::enumerate(*results, expected)) {
      if (result.type != wanted.type || result.shape != wanted.shape) {
        finding = Finding{Outcome::Differ, way, "result " + std::to_string(i) + " has another type"};
        return false;
      }
      if (auto mismatch = rt::firstMismatch(result, wanted, toleranceOf(wanted))) {
        finding = Finding{Outcome::Differ, way, "result " + std::to_string(i) + " " + mismatch->message(result.elementCount())};
        return false;
      }
    }
    return true;
  }
};

} // namespace

Laboratory::Laboratory(std::function<void(llvm::StringRef)> onWay) : onWay(std::move(onWay)) {
  registerAllDialects(registry);
  rt::WorkerOptions options;
  options.threads = 1;
  options.spinMicros = 0;
  workers = std::make_unique<rt::Workers>(options);
}
Laboratory::~Laboratory() = default;

void Laboratory::renewContext() {
  if (programsOfContext++ % kProgramsOfContext == 0)
    context = std::make_unique<MLIRContext>(registry, MLIRContext::Threading::DISABLED);
}

std::optional<std::vector<std::pair<uint64_t, Finding>>> Laboratory::tryBatch(uint64_t first, uint64_t count) {
  renewContext();
  FusionFindings out = tryFusions(*context, *workers, first, count, onWay);
  return out.isWhole ? std::nullopt : std::optional(std::move(out.findings));
}

std::optional<Finding> Laboratory::tryProgram(const RandomProgram &program, uint64_t seed) {
  renewContext();
  if (program.isFusion)
    return tryFusion(*context, *workers, program.text, seed, onWay);
  {
    Trial trial(*context, *workers, onWay);
    bool holds = trial.begin(program.text, seed, program.tolerance) && trial.partitioned() && trial.onMesh() &&
                 (!program.hasOneDevice || !program.oneDevice.empty() || trial.resizedToOneDevice());
    if (!holds)
      return trial.finding;
  }
  if (program.oneDevice.empty())
    return std::nullopt;
  Trial trial(*context, *workers, onWay);
  if (trial.begin(program.oneDevice, seed, program.tolerance))
    trial.onOneDevice();
  return trial.finding;
}

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

bool isExpectedRefusal(llvm::StringRef message) {
  return llvm::any_of(kExpectedRefusals, [&](const ExpectedRefusal &known) { return message.contains(known.message); });
}

} // namespace spmd::random
