// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// spmd-opt: runs passes on programs in text, with the flags of mlir-opt.
//   spmd-opt model.mlir --sdy-propagation-pipeline
// Passes on functions may be named without nesting: the pass manager nests them.
#include "compiler/account/budget.h"
#include "compiler/compile.h"
#include "compiler/ops/rule.h"
#include "compiler/passes.h"
#include "compiler/pipeline.h"
#include "compiler/program_costs.h"
#include "compiler/sdy_pipelines.h"
#include "dialects/register.h"
#include "dialects/source.h"
#include "dialects/source_names.h"
#include "spmd_version.h"
#include "tools/tool_process.h"

#include "mlir/Bytecode/BytecodeWriter.h"
#include "mlir/Support/FileUtilities.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "mlir/Transforms/Passes.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/ToolOutputFile.h"

using namespace mlir;

namespace {

llvm::cl::opt<bool> listOps("list-ops",
                            llvm::cl::desc("print the table of ops and what is known of each"));

llvm::cl::opt<std::string> explain(
    "explain", llvm::cl::value_desc("VALUE|all"),
    llvm::cl::desc("say why values are sharded as they are; VALUE as in the text (%5), arg0, "
                   "result0, FILE:LINE or a name in locations"));

enum class AccountForm : uint8_t { None, Text, Json };
llvm::cl::opt<AccountForm> account(
    "spmd-account", llvm::cl::ValueOptional, llvm::cl::init(AccountForm::None),
    llvm::cl::desc("say what each collective of the partitioned program sends, and for which op"),
    llvm::cl::values(clEnumValN(AccountForm::Text, "", ""),
                     clEnumValN(AccountForm::Text, "text", "as a table with totals"),
                     clEnumValN(AccountForm::Json, "json", "as JSON")));
llvm::cl::list<std::string>
    failOn("spmd-fail-on", llvm::cl::value_desc("KIND>BYTES,.."),
           llvm::cl::desc("fail where a collective sends more, as all_gather>1MiB or any>2GiB"));
llvm::cl::opt<bool> checkBudget(
    "spmd-check-budget",
    llvm::cl::desc(
        "check the lines '// BUDGET: KIND<=COUNT bytes<=BYTES peak<=BYTES' of the text"));

llvm::cl::opt<std::string> logicalAxes(
    "logical-axes", llvm::cl::value_desc("FILE"),
    llvm::cl::desc("rules that turn spmd.logical annotations into shardings, first of all"));
llvm::cl::opt<bool> printLogicalAxes("print-logical-axes",
                                     llvm::cl::desc("print what every annotation became"));
llvm::cl::opt<std::string>
    shardingRules("sharding-rules", llvm::cl::value_desc("FILE"),
                  llvm::cl::desc("sharding rules of custom calls, by target"));

llvm::cl::opt<std::string>
    topology("topology", llvm::cl::value_desc("FILE.json"),
             llvm::cl::desc("links along the axes, for --spmd-account and --explain"));
llvm::cl::opt<std::string>
    reduceDtype("reduce-dtype", llvm::cl::value_desc("TYPE"),
                llvm::cl::desc("type of partial sums on the wire, for --spmd-account"));

llvm::cl::opt<spmd::RuleSet> ruleSet(
    "spmd-rules", llvm::cl::desc("what propagation knows of ops"),
    llvm::cl::init(spmd::RuleSet::Public),
    llvm::cl::values(clEnumValN(spmd::RuleSet::Public, "public", "what the sharding language says"),
                     clEnumValN(spmd::RuleSet::Extended, "extended",
                                "fewer dims are replicated (docs/sharding.md)")));

/// Flags whose empty value is refused.
constexpr llvm::StringLiteral kFlagsWithValues[] = {
    "logical-axes", "sharding-rules", "spmd-rules", "spmd-fail-on",
    "topology",     "reduce-dtype",   "o"};

/// What the command line says about compilations.
spmd::CompileOptions userOptions() {
  spmd::CompileOptions options;
  options.logicalAxes = logicalAxes;
  options.printLogicalAxes = printLogicalAxes;
  options.shardingRules = shardingRules;
  options.topology = topology;
  options.reduceDtype = reduceDtype;
  options.rules = ruleSet;
  return options;
}

/// A program that was read with the names of its values and went through some stages.
class NamedProgram {
public:
  NamedProgram(StringRef input, DialectRegistry &registry) : context(registry) {
    spmd::tool::showRegularFilesOnly(sources);
    // Diagnostics show the line of the text.
    printer.emplace(sources, &context);
    module = spmd::parseSourceFileWithNames(input, sources, &context);
  }
  /// Applies the user's tables, then the stages.
  LogicalResult run(ArrayRef<spmd::Stage> stages, const spmd::StageOptions &options) {
    // The parser has said why.
    if (!module)
      return failure();
    PassManager passes(&context);
    spmd::addUserTables(passes, userOptions());
    for (spmd::Stage stage : stages)
      spmd::addStage(passes, stage, options);
    return passes.run(*module);
  }

  MLIRContext context;
  llvm::SourceMgr sources;
  OwningOpRef<ModuleOp> module;

private:
  std::optional<SourceMgrDiagnosticHandler> printer;
};

/// Imports the program as the pipeline does, and prints explanations instead of the program.
LogicalResult runExplain(StringRef input, llvm::raw_ostream &os, DialectRegistry &registry) {
  NamedProgram program(input, registry);
  if (failed(program.run({spmd::Stage::Import}, {.checkContracts = true})))
    return failure();
  return spmd::explainWithPrices(*program.module, userOptions(), explain, os);
}

/// Partitions the program, prints what it sends instead of the program, and checks the limits. All
/// limits are checked, so that one run names all that do not hold.
LogicalResult runAccount(StringRef input, llvm::raw_ostream &os, DialectRegistry &registry) {
  llvm::Expected<llvm::SmallVector<spmd::Limit>> limits = llvm::SmallVector<spmd::Limit>();
  if (failOn.getNumOccurrences()) // limits of several flags add up
    limits = spmd::parseLimits(llvm::join(failOn, ","));
  if (!limits) {
    llvm::errs() << "spmd-opt: --spmd-fail-on: " << llvm::toString(limits.takeError()) << "\n";
    return failure();
  }
  NamedProgram program(input, registry);
  if (!program.module) // the parser has said why
    return failure();
  FailureOr<llvm::SmallVector<spmd::BudgetLimit>> budget = llvm::SmallVector<spmd::BudgetLimit>();
  if (checkBudget) {
    // The text is still there: its lines are shown where one does not hold.
    StringRef text = program.sources.getMemoryBuffer(program.sources.getMainFileID())->getBuffer();
    if (failed(budget = spmd::readBudget(program.sources, text)))
      return failure();
  }
  // Only the peak needs machine code.
  bool wantsPeak = llvm::any_of(
      *budget, [](const auto &stated) { return stated.limit.subject == spmd::Limit::Peak; });
  FailureOr<spmd::ProgramCosts> costs = spmd::costsOf(*program.module, userOptions(), wantsPeak);
  if (failed(costs))
    return failure();
  // Limits and budgets alone print no table.
  if (account == AccountForm::Json)
    spmd::printAccountAsJson(costs->sent, costs->joined, os);
  else if (account.getNumOccurrences())
    spmd::printAccount(costs->sent, costs->joined, os);
  if (account == AccountForm::Text) // JSON has the same beside each collective
    spmd::remarkGathers(costs->sent);
  bool holds = succeeded(spmd::checkLimits(costs->sent, *limits));
  holds &= succeeded(spmd::checkBudget({costs->sent, costs->peakBytes, costs->joined.fault},
                                       *budget, program.sources));
  return success(holds);
}

/// Exit codes as those of mlir-opt: 1 for anything that is refused.
constexpr int kDone = 0, kRefused = 1;

/// Prints a message and returns the exit code of a refusal.
int refuse(const llvm::Twine &message) {
  llvm::errs() << "spmd-opt: " << message << "\n";
  return kRefused;
}

/// Closes the output and returns the exit code. Errors on standard output are reported when
/// the process ends.
int finish(llvm::ToolOutputFile &out, StringRef path) {
  if (path == "-")
    return kDone;
  if (llvm::Error error = spmd::tool::closeOutput(out.os(), path)) {
    llvm::errs() << "spmd-opt: " << llvm::toString(std::move(error)) << "\n";
    return spmd::tool::kFailedRunning;
  }
  return kDone;
}

/// Fails with a message where a text is nested too deeply to be parsed. `separator` splits
/// the text into modules.
LogicalResult checkNesting(const llvm::MemoryBuffer &source, StringRef separator) {
  MLIRContext context;
  llvm::SourceMgr sources;
  sources.AddNewSourceBuffer(llvm::MemoryBuffer::getMemBuffer(source), llvm::SMLoc());
  SourceMgrDiagnosticHandler printer(sources, &context);
  return spmd::checkSourceNesting(source, &context, separator);
}

/// Returns the source in a form that mlir-opt's driver reads: text with its constants packed, or
/// bytecode of MLIR, which an artifact becomes; null after diagnostics.
std::unique_ptr<llvm::MemoryBuffer> sourceForDriver(std::unique_ptr<llvm::MemoryBuffer> file,
                                                    DialectRegistry &registry) {
  if (!spmd::isArtifact(file->getBuffer()))
    return spmd::prepareSource(std::move(file));
  MLIRContext context(registry);
  llvm::SourceMgr sources; // prints diagnostics; lines of Python are not shown
  spmd::tool::showRegularFilesOnly(sources);
  SourceMgrDiagnosticHandler printer(sources, &context);
  OwningOpRef<ModuleOp> module = spmd::parseArtifact(*file, &context);
  if (!module)
    return {};
  std::string bytes;
  llvm::raw_string_ostream stream(bytes);
  if (failed(writeBytecodeToFile(*module, stream)))
    return {};
  return llvm::MemoryBuffer::getMemBufferCopy(bytes, file->getBufferIdentifier());
}

/// Adds the passes of the command line, and before them those that read resources and apply the
/// user's tables.
std::function<LogicalResult(PassManager &)> withTables(const MlirOptMainConfig &asked) {
  return [asked](PassManager &passes) {
    passes.addPass(spmd::createReadResources());
    spmd::addUserTables(passes, userOptions());
    return asked.setupPassPipeline(passes);
  };
}

/// Reads the input, runs the passes of the command line and writes the output. Returns the
/// exit code.
int runOpt(StringRef input, StringRef output, DialectRegistry &registry) {
  MlirOptMainConfig config = MlirOptMainConfig::createFromCLOptions();
  if (config.shouldShowDialects()) {
    llvm::outs() << llvm::join(registry.getDialectNames(), ",") << "\n";
    return kDone;
  }
  if (config.shouldListPasses()) {
    printRegisteredPasses();
    return kDone;
  }
  if (listOps) {
    spmd::Rules::printTable(llvm::outs());
    return kDone;
  }
  std::string message;
  // --explain and the account run their own passes and ignore others.
  bool isAccount = account.getNumOccurrences() || failOn.getNumOccurrences() || checkBudget;
  if (explain.getNumOccurrences() || isAccount) {
    std::unique_ptr<llvm::ToolOutputFile> out = openOutputFile(output, &message);
    if (!out)
      return refuse(message);
    out->keep();
    auto *run = isAccount ? runAccount : runExplain;
    return failed(run(input, out->os(), registry)) ? kRefused : finish(*out, output);
  }
  auto file = spmd::readInput(input);
  if (!file)
    return refuse("cannot open input file '" + input + "': " + llvm::toString(file.takeError()));
  if (failed(checkNesting(**file, config.inputSplitMarker())))
    return kRefused;
  std::unique_ptr<llvm::MemoryBuffer> source = sourceForDriver(std::move(*file), registry);
  if (!source)
    return kRefused;
  std::unique_ptr<llvm::ToolOutputFile> out = openOutputFile(output, &message);
  if (!out)
    return refuse(message);
  config.setPassPipelineSetupFn(withTables(config));
  // Bytecode goes to the output as it is. Text passes through unpackBoolConstants, which
  // changes how constants of i1 are printed.
  if (config.shouldEmitBytecode()) {
    if (failed(MlirOptMain(out->os(), std::move(source), registry, config)))
      return kRefused;
  } else {
    std::string text;
    llvm::raw_string_ostream stream(text);
    LogicalResult result = MlirOptMain(stream, std::move(source), registry, config);
    out->os() << spmd::unpackBoolConstants(text);
    if (failed(result)) {
      llvm::consumeError(spmd::tool::closeOutput(out->os(), output));
      return kRefused;
    }
  }
  out->keep();
  return finish(*out, output);
}

} // namespace

/// Adds our defaults of MLIR's options that the command line does not mention.
///
/// No threads: MLIR verifies nested ops by tasks that run other tasks while they wait, so a few
/// thousand nested computations would overflow a stack. Lists of up to 8,192 numbers as numbers,
/// not as hexadecimal digits: the pairs of a permute among 4,096 devices can be read, and take less
/// than half the text.
std::vector<char *> withDefaults(int argc, char **argv) {
  static char threads[] = "--mlir-disable-threading";
  static char numbers[] = "--mlir-print-elementsattrs-with-hex-if-larger=8192";
  std::vector<char *> arguments(argv, argv + argc);
  for (char *flag : {threads, numbers}) {
    StringRef name = StringRef(flag).split('=').first.ltrim('-');
    if (llvm::none_of(arguments, [&](StringRef argument) { return argument.contains(name); }))
      arguments.push_back(flag);
  }
  return arguments;
}

/// The pipe handler of InitLLVM is off: prepareProcess reports failed writes.
int main(int argc, char **argv) {
  spmd::tool::prepareProcess("spmd-opt");
  llvm::InitLLVM initLlvm(argc, argv, /*InstallPipeSignalExitHandler=*/false);
  if (llvm::Error error = spmd::tool::refuseEmptyValues(argc, argv, kFlagsWithValues))
    return refuse(llvm::toString(std::move(error)));
  llvm::cl::SetVersionPrinter([](llvm::raw_ostream &os) {
    os << "spmd-opt " SPMD_VERSION " (LLVM " SPMD_LLVM_VERSION ")\n";
  });
  DialectRegistry registry;
  spmd::registerAllDialects(registry);
  spmd::registerSpmdPasses();
  spmd::registerSpmdPipeline();
  spmd::registerSdyPipelines();
  registerTransformsPasses();
  std::vector<char *> arguments = withDefaults(argc, argv);
  auto [input, output] = registerAndParseCLIOptions(arguments.size(), arguments.data(),
                                                    "SPMD compiler driver", registry);
  return runOpt(input, output, registry);
}
