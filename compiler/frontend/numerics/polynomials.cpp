// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The ops of polynomials.h. Products of polynomials are convolutions of their coefficients: each is
// one convolution of StableHLO with the reversed operand.
#include "compiler/frontend/include/spmd/polynomials.h"
#include "compiler/frontend/include/spmd/convolution.h"
#include "compiler/frontend/include/spmd/functions.h"
#include "compiler/frontend/include/spmd/movement.h"
#include "compiler/frontend/include/spmd/special.h"
#include "compiler/frontend/numerics/floats.h"
#include "compiler/frontend/trace/elementwise.h"
#include <numbers>

namespace spmd {
inline namespace frontend {
namespace {

/// Refuses what is no sequence with elements.
void checkSequence(Emitter &e, const std::string &name, const Tensor &x) {
  if (x.rank() != 1 || x.size(0) == 0)
    e.refuse(name + " of " + text(x.type()) + ": a tensor of one dim with elements is wanted");
}
/// Refuses what is no list of coefficients. Without any the polynomial is 0.
void checkCoefficients(Emitter &e, const std::string &name, const Tensor &x) {
  if (x.rank() != 1)
    e.refuse(name + " of " + text(x.type()) + ": a tensor of one dim is wanted");
}
/// Coefficients, at least one.
Tensor orZero(const Tensor &p) { return p.size(0) == 0 ? zeros({1}, p.elementType()) : p; }

/// Zeros in front, up to a size.
/// 1 2 to the size 4 -> 0 0 1 2.
Tensor grown(const Tensor &p, int64_t size) { return pad(p, {{size - p.size(0), 0, 0}}); }

/// All overlaps of a[k] b[n - k], in the float type in which both meet.
Tensor fullConvolution(const Tensor &a, const Tensor &b) {
  const int64_t n = a.size(0), m = b.size(0);
  const Tensor x = reshape(asInexact(a), {1, 1, n}),
               kernel = reshape(flip(asInexact(b)), {1, 1, m});
  return reshape(convGeneral(x, kernel, {.padding = {{{m - 1, m - 1}}}}), {n + m - 1});
}

/// The kept part of a full convolution of n and m elements.
Tensor keptOf(const Tensor &full, int64_t n, int64_t m, Overlap overlap) {
  const int64_t longer = std::max(n, m), shorter = std::min(n, m);
  const int64_t begin = overlap == Overlap::Full   ? 0
                        : overlap == Overlap::Same ? (shorter - 1) / 2
                                                   : shorter - 1;
  const int64_t size = overlap == Overlap::Full   ? n + m - 1
                       : overlap == Overlap::Same ? longer
                                                  : longer - shorter + 1;
  return full[slice(begin, begin + size)];
}

/// Sums and differences of polynomials.
Tensor joined(const char *name, const Operand &a, const Operand &b, bool isSum) {
  return compose(name, {&a, &b}, OpKey(), [&](Emitter &e, llvm::ArrayRef<Tensor> in) {
    checkCoefficients(e, name, in[0]), checkCoefficients(e, name, in[1]);
    const int64_t size = std::max(in[0].size(0), in[1].size(0));
    const Tensor u = grown(in[0], size), v = grown(in[1], size);
    return isSum ? u + v : u - v;
  });
}

/// cos(2 pi k i / (count - 1)) for i = 0 .., or 1 where there is one element.
/// Shared by the windows that are sums of cosines.
Tensor cosine(const Tensor &i, int64_t count, double k) {
  return cos(i * (2 * std::numbers::pi * k / double(std::max<int64_t>(count - 1, 1))));
}

/// A window of a signal as an op of its positions; one element is 1.
Tensor window(const std::string &name, int64_t count, Where where, const OpKey &key,
              llvm::function_ref<Tensor(const Tensor &)> describe) {
  if (count < 0)
    fail(where, name + " of " + std::to_string(count) + " elements");
  if (count == 0)
    return zeros({0}, f32, where);
  const Operand positions(arange(count, f32, where), where);
  return compose(name, {&positions}, key, [&](Emitter &, llvm::ArrayRef<Tensor> in) {
    return count == 1 ? onesLike(in[0]) : describe(in[0]);
  });
}

} // namespace

/// 1 2 3 + 10 20 -> 1 12 23.
Tensor polyadd(const Operand &a, const Operand &b) { return joined("polyadd", a, b, true); }
/// Coefficients from the right, as polyadd.
Tensor polysub(const Operand &a, const Operand &b) { return joined("polysub", a, b, false); }
/// (x + 1) (x - 1): 1 1 and 1 -1 -> 1 0 -1.
Tensor polymul(const Operand &a, const Operand &b) {
  return compose("polymul", {&a, &b}, OpKey(), [&](Emitter &e, llvm::ArrayRef<Tensor> in) {
    checkCoefficients(e, "polymul", in[0]), checkCoefficients(e, "polymul", in[1]);
    return fullConvolution(orZero(in[0]), orZero(in[1]));
  });
}

/// Long division, unrolled: a step takes one coefficient of the quotient.
/// x^2 - 1 by x - 1: 1 0 -1 and 1 -1 -> 1 1, and 0 0 0 is left.
std::pair<Tensor, Tensor> polydiv(const Operand &dividend, const Operand &divisor) {
  std::vector<Tensor> both = composeMany(
      "polydiv", {dividend, divisor}, OpKey(), [](Emitter &e, llvm::ArrayRef<Tensor> in) {
        checkCoefficients(e, "polydiv", in[0]), checkSequence(e, "polydiv", in[1]);
        const ElementType type = inexactType(promote(in[0].elementType(), in[1].elementType()));
        Tensor rest = astype(in[0], type);
        const Tensor by = astype(in[1], rest.elementType());
        const int64_t n = rest.size(0), m = by.size(0);
        std::vector<Operand> quotient;
        for (int64_t i = 0; i + m <= n; ++i) {
          const Tensor q = rest[slice(i, i + 1)] / by[slice(0, 1)];
          quotient.push_back(q);
          rest = rest - pad(q * by, {{i, n - m - i, 0}});
        }
        const Tensor none = zeros({1}, rest.elementType());
        return std::vector{quotient.empty() ? none : concatenate(quotient), rest};
      });
  return {both[0], both[1]};
}

/// Coefficients times their powers.
Tensor polyder(const Operand &p, int64_t times) {
  return compose("polyder", {&p}, OpKey(times), [&](Emitter &e, llvm::ArrayRef<Tensor> in) {
    checkCoefficients(e, "polyder", in[0]);
    if (times < 0)
      e.refuse("polyder of " + text(in[0].type()) + ", " + std::to_string(times) + " times");
    Tensor out = asInexact(in[0]);
    for (int64_t i = 0; i < times && out.size(0) > 0; ++i) {
      const int64_t n = out.size(0);
      out = out[slice(0, n - 1)] * astype(n - 1 - arange(n - 1), out.elementType());
    }
    return out;
  });
}
/// Coefficients over their new powers, and 0 behind them: 6 2 -> 3 2 0.
Tensor polyint(const Operand &p, int64_t times) {
  return compose("polyint", {&p}, OpKey(times), [&](Emitter &e, llvm::ArrayRef<Tensor> in) {
    checkCoefficients(e, "polyint", in[0]);
    if (times < 0)
      e.refuse("polyint of " + text(in[0].type()) + ", " + std::to_string(times) + " times");
    Tensor out = asInexact(in[0]);
    for (int64_t i = 0; i < times; ++i) {
      const int64_t n = out.size(0);
      out = pad(out / astype(n - arange(n), out.elementType()), {{0, 1, 0}});
    }
    return out;
  });
}
/// Factors (x - root) are multiplied one after the other.
/// 1 and 2 -> 1 -3 2.
Tensor poly(const Operand &roots) {
  return compose("poly", {&roots}, OpKey(), [](Emitter &e, llvm::ArrayRef<Tensor> in) {
    checkCoefficients(e, "poly", in[0]);
    const Tensor v = asInexact(in[0]);
    if (v.size(0) == 0)
      return ones({}, v.elementType());
    Tensor out = ones({1}, v.elementType());
    for (int64_t i = 0; i < v.size(0); ++i)
      out = pad(out, {{0, 1, 0}}) - pad(out * v[slice(i, i + 1)], {{1, 0, 0}});
    return out;
  });
}
/// Products of x, so that integers stay integers.
Tensor vander(const Operand &x, std::optional<int64_t> count, Powers powers) {
  const OpKey key(count.has_value(), count.value_or(0), int64_t(powers));
  return compose("vander", {&x}, key, [&](Emitter &e, llvm::ArrayRef<Tensor> in) {
    checkCoefficients(e, "vander", in[0]);
    const int64_t columns = count.value_or(in[0].size(0));
    if (columns < 0)
      e.refuse("vander of " + text(in[0].type()) + " with " + std::to_string(columns) + " columns");
    if (columns == 0)
      return zeros({in[0].size(0), 0}, in[0].elementType());
    std::vector<Operand> parts{onesLike(in[0])};
    for (int64_t i = 1; i < columns; ++i)
      parts.push_back(parts.back().tensor * in[0]);
    if (powers == Powers::Descending)
      std::reverse(parts.begin(), parts.end());
    return stack(parts, 1);
  });
}

/// 1 2 3 and 0 1 -> 0 1 2 3 (full), 0 1 2 (same), 1 2 (valid).
Tensor convolve(const Operand &a, const Operand &b, Overlap overlap) {
  return compose(
      "convolve", {&a, &b}, OpKey(int64_t(overlap)), [&](Emitter &e, llvm::ArrayRef<Tensor> in) {
        checkSequence(e, "convolve", in[0]), checkSequence(e, "convolve", in[1]);
        return keptOf(fullConvolution(in[0], in[1]), in[0].size(0), in[1].size(0), overlap);
      });
}
/// The convolution with the reversed operand. Its middle lies at the end that the longer operand
/// begins at, as in numpy.
Tensor correlate(const Operand &a, const Operand &b, Overlap overlap) {
  return compose("correlate", {&a, &b}, OpKey(int64_t(overlap)),
                 [&](Emitter &e, llvm::ArrayRef<Tensor> in) {
                   checkSequence(e, "correlate", in[0]), checkSequence(e, "correlate", in[1]);
                   const int64_t n = in[0].size(0), m = in[1].size(0);
                   if (n >= m)
                     return keptOf(fullConvolution(in[0], flip(in[1])), n, m, overlap);
                   return flip(keptOf(fullConvolution(flip(in[0]), in[1]), n, m, overlap));
                 });
}

/// A triangle.
Tensor bartlett(int64_t count, Where where) {
  return window("bartlett", count, where, OpKey(), [&](const Tensor &i) {
    return 1 - abs(2 * i - double(count - 1)) / double(std::max<int64_t>(count - 1, 1));
  });
}
// Sums of cosines (Blackman and Tukey, The measurement of power spectra, 1958).
Tensor blackman(int64_t count, Where where) {
  return window("blackman", count, where, OpKey(), [&](const Tensor &i) {
    return 0.42 - 0.5 * cosine(i, count, 1) + 0.08 * cosine(i, count, 2);
  });
}
/// One cosine that leaves 0.08 at the ends.
Tensor hamming(int64_t count, Where where) {
  return window("hamming", count, where, OpKey(),
                [&](const Tensor &i) { return 0.54 - 0.46 * cosine(i, count, 1); });
}
/// One cosine that leaves 0 at the ends.
Tensor hanning(int64_t count, Where where) {
  return window("hanning", count, where, OpKey(),
                [&](const Tensor &i) { return 0.5 - 0.5 * cosine(i, count, 1); });
}
/// I0 over the square root of what is left of a circle.
Tensor kaiser(int64_t count, double beta, Where where) {
  return window("kaiser", count, where, OpKey(beta), [&](const Tensor &i) {
    const double half = double(count - 1) / 2;
    const Tensor inside = maximum(1 - square((i - half) / half), 0);
    return besselI0(beta * sqrt(inside)) / besselI0(fullLike(i, beta));
  });
}

} // namespace frontend
} // namespace spmd
