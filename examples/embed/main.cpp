// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loads a training step that JAX exported, runs three steps and prints the losses. The
// devices are those of this process or, under mpirun, this rank's share of the mesh.
//   embed STEP.mlir ARGUMENTS.npz
#include <spmd.h>

#include <cstdio>
#include <cstring>

int main(int argc, char **argv) {
  if (argc != 3) {
    std::fprintf(stderr, "usage: %s STEP.mlir ARGUMENTS.npz\n", argv[0]);
    return 2;
  }
  try {
    spmd::Program step = spmd::Program::load(argv[1]);
    step.setArguments(argv[2]);
    for (int i = 1; i <= 3; ++i) {
      step.run();
      spmd::HostArray loss = step.result("loss");
      // The bits of the f32 show whether two runs agree exactly.
      unsigned bits = 0;
      std::memcpy(&bits, loss.bytes.data(), sizeof bits);
      if (step.rank() == 0)
        std::printf("step %d  loss %.9g  (bits %08x)\n", i, loss.scalar(), bits);
    }
  } catch (const spmd::Error &error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 3;
  }
}
