// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Draws the distributions of spmd/random.h that are drawn by rejection, or made of such, for
// tests/jax/frontend_rejection.py. A file gets the elements; a line for each case goes to stdout:
// its name, the number of its key, type and shape. Each case runs on one device and on a mesh of
// eight, with equal bits.
// usage: frontend_rejection FILE COUNT, or frontend_rejection --text for the program of a mesh
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <spmd/spmd.h>

using namespace spmd;

namespace {

using Shape = std::vector<int64_t>;
std::FILE *file;
int64_t last = 0, differing = 0;

Key keyOf(int64_t number) { return Key(20261128).fold(number); }

/// A case, whose elements are also drawn on eight devices.
void draw(const std::string &name, const std::function<Tensor(Key)> &f) {
  const int64_t number = ++last;
  const HostArray one = f(keyOf(number)).host();
  {
    Mesh mesh({{"x", 8}});
    auto scope = mesh.use();
    auto split = jit([&](Key key) { return constrain(f(key), P("x").padded()); }, {.name = name});
    differing += split(keyOf(number)).host().bytes != one.bytes;
  }
  std::printf("%s %ld %s", name.c_str(), long(number), one.dtype.c_str());
  for (int64_t size : one.shape)
    std::printf(" %ld", long(size));
  std::printf("\n");
  std::fflush(stdout); // what ends early says where
  std::fwrite(one.bytes.data(), 1, one.bytes.size(), file);
}

/// A float distribution in f32, and a part of as many numbers in f64.
void drawFloats(const std::string &name, int64_t count,
                const std::function<Tensor(Key, Shape, ElementType)> &f) {
  draw(name, [&](Key key) { return f(key, {count}, f32); });
  draw(name, [&](Key key) { return f(key, {3, count / 40 + 1}, f64); });
}
#define FLOATS(name, expression)                                                                   \
  drawFloats(name, count, [](Key key, Shape shape, ElementType type) { return expression; })

Tensor parameters(const std::vector<float> &values, ElementType type) {
  return astype(tensor(values, {int64_t(values.size())}), type);
}

void drawGammas(int64_t count) {
  FLOATS("gammaSmall", random::gamma(key, 0.3, shape, type));
  FLOATS("gamma", random::gamma(key, 2.5, shape, type));
  FLOATS("gammaLarge", random::gamma(key, 100, shape, type));
  FLOATS("loggamma", random::loggamma(key, 0.3, shape, type));
  FLOATS("beta", random::beta(key, 0.7, 2.2, shape, type));
  FLOATS("dirichlet", random::dirichlet(key, parameters({0.4f, 1, 3}, type), shape, type));
  FLOATS("chisquare", random::chisquare(key, 3, shape, type));
  FLOATS("t", random::t(key, 3.5, shape, type));
  FLOATS("f", random::f(key, 3, 5, shape, type));
  FLOATS("generalizedNormal", random::generalizedNormal(key, 1.5, shape, type));
  FLOATS("ball", random::ball(key, 3, 2, shape, type));
  FLOATS("doubleSidedMaxwell", random::doubleSidedMaxwell(key, 1, 2, shape, type));
  FLOATS("multivariateNormal",
         random::multivariateNormal(key, parameters({1, -1}, type),
                                    reshape(parameters({2, 0.5f, 0.5f, 1}, type), {2, 2}), shape,
                                    type));
  draw("gammaRows", [&](Key key) {
    return random::gamma(key, parameters({0.01f, 0.5f, 1, 3, 1000}, f32), {count / 5 + 1, 5});
  });
}

void drawCounts(int64_t count) {
  draw("poisson", [&](Key key) { return random::poisson(key, 3, {count}); });
  draw("poissonLarge", [&](Key key) { return random::poisson(key, 40, {count}); });
  draw("poissonRows", [&](Key key) {
    return random::poisson(key, parameters({0, 3, 9.9f, 10, 1000}, f32), {count / 5 + 1, 5});
  });
  FLOATS("binomial", random::binomial(key, 20, 0.3, shape, type));
  FLOATS("binomialLarge", random::binomial(key, 100, 0.7, shape, type));
  draw("binomialRows", [&](Key key) {
    return random::binomial(key, parameters({0, 5, -1, 1000, 30.7f}, f32),
                            parameters({0.5f, 1, 0.5f, 0.02f, -0.5f}, f32), {count / 5 + 1, 5});
  });
  draw("multinomial", [&](Key key) {
    return random::multinomial(key, 30,
                               broadcastTo(parameters({0.2f, 0.3f, 0.5f}, f32), {count / 3, 3}));
  });
}

} // namespace

int main(int, char **arguments) {
  if (std::strcmp(arguments[1], "--text") == 0) {
    Mesh mesh({{"x", 8}});
    auto scope = mesh.use();
    auto f = [](Key key) { return constrain(random::gamma(key, 0.5, {8000}), P("x")); };
    std::printf("%s", jit(f, {.name = "draw"}).lower(Key(1)).c_str());
    return 0;
  }
  file = std::fopen(arguments[1], "wb");
  const int64_t count = std::atol(arguments[2]);
  drawGammas(count);
  drawCounts(count);
  std::printf("%ld cases differ on eight devices\n", long(differing));
  std::fclose(file);
}
