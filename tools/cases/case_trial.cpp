// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs a case. The arguments are those of the verifier of partitions, whose short sums are exact,
// so that most cases give the same bits on all devices.
#include "tools/cases/case_trial.h"
#include "compiler/compile.h"
#include "compiler/verify/comparison.h"
#include "compiler/verify/in_doubles.h"
#include "dialects/source.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "tools/spmd_random_record.h"
#include "tools/spmd_run_options.h"
#include "tools/tool_run.h"
#include <cmath>
#include <cstring>

using namespace mlir;

namespace spmd::random {
namespace {

/// The largest difference of generated code, in parts of the largest element. Its functions and
/// the order of its sums differ from those of the interpreter: a case that differs by more in its
/// own types has to agree in f64 to the second number.
constexpr double kClose = 1e-5, kCloseInDoubles = 1e-10;
/// Arguments have elements of about one, so smaller results are what sums have left.
constexpr double kScale = 1e-3;

/// One thread and no cache: many processes of this tool run at a time. bf16 is rounded after each
/// op, as in the interpreter.
CompileOptions optionsOf() {
  CompileOptions options;
  options.threads = 1;
  options.useCache = false;
  options.exact = true;
  return options;
}

/// Mistakes on purpose, for tests of this tool: a tanh is missing from the partitioned program,
/// and a cosine ends the process.
void plantMistakes(ModuleOp partitioned) {
  partitioned.walk([](Operation *op) {
    llvm::StringRef name = op->getName().getStringRef();
    if (name == "stablehlo.cosine")
      llvm::report_fatal_error("planted at a cosine", /*gen_crash_diag=*/true);
    if (name == "stablehlo.tanh")
      op->getResult(0).replaceAllUsesWith(op->getOperand(0));
  });
}

using Difference = llvm::Expected<std::optional<std::string>>;

/// One case on its way. The program is parsed once, and each comparison works on a copy.
class CaseTrial {
public:
  CaseTrial(MLIRContext &context, rt::Workers &workers, const RandomProgram &program, uint64_t seed,
            const std::function<void(llvm::StringRef)> &onWay)
      : context(context), workers(workers), program(program), seed(seed), record(context, onWay) {}

  std::optional<Finding> run() {
    record.begin("reference");
    module = parseSource(program.text, "case.mlir", &context);
    if (!module)
      record.refuse();
    else if (partitioned() && program.ofCase->isCompiled && !isComplexWithSpecials())
      onMesh();
    return record.finding;
  }

  /// C leaves open which sign an infinite part of a complex number has where the other one is NaN.
  bool isComplexWithSpecials() const {
    return program.ofCase->hasSpecials && llvm::StringRef(program.text).contains("complex<");
  }

private:
  MLIRContext &context;
  rt::Workers &workers;
  const RandomProgram &program;
  uint64_t seed;
  Record record;
  OwningOpRef<ModuleOp> module, doubles;

  /// Compares a program with its partitioned form. Fails where the compiler refuses it.
  Difference differenceIn(ModuleOp whole, std::optional<double> tolerance) {
    // The compiler rewrites the module, and the whole one is still to be run.
    OwningOpRef<ModuleOp> copy = whole.clone();
    CompileOptions options = optionsOf();
    options.stopAfter = Stage::Partition;
    if (failed(compileModule(*copy, options)))
      return llvm::createStringError(llvm::inconvertibleErrorCode(), ""); // the record has why
    if (program.ofCase->isPlanted)
      plantMistakes(*copy);
    return differenceOf({.whole = whole,
                         .partitioned = *copy,
                         .devices = deviceCountOf(whole),
                         .seed = seed,
                         .specials = program.ofCase->hasSpecials,
                         .tolerance = tolerance,
                         .scale = kScale});
  }

  // A program of many small floats differs in its last digits by design; f64 has digits to spare.
  /// The program with f64 in place of other floats, where that is one.
  ModuleOp inF64() {
    if (!doubles)
      doubles = inDoubles(*module);
    return doubles ? *doubles : *module;
  }

  /// Ends a way with what differs in the program's own types, and in f64 as well.
  bool compare(llvm::StringRef way,
               llvm::function_ref<Difference(ModuleOp, bool isInDoubles)> differenceOf) {
    record.begin(way);
    Difference found = differenceOf(*module, false);
    if (found && *found && !llvm::StringRef(**found).starts_with("it does not run"))
      if (Difference again = differenceOf(inF64(), true); !again || !*again)
        found = std::move(again);
    if (found)
      return *found ? record.differ(**found) : true;
    std::string why = llvm::toString(found.takeError());
    // docs/limits.md lists what generated code does not run.
    return way == "mesh" && record.firstError().contains("generated code") ? true
                                                                           : record.refuse(why);
  }

  /// Equal bits are right. Others come from sums in another order, if half of the digits of f64
  /// agree where all floats are doubles.
  bool partitioned() {
    return compare("partitioned", [&](ModuleOp whole, bool isInDoubles) {
      return differenceIn(whole, isInDoubles ? std::nullopt : std::optional<double>(0));
    });
  }

  /// Copies tensors to arrays of the runtime.
  static llvm::Expected<std::vector<rt::Array>> arraysOf(ModuleOp module,
                                                         ArrayRef<Tensor> tensors) {
    auto wanted = run::wantedArguments(module);
    if (!wanted)
      return wanted.takeError();
    std::vector<rt::Array> arrays;
    for (auto [tensor, want] : llvm::zip_equal(tensors, *wanted)) {
      auto array = rt::Array::allocate(want.type, want.shape);
      if (!array)
        return array.takeError();
      std::memcpy(array->data(), tensor.data(), tensor.byteCount());
      arrays.push_back(std::move(*array));
    }
    return arrays;
  }

  /// Where one part of a complex number is NaN, the sign of an infinite other part is left open.
  /// Such elements become zero in both arrays.
  static void clearUndefined(rt::Array &made, rt::Array &wanted) {
    bool isComplex = wanted.type == rt::DType::C64 || wanted.type == rt::DType::C128;
    if (!isComplex || made.type != wanted.type || made.shape != wanted.shape)
      return;
    // of the real and of the imaginary part
    rt::DType part = wanted.type == rt::DType::C64 ? rt::DType::F32 : rt::DType::F64;
    int64_t step = rt::sizeOf(part);
    // Both parts lie side by side, the real one first. An element that is NaN in one array only
    // stays, and differs.
    for (int64_t i = 0; i < wanted.elementCount(); ++i) {
      std::byte *at = wanted.data() + 2 * i * step, *other = made.data() + 2 * i * step;
      auto hasNan = [&](const std::byte *number) {
        return std::isnan(rt::elementAsDouble(part, number)) ||
               std::isnan(rt::elementAsDouble(part, number + step));
      };
      if (!hasNan(at) || !hasNan(other))
        continue;
      std::memset(at, 0, 2 * step);
      std::memset(other, 0, 2 * step);
    }
  }

  /// The first result of generated code that is not close to that of the interpreter.
  Difference differenceOnMesh(ModuleOp whole, double close) {
    // The same arguments as in the way before, so that a finding is one of generated code.
    auto tensors = argumentsOf({.whole = whole,
                                .partitioned = whole,
                                .seed = seed,
                                .specials = program.ofCase->hasSpecials});
    if (!tensors)
      return tensors.takeError();
    auto arguments = arraysOf(whole, *tensors);
    if (!arguments)
      return arguments.takeError();
    // The interpreter on the whole program, on the same arguments.
    auto expected = run::runReference(whole, *arguments);
    if (!expected)
      return expected.takeError();
    OwningOpRef<ModuleOp> copy = whole.clone();
    FailureOr<CompiledProgram> compiled = compileModule(*copy, optionsOf());
    if (failed(compiled))
      return llvm::createStringError(llvm::inconvertibleErrorCode(), "");
    auto made = tool::runOnce(std::move(compiled->program), *arguments, workers);
    if (!made)
      return made.takeError();
    for (auto [i, result, wanted] : llvm::enumerate(*made, *expected)) {
      clearUndefined(result, wanted);
      bool isRounded = rt::isFloat(wanted.type) || wanted.type == rt::DType::C64 ||
                       wanted.type == rt::DType::C128;
      // relative to the largest element, by the rule of spmd-run
      rt::Tolerance tolerance = isRounded ? run::defaultTolerance(wanted, true) : rt::Tolerance{};
      tolerance.absolute = std::max(tolerance.absolute, kClose * kScale) * close / kClose;
      if (auto mismatch = rt::firstMismatch(result, wanted, tolerance))
        return "result " + std::to_string(i) + " " + mismatch->message(result.elementCount());
    }
    return std::optional<std::string>();
  }

  bool onMesh() {
    return compare("mesh", [&](ModuleOp whole, bool isInDoubles) {
      return differenceOnMesh(whole, isInDoubles ? kCloseInDoubles : kClose);
    });
  }
};

} // namespace

std::optional<Finding> tryCase(MLIRContext &context, rt::Workers &workers,
                               const RandomProgram &program, uint64_t seed,
                               const std::function<void(llvm::StringRef)> &onWay) {
  return CaseTrial(context, workers, program, seed, onWay).run();
}

} // namespace spmd::random
