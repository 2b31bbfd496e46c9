// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Measures how deep a program nests before any recursive code sees it: a scanner counts brackets,
// aliases and affine terms of a text, and a search counts regions and calls of a parsed module.
// Neither walk recurses. Why there is a limit is said in nesting.h.
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

/// Walks once over a text, character by character. A use of an alias counts as deep as the alias's
/// definition, which stands before its uses:
///   #a = [1]       depth 1
///   #b = [#a]      depth 2
/// Strings and comments are skipped. `<=`, `>=` and `->` are no brackets.
class Scanner {
public:
  Scanner(StringRef text, int64_t limit, StringRef separator)
      : text(text), limit(limit), separator(separator) {}

  /// Returns the first place past the limit, with the greatest depth that the text reaches; nothing
  /// where the text stays within the limit. Line and column count from 1:
  ///   "[\n  [", limit 1 -> {line 2, column 3, "the text nests 2 deep, ..."}
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
  /// Consumes the token at `at` and moves behind it. Brackets change the depth, `#` and `!` start
  /// an alias, and inside of an affine map each identifier, number and minus sign counts as a term.
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
      // Reading text[at - 1] is safe: affineDepth is only set after a bracket has been passed.
      if (affineDepth && llvm::isAlnum(c) && !isNameChar(text[at - 1]))
        countTerm();
      ++at;
    }
  }

  bool isFollowedBy(char c) const { return at + 1 < text.size() && text[at + 1] == c; }
  void skip(size_t count) { at += count; }

  /// Brackets: `open` also records the depth reached, `close` also ends an affine map. A closing
  /// bracket too many is left to the parser to report, so the depth never falls below 0.
  void open() {
    ++depth;
    reach(depth);
    ++at;
  }

  /// Leaves a bracket. Text may close more than it has opened; the parser reports that.
  void close() {
    depth = std::max<int64_t>(0, depth - 1);
    if (affineDepth && depth <= *affineDepth)
      affineDepth.reset();
    ++at;
  }
  /// Records that the walk has reached `level`. The place of the first level past the limit is kept
  /// for the message; later levels of the same kind (brackets or affine terms) only raise the
  /// number.
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
  /// Counts a term of an affine map. The parser turns a sum of n terms into an expression tree that
  /// is n levels deep, so each term counts as one level:
  ///   affine_map<(d0) -> (d0 + d0 + d0)> reaches 4: one for the dim list, three for the result
  void countTerm() {
    if (affineDepth)
      reach(++terms, /*affine=*/true);
  }

  /// Moves behind the closing quote. An unclosed string ends with its line, so that one
  /// missing quote, which MLIR's parser reports, does not hide the rest of the text.
  void skipString() {
    for (++at; at < text.size(); ++at) {
      if (text[at] == '\\')
        ++at;
      else if (text[at] == '"' || text[at] == '\n')
        break;
    }
    ++at;
  }
  /// Moves to the end of the line where a `//` comment begins, and over a single slash otherwise.
  /// The separator comment starts a new module, for which depth and aliases begin again.
  void skipComment() {
    if (!isFollowedBy('/'))
      return skip(1);
    if (!separator.empty() && text.substr(at).starts_with(separator))
      depth = 0, affineDepth.reset(), defined = {};
    const void *end = std::memchr(text.data() + at, '\n', text.size() - at);
    at = end ? size_t(static_cast<const char *>(end) - text.data()) : text.size();
  }

  /// Reads an alias name. `#name = ...` outside of all brackets begins a definition; every other
  /// occurrence is a use and reaches the definition's depth on top of the current one.
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
  /// Ends the definition being read where all its brackets are closed at the end of a line. A line
  /// that is blank behind the `=` does not end it: the value may stand in the next line.
  void endLine() {
    if (depth == 0 && !defined.empty() && !text.slice(definition, at).trim().empty()) {
      depths[defined] = inDefinition;
      defined = {};
    }
    definition = at + 1; // so that each line is trimmed once, however long the definition is
    ++at;
  }

  StringRef text;
  const int64_t limit;
  const StringRef separator;
  size_t at = 0;
  int64_t depth = 0, terms = 0;
  std::optional<int64_t> affineDepth; // inside of an affine map: the bracket depth around the map
  StringRef defined;                  // the alias whose definition is being read, else empty
  size_t definition = 0;              // where the definition begins on the current line
  int64_t inDefinition = 0;           // the greatest depth inside of the definition
  llvm::StringMap<int64_t> depths;    // depth of each alias defined so far
  std::optional<size_t> deepestAt;    // where the limit was passed first
  int64_t deepest = 0;                // the greatest depth past the limit
  bool isAffine = false;              // whether affine terms, not brackets, passed the limit
};

/// One call site: the callee's name and the number of regions around the call in its function.
struct Call {
  StringAttr callee;
  int64_t depth;
};

/// A top-level op of the module with its calls. The last three fields belong to the depth-first
/// search in checkNesting.
struct Function {
  Operation *op;
  int64_t regions = 0; // greatest number of regions inside each other, without those of callees
  SmallVector<Call, 0> calls;
  int64_t total = 0;   // the same with the regions of callees
  size_t next = 0;     // index of the next call to follow
  bool isDone = false; // `total` is final
};

/// Returns the depth of regions below `top` and its call sites (func.call and the decomposition of
/// stablehlo.composite). Uses a worklist instead of recursion.
///   func { call @f; if { call @g } } -> regions 2, calls {@f, depth 1}, {@g, depth 2}
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
        // This runs before the verifier, so the attribute that names the callee may be absent.
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

/// Reports that `function` nests `depth` deep; `what` begins the message ("regions nest").
LogicalResult refuse(const Function &function, StringRef what, int64_t depth, int64_t limit) {
  return emitError(function.op->getLoc())
         << what << " " << depth << " deep here, at most " << limit << " are supported";
}

} // namespace

std::optional<NestingFault> findDeepNesting(StringRef text, int64_t limit, StringRef separator) {
  return Scanner(text, limit, separator).run();
}

// Measures each function alone, then adds up the depths along calls:
//   @main { while { call @f } }, @f { if {} } -> @main has regions 2, total 2 + 2
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
  // Depth-first search over the call graph with an explicit stack. A callee that is still on the
  // stack means recursion, which the import stage refuses; here its depth so far is taken.
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
