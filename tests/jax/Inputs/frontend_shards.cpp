// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Cases of spmd/shard_map.h (frontend_cases.h): collectives over the devices of a 2 x 2 mesh, and
// the same ones over the entries of a batch.
#include "layer_cases.h"

namespace {

const AxisList kBoth{"x", "y"};
using Local = std::function<Tensor(const Tensor &x, const AxisList &axes)>;

/// The local function on four devices whose parts are rows of the operand, and on four entries.
void add(const std::string &name, const Local &local, const std::vector<Shape> &shapes,
         const Types &types = {f32}) {
  for (ElementType type : types) {
    ShapeLists lists;
    for (const Shape &shape : shapes)
      lists.push_back({shape});
    exactly(name,
            [=](const Operands &in) {
              auto part = [=](Tensor x) { return local(x, kBoth); };
              return shardMap(part, P(kBoth), P(kBoth))(in[0]);
            },
            lists, {type});
    exactly(name + "Batch",
            [=](const Operands &in) {
              Shape shape = in[0].shape();
              shape[0] /= 4;
              shape.insert(shape.begin(), 4);
              auto entry = [=](Tensor x) { return local(x, "batch"); };
              const Tensor y = vmap(entry, {.axis = "batch"})(reshape(in[0], shape));
              Shape whole(y.shape().begin() + 1, y.shape().end());
              whole[0] *= 4;
              return reshape(y, whole);
            },
            lists, {type});
  }
}

const std::vector<Shape> kRows{{4, 3}, {8}, {4}, {12, 2}, {4, 1, 5}, {8, 2, 3}};
const std::vector<Shape> kPieces{{16, 3}, {16}, {32}, {16, 1}, {48, 2}, {16, 2, 3}};
const std::vector<Shape> kExact{{16, 3}, {16}, {16, 1}, {16, 2, 3}, {16, 7}, {16, 2, 1, 2}};
const Types kNumbers{f32, i32};

void addReductions() {
  add(
      "psum", [](const Tensor &x, const AxisList &axes) { return psum(x * x, axes) + x; }, kRows,
      kNumbers);
  add(
      "pmean", [](const Tensor &x, const AxisList &axes) { return pmean(sin(x), axes) * x; },
      kRows);
  add(
      "pmax", [](const Tensor &x, const AxisList &axes) { return pmax(x, axes) - x; }, kRows,
      kNumbers);
  add(
      "pmin", [](const Tensor &x, const AxisList &axes) { return pmin(x, axes) + x * 2; }, kRows,
      kNumbers);
  add(
      "axisIndex",
      [](const Tensor &x, const AxisList &axes) {
        return x * astype(axisIndex(axes) + axisSize(axes), x.elementType());
      },
      kRows, kNumbers);
}

void addPieces() {
  add(
      "allGather",
      [](const Tensor &x, const AxisList &axes) {
        Shape each(x.rank() + 1, 1);
        each[0] = 4;
        const Tensor factors = reshape(arange(4, x.elementType()), each);
        return x * sum(allGather(sin(x), axes) * factors, 0);
      },
      kRows);
  add(
      "allGatherTiled",
      [](const Tensor &x, const AxisList &axes) { return allGather(x, axes, {.tiled = true}); },
      kRows, kNumbers);
  add(
      "psumScatter",
      [](const Tensor &x, const AxisList &axes) { return expandDims(psumScatter(x * x, axes), 0); },
      kExact, kNumbers);
  add(
      "psumScatterTiled",
      [](const Tensor &x, const AxisList &axes) {
        return psumScatter(sin(x), axes, {.tiled = true});
      },
      kPieces);
  add(
      "allToAll",
      [](const Tensor &x, const AxisList &axes) {
        return allToAll(reshape(x, {4, -1}), axes, 0, 1) * 2;
      },
      kPieces, kNumbers);
  add(
      "allToAllTiled",
      [](const Tensor &x, const AxisList &axes) { return allToAll(x, axes, 0, 0, true) * sum(x); },
      kPieces, kNumbers);
  add(
      "ppermute",
      [](const Tensor &x, const AxisList &axes) {
        return ppermute(x, axes, {{0, 1}, {1, 3}, {3, 0}}) * x;
      },
      kRows, kNumbers);
}

/// What is whole on each device, and functions of several operands on a grid.
void addMaps() {
  exactly("shardMap",
          [](const Operands &in) {
            auto part = [](Tensor x, Tensor w) { return psum(matmul(x, w), "y"); };
            return shardMap(part, {P("x", "y"), P("y")}, {P("x")})(in[0], in[1]);
          },
          {{{4, 6}, {6, 3}},
           {{2, 2}, {2, 2}},
           {{6, 4}, {4, 1}},
           {{2, 8}, {8, 5}},
           {{8, 2}, {2, 7}},
           {{10, 4}, {4, 3}}});
  exactly(
      "shardMapWhole",
      [](const Operands &in) {
        auto part = [](Tensor x, Tensor w) { return psum(sum(sin(x) * w, 0), {"x", "y"}); };
        return shardMap(part, {P(kBoth), P()}, {P()})(in[0], in[1]);
      },
      {{{4, 3}, {3}}, {{8, 2}, {2}}, {{4, 1}, {1}}, {{12, 2}, {2}}, {{16, 5}, {5}}, {{8, 7}, {7}}});
  exactly(
      "shardMapAxes",
      [](const Operands &in) {
        auto part = [](Tensor x, Tensor w) { return ppermute(x, "x", {{0, 1}, {1, 0}}) * w; };
        return shardMap(part, {P("x"), P()}, {P("x")}, {.axes = {"x"}})(in[0], in[1]);
      },
      {{{4, 3}, {3}}, {{8, 2}, {2}}, {{2, 1}, {1}}, {{6, 2}, {2}}, {{10, 5}, {5}}, {{8, 7}, {7}}});
}

} // namespace

int main() {
  const Mesh mesh({{"x", 2}, {"y", 2}});
  const auto scope = mesh.use();
  addReductions();
  addPieces();
  addMaps();
  runAll();
}
