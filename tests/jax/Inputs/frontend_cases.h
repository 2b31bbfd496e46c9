// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs the cases of frontend_operands.h for tests/jax/frontend_ops.py: prints results at once and
// inside of jit, gradients, differences, batches over every subset of operands, and gradients in,
// of and around loops. Many cases are one program: compiling is what takes time.
#pragma once
#include "case_computations.h"
#include <cstdlib>
#include <cstring>

namespace {

/// Some cases, and for each the operands of its batches (empty where it has none).
struct Selected {
  const Case *one;
  Operands operands;
};

void printCase(const Selected &each, const char *kind, const Tags &tags,
               const std::vector<Tensor> &results) {
  std::printf("case %s %s %zu\n", each.one->name.c_str(), kind, each.one->operands.size());
  for (const Tensor &operand : each.operands)
    print("in", operand);
  for (size_t i = 0; i < results.size(); ++i)
    print(tags[i], results[i]);
}

/// Computes some of each case inside of one jitted function, and prints operands and results. Where
/// that fails, the cases run one by one.
void runTogether(const std::vector<Selected> &some, const Compute &compute, const char *kind) {
  std::vector<Tags> tags(some.size());
  std::vector<Operands> operands;
  for (const Selected &each : some)
    operands.push_back(each.operands);
  auto all = jit([&](const std::vector<Operands> &in) {
    std::vector<std::vector<Tensor>> results;
    for (size_t i = 0; i < some.size(); ++i) {
      std::printf("about %s %s\n", some[i].one->name.c_str(), kind);
      results.push_back(compute(*some[i].one, in[i], tags[i]));
    }
    return results;
  });
  std::vector<std::vector<Tensor>> results;
  try {
    results = all(operands);
  } catch (const std::exception &error) {
    if (some.size() > 1) {
      for (const Selected &each : some)
        runTogether({each}, compute, kind);
      return;
    }
    const std::string message = error.what();
    std::printf("failed %s %s\n", kind, message.substr(0, message.find('\n')).c_str());
    return;
  }
  for (size_t i = 0; i < some.size(); ++i)
    printCase(some[i], kind, tags[i], results[i]);
  std::fflush(stdout);
}

void runGroups(const std::vector<Selected> &some, const Compute &compute, const char *kind,
               size_t size) {
  for (size_t begin = 0; begin < some.size(); begin += size)
    runTogether(
        {some.begin() + long(begin), some.begin() + long(std::min(begin + size, some.size()))},
        compute, kind);
}

/// Whether the op takes the operands, as tracing it tells; prints those that it refuses.
bool isAccepted(const Case &one) {
  try {
    evalShape([&](const Operands &in) { return one.op(in); }, one.operands);
    return true;
  } catch (const std::exception &error) {
    const std::string message = error.what();
    std::printf("refused %s %s\n", one.name.c_str(), message.substr(0, message.find('\n')).c_str());
    for (const Tensor &operand : one.operands)
      print("in", operand);
    return false;
  }
}

Operands stacked(const Case &like, std::vector<int64_t> leading) {
  Operands out;
  for (const Tensor &x : like.operands) {
    Shape shape = leading;
    shape.insert(shape.end(), x.shape().begin(), x.shape().end());
    out.push_back(like.make(shape, x.elementType()));
  }
  return out;
}

/// The operands of `compositions`: those of one entry, of a batch, directions, a batch of batches.
Operands withBatches(const Case &one) {
  Operands all = one.operands;
  for (const Operands &more :
       {stacked(one, {kEntries}), directionsFor(one.operands), stacked(one, {2, kEntries})})
    all.insert(all.end(), more.begin(), more.end());
  return all;
}

/// The result of an op that runs at once, and the gradients where `kind` says so.
void runAtOnce(const Case &one, const char *kind) {
  std::printf("about %s %s\n", one.name.c_str(), kind);
  Tags tags;
  const std::vector<Tensor> results = std::strcmp(kind, "values") == 0
                                          ? std::vector{one.op(one.operands)}
                                          : gradients(one, one.operands, tags);
  tags.resize(results.size(), "once");
  printCase({&one, one.operands}, kind, tags, results);
}

/// K and N of SPMD_PART=K/N in the environment; without it the only part.
std::pair<size_t, size_t> partOfAll() {
  size_t part = 0, parts = 1;
  if (const char *text = std::getenv("SPMD_PART"))
    std::sscanf(text, "%zu/%zu", &part, &parts);
  return {part % parts, parts};
}

/// Leaves all names but those of SPMD_ONLY=NAME,NAME out.
void keepNames() {
  if (const char *names = std::getenv("SPMD_ONLY"))
    std::erase_if(cases, [all = "," + std::string(names) + ","](const Case &one) {
      return all.find("," + one.name + ",") == std::string::npos;
    });
}

using Members = std::vector<const Case *>;

/// The cases of a name, by name.
std::map<std::string, Members> casesByName() {
  std::map<std::string, Members> names;
  for (const Case &one : cases)
    names[one.name].push_back(&one);
  return names;
}

size_t rankOf(const Case &one) {
  size_t rank = 0;
  for (const Tensor &x : one.operands)
    rank += elementsOf(x.shape()) ? x.rank() : 0;
  return rank;
}

/// The cases of a name that have batches and compositions: in the name's first types the one with
/// the highest rank and two more that have elements, and the one with the highest rank in the next
/// types of floats, which are bf16 as a rule.
Members deepOf(const Members &members) {
  const std::string first = typesOf(members[0]->operands);
  Members found, others;
  const auto isLower = [](const Case *a, const Case *b) { return rankOf(*a) < rankOf(*b); };
  for (const Case *one : members)
    if (typesOf(one->operands) == first)
      found.push_back(one);
    else if (isDifferentiable(one->operands) &&
             (others.empty() || typesOf(one->operands) == typesOf(others[0]->operands)))
      others.push_back(one);
  std::rotate(found.begin(), std::max_element(found.begin(), found.end(), isLower), found.end());
  const auto isEmpty = [](const Case *one) {
    return std::any_of(one->operands.begin(), one->operands.end(),
                       [](const Tensor &x) { return elementsOf(x.shape()) == 0; });
  };
  found.erase(std::remove_if(found.begin() + 1, found.end(), isEmpty), found.end());
  found.resize(std::min<size_t>(found.size(), 3));
  if (!others.empty())
    found.push_back(*std::max_element(others.begin(), others.end(), isLower));
  return found;
}

/// What runs of the cases, by what is computed.
struct Plan {
  std::vector<Selected> values, atOnce, gradients, batches, compositions;
};

/// All cases, or with SPMD_PART=K/N in the environment one N-th of them: of each name some shapes
/// and types, and some batches and compositions. Prints how many shapes of each name are accepted,
/// whatever the part.
Plan planOf(const std::map<std::string, Members> &names) {
  const auto [part, parts] = partOfAll();
  Plan plan;
  size_t number = 0, deep = 0;
  for (const auto &[name, members] : names) {
    std::set<std::vector<Shape>> shapes;
    for (size_t i = 0; i < members.size(); ++i) {
      const Case &one = *members[i];
      shapes.insert(shapesOf(one.operands));
      if ((i + number) % parts != part)
        continue;
      plan.values.push_back({&one, one.operands});
      if (typesOf(one.operands) == typesOf(members[0]->operands) || i % 4 == 0)
        plan.atOnce.push_back({&one, one.operands});
      if (isDifferentiable(one.operands))
        plan.gradients.push_back({&one, one.operands});
    }
    std::printf("shapes %s %zu %zu\n", name.c_str(), shapes.size(), members[0]->operands.size());
    ++number;
    if (members[0]->operands.empty())
      continue;
    for (const Case *one : deepOf(members)) {
      if (deep++ % parts != part)
        continue;
      plan.batches.push_back({one, withBatches(*one)});
      if (isDifferentiable(one->operands))
        plan.compositions.push_back(plan.batches.back());
    }
  }
  return plan;
}

/// Runs the cases. SPMD_ONLY=NAME,NAME in the environment leaves all other names out.
[[maybe_unused]] void runAll() {
  keepNames();
  addShapes(isAccepted);
  addTypes(isAccepted);
  const Plan plan = planOf(casesByName());
  runGroups(plan.values, values, "values", 100);
  runGroups(plan.gradients, gradients, "gradients", 60);
  runGroups(plan.batches, batches, "batches", 12);
  runGroups(plan.compositions, compositions, "compositions", 6);
  for (const Selected &each : plan.atOnce)
    runAtOnce(*each.one, "values");
  for (size_t i = 0; i < plan.compositions.size(); i += 4)
    runAtOnce(*plan.compositions[i].one, "gradients");
}

} // namespace
