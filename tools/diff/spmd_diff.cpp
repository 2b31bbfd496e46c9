// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// spmd-diff: compiles two programs and says how what they send and need differs.
//   spmd-diff OLD.mlir NEW.mlir
// Nothing is run. Exit codes as those of diff: 0 nothing differs, 1 something does, 2 bad input or
// usage; 3 where the output cannot be written.
#include "compiler/compile.h"
#include "compiler/sharding/border.h"
#include "dialects/register.h"
#include "dialects/source_names.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Diagnostics.h"
#include "spmd_version.h"
#include "tools/diff/compare_costs.h"
#include "tools/diff/print_comparison.h"
#include "tools/tool_process.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/ScopedPrinter.h"
#include "llvm/Support/SourceMgr.h"

namespace cl = llvm::cl;
using namespace mlir;
using namespace spmd;

namespace {

constexpr int kEqual = 0, kDifferent = 1, kBadInput = 2;

/// The flags of the tool. Like those of spmd-run they exist only while the command line is parsed,
/// since libLLVM registers flags of its own.
struct DiffFlags {
  cl::OptionCategory category{"spmd-diff"};
  cl::opt<std::string> before{cl::Positional, cl::desc("OLD.mlir"), cl::cat(category)};
  cl::opt<std::string> after{cl::Positional, cl::desc("NEW.mlir"), cl::cat(category)};
  cl::opt<bool> json{"json", cl::desc("print one JSON object"), cl::cat(category)};
  cl::opt<std::string> mesh{"mesh", cl::value_desc("AXIS=SIZE,..."), cl::cat(category),
                            cl::desc("other sizes of the axes, in both programs")};
  cl::opt<std::string> topology{"topology", cl::value_desc("FILE.json"), cl::cat(category),
                                cl::desc("latency and rate of the links along each axis")};
  cl::opt<std::string> reduceDtype{"reduce-dtype", cl::value_desc("TYPE"), cl::cat(category),
                                   cl::desc("type of partial sums on the wire")};
  cl::opt<std::string> logicalAxes{
      "logical-axes", cl::value_desc("FILE"), cl::cat(category),
      cl::desc("rules that turn spmd.logical annotations into shardings")};
  cl::opt<std::string> shardingRules{"sharding-rules", cl::value_desc("FILE"), cl::cat(category),
                                     cl::desc("sharding rules of custom calls, by target")};
};

/// Flags whose empty value is refused.
constexpr llvm::StringLiteral kFlagsWithValues[] = {
    "json", "mesh", "topology", "reduce-dtype", "logical-axes", "sharding-rules"};

/// What the command line says. The options of a compilation hold for both programs: to compare two
/// settings on one program, compare its partitioned texts.
struct Request {
  std::string before, after, mesh;
  bool json = false;
  CompileOptions compile;
};

/// Names of files that are missing are found here, so that nothing is compiled in vain.
llvm::Expected<Request> parseRequest(int argc, char **argv) {
  if (auto error = tool::refuseEmptyValues(argc, argv, kFlagsWithValues))
    return error;
  cl::ResetCommandLineParser();
  cl::SetVersionPrinter([](llvm::raw_ostream &os) {
    os << "spmd-diff " SPMD_VERSION " (LLVM " SPMD_LLVM_VERSION ")\n";
  });
  DiffFlags flags;
  cl::HideUnrelatedOptions(flags.category);
  std::string message;
  llvm::raw_string_ostream errors(message);
  if (!cl::ParseCommandLineOptions(argc, argv, "compares what two programs send and need\n",
                                   &errors)) {
    llvm::StringRef text = llvm::StringRef(message).trim();
    text.consume_front("spmd-diff: ");
    return llvm::createStringError(text);
  }
  if (flags.before.empty() || flags.after.empty())
    return llvm::createStringError("the names of two programs are wanted: spmd-diff OLD NEW");
  Request out{flags.before, flags.after, flags.mesh, flags.json, {}};
  out.compile.topology = flags.topology;
  out.compile.reduceDtype = flags.reduceDtype;
  out.compile.logicalAxes = flags.logicalAxes;
  out.compile.shardingRules = flags.shardingRules;
  return out;
}

/// What a device holds of a value of main, and how the global array is cut for it.
///   tensor<8x8xf32> of 32x8 over [["a"], []]
std::string borderText(Type type, Attribute attribute) {
  std::string text = llvm::to_string(type);
  auto border = dyn_cast_or_null<DictionaryAttr>(attribute);
  if (!border)
    return text;
  if (auto shape = border.getAs<DenseI64ArrayAttr>("shape"))
    text += " of " + llvm::join(llvm::map_range(shape.asArrayRef(),
                                                [](int64_t size) { return std::to_string(size); }),
                                "x");
  if (Attribute dims = border.get("dims"))
    text += " over " + llvm::to_string(dims);
  if (Attribute ids = border.get("device_ids"))
    text += " on devices " + llvm::to_string(ids);
  return text;
}

/// Whether the text is the program of one device: then its main says how arrays are cut.
bool isPartitioned(func::FuncOp main) {
  auto hasBorder = [](ArrayAttr all) {
    return all && llvm::any_of(all.getAsRange<DictionaryAttr>(), [](DictionaryAttr attributes) {
             return attributes.contains(kBorderAttr);
           });
  };
  return hasBorder(main.getArgAttrsAttr()) || hasBorder(main.getResAttrsAttr());
}

/// Reads a program and compiles it, machine code included, since the peak follows from how buffers
/// are placed. Fails after diagnostics. The module stays alive for the places in its account.
FailureOr<diff::Side> readSide(const std::string &file, const Request &request,
                               MLIRContext &context, OwningOpRef<ModuleOp> &module) {
  llvm::SourceMgr sources;
  tool::showRegularFilesOnly(sources);
  SourceMgrDiagnosticHandler printer(sources, &context);
  module = parseSourceFileWithNames(file, sources, &context);
  if (!module || (!request.mesh.empty() && failed(resizeMesh(*module, request.mesh))))
    return failure();
  auto main = module->lookupSymbol<func::FuncOp>("main");
  if (!main)
    return module->emitError("has no function @main");
  diff::Side side;
  side.file = file;
  side.wasPartitioned = isPartitioned(main);
  FailureOr<ProgramCosts> costs = costsOf(*module, request.compile, /*wantsPeak=*/true);
  if (failed(costs))
    return failure();
  side.costs = std::move(*costs);
  // Stages may replace main.
  main = module->lookupSymbol<func::FuncOp>("main");
  for (auto [i, type] : llvm::enumerate(main.getArgumentTypes()))
    side.arguments.push_back(borderText(type, main.getArgAttr(i, kBorderAttr)));
  for (auto [i, type] : llvm::enumerate(main.getResultTypes()))
    side.results.push_back(borderText(type, main.getResultAttr(i, kBorderAttr)));
  return side;
}

/// Compares the programs and prints the answer. Two equal names are one program, read once: a pipe
/// gives its text only once.
int run(const Request &request) {
  DialectRegistry registry;
  registerAllDialects(registry);
  // Accounts hold types and places, so the context outlives them.
  MLIRContext context(registry);
  context.printOpOnDiagnostic(false);
  OwningOpRef<ModuleOp> modules[2];
  FailureOr<diff::Side> before = readSide(request.before, request, context, modules[0]);
  bool isSame = request.before == request.after;
  // Also after a failure: all that is wrong with both programs is said at once.
  FailureOr<diff::Side> after =
      isSame ? before : readSide(request.after, request, context, modules[1]);
  if (failed(before) || failed(after))
    return kBadInput;
  diff::Comparison comparison = diff::compare(*before, *after);
  if (request.json)
    diff::printComparisonAsJson(*before, *after, comparison, llvm::outs());
  else
    diff::printComparison(*before, *after, comparison, llvm::outs());
  // The reason is printed when the process ends.
  llvm::outs().flush();
  return llvm::outs().has_error() ? tool::kFailedRunning : comparison.isEqual ? kEqual : kDifferent;
}

} // namespace

int main(int argc, char **argv) {
  tool::prepareProcess("spmd-diff");
  llvm::Expected<Request> request = parseRequest(argc, argv);
  if (!request) {
    llvm::errs() << "spmd-diff: " << llvm::toString(request.takeError()) << "\n";
    return kBadInput;
  }
  return run(*request);
}
