// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What is different is listed first; finish() then reads the cache and compiles the rest, a module and an object each, as
// many at a time as there are cores.
#include "compiler/codegen/kernel_compiler.h"
#include "compiler/codegen/loop_emitter.h"
#include "compiler/codegen/object.h"
#include "compiler/codegen/object_cache.h"
#include "compiler/codegen/structure_key.h"
#include "compiler/ops/region.h"
#include "runtime/abi.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/IR/LLVMContext.h"
#include <atomic>
#include <thread>

using namespace mlir;

namespace spmd {

struct KernelCompiler::State {
  /// One module: all kernels of a plan, or a function of scalars.
  struct Unit {
    FusionBody body;
    FusionPlan plan;
    Region *scalars = nullptr;
    std::string key, name;
    std::vector<std::string> symbols;
    std::vector<uint8_t> object;
    std::string ir;
    bool fromCache = false;
  };
  KernelOptions options;
  StructureKeys keys;
  llvm::StringMap<SmallVector<uint32_t>> known; // key -> kernels
  std::vector<Unit> units;
  std::vector<rt::Kernel> kernels;

  SmallVector<uint32_t> add(Unit unit, size_t count);
  llvm::Error compile(Unit &unit, ObjectCompiler &compiler);
};

KernelCompiler::KernelCompiler(KernelOptions options) : state(std::make_unique<State>()) {
  state->options = std::move(options);
}
KernelCompiler::~KernelCompiler() = default;

SmallVector<uint32_t> KernelCompiler::State::add(Unit unit, size_t count) {
  auto [entry, isNew] = known.try_emplace(unit.key);
  if (!isNew)
    return entry->second;
  // Symbols are names of the structure: the same in every program, so that objects can be shared.
  unit.name = ObjectCache::nameOf(unit.key);
  for (size_t k = 0; k < count; ++k) {
    unit.symbols.push_back("k" + unit.name + (k ? "." + std::to_string(k) : ""));
    entry->second.push_back(kernels.size());
    kernels.push_back({unit.symbols.back(), uint32_t(units.size())});
  }
  units.push_back(std::move(unit));
  return entry->second;
}

SmallVector<uint32_t> KernelCompiler::add(const FusionBody &body, const FusionPlan &plan) {
  body.outputs.front().getContext()->loadDialect<arith::ArithDialect, math::MathDialect>();
  State::Unit unit;
  unit.body = body;
  unit.plan = plan;
  unit.key = state->keys.of(body, plan);
  return state->add(std::move(unit), plan.kernels.size());
}

FailureOr<uint32_t> KernelCompiler::add(Region &scalars) {
  scalars.getContext()->loadDialect<arith::ArithDialect, math::MathDialect>();
  if (!isEmittableRegion(scalars))
    return scalars.getParentOp()->emitOpError("has a region with ops that have no arithmetic on scalars");
  State::Unit unit;
  unit.scalars = &scalars;
  unit.key = state->keys.of(scalars);
  return state->add(std::move(unit), 1).front();
}

llvm::Error KernelCompiler::State::compile(Unit &unit, ObjectCompiler &compiler) {
  llvm::LLVMContext context;
  llvm::Module module(unit.name, context);
  compiler.prepare(module);
  if (unit.scalars)
    emitScalarFunction(module, *unit.scalars, unit.symbols[0]);
  else
    emitFusion(module, unit.body, unit.plan, unit.symbols);
  if (options.keepIr) {
    llvm::raw_string_ostream os(unit.ir);
    module.print(os, nullptr);
  }
  llvm::Expected<std::vector<uint8_t>> object = compiler.compile(module);
  if (!object)
    return object.takeError();
  unit.object = std::move(*object);
  return llvm::Error::success();
}

llvm::Expected<KernelObjects> KernelCompiler::finish() {
  State &s = *state;
  TargetName target{s.options.cpu, s.options.features};
  if (target.cpu.empty() && target.features.empty())
    target = TargetName::host();
  std::optional<ObjectCache> cache;
  if (s.options.useCache)
    cache.emplace(s.options.cacheFolder);
  std::string circumstances = target.cpu + "\n" + target.features + "\n" LLVM_VERSION_STRING "\n" +
                              std::to_string(rt::kAbiVersion) + "\n" + buildIdentity() + "\n";

  std::vector<State::Unit *> missing;
  for (State::Unit &unit : s.units) {
    std::string file = ObjectCache::nameOf(circumstances + unit.key);
    if (cache && !s.options.keepIr)
      if (auto object = cache->read(file)) {
        unit.object = std::move(*object);
        unit.fromCache = true;
        continue;
      }
    missing.push_back(&unit);
  }
  unsigned threads = s.options.threads ? s.options.threads : std::max(1u, std::thread::hardware_concurrency());
  threads = std::min<size_t>(threads, missing.size());
  std::atomic<size_t> next = 0;
  std::vector<llvm::Error> errors;
  std::mutex errorLock;
  auto work = [&] {
    auto compiler = ObjectCompiler::create(target);
    llvm::Error error = compiler.takeError();
    while (!error) {
      size_t i = next++;
      if (i >= missing.size())
        break;
      error = s.compile(*missing[i], **compiler);
      if (!error && cache)
        cache->write(ObjectCache::nameOf(circumstances + missing[i]->key), missing[i]->object);
    }
    std::lock_guard guard(errorLock);
    errors.push_back(std::move(error));
  };
  std::vector<std::thread> others;
  for (unsigned t = 1; t < threads; ++t)
    others.emplace_back(work);
  if (threads)
    work();
  for (std::thread &t : others)
    t.join();
  llvm::Error all = llvm::Error::success();
  for (llvm::Error &e : errors)
    all = llvm::joinErrors(std::move(all), std::move(e));
  if (all)
    return std::move(all);

  KernelObjects out;
  out.kernels = s.kernels;
  for (State::Unit &unit : s.units) {
    out.objects.push_back(std::move(unit.object));
    out.ir.push_back(std::move(unit.ir));
    (unit.fromCache ? out.fromCache : out.compiled)++;
  }
  out.cpuFeatures = target.cpu + " " + target.features;
  if (cache)
    out.remarks = cache->remarks();
  return out;
}

} // namespace spmd
