// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Cases of the programs frontend_*.cpp: an op of the frontend and random operands. From those
// that a program writes follow others: more shapes, other float types, operands of a batch.
// frontend_cases.h runs them.
#pragma once
#include "frontend_values.h"
#include <algorithm>
#include <bit>
#include <functional>
#include <map>
#include <numeric>
#include <set>

using namespace spmd;

namespace {

using Operands = std::vector<Tensor>;

Tensor random(const Shape &shape, ElementType type = f32);

struct Case {
  std::string name;
  Operands operands;
  std::function<Tensor(const Operands &)> op;
  bool hasAllShapes = false;                                       // addShapes adds nothing
  std::function<Tensor(const Shape &, ElementType)> make = random; // operands of a batch
  bool hasAllTypes = false;                                        // addTypes adds nothing
};

std::vector<Case> cases;

/// The bits of a number as an element of the type.
uint64_t bitsOf(float number, ElementType type) {
  switch (type) {
  case f64:
    return std::bit_cast<uint64_t>(double(number));
  case f32:
    return std::bit_cast<uint32_t>(number);
  case bf16: { // to the nearest, halves to even
    const uint32_t bits = std::bit_cast<uint32_t>(number);
    return (bits + 0x7FFF + (bits >> 16 & 1)) >> 16;
  }
  default:
    return uint64_t(int64_t(number));
  }
}

size_t bytesOf(ElementType type) {
  switch (type) {
  case i64:
  case u64:
  case f64:
    return 8;
  case i32:
  case u32:
  case f32:
    return 4;
  case i16:
  case u16:
  case bf16:
  case f16:
    return 2;
  default:
    return 1;
  }
}

/// Numbers in [-2, 2), always the same ones; integers in [-8, 8), or [0, 16) where there is no
/// sign. Made on the host: a conversion would be a program for each shape and type.
Tensor random(const Shape &shape, ElementType type) {
  static uint64_t state = 1;
  if (type == f16)
    return astype(random(shape), f16);
  if (isComplex(type))
    return complex(random(shape, partType(type)), random(shape, partType(type)));
  HostArray array{text(type), shape, {}};
  for (uint64_t word : randomWords(shape, state)) {
    const int64_t bits = int64_t(word >> 44);
    const bool isUnsigned = type >= u8 && type <= u64;
    const uint64_t element = bitsOf(isFloat(type)     ? float(bits) / 262144.f - 2
                                    : type == boolean ? float(bits & 1)
                                    : isUnsigned      ? float(bits % 16)
                                                      : float(bits % 16 - 8),
                                    type);
    for (size_t i = 0; i < bytesOf(type); ++i)
      array.bytes.push_back(std::byte(element >> (8 * i)));
  }
  return tensor(array);
}

constexpr size_t kMostShapes = 8; // of a name in one type

/// A case of one operand of each of the types, in shapes of all kinds: scalars, one element, prime
/// sizes, long thin ones, batches, none. Of those that the op accepts the first kMostShapes run.
[[maybe_unused]] void unary(const std::string &name, std::function<Tensor(Tensor)> op,
                            std::vector<ElementType> types = {f32, bf16, f64, i32}) {
  for (ElementType type : types)
    for (const Shape &shape :
         {Shape{3, 5}, {2, 3, 4}, {}, {1}, {13}, {1, 29}, {2, 1, 3, 2}, {0, 3}, {17, 2}, {6}})
      cases.push_back(
          {name, {random(shape, type)}, [op](const Operands &in) { return op(in[0]); }, true});
}

[[maybe_unused]] void binary(const std::string &name, std::function<Tensor(Tensor, Tensor)> op,
                             std::vector<std::pair<ElementType, ElementType>> types) {
  const std::vector<std::pair<Shape, Shape>> shapes{
      {{4, 5}, {4, 5}}, {{2, 3, 4}, {4}}, {{5, 1}, {1, 6}}, {{}, {3, 2}},        {{}, {}},
      {{1, 1}, {1}},    {{31, 2}, {2}},   {{0, 3}, {3}},    {{2, 1, 3}, {4, 1}}, {{7}, {7}}};
  for (auto [left, right] : types)
    for (const auto &[a, b] : shapes)
      cases.push_back({name,
                       {random(a, left), random(b, right)},
                       [op](const Operands &in) { return op(in[0], in[1]); },
                       true});
}

/// A case of operands of given shapes, in f32 or in one type per operand.
[[maybe_unused]] void shaped(const std::string &name, std::function<Tensor(const Operands &)> op,
                             const std::vector<std::vector<Shape>> &shapes,
                             const std::vector<ElementType> &types = {}) {
  for (const std::vector<Shape> &each : shapes) {
    Operands operands;
    for (const Shape &shape : each)
      operands.push_back(random(shape, types.empty() ? f32 : types[operands.size()]));
    cases.push_back({name, operands, op});
  }
}

/// A case without operands.
[[maybe_unused]] void constant(const std::string &name, std::function<Tensor()> op) {
  cases.push_back({name, {}, [op](const Operands &) { return op(); }});
}

#define UNARY(name, ...) unary(#name, [](Tensor x) { return name(x); } __VA_OPT__(, ) __VA_ARGS__)
#define BINARY(name, expression, ...)                                                              \
  binary(name, [](Tensor a, Tensor b) -> Tensor { return expression; }, __VA_ARGS__)

std::vector<Shape> shapesOf(const Operands &operands) {
  std::vector<Shape> shapes;
  for (const Tensor &x : operands)
    shapes.push_back(x.shape());
  return shapes;
}

/// "f32 i32".
std::string typesOf(const Operands &operands) {
  std::string types;
  for (const Tensor &x : operands)
    types += (types.empty() ? "" : " ") + text(x.elementType());
  return types;
}

int64_t elementsOf(const Shape &shape) {
  return std::accumulate(shape.begin(), shape.end(), int64_t(1), std::multiplies<>());
}

/// A size in place of another one, where `largest` is the largest size of the operands.
using Resize = int64_t (*)(int64_t size, int64_t largest);
const std::vector<Resize> kResizes{
    [](int64_t size, int64_t) { return std::min<int64_t>(size, 1); },
    [](int64_t size, int64_t largest) { return size == largest ? 0 : size; },
    [](int64_t size, int64_t) { // a prime
      const int64_t primes[] = {2, 3, 5, 7, 11, 13, 17, 19, 23};
      return size > 1 && size < 10 ? primes[size - 1] : size;
    },
    [](int64_t size, int64_t largest) { return size == largest && size > 1 ? 29 : size; },
    [](int64_t size, int64_t) { return size > 1 ? 2 * size : size; },
    [](int64_t size, int64_t) { return size > 1 ? size + 1 : size; },
};

/// The shapes with other sizes; nothing where that makes too many elements.
std::vector<Shape> resized(std::vector<Shape> shapes, Resize resize) {
  int64_t largest = 0, elements = 0;
  for (const Shape &shape : shapes)
    for (int64_t size : shape)
      largest = std::max(largest, size);
  for (Shape &shape : shapes) {
    for (int64_t &size : shape)
      size = resize(size, largest);
    elements += elementsOf(shape);
  }
  return elements > 4000 ? std::vector<Shape>() : shapes;
}

/// Replaces the cases by those that are accepted, at most kMostShapes for each name and types, or
/// as many as are written by hand. Cases of other shapes follow from the first two of a group:
/// equal sizes become equal ones, so what must agree still does. {2, 3} x {3, 5} becomes
/// {4, 6} x {6, 10}, {3, 5} x {5, 11}, {1, 1} x {1, 1}, ..
void addShapes(const std::function<bool(const Case &)> &isAccepted) {
  std::vector<std::vector<Case>> groups;
  std::map<std::pair<std::string, std::string>, size_t> numbers;
  for (const Case &one : cases) {
    const auto [at, isNew] = numbers.insert({{one.name, typesOf(one.operands)}, groups.size()});
    if (isNew)
      groups.emplace_back();
    groups[at->second].push_back(one);
  }
  cases.clear();
  for (const std::vector<Case> &group : groups) {
    std::set<std::vector<Shape>> seen;
    size_t count = 0;
    auto add = [&](const Case &one) {
      if (!isAccepted(one))
        return;
      cases.push_back(one);
      ++count;
    };
    for (const Case &one : group)
      if (seen.insert(shapesOf(one.operands)).second && (!one.hasAllShapes || count < kMostShapes))
        add(one);
    for (const Case *like : {&group[0], &group[group.size() > 1]})
      for (Resize resize : kResizes) {
        const std::vector<Shape> shapes = resized(shapesOf(like->operands), resize);
        if (like->hasAllShapes || count >= kMostShapes || shapes.empty() ||
            !seen.insert(shapes).second)
          continue;
        Operands operands;
        for (size_t i = 0; i < shapes.size(); ++i)
          operands.push_back(random(shapes[i], like->operands[i].elementType()));
        add({like->name, operands, like->op});
      }
  }
}

/// The same cases in bf16 and f64 where they are in f32 alone, if they are accepted.
void addTypes(const std::function<bool(const Case &)> &isAccepted) {
  std::set<std::pair<std::string, std::string>> seen;
  for (const Case &one : cases)
    seen.insert({one.name, typesOf(one.operands)});
  std::vector<Case> more;
  for (const Case &one : cases)
    for (ElementType type : {bf16, f64}) {
      bool isF32 = false, isOther = false;
      Operands operands;
      for (const Tensor &x : one.operands) {
        isF32 |= x.elementType() == f32;
        isOther |= isFloat(x.elementType()) && x.elementType() != f32;
        operands.push_back(random(x.shape(), isFloat(x.elementType()) ? type : x.elementType()));
      }
      const Case twin{one.name, operands, one.op};
      if (isF32 && !isOther && !one.hasAllTypes && !seen.count({one.name, typesOf(operands)}) &&
          isAccepted(twin))
        more.push_back(twin);
    }
  cases.insert(cases.end(), more.begin(), more.end());
}

} // namespace
