// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Wrong inputs from hosts: arrays, files, options and programs that do not compile.
#include "compiler/frontend/test_programs.h"
#include "runtime/npz.h"
#include <filesystem>
#include <fstream>
#include <limits>
#include <pthread.h>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>

namespace spmd::test {
namespace {

/// Takes two arguments and returns their sum.
constexpr const char *kAdds = R"(
func.func @main(%x: tensor<4xf32>, %y: tensor<4xf32>) -> (tensor<4xf32> {jax.result_info = "sum"}, tensor<i1> {jax.result_info = "summary"}) {
  %0 = stablehlo.add %x, %y : tensor<4xf32>
  %1 = stablehlo.constant dense<true> : tensor<i1>
  return %0, %1 : tensor<4xf32>, tensor<i1>
})";

/// A folder for the files of each test.
class ProgramInputs : public testing::Test {
protected:
  ProgramInputs() { std::filesystem::create_directories(folder); }
  ~ProgramInputs() override { std::filesystem::remove_all(folder); }

  std::string path(const std::string &name) const { return folder + "/" + name; }
  std::string written(const std::string &name, std::string_view text) const {
    std::ofstream(path(name), std::ios::binary) << text;
    return path(name);
  }
  /// Writes arg0, arg1, .. to a .npz file.
  std::string npz(const std::string &name, const std::vector<std::vector<float>> &arguments) const {
    std::vector<std::pair<std::string, rt::Array>> members;
    for (const std::vector<float> &values : arguments) {
      rt::Array array =
          llvm::cantFail(rt::Array::allocate(rt::DType::F32, {int64_t(values.size())}));
      std::copy(values.begin(), values.end(), array.as<float>().begin());
      members.emplace_back("arg" + std::to_string(members.size()), array);
    }
    llvm::cantFail(rt::writeNpz(path(name), members));
    return path(name);
  }

  const std::string folder = testing::TempDir() + "program_inputs." + std::to_string(getpid());
};

/// Every message names the argument, and both sizes where sizes differ.
TEST_F(ProgramInputs, ArraysThatAreNotWhatTheySay) {
  Program program = compiled(kAdds);
  auto set = [&](std::string dtype, std::vector<int64_t> shape, size_t bytes) {
    program.setArgument(
        0, HostArray{std::move(dtype), std::move(shape), std::vector<std::byte>(bytes)});
  };
  EXPECT_SAYS("argument 0 has 15 bytes; 4xf32 has 16", set("f32", {4}, 15));
  EXPECT_SAYS("argument 0 has 0 bytes; 4xf32 has 16", set("f32", {4}, 0));
  EXPECT_SAYS("argument 0: \"float\" is not an element type", set("float", {4}, 16));
  EXPECT_SAYS("argument 0: \"\" is not an element type", set("", {4}, 16));
  EXPECT_SAYS("argument 0: -4xf32 has a negative size", set("f32", {-4}, 16));
  EXPECT_SAYS("argument 0: -2x-2xf32 has a negative size", set("f32", {-2, -2}, 16));
  EXPECT_SAYS("argument 0: -4x0xf32 has a negative size", set("f32", {-4, 0}, 0));
  EXPECT_SAYS("more bytes than fit 63 bits", set("f32", {int64_t(1) << 40, int64_t(1) << 40}, 16));
  EXPECT_SAYS("has 16 bytes; 274877906944xf32 has 1099511627776",
              set("f32", {int64_t(1) << 38}, 16));
  EXPECT_SAYS("argument 0 is 4x1xf32; the program takes 4xf32", set("f32", {4, 1}, 16));
  EXPECT_SAYS("argument 0 is 4xi32; the program takes 4xf32", set("i32", {4}, 16));
  EXPECT_SAYS("argument 0 is f32; the program takes 4xf32", set("f32", {}, 4));
  EXPECT_SAYS("argument 0: element 2 is the byte 2; an i1 is 0 or 1",
              program.setArgument(0, arrayOf<char>("i1", {4}, {0, 1, 2, 1})));
  EXPECT_SAYS("argument 7 of a program that takes 2", program.setArgument(7, floats({1, 2, 3, 4})));
  EXPECT_SAYS("run() before argument 0", program.run()); // no refused argument counts as set
}

/// scalar() needs an array of exactly one element.
TEST_F(ProgramInputs, ScalarsThatAreNot) {
  EXPECT_EQ(arrayOf<float>("f32", {1, 1}, {2.5}).scalar(), 2.5);
  EXPECT_EQ(arrayOf<float>("complex<f32>", {}, {2.5, 1}).scalar(), 2.5);
  EXPECT_SAYS("2xf32 is not a single element", floats({1, 2}).scalar());
  EXPECT_SAYS("0xf32 is not a single element", (HostArray{"f32", {0}, {}}.scalar()));
  EXPECT_SAYS("this array has 4 bytes; 4xf32 has 16", arrayOf<float>("f32", {4}, {1}).scalar());
  EXPECT_SAYS("this array: \"\" is not an element type", HostArray().scalar());
  EXPECT_SAYS("-1xf32 has a negative size", arrayOf<float>("f32", {-1}, {1}).scalar());
}

/// A part of a name suffices where it belongs to one result only.
TEST_F(ProgramInputs, ResultsByName) {
  Program program = compiled(kAdds);
  program.setArgument(0, floats({1, 2, 3, 4}));
  program.setArgument(1, floats({1, 1, 1, 1}));
  program.run();
  // "sum" is a part of both names, although it equals one of them.
  EXPECT_SAYS("results 0 (sum) and 1 (summary) both have \"sum\" in their names",
              program.result("sum"));
  EXPECT_SAYS("results 0 (sum) and 1 (summary) both have \"\" in their names", program.result(""));
  EXPECT_SAYS("no result has \"loss\" in its name", program.result("loss"));
  EXPECT_EQ(program.result("summary").scalar(), 1);
}

/// Refused files leave the arguments unset.
TEST_F(ProgramInputs, ArgumentFilesThatAreBroken) {
  Program program = compiled(kAdds);
  EXPECT_SAYS("none.npz: no such file", program.setArguments(path("none.npz")));
  EXPECT_SAYS(": not a regular file", program.setArguments(folder));
  EXPECT_SAYS("empty.npz: the file is empty", program.setArguments(written("empty.npz", "")));
  EXPECT_SAYS("text.npz: neither .npz nor .npy",
              program.setArguments(written("text.npz", "not an archive")));
  EXPECT_SAYS("no member arg1.npy; there are arg0",
              program.setArguments(npz("one.npz", {{1, 2, 3, 4}})));
  EXPECT_SAYS("member arg1.npy: 2xf32 where the program wants 4xf32",
              program.setArguments(npz("two.npz", {{1, 2, 3, 4}, {1, 2}})));
  // Equal shapes, another type.
  rt::Array integers = llvm::cantFail(rt::Array::allocate(rt::DType::S32, {4}, {.zero = true}));
  llvm::cantFail(rt::writeNpz(path("integers.npz"), {{"arg0", integers}, {"arg1", integers}}));
  EXPECT_SAYS("member arg0.npy: 4xi32 where the program wants 4xf32",
              program.setArguments(path("integers.npz")));
  EXPECT_SAYS("run() before argument 0 (4xf32) was set", program.run());
  program.setArguments(npz("good.npz", {{1, 2, 3, 4}, {1, 1, 1, 1}}));
  program.run();
  EXPECT_EQ(firstFloat(program.result(0)), 2);
}

TEST_F(ProgramInputs, ABrokenArgumentFileLeavesWhatWasSet) {
  Program program = compiled(kAdds);
  program.setArguments(npz("good.npz", {{1, 2, 3, 4}, {1, 1, 1, 1}}));
  // The elements of the second member are damaged, which is found only when they are read,
  // after all elements of the first.
  const std::string damaged = npz("damaged.npz", {{100, 2, 3, 4}, {25, 1, 1, 1}});
  std::fstream file(damaged, std::ios::in | std::ios::out | std::ios::binary);
  std::string bytes(std::filesystem::file_size(damaged), 0);
  file.read(bytes.data(), std::streamsize(bytes.size()));
  // Finds the elements of arg1 by their first number.
  const float mark = 25;
  const size_t at = bytes.find(std::string(reinterpret_cast<const char *>(&mark), sizeof mark));
  ASSERT_NE(at, std::string::npos);
  file.seekp(std::streamoff(at)).put('x').flush();
  EXPECT_SAYS("member arg1.npy", program.setArguments(damaged));
  program.run();
  EXPECT_EQ(firstFloat(program.result(0)), 2);
}

/// Messages start with the name of the file.
TEST_F(ProgramInputs, ProgramFilesThatCannotBeRead) {
  EXPECT_SAYS("none.mlir: ", Program::load(path("none.mlir")));
  EXPECT_SAYS(": is a folder", Program::load(folder));
  EXPECT_SAYS("/dev/zero: is a device or a socket, not a file", Program::load("/dev/zero"));
  EXPECT_SAYS("test.mlir/below: Not a directory",
              Program::load(written("test.mlir", kAdds) + "/below"));
  // Any error will do: the system decides about the name.
  EXPECT_SAYS("", Program::load(std::string("nul\0byte", 8)));
  EXPECT_SAYS("empty.mlir", Program::load(written("empty.mlir", "")));
  EXPECT_EQ(Program::load(path("test.mlir")).argumentCount(), 2u);
}

/// A FIFO is no regular file but holds a program.
TEST_F(ProgramInputs, APipeIsReadToItsEnd) {
  ASSERT_EQ(mkfifo(path("pipe.mlir").c_str(), 0600), 0);
  // Opening a FIFO waits for the other end, so the writer is a thread.
  std::thread writer([&] { written("pipe.mlir", kAdds); });
  EXPECT_EQ(Program::load(path("pipe.mlir")).argumentCount(), 2u);
  writer.join();
}

/// Messages name the value, and the limit where there is one.
TEST_F(ProgramInputs, OptionsOutOfReason) {
  auto with = [](const ProgramOptions &options) {
    return compiled((std::string("sdy.mesh @mesh = <[\"a\"=2]>") + kAdds).c_str(), options);
  };
  EXPECT_SAYS("4294967295 threads were asked for; at most 4096", with({.threads = 0xffffffff}));
  EXPECT_SAYS("100000 threads were asked for; at most 4096", with({.threads = 100000}));
  EXPECT_SAYS("\"garbage\" is not AXIS=SIZE", with({.mesh = "garbage"}));
  EXPECT_SAYS("\"a=\" is not AXIS=SIZE", with({.mesh = "a="}));
  EXPECT_SAYS("\"a=-1\" is not AXIS=SIZE", with({.mesh = "a=-1"}));
  EXPECT_SAYS("axis \"a\" is given twice", with({.mesh = "a=2,a=4"}));
  EXPECT_SAYS("no mesh of the module has an axis \"b\"", with({.mesh = "b=2"}));
  EXPECT_SAYS("a mesh has more than 2147483647 devices", with({.mesh = "a=99999999999"}));
  EXPECT_SAYS("the mesh has 2000000000 devices for this process, which holds at most 65536",
              with({.mesh = "a=2000000000"}));
  // More threads than cores are allowed.
  EXPECT_EQ(with({.mesh = "a=3", .threads = 300}).deviceCount(), 3);
  EXPECT_SAYS("a timeout of -1.00 s", with({.timeoutSeconds = -1}));
  EXPECT_SAYS("a timeout of nan s",
              with({.timeoutSeconds = std::numeric_limits<double>::quiet_NaN()}));
}

/// A default stack size of 2^46 bytes makes every thread fail to start.
TEST_F(ProgramInputs, NoThreadsToBeHad) {
  pthread_attr_t before, huge;
  pthread_getattr_default_np(&before);
  pthread_getattr_default_np(&huge);
  pthread_attr_setstacksize(&huge, size_t(1) << 46);
  pthread_setattr_default_np(&huge);
  const std::string message = errorOf([] { compiled(kAdds, {.threads = 1}); });
  pthread_setattr_default_np(&before);
  EXPECT_EQ(message.find("0 of 1 worker threads run; no thread can be started: "), 0u) << message;
  pthread_attr_destroy(&before);
  pthread_attr_destroy(&huge);
}

/// A splat needs no memory as text, but its elements do.
/// Equal elements are filled in, so they are no part of the program and count as results.
TEST_F(ProgramInputs, ConstantsThatAreTooLarge) {
  EXPECT_SAYS("1 device of 1599999999984 bytes each (0 of arguments, 0 of temporaries, "
              "1599999999984 of results) needs more",
              compiled(R"(
func.func @main() -> tensor<99999999999x4xf32> {
  %0 = stablehlo.constant dense<1.0> : tensor<99999999999x4xf32>
  return %0 : tensor<99999999999x4xf32>
})"));
}

/// Refused before any memory is touched.
TEST_F(ProgramInputs, MoreMemoryThanThereIs) {
  EXPECT_SAYS("1 device of 4611686018427387908 bytes each (4611686018427387904 of arguments, 0 of "
              "temporaries, 4 of results) needs more",
              compiled(R"(
func.func @main(%x: tensor<1152921504606846976xf32>) -> tensor<f32> {
  %0 = stablehlo.constant dense<0.0> : tensor<f32>
  return %0 : tensor<f32>
})"));
}

/// Messages hold the locations, errors and notes of the program's text, and never the whole
/// module.
TEST_F(ProgramInputs, ProgramsThatDoNotCompile) {
  auto says = [](const std::string &text) {
    return errorOf([&] { Program::compile(text, "step.mlir"); });
  };
  EXPECT_EQ(
      says("func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {\n  return %y : tensor<4xf32>\n}"),
      "step.mlir:2:10: error: use of undeclared SSA value name");
  EXPECT_EQ(
      says("func.func @main(%x: tensor<4xf32>, %y: tensor<5xf32>) -> tensor<4xf32> {\n"
           "  %0 = \"stablehlo.add\"(%x, %y) : (tensor<4xf32>, tensor<5xf32>) -> tensor<4xf32>\n"
           "  return %0 : tensor<4xf32>\n}"),
      "step.mlir:2:8: error: operand types 'tensor<4xf32>' and 'tensor<5xf32>' have no common "
      "type");
  EXPECT_EQ(says("func.func @other() {\n  return\n}"),
            "step.mlir:0:0: error: has no function @main");
  EXPECT_EQ(says("func.func @main() {\n  func.call @main() : () -> ()\n  return\n}")
                .find("step.mlir:2:3: error: "),
            0u);
  const std::string mesh =
      says("sdy.mesh @a = <[\"x\"=2]>\nsdy.mesh @b = <[\"x\"=3]>\n"
           "func.func @main(%x: tensor<6xf32> {sdy.sharding = #sdy.sharding<@a, [{\"x\"}]>}) -> "
           "(tensor<6xf32> "
           "{sdy.sharding = #sdy.sharding<@b, [{\"x\"}]>}) {\n  return %x : tensor<6xf32>\n}");
  // Which of two checks comes first depends on whether contracts are checked.
  EXPECT_EQ(mesh.find("step.mlir:"), 0u) << mesh;
  EXPECT_NE(mesh.find(": error: "), std::string::npos) << mesh;
  const size_t note = mesh.find("\nstep.mlir:");
  ASSERT_NE(note, std::string::npos) << mesh;
  EXPECT_NE(mesh.find(": note: ", note), std::string::npos) << mesh;
  EXPECT_NE(says("").find("error: "), std::string::npos);
  EXPECT_NE(says(std::string(1000, '\0')).find("error: "), std::string::npos);
  EXPECT_NE(says("ML\xefR").find("error: "), std::string::npos); // as bytecode begins
  for (const std::string &text : {std::string("x"), std::string("func.func @main() { return }; x"),
                                  std::string("\"a\"() : () -> ()")})
    // MLIR's note that prints the op is turned off.
    EXPECT_EQ(says(text).find("see current operation"), std::string::npos);
  EXPECT_SAYS("", Program::compile(std::string_view(), std::string_view()));
}

/// A type of 20,000 dims would fill the message.
TEST_F(ProgramInputs, ALongMessageIsCut) {
  std::string dims;
  for (int i = 0; i < 20000; ++i)
    dims += "1x";
  const std::string text = "func.func @main(%x: tensor<" + dims +
                           "f32>, %y: tensor<4xf32>) {\n"
                           "  %0 = \"stablehlo.add\"(%x, %y) : (tensor<" +
                           dims + "f32>, tensor<4xf32>) -> tensor<4xf32>\n  return\n}";
  const std::string message = errorOf([&] { Program::compile(text, "step.mlir"); });
  EXPECT_EQ(message.find("step.mlir:2:8: error: "), 0u);
  // 4000 characters of the message (kLongestMessage), the location and the note about the
  // cut.
  EXPECT_LT(message.size(), 5000u);
  EXPECT_NE(message.find(" characters more)"), std::string::npos);
}

} // namespace
} // namespace spmd::test
