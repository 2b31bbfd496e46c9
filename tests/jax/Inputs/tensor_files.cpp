// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Writes trees to files and reads files of Python, for tests/jax/tensor_files.py.
// usage: tensor_files write|read FOLDER
#include <cstdio>
#include <spmd/spmd.h>
#include <string_view>

using namespace spmd;

struct Tree {
  std::map<std::string, Tensor> leaves; // one of each type, named by it
  std::vector<Tensor> shapes;
  SPMD_FIELDS(leaves, shapes)
};

int main(int count, char **arguments) {
  if (count != 3)
    return 2;
  Tree tree;
  for (ElementType type : {boolean, i8, i16, i32, i64, u8, u16, u32, u64, bf16, f16, f32, f64})
    tree.leaves[text(type)] = astype(reshape(arange(12) % 5, {3, 4}), type);
  tree.shapes = {full({}, 2.5), zeros({0, 3}), ones({1, 1, 2})};
  const std::string folder = std::string(arguments[2]) + "/";
  if (std::string_view(arguments[1]) == "write") {
    save(folder + "tree.safetensors", tree);
    save(folder + "tree.npz", tree);
    return 0;
  }
  for (const char *name : {"python.safetensors", "python.npz"}) {
    const Leaves read = flatten(load(folder + name, tree)), wanted = flatten(tree);
    for (size_t i = 0; i < wanted.size(); ++i)
      if (read[i].tensor.host().bytes != wanted[i].tensor.host().bytes)
        std::printf("%s: %s differs\n", name, wanted[i].path.c_str());
    std::printf("%s: %zu tensors\n", name, read.size());
  }
}
