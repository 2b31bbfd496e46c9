// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Makes arguments from seeds, computes bounds with the reference interpreter and results
// with the whole pipeline.
#include "tools/spmd_random_fusion_trial.h"
#include "compiler/compile.h"
#include "dialects/source.h"
#include "tools/spmd_random_bounds.h"
#include "tools/spmd_random_fusions.h"
#include "tools/spmd_random_record.h"
#include "tools/tool_run.h"
#include <cmath>

using namespace mlir;

namespace spmd::random {
namespace {

/// The share of arguments that hold NaNs, infinities and similar values, and the share of
/// such elements in one of these arguments.
constexpr double kSpecialArguments = 0.3, kSpecialElements = 0.1;

/// A random float. Special values are NaN, infinities, -0, subnormal numbers and the largest
/// number.
double randomReal(Random &random, FloatType type, bool isSpecial) {
  const llvm::fltSemantics &semantics = type.getFloatSemantics();
  if (isSpecial && chance(random, kSpecialElements)) {
    switch (below(random, 7)) {
    case 0:
      return NAN;
    case 1:
      return INFINITY;
    case 2:
      return -INFINITY;
    case 3:
      return -0.0;
    case 4:
      return asDouble(llvm::APFloat::getSmallest(semantics));
    case 5:
      return -3 * asDouble(llvm::APFloat::getSmallest(semantics));
    default:
      return asDouble(llvm::APFloat::getLargest(semantics));
    }
  }
  if (chance(random, 0.4)) // multiples of 1/4: few digits make ties frequent
    return (double(below(random, 33)) - 16) / 4;
  // 53 random bits, so all machines draw the same double.
  return (double(random() >> 11) * 0x1p-53 - 0.5) * (chance(random, 0.2) ? 40 : 4);
}

/// A random integer from a small range; in special arguments sometimes any 64-bit pattern.
int64_t randomInteger(Random &random, Type element, bool isSpecial) {
  unsigned bits = elementBits(element);
  if (isSpecial && chance(random, kSpecialElements))
    return int64_t(random()) >> below(random, 64);
  int64_t value = int64_t(below(random, 17)) - (element.isUnsignedInteger() ? 0 : 8);
  return bits == 1 ? value & 1 : value;
}

/// The argument `index` of the program of a seed. It depends on nothing else, so a program
/// has the same arguments alone and in a module with others.
Tensor randomTensor(RankedTensorType type, uint64_t seed, uint64_t index) {
  Random random(seed * 64 + index);
  Type element = type.getElementType();
  bool isSpecial = chance(random, kSpecialArguments);
  switch (domainOf(element)) {
  case Domain::Real: {
    std::vector<double> values(type.getNumElements());
    for (double &x : values)
      x = randomReal(random, cast<FloatType>(element), isSpecial);
    return Tensor::of(type, values);
  }
  case Domain::Complex: {
    std::vector<Complex> values(type.getNumElements());
    auto part = cast<FloatType>(cast<ComplexType>(element).getElementType());
    for (Complex &z : values)
      z = {randomReal(random, part, isSpecial), randomReal(random, part, isSpecial)};
    return Tensor::of(type, values);
  }
  default: {
    std::vector<int64_t> values(type.getNumElements());
    for (int64_t &x : values)
      x = randomInteger(random, element, isSpecial);
    return Tensor::of(type, values);
  }
  }
}

/// One module on its way through the reference interpreter and generated code.
class Trial {
public:
  Trial(MLIRContext &context, rt::Workers &workers,
        const std::function<void(llvm::StringRef)> &onWay)
      : context(context), workers(workers), record(context, onWay) {}

  const std::optional<Finding> &finding() const { return record.finding; } // of the module
  std::vector<Tensor> results;
  std::vector<Bounds> bounds;

  /// Runs the module; `argumentAt` returns the tensor of argument i. Returns false where
  /// there is a finding.
  bool run(llvm::StringRef text, llvm::function_ref<Tensor(size_t, RankedTensorType)> argumentAt) {
    // First way: the reference interpreter, on intervals.
    record.begin("reference");
    OwningOpRef<ModuleOp> module = parseSource(text, "random.mlir", &context);
    if (!module)
      return record.refuse();
    auto main = module->lookupSymbol<func::FuncOp>("main");
    std::vector<Tensor> arguments;
    for (auto [i, type] : llvm::enumerate(main.getArgumentTypes()))
      arguments.push_back(argumentAt(i, cast<RankedTensorType>(type)));
    auto allowed = boundsOf(main, arguments);
    if (!allowed)
      return record.refuse(allowed.takeError());
    bounds = std::move(*allowed);
    SmallVector<Type> types(main.getResultTypes());
    // Second way: generated code.
    record.begin("one device");
    // exact: the bounds assume that bf16 is rounded after each op.
    CompileOptions options{.threads = 1, .useCache = false, .exact = true};
    FailureOr<CompiledProgram> compiled = compileModule(*module, options);
    if (failed(compiled))
      return record.refuse();
    auto made = execute(std::move(compiled->program), arguments);
    if (!made)
      return record.refuse(made.takeError());
    for (auto [array, type] : llvm::zip_equal(*made, types)) {
      Tensor &tensor = results.emplace_back(type);
      std::memcpy(tensor.mutableData(), array.data(), tensor.byteCount());
    }
    return true;
  }

private:
  MLIRContext &context;
  rt::Workers &workers;
  Record record;

  /// Copies tensors to arrays of the runtime and runs the program once.
  llvm::Expected<std::vector<rt::Array>> execute(rt::Program program, ArrayRef<Tensor> tensors) {
    std::vector<rt::Array> arguments;
    for (auto [tensor, border] : llvm::zip_equal(tensors, program.arguments)) {
      auto array = rt::Array::allocate(border.type, border.globalShape);
      if (!array)
        return array.takeError();
      std::memcpy(array->data(), tensor.data(), tensor.byteCount());
      arguments.push_back(std::move(*array));
    }
    return tool::runOnce(std::move(program), arguments, workers);
  }
};

///   "result 2: element 3 is 1.5, not in [1, 1.25]; 2 of 8 elements differ"
Finding difference(size_t result, const std::string &what) {
  return {Outcome::Differ, "one device", "result " + std::to_string(result) + ": " + what};
}

} // namespace

/// A program's first wrong result is its finding; further results of the program are
/// skipped.
FusionFindings tryFusions(MLIRContext &context, rt::Workers &workers, uint64_t first,
                          uint64_t count, const std::function<void(llvm::StringRef)> &onWay) {
  std::vector<uint64_t> seedOfArgument, seedOfResult;
  std::string text = fusionModule(first, count, seedOfArgument, seedOfResult);
  // its position among those of its program
  auto placeOf = [](const std::vector<uint64_t> &seeds, size_t i) {
    size_t place = i;
    while (place > 0 && seeds[place - 1] == seeds[i])
      --place;
    return i - place;
  };
  Trial trial(context, workers, onWay);
  bool hasRun = trial.run(text, [&](size_t i, RankedTensorType type) {
    return randomTensor(type, seedOfArgument[i], placeOf(seedOfArgument, i));
  });
  FusionFindings out;
  out.isWhole = !hasRun;
  if (trial.finding())
    out.findings.push_back({first, *trial.finding()});
  for (auto [i, result] : llvm::enumerate(trial.results)) {
    if (!out.findings.empty() && out.findings.back().first == seedOfResult[i])
      continue;
    if (auto what = firstOutside(result, trial.bounds[i]))
      out.findings.push_back({seedOfResult[i], difference(placeOf(seedOfResult, i), *what)});
  }
  return out;
}

/// Runs one program and compares each result with its bounds. Nothing if all lie inside.
std::optional<Finding> tryFusion(MLIRContext &context, rt::Workers &workers,
                                 const std::string &text, uint64_t seed,
                                 const std::function<void(llvm::StringRef)> &onWay) {
  Trial trial(context, workers, onWay);
  if (!trial.run(text,
                 [&](size_t i, RankedTensorType type) { return randomTensor(type, seed, i); }))
    return trial.finding();
  for (auto [i, result] : llvm::enumerate(trial.results))
    if (auto what = firstOutside(result, trial.bounds[i]))
      return difference(i, *what);
  return std::nullopt;
}

} // namespace spmd::random
