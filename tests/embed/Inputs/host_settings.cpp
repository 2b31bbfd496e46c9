// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A host with settings of its own: signal handlers, threads of OpenBLAS and OpenMP, rounding.
// Compiles, runs and destroys a Program, and prints what is not as before.
#include <spmd.h>

#include <cfenv>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <map>
#include <sched.h>
#include <string>
#include <sys/stat.h>
#include <unistd.h>

namespace {

// Calls that would change the host. Symbols of the program come before those of the C library.
int changes = 0;

template <class Function> Function *find(const char *name) {
  return reinterpret_cast<Function *>(dlsym(RTLD_DEFAULT, name));
}

void handle(int) {}

/// What the process is set to: name -> value.
std::map<std::string, std::string> settings() {
  std::map<std::string, std::string> all;
  auto addBytes = [&](const std::string &name, const void *data, size_t size) {
    all[name] = std::string(static_cast<const char *>(data), size);
  };
  for (int number = 1; number < NSIG; ++number) {
    struct sigaction action = {};
    if (sigaction(number, nullptr, &action) != 0)
      continue;
    addBytes("handler of signal " + std::to_string(number), &action.sa_handler,
             sizeof(action.sa_handler));
    all["flags of signal " + std::to_string(number)] = std::to_string(action.sa_flags);
  }
  sigset_t mask = {};
  pthread_sigmask(SIG_SETMASK, nullptr, &mask);
  addBytes("signal mask", &mask, sizeof(mask));
  cpu_set_t cores = {};
  sched_getaffinity(0, sizeof(cores), &cores);
  addBytes("affinity", &cores, sizeof(cores));
  all["rounding"] = std::to_string(std::fegetround());
  all["OpenBLAS threads"] = std::to_string(find<int()>("openblas_get_num_threads")());
  if (auto *count = find<int()>("omp_get_max_threads"))
    all["OpenMP threads"] = std::to_string(count());
  const mode_t creation = umask(0);
  umask(creation);
  all["umask"] = std::to_string(creation);
  char folder[4096] = {};
  all["folder"] = getcwd(folder, sizeof(folder)) ? folder : "";
  all["locale"] = std::setlocale(LC_ALL, nullptr);
  all["calls of mallopt, setenv and putenv"] = std::to_string(changes);
  return all;
}

spmd::HostArray ones(int64_t size) {
  spmd::HostArray array{"f64", {size, size}, std::vector<std::byte>(size_t(size * size) * 8)};
  for (int64_t i = 0; i < size * size; ++i) {
    const double one = 1;
    std::memcpy(array.bytes.data() + i * 8, &one, 8);
  }
  return array;
}

// A matmul of f64, which OpenBLAS computes, and a donation that no result can use.
const char *const kProgram = R"(
func.func @main(%a: tensor<256x256xf64>, %b: tensor<256x256xf64> {tf.aliasing_output = 0 : i32}) -> tensor<f64> {
  %zero = stablehlo.constant dense<0.0> : tensor<f64>
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<256x256xf64>, tensor<256x256xf64>) -> tensor<256x256xf64>
  %1 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<256x256xf64>, tensor<f64>) -> tensor<f64>
  return %1 : tensor<f64>
})";

void useLibrary() {
  spmd::Program program = spmd::Program::compile(kProgram, "matmul.mlir", {.threads = 2});
  program.setArgument(0, ones(256));
  program.setArgument(1, ones(256));
  program.run();
  program.start();
  program.wait();
  std::printf("result %.0f\n", program.result(0).scalar());
  try {
    spmd::Program::compile("func.func @main() { return %y }", "wrong.mlir");
  } catch (const spmd::Error &error) {
    std::printf("%s\n", error.what());
  }
}

} // namespace

extern "C" int mallopt(int, int) { return ++changes; }
extern "C" int setenv(const char *, const char *, int) { return ++changes, 0; }
extern "C" int putenv(char *) { return ++changes, 0; }

int main() {
  for (int number : {SIGINT, SIGSEGV, SIGUSR1})
    std::signal(number, handle);
  std::fesetround(FE_UPWARD);
  find<void(int)>("openblas_set_num_threads")(2);
  if (auto *set = find<void(int)>("omp_set_num_threads"))
    set(3);
  spmd::setLogger([](std::string_view message) {
    std::printf("logged: %.*s\n", int(message.size()), message.data());
  });
  const std::map<std::string, std::string> before = settings();
  useLibrary();
  for (const auto &[name, value] : settings())
    if (before.at(name) != value)
      std::printf("changed: %s\n", name.c_str());
  std::printf("%zu settings compared\n", before.size());
}
