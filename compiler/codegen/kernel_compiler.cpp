// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Compiles every different kernel to a module and an object of its own, or reads the object
// from the cache. Threads start with the first kernel, up to one per core, while the caller
// still plans the rest of the program; finish() makes the caller one of them.
#include "compiler/codegen/kernel_compiler.h"
#include "compiler/codegen/lower_loops.h"
#include "compiler/codegen/object.h"
#include "compiler/codegen/object_cache.h"
#include "compiler/codegen/scalar_function.h"
#include "compiler/kernels/expand_kernels.h"
#include "compiler/kernels/kernel_op.h"
#include "compiler/kernels/loop_techniques.h"
#include "compiler/kernels/structure_key.h"
#include "compiler/ops/region.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "runtime/abi.h"
#include "runtime/thread.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/IR/LLVMContext.h"
#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>

using namespace mlir;

namespace spmd {

/// The queue of kernels and the threads that work on it.
struct KernelCompiler::State {
  /// One module: all kernels of a plan, one loop, or one function of scalars.
  struct Unit {
    FusionBody body;
    FusionPlan plan;
    std::optional<LoopKernel> loop;
    Region *scalars = nullptr;
    std::string key, name;
    std::vector<std::string> symbols;
    std::vector<uint8_t> object;
    std::string ir;
    bool fromCache = false;
  };
  KernelOptions options;
  StructureKeys keys{StructureKeys::Use::Files}; // of functions of scalars
  llvm::StringMap<SmallVector<uint32_t>> known;  // key -> kernels
  std::deque<Unit> units; // a deque: units do not move while others are added
  std::vector<rt::Kernel> kernels;

  TargetName target;
  std::string circumstances; // everything besides the kernel that an object depends on
  std::optional<ObjectCache> cache;
  std::vector<rt::Thread> threads;
  bool canStart = true; // false: the system refused a thread
  std::mutex lock;      // protects what follows, and the number of units
  std::condition_variable changed;
  size_t next = 0; // the first unit that no thread has taken
  bool isComplete = false;
  std::vector<llvm::Error> errors;

  explicit State(KernelOptions chosen);
  ~State();
  SmallVector<uint32_t> add(Unit unit, size_t count, MLIRContext *context);
  /// Compiles units until none will follow, or one fails.
  void work();
  /// Announces that no unit will be added. Without `wanted` the remaining units are dropped.
  void close(bool wanted);
  void startThread();
  void join();
  /// Fills unit.object from the cache, or compiles it and writes it to the cache.
  llvm::Error make(Unit &unit, std::unique_ptr<ObjectCompiler> &compiler);
  llvm::Error compile(Unit &unit, ObjectCompiler &compiler);
  /// Adds the function of one nest to a module.
  void emitNest(llvm::Module &module, const FusionBody &body, const FusionPlan &plan, size_t nest,
                ElementCodes &codes, llvm::StringRef symbol);
};

/// Objects in the cache are valid for one CPU, one set of its features, one machine, one version
/// of LLVM and of the ABI, and one build of this library.
KernelCompiler::State::State(KernelOptions chosen)
    : options(std::move(chosen)), target{options.cpu, options.features} {
  if (target.cpu.empty() && target.features.empty())
    target = TargetName::host();
  if (options.useCache)
    cache.emplace(options.cacheFolder);
  circumstances = target.cpu + "\n" + target.features + "\n" LLVM_VERSION_STRING "\n" +
                  std::to_string(rt::kAbiVersion) + "\n" + buildIdentity() + "\n" +
                  options.machine.text();
}

/// After finish() no work is left. Where the program failed before finish(), its kernels are
/// not needed and are dropped.
KernelCompiler::State::~State() {
  close(/*wanted=*/false);
  join();
  for (llvm::Error &error : errors)
    llvm::consumeError(std::move(error));
}

KernelCompiler::KernelCompiler(KernelOptions options)
    : state(std::make_unique<State>(std::move(options))) {}
KernelCompiler::~KernelCompiler() = default;

/// Adds a unit with `count` kernels, unless an equal one is known, and returns the indices
/// of its kernels. Starts another thread while there are fewer threads than units and cores.
SmallVector<uint32_t> KernelCompiler::State::add(Unit unit, size_t count, MLIRContext *context) {
  if (options.exact) // the same structure compiles to other code
    unit.key.insert(0, "exact ");
  auto [entry, isNew] = known.try_emplace(unit.key);
  if (!isNew)
    return entry->second;
  // Symbols are derived from the structure, so they are equal in every program and programs
  // can share objects.
  unit.name = ObjectCache::nameOf(unit.key);
  for (size_t k = 0; k < count; ++k) {
    unit.symbols.push_back("k" + unit.name + (k ? "." + std::to_string(k) : ""));
    entry->second.push_back(kernels.size());
    kernels.push_back({unit.symbols.back(), uint32_t(units.size())});
  }
  {
    std::lock_guard guard(lock);
    units.push_back(std::move(unit));
  }
  unsigned most =
      options.threads ? options.threads : std::max(1u, std::thread::hardware_concurrency());
  if (!context->isMultithreadingEnabled()) // its types are created without locks
    most = 1;
  // The caller of finish() works as well, so one thread less is started.
  if (canStart && threads.size() + 1 < std::min<size_t>(most, units.size() + 1))
    startThread();
  changed.notify_one();
  return entry->second;
}

/// The key is the kernel's text, so that equal kernels are compiled once and are found in the
/// cache.
SmallVector<uint32_t> KernelCompiler::add(ir::KernelOp kernel, const FusionPlan &plan) {
  MLIRContext *context = kernel.getContext();
  loadLoopDialects(context);
  State::Unit unit;
  unit.body = FusionBody::of(kernel.getBody().front());
  unit.plan = plan;
  unit.key = kernelText(kernel);
  return state->add(std::move(unit), plan.kernels.size(), context);
}

/// A loop is known when its commands are, after the buffers are assigned. So it is compiled after
/// the kernels outside of loops.
uint32_t KernelCompiler::add(LoopKernel loop) {
  MLIRContext *context = loop.parts.front().kernel.getContext();
  loadLoopDialects(context);
  State::Unit unit;
  unit.key = loop.key();
  unit.loop = std::move(loop);
  return state->add(std::move(unit), 1, context).front();
}

/// The region is checked here, so that the diagnostic points at the user's op.
FailureOr<uint32_t> KernelCompiler::add(Region &scalars) {
  scalars.getContext()->loadDialect<arith::ArithDialect, math::MathDialect>();
  if (!isEmittableRegion(scalars))
    return scalars.getParentOp()->emitOpError(
        "has a region with ops that have no arithmetic on scalars");
  State::Unit unit;
  unit.scalars = &scalars;
  unit.key = state->keys.of(scalars);
  return state->add(std::move(unit), 1, scalars.getContext()).front();
}

/// The steps from a plan to LLVM IR: loops as IR, the techniques, the lowering.
void KernelCompiler::State::emitNest(llvm::Module &module, const FusionBody &body,
                                     const FusionPlan &plan, size_t nest, ElementCodes &codes,
                                     llvm::StringRef symbol) {
  auto loops = expandKernel(body, plan, nest, codes, options.machine, symbol);
  improveLoops(*loops, options.machine,
               /*hasNonTemporalStores=*/module.getTargetTriple().isX86());
  lowerLoops(*loops, module, symbol);
}

/// Emits the LLVM IR of a unit and compiles it. Each unit has a context of its own, since
/// LLVM contexts must not be shared by threads.
llvm::Error KernelCompiler::State::compile(Unit &unit, ObjectCompiler &compiler) {
  llvm::LLVMContext context;
  llvm::Module module(unit.name, context);
  compiler.prepare(module);
  Rounding rounding = options.exact ? Rounding::Exact : Rounding::Usual;
  if (unit.scalars) {
    emitScalarFunction(module, *unit.scalars, rounding, unit.symbols[0]);
  } else if (unit.loop) {
    SmallVector<llvm::Function *> parts;
    for (auto [i, part] : llvm::enumerate(unit.loop->parts)) {
      ElementCodes codes(rounding);
      const std::string symbol = unit.symbols[0] + ".part" + std::to_string(i);
      emitNest(module, FusionBody::of(part.kernel.getBody().front()), planOf(part.kernel),
               part.nest, codes, symbol);
      parts.push_back(module.getFunction(symbol));
    }
    emitLoopKernel(module, *unit.loop, parts, unit.symbols[0]);
  } else {
    ElementCodes codes(rounding);
    for (auto [nest, symbol] : llvm::enumerate(unit.symbols))
      emitNest(module, unit.body, unit.plan, nest, codes, symbol);
  }
  if (options.keepIr) {
    llvm::raw_string_ostream os(unit.ir);
    module.print(os, nullptr);
  }
  return compiler.compile(module, unit.loop ? Effort::Loop : Effort::Kernel).moveInto(unit.object);
}

/// Reads the object from the cache, or compiles it and writes it there. With keepIr the
/// cache is not read, because an object has no IR. `compiler` is created on first use.
llvm::Error KernelCompiler::State::make(Unit &unit, std::unique_ptr<ObjectCompiler> &compiler) {
  if (options.cancelled && *options.cancelled)
    return llvm::createStringError(kCancelled);
  const std::string key = circumstances + unit.key;
  if (cache && !options.keepIr)
    if (auto object = cache->read(key)) {
      unit.object = std::move(*object);
      unit.fromCache = true;
      return llvm::Error::success();
    }
  if (!compiler) {
    if (auto error = ObjectCompiler::create(target).moveInto(compiler))
      return error;
  }
  if (llvm::Error error = compile(unit, *compiler))
    return error;
  if (cache)
    cache->write(key, unit.object);
  return llvm::Error::success();
}

/// The compiler is created when the first unit misses the cache: creating it costs about a
/// millisecond.
void KernelCompiler::State::work() {
  std::unique_ptr<ObjectCompiler> compiler;
  std::unique_lock guard(lock);
  for (;;) {
    // Sleeps while the queue is empty and more units may come.
    changed.wait(guard, [&] { return next < units.size() || isComplete; });
    if (next >= units.size())
      return;
    Unit &unit = units[next++];
    guard.unlock();
    llvm::Error error = make(unit, compiler);
    guard.lock();
    // After an error the remaining units are skipped, since the program cannot run anyway.
    if (error) {
      errors.push_back(std::move(error));
      next = units.size();
      return;
    }
  }
}

/// Tells the threads that no more kernels come. Those that wait end; without `wanted`, the units
/// that nobody has begun are left out, because the compilation has failed elsewhere.
void KernelCompiler::State::close(bool wanted) {
  {
    std::lock_guard guard(lock);
    isComplete = true;
    if (!wanted)
      next = units.size();
  }
  changed.notify_all();
}

/// Starts a thread. Where the system refuses, the existing threads and the caller of
/// finish() compile the remaining units.
void KernelCompiler::State::startThread() {
  // The default stack size is a limit of the host, which may be small. 8 MiB is what Linux
  // gives to a main thread. Measured: the kernels of GPT-2's training step (tests/models)
  // compile with 192 KiB and fail with 128.
  constexpr size_t kStackBytes = 8 << 20;
  auto thread = rt::Thread::start([this] { work(); }, kStackBytes);
  if (thread)
    threads.push_back(std::move(*thread));
  else
    llvm::consumeError(thread.takeError());
  canStart = bool(thread);
}

void KernelCompiler::State::join() {
  for (rt::Thread &thread : threads)
    thread.join();
  threads.clear();
}

/// Reports the errors of all threads together.
llvm::Expected<KernelObjects> KernelCompiler::finish() {
  State &s = *state;
  s.close(/*wanted=*/true);
  s.work();
  s.join();
  llvm::Error all = llvm::Error::success();
  // Several threads may have failed at the same time.
  for (llvm::Error &e : s.errors)
    all = llvm::joinErrors(std::move(all), std::move(e));
  s.errors.clear();
  if (all)
    return std::move(all);

  KernelObjects out;
  out.kernels = s.kernels;
  for (State::Unit &unit : s.units) {
    out.objects.push_back(std::move(unit.object));
    out.ir.push_back(std::move(unit.ir));
    (unit.fromCache ? out.fromCache : out.compiled)++;
  }
  out.cpuFeatures =
      s.target.cpu + " " + s.target.features + " " + s.options.machine.text(/*end=*/' ');
  if (s.cache)
    out.remarks = s.cache->remarks();
  return out;
}

} // namespace spmd
