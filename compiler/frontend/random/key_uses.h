// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which keys have been used, while keys are checked (DebugKeys in random.h).
//
// A key is used where numbers are drawn from it or where it is split; a fold is no use. Keys are
// told apart by their handles, as JAX does it: copies are one key, equal data made twice are two.
// Uses of concrete keys are kept for the process. Those of traced keys belong to their trace, and
// pass to the keys outside where a part ends, a loop ends, or the program runs.
#pragma once
#include "compiler/frontend/include/spmd/tree.h"
#include "compiler/frontend/trace/value.h"
#include <map>

namespace spmd {
inline namespace frontend {

/// What used a key, and the line of the call.
struct KeyUse {
  std::string name;
  Where where;
};

/// The used keys of a trace.
class KeyUses {
public:
  /// The use of this key; null where there is none.
  const KeyUse *find(const Tensor &key) const;
  /// The first use stays.
  void add(const Tensor &key, const KeyUse &use);
  /// From now on `copy` is the same key.
  void identify(const Tensor &copy, const Tensor &key);
  /// Adds all uses of another list.
  void merge(const KeyUses &other);

private:
  using Value = std::shared_ptr<const TensorValue>; // kept alive, so that addresses stay theirs
  Value keyOf(const Tensor &key) const;
  std::map<Value, KeyUse> uses;
  std::map<Value, Value> sameAs;
};

class Trace;

/// Whether keys of this thread are checked.
bool areKeysChecked();
/// Notes that `name` uses the key with this data, at the line of the operand. Throws where it has
/// been used, with both lines, and where a loop would use it in each trip. Does nothing where keys
/// are not checked.
void useKey(const Operand &key, std::string_view name);
/// The same for a known use.
void useKey(const Tensor &key, const KeyUse &use);

/// The use of a key of the current trace, or of a concrete one; nothing where there is none.
std::optional<KeyUse> useOf(const Tensor &key);

/// The leaves that have a value, as they are now.
std::vector<Tensor> leavesOf(TreeRef tree);
/// The keys among the arguments of a part: what the part does with its own counts for the keys that
/// it was given. Made while the trees hold those.
class GivenKeys {
public:
  explicit GivenKeys(std::span<const TreeRef> trees);
  /// Behind the arguments of the part, which the trees hold now.
  void enter();
  /// Before the part ends.
  void leave();

private:
  std::vector<Tensor> leaves() const;
  const std::span<const TreeRef> trees;
  std::vector<Tensor> given, arguments;
};

/// The keys among the carry of a loop, of which the leaves are replaced three times: by arguments
/// of the body, by what the body returns, and by the results of the loop.
class CarriedKeys {
public:
  CarriedKeys(Trace &trace, TreeRef carry, std::string name, Where where);
  /// Behind the arguments of a body, or of a condition, which counts as a part of the body.
  void enter();
  /// Behind the body. Throws where a key is used in each trip and not replaced.
  void leave(bool isRepeated = true);
  /// Behind the loop.
  void finish();

private:
  Trace &trace;
  TreeRef carry;
  const std::string name;
  const Where where;
  const bool isChecked;
  std::vector<Tensor> before, arguments, results;
};

/// The stacked keys over which a scan runs: what a step does with a row counts for all rows.
class KeyRows {
public:
  /// In front of a step, with the rows in the leaves of the tree.
  void enter(TreeRef element);
  /// Behind the step.
  void leave();
  /// Behind the scan, with all of xs.
  void pass(const Leaves &inputs) const;

private:
  std::vector<Tensor> rows;
  std::map<size_t, KeyUse> uses; // by leaf that has a value
};

} // namespace frontend
} // namespace spmd
