// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reduction by single steps on the IR, then by lines of the text, then by passes. Every
// attempt runs in the sandbox, since it may crash the process.
#include "tools/spmd_fuzz_reduce.h"
#include "dialects/sdy/sdy.h"
#include "dialects/source.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Verifier.h"
#include "tools/spmd_fuzz_try.h"
#include <chrono>
#include <functional>

using namespace mlir;

namespace spmd::fuzz {
namespace {

using Step = std::function<void()>;

/// Replaces the results of an op by an operand of the same type, or else by a new argument
/// of the function, and erases the op.
void bypass(Operation *op) {
  for (OpResult result : op->getResults()) {
    if (result.use_empty())
      continue;
    auto same = llvm::find_if(op->getOperands(),
                              [&](Value operand) { return operand.getType() == result.getType(); });
    //   %2 = add %0, %1  ->  uses of %2 read %0
    if (same != op->operand_end()) {
      result.replaceAllUsesWith(*same);
      continue;
    }
    auto function = dyn_cast<func::FuncOp>(op->getParentOp());
    if (!function)
      return;
    unsigned last = function.getNumArguments();
    if (succeeded(function.insertArgument(last, result.getType(), {}, op->getLoc())))
      result.replaceAllUsesWith(function.getArgument(last));
  }
  op->erase();
}

/// Removes a result of a function and the operand of its return.
void dropResult(func::FuncOp function, unsigned index) {
  function.front().getTerminator()->eraseOperand(index);
  (void)function.eraseResult(index);
}

/// Removes an argument that nothing uses.
void dropArgument(func::FuncOp function, unsigned index) {
  if (function.getArgument(index).use_empty())
    (void)function.eraseArgument(index);
}

/// Adds steps that drop arguments, results and shardings of a function.
void addSteps(func::FuncOp function, std::vector<Step> &steps) {
  auto key = StringAttr::get(function.getContext(), sdy::kShardingAttr);
  for (unsigned i = 0; i < function.getNumArguments(); ++i) {
    if (!function.isExternal())
      steps.push_back([=] { dropArgument(function, i); });
    if (function.getArgAttr(i, key))
      steps.push_back([=]() mutable { function.removeArgAttr(i, key); });
  }
  for (unsigned i = 0; i < function.getNumResults(); ++i) {
    if (!function.isExternal())
      steps.push_back([=] { dropResult(function, i); });
    if (function.getResultAttr(i, key))
      steps.push_back([=]() mutable { function.removeResultAttr(i, key); });
  }
}

/// Lists all single steps. Steps that remove much come first; ops are listed from the end,
/// so that users go before the ops that they use.
std::vector<Step> stepsOf(ModuleOp module) {
  std::vector<Step> large, small;
  // Whole functions and meshes first.
  for (Operation &op : *module.getBody())
    large.push_back([&op] { op.erase(); });
  SmallVector<Operation *> ops;
  module.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (op->getParentOp() && op->getParentOp() != module && !op->hasTrait<OpTrait::IsTerminator>())
      ops.push_back(op);
  });
  for (Operation *op : llvm::reverse(ops)) {
    large.push_back([op] { bypass(op); });
    // Attributes go last, since removing ops removes theirs.
    for (NamedAttribute attr : op->getAttrs())
      small.push_back([op, name = attr.getName()] { op->removeAttr(name); });
  }
  for (auto function : module.getOps<func::FuncOp>())
    addSteps(function, small);
  large.insert(large.end(), small.begin(), small.end());
  return large;
}

/// Repeats the three kinds of steps until none makes the finding smaller or time is over.
class Reducer {
public:
  Reducer(Finding &finding, const DialectRegistry &registry, Sandbox &sandbox, unsigned seconds)
      : finding(finding), registry(registry), sandbox(sandbox),
        end(std::chrono::steady_clock::now() + std::chrono::seconds(seconds)) {}

  /// Repeats the three ways to reduce a finding until none makes it smaller.
  void run() {
    for (size_t before = 0; before != size() && !isOver();) {
      before = size();
      removeSteps();
      removeLines();
      removePasses();
    }
  }

private:
  size_t size() const { return finding.text.size() + finding.pipeline.size(); }
  bool isOver() const { return std::chrono::steady_clock::now() > end; }

  /// Does a program show the finding under a pipeline?
  bool shows(StringRef text, StringRef pipeline) {
    std::optional<std::string> key = sandbox.run([&] {
      MLIRContext context(registry, MLIRContext::Threading::DISABLED);
      Totals ignored;
      if (std::optional<std::string> defect = defectOf(text, pipeline, context, ignored))
        sandbox.found(*defect);
    });
    return key == finding.key;
  }

  /// Applies the step of this number in a child, which leaves the new text in shared memory.
  /// Returns nothing where there is no such step, and false where the finding is gone.
  std::optional<bool> takeStep(size_t number) {
    Shared &shared = sandbox.shared();
    shared.setText("");
    shared.hasResult = false; // whether the step exists
    std::optional<std::string> key = sandbox.run([&] {
      MLIRContext context(registry, MLIRContext::Threading::DISABLED);
      std::string text;
      {
        ErrorCounter quiet(context);
        OwningOpRef<ModuleOp> module = parseSource(finding.text, "fuzz.mlir", &context);
        std::vector<Step> steps = module ? stepsOf(*module) : std::vector<Step>();
        // The list of steps follows from the text, so a number names the same step in every
        // attempt.
        if (number >= steps.size())
          return;
        shared.hasResult = true;
        steps[number]();
        // A step may make the module ill-formed; the text then stays empty and the attempt
        // fails.
        if (failed(verify(*module)))
          return;
        llvm::raw_string_ostream stream(text);
        printSource(*module, stream);
      }
      shared.setText(text);
      Totals ignored;
      if (std::optional<std::string> defect = defectOf(text, finding.pipeline, context, ignored))
        sandbox.found(*defect);
    });
    if (!shared.hasResult)
      return std::nullopt;
    if (key != finding.key || shared.textSize == 0)
      return false;
    finding.text = shared.getText().str();
    return true;
  }

  /// Tries to leave out each mutation step.
  void removeSteps() {
    // A successful step shortens the list, so the same number then names the next step.
    // Steps before it are tried again in the next round.
    for (size_t number = 0; !isOver();) {
      size_t before = finding.text.size();
      std::optional<bool> taken = takeStep(number);
      if (!taken)
        return;
      if (!*taken || finding.text.size() >= before)
        ++number;
    }
  }

  /// Removes chunks of lines, half of the text first, then ever smaller ones.
  void removeLines() {
    SmallVector<StringRef> lines;
    std::string text = finding.text;
    StringRef(text).split(lines, '\n');
    // As delta debugging does (Zeller, Hildebrandt: Simplifying and isolating
    // failure-inducing input, 2002), with chunks of halving size.
    for (size_t chunk = std::max<size_t>(1, lines.size() / 2); chunk && !isOver(); chunk /= 2)
      for (size_t at = 0; at < lines.size() && !isOver();) {
        SmallVector<StringRef> fewer(lines);
        fewer.erase(fewer.begin() + at, fewer.begin() + std::min(at + chunk, fewer.size()));
        if (std::string shorter = llvm::join(fewer, "\n"); shows(shorter, finding.pipeline))
          lines = fewer;
        else
          at += chunk;
      }
    finding.text = llvm::join(lines, "\n");
  }

  /// Removes passes from the pipeline, last first. Commas inside of parentheses and braces
  /// do not separate passes.
  void removePasses() {
    SmallVector<std::string> passes(1);
    int depth = 0;
    for (char c : finding.pipeline) {
      depth += c == '(' || c == '{' ? 1 : c == ')' || c == '}' ? -1 : 0;
      if (c == ',' && depth == 0)
        passes.emplace_back();
      else
        passes.back() += c;
    }
    // One pass must remain.
    for (size_t at = passes.size(); at-- > 0 && passes.size() > 1 && !isOver();) {
      SmallVector<std::string> fewer(passes);
      fewer.erase(fewer.begin() + at);
      if (shows(finding.text, llvm::join(fewer, ",")))
        passes = fewer;
    }
    finding.pipeline = llvm::join(passes, ",");
  }

  Finding &finding;
  const DialectRegistry &registry;
  Sandbox &sandbox;
  std::chrono::steady_clock::time_point end;
};

} // namespace

void reduce(Finding &finding, const DialectRegistry &registry, Sandbox &sandbox, unsigned seconds) {
  Reducer(finding, registry, sandbox, seconds).run();
}

} // namespace spmd::fuzz
