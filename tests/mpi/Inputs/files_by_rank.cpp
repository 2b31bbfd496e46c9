// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Saves and loads a tree on 8 devices of one process or of several ranks. usage:
//
//   files_by_rank save FILE      writes the tree, and prints the most memory that a rank took
//   files_by_rank load FILE      reads it onto another mesh, and compares it with the tree
//   files_by_rank refuse FILE..  prints what load or save of each file throws
//   files_by_rank boolean FILE   prints what load throws, of one tensor of 8 booleans
#include <cstdio>
#include <fstream>
#include <spmd/spmd.h>
using namespace spmd;

namespace {

struct Model {
  Tensor rows, columns, both, whole, padded, narrow, host, missing;
  SPMD_FIELDS(rows, columns, both, whole, padded, narrow, host, missing)
};

/// Splits along the first, the last and both dims, along none and unevenly; bf16; one off the mesh.
/// `rows` has 64 MiB.
Model make() {
  auto model = jit([] {
    auto numbers = [](std::vector<int64_t> shape) {
      return iota(shape, 0, f32) * 3 + iota(shape, int64_t(shape.size()) - 1, f32);
    };
    return Model{withAxes(numbers({4096, 4096}), {"large", ""}),
                 withAxes(numbers({64, 128}), {"", "mlp"}),
                 withAxes(numbers({4, 16, 8}), {"embed", "", "mlp"}),
                 numbers({6, 5}),
                 withAxes(numbers({10, 3}), {"ragged", ""}),
                 withAxes(astype(numbers({8, 8}), bf16), {"embed", "mlp"}),
                 {},
                 {}};
  })();
  model.host = arange(7);
  return model;
}

/// The memory that the process had at most since the last call, in MiB.
double peak() {
  std::ifstream status("/proc/self/status");
  std::string word;
  while (status >> word)
    if (word == "VmHWM:") {
      double kilobytes;
      status >> kilobytes;
      std::ofstream("/proc/self/clear_refs") << "5";
      return kilobytes / 1024;
    }
  return 0;
}

/// How much memory `call` takes beyond what the process had before, at most over all ranks.
template <class Call> double memoryOf(const Call &call) {
  peak(); // of what was before
  const double before = peak();
  call();
  double most = 0;
  for (const std::string &taken : processAllgather(std::to_string(peak() - before)))
    most = std::max(most, std::stod(taken));
  return most;
}

void run(const std::string &what, const std::string &file) {
  const bool isSave = what == "save";
  Mesh mesh(isSave ? std::vector<MeshAxis>{{"a", 2}, {"b", 4}}
                   : std::vector<MeshAxis>{{"a", 4}, {"b", 2}});
  const Rules rules = Rules{{"large", isSave ? DimAxes{"a", "b"} : DimAxes{"b", "a"}},
                            {"embed", isSave ? "a" : "b"},
                            {"mlp", isSave ? "b" : "a"},
                            {"ragged", isSave ? "b" : "a"}}
                          .padded();
  auto scope = mesh.use(rules);
  if (isSave) {
    const Model model = make();
    const double memory = memoryOf([&] { save(file, model); });
    if (isMain())
      std::printf("a rank took less than the tensor to save: %s\n", memory < 56 ? "yes" : "no");
    std::fprintf(stderr, "save: %.1f MiB\n", memory);
    return;
  }
  const Model like = jit([] { return make(); }).shapeOf();
  Model read = like;
  const double memory = memoryOf([&] { read = load(file, like); });
  std::fprintf(stderr, "load: %.1f MiB\n", memory);
  const Model wanted = make();
  const Leaves leaves = flatten(wanted);
  size_t i = 0, equal = 0;
  for (const Leaf &leaf : flatten(read)) {
    const Tensor &other = leaves[i++].tensor;
    equal += !leaf.tensor.hasValue() || leaf.tensor.host().bytes == other.host().bytes;
  }
  if (!isMain())
    return;
  std::printf("%zu of %zu leaves are equal, on %s\n", equal, i,
              text(shardingOf(read.rows)).c_str());
  std::printf("a rank took less than the tensor to load: %s\n", memory < 56 ? "yes" : "no");
}

/// Whether each rank is told, and none waits for one that has given up.
template <class Call> void print(const Call &call) {
  try {
    call();
  } catch (const Error &error) {
    std::printf("rank %d: %s\n", int(rank()), error.what());
  }
}

} // namespace

int main(int count, char **words) {
  const std::string what = words[1];
  if (what == "save" || what == "load") {
    run(what, words[2]);
    return 0;
  }
  auto scope = Mesh({{"a", 8}}).use({{"large", "a"}});
  if (what == "boolean") {
    const Tensor like = jit([] { return withAxes(zeros({8}, boolean), {"large"}); }).shapeOf();
    print([&] { load(words[2], like); });
    return 0;
  }
  const Model model = make();
  for (int i = 2; i < count; ++i) {
    print([&] { load(words[i], model); });
    print([&] { save(words[i], model); });
  }
}
