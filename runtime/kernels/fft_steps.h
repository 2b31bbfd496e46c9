// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The steps of Fourier transforms on lines of V, which is a number or a vector of numbers: a vector
// transforms as many lines at once as it has lanes.
#pragma once
#include "runtime/kernels/fft_plan.h"
#include <complex>
#include <utility>
#include <vector>

namespace spmd::rt {

/// A complex number, or one for each lane.
template <class V> struct Parts {
  V re, im;
};

template <class V> [[gnu::always_inline]] inline Parts<V> operator+(Parts<V> a, Parts<V> b) {
  return {a.re + b.re, a.im + b.im};
}
template <class V> [[gnu::always_inline]] inline Parts<V> operator-(Parts<V> a, Parts<V> b) {
  return {a.re - b.re, a.im - b.im};
}
template <class V, class T>
[[gnu::always_inline]] inline Parts<V> operator*(Parts<V> a, std::complex<T> w) {
  return {a.re * w.real() - a.im * w.imag(), a.re * w.imag() + a.im * w.real()};
}
/// a * s, a + i b and a - i b.
template <class V, class T> [[gnu::always_inline]] inline Parts<V> scaled(Parts<V> a, T s) {
  return {a.re * s, a.im * s};
}
template <class V> [[gnu::always_inline]] inline Parts<V> plusTurned(Parts<V> a, Parts<V> b) {
  return {a.re - b.im, a.im + b.re};
}
template <class V> [[gnu::always_inline]] inline Parts<V> minusTurned(Parts<V> a, Parts<V> b) {
  return {a.re + b.im, a.im - b.re};
}

/// The transform of R values in place: y[k] = sum over j of a[j] exp(-2 pi i j k / R).
template <int R, class T, class V> [[gnu::always_inline]] inline void transformFew(Parts<V> *a) {
  if constexpr (R == 2) {
    const Parts<V> sum = a[0] + a[1];
    a[1] = a[0] - a[1];
    a[0] = sum;
  } else if constexpr (R == 3) {
    const Parts<V> sum = a[1] + a[2], m = a[0] - scaled(sum, T(0.5));
    const Parts<V> d = scaled(a[1] - a[2], T(0.86602540378443864676));
    a[0] = a[0] + sum;
    a[1] = minusTurned(m, d);
    a[2] = plusTurned(m, d);
  } else if constexpr (R == 4) {
    const Parts<V> s = a[0] + a[2], d = a[0] - a[2], t = a[1] + a[3], e = a[1] - a[3];
    a[0] = s + t;
    a[1] = minusTurned(d, e);
    a[2] = s - t;
    a[3] = plusTurned(d, e);
  } else if constexpr (R == 5) {
    constexpr T c1 = 0.30901699437494742410, c2 = -0.80901699437494742410,
                s1 = 0.95105651629515357212, s2 = 0.58778525229247312917;
    const Parts<V> t = a[1] + a[4], u = a[2] + a[3], d = a[1] - a[4], e = a[2] - a[3];
    const Parts<V> m = a[0] + scaled(t, c1) + scaled(u, c2),
                   n = a[0] + scaled(t, c2) + scaled(u, c1);
    const Parts<V> p = scaled(d, s1) + scaled(e, s2), q = scaled(d, s2) - scaled(e, s1);
    a[0] = a[0] + t + u;
    a[1] = minusTurned(m, p);
    a[4] = plusTurned(m, p);
    a[2] = minusTurned(n, q);
    a[3] = plusTurned(n, q);
  } else {
    static_assert(R == 8);
    constexpr T r = 0.70710678118654752440;
    Parts<V> even[4] = {a[0], a[2], a[4], a[6]}, odd[4] = {a[1], a[3], a[5], a[7]};
    transformFew<4, T>(even);
    transformFew<4, T>(odd);
    // The odd half, multiplied by exp(-2 pi i k / 8).
    const Parts<V> w1 = {(odd[1].re + odd[1].im) * r, (odd[1].im - odd[1].re) * r};
    const Parts<V> w3 = {(odd[3].im - odd[3].re) * r, -(odd[3].re + odd[3].im) * r};
    a[0] = even[0] + odd[0];
    a[4] = even[0] - odd[0];
    a[1] = even[1] + w1;
    a[5] = even[1] - w1;
    a[2] = minusTurned(even[2], odd[2]);
    a[6] = plusTurned(even[2], odd[2]);
    a[3] = even[3] + w3;
    a[7] = even[3] - w3;
  }
}

/// One step of radix R from x to y.
template <int R, class T, class V>
[[gnu::always_inline]] inline void stepOf(const FftSteps<T> &all,
                                          const typename FftSteps<T>::Step &step, const Parts<V> *x,
                                          Parts<V> *y) {
  const std::complex<T> *twiddles = all.table.data() + step.twiddles;
  const int64_t rest = step.rest, stride = step.stride;
  for (int64_t p = 0; p < rest; ++p, twiddles += R - 1)
    for (int64_t q = 0; q < stride; ++q) {
      Parts<V> a[R];
#pragma GCC unroll 8
      for (int i = 0; i < R; ++i)
        a[i] = x[q + stride * (p + rest * i)];
      transformFew<R, T>(a);
      Parts<V> *to = y + q + stride * R * p;
      to[0] = a[0];
    // All twiddles of p = 0 are 1, and the last step has no other p.
#pragma GCC unroll 8
      for (int k = 1; k < R; ++k)
        to[stride * k] = p ? a[k] * twiddles[k - 1] : a[k];
    }
}

/// One step of an odd radix that has no code of its own: sums of a[j] + a[r - j] by cosines, and of
/// their differences by sines, give two values at once.
template <class T, class V>
[[gnu::always_inline]] inline void stepOfAny(const FftSteps<T> &all,
                                             const typename FftSteps<T>::Step &step,
                                             const Parts<V> *x, Parts<V> *y) {
  const std::complex<T> *twiddles = all.table.data() + step.twiddles;
  const std::complex<T> *roots = all.table.data() + step.roots;
  const int64_t rest = step.rest, stride = step.stride, r = step.radix, half = r / 2;
  Parts<V> sums[kLargestRadix / 2 + 1], differences[kLargestRadix / 2 + 1];
  for (int64_t p = 0; p < rest; ++p, twiddles += r - 1)
    for (int64_t q = 0; q < stride; ++q) {
      const Parts<V> *from = x + q + stride * p;
      Parts<V> *to = y + q + stride * r * p;
      Parts<V> total = from[0];
      for (int64_t j = 1; j <= half; ++j) {
        const Parts<V> a = from[stride * rest * j], b = from[stride * rest * (r - j)];
        sums[j] = a + b;
        differences[j] = a - b;
        total = total + sums[j];
      }
      to[0] = total;
      for (int64_t k = 1; k <= half; ++k) {
        Parts<V> m = from[0], d = scaled(differences[1], -roots[k].imag());
        m = m + scaled(sums[1], roots[k].real());
        for (int64_t j = 2, e = 2 * k % r; j <= half; ++j, e = e + k >= r ? e + k - r : e + k) {
          m = m + scaled(sums[j], roots[e].real());
          d = d + scaled(differences[j], -roots[e].imag());
        }
        const Parts<V> low = minusTurned(m, d), high = plusTurned(m, d);
        to[stride * k] = p ? low * twiddles[k - 1] : low;
        to[stride * (r - k)] = p ? high * twiddles[r - k - 1] : high;
      }
    }
}

/// All steps. `x` has the line, `y` as much memory. Returns which of the two has the result.
template <class T, class V>
[[gnu::always_inline]] inline Parts<V> *runSteps(const FftSteps<T> &all, Parts<V> *x, Parts<V> *y) {
  for (const auto &step : all.steps) {
    switch (step.radix) {
    case 2:
      stepOf<2, T>(all, step, x, y);
      break;
    case 3:
      stepOf<3, T>(all, step, x, y);
      break;
    case 4:
      stepOf<4, T>(all, step, x, y);
      break;
    case 5:
      stepOf<5, T>(all, step, x, y);
      break;
    case 8:
      stepOf<8, T>(all, step, x, y);
      break;
    default:
      stepOfAny<T>(all, step, x, y);
    }
    std::swap(x, y);
  }
  return x;
}

/// The transform of one line of numbers.
template <class T>
std::vector<std::complex<T>> transformed(const FftSteps<T> &steps,
                                         const std::vector<std::complex<T>> &line) {
  std::vector<Parts<T>> x, y(line.size());
  for (std::complex<T> z : line)
    x.push_back({z.real(), z.imag()});
  std::vector<std::complex<T>> out;
  const Parts<T> *result = runSteps(steps, x.data(), y.data());
  for (size_t i = 0; i < line.size(); ++i)
    out.emplace_back(result[i].re, result[i].im);
  return out;
}

} // namespace spmd::rt
