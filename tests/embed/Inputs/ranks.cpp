// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Two ranks that do not do the same, in one of several ways: ranks CASE. Prints what
// each rank is told.
#include <spmd.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>

namespace {

const char *const kProgram = R"(
sdy.mesh @mesh = <["x"=2]>
func.func @main(%a: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, %b: tensor<f32>)
    -> (tensor<f32>, tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%a init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
  %1 = stablehlo.add %0, %b : tensor<f32>
  %2 = stablehlo.add %a, %a : tensor<4xf32>
  return %1, %2 : tensor<f32>, tensor<4xf32>
})";

spmd::HostArray floats(std::vector<int64_t> shape, std::vector<float> values) {
  spmd::HostArray array{"f32", std::move(shape), {}};
  array.bytes.resize(values.size() * sizeof(float));
  std::memcpy(array.bytes.data(), values.data(), array.bytes.size());
  return array;
}

void work(const std::string &how, bool isFirst) {
  const bool isBroken = how == "broken" && !isFirst;
  spmd::Program program = spmd::Program::compile(isBroken ? "no program" : kProgram, "step.mlir",
                                                 {.threads = 1, .timeoutSeconds = 20});
  program.setArgument(0, floats({4}, {1, 1, 1, 1}));
  program.setArgument(1, floats({}, {how == "argument" && !isFirst ? 2.f : 1.f}));
  if (how == "gone" && !isFirst)
    throw spmd::Error("this rank has had enough");
  program.run();
  if (how == "runs" && isFirst)
    program.run();
  if (how == "alone" && !isFirst)
    return;
  std::printf("result %g\n", program.result(how == "order" && !isFirst ? 1 : 0).scalar());
  if (how == "second")
    spmd::Program::compile(kProgram, "second.mlir");
}

/// Waits until the other rank is here, too. A rank whose Program has failed ends without MPI, and
/// the launcher then ends the other one, maybe before that has printed what it is told.
void waitForOther(const std::filesystem::path &folder, const std::string &how, bool isFirst) {
  std::ofstream(folder / (how + (isFirst ? ".0" : ".1")));
  for (int i = 0; i < 100 && !std::filesystem::exists(folder / (how + (isFirst ? ".1" : ".0")));
       ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
}

} // namespace

int main(int, char **argv) {
  const char *rank = std::getenv("OMPI_COMM_WORLD_RANK");
  const bool isFirst = rank && std::string(rank) == "0";
  try {
    work(argv[1], isFirst);
  } catch (const spmd::Error &error) {
    // No failure for the launcher, which would end the other rank before that is told.
    std::printf("rank %s is told: %s\n", rank, error.what());
    std::fflush(stdout);
  }
  waitForOther(std::filesystem::path(argv[0]).parent_path(), argv[1], isFirst);
}
