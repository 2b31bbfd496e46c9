// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Walks the optimized main and writes its commands. The contract of optimize says which ops
// can occur: fusions, matmuls, library calls, collectives, control flow, and values that
// only name bytes (constants, views).
#include "compiler/codegen/program.h"
#include "compiler/codegen/blocks.h"
#include "compiler/codegen/borders.h"
#include "compiler/codegen/buffers.h"
#include "compiler/codegen/collectives.h"
#include "compiler/codegen/gemm_numbers.h"
#include "compiler/codegen/planned_kernels.h"
#include "compiler/elements/dtype.h"
#include "compiler/ops/library_call.h"
#include "compiler/sharding/border.h"
#include "compiler/structure/control_flow.h"
#include "compiler/structure/outside_effects.h"
#include "compiler/structure/views.h"
#include "dialects/source.h"
#include "dialects/spmd/spmd.h"
#include "dialects/stablehlo/stablehlo.h"
#include "runtime/kernels/registry.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace mlir;

namespace spmd {
namespace {

/// Writes the program of one module; run() calls the other functions in the order of its steps.
class Generator {
public:
  Generator(func::FuncOp main, const CodegenOptions &options)
      : main(main), compiler(options.kernels) {}

  /// The steps of code generation. Kernels are handed to the compiler's threads first, so that they
  /// compile while buffers are assigned and commands are written.
  FailureOr<GeneratedProgram> run() {
    out.program.locations.push_back("unknown");
    if (failed(kernels.add(main, compiler)))
      return failure();
    FailureOr<BufferPlan> plan =
        BufferPlan::make(main, {[this](Operation *op) { return kernels.sharing(op); },
                                [this](Operation *op) { return kernels.scratchBytes(op); }});
    if (failed(plan))
      return failure();
    buffers = std::move(*plan);
    out.remarks.assign(buffers.remarks.begin(), buffers.remarks.end());
    if (failed(borders()))
      return failure();
    out.program.blocks.emplace_back();
    if (failed(block(main.front(), 0)))
      return failure();
    auto objects = compiler.finish();
    if (!objects)
      return main.emitError("kernels do not compile: ") << llvm::toString(objects.takeError());
    out.program.kernels = std::move(objects->kernels);
    out.program.objects = std::move(objects->objects);
    out.program.cpuFeatures = std::move(objects->cpuFeatures);
    out.differentKernels = out.program.kernels.size();
    out.ir = std::move(objects->ir);
    out.remarks.insert(out.remarks.end(), objects->remarks.begin(), objects->remarks.end());
    out.program.constants = std::move(buffers.constants);
    out.program.tables = std::move(buffers.tables);
    out.program.arenaBytes = buffers.arenaBytes;
    return std::move(out);
  }

private:
  func::FuncOp main;
  KernelCompiler compiler;
  GeneratedProgram out;
  BufferPlan buffers;
  PlannedKernels kernels;
  llvm::StringMap<uint32_t> locations;
  uint32_t nextCollective = 0;
  DenseMap<Value, uint32_t> collectiveOf;
  const BlockPlaces *blocks = nullptr; // of the spmd.blocks whose body is emitted
  bool addsUp = false;                 // for the serial iterations after the first
  LoopKernel *loopKernel = nullptr;    // that the commands belong to

  /// The border of an argument or result. One of its attributes names the axes of the mesh, which
  /// the program keeps for messages, another one the kind of memory.
  FailureOr<rt::Border> border(Type type, DictionaryAttr attrs, Location loc) {
    MeshAxes mesh;
    Attribute attr = attrs ? attrs.get(kBorderAttr) : nullptr;
    FailureOr<rt::Border> made = borderOf(main, type, attr, mesh);
    if (failed(made))
      return failure();
    made->location = location(loc);
    if (auto kind = attrs ? attrs.getAs<StringAttr>(kMemoryKindAttr) : nullptr)
      made->memory = kind.str();
    if (attr)
      std::tie(out.program.axisNames, out.program.axisSizes) = std::pair(mesh.names, mesh.sizes);
    return made;
  }

  /// All arguments and results, with the aliases that buffer assignment has found. Names of results
  /// are those that JAX gives them.
  LogicalResult borders() {
    for (auto [i, type] : llvm::enumerate(main.getArgumentTypes())) {
      FailureOr<rt::Border> b = border(type, main.getArgAttrDict(i), main.getArgument(i).getLoc());
      if (failed(b))
        return failure();
      b->alias = buffers.argumentAlias[i];
      b->donated = b->alias >= 0 || bool(main.getArgAttr(i, "jax.buffer_donor"));
      out.program.arguments.push_back(std::move(*b));
    }
    for (auto [i, type] : llvm::enumerate(main.getResultTypes())) {
      FailureOr<rt::Border> b = border(type, main.getResultAttrDict(i), main.getLoc());
      if (failed(b))
        return failure();
      b->alias = buffers.resultAlias[i];
      if (auto name = main.getResultAttrOfType<StringAttr>(i, "jax.result_info"))
        b->name = name.str();
      out.program.results.push_back(std::move(*b));
    }
    int64_t devices = llvm::product_of(out.program.axisSizes);
    if (auto count =
            main->getParentOfType<ModuleOp>()->getAttrOfType<IntegerAttr>("mhlo.num_partitions");
        count && out.program.axisSizes.empty())
      devices = count.getInt();
    out.program.deviceCount = devices;
    out.program.name = main->getParentOfType<ModuleOp>().getSymName().value_or("").str();
    return success();
  }

  /// The number of a place in the user's text, for messages of the runtime; each text is kept once.
  uint32_t location(Location loc) {
    std::string text = locationText(loc);
    auto [it, isNew] = locations.try_emplace(text, out.program.locations.size());
    if (text == "unknown")
      return 0;
    if (isNew)
      out.program.locations.push_back(text);
    return it->second;
  }
  static rt::Operand operand(const BufferRange &place) {
    return {place.address, place.bytes, {place.dynamic.begin(), place.dynamic.end()}};
  }
  rt::Operand operand(Value value) const {
    return blocks ? blocks->operand(value) : operand(buffers.place(value));
  }
  std::vector<rt::Operand> operands(ValueRange values) const {
    std::vector<rt::Operand> all;
    for (Value value : values)
      all.push_back(operand(value));
    return all;
  }
  template <class Action> void emit(uint32_t block, Action action, Operation *op) {
    rt::Command command;
    command.action = std::move(action);
    command.location = location(op->getLoc());
    out.program.blocks[block].push_back(std::move(command));
  }

  /// The commands of a block, each after the copies that buffer assignment has planned before it.
  LogicalResult block(Block &ops, uint32_t into) {
    for (Operation &op : ops) {
      for (const PlannedCopy &copy : buffers.copiesBefore(&op))
        emit(into, rt::CopyCommand{operand(copy.source), operand(copy.target)}, &op);
      if (failed(command(&op, into)))
        return failure();
    }
    return success();
  }

  uint32_t newBlock() {
    out.program.blocks.emplace_back();
    return out.program.blocks.size() - 1;
  }

  /// The command of one op, by its kind. Constants, views and undefined values are only addresses,
  /// so they have none. What is left is arithmetic on scalars, which the host computes.
  LogicalResult command(Operation *op, uint32_t into) {
    if (auto done = dyn_cast<ir::CollectiveDoneOp>(op)) // its results may be views
      return emit(into, rt::CollectiveDone{collectiveOf.lookup(done.getHandle())}, op), success();
    if (op->hasTrait<OpTrait::IsTerminator>() || isa<stablehlo::ConstantOp>(op) ||
        isa<ir::UndefinedOp, ir::RowsOp>(op) || (op->getNumResults() && viewOf(op->getResult(0))))
      return success();
    if (auto write = dyn_cast<ir::WriteRowOp>(op)) {
      if (auto copy = buffers.copyOf(write)) // it was not computed where it lies
        emit(into, rt::CopyCommand{operand(copy->source), operand(copy->target)}, op);
      return success();
    }
    if (auto fused = dyn_cast<ir::KernelOp>(op))
      return kernel(fused, into), success();
    if (auto dot = dyn_cast<ir::DotOp>(op))
      return library(op, {.config = matmul(dot)}, into), success();
    if (auto call = dyn_cast<ir::LibraryOp>(op))
      return routine(call, into);
    if (std::optional<KernelCall> call = hasOutsideEffects(op) ? libraryCall(op) : std::nullopt;
        call && !call->callback)
      return library(op, {.config = std::move(call->config)}, into), success();
    if (auto blocks = dyn_cast<ir::BlocksOp>(op))
      return blockwise(blocks, into);
    if (auto start = dyn_cast<ir::CollectiveStartOp>(op))
      return collective(start, into);
    if (isLoop(op))
      return op->hasAttr(ir::kOneKernelAttr) && !loopKernel ? wholeLoop(op, into)
                                                            : whileLoop(op, into);
    if (isControlFlow(op))
      return branches(op, into);
    if (isa<stablehlo::PartitionIdOp>(op))
      return emit(into, rt::PartitionIdCommand{buffers.place(op->getResult(0)).address}, op),
             success();
    std::string reason;
    isFusible(op, &reason);
    auto diag = op->emitOpError("is not run by generated code: ") << reason;
    diag.attachNote() << "docs/limits.md lists such ops; most are run by --backend=reference";
    return diag;
  }

  /// One command per nest of the kernel. All nests of a kernel have the same buffers: inputs,
  /// outputs, and scratch memory as the last one.
  void kernel(ir::KernelOp op, uint32_t into) {
    const PlannedKernels::Planned &planned = kernels.of(op);
    for (auto [i, nest] : llvm::enumerate(planned.plan.kernels)) {
      const uint32_t index =
          loopKernel ? loopKernel->partOf({op, &planned.plan, i}) : planned.kernels[i];
      rt::KernelCommand command{index, nest.extent, nest.grain, operands(op.getInputs()),
                                operands(op.getOutputs())};
      if (planned.plan.scratchBytes)
        command.results.push_back(blocks ? blocks->scratch(op) : operand(buffers.scratch(op)));
      emit(into, std::move(command), op);
    }
  }

  void library(Operation *op, rt::LibraryCommand command, uint32_t into) {
    command.operands = operands(op->getOperands());
    command.results = operands(op->getResults());
    emit(into, std::move(command), op);
  }

  LogicalResult routine(ir::LibraryOp op, uint32_t into) {
    std::optional<KernelCall> call = libraryCall(op.getCall());
    if (!call)
      return op.getCall()->emitOpError(
          "is in spmd.library, but no routine of the runtime computes it on these types");
    int32_t callback = -1;
    if (call->callback) {
      FailureOr<uint32_t> compiled = compiler.add(*call->callback);
      if (failed(compiled))
        return failure();
      callback = *compiled;
    }
    library(op, {.config = std::move(call->config), .callback = callback}, into);
    return success();
  }

  rt::GemmConfig matmul(ir::DotOp op) const {
    if (!blocks)
      return gemmConfig(op);
    rt::GemmConfig config = gemmConfig(op, blocks->strides(op.getLhs()),
                                       blocks->strides(op.getRhs()), blocks->strides(op));
    config.addToResult = addsUp && blocks->isSummed(op);
    return config;
  }

  /// Emits the body once, or a second time for the serial iterations that add to what the first has
  /// written.
  LogicalResult blockwise(ir::BlocksOp op, uint32_t into) {
    FailureOr<BlockPlaces> places = BlockPlaces::of(
        op, [&](ir::KernelOp kernel) -> const FusionPlan & { return kernels.of(kernel).plan; },
        [&](Value value) { return operand(value); });
    if (failed(places))
      return failure();
    rt::BlocksCommand command{.loops = op.getGrid().vec(),
                              .serialLoops = int64_t(op.getSerial()),
                              .localBytes = places->localBytes};
    Block &body = op.getBody().front();
    command.first = command.rest = newBlock();
    llvm::SaveAndRestore<const BlockPlaces *> inside(blocks, &*places);
    if (failed(block(body, command.first)))
      return failure();
    if (llvm::any_of(body.getOps<ir::DotOp>(),
                     [&](ir::DotOp dot) { return places->isSummed(dot); })) {
      llvm::SaveAndRestore later(addsUp, true);
      command.rest = newBlock();
      if (failed(block(body, command.rest)))
        return failure();
    }
    emit(into, std::move(command), op);
    return success();
  }

  /// Begins an exchange. Targets are the buffers of the results of the op that waits for it, or one
  /// row of a buffer of two: the other one may be read while the exchange fills it.
  LogicalResult collective(ir::CollectiveStartOp op, uint32_t into) {
    auto done = cast<ir::CollectiveDoneOp>(*op->getUsers().begin());
    FailureOr<rt::CollectiveStart> start = collectiveCommand(op, out.program.deviceCount);
    if (failed(start))
      return failure();
    start->id = collectiveOf[op.getHandle()] = nextCollective++;
    start->skipsLastTrip = op.getSkipsLastTrip();
    for (auto [input, output] : llvm::zip_equal(op.getInputs(), done.getOutputs())) {
      auto type = cast<RankedTensorType>(input.getType());
      start->parts.push_back(
          {operand(input),
           op.getRow() ? operand(buffers.rowOf(output, op.getRow(), 2)) : operand(output),
           *dtypeOf(type.getElementType()),
           {type.getShape().begin(), type.getShape().end()}});
    }
    for (auto [part, root] : llvm::zip(start->parts, op.getRoots()))
      part.root = operand(root);
    emit(into, std::move(*start), op);
    return success();
  }

  /// The commands of a loop that is one kernel become its code.
  LogicalResult wholeLoop(Operation *op, uint32_t into) {
    LoopKernel loop;
    const size_t first = out.program.blocks.size();
    {
      llvm::SaveAndRestore inside(loopKernel, &loop);
      if (failed(whileLoop(op, into)))
        return failure();
    }
    rt::Block &commands = out.program.blocks[into];
    auto command = std::get<rt::WhileCommand>(std::move(commands.back().action));
    commands.pop_back();
    loop.take(out.program, first, std::move(command));
    if (std::string fault = loop.fault(); !fault.empty())
      return op->emitOpError() << "has " << ir::kOneKernelAttr << ", but " << fault;
    loop.findBuffers(buffers.resultAlias);
    rt::LoopCommand whole = loop.command(0);
    whole.kernel = compiler.add(std::move(loop));
    return emit(into, std::move(whole), op), success();
  }

  /// Condition and body are blocks of their own. The predicate is a scalar in memory, which the
  /// condition writes.
  LogicalResult whileLoop(Operation *op, uint32_t into) {
    rt::WhileCommand command;
    if (auto trips = op->getAttrOfType<IntegerAttr>(ir::kTripCountAttr))
      command.tripCount = trips.getInt();
    Block &cond = op->getRegion(0).front();
    command.cond = newBlock();
    command.body = newBlock();
    if (failed(block(cond, command.cond)) || failed(block(op->getRegion(1).front(), command.body)))
      return failure();
    command.predicate = buffers.place(cond.getTerminator()->getOperand(0)).address;
    emit(into, command, op);
    return success();
  }

  /// A case or an if: one block per branch, and the scalar in memory that selects one.
  LogicalResult branches(Operation *op, uint32_t into) {
    rt::CaseCommand command;
    command.selector = buffers.place(op->getOperand(0)).address;
    command.type = *dtypeOf(cast<RankedTensorType>(op->getOperand(0).getType()).getElementType());
    for (Region &region : op->getRegions()) {
      command.branches.push_back(newBlock());
      if (failed(block(region.front(), command.branches.back())))
        return failure();
    }
    emit(into, std::move(command), op);
    return success();
  }
};

} // namespace

FailureOr<GeneratedProgram> generateProgram(ModuleOp module, const CodegenOptions &options) {
  auto main = module.lookupSymbol<func::FuncOp>("main");
  if (!main)
    return module.emitError("has no function @main");
  return Generator(main, options).run();
}

} // namespace spmd
