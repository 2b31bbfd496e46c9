// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reduction on the IR: one result of main is kept, then ops are removed from the last one
// on until no removal keeps the finding.
#include "tools/spmd_random_reduce.h"
#include "compiler/structure/exchange.h"
#include "dialects/source.h"
#include "dialects/stablehlo/stablehlo.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Verifier.h"

using namespace mlir;

namespace spmd::random {
namespace {

/// The most attempts for one program. An attempt takes about 20 ms (measured: spmd-random
/// --kind=manual).
constexpr int kMostAttempts = 400;

/// Works on the program for one device where the finding is about that one (isTwin).
class Reducer {
public:
  /// A finding on one device is reduced on the twin of the program for one device.
  Reducer(const RandomProgram &program, const Report &report, unsigned limitSeconds)
      : program(program), report(report), limitSeconds(limitSeconds),
        isTwin(report.finding.way == "one device" && !program.oneDevice.empty()) {
    registerAllDialects(registry);
    context = std::make_unique<MLIRContext>(registry, MLIRContext::Threading::DISABLED);
    context->loadDialect<stablehlo::StablehloDialect>();
  }

  /// Returns the reduced program, or the original one where nothing could be removed.
  RandomProgram run() {
    ScopedDiagnosticHandler quiet(context.get(), [](Diagnostic &) { return success(); });
    OwningOpRef<ModuleOp> module =
        parseSource(isTwin ? program.oneDevice : program.text, "random.mlir", context.get());
    if (!module)
      return program;
    bool changed = keepOneResult(module);
    for (bool again = true; again;) {
      again = false;
      // From the last op on, since the ops that only it uses can then go.
      for (int64_t op = countOps(*module); op-- > 0;)
        again |= dropOp(module, op);
      changed |= again;
    }
    return changed ? with(*module) : program;
  }

private:
  const RandomProgram &program;
  const Report &report;
  unsigned limitSeconds;
  bool isTwin;
  int attempts = 0;
  DialectRegistry registry;
  std::unique_ptr<MLIRContext> context;

  /// The program with `module` as its text.
  RandomProgram with(ModuleOp module) const {
    RandomProgram out = program;
    std::string &text = isTwin ? out.oneDevice : out.text;
    text.clear();
    llvm::raw_string_ostream stream(text);
    printSource(module, stream);
    return out;
  }

  /// Runs the changed program and compares outcome, way and kind of message with the report.
  bool stillShows(ModuleOp module) {
    if (failed(verify(module)) || ++attempts > kMostAttempts)
      return false;
    RandomProgram smaller = with(module);
    bool same = false;
    // One seed in one process, with its output to stderr dropped.
    tryAll(
        {report.seed, 1, 1, limitSeconds, /*quiet=*/true}, [&](uint64_t) { return smaller; },
        [&](const Report &now) {
          same = now.finding.outcome == report.finding.outcome &&
                 now.finding.way == report.finding.way &&
                 (now.finding.outcome == Outcome::Differ ||
                  kindOfMessage(now.finding.message) == kindOfMessage(report.finding.message));
        });
    return same;
  }

  /// Applies `change` to a copy and keeps the copy where it still shows the finding.
  bool attempt(OwningOpRef<ModuleOp> &module, llvm::function_ref<bool(ModuleOp)> change) {
    OwningOpRef<ModuleOp> copy = module->clone();
    if (!change(*copy) || !stillShows(*copy))
      return false;
    module = std::move(copy);
    return true;
  }

  /// Keeps the first single result that shows the finding alone.
  bool keepOneResult(OwningOpRef<ModuleOp> &module) {
    auto main = module->lookupSymbol<func::FuncOp>("main");
    for (unsigned i = 0; main && main.getNumResults() > 1 && i < main.getNumResults(); ++i)
      if (attempt(module, [&](ModuleOp copy) {
            auto main = copy.lookupSymbol<func::FuncOp>("main");
            llvm::BitVector dropped(main.getNumResults(), true);
            dropped.reset(i);
            main.front().getTerminator()->eraseOperands(dropped);
            return succeeded(main.eraseResults(dropped));
          }))
        return true;
    return false;
  }

  /// The ops that may be removed, in the order of the text.
  static SmallVector<Operation *> opsOf(ModuleOp module) {
    SmallVector<Operation *> ops;
    module.walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (op->getNumResults() && op->getParentOfType<func::FuncOp>() && !isInPart(op))
        ops.push_back(op);
    });
    return ops;
  }
  static int64_t countOps(ModuleOp module) { return int64_t(opsOf(module).size()); }
  /// Reducers and the conditions of loops stay as they are.
  static bool isInPart(Operation *op) {
    Operation *parent = op->getParentOp();
    return exchangeOf(parent) || parent->getName().getStringRef() == "stablehlo.reduce" ||
           (isa<stablehlo::WhileOp>(parent) && op->getParentRegion()->getRegionNumber() == 0);
  }

  /// Removes op number `index`, or replaces it by an operand or by zeros.
  bool dropOp(OwningOpRef<ModuleOp> &module, int64_t index) {
    if (index >= countOps(*module))
      return false;
    Operation *op = opsOf(*module)[index];
    auto change = [&](bool byOperand) {
      return attempt(module, [&](ModuleOp copy) { return replace(opsOf(copy)[index], byOperand); });
    };
    // Nothing reads the op: no replacement is needed.
    if (op->use_empty())
      return change(false);
    // Counters of loops stay, since a loop without an end would use up the time of the
    // attempt.
    if (auto type = dyn_cast<RankedTensorType>(op->getResult(0).getType());
        type && type.getRank() == 0 && type.getElementType().isInteger(32))
      return false;
    return change(true) || change(false);
  }

  /// Replaces the results of an op by an operand of the same type or by zeros, and erases
  /// the op.
  static bool replace(Operation *op, bool byOperand) {
    OpBuilder builder(op);
    if (byOperand && (op->getNumRegions() || op->getNumResults() != 1 || exchangeOf(op)))
      return false;
    for (Value result : op->getResults()) {
      if (result.use_empty())
        continue;
      Value other;
      // The first operand of the same type takes the place of the result.
      for (Value operand : op->getOperands())
        if (byOperand && !other && operand.getType() == result.getType())
          other = operand;
      if (!byOperand && op->getName().getStringRef() != "stablehlo.constant")
        if (auto type = dyn_cast<RankedTensorType>(result.getType()))
          if (Attribute zero = zeroOf(type))
            other = stablehlo::ConstantOp::create(builder, op->getLoc(), cast<ElementsAttr>(zero));
      if (!other)
        return false;
      result.replaceAllUsesWith(other);
    }
    op->erase();
    return true;
  }

  /// A constant of zeros; null for complex types, which have no zero attribute.
  static Attribute zeroOf(RankedTensorType type) {
    if (auto complex = dyn_cast<ComplexType>(type.getElementType()))
      return {};
    return DenseElementsAttr::get(
        type, cast<Attribute>(Builder(type.getContext()).getZeroAttr(type.getElementType())));
  }
};

} // namespace

RandomProgram reduceProgram(const RandomProgram &program, const Report &report,
                            unsigned limitSeconds) {
  return Reducer(program, report, limitSeconds).run();
}

} // namespace spmd::random
