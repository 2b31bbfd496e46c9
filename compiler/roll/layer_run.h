// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How the equal copies of a run are wired: what each op reads of its own copy, of the copy before,
// and from outside. A run whose copies read of each other is a chain, which becomes a loop; copies
// that do not are independent, and become ops on all of them at once.
#pragma once
#include "compiler/roll/repeats.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/MapVector.h"

namespace spmd {

/// A result of the ops of a copy: result `result` of the op at place `op`.
struct CopyPlace {
  unsigned op = 0, result = 0;
  bool operator==(const CopyPlace &) const = default;
};

/// A block as the search for runs sees it.
class LayerText {
public:
  explicit LayerText(mlir::Block &block);
  /// The place of the op that defines `value`, or of the op around its user; nothing for values
  /// from outside of the block, and for its terminator.
  std::optional<size_t> indexOf(mlir::Value value) const;
  std::optional<size_t> indexOf(mlir::Operation *user) const;

  mlir::Block &block;
  OpSequence sequence;
  std::vector<llvm::SmallVector<mlir::Value, 4>> reads; // of each op (valuesRead)

private:
  llvm::DenseMap<mlir::Operation *, size_t> places;
};

class LayerRun {
public:
  /// Where a value that an op reads comes from.
  enum class From : uint8_t {
    Copy,    // of the same copy, at `place`
    Before,  // of the copy before, at `place`: carried value `index`
    Outside, // the same value for all copies
    Row      // another value for each copy: list `index` of `rows`
  };
  struct Read {
    From from = From::Outside;
    CopyPlace place;
    unsigned index = 0;
    mlir::Value value; // Outside
  };
  /// A value of one copy that the next one reads; the first reads `init`.
  struct Carry {
    CopyPlace place;
    mlir::Value init;
  };

  /// The wiring of copies of `period` ops from op `first` on: of as many of them as have the same,
  /// at most `copies`. Nothing if these are fewer than `leastCopies`.
  static std::optional<LayerRun> of(const LayerText &text, size_t first, size_t period,
                                    size_t copies, size_t leastCopies);

  /// Fills `outputs`, which only a run that is rolled needs.
  void findOutputs();

  size_t end() const { return first + period * copies; }
  /// The op behind the run: all that the copies read stands before it, and what is written there
  /// for one part of them before what is written for the next.
  mlir::Block::iterator behind() const {
    return end() < text->sequence.ops.size() ? text->sequence.ops[end()]->getIterator()
                                             : text->block.getTerminator()->getIterator();
  }
  bool isChain() const { return !carries.empty(); }
  mlir::Operation *op(size_t copy, size_t at) const {
    return text->sequence.ops[first + copy * period + at];
  }
  /// Whether an op of the run gives the value.
  bool contains(mlir::Value value) const;
  mlir::Value value(size_t copy, CopyPlace place) const {
    return op(copy, place.op)->getResult(place.result);
  }

  const LayerText *text = nullptr;
  size_t first = 0, period = 0, copies = 0;
  std::vector<llvm::SmallVector<Read, 4>> reads; // of the ops of one copy
  std::vector<Carry> carries;
  std::vector<std::vector<mlir::Value>> rows; // a value for each copy
  /// The results that ops behind the run read, with the copies whose results they are.
  llvm::MapVector<std::pair<unsigned, unsigned>, llvm::BitVector> outputs;

private:
  Read readOf(size_t at, size_t operand);
  size_t equalCopies(size_t at, size_t operand, size_t most) const;
  std::optional<CopyPlace> placeIn(size_t copy, mlir::Value value) const;
  bool isOutside(mlir::Value value) const;
};

} // namespace spmd
