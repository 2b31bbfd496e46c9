// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tests the loader on small objects, which are compiled here from LLVM IR.
#include "runtime/loader.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/TargetParser/Host.h"
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <fmt/format.h>
#include <gtest/gtest.h>

namespace spmd::rt {
namespace {

// The object code of a module, for baseline x86-64: conversions of half then become calls.
std::vector<uint8_t> compile(const std::string &ir) {
  // The native target is registered once for all tests.
  static bool once =
      (llvm::InitializeNativeTarget(), llvm::InitializeNativeTargetAsmPrinter(), true);
  (void)once;
  llvm::LLVMContext context;
  llvm::SMDiagnostic diagnostic;
  auto module = llvm::parseAssemblyString(ir, diagnostic, context);
  EXPECT_TRUE(module) << diagnostic.getMessage().str();
  llvm::Triple triple(llvm::sys::getDefaultTargetTriple());
  std::string error;
  const llvm::Target *target = llvm::TargetRegistry::lookupTarget(triple, error);
  std::unique_ptr<llvm::TargetMachine> machine(
      target->createTargetMachine(triple, "x86-64", "", {}, llvm::Reloc::PIC_));
  module->setTargetTriple(triple);
  module->setDataLayout(machine->createDataLayout());
  llvm::SmallVector<char> bytes;
  llvm::raw_svector_ostream stream(bytes);
  llvm::legacy::PassManager passes;
  EXPECT_FALSE(
      machine->addPassesToEmitFile(passes, stream, nullptr, llvm::CodeGenFileType::ObjectFile));
  passes.run(*module);
  return {bytes.begin(), bytes.end()};
}

/// A kernel that replaces element i by f(element) + a constant of its own, where f is the float
/// function `callee`. The constant is in a table, so that the object also needs relocations of
/// data.
std::string kernelText(const std::string &name, const std::string &callee, int constant) {
  return fmt::format(R"(
    @table = private constant [2 x float] [float {1}.0, float 0.0]
    declare float @{2}(float)
    define void @{0}(ptr %buffers, i64 %begin, i64 %end) nounwind {{
      %p = load ptr, ptr %buffers
      %q = getelementptr float, ptr %p, i64 %begin
      %x = load float, ptr %q
      %y = call float @{2}(float %x)
      %i = and i64 %begin, 1
      %c = getelementptr [2 x float], ptr @table, i64 0, i64 %i
      %k = load float, ptr %c
      %z = fadd float %y, %k
      store float %z, ptr %q
      ret void
    }})",
                     name, constant, callee);
}

// A program with one object per kernel.
Program programOf(std::vector<std::pair<std::string, std::string>> kernels) {
  Program program;
  for (auto &[name, text] : kernels) {
    program.kernels.push_back({name, uint32_t(program.objects.size())});
    program.objects.push_back(compile(text));
  }
  return program;
}

// Runs a kernel on one float.
float runOn(KernelFn kernel, float x) {
  void *buffers[] = {&x};
  kernel(buffers, 0, 1);
  return x;
}

// Two objects that call libm and refer to their own constants.
TEST(Loader, LinksKernelsThatCallLibm) {
  Program program =
      programOf({{"a", kernelText("a", "erff", 1)}, {"b", kernelText("b", "tanhf", 2)}});
  auto loader = Loader::load(program);
  ASSERT_TRUE(bool(loader)) << llvm::toString(loader.takeError());
  EXPECT_EQ(runOn((*loader)->kernel(0), 0.5f), std::erf(0.5f) + 1);
  EXPECT_EQ(runOn((*loader)->kernel(1), 0.5f), std::tanh(0.5f) + 2);
}

// `system` exists in the process but not in the ABI, so an object must not call it. The other
// message names a kernel that no object defines.
TEST(Loader, NamesWhatIsMissing) {
  Program program = programOf({{"a", kernelText("a", "system", 1)}});
  auto loader = Loader::load(program);
  ASSERT_FALSE(bool(loader));
  std::string text = llvm::toString(loader.takeError());
  EXPECT_NE(text.find("system"), std::string::npos) << text;
  program = programOf({{"a", kernelText("a", "sinf", 1)}});
  program.kernels[0].symbol = "another";
  loader = Loader::load(program);
  ASSERT_FALSE(bool(loader));
  text = llvm::toString(loader.takeError());
  EXPECT_NE(text.find("another"), std::string::npos) << text;
}

// A truncated object and bytes that are no object at all. The message says which object it is.
TEST(Loader, RefusesBytesThatAreNoObject) {
  Program program = programOf({{"a", kernelText("a", "sinf", 1)}});
  // An ELF header without its sections.
  program.objects[0].resize(100);
  auto cut = Loader::load(program);
  EXPECT_FALSE(bool(cut));
  llvm::consumeError(cut.takeError());
  program.objects[0] = {1, 2, 3};
  auto none = Loader::load(program);
  ASSERT_FALSE(bool(none));
  EXPECT_NE(llvm::toString(none.takeError()).find("object 0 of 1 cannot be linked"),
            std::string::npos);
}

// A program without kernels has nothing to link.
TEST(Loader, LoadsAnEmptyProgram) { EXPECT_TRUE(bool(Loader::load(Program{}))); }

// Without F16C and AVX512-bf16 these conversions are calls, which the ABI provides.
TEST(Loader, ConvertsHalfAndBf16ByItsOwnFunctions) {
  std::string text = R"(
    define void @h(ptr %buffers, i64 %b, i64 %e) nounwind {
      %p = load ptr, ptr %buffers
      %x = load float, ptr %p
      %h = fptrunc float %x to half
      %y = fpext half %h to float
      %d = fpext float %y to double
      %g = fptrunc double %d to bfloat
      %z = fpext bfloat %g to float
      store float %z, ptr %p
      ret void
    })";
  auto loader = Loader::load(programOf({{"h", text}}));
  ASSERT_TRUE(bool(loader)) << llvm::toString(loader.takeError());
  // 1.2001 rounds to 1.2001953125 as f16, and that to 1.203125 as bf16.
  EXPECT_EQ(runOn((*loader)->kernel(0), 1.2001f), 1.203125f);
}

// Prints the time that loader.h states. The limit is generous, because tests share the machine.
TEST(Loader, LinksAHundredObjectsInMilliseconds) {
  std::vector<std::pair<std::string, std::string>> kernels;
  for (int i = 0; i < 100; ++i)
    kernels.emplace_back(fmt::format("k{}", i), kernelText(fmt::format("k{}", i), "sinf", i));
  Program program = programOf(kernels);
  std::vector<double> ms;
  for (int run = 0; run < 5; ++run) {
    auto start = std::chrono::steady_clock::now();
    auto loader = Loader::load(program);
    ms.push_back(std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start)
                     .count());
    ASSERT_TRUE(bool(loader)) << llvm::toString(loader.takeError());
    EXPECT_EQ(runOn((*loader)->kernel(99), 0.f), 99.f);
  }
  std::sort(ms.begin(), ms.end());
  RecordProperty("median_ms", std::to_string(ms[2]));
  std::printf("100 objects: %.1f to %.1f ms\n", ms[0], ms[4]);
  EXPECT_LT(ms[0], 200);
}

} // namespace
} // namespace spmd::rt
