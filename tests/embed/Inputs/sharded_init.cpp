// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Makes a large parameter of random numbers on a mesh, and compares it with the one that a single
// device makes. With an argument it prints a program instead: "program" that one, "orthogonal" one
// of a matrix with orthonormal columns.
#include <cstdio>
#include <spmd/spmd.h>
using namespace spmd;

int main(int count, char **arguments) {
  Mesh mesh({{"data", 2}, {"model", 4}});
  auto scope = mesh.use({{"embed", {"model", "data"}}});
  auto make = jit([] { return withAxes(random::normal(Key(0), {4096, 1024}), {"embed", ""}); });
  if (count > 1) {
    auto matrix =
        jit([] { return withAxes(random::orthogonal(Key(0), 4096, 512), {"embed", ""}); });
    const bool isMatrix = std::string(arguments[1]) == "orthogonal";
    std::printf("%s", (isMatrix ? matrix : make).lower().c_str());
    return 0;
  }
  Tensor weight = make();
  auto alone = Mesh({{"one", 1}}).use();
  auto whole = jit([] { return random::normal(Key(0), {4096, 1024}); });
  std::printf("%s, %s numbers\n", text(shardingOf(weight)).c_str(),
              weight.values<float>() == whole().values<float>() ? "equal" : "other");
}
