// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs the cases of frontend_operands.h for tests/jax/frontend_ops.py: prints results at once and
// inside of jit, gradients, differences, batches over every subset of operands, and gradients in,
// of and around loops. Many cases are one program: compiling is what takes time.
#pragma once
#include "frontend_operands.h"
#include <cstdlib>
#include <cstring>

namespace {

using Tags = std::vector<std::string>; // of results: what they are
/// What a program computes of one case: results, whose names it appends.
using Compute = std::function<std::vector<Tensor>(const Case &, const Operands &, Tags &)>;

/// Some cases, and for each the operands of its batches (empty where it has none).
struct Selected {
  const Case *one;
  Operands operands;
};

bool isInexact(const Tensor &x) { return isFloat(x.elementType()) || isComplex(x.elementType()); }

/// The sum of the result with weights about 1, in f64. Of complex numbers: re + im / 2.
Tensor lossOf(const Case &one, const Operands &in) {
  Tensor result = one.op(in);
  if (isComplex(result.elementType()))
    result = real(result) + imag(result) * 0.5;
  const Tensor weights = astype(arange(elementsOf(result.shape())) % 7, f32) / 7 + 0.5;
  return sum(astype(result, f64) * reshape(weights, result.shape()));
}

bool isDifferentiable(const Operands &operands) {
  return std::any_of(operands.begin(), operands.end(), isInexact);
}

/// The results of f, or none and a tag "none WHAT MESSAGE" where it throws: the first line.
std::vector<Tensor> orNone(const std::string &what, Tags &tags,
                           const std::function<std::vector<Tensor>()> &f) {
  try {
    const std::vector<Tensor> results = f();
    tags.insert(tags.end(), results.size(), what);
    return results;
  } catch (const std::exception &error) {
    const std::string message = error.what();
    std::printf("none %s %s\n", what.c_str(), message.substr(0, message.find('\n')).c_str());
    return {};
  }
}

std::vector<Tensor> withValues(const Operands &gradients) {
  std::vector<Tensor> found;
  for (const Tensor &gradient : gradients)
    if (gradient.hasValue())
      found.push_back(gradient);
  return found;
}

/// The operands moved by `step` along directions.
Operands moved(const Operands &in, const Operands &directions, double step) {
  Operands out = in;
  for (size_t i = 0; i < in.size(); ++i)
    if (isFloat(in[i].elementType()))
      out[i] = in[i] + directions[i] * step;
  return out;
}

Operands directionsFor(const Operands &operands) {
  Operands directions;
  for (const Tensor &x : operands)
    directions.push_back(random(x.shape(), isFloat(x.elementType()) ? x.elementType() : f32));
  return directions;
}

/// The gradient in each float operand; in f64 also the derivative along a direction, by the
/// gradient and by central differences.
std::vector<Tensor> gradients(const Case &one, const Operands &in, Tags &tags) {
  auto loss = [&](const Operands &in) { return lossOf(one, in); };
  std::vector<Tensor> found = orNone("grad", tags, [&] { return withValues(grad(loss)(in)); });
  const bool isWide = std::all_of(in.begin(), in.end(), [](const Tensor &x) {
    return !isInexact(x) || x.elementType() == f64;
  });
  if (!isWide || found.empty())
    return found;
  constexpr double kStep = 1e-6;
  const Operands directions = directionsFor(in);
  Tensor along = full({}, 0, f64);
  size_t next = 0;
  for (size_t i = 0; i < in.size(); ++i)
    if (isFloat(in[i].elementType()))
      along += sum(found[next++] * directions[i]);
  const Tensor difference =
      (loss(moved(in, directions, kStep)) - loss(moved(in, directions, -kStep))) / (2 * kStep);
  found.push_back(stack({along, difference}));
  tags.push_back("along");
  return found;
}

std::vector<Tensor> values(const Case &one, const Operands &in, Tags &tags) {
  tags.push_back("jit");
  return {one.op(in)};
}

constexpr int64_t kEntries = 3; // of a batch

/// Entry `i` of batched operands: of those that `subset` has a bit for.
Operands entry(const Operands &batched, const Operands &shared, unsigned subset, int64_t i) {
  Operands in;
  for (size_t k = 0; k < shared.size(); ++k)
    in.push_back(subset >> k & 1 ? batched[k][i] : shared[k]);
  return in;
}

/// The op on a batch of the operands of each subset, and on each entry alone; then with the batch
/// as the last dim. `in` holds the operands of one entry, then those of a batch.
std::vector<Tensor> batches(const Case &one, const Operands &in, Tags &tags) {
  const size_t count = one.operands.size();
  const Operands shared(in.begin(), in.begin() + long(count)),
      batched(in.begin() + long(count), in.begin() + long(2 * count));
  std::vector<Tensor> results;
  auto add = [&](const std::string &what, const std::function<Tensor()> &f) {
    for (const Tensor &x : orNone(what, tags, [&] { return std::vector{f()}; }))
      results.push_back(x);
  };
  for (unsigned subset = 1; subset < 1u << count; ++subset) {
    // The operands of the subset in front, the others behind.
    auto apply = [=](const Operands &some, const Operands &others) {
      Operands all;
      size_t s = 0, o = 0;
      for (size_t k = 0; k < count; ++k)
        all.push_back(subset >> k & 1 ? some[s++] : others[o++]);
      return one.op(all);
    };
    auto run = [=](bool isLast) {
      Operands some, others;
      for (size_t k = 0; k < count; ++k)
        if (subset >> k & 1)
          some.push_back(isLast ? moveAxis(batched[k], 0, -1) : batched[k]);
        else
          others.push_back(shared[k]);
      if (isLast)
        return vmap(apply, {.in = {-1, {}}, .out = {-1}})(some, others);
      return vmap(apply, {.in = {0, {}}})(some, others);
    };
    const std::string number = std::to_string(subset);
    add("vmap" + number, [&] { return run(false); });
    add("each" + number, [&] {
      std::vector<Operand> each;
      for (int64_t i = 0; i < kEntries; ++i)
        each.push_back(one.op(entry(batched, shared, subset, i)));
      return stack(each);
    });
    if (subset + 1 == 1u << count)
      add("last" + number, [&] { return run(true); });
  }
  return results;
}

/// The step of a loop that halves its carry and adds the loss of an entry.
auto stepOf(const Case &one) {
  return [&one](Tensor c, const Operands &in) { return c * 0.5 + lossOf(one, in); };
}

/// Transformations in each other: gradients of and in a batch, of a loop, with a checkpoint in it,
/// second derivatives in two ways, and a batch of loops. `in` is that of `batches`, then directions
/// and a batch of batches.
std::vector<Tensor> compositions(const Case &one, const Operands &in, Tags &tags) {
  const long count = long(one.operands.size());
  auto part = [&](long i) {
    return Operands(in.begin() + i * count, in.begin() + (i + 1) * count);
  };
  const Operands single = part(0), batched = part(1), directions = part(2), twice = part(3);
  std::vector<Tensor> results;
  auto add = [&](const std::string &what, const std::function<std::vector<Tensor>()> &f) {
    for (const Tensor &x : orNone(what, tags, f))
      results.push_back(x);
  };
  auto loss = [&one](const Operands &in) { return lossOf(one, in); };
  add("gradOfVmap", [&] {
    return withValues(grad([&](const Operands &in) { return sum(vmap(loss)(in)); })(batched));
  });
  add("vmapOfGrad", [&] {
    return vmap([&](const Operands &in) {
      const std::vector<Tensor> each = withValues(grad(loss)(in));
      return each;
    })(batched);
  });
  add("gradOfScan", [&] {
    auto run = [&](const Operands &xs) { return scan(stepOf(one), full({}, 0, f64), xs); };
    return withValues(grad(run)(batched));
  });
  add("checkpointInScan", [&] {
    auto run = [&](const Operands &xs) {
      return scan(checkpoint(stepOf(one)), full({}, 0, f64), xs);
    };
    return withValues(grad(run)(batched));
  });
  add("vmapOfScan", [&] {
    auto step = [&](Tensor c, const Operands &in) {
      return std::pair(stepOf(one)(c, in), one.op(in));
    };
    auto run = [&](const Operands &xs) { return scan(step, full({}, 0, f64), xs).second; };
    return std::vector{vmap(run)(twice)};
  });
  // Second derivatives along the directions, in the float operands.
  Operands floats, along;
  for (long i = 0; i < count; ++i)
    if (isFloat(single[size_t(i)].elementType())) {
      floats.push_back(single[size_t(i)]);
      along.push_back(directions[size_t(i)]);
    }
  auto gradient = [&](const Operands &floats) {
    return grad([&](const Operands &floats) {
      Operands all;
      size_t next = 0;
      for (const Tensor &x : single)
        all.push_back(isFloat(x.elementType()) ? floats[next++] : x);
      return lossOf(one, all);
    })(floats);
  };
  add("gradOfGrad", [&] {
    return withValues(grad([&](const Operands &floats) {
      Tensor total = full({}, 0, f64);
      const Operands each = gradient(floats);
      for (size_t i = 0; i < each.size(); ++i)
        total += sum(astype(each[i], f64) * along[i]);
      return total;
    })(floats));
  });
  add("forwardOverReverse",
      [&] { return withValues(jvp(gradient, std::tuple(floats), std::tuple(along)).second); });
  return results;
}

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

Operands stacked(const Operands &like, std::vector<int64_t> leading) {
  Operands out;
  for (const Tensor &x : like) {
    Shape shape = leading;
    shape.insert(shape.end(), x.shape().begin(), x.shape().end());
    out.push_back(random(shape, x.elementType()));
  }
  return out;
}

/// The operands of `compositions`: those of one entry, of a batch, directions, a batch of batches.
Operands withBatches(const Operands &operands) {
  Operands all = operands;
  for (const Operands &more :
       {stacked(operands, {kEntries}), directionsFor(operands), stacked(operands, {2, kEntries})})
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

/// All cases, or with SPMD_PART=K/N in the environment one N-th of them: of each name some shapes
/// and types, and of one name in N the batches and compositions. The case with the highest rank in
/// a name's first types has those. SPMD_ONLY=NAME,NAME leaves all other names out. Prints how many
/// shapes of each name are accepted, whatever the part.
[[maybe_unused]] void runAll() {
  const auto [part, parts] = partOfAll();
  keepNames();
  addShapes(isAccepted);
  addTypes(isAccepted);
  std::map<std::string, std::vector<const Case *>> names;
  for (const Case &one : cases)
    names[one.name].push_back(&one);
  std::vector<Selected> chosen, atOnce, differentiable, deep, deepest;
  size_t number = 0;
  for (const auto &[name, members] : names) {
    std::set<std::vector<Shape>> shapes;
    const Case *best = nullptr;
    auto rank = [](const Case &one) {
      size_t rank = 0;
      for (const Tensor &x : one.operands)
        rank += elementsOf(x.shape()) ? x.rank() : 0;
      return rank;
    };
    for (size_t i = 0; i < members.size(); ++i) {
      const Case &one = *members[i];
      const bool isFirstType = typesOf(one.operands) == typesOf(members[0]->operands);
      shapes.insert(shapesOf(one.operands));
      if (isFirstType && (!best || rank(one) > rank(*best)))
        best = &one;
      if ((i + number) % parts != part)
        continue;
      chosen.push_back({&one, one.operands});
      if (isFirstType || i % 4 == 0)
        atOnce.push_back({&one, one.operands});
      if (isDifferentiable(one.operands))
        differentiable.push_back({&one, one.operands});
    }
    std::printf("shapes %s %zu %zu\n", name.c_str(), shapes.size(), best->operands.size());
    if (number++ % parts == part && !best->operands.empty()) {
      const Operands operands = withBatches(best->operands);
      deep.push_back({best, operands});
      if (isDifferentiable(best->operands))
        deepest.push_back({best, operands});
    }
  }
  runGroups(chosen, values, "values", 100);
  runGroups(differentiable, gradients, "gradients", 60);
  runGroups(deep, batches, "batches", 12);
  runGroups(deepest, compositions, "compositions", 6);
  for (const Selected &each : atOnce)
    runAtOnce(*each.one, "values");
  for (const Selected &each : deepest)
    runAtOnce(*each.one, "gradients");
}

} // namespace
