// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Creates the target machine for the host or a named CPU, and runs the passes.
#include "compiler/codegen/object.h"
#include "runtime/cpu.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Analysis/CGSCCPassManager.h"
#include "llvm/Analysis/LoopAnalysisManager.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Verifier.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/SmallVectorMemoryBuffer.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/TargetParser/Host.h"
#include "llvm/Transforms/InstCombine/InstCombine.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include <mutex>

namespace spmd {

/// Does SPMD_MAX_ISA allow a CPU feature? The lists are those of x86-64 and of its levels 3
/// (AVX2) and 4 (AVX-512) in the x86-64 psABI, and the bf16 instructions.
static bool isAllowed(llvm::StringRef feature, rt::Isa limit) {
  using Names = llvm::ArrayRef<llvm::StringRef>;
  static constexpr llvm::StringRef own[] = {"64bit", "cmov", "cx8",  "fxsr",
                                            "mmx",   "sse",  "sse2", "x87"};
  static constexpr llvm::StringRef avx2[] = {"avx",  "avx2",   "bmi",    "bmi2",  "crc32",  "cx16",
                                             "f16c", "fma",    "lzcnt",  "movbe", "popcnt", "sahf",
                                             "sse3", "sse4.1", "sse4.2", "ssse3", "xsave"};
  static constexpr llvm::StringRef avx512[] = {"avx512bw", "avx512cd", "avx512dq",
                                               "avx512f",  "avx512vl", "evex512"};
  static constexpr llvm::StringRef bf16[] = {"avx512bf16"};
  const Names levels[] = {own, avx2, avx512, bf16};
  return llvm::any_of(llvm::ArrayRef(levels).take_front(size_t(limit) + 1),
                      [&](Names level) { return llvm::is_contained(level, feature); });
}

/// The host's features as LLVM wants them, "+avx2,-avx512f,..", sorted, so that equal hosts
/// get equal keys in the kernel cache. SPMD_MAX_ISA turns features off.
TargetName TargetName::host() {
  llvm::StringMap<bool> all = llvm::sys::getHostCPUFeatures();
  std::optional<rt::Isa> limit = rt::isaLimit();
  std::vector<std::string> names;
  for (auto &entry : all)
    names.push_back((entry.second && (!limit || isAllowed(entry.first(), *limit)) ? "+" : "-") +
                    entry.first().str());
  llvm::sort(names);
  return {llvm::sys::getHostCPUName().str(), llvm::join(names, ",")};
}

/// Fails where LLVM has no code generator for the host or does not know the CPU.
llvm::Expected<std::unique_ptr<ObjectCompiler>> ObjectCompiler::create(const TargetName &target) {
  static std::once_flag once;
  // LLVM's registry of targets must be filled once per process.
  std::call_once(once, [] {
    llvm::InitializeNativeTarget();
    llvm::InitializeNativeTargetAsmPrinter();
  });
  llvm::Triple triple(llvm::sys::getProcessTriple());
  std::string error;
  const llvm::Target *found = llvm::TargetRegistry::lookupTarget(triple, error);
  if (!found)
    return llvm::createStringError("no code generator for " + triple.str() + ": " + error);
  TargetName name = target.cpu.empty() && target.features.empty() ? TargetName::host() : target;
  auto out = std::make_unique<ObjectCompiler>();
  llvm::TargetOptions options;
  options.EmulatedTLS = false;
  out->machine.reset(found->createTargetMachine(triple, name.cpu, name.features, options,
                                                llvm::Reloc::PIC_, llvm::CodeModel::Small,
                                                llvm::CodeGenOptLevel::Default, /*JIT=*/true));
  if (!out->machine)
    return llvm::createStringError("no target machine for cpu " + name.cpu);
  out->features = name.features;
  return out;
}

void ObjectCompiler::prepare(llvm::Module &module) {
  module.setTargetTriple(machine->getTargetTriple());
  module.setDataLayout(machine->createDataLayout());
}

/// Passes of a kernel: totals in memory become registers (SROA), then common subexpressions and
/// peepholes. Neither a vectorizer nor an unroller runs. A loop of kernels gets LLVM's usual passes
/// but for the vectorizers.
llvm::Expected<std::vector<uint8_t>> ObjectCompiler::compile(llvm::Module &module, Effort effort) {
  // The loops are emitted with vectors of the width of the widest registers. By default
  // LLVM prefers 256-bit vectors on many AVX-512 CPUs and would split them.
  bool wide = llvm::StringRef(features).contains("+avx512f");
  for (llvm::Function &f : module)
    if (!f.isDeclaration()) {
      f.addFnAttr("prefer-vector-width", wide ? "512" : "256");
      f.addFnAttr("min-legal-vector-width", wide ? "512" : "256");
    }
  // An error in the emitters becomes a message instead of a crash in a pass.
  std::string broken;
  llvm::raw_string_ostream message(broken);
  if (llvm::verifyModule(module, &message))
    return llvm::createStringError("generated code is not well formed: " + broken);

  llvm::PipelineTuningOptions tuning;
  tuning.LoopVectorization = tuning.SLPVectorization = tuning.LoopInterleaving = false;
  llvm::PassBuilder builder(machine.get(), tuning);
  // The analyses that the passes below may ask for.
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager groups;
  llvm::ModuleAnalysisManager modules;
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(groups);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, groups, modules);
  if (effort == Effort::Loop) {
    builder.buildPerModuleDefaultPipeline(llvm::OptimizationLevel::O2).run(module, modules);
  } else {
    llvm::FunctionPassManager passes;
    passes.addPass(llvm::SROAPass(llvm::SROAOptions::ModifyCFG)); // running totals become registers
    passes.addPass(llvm::EarlyCSEPass());
    passes.addPass(llvm::InstCombinePass());
    for (llvm::Function &f : module)
      if (!f.isDeclaration())
        passes.run(f, functions);
  }

  llvm::SmallVector<char, 0> bytes;
  llvm::raw_svector_ostream os(bytes);
  llvm::legacy::PassManager emission;
  if (machine->addPassesToEmitFile(emission, os, nullptr, llvm::CodeGenFileType::ObjectFile))
    return llvm::createStringError("the target machine writes no objects");
  emission.run(module);
  return std::vector<uint8_t>(bytes.begin(), bytes.end());
}

} // namespace spmd
