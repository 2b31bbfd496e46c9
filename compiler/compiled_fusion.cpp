// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Parses, plans, compiles and links a single fusion.
#include "compiler/compiled_fusion.h"
#include "compiler/kernels/kernel_op.h"
#include "compiler/pipeline.h"
#include "dialects/register.h"
#include "dialects/source.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;

namespace spmd {

/// The function's body becomes a fusion, the only op of the function but for the return.
static void makeFusion(func::FuncOp function) {
  Block &body = function.getBody().front();
  Operation *end = body.getTerminator();
  OpBuilder b(end);
  auto fusion =
      ir::FusionOp::create(b, function.getLoc(), end->getOperandTypes(), function.getArguments());
  Block &inside = fusion.getBody().emplaceBlock();
  for (BlockArgument argument : function.getArguments())
    argument.replaceAllUsesExcept(inside.addArgument(argument.getType(), argument.getLoc()),
                                  fusion);
  inside.getOperations().splice(inside.end(), body.getOperations(), body.begin(),
                                fusion->getIterator());
  b.setInsertionPointToEnd(&inside);
  ir::YieldOp::create(b, end->getLoc(), end->getOperands());
  end->setOperands(fusion.getResults());
}

llvm::Expected<std::unique_ptr<CompiledFusion>> CompiledFusion::create(StringRef text,
                                                                       KernelOptions options) {
  auto out = std::make_unique<CompiledFusion>();
  DialectRegistry registry;
  registerAllDialects(registry);
  out->context = std::make_unique<MLIRContext>(registry);
  out->context->loadDialect<arith::ArithDialect, math::MathDialect, ir::SpmdDialect>();
  std::string messages;
  ScopedDiagnosticHandler handler(out->context.get(), [&](Diagnostic &d) {
    messages += d.str() + "\n";
    return success();
  });
  out->module = parseSource(text, "fusion", out->context.get());
  if (!out->module)
    return llvm::createStringError(messages);
  auto function = *out->module->getOps<func::FuncOp>().begin();
  makeFusion(function);
  PassManager passes(out->context.get());
  std::string machine = options.machine.text(',');
  addStage(passes, Stage::Kernels,
           {.checkContracts = true,
            .hasShardings = false,
            .exact = options.exact,
            .machine = StringRef(machine).drop_back()});
  if (failed(passes.run(*out->module)))
    return llvm::createStringError(messages);
  auto kernel = *function.getOps<ir::KernelOp>().begin();
  out->plan = planOf(kernel);
  KernelCompiler compiler(std::move(options));
  SmallVector<uint32_t> indices = compiler.add(kernel, out->plan);
  llvm::Expected<KernelObjects> objects = compiler.finish();
  if (!objects)
    return objects.takeError();
  out->objects = std::move(*objects);
  rt::Program program;
  program.kernels = out->objects.kernels;
  program.objects = out->objects.objects;
  if (auto error = rt::Loader::load(program).moveInto(out->loader))
    return error;
  for (uint32_t i : indices)
    out->kernels.push_back(out->loader->kernel(i));
  return out;
}

/// A plan with scratch memory gets it as the last buffer, aligned to 64 bytes as in the
/// runtime.
void CompiledFusion::run(std::vector<void *> buffers, int pieces) const {
  std::unique_ptr<std::byte[]> scratch;
  if (plan.scratchBytes) {
    scratch.reset(new (std::align_val_t(64)) std::byte[plan.scratchBytes]);
    buffers.push_back(scratch.get());
  }
  for (auto [kernel, shape] : llvm::zip_equal(kernels, plan.kernels))
    // Piece p is [extent * p / pieces, extent * (p + 1) / pieces): the pieces cover all
    // iterations.
    for (int64_t p = pieces; p-- > 0;)
      kernel(buffers.data(), shape.extent * p / pieces, shape.extent * (p + 1) / pieces);
  if (scratch)
    ::operator delete[](scratch.release(), std::align_val_t(64));
}

} // namespace spmd
