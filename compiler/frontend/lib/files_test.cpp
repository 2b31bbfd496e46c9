// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Trees in files and as tables: what is read back, damaged files, trees that differ from the file.
// tests/jax/tensor_files.test compares the files with those of Python.
#include "compiler/frontend/test_errors.h"
#include <filesystem>
#include <fstream>

namespace spmd::test {
namespace {

struct Layer {
  Tensor weight, bias;
  SPMD_FIELDS(weight, bias)
};
struct Model {
  std::vector<Layer> layers;
  Tensor step, missing;
  SPMD_FIELDS(layers, step, missing)
};

/// Names on dims, bf16 that NumPy lacks, a scalar, and a leaf without a value.
Model model() {
  Tensor weight = withAxes(reshape(arange(6, f32), {2, 3}), {"embed", "mlp"});
  return {{{weight, astype(arange(3), bf16)}}, full({}, int64_t(7), i32), Tensor()};
}

/// A folder that is removed at the end of the test, and a path in it.
struct Files : testing::Test {
  std::filesystem::path folder;
  Files() {
    std::string name = testing::TempDir() + "spmd_files_XXXXXX";
    folder = mkdtemp(name.data());
  }
  ~Files() override { std::filesystem::remove_all(folder); }
  std::string path(const std::string &name) const { return folder / name; }
  void write(const std::string &name, const std::string &bytes) const {
    std::ofstream(path(name), std::ios::binary) << bytes;
  }
  /// A .safetensors file of this header and as many bytes of data.
  std::string damaged(const std::string &header, size_t dataBytes) const {
    std::string bytes(8, 0);
    for (int i = 0; i < 8; ++i)
      bytes[size_t(i)] = char(header.size() >> (8 * i));
    write("damaged.safetensors", bytes + header + std::string(dataBytes, 1));
    try {
      loadLeaves(path("damaged.safetensors"));
    } catch (const Error &error) {
      const std::string message = error.what(), name = "damaged.safetensors: ";
      return message.substr(message.find(name) + name.size());
    }
    return "";
  }
};

/// Both formats; nothing else is left in the folder, such as the part that is renamed.
TEST_F(Files, AreReadBack) {
  for (const char *name : {"model.safetensors", "model.npz"}) {
    save(path(name), model());
    Model like =
        mapLeaves([](const Tensor &x) { return x.hasValue() ? zerosLike(x) : x; }, model());
    Model read = load(path(name), like);
    EXPECT_EQ(read.layers[0].weight.values<float>(), model().layers[0].weight.values<float>());
    EXPECT_EQ(axesOf(read.layers[0].weight), (std::vector<std::string>{"embed", "mlp"}));
    EXPECT_EQ(read.layers[0].bias.values<uint16_t>(), model().layers[0].bias.values<uint16_t>());
    EXPECT_EQ(read.step.item(), 7);
    EXPECT_FALSE(read.missing.hasValue());
    EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder), {}), 1);
    std::filesystem::remove(path(name));
  }
}

/// The tree that is one tensor has no path, so its file has a name of its own for it.
TEST_F(Files, OfOneTensorAndOfNone) {
  save(path("one.safetensors"), tensor({1.f, 2.f}));
  EXPECT_EQ(loadLeaves(path("one.safetensors"))[0].path, "value");
  EXPECT_EQ(load(path("one.safetensors"), zeros({2})).values<float>(), (std::vector<float>{1, 2}));
  save(path("none.safetensors"), std::vector<Tensor>{});
  EXPECT_TRUE(loadLeaves(path("none.safetensors")).empty());
  save(path("empty.safetensors"), zeros({0, 3}));
  EXPECT_EQ(load(path("empty.safetensors"), zeros({0, 3})).shape(), (std::vector<int64_t>{0, 3}));
}

/// All types of elements, in the order of the tree, whatever their order in the file is.
TEST_F(Files, HoldAllTypes) {
  std::vector<Tensor> all;
  for (ElementType type : {boolean, i8, i16, i32, i64, u8, u16, u32, u64, bf16, f16, f32, f64})
    all.push_back(astype(tensor({0, 1, 1}), type));
  for (const char *name : {"all.safetensors", "all.npz"}) {
    save(path(name), all);
    std::vector<Tensor> read = load(path(name), all);
    for (size_t i = 0; i < all.size(); ++i)
      EXPECT_EQ(read[i].host().bytes, all[i].host().bytes) << text(all[i].type());
  }
}

/// One field of the header is wrong in each case. The last two have a length that lies and no
/// length.
TEST_F(Files, ThatAreDamaged) {
  const std::string good = R"({"a":{"dtype":"F32","shape":[2],"data_offsets":[0,8]}})";
  EXPECT_EQ(damaged(good, 8), "");
  EXPECT_EQ(damaged(good, 7), "its tensors have 8 bytes, the file has 7 for them");
  EXPECT_EQ(damaged(good, 9), "its tensors have 8 bytes, the file has 9 for them");
  EXPECT_EQ(damaged("[]", 0), "its header is no JSON object");
  EXPECT_EQ(damaged("{\"a\"", 0).substr(0, 24), "its header is no JSON: [");
  EXPECT_EQ(damaged(R"({"a":{"dtype":"F32"}})", 0), "'a' has no dtype, shape and data_offsets");
  EXPECT_EQ(damaged(R"({"a":{"dtype":"F8_E4M3","shape":[],"data_offsets":[0,1]}})", 1),
            "'a' has elements of type F8_E4M3, which tensors do not have");
  EXPECT_EQ(damaged(R"({"a":{"dtype":"F32","shape":[-2],"data_offsets":[0,8]}})", 8),
            "'a' has a shape with a size that is no size, or more bytes than fit 63 bits");
  EXPECT_EQ(
      damaged(R"({"a":{"dtype":"F32","shape":[4294967296,4294967296],"data_offsets":[0,0]}})", 0),
      "'a' has a shape with a size that is no size, or more bytes than fit 63 bits");
  EXPECT_EQ(damaged(R"({"a":{"dtype":"F32","shape":[2],"data_offsets":[0,12]}})", 12),
            "'a' has data_offsets that do not hold its 8 bytes");
  EXPECT_EQ(damaged(R"({"a":{"dtype":"F32","shape":[2],"data_offsets":[8,0]}})", 8),
            "'a' has data_offsets that do not hold its 8 bytes");
  EXPECT_EQ(damaged(R"({"a":{"dtype":"U8","shape":[2],"data_offsets":[0,2]},)"
                    R"("b":{"dtype":"U8","shape":[2],"data_offsets":[1,3]}})",
                    3),
            "'b' begins at byte 1 of the data, the tensor before it ends at 2");
  EXPECT_EQ(damaged(R"({"a":{"dtype":"BOOL","shape":[1],"data_offsets":[0,1]}})", 1), "");
  write("huge.safetensors", std::string(8, '\x7f') + "{}");
  EXPECT_NE(refusalOf([&] {
              loadLeaves(path("huge.safetensors"));
            }).find("its header has 9187201950435737471 bytes, the file 10"),
            std::string::npos);
  write("short.safetensors", "abc");
  EXPECT_NE(refusalOf([&] {
              loadLeaves(path("short.safetensors"));
            }).find("a file of 3 bytes is no .safetensors file"),
            std::string::npos);
}

/// Every prefix of a file is refused, and none of them crashes.
TEST_F(Files, ThatAreCut) {
  for (const char *name : {"whole.safetensors", "whole.npz"}) {
    save(path(name), model());
    std::ifstream in(path(name), std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(in), {}};
    const std::string cut =
        std::string("cut") + (std::string(name).ends_with("npz") ? ".npz" : ".safetensors");
    for (size_t size = 0; size < bytes.size(); size += 7) {
      write(cut, bytes.substr(0, size));
      EXPECT_NE(refusalOf([&] { load(path(cut), model()); }), "") << size;
    }
  }
}

/// Parts along several dims, an uneven one, and none at all; then onto another mesh. The file is
/// the one that trees without a mesh give.
TEST_F(Files, OfTreesOnAMesh) {
  auto make = [] {
    auto numbers = [](std::vector<int64_t> shape) {
      return iota(shape, 0, f32) * 10 + iota(shape, int64_t(shape.size()) - 1, f32);
    };
    return std::vector{withAxes(numbers({4, 6, 8}), {"a", "", "b"}),
                       withAxes(numbers({10, 3}), {"b", ""}), numbers({5})};
  };
  save(path("host.safetensors"), make());
  const std::vector<Tensor> wanted = make();
  const Mesh mesh({{"x", 2}, {"y", 4}});
  auto scope = mesh.use(Rules{{"a", "x"}, {"b", "y"}}.padded());
  save(path("mesh.safetensors"), jit(make)());
  auto bytesOf = [&](const char *name) {
    std::ifstream in(path(name), std::ios::binary);
    return std::string(std::istreambuf_iterator<char>(in), {});
  };
  EXPECT_EQ(bytesOf("host.safetensors"), bytesOf("mesh.safetensors"));
  auto other = Mesh({{"z", 4}}).use(Rules{{"b", "z"}}.padded());
  const auto read = load(path("mesh.safetensors"), jit(make).shapeOf());
  EXPECT_EQ(text(shardingOf(read[0])), "P({}, {}, \"z\") on z=4");
  for (size_t i = 0; i < wanted.size(); ++i)
    EXPECT_EQ(read[i].values<float>(), wanted[i].values<float>());
}

/// A layer more, a layer less, another shape, another ending, no file, no folder.
TEST_F(Files, OfAnotherTree) {
  const std::string saved = path("model.safetensors");
  save(saved, model());
  Model more = model();
  more.layers.push_back(more.layers[0]);
  EXPECT_REFUSED(saved + ": there is no 'layers/1/weight'", load(saved, more));
  more.layers.clear();
  EXPECT_REFUSED(saved + ": the tree has no 'layers/0/bias'", load(saved, more));
  Model other = model();
  other.layers[0].weight = zeros({3, 2});
  EXPECT_REFUSED(saved + ": 'layers/0/weight' is f32[2, 3], the tree has f32[3, 2]",
                 load(saved, other));
  EXPECT_REFUSED("model.bin: the ending tells the format; .safetensors and .npz are known",
                 save("model.bin", model()));
  EXPECT_REFUSED(path("no.safetensors") + ": No such file or directory",
                 loadLeaves(path("no.safetensors")));
  EXPECT_REFUSED(path("no/model.safetensors") + ": it cannot be written: No such file or directory",
                 save(path("no/model.safetensors"), model()));
}

/// What could not be read again is not written; an optimizer has a slot for each path.
TEST_F(Files, OfLeavesWithEqualPaths) {
  using Layer = std::map<std::string, Tensor>;
  const std::map<std::string, Layer> tree{{"a", {{"b/c", ones({})}}}, {"a/b", {{"c", ones({})}}}};
  for (const std::string &file : {path("x.safetensors"), path("x.npz")})
    EXPECT_EQ(messageOf([&] { save(file, tree); }),
              file + ": two leaves have the path 'a/b/c'; a key may hold no '/'");
  EXPECT_EQ(messageOf([&] { optim::sgd(0.1).init(tree); }),
            "init of an optimizer: two leaves have the path 'a/b/c'; a key may hold no '/'");
  const Layer kept{{"__metadata__", ones({})}};
  EXPECT_REFUSED(path("x.safetensors") +
                     ": no leaf of a .safetensors file may be called '__metadata__'",
                 save(path("x.safetensors"), kept));
}

/// Integers are leaves and no parameters.
TEST(State, ListsLeaves) {
  const std::vector<LeafType> entries = state(model());
  ASSERT_EQ(entries.size(), 3u);
  EXPECT_EQ(entries[0].path, "layers/0/weight");
  EXPECT_EQ(entries[0].axes, (std::vector<std::string>{"embed", "mlp"}));
  EXPECT_EQ(text(entries[1].type), "bf16[3]");
  EXPECT_EQ(parameterCount(model()), 9);
  EXPECT_EQ(byteCount(model()), 24 + 6 + 4);
  EXPECT_EQ(table(model()), "path             type       axes       elements\n"
                            "layers/0/weight  f32[2, 3]  embed mlp         6\n"
                            "layers/0/bias    bf16[3]                      3\n"
                            "step             i32[]                        1\n"
                            "all              34 bytes                    10\n");
}

/// A replaced leaf keeps names; a missing leaf takes any type.
TEST(State, MergesByPath) {
  Model merged = merge(model(), {{"layers/0/weight", ones({2, 3})}, {"missing", ones({1})}});
  EXPECT_EQ(merged.layers[0].weight.values<float>(), std::vector<float>(6, 1));
  EXPECT_EQ(axesOf(merged.layers[0].weight), (std::vector<std::string>{"embed", "mlp"}));
  EXPECT_TRUE(merged.missing.hasValue());
  EXPECT_REFUSED("merge: the tree has no 'layers/1/bias'",
                 merge(model(), {{"layers/1/bias", ones({3})}}));
  EXPECT_REFUSED("merge: 'step' is f32[1], the tree has i32[]",
                 merge(model(), {{"step", ones({1})}}));
}

/// A terabyte has a shape without being computed.
TEST(State, ShapesOfResults) {
  auto make = jit([] {
    return Model{
        {{withAxes(zeros({1 << 20, 1 << 18}), {"embed", "mlp"}), zeros({4})}}, zeros({}), {}};
  });
  Model shapes = make.shapeOf();
  EXPECT_EQ(parameterCount(shapes), (int64_t(1) << 38) + 5);
  EXPECT_EQ(axesOf(shapes.layers[0].weight), (std::vector<std::string>{"embed", "mlp"}));
  EXPECT_FALSE(shapes.layers[0].bias.isConcrete());
  Tensor y =
      jit([](Tensor x, Tensor w) { return matmul(x, w); }).shapeOf(ones({2, 3}), ones({3, 5}));
  EXPECT_EQ(text(y.type()), "f32[2, 5]");
}

} // namespace
} // namespace spmd::test
