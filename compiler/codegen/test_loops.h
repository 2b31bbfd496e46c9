// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Lowers loops from text for the unit tests of lower_loops.h, and runs them.
#pragma once
#include "compiler/codegen/lower_loops.h"
#include "compiler/codegen/object.h"
#include "dialects/register.h"
#include "mlir/Parser/Parser.h"
#include "runtime/loader.h"
#include "llvm/IR/Verifier.h"
#include <gtest/gtest.h>
#include <numeric>

namespace spmd::test {

/// Loops as MLIR, as LLVM IR, and as a function that can be called.
struct Loops {
  std::unique_ptr<mlir::MLIRContext> context;
  mlir::OwningOpRef<mlir::ModuleOp> source;
  mlir::func::FuncOp function;
  std::string ir;
  std::unique_ptr<rt::Loader> loader;

  /// Iterations [begin, end) on buffers of any element types.
  template <class... T> void run(int64_t begin, int64_t end, std::vector<T> &...buffers) {
    void *pointers[] = {static_cast<void *>(buffers.data())..., nullptr};
    loader->kernel(0)(pointers, begin, end);
  }
  size_t count(llvm::StringRef part) const { return llvm::StringRef(ir).count(part); }
};

/// Parses a module and finds the one function that has a body.
inline Loops parsed(const std::string &text) {
  Loops out;
  mlir::DialectRegistry registry;
  registerAllDialects(registry);
  out.context =
      std::make_unique<mlir::MLIRContext>(registry, mlir::MLIRContext::Threading::DISABLED);
  out.source = mlir::parseSourceString<mlir::ModuleOp>(text, out.context.get());
  if (out.source)
    for (auto function : out.source->getOps<mlir::func::FuncOp>())
      if (!function.isDeclaration())
        out.function = function;
  return out;
}

inline Loops lowered(const std::string &text) {
  Loops out = parsed(text);
  if (!out.function) {
    ADD_FAILURE() << "does not parse: " << text;
    return out;
  }
  auto compiler = llvm::cantFail(ObjectCompiler::create(TargetName::host()));
  llvm::LLVMContext context;
  llvm::Module module("loops", context);
  compiler->prepare(module);
  lowerLoops(out.function, module, "loops");
  llvm::raw_string_ostream os(out.ir);
  module.print(os, nullptr);
  EXPECT_FALSE(llvm::verifyModule(module, &llvm::errs())) << out.ir;
  rt::Program program;
  program.kernels = {{"loops", 0}};
  program.objects = {llvm::cantFail(compiler->compile(module))};
  out.loader = llvm::cantFail(rt::Loader::load(program));
  return out;
}

/// Loops over `ops` with the arguments %x: memref<64xIN>, %y: memref<64xOUT>, %begin and %end, and
/// with the constants %c0, %c1 and %c8.
inline std::string loops(const std::string &in, const std::string &out, const std::string &ops) {
  return "func.func @f(%x: memref<64x" + in + ">, %y: memref<64x" + out +
         ">, %begin: index, %end: index) {\n"
         "%c0 = arith.constant 0 : index\n%c1 = arith.constant 1 : index\n"
         "%c8 = arith.constant 8 : index\n" +
         ops + "\nreturn }";
}

/// Loops over eight lanes at a time: `op` is of %a, which are IN, and its result %b of OUT.
inline std::string lanes(const std::string &in, const std::string &out, const std::string &ops) {
  return loops(in, out,
               "scf.for %i = %begin to %end step %c8 {\n"
               "%a = vector.load %x[%i] : memref<64x" +
                   in + ">, vector<8x" + in + ">\n" + ops +
                   "\nvector.store %b, %y[%i] : memref<64x" + out + ">, vector<8x" + out + "> }");
}

template <class T = float> std::vector<T> counted(size_t n = 64, T first = 0) {
  std::vector<T> out(n);
  std::iota(out.begin(), out.end(), first);
  return out;
}

} // namespace spmd::test
