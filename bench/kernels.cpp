// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The part of bench/kernels.py that runs this project's code. It compiles programs, runs
// them, and measures the limits of the machine in the same process: the rate of y = a x + b
// with ordinary stores on as many threads, and the faster of the OpenBLAS and oneDNN
// matmuls. It reads one command per line from stdin and answers with one line on stdout:
//   open FILE.mlir FILE.npz   milliseconds of the compilation
//   run COUNT                 median microseconds
//   save FILE.npz             writes the results of the last run
//   close
//   axpb ELEMENTS COUNT       GB/s
//   sgemm M N K BATCH COUNT   GFLOP/s
#include "compiler/session.h"
#include "runtime/npz.h"
#include "runtime/test_program.h"
#include <algorithm>
#include <cblas.h>
#include <chrono>
#include <cstdio>
#include <dlfcn.h>
#include <dnnl.h>
#include <fstream>
#include <iostream>
#include <sstream>
#include <thread>

using namespace spmd;

namespace {

double now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

/// The median time of `count` calls.
template <class Body> double medianSeconds(int count, Body body) {
  std::vector<double> times;
  for (int i = 0; i < count; ++i) {
    double begin = now();
    body();
    times.push_back(now() - begin);
  }
  std::sort(times.begin(), times.end());
  return times[times.size() / 2];
}

/// The elements of a tile of the kernel y = a x + b.
constexpr int64_t kTile = 16384;
void axpb(void *const *buffers, int64_t begin, int64_t end) {
  const float *__restrict x = static_cast<const float *>(buffers[0]);
  float *__restrict y = static_cast<float *>(buffers[1]);
  for (int64_t i = begin * kTile; i < end * kTile; ++i)
    y[i] = 1.5f * x[i] + 0.5f;
}

/// GB/s of y = a x + b on all workers. The instance is kept for calls of the same size.
double bandwidth(int64_t elements, int count) {
  static rt::Workers workers({});
  static int64_t made = 0;
  static std::unique_ptr<rt::Instance> instance;
  if (made != elements) {
    rt::TestProgram test(1);
    rt::Operand x = test.temporary(uint64_t(elements) * 4),
                y = test.temporary(uint64_t(elements) * 4);
    test.kernel(axpb, elements / kTile, 4, {x}, {y});
    instance.reset();
    instance = llvm::cantFail(rt::Instance::create(test.executable(), workers));
    llvm::cantFail(instance->runToEnd());
    made = elements;
  }
  return 8.0 * double(elements) /
         medianSeconds(count, [&] { llvm::cantFail(instance->runToEnd()); }) * 1e-9;
}

/// GFLOP/s of the faster library. Both run on all cores and on one thread, which is faster
/// for small matmuls. The matmuls of a batch run one after the other.
double matmul(int m, int n, int k, int batch, int count) {
  std::vector<float> a(size_t(m) * k * batch, 0.5f), b(size_t(k) * n * batch, 0.25f),
      c(size_t(m) * n * batch);
  auto eachOf = [&](auto multiply) {
    return [=, &a, &b, &c] {
      for (int i = 0; i < batch; ++i)
        multiply(a.data() + size_t(i) * m * k, b.data() + size_t(i) * k * n,
                 c.data() + size_t(i) * m * n);
    };
  };
  auto openBlas = eachOf([=](const float *x, const float *y, float *z) {
    cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, m, n, k, 1.f, x, k, y, n, 0.f, z, n);
  });
  auto oneDnn = eachOf([=](const float *x, const float *y, float *z) {
    dnnl_sgemm('N', 'N', m, n, k, 1.f, x, k, y, n, 0.f, z, n);
  });
  // oneDNN uses OpenMP.
  auto setOpenMpThreads =
      reinterpret_cast<void (*)(int)>(dlsym(RTLD_DEFAULT, "omp_set_num_threads"));
  double seconds = 1e9;
  // One thread comes last and stays set: the runtime expects single-threaded libraries.
  for (int threads : {int(rt::availableCores()), 1}) {
    openblas_set_num_threads(threads);
    if (setOpenMpThreads)
      setOpenMpThreads(threads);
    openBlas(), oneDnn();
    seconds = std::min({seconds, medianSeconds(count, openBlas), medianSeconds(count, oneDnn)});
  }
  // OpenBLAS's threads spin for 2^26 cycles after their work, and the next measurement
  // would have one core less.
  std::this_thread::sleep_for(std::chrono::milliseconds(60));
  return 2.0 * m * n * k * batch / seconds * 1e-9;
}

/// Holds the program that is open between two commands.
class Server {
public:
  /// Returns the answer to one command.
  std::string answer(const std::string &line) {
    std::istringstream words(line);
    std::string command;
    words >> command;
    if (command == "open") {
      std::string text, values;
      words >> text >> values;
      return open(text, values);
    }
    if (command == "close")
      return session.reset(), "ok";
    if (command == "axpb") {
      int64_t elements = 0;
      int count = 0;
      words >> elements >> count;
      return std::to_string(bandwidth(elements, count));
    }
    if (command == "sgemm") {
      int m = 0, n = 0, k = 0, batch = 0, count = 0;
      words >> m >> n >> k >> batch >> count;
      return std::to_string(matmul(m, n, k, batch, count));
    }
    if (!session)
      return "error no program is open";
    if (command == "run") {
      int count = 1;
      words >> count;
      return std::to_string(1e6 * medianSeconds(count, [&] { llvm::cantFail(session->run()); }));
    }
    if (command == "save") {
      std::string file;
      words >> file;
      return save(file);
    }
    return "error no command is called " + command;
  }

private:
  std::unique_ptr<Session> session;

  /// An answer is one line, so line breaks become spaces.
  static std::string fault(llvm::Error error) {
    std::string text = llvm::toString(std::move(error));
    std::replace(text.begin(), text.end(), '\n', ' ');
    return "error " + text;
  }

  /// Compiles a program without the cache and sets its arguments. Answers with the time of
  /// the compilation.
  std::string open(const std::string &file, const std::string &values) {
    std::stringstream text;
    text << std::ifstream(file).rdbuf();
    double begin = now();
    SessionOptions options;
    // The answer is the time of a cold start.
    options.compile.useCache = false;
    auto opened = Session::open(text.str(), file, options);
    if (!opened)
      return fault(opened.takeError());
    double ms = 1e3 * (now() - begin);
    session = std::move(*opened);
    auto npz = rt::NpzFile::open(values);
    if (!npz)
      return fault(npz.takeError());
    for (size_t i = 0; i < session->program().arguments.size(); ++i) {
      const rt::Border &border = session->program().arguments[i];
      auto value = npz->read("arg" + std::to_string(i), {border.type, border.globalShape});
      if (!value)
        return fault(value.takeError());
      if (llvm::Error error = session->setArgument(i, *value))
        return fault(std::move(error));
    }
    return std::to_string(ms);
  }

  std::string save(const std::string &file) {
    std::vector<std::pair<std::string, rt::Array>> members;
    for (size_t i = 0; i < session->program().results.size(); ++i) {
      auto value = session->result(i);
      if (!value)
        return fault(value.takeError());
      members.emplace_back("out" + std::to_string(i), std::move(*value));
    }
    if (llvm::Error error = rt::writeNpz(file, members))
      return fault(std::move(error));
    return "ok";
  }
};

} // namespace

int main() {
  Server server;
  for (std::string line; std::getline(std::cin, line);)
    std::cout << server.answer(line) << std::endl;
  return 0;
}
