// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds keys that are used twice, at once and while a program is traced.
//
// A jitted program uses the keys among its arguments and captured tensors at each run: the trace
// tells which (JitProgram), and a run counts as one use by the call. Bodies of loops are traced
// once but run often, so what they use must be theirs: a key of the trip, or a carried one that the
// trip replaces.
#include "compiler/frontend/random/key_uses.h"
#include "compiler/frontend/include/spmd/caller_line.h"
#include "compiler/frontend/include/spmd/random.h"
#include "compiler/frontend/trace/trace.h"
#include <cstdlib>
#include <unordered_map>

namespace spmd {
inline namespace frontend {
namespace {

/// What an object of DebugKeys says; otherwise the environment does.
thread_local std::optional<bool> isOn;

/// The used keys that are concrete. Those that no handle names any more are dropped whenever their
/// number has doubled.
class ConcreteUses {
public:
  /// The earlier use of the key, or nothing, and then this one counts.
  std::optional<KeyUse> add(const std::shared_ptr<const TensorValue> &key, const KeyUse &use) {
    std::lock_guard lock(mutex);
    if (uses.size() >= limit) {
      std::erase_if(uses, [](const auto &entry) { return entry.second.value.expired(); });
      limit = std::max<size_t>(1024, 2 * uses.size());
    }
    auto [at, isNew] = uses.try_emplace(key->id, Entry{key, use});
    return isNew ? std::nullopt : std::optional(at->second.use);
  }

  std::optional<KeyUse> find(uint64_t id) {
    std::lock_guard lock(mutex);
    auto at = uses.find(id);
    return at == uses.end() ? std::nullopt : std::optional(at->second.use);
  }

private:
  struct Entry {
    std::weak_ptr<const TensorValue> value;
    KeyUse use;
  };
  std::mutex mutex;
  std::unordered_map<uint64_t, Entry> uses; // by the id of the value, which is never another's
  size_t limit = 1024;
};

/// Never destroyed: a host may draw until its last static object is gone.
ConcreteUses &concreteUses() {
  static auto *uses = new ConcreteUses;
  return *uses;
}

/// The value that has the elements, which copies with other names share.
std::shared_ptr<const TensorValue> ownerOf(const Tensor &key) {
  return key.value->origin ? key.value->origin : key.value;
}

/// "user.cpp:12: random::normal of a key that has been used; .." with the line of that use.
[[noreturn]] void failTwice(const KeyUse &use, const KeyUse &earlier) {
  fail(use.where, use.name + " of a key that " + earlier.name +
                      " has used already, so that both give the same numbers; split the key, or "
                      "fold a number into it\n" +
                      text(earlier.where) + ": note: " + earlier.name + " used it here");
}

} // namespace

/// The environment is read once; a scope of the thread wins over it.
bool areKeysChecked() {
  static const bool isWanted = [] {
    const char *wanted = std::getenv("SPMD_DEBUG_KEYS");
    return wanted && std::string_view(wanted) == "1";
  }();
  return isOn.value_or(isWanted);
}

DebugKeys::DebugKeys(bool isChecked) : before(isOn ? int(*isOn) : -1) { isOn = isChecked; }
/// Scopes end in reverse order.
DebugKeys::~DebugKeys() { isOn = before < 0 ? std::nullopt : std::optional(before != 0); }

std::shared_ptr<const TensorValue> KeyUses::keyOf(const Tensor &key) const {
  const Value value = ownerOf(key);
  auto same = sameAs.find(value);
  return same == sameAs.end() ? value : same->second;
}
/// A key that a loop hands through is looked up as the one in front of the loop.
const KeyUse *KeyUses::find(const Tensor &key) const {
  auto at = uses.find(keyOf(key));
  return at == uses.end() ? nullptr : &at->second;
}
void KeyUses::add(const Tensor &key, const KeyUse &use) { uses.try_emplace(keyOf(key), use); }
void KeyUses::identify(const Tensor &copy, const Tensor &key) {
  sameAs.insert_or_assign(ownerOf(copy), keyOf(key));
}
/// Of two branches that use one key either use may stand in the message.
void KeyUses::merge(const KeyUses &other) {
  uses.insert(other.uses.begin(), other.uses.end());
  sameAs.insert(other.sameAs.begin(), other.sameAs.end());
}

/// Tensors without a value, and those of other traces, are refused by the op behind this.
void useKey(const Operand &key, std::string_view name) {
  if (areKeysChecked() && !key.number && key.tensor.hasValue())
    useKey(key.tensor, {std::string(name), CallerLine::of(key.where)});
}

/// A concrete key that a trace captures is used when the program runs.
void useKey(const Tensor &key, const KeyUse &use) {
  Trace *trace = currentTrace();
  if (!trace) {
    if (key.value->trace == 0)
      if (std::optional<KeyUse> earlier = concreteUses().add(ownerOf(key), use))
        failTwice(use, *earlier);
    return;
  }
  if (const KeyUse *earlier = trace->keyUses().find(key))
    failTwice(use, *earlier);
  if (trace->isFromOutsideOfLoop(key))
    fail(use.where, use.name +
                        " uses a key from outside of the loop in each trip, which gives the "
                        "same numbers; fold the position into it, or carry a key\n" +
                        text(key.value->where) + ": note: the key comes from here");
  trace->keyUses().add(key, use);
}

/// Inside of a trace its own list tells, outside the list of the process.
std::optional<KeyUse> useOf(const Tensor &key) {
  if (!currentTrace())
    return concreteUses().find(ownerOf(key)->id);
  const KeyUse *use = currentTrace()->keyUses().find(key);
  return use ? std::optional(*use) : std::nullopt;
}

/// In the order of the walk, which that of arguments of a part is, too.
std::vector<Tensor> leavesOf(TreeRef tree) {
  std::vector<Tensor> leaves;
  for (const Leaf &leaf : flatten(tree))
    if (leaf.tensor.hasValue())
      leaves.push_back(leaf.tensor);
  return leaves;
}

GivenKeys::GivenKeys(std::span<const TreeRef> trees) : trees(trees) { given = leaves(); }
std::vector<Tensor> GivenKeys::leaves() const {
  std::vector<Tensor> all;
  if (areKeysChecked())
    for (const TreeRef &tree : trees)
      for (const Tensor &leaf : leavesOf(tree))
        all.push_back(leaf);
  return all;
}
void GivenKeys::enter() { arguments = leaves(); }

/// The uses are copied: the map that holds them grows.
void GivenKeys::leave() {
  for (size_t i = 0; i < arguments.size(); ++i)
    if (std::optional<KeyUse> use = useOf(arguments[i]))
      useKey(given[i], *use);
}

CarriedKeys::CarriedKeys(Trace &trace, TreeRef carry, std::string name, Where where)
    : trace(trace), carry(carry), name(std::move(name)), where(CallerLine::of(where)),
      isChecked(areKeysChecked()) {
  if (isChecked)
    before = leavesOf(carry);
}

/// A condition and a body have arguments of their own, which stand for the same keys.
void CarriedKeys::enter() {
  if (!isChecked)
    return;
  const std::vector<Tensor> inner = leavesOf(carry);
  for (size_t i = 0; i < arguments.size(); ++i)
    trace.keyUses().identify(inner[i], arguments[i]);
  arguments = inner;
}

/// In the next trip the returned key stands where the used one stood.
void CarriedKeys::leave(bool isRepeated) {
  if (!isChecked)
    return;
  results = leavesOf(carry);
  for (size_t i = 0; i < results.size(); ++i) {
    const KeyUse *use = trace.keyUses().find(arguments[i]);
    if (isRepeated && use && trace.keyUses().find(results[i]))
      fail(where, name +
                      ": the carry holds a key that each trip uses, and the next trip gets a "
                      "used key in its place; carry a part of its split instead\n" +
                      text(use->where) + ": note: " + use->name + " uses it here");
  }
}

/// A key that the loop does not touch is the same one behind it.
void CarriedKeys::finish() {
  if (!isChecked)
    return;
  const std::vector<Tensor> after = leavesOf(carry);
  for (size_t i = 0; i < after.size(); ++i) {
    const KeyUse *use = trace.keyUses().find(results[i]);
    if (results[i].value == arguments[i].value)
      trace.keyUses().identify(after[i], before[i]);
    else if (use)
      trace.keyUses().add(after[i], KeyUse(*use));
    if (const KeyUse *own = trace.keyUses().find(arguments[i]))
      useKey(before[i], KeyUse(*own));
  }
}

/// Each step gets rows of its own.
void KeyRows::enter(TreeRef element) {
  if (areKeysChecked())
    rows = leavesOf(element);
}
void KeyRows::leave() {
  for (size_t i = 0; i < rows.size(); ++i)
    if (std::optional<KeyUse> use = useOf(rows[i]))
      uses.try_emplace(i, *use);
}

/// Each stacked key is used once, however many rows it has.
void KeyRows::pass(const Leaves &inputs) const {
  size_t next = 0;
  for (const Leaf &leaf : inputs)
    if (leaf.tensor.hasValue())
      if (auto use = uses.find(next++); use != uses.end())
        useKey(leaf.tensor, use->second);
}

} // namespace frontend
} // namespace spmd
