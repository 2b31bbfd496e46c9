// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads the wiring of a run off its second copy, which has one before it, and compares that of all
// others. An operand of copy c is
//   of copy c at the same place in all copies        a value of the copy
//   of copy c - 1, and from outside in copy 0        carried from copy to copy
//   from outside, the same in all copies             read from outside
//   from outside, another one in each copy           a row
// Everything else, such as a value of copy 0 that all others read, ends the run before it begins:
// the run may begin one copy later.
#include "compiler/roll/layer_run.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;

namespace spmd {

// Looks at every op once: regions are walked for what they read.
LayerText::LayerText(Block &block) : block(block), sequence(block) {
  for (auto [i, op] : llvm::enumerate(sequence.ops)) {
    places[op] = i;
    reads.emplace_back(valuesRead(op));
  }
}

std::optional<size_t> LayerText::indexOf(Value value) const {
  Operation *op = value.getDefiningOp();
  auto it = op ? places.find(op) : places.end();
  return it == places.end() ? std::nullopt : std::optional(it->second);
}

std::optional<size_t> LayerText::indexOf(Operation *user) const {
  Operation *op = block.findAncestorOpInBlock(*user);
  auto it = op ? places.find(op) : places.end();
  return it == places.end() ? std::nullopt : std::optional(it->second);
}

/// Where `value` is defined in a copy; nothing if it is not.
std::optional<CopyPlace> LayerRun::placeIn(size_t copy, Value value) const {
  std::optional<size_t> at = text->indexOf(value);
  size_t begin = first + copy * period;
  if (!at || *at < begin || *at >= begin + period)
    return std::nullopt;
  return CopyPlace{unsigned(*at - begin), cast<OpResult>(value).getResultNumber()};
}

/// Whether the value exists before the first copy.
bool LayerRun::isOutside(Value value) const {
  std::optional<size_t> at = text->indexOf(value);
  return !at || *at < first;
}

bool LayerRun::contains(Value value) const {
  std::optional<size_t> at = text->indexOf(value);
  return at && *at >= first && *at < end();
}

/// How many copies, at most `most`, read an operand as the first two do. Copy 1 decides: what it
/// reads of copy 0, copy c reads of copy c - 1.
size_t LayerRun::equalCopies(size_t at, size_t operand, size_t most) const {
  auto read = [&](size_t copy) { return text->reads[first + copy * period + at][operand]; };
  std::optional<CopyPlace> own = placeIn(1, read(1)), before = placeIn(0, read(1));
  if (!own && !before && !isOutside(read(1)))
    return 0;
  for (size_t copy = 0; copy < most; ++copy) {
    Value value = read(copy);
    bool same = own      ? placeIn(copy, value) == own
                : before ? (copy ? placeIn(copy - 1, value) == before : isOutside(value))
                         : isOutside(value);
    if (!same)
      return copy;
  }
  return most;
}

/// Names the source of an operand, by copy 1. Equal carried values and lists of rows are one.
LayerRun::Read LayerRun::readOf(size_t at, size_t operand) {
  auto read = [&](size_t copy) { return text->reads[first + copy * period + at][operand]; };
  if (std::optional<CopyPlace> own = placeIn(1, read(1)))
    return {From::Copy, *own, 0, {}};
  if (std::optional<CopyPlace> before = placeIn(0, read(1))) {
    Carry wanted{*before, read(0)};
    auto it = llvm::find_if(carries, [&](const Carry &carry) {
      return carry.place == wanted.place && carry.init == wanted.init;
    });
    unsigned index = it - carries.begin();
    if (it == carries.end())
      carries.push_back(wanted);
    return {From::Before, *before, index, {}};
  }
  std::vector<Value> values;
  for (size_t copy = 0; copy < copies; ++copy)
    values.push_back(read(copy));
  if (llvm::all_equal(values))
    return {From::Outside, {}, 0, values.front()};
  auto it = llvm::find(rows, values);
  unsigned index = it - rows.begin();
  if (it == rows.end())
    rows.push_back(std::move(values));
  return {From::Row, {}, index, {}};
}

// Reads in the run are part of the wiring.
void LayerRun::findOutputs() {
  for (size_t copy = 0; copy < copies; ++copy)
    for (size_t at = 0; at < period; ++at)
      for (OpResult result : op(copy, at)->getResults()) {
        bool leaves = llvm::any_of(result.getUsers(), [&](Operation *user) {
          std::optional<size_t> index = text->indexOf(user);
          return !index || *index >= end();
        });
        if (!leaves)
          continue;
        auto &which = outputs[{unsigned(at), result.getResultNumber()}];
        which.resize(copies);
        which.set(copy);
      }
}

// The shortest prefix of copies that all operands agree on counts. `readOf` relies on it.
std::optional<LayerRun> LayerRun::of(const LayerText &text, size_t first, size_t period,
                                     size_t copies, size_t leastCopies) {
  LayerRun run;
  run.text = &text;
  run.first = first;
  run.period = period;
  for (size_t at = 0; at < period && copies >= leastCopies; ++at)
    for (size_t operand = 0; operand < text.reads[first + at].size(); ++operand)
      copies = run.equalCopies(at, operand, copies);
  if (copies < leastCopies)
    return std::nullopt;
  run.copies = copies;
  for (size_t at = 0; at < period; ++at) {
    auto &reads = run.reads.emplace_back();
    for (size_t operand = 0; operand < text.reads[first + at].size(); ++operand)
      reads.push_back(run.readOf(at, operand));
  }
  return run;
}

} // namespace spmd
