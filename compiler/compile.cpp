// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs the stages of a compilation, and adapts the mesh of a module. pipeline.cpp lists the
// passes of each stage.
#include "compiler/compile.h"
#include "compiler/codegen/program.h"
#include "compiler/donors.h"
#include "compiler/ops/localize.h"
#include "compiler/passes.h"
#include "compiler/pipeline.h"
#include "compiler/sharding/border.h"
#include "dialects/notes.h"
#include "dialects/sdy/sdy.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Pass/PassManager.h"

using namespace mlir;

namespace spmd {

double millisecondsSince(std::chrono::steady_clock::time_point begin) {
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin)
      .count();
}

namespace {

/// Kernels that a user wrote are checked, and loops only shown.
bool isWanted(Stage stage, const CompileOptions &options) {
  if (stage == Stage::Loops)
    return stage == options.stopAfter || options.printAfter == stageName(stage);
  return stage > options.startAfter || stage == Stage::Kernels;
}

/// Refuses the layouts of arguments and results that a framework asks for, unless they are
/// row-major. A layout lists dims from minor to major:
///   mhlo.layout_mode = "{0,1}" at a matrix  ->  an error
LogicalResult checkLayouts(ModuleOp module) {
  auto main = module.lookupSymbol<func::FuncOp>("main");
  auto check = [&](Type type, StringAttr layout, StringRef kind, unsigned index) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    if (!layout || !tensor || layout == "default" || layout == "auto")
      return success();
    // The last dim is minor: "{1,0}" for two dims.
    std::string rowMajor = "{";
    for (int64_t d = tensor.getRank(); d-- > 0;)
      rowMajor += std::to_string(d) + (d ? "," : "");
    rowMajor += "}";
    if (layout == rowMajor)
      return success();
    return LogicalResult(main.emitError()
                         << kind << " " << index << ", " << type << ", is asked for in the layout "
                         << layout.getValue() << "; arrays are row-major, " << rowMajor);
  };
  constexpr llvm::StringLiteral kLayout = "mhlo.layout_mode";
  for (unsigned i = 0; main && i < main.getNumArguments(); ++i)
    if (failed(check(main.getArgumentTypes()[i], main.getArgAttrOfType<StringAttr>(i, kLayout),
                     "argument", i)))
      return failure();
  for (unsigned i = 0; main && i < main.getNumResults(); ++i)
    if (failed(check(main.getResultTypes()[i], main.getResultAttrOfType<StringAttr>(i, kLayout),
                     "result", i)))
      return failure();
  return success();
}

/// How the passes of each stage are chosen. `machine` is all numbers of the machine as text, which
/// outlives the result.
StageOptions stageOptionsOf(const CompileOptions &options, bool checkContracts, StringRef machine,
                            int64_t overlapMemory, bool hasShardings) {
  return {.checkContracts = checkContracts,
          .hasShardings = hasShardings,
          .keepUnrolled = options.keepUnrolled,
          .exact = options.exact,
          .machine = machine,
          .topology = options.topology,
          .reduceDtype = options.reduceDtype,
          .overlapMemory = overlapMemory,
          .verify = verifyByEnvironment(),
          .evenBorders = options.plainBorders};
}

/// The stage codegen.
LogicalResult generate(ModuleOp module, const CompileOptions &options, const Machine &machine,
                       CompiledProgram &out) {
  auto begin = std::chrono::steady_clock::now();
  CodegenOptions codegen;
  codegen.kernels.threads = options.threads;
  codegen.kernels.useCache = options.useCache;
  codegen.kernels.cacheFolder = options.cacheFolder;
  codegen.kernels.exact = options.exact;
  codegen.kernels.cancelled = options.cancelled;
  codegen.kernels.machine = machine;
  // LLVM IR is kept only to be printed.
  codegen.kernels.keepIr = options.printAfter == stageName(Stage::Codegen);
  FailureOr<GeneratedProgram> generated = generateProgram(module, codegen);
  if (failed(generated))
    return failure();
  out.stageMs.emplace_back(stageName(Stage::Codegen).str(), millisecondsSince(begin));
  for (const std::string &ir : generated->ir) // empty where it is not kept
    if (!ir.empty())
      llvm::errs() << ir << "\n";
  out.program = std::move(generated->program);
  out.differentKernels = generated->differentKernels;
  out.remarks = std::move(generated->remarks);
  return success();
}

} // namespace

/// Runs one pass manager per stage, so that each stage can be timed, printed and stopped at.
/// The passes that concern shardings are left out where the module has none. Contracts are checked
/// where the options or SPMD_CHECK_CONTRACTS ask for it.
///
/// A compilation that is cancelled ends between two stages, or behind the kernels that are being
/// compiled.
FailureOr<CompiledProgram> compileModule(ModuleOp module, const CompileOptions &options) {
  CompiledProgram out;
  bool checkContracts = options.checkContracts || environmentAsks("SPMD_CHECK_CONTRACTS");
  // Prints the module where --print-after names the stage; large constants are elided.
  auto print = [&](Stage stage, ModuleOp shown) {
    if (options.printAfter == stageName(stage)) {
      shown.print(llvm::errs(), OpPrintingFlags().elideLargeElementsAttrs());
      llvm::errs() << "\n";
    }
  };
  print(Stage::Parse, module);
  if (options.plainBorders && failed(checkLayouts(module)))
    return failure();
  llvm::Expected<Machine> machine = Machine::parse(options.machine, Machine::host());
  if (!machine)
    return module.emitError("machine: ") << llvm::toString(machine.takeError());
  llvm::Expected<int64_t> overlapMemory = overlapBytes(options.overlapMemory);
  if (!overlapMemory)
    return module.emitError("overlap-memory: ") << llvm::toString(overlapMemory.takeError());
  std::string numbers = machine->text(','); // all of them, so none is the reference machine's
  numbers.pop_back();
  // Tables of the user may add shardings to a module that has none.
  bool hasTables = !options.logicalAxes.empty() || !options.shardingRules.empty() ||
                   options.rules != RuleSet::Public;
  const StageOptions chosen = stageOptionsOf(options, checkContracts, numbers, *overlapMemory,
                                             hasTables || usesShardings(module));
  for (Stage stage : {Stage::Import, Stage::Propagate, Stage::Partition, Stage::Optimize,
                      Stage::Kernels, Stage::Loops}) {
    if (stage > options.stopAfter)
      return out;
    if (!isWanted(stage, options))
      continue;
    if (options.cancelled && *options.cancelled)
      return module.emitError(kCancelled);
    auto begin = std::chrono::steady_clock::now();
    // Code generation takes the module without the functions for readers.
    OwningOpRef<ModuleOp> copy;
    if (stage == Stage::Loops && stage != options.stopAfter)
      copy = module.clone();
    ModuleOp result = copy ? *copy : module;
    PassManager passes(module.getContext());
    // The tables name what the user wrote, so they are applied before anything is changed.
    if (stage == Stage::Import)
      addUserTables(passes, options);
    passes.enableVerifier(checkContracts);
    if (stage <= options.startAfter)
      passes.addPass(createCheckKernels()); // kernels of the text, which stay as they are
    else
      addStage(passes, stage, chosen);
    if (failed(passes.run(result)))
      return failure();
    if (stage == Stage::Partition && options.pairsDonors)
      pairDonors(result);
    out.stageMs.emplace_back(stageName(stage).str(), millisecondsSince(begin));
    print(stage, result);
  }
  if (options.stopAfter == Stage::Codegen && failed(generate(module, options, *machine, out)))
    return failure();
  return out;
}

/// Replaces the sizes and verifies the module again, since shardings may not fit the new
/// sizes. A mesh that lists its devices keeps its sizes.
LogicalResult resizeMesh(ModuleOp module, StringRef sizes) {
  SmallVector<StringRef> entries;
  sizes.split(entries, ',');
  for (StringRef entry : entries) {
    //   "data=3,model=2"  ->  ("data", "3"), ("model", "2")
    auto [name, text] = entry.split('=');
    int64_t size = 0;
    // Looks for the name among the entries before this one.
    if (!llvm::all_of(ArrayRef(entries).take_until(
                          [&](StringRef other) { return other.data() == entry.data(); }),
                      [&](StringRef other) { return other.split('=').first != name; }))
      return module.emitError("--mesh: axis \"") << name << "\" is given twice";
    if (text.getAsInteger(10, size) || size < 1)
      return module.emitError("--mesh: \"")
             << entry << "\" is not AXIS=SIZE with a size of at least 1";
    bool found = false;
    for (auto mesh : module.getOps<sdy::MeshOp>()) {
      SmallVector<sdy::MeshAxisAttr> axes(mesh.getMesh().getAxes());
      for (sdy::MeshAxisAttr &axis : axes)
        if (axis.getName() == name) {
          axis = sdy::MeshAxisAttr::get(module.getContext(), name, size);
          found = true;
        }
      // The listed devices are those of the old size.
      if (!mesh.getMesh().getDeviceIds().empty() && axes != mesh.getMesh().getAxes())
        return mesh.emitError(
            "--mesh: the mesh lists its devices, so its sizes cannot be replaced");
      auto resized = sdy::MeshAttr::getChecked(
          [&] { return mesh.emitError("--mesh: "); }, module.getContext(),
          ArrayRef<sdy::MeshAxisAttr>(axes), mesh.getMesh().getDeviceIds());
      if (!resized)
        return failure();
      mesh.setMeshAttr(resized);
      mesh->removeAttr("stablehlo.mesh"); // would keep the old sizes
    }
    if (!found) {
      auto diag = module.emitError("--mesh: no mesh of the module has an axis \"") << name << "\"";
      for (auto mesh : module.getOps<sdy::MeshOp>())
        diag << symbolNote(mesh);
      return diag;
    }
  }
  return verify(module); // shardings were written for the old sizes
}

/// A partitioned module has no mesh symbol; the attribute kBorderAttr of an argument or a
/// result then holds the sizes of the axes.
int64_t deviceCountOf(ModuleOp module) {
  int64_t devices = 1;
  for (auto mesh : module.getOps<sdy::MeshOp>())
    // A module may hold several meshes; the largest one counts.
    devices = std::max(devices, mesh.getMesh().getTotalSize());
  auto main = module.lookupSymbol<func::FuncOp>("main");
  if (!main)
    return devices;
  auto countBorder = [&](Attribute attr) {
    auto border = dyn_cast_or_null<DictionaryAttr>(attr);
    if (auto sizes = border ? border.getAs<DenseI64ArrayAttr>("sizes") : DenseI64ArrayAttr())
      devices = std::max(devices, llvm::product_of(sizes.asArrayRef()));
  };
  for (unsigned i = 0; i < main.getNumArguments(); ++i)
    countBorder(main.getArgAttr(i, kBorderAttr));
  for (unsigned i = 0; i < main.getNumResults(); ++i) // a program may have no arguments
    countBorder(main.getResultAttr(i, kBorderAttr));
  return devices;
}

} // namespace spmd
