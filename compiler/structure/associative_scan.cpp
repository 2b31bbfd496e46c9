// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Follows the recursion of a scan from its result down to one row. On each level, the rows that are
// combined have to be the rows of the level's inputs, and the ops between them those of the first
// level.
#include "compiler/structure/associative_scan.h"
#include "compiler/ops/elementwise.h"
#include "compiler/ops/known_range.h"
#include "compiler/structure/associativity.h"
#include "dialects/stablehlo/stablehlo.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;

namespace spmd {
namespace {

// A function of more ops is no longer worth a search.
constexpr size_t kMostOps = 256;

/// Elements of the scanned dim, which the comments of this file call rows.
int64_t rowCount(Value value, int64_t dim) {
  return cast<RankedTensorType>(value.getType()).getDimSize(dim);
}

/// Rows `start`, `start + stride`, .. of a value.
struct Rows {
  Value of;
  int64_t start = 0, stride = 1, count = 0;

  /// With fewer than two rows, any stride is the same.
  bool are(Value value, int64_t from, int64_t step) const {
    return of == value && start == from && (stride == step || count < 2);
  }
};

/// The rows that a slice takes, if it cuts no other dim.
std::optional<Rows> rowsOf(Value value, int64_t dim) {
  auto slice = value.getDefiningOp<stablehlo::SliceOp>();
  if (!slice)
    return std::nullopt;
  auto from = cast<RankedTensorType>(slice.getOperand().getType());
  auto to = cast<RankedTensorType>(value.getType());
  for (int64_t d = 0; d < to.getRank(); ++d)
    if (d != dim && to.getDimSize(d) != from.getDimSize(d))
      return std::nullopt;
  return Rows{slice.getOperand(), slice.getStartIndices()[dim], slice.getStrides()[dim],
              to.getDimSize(dim)};
}

/// How far rows are apart is told by interior padding; outside, a value may be padded as well.
/// The dim between whose rows `value` has zeros, of which `low` come first; -1 for other values.
int64_t spreadDim(Value value, int64_t low) {
  auto pad = value.getDefiningOp<stablehlo::PadOp>();
  if (!pad || !isZeroBits(pad.getPaddingValue()))
    return -1;
  int64_t dim = llvm::find(pad.getInteriorPadding(), 1) - pad.getInteriorPadding().begin();
  for (auto [d, size] : llvm::enumerate(cast<RankedTensorType>(value.getType()).getShape())) {
    bool isSpread = int64_t(d) == dim;
    if (pad.getInteriorPadding()[d] != isSpread ||
        pad.getEdgePaddingLow()[d] != (isSpread ? low : 0) ||
        (isSpread ? pad.getEdgePaddingHigh()[d] < 0 : pad.getEdgePaddingHigh()[d] != 0))
      return -1;
  }
  return dim < cast<RankedTensorType>(value.getType()).getRank() ? dim : -1;
}

/// One step of the recursion: rows 1, 3, .. of a value are `odd`, row 0 is that of `input`, rows 2,
/// 4, .. are `even`, which is null if there are none.
struct Level {
  int64_t dim = -1;
  Value input, odd, even;
};

// The parts of JAX's lowering: pad and pad, added up (or, for bool, or-ed); below the first one a
// concatenation of the first row of the input and the combined ones. With two or three rows, some
// of them are empty or missing.
std::optional<Level> levelOf(Value value) {
  Operation *op = value.getDefiningOp();
  if (!isa_and_nonnull<stablehlo::AddOp, stablehlo::OrOp>(op))
    return std::nullopt;
  Value first = op->getOperand(0), second = op->getOperand(1);
  if (spreadDim(first, 0) < 0)
    std::swap(first, second);
  Level level{spreadDim(first, 0)};
  if (level.dim < 0 || spreadDim(second, 1) != level.dim)
    return std::nullopt;
  level.odd = second.getDefiningOp()->getOperand(0);
  Value head = first.getDefiningOp()->getOperand(0);
  int64_t heads = rowCount(head, level.dim), tails = rowCount(level.odd, level.dim);
  if (auto concat = head.getDefiningOp<stablehlo::ConcatenateOp>()) {
    if (int64_t(concat.getDimension()) != level.dim || concat->getNumOperands() != 2)
      return std::nullopt;
    head = concat->getOperand(0);
    if (rowCount(concat->getOperand(1), level.dim) > 0)
      level.even = concat->getOperand(1);
  }
  std::optional<Rows> row = rowsOf(head, level.dim);
  if (!row || row->start != 0 || row->count != 1 ||
      heads != 1 + (level.even ? rowCount(level.even, level.dim) : 0))
    return std::nullopt;
  level.input = row->of;
  int64_t size = rowCount(value, level.dim);
  if (rowCount(level.input, level.dim) != size || tails != size / 2 || heads != size - tails)
    return std::nullopt;
  return level;
}

/// Constants are written once for each level, with the shape of the level.
/// A constant whose elements are all equal; null for other values.
DenseElementsAttr splatOf(Value value) {
  DenseElementsAttr attr;
  return matchPattern(value, m_Constant(&attr)) && attr.isSplat() ? attr : nullptr;
}
bool areEqualSplats(Value a, Value b) {
  DenseElementsAttr x = splatOf(a), y = splatOf(b);
  return x && y && x.getElementType() == y.getElementType() &&
         x.getSplatValue<Attribute>() == y.getSplatValue<Attribute>();
}

/// The match of one scan. First the inputs of all levels are found, beginning with those of one
/// result, and with them the function as it is written on the first level. Then each result is
/// followed down, and what it combines is compared with the function.
class ScanMatcher {
public:
  explicit ScanMatcher(int64_t dim) { scan.dim = dim; }

  bool match(Value result, ArrayRef<Value> others) {
    return addRoot(result) && addFunctions() && checkResult(0, 0, result) &&
           !llvm::is_contained(scan.combined, Value()) && addResults(others);
  }
  /// Whole if match() held.
  AssociativeScan scan;

private:
  SmallVector<SmallVector<Value>> inputs;      // by input of the scan and level, as far as known
  SmallVector<SmallVector<Value>> results;     // the same; null where none was met
  DenseMap<Value, SmallVector<Value>> aligned; // an op of level 0 -> that of each level

  /// The levels of one result, which need not be of the function's first value.
  bool addRoot(Value result) {
    SmallVector<Value> levels;
    for (Value at = result;;) {
      std::optional<Level> level = levelOf(at);
      if (!level || level->dim != scan.dim)
        return false;
      levels.push_back(level->input);
      at = level->odd;
      if (rowCount(at, scan.dim) == 1) {
        levels.push_back(at);
        break;
      }
    }
    return addInput(levels) == 0;
  }

  /// The inputs of the second level are the function of the first: what pairs are combined to.
  size_t addInput(ArrayRef<Value> levels) {
    inputs.push_back(llvm::to_vector(levels));
    results.emplace_back(levels.size());
    scan.inputs.push_back(levels.front());
    scan.combined.push_back(levels.size() > 1 ? levels[1] : Value());
    scan.results.emplace_back();
    return inputs.size() - 1;
  }

  /// What the inputs of the next level are made of, for one input after the other; the rows that
  /// are found there bring further inputs.
  bool addFunctions() {
    for (size_t k = 0; k < inputs.size(); ++k) {
      SmallVector<Value> next(llvm::drop_begin(inputs[k]));
      if (next.empty() || !align(next))
        return false;
    }
    return true;
  }

  /// `at` has the same value on the levels 0, 1, ..
  bool align(SmallVector<Value> at) {
    if (auto found = aligned.find(at[0]); found != aligned.end()) {
      size_t common = std::min(at.size(), found->second.size());
      return ArrayRef(at).take_front(common) == ArrayRef(found->second).take_front(common);
    }
    if (aligned.size() >= kMostOps)
      return false;
    aligned[at[0]] = at;
    if (std::optional<Rows> rows = rowsOf(at[0], scan.dim))
      return addSide(at, *rows);
    if (!llvm::all_of(at, [&](Value other) { return areAlike(at[0], other); }))
      return false;
    if (isSameInAllRows(at[0]))
      return true;
    for (unsigned i = 0; i < at[0].getDefiningOp()->getNumOperands(); ++i)
      if (!align(
              llvm::map_to_vector(at, [&](Value v) { return v.getDefiningOp()->getOperand(i); })))
        return false;
    return true;
  }

  /// Every second row of an input, on each level.
  bool addSide(ArrayRef<Value> at, const Rows &first) {
    SmallVector<Value> levels;
    for (Value value : at) {
      std::optional<Rows> rows = rowsOf(value, scan.dim);
      if (!rows || !rows->are(rows->of, first.start, 2) ||
          rows->count != rowCount(rows->of, scan.dim) / 2)
        return false;
      levels.push_back(rows->of);
    }
    if (first.start > 1 || rowCount(levels[0], scan.dim) != rowCount(inputs[0][0], scan.dim))
      return false;
    size_t input = llvm::find(scan.inputs, levels[0]) - scan.inputs.begin();
    if (input == inputs.size())
      addInput(levels);
    scan.sides[at[0]] = {input, first.start == 0};
    size_t common = std::min(levels.size(), inputs[input].size());
    return ArrayRef(levels).take_front(common) == ArrayRef(inputs[input]).take_front(common);
  }

  /// A constant, or a broadcast from a value without rows: it is the same on each level.
  bool isSameInAllRows(Value value) {
    auto broadcast = value.getDefiningOp<stablehlo::BroadcastInDimOp>();
    return splatOf(value) ||
           (broadcast && !llvm::is_contained(broadcast.getBroadcastDimensions(), scan.dim));
  }

  /// Whether both are made by one op, apart from their rows. Types of elements are compared, shapes
  /// differ by the rows; what else an op has stands in its attributes.
  bool areAlike(Value a, Value b) {
    if (splatOf(a) || splatOf(b))
      return areEqualSplats(a, b);
    Operation *x = a.getDefiningOp(), *y = b.getDefiningOp();
    if (!x || !y || x->getName() != y->getName() || x->getNumResults() != 1 ||
        x->getNumOperands() != y->getNumOperands() ||
        getElementTypeOrSelf(a) != getElementTypeOrSelf(b) ||
        x->getPropertiesAsAttribute() != y->getPropertiesAsAttribute())
      return false;
    if (isSameInAllRows(a))
      return x->getOperand(0) == y->getOperand(0) ||
             areEqualSplats(x->getOperand(0), y->getOperand(0));
    return isElementwise(x) && llvm::all_of(x->getOperandTypes(), [&](Type type) {
             return cast<RankedTensorType>(type).getShape() ==
                    cast<RankedTensorType>(a.getType()).getShape();
           });
  }

  /// Whether `value` is the result of input k on a level. It is noted before it is looked at, since
  /// results of one level read each other's next ones.
  bool checkResult(size_t k, size_t level, Value value) {
    if (level >= results[k].size())
      results[k].resize(level + 1);
    if (Value known = results[k][level])
      return known == value;
    results[k][level] = value;
    if (rowCount(value, scan.dim) == 1)
      return checkInput(k, level, value);
    std::optional<Level> step = levelOf(value);
    if (!step || step->dim != scan.dim || !checkInput(k, level, step->input))
      return false;
    if (step->even && !isCombined(scan.combined[k], step->even, [&](auto side, Value rows) {
          return isEvenSide(side, level, rows);
        }))
      return false;
    return checkResult(k, level + 1, step->odd);
  }

  /// Whether `value` is input k of a level. Deeper ones than those met so far combine the pairs of
  /// the level before.
  bool checkInput(size_t k, size_t level, Value value) {
    if (level < inputs[k].size())
      return inputs[k][level] == value;
    if (level != inputs[k].size() ||
        !isCombined(scan.combined[k], value, [&](AssociativeScan::Side side, Value rows) {
          std::optional<Rows> half = rowsOf(rows, scan.dim);
          return half && half->count == rowCount(rows, scan.dim) &&
                 level <= inputs[side.input].size() &&
                 half->are(inputs[side.input][level - 1], !side.isLeft, 2);
        }))
      return false;
    inputs[k].push_back(value);
    return true;
  }

  /// The rows of results of the next level on the left, rows 2, 4, .. of the input on the right.
  bool isEvenSide(AssociativeScan::Side side, size_t level, Value value) {
    std::optional<Rows> rows = rowsOf(value, scan.dim);
    if (!side.isLeft)
      return rows && level < inputs[side.input].size() &&
             rows->are(inputs[side.input][level], 2, 2);
    int64_t next = rowCount(inputs[0][level], scan.dim) / 2;
    if (rowCount(value, scan.dim) == next)
      return checkResult(side.input, level + 1, value);
    return rows && rows->are(rows->of, 0, 1) && rowCount(rows->of, scan.dim) == next &&
           checkResult(side.input, level + 1, rows->of);
  }

  /// Whether `value` is `function` on other rows, which `isSide` looks at.
  template <class Fn> bool isCombined(Value function, Value value, Fn isSide) {
    DenseMap<Value, Value> seen;
    auto compare = [&](auto &self, Value a, Value b) -> bool {
      if (auto [at, isNew] = seen.try_emplace(a, b); !isNew)
        return at->second == b;
      if (auto side = scan.sides.find(a); side != scan.sides.end())
        return isSide(side->second, b);
      if (!areAlike(a, b))
        return false;
      if (isSameInAllRows(a))
        return true;
      return llvm::all_of(
          llvm::zip_equal(a.getDefiningOp()->getOperands(), b.getDefiningOp()->getOperands()),
          [&](auto pair) { return self(self, std::get<0>(pair), std::get<1>(pair)); });
    };
    return compare(compare, function, value);
  }

  /// Results of other inputs, which the same recursion computes. Those are the next ones that a
  /// program interleaves beside the first.
  bool addResults(ArrayRef<Value> others) {
    scan.results[0] = results[0][0];
    for (Value other : others) {
      std::optional<Level> level = levelOf(other);
      size_t k =
          level ? llvm::find(scan.inputs, level->input) - scan.inputs.begin() : inputs.size();
      if (k == inputs.size() || scan.results[k])
        continue;
      if (!checkResult(k, 0, other))
        break; // what it was compared with stays noted
      scan.results[k] = other;
    }
    return true;
  }
};

} // namespace

int64_t interleavedDim(Value value) {
  std::optional<Level> level = levelOf(value);
  return level ? level->dim : -1;
}

std::optional<AssociativeScan> associativeScan(Value result, ArrayRef<Value> others) {
  std::optional<Level> level = levelOf(result);
  if (!level)
    return std::nullopt;
  ScanMatcher matcher(level->dim);
  if (!matcher.match(result, others) || !isAssociative(matcher.scan))
    return std::nullopt;
  return std::move(matcher.scan);
}

} // namespace spmd
