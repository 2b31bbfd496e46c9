// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Meshes, rules and specs: what they say in the traced module, and the messages of those that do
// not fit.
#include "compiler/frontend/test_errors.h"

namespace spmd::test {
namespace {

/// Checks the whole message of a refused call in this line.
struct Meshes : testing::Test {
  Mesh mesh = Mesh({{"data", 2}, {"model", 4}});
};

TEST_F(Meshes, AreComparedByValue) {
  EXPECT_EQ(mesh, Mesh({{"data", 2}, {"model", 4}}));
  EXPECT_NE(mesh, Mesh({{"model", 4}, {"data", 2}}));
  EXPECT_EQ(text(mesh), "data=2, model=4");
  EXPECT_EQ(mesh.deviceCount(), 8);
  EXPECT_EQ(mesh.size("model"), 4);
  EXPECT_FALSE(currentMesh());
  {
    auto scope = mesh.use();
    EXPECT_EQ(currentMesh(), mesh);
    {
      auto inner = Mesh({{"x", 2}}).use();
      EXPECT_EQ(text(*currentMesh()), "x=2");
    }
    EXPECT_EQ(currentMesh(), mesh);
  }
  EXPECT_FALSE(currentMesh());
}

TEST_F(Meshes, RefuseWhatCannotBe) {
  EXPECT_MESSAGE("a mesh has two axes of the name \"a\"", Mesh({{"a", 2}, {"a", 4}}));
  EXPECT_MESSAGE("mesh axis \"a\" has size 0", Mesh({{"a", 0}}));
  EXPECT_MESSAGE("a mesh axis has the name \"\"", Mesh({{"", 2}}));
  EXPECT_MESSAGE("there is no mesh axis \"rows\"; the mesh has data=2, model=4", mesh.size("rows"));
  EXPECT_MESSAGE("the rule of \"mlp\" names the mesh axis \"tensor\"; the mesh has data=2, model=4",
                 mesh.use({{"batch", "data"}, {"mlp", "tensor"}}));
  EXPECT_MESSAGE("there are two rules of \"mlp\"", mesh.use({{"mlp", "data"}, {"mlp", "model"}}));
}

TEST_F(Meshes, SpecsAreSpelledAsTheirCalls) {
  EXPECT_EQ(text(P("data", {}, {"a", "b"})), "P(\"data\", {}, {\"a\", \"b\"})");
  EXPECT_EQ(text(P("data", {}, {})), "P(\"data\")");
  EXPECT_EQ(text(P({"a", "b"}).padded()), "P({\"a\", \"b\"}).padded()");
  EXPECT_EQ(text(P(anyAxes, DimAxes::open({"a"}))), "P(anyAxes, DimAxes::open({\"a\"}))");
  EXPECT_EQ(P("a", {}), P("a"));
}

/// The lines of a module that hold a word.
std::string linesWith(const std::string &module, const std::string &word) {
  std::string out;
  for (size_t begin = 0, end; (end = module.find('\n', begin)) != std::string::npos;
       begin = end + 1)
    if (std::string line = module.substr(begin, end - begin); line.find(word) != std::string::npos)
      out += line.substr(line.find_first_not_of(' '),
                         line.find(" loc(") - line.find_first_not_of(' ')) +
             "\n";
  return out;
}

TEST_F(Meshes, ConstraintsAreRecorded) {
  auto scope = mesh.use({{"batch", "data"}, {"mlp", {"model"}}, {"both", {"data", "model"}}});
  auto f = jit([](Tensor x) {
    x = constrain(x, P("data", {}, "model"));
    x = constrain(x, Logical{"batch", "position", ""});
    x = constrain(x, P(anyAxes, DimAxes::open({"data"})));
    return withAxes(x, {"position", "both", "embed"});
  });
  const std::string module = f.lower(ones({4, 8, 4}));
  EXPECT_EQ(linesWith(module, "sdy.mesh"), "sdy.mesh @mesh = <[\"data\"=2, \"model\"=4]>\n");
  EXPECT_EQ(linesWith(module, "constraint"),
            "%0 = sdy.sharding_constraint %arg0 <@mesh, [{\"data\"}, {}, {\"model\"}]> : "
            "tensor<4x8x4xf32>\n"
            "%1 = sdy.sharding_constraint %0 <@mesh, [{\"data\"}, {}, {}]> : tensor<4x8x4xf32>\n"
            "%2 = sdy.sharding_constraint %1 <@mesh, [{?}, {\"data\", ?}, {}]> : "
            "tensor<4x8x4xf32>\n"
            "%3 = sdy.sharding_constraint %2 <@mesh, [{}, {\"data\", \"model\"}, {}]> : "
            "tensor<4x8x4xf32>\n");
  EXPECT_EQ(f(ones({4, 8, 4})).values<float>(), std::vector<float>(128, 1));
}

TEST_F(Meshes, RulesArePartOfTheKey) {
  auto f = jit([](Tensor x) { return withAxes(x + 1, {"embed"}); });
  Tensor x = ones({8});
  f(x);
  for (int i = 0; i < 2; ++i) {
    auto scope = mesh.use({{"embed", "model"}});
    f(x);
    EXPECT_EQ(text(shardingOf(f(x))), "P(\"model\") on data=2, model=4");
  }
  EXPECT_EQ(f.traceCount(), 2u);
  auto scope = mesh.use({{"embed", {"model", "data"}}});
  EXPECT_EQ(text(shardingOf(f(x))), "P({\"model\", \"data\"}) on data=2, model=4");
  EXPECT_EQ(f.traceCount(), 3u);
}

TEST_F(Meshes, ShardingsOfJit) {
  auto scope = mesh.use();
  auto f = jit([](Tensor x, std::vector<Tensor> y) { return std::pair(x + y[0], y); },
               {.inSpecs = {P("data"), P({}, "model")}, .outSpecs = {P("model"), {}}});
  std::vector<Tensor> y{ones({8, 4})};
  auto [sum, same] = f(ones({8, 4}), y);
  EXPECT_EQ(text(shardingOf(sum).spec), "P(\"model\")");
  EXPECT_EQ(text(shardingOf(same[0]).spec), "P({}, \"model\")");
  f(sum, same); // as they lie
  EXPECT_EQ(f.traceCount(), 2u);
}

TEST_F(Meshes, ConstraintsSpeak) {
  Tensor x = zeros({6, 8});
  EXPECT_MESSAGE("constrain of f32[6, 8] outside of a mesh; call it while the object lives that "
                 "Mesh::use returns",
                 constrain(x, P("data")));
  EXPECT_MESSAGE("put of f32[6, 8] outside of a mesh; call it while the object lives that "
                 "Mesh::use returns",
                 put(x, P("data")));
  auto scope = mesh.use({{"batch", "data"}, {"rows", "data"}, {"mlp", "model"}});
  EXPECT_MESSAGE("constrain of f32[6, 8] by P(\"rows\"): there is no mesh axis \"rows\"; the mesh "
                 "has data=2, model=4",
                 constrain(x, P("rows")));
  EXPECT_MESSAGE("constrain of f32[6, 8] by P({}, {}, \"data\"): the spec has 3 dims, the tensor 2",
                 constrain(x, P({}, {}, "data")));
  EXPECT_MESSAGE("constrain of f32[6, 8] by P(\"data\", {\"model\", \"data\"}): the mesh axis "
                 "\"data\" stands twice",
                 constrain(x, P("data", {"model", "data"})));
  EXPECT_MESSAGE("put of f32[6, 8] by P(\"model\"): size 6 of dim 0 is not divisible by 4 devices; "
                 ".padded() behind a spec or rules lets the last shards be padded",
                 put(x, P("model")));
  EXPECT_MESSAGE("dims \"batch\" and \"rows\" of one tensor are both split along the mesh axis "
                 "\"data\"; change a rule of Mesh::use, or a name",
                 constrain(x, Logical{"batch", "rows"}));
  EXPECT_MESSAGE("constrain of f32[6, 8]: the names are 1; one per dim is wanted, \"\" for a dim "
                 "without one",
                 constrain(x, Logical{"batch"}));
  EXPECT_MESSAGE("withAxes of f32[6, 8] by P(\"model\"): size 6 of dim 0 is not divisible by 4 "
                 "devices; .padded() behind a spec or rules lets the last shards be padded",
                 withAxes(x, {"mlp", ""}));
  auto padded = mesh.use(Rules{{"mlp", "model"}}.padded());
  EXPECT_EQ(text(shardingOf(withAxes(x, {"mlp", ""})).spec), "P(\"model\").padded()");
}

TEST_F(Meshes, OptionsSpeak) {
  auto three = jit([](Tensor x) { return x; }, {.name = "f", .inSpecs = {P("data"), {}, {}}});
  EXPECT_MESSAGE("f has 3 specs of parameters, but 1 parameters", three(ones({2})));
  auto tuple = jit([](Tensor x) { return x; }, {.name = "f", .outSpecs = {P("data"), {}}});
  EXPECT_MESSAGE("f has 2 specs of results, but does not return a tuple of so many elements",
                 tuple(ones({2})));
  auto alone = jit([](Tensor x) { return x; }, {.name = "f", .inSpecs = P("data")});
  EXPECT_MESSAGE("f has specs of parameters, but runs on no mesh; call it while the object lives "
                 "that Mesh::use returns",
                 alone(ones({2})));
  auto donor = jit([](Tensor x) { return x; }, {.name = "f", .donate = {1}});
  EXPECT_MESSAGE("f donates parameter 1, but has 1 parameters", donor(ones({2})));
  auto scope = mesh.use();
  EXPECT_MESSAGE("parameter 0 of f of f32[3] by P(\"data\"): size 3 of dim 0 is not divisible by 2 "
                 "devices; .padded() behind a spec or rules lets the last shards be padded",
                 alone(ones({3})));
}

TEST_F(Meshes, AreOnePerProgram) {
  auto scope = mesh.use();
  Tensor x = put(zeros({8}), P("data"));
  auto other = Mesh({{"data", 8}}).use();
  auto f = jit([](Tensor x) { return x + 1; });
  const std::string message = messageOf([&] { f(x); });
  EXPECT_EQ(message.substr(message.find(": ") + 2, message.find('\n') - message.find(": ") - 2),
            "an argument lies on the mesh data=2, model=4, the program runs on data=8; put(x, "
            "P(...)) moves it");
  EXPECT_EQ(f(put(x, P("data"))).values<float>(), std::vector<float>(8, 1));
}

} // namespace
} // namespace spmd::test
