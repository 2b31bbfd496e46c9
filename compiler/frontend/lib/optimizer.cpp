// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How optimizers are put together, and how they meet trees: init and update on leaves, chains,
// groups of parameters.
//
// A part sees only the leaves that have a gradient, so parts need no cases for integers. What a
// part keeps lies in the State under its name; chain makes the names of its parts differ.
#include "compiler/frontend/lib/library_error.h"
#include <limits>
#include <set>
#include <spmd/optim.h>
#include <spmd/sharding.h>

namespace spmd {
inline namespace frontend {
namespace optim {

/// Parts do not change, so optimizers share them.
struct Optimizer::Part {
  std::string name;
  Init init;
  Update update;
};

/// "adam" and "mu" give "adam.mu". The root has no name.
std::string Slots::fullName(const std::string &slot) const {
  return name + (name.empty() || slot.empty() ? "" : ".") + slot;
}

bool Slots::has(const std::string &slot, const Leaf &parameter) const {
  auto found = state->slots.find(fullName(slot));
  return found != state->slots.end() && found->second.contains(parameter.path);
}

/// The message names the usual causes: a State restored from a file of another optimizer, or a
/// model that got another layer.
Tensor &Slots::at(const std::string &slot, const Leaf &parameter) const {
  if (!has(slot, parameter))
    refuse("the state has no " + fullName(slot) + " for '" + parameter.path +
           "': it was made by another optimizer, or for another tree");
  return state->slots[fullName(slot)][parameter.path];
}

/// The path of a model that is one tensor is empty.
void Slots::add(const std::string &slot, const Leaf &parameter, Tensor value) const {
  state->slots[fullName(slot)][parameter.path] = std::move(value);
}

Tensor &Slots::count(const std::string &counter) const {
  auto found = state->counts.find(fullName(counter));
  if (found == state->counts.end())
    refuse("the state has no count " + fullName(counter) + ": it was made by another optimizer");
  return found->second;
}

void Slots::addCount(const std::string &counter) const {
  state->counts[fullName(counter)] = zeros({}, i32);
}

/// Saturates: a count that wraps would begin the warmup again.
Tensor Slots::increment(const std::string &counter) const {
  Tensor &at = count(counter);
  const int64_t last = std::numeric_limits<int32_t>::max();
  return at = where(at < last, at + 1, last);
}

Optimizer::Optimizer(std::string name, Init init, Update update)
    : parts{
          std::make_shared<const Part>(Part{std::move(name), std::move(init), std::move(update)})} {
}

/// Parts without an Init have no entries.
void Optimizer::init(const Leaves &parameters, Slots slots) const {
  for (const auto &part : parts)
    if (part->init)
      part->init(parameters, slots.inner(part->name));
}

void Optimizer::update(Leaves &updates, const Leaves &parameters, Slots slots) const {
  for (const auto &part : parts)
    part->update(updates, parameters, slots.inner(part->name));
}

/// Integers and leaves without a value have no moments.
State Optimizer::init(TreeRef parameters, Where where) const {
  const CallerLine line(where);
  State state;
  Leaves wanted;
  for (Leaf &leaf : flatten(parameters))
    if (leaf.tensor.hasValue() && isFloat(leaf.tensor.elementType()))
      wanted.push_back(std::move(leaf));
  checkPaths(wanted, "init of an optimizer");
  init(wanted, Slots(state, ""));
  return state;
}

namespace {

/// The leaves of two trees side by side. Throws where the trees differ in more than their types.
std::pair<Leaves, Leaves> leavesOf(TreeRef changes, TreeRef parameters, const std::string &what) {
  if (auto found = difference(structure(parameters), structure(changes), Differing::Statics);
      !found.empty())
    refuse("the " + what + " and the parameters are trees that differ: " + found);
  std::pair<Leaves, Leaves> leaves{flatten(changes), flatten(parameters)};
  for (size_t i = 0; i < leaves.first.size(); ++i) {
    const Tensor &change = leaves.first[i].tensor, &parameter = leaves.second[i].tensor;
    if (!change.hasValue())
      continue;
    const std::string at = "the " + what + " of '" + leaves.first[i].path + "' ";
    if (!parameter.hasValue())
      refuse(at + "has a value, the parameter has none");
    if (change.shape() != parameter.shape())
      refuse(at + "is " + text(change.type()) + ", the parameter is " + text(parameter.type()));
  }
  return leaves;
}

/// The part on those parameters that `has` names by path and type.
Init initOf(Init init, Mask has) {
  if (!init)
    return {};
  return [=](const Leaves &parameters, Slots slots) {
    Leaves chosen;
    for (const Leaf &leaf : parameters)
      if (has(leaf.path, leaf.tensor.type()))
        chosen.push_back(leaf);
    init(chosen, slots);
  };
}

/// The same for an update: chosen leaves are copied out and back, which copies handles.
Update updateOf(Update update, Mask has) {
  return [=](Leaves &updates, const Leaves &parameters, Slots slots) {
    std::vector<size_t> positions;
    Leaves chosen, chosenParameters;
    for (size_t i = 0; i < updates.size(); ++i) {
      if (!has(parameters[i].path, parameters[i].tensor.type()))
        continue;
      positions.push_back(i);
      chosen.push_back(updates[i]);
      chosenParameters.push_back(parameters[i]);
    }
    update(chosen, chosenParameters, slots);
    for (size_t i = 0; i < positions.size(); ++i)
      updates[positions[i]] = chosen[i];
  };
}

/// Whether one of the names stands between the slashes of a path.
bool hasName(std::string_view path, const std::vector<std::string> &names) {
  while (true) {
    const size_t slash = path.find('/');
    if (std::find(names.begin(), names.end(), path.substr(0, slash)) != names.end())
      return true;
    if (slash == std::string_view::npos)
      return false;
    path.remove_prefix(slash + 1);
  }
}

} // namespace

/// The leaves with a gradient go through all parts, then back into the tree in the same order.
void Optimizer::updateInPlace(TreeRef updates, State &state, TreeRef parameters,
                              Where where) const {
  const CallerLine line(where);
  auto [grads, all] = leavesOf(updates, parameters, "gradients");
  // Parts see no leaf without a gradient.
  Leaves wanted, wantedParameters;
  for (size_t i = 0; i < grads.size(); ++i)
    if (grads[i].tensor.hasValue()) {
      wanted.push_back(grads[i]);
      wantedParameters.push_back(all[i]);
    }
  const State before = state;
  update(wanted, wantedParameters, Slots(state, ""));
  // Results of ops have no axis names. A state that lost them would be another structure for jit,
  // and the compiler might place it anywhere.
  state = constrainLike(state, before);
  auto next = wanted.begin();
  replaceLeaves(updates,
                [&](const Tensor &grad) { return grad.hasValue() ? (next++)->tensor : Tensor(); });
}

/// Names are numbered in the order of the chain, so they do not depend on parts with other names.
Optimizer chain(std::vector<Optimizer> optimizers) {
  Optimizer result;
  std::set<std::string> taken;
  for (const Optimizer &optimizer : optimizers)
    for (const auto &part : optimizer.parts) {
      std::string name = part->name;
      for (int number = 2; !taken.insert(name).second; ++number)
        name = part->name + std::to_string(number);
      result.parts.push_back(name == part->name
                                 ? part
                                 : std::make_shared<const Optimizer::Part>(
                                       Optimizer::Part{name, part->init, part->update}));
    }
  return result;
}

/// A group of its own for all others, which go through no part.
Optimizer masked(Optimizer optimizer, Mask mask) {
  auto others = [mask](const std::string &path, const Type &type) { return !mask(path, type); };
  return partition({{others, Optimizer()}, {mask, std::move(optimizer)}});
}

/// Groups do not overlap, so their parts can stand one after the other in one chain.
Optimizer partition(std::vector<std::pair<Mask, Optimizer>> groups) {
  std::vector<Mask> masks;
  for (const auto &[mask, optimizer] : groups)
    masks.push_back(mask);
  // The first mask that has the parameter; as many as there are masks where none has it.
  auto groupOf = [masks](const std::string &path, const Type &type) {
    size_t group = 0;
    while (group < masks.size() && !masks[group](path, type))
      ++group;
    return group;
  };
  auto check = [=](Leaves &, const Leaves &parameters, Slots) {
    for (const Leaf &leaf : parameters)
      if (groupOf(leaf.path, leaf.tensor.type()) == masks.size())
        refuse("no mask of partition has the parameter '" + leaf.path + "'");
  };
  std::vector<Optimizer> chained{Optimizer("partition", {}, check)};
  for (size_t i = 0; i < groups.size(); ++i) {
    auto has = [=](const std::string &path, const Type &type) { return groupOf(path, type) == i; };
    for (const auto &part : groups[i].second.parts)
      chained.emplace_back(part->name, initOf(part->init, has), updateOf(part->update, has));
  }
  return chain(std::move(chained));
}

// The rank counts the dims of one layer's parameter; a stack of layers has one more.
Mask ofRank(size_t rank) {
  return [rank](const std::string &, const Type &type) { return type.dims.size() == rank; };
}
Mask atLeastRank(size_t rank) {
  return [rank](const std::string &, const Type &type) { return type.dims.size() >= rank; };
}
Mask named(std::vector<std::string> names) {
  return [names](const std::string &path, const Type &) { return hasName(path, names); };
}
Mask notNamed(std::vector<std::string> names) {
  return [names](const std::string &path, const Type &) { return !hasName(path, names); };
}

} // namespace optim

/// The sum has the type in which both meet, and is converted to that of the parameter.
void addUpdates(TreeRef tree, TreeRef updates, Where where) {
  const CallerLine line(where);
  auto [changes, parameters] = optim::leavesOf(updates, tree, "updates");
  auto next = changes.begin();
  replaceLeaves(tree, [&](const Tensor &parameter) {
    const Tensor change = (next++)->tensor;
    if (!change.hasValue())
      return parameter;
    return constrainLike(astype(parameter + change, parameter.elementType()), parameter);
  });
}

/// Squares are summed in f32 also for bf16: the sum of many squares is far larger than one of them.
Tensor globalNorm(TreeRef tree, Where where) {
  const CallerLine line(where);
  Tensor total = zeros({}, f32);
  for (const Leaf &leaf : flatten(tree))
    if (leaf.tensor.hasValue() && isFloat(leaf.tensor.elementType()))
      total = total + sum(square(astype(leaf.tensor, promote(leaf.tensor.elementType(), f32))));
  return sqrt(total);
}

} // namespace frontend
} // namespace spmd
