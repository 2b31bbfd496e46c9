// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/nesting.h"
#include "dialects/stablehlo/stablehlo.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include <cstring>

using namespace mlir;

namespace spmd {
namespace {

bool isNameChar(char c) { return llvm::isAlnum(c) || c == '_' || c == '$' || c == '.' || c == '-'; }

/// One walk over a text. An alias counts as deep as its definition, which stands before its uses:
///   #a = [1]       depth 1
///   #b = [#a]      depth 2
class Scanner {
public:
  Scanner(StringRef text, int64_t limit, StringRef separator)
      : text(text), limit(limit), separator(separator) {}

  std::optional<NestingFault> run() {
    while (at < text.size())
      step();
    if (!deepestAt)
      return std::nullopt;
    StringRef before = text.take_front(*deepestAt);
    return NestingFault{unsigned(before.count('\n') + 1),
                        unsigned(before.size() - (before.rfind('\n') + 1) + 1),
                        isAffine ? ("an affine map of " + Twine(deepest) + " terms, at most " +
                                    Twine(limit) + " are supported")
                                       .str()
                                 : ("the text nests " + Twine(deepest) + " deep, at most " +
                                    Twine(limit) + " are supported")
                                       .str()};
  }

private:
  void step() {
    const char c = text[at];
    switch (c) {
    case '"':
      return skipString();
    case '/':
      return skipComment();
    case '(':
    case '[':
    case '{':
      return open();
    case '<':
      if (isFollowedBy('='))
        return skip(2);
      if (text.take_front(at).ends_with("affine_map") ||
          text.take_front(at).ends_with("affine_set"))
        affineDepth = depth, terms = 0;
      return open();
    case '>':
      if (isFollowedBy('='))
        return skip(2);
      return close();
    case ')':
    case ']':
    case '}':
      return close();
    case '-':
      if (isFollowedBy('>'))
        return skip(2);
      countTerm();
      return skip(1);
    case '#':
    case '!':
      return alias();
    case '\n':
      return endLine();
    default:
      // There is a text[at - 1]: an affine map begins with a bracket.
      if (affineDepth && llvm::isAlnum(c) && !isNameChar(text[at - 1]))
        countTerm();
      ++at;
    }
  }

  bool isFollowedBy(char c) const { return at + 1 < text.size() && text[at + 1] == c; }
  void skip(size_t count) { at += count; }

  void open() {
    ++depth;
    reach(depth);
    ++at;
  }
  void close() {
    depth = std::max<int64_t>(0, depth - 1);
    if (affineDepth && depth <= *affineDepth)
      affineDepth.reset();
    ++at;
  }
  void reach(int64_t level, bool affine = false) {
    inDefinition = std::max(inDefinition, level);
    if (level <= limit || (deepestAt && level <= deepest))
      return;
    if (!deepestAt) {
      deepestAt = at;
      isAffine = affine;
    }
    if (affine == isAffine)
      deepest = level;
  }
  /// Sums are trees as deep as they are long.
  void countTerm() {
    if (affineDepth)
      reach(++terms, /*affine=*/true);
  }

  /// To the closing quote; a string does not go on in the next line.
  void skipString() {
    for (++at; at < text.size(); ++at) {
      if (text[at] == '\\')
        ++at;
      else if (text[at] == '"' || text[at] == '\n')
        break;
    }
    ++at;
  }
  void skipComment() {
    if (!isFollowedBy('/'))
      return skip(1);
    if (!separator.empty() && text.substr(at).starts_with(separator)) // another module begins
      depth = 0, affineDepth.reset(), defined = {};
    const void *end = std::memchr(text.data() + at, '\n', text.size() - at);
    at = end ? size_t(static_cast<const char *>(end) - text.data()) : text.size();
  }

  /// "#name = ..." begins a definition, everything else uses one.
  void alias() {
    size_t end = at + 1;
    while (end < text.size() && isNameChar(text[end]))
      ++end;
    StringRef name = text.slice(at, end), rest = text.substr(end).ltrim(" \t");
    if (depth == 0 && defined.empty() && rest.starts_with("=")) {
      defined = name;
      inDefinition = 0;
      end = definition = size_t(rest.data() - text.data()) + 1;
    } else if (auto known = depths.find(name); known != depths.end()) {
      reach(depth + known->second);
    }
    at = end;
  }
  /// A definition ends with the line in which all its brackets are closed.
  void endLine() {
    if (depth == 0 && !defined.empty() && !text.slice(definition, at).trim().empty()) {
      depths[defined] = inDefinition;
      defined = {};
    }
    definition = at + 1; // blank lines are not looked at again
    ++at;
  }

  StringRef text;
  const int64_t limit;
  const StringRef separator;
  size_t at = 0;
  int64_t depth = 0, terms = 0;
  std::optional<int64_t> affineDepth; // inside of an affine map: the depth around it
  StringRef defined;                  // the alias whose definition is being read
  size_t definition = 0;              // where that begins
  int64_t inDefinition = 0;           // the deepest place of it
  llvm::StringMap<int64_t> depths;    // of aliases
  std::optional<size_t> deepestAt;    // where the limit was passed first
  int64_t deepest = 0;
  bool isAffine = false;
};

struct Call {
  StringAttr callee;
  int64_t depth; // of the regions around it
};

struct Function {
  Operation *op;
  int64_t regions = 0; // inside each other, without calls
  SmallVector<Call, 0> calls;
  // Of the search.
  int64_t total = 0; // with calls
  size_t next = 0;   // of the calls
  bool isDone = false;
};

/// The regions and calls below an op.
Function measure(Operation *top) {
  Function function{top};
  SmallVector<std::pair<Region *, int64_t>> open;
  auto openRegions = [&](Operation *op, int64_t depth) {
    for (Region &region : op->getRegions())
      if (!region.empty())
        open.emplace_back(&region, depth + 1);
  };
  openRegions(top, 0);
  while (!open.empty()) {
    auto [region, depth] = open.pop_back_val();
    function.regions = std::max(function.regions, depth);
    for (Block &block : *region)
      for (Operation &op : block) {
        // Nothing is verified yet: the attribute that names the callee may be absent.
        FlatSymbolRefAttr callee;
        if (auto call = dyn_cast<func::CallOp>(op))
          callee = call.getCalleeAttr();
        else if (auto composite = dyn_cast<stablehlo::CompositeOp>(op))
          callee = composite.getDecompositionAttr();
        if (callee)
          function.calls.push_back({callee.getAttr(), depth});
        else if (op.getNumRegions())
          openRegions(&op, depth);
      }
  }
  function.total = function.regions;
  return function;
}

LogicalResult refuse(const Function &function, StringRef what, int64_t depth, int64_t limit) {
  return emitError(function.op->getLoc())
         << what << " " << depth << " deep here, at most " << limit << " are supported";
}

} // namespace

std::optional<NestingFault> findDeepNesting(StringRef text, int64_t limit, StringRef separator) {
  return Scanner(text, limit, separator).run();
}

LogicalResult checkNesting(ModuleOp module, int64_t limit) {
  DenseMap<StringAttr, size_t> byName;
  SmallVector<Function, 0> functions;
  for (Operation &op : *module.getBody()) {
    functions.push_back(measure(&op));
    if (auto function = dyn_cast<func::FuncOp>(op))
      byName[function.getSymNameAttr()] = functions.size() - 1;
    if (functions.back().regions > limit)
      return refuse(functions.back(), "regions nest", functions.back().regions, limit);
  }
  // Depth first with a stack of its own; what leads back to an open function is
  // refused elsewhere, as recursion.
  for (Function &root : functions) {
    SmallVector<Function *> open{&root};
    while (!open.empty()) {
      Function &function = *open.back();
      if (function.isDone || function.next == function.calls.size()) {
        function.isDone = true;
        open.pop_back();
        continue;
      }
      const Call &call = function.calls[function.next];
      auto callee = byName.find(call.callee);
      if (callee == byName.end()) {
        ++function.next;
        continue;
      }
      Function &called = functions[callee->second];
      if (called.isDone || llvm::is_contained(open, &called)) {
        function.total = std::max(function.total, call.depth + called.total);
        if (function.total > limit)
          return refuse(function, "regions, with those of called functions, nest", function.total,
                        limit);
        ++function.next;
        continue;
      }
      open.push_back(&called);
      if (int64_t(open.size()) > limit)
        return refuse(called, "functions call each other", open.size(), limit);
    }
  }
  return success();
}

} // namespace spmd
