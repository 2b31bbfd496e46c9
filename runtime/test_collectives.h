// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// For tests: a program with every kind of collective. The values are chosen so that sums show the
// order in which they were added.
#pragma once
#include "runtime/small_floats.h"
#include "runtime/test_program.h"

namespace spmd::rt {

struct CollectiveCase {
  CollectiveStart start;
  std::vector<int64_t> shape, out; // local
  int32_t root = -1;               // Broadcast: -1 names none
};

/// A program with all kinds of collectives on `type`, over `digits` of eight devices.
inline TestProgram everyKind(DType type, std::vector<Digit> digits, std::vector<Array> &arguments,
                             int64_t rows) {
  int64_t devices = 8, n = 1;
  for (Digit digit : digits)
    n *= digit.size;
  TestProgram test(devices);
  auto reduce = ReductionKind::Sum;
  std::vector<CollectiveCase> cases = {
      {{.kind = CollectiveKind::AllReduce, .reduction = reduce}, {rows, 24}, {rows, 24}},
      {{.kind = CollectiveKind::AllReduce, .reduction = reduce},
       {rows * 100, 24},
       {rows * 100, 24}},
      {{.kind = CollectiveKind::AllReduce, .reduction = ReductionKind::Maximum}, {3}, {3}},
      {{.kind = CollectiveKind::ReduceScatter, .reduction = reduce, .dim = 1},
       {rows, 24},
       {rows, 24 / n}},
      {{.kind = CollectiveKind::ReduceScatter, .reduction = reduce, .dim = 0},
       {24, rows},
       {24 / n, rows}},
      {{.kind = CollectiveKind::AllGather, .dim = 1}, {rows, 3}, {rows, 3 * n}},
      {{.kind = CollectiveKind::AllToAll, .dim = 1, .concatDim = 0},
       {rows, 24},
       {rows * n, 24 / n}},
      {{.kind = CollectiveKind::AllToAll, .dim = 0, .concatDim = 1},
       {24, rows},
       {24 / n, rows * n}},
      {{.kind = CollectiveKind::AllToAll, .dim = 1, .concatDim = 1}, {rows, 24}, {rows, 24}},
      {{.kind = CollectiveKind::Permute, .pairs = {{0, 3}, {3, 6}, {6, 0}, {1, 2}, {1, 7}, {4, 4}}},
       {rows, 5},
       {rows, 5}},
      {{.kind = CollectiveKind::Broadcast}, {rows, 5}, {rows, 5}},
      {{.kind = CollectiveKind::Broadcast}, {rows, 5}, {rows, 5}, int32_t(n - 1)},
      {{.kind = CollectiveKind::Broadcast}, {rows * 100, 24}, {rows * 100, 24}, 1},
  };
  for (CollectiveCase &c : cases) {
    auto stacked = [&](std::vector<int64_t> local) {
      local[0] *= devices;
      return TestProgram::border(type, local, 0, {test.row()});
    };
    Border in = stacked(c.shape), out = stacked(c.out);
    Operand source = test.argument(in), target = test.result(out);
    if (c.start.kind != CollectiveKind::Permute)
      c.start.groups.digits = digits;
    test.collective(c.start, {{.source = source,
                               .target = target,
                               .type = type,
                               .shape = c.shape,
                               .root = c.root < 0 ? Operand() : test.constant(c.root)}});
    Array values = llvm::cantFail(Array::allocate(type, in.globalShape));
    for (int64_t i = 0; i < values.elementCount(); ++i) {
      float x = float(i % 1009) / 1009.f * (i % 3 ? 1.f : 4096.f) - 7.f;
      if (type == DType::F32)
        values.as<float>()[size_t(i)] = x;
      else if (type == DType::BF16)
        values.as<uint16_t>()[size_t(i)] = toBf16(x);
      else
        values.as<int64_t>()[size_t(i)] = i * 1000003;
    }
    arguments.push_back(values);
  }
  return test;
}

} // namespace spmd::rt
