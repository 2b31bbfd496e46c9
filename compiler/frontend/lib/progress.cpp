// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Prints steps of a training. Speed and time left follow from a moving average of the time between
// two steps. What comes before the first one, which compiles, does not count.
//
// On a terminal each step rewrites one line ("\r" and "clear to the end"). Elsewhere, in a log of a
// batch system for example, each `every`-th step has a line of its own.
#include "compiler/frontend/lib/library_error.h"
#include <chrono>
#include <cmath>
#include <spmd/mesh.h>
#include <spmd/progress.h>
#include <unistd.h>

namespace spmd {
inline namespace frontend {
namespace {

/// The part that a new time has in the average of times.
constexpr double kWeight = 0.1;
/// Characters between the brackets.
constexpr int kBarWidth = 20;

/// printf into a string of at most 127 characters; longer ones are cut.
template <class... T> std::string formatted(const char *format, T... values) {
  char line[128];
  std::snprintf(line, sizeof line, format, values...);
  return line;
}

/// 1234.5 -> "1.23k", in three digits.
std::string shortNumber(double value) {
  const char *const units[] = {"", "k", "M", "G", "T"};
  size_t unit = 0;
  while (std::abs(value) >= 999.5 && unit + 1 < std::size(units)) {
    value /= 1000;
    ++unit;
  }
  return formatted("%.3g%s", value, units[unit]);
}

/// 3725 -> "1:02:05", 65 -> "1:05".
std::string duration(double seconds) {
  const auto whole = int64_t(std::llround(std::max(0.0, seconds)));
  const int minutes = int(whole / 60 % 60), rest = int(whole % 60);
  return whole >= 3600 ? formatted("%ld:%02d:%02d", long(whole / 3600), minutes, rest)
                       : formatted("%d:%02d", minutes, rest);
}

/// JSON has no infinities and no NaN; null stands for them.
std::string jsonNumber(double value) {
  return std::isfinite(value) ? formatted("%.9g", value) : "null";
}

/// Names are the user's: quotes and control characters are escaped.
std::string jsonText(const std::string &name) {
  std::string out = "\"";
  for (char c : name) {
    if (c == '"' || c == '\\')
      out += '\\';
    out += static_cast<unsigned char>(c) < 0x20 ? formatted("\\u%04x", unsigned(c))
                                                : std::string(1, c);
  }
  return out + '"';
}

/// Of a clock that nobody sets back.
double steadySeconds() {
  using namespace std::chrono;
  return duration_cast<std::chrono::duration<double>>(steady_clock::now().time_since_epoch())
      .count();
}

/// Throws at the line that showed the tensor, where it has more than one element.
double numberOf(const Operand &value) {
  if (!value.number)
    return value.tensor.item(value.where);
  return std::visit([](auto number) { return std::complex<double>(number).real(); }, *value.number);
}

} // namespace

/// `pending` is the step that was shown last and is not printed yet.
/// Its functions are no part of the interface, so the library does not export them.
struct Progress::State {
  ProgressOptions options;
  bool isTerminal = false;
  bool isQuiet = false; // on all ranks but the first
  std::FILE *json = nullptr;
  Values pending;
  bool isPending = false;
  int64_t step = 0; // of `pending`, from 1
  double start = 0, last = 0;
  std::optional<double> secondsPerStep = {};

  /// The file ends with the last whole line.
  ~State() {
    if (json)
      std::fclose(json);
  }
  /// Seconds since any fixed point.
  double now() const { return options.clock ? options.clock() : steadySeconds(); }

  void print(bool isLast);
  std::string line(const std::vector<std::pair<std::string, double>> &values) const;
  void writeJson(const std::vector<std::pair<std::string, double>> &values) const;
};

/// "step 40/200 [####                ] loss 3.21 | 12.3k tokens/s | 0:31 left"
std::string Progress::State::line(const std::vector<std::pair<std::string, double>> &values) const {
  std::string out = "step " + std::to_string(step);
  if (options.total > 0)
    out += "/" + std::to_string(options.total);
  if (options.total > 0 && isTerminal) {
    const int64_t done = std::min(step, options.total) * kBarWidth / options.total;
    out += " [" + std::string(size_t(done), '#') + std::string(size_t(kBarWidth - done), ' ') + "]";
  }
  for (const auto &[name, value] : values)
    out += " " + name + formatted(" %.4g", value);
  if (!secondsPerStep || *secondsPerStep <= 0)
    return out;
  out += options.tokensPerStep > 0
             ? " | " + shortNumber(options.tokensPerStep / *secondsPerStep) + " tokens/s"
             : " | " + shortNumber(1 / *secondsPerStep) + " steps/s";
  if (options.total > step)
    out += " | " + duration(double(options.total - step) * *secondsPerStep) + " left";
  return out;
}

/// {"step":40,"seconds":12.5,"loss":3.21,"tokens_per_second":12345}
void Progress::State::writeJson(const std::vector<std::pair<std::string, double>> &values) const {
  std::string out =
      "{\"step\":" + std::to_string(step) + ",\"seconds\":" + jsonNumber(last - start);
  for (const auto &[name, value] : values)
    out += "," + jsonText(name) + ":" + jsonNumber(value);
  if (options.tokensPerStep > 0 && secondsPerStep && *secondsPerStep > 0)
    out += ",\"tokens_per_second\":" + jsonNumber(options.tokensPerStep / *secondsPerStep);
  std::fprintf(json, "%s}\n", out.c_str());
  std::fflush(json); // a run that is ended from outside leaves whole lines
}

/// Reads the values of the pending step. All ranks read: the elements may lie on any of them.
void Progress::State::print(bool isLast) {
  std::vector<std::pair<std::string, double>> values;
  for (const auto &[name, value] : pending)
    values.emplace_back(name, numberOf(value));
  pending.clear();
  isPending = false;
  if (isQuiet)
    return;
  if (json)
    writeJson(values);
  if (isTerminal)
    std::fprintf(options.out, "\r%s\x1b[K%s", line(values).c_str(), isLast ? "\n" : "");
  else if (isLast || step == 1 || step % std::max<int64_t>(1, options.every) == 0)
    std::fprintf(options.out, "%s\n", line(values).c_str());
  std::fflush(options.out);
}

/// Only the first rank writes, so only it opens the file.
Progress::Progress(ProgressOptions options, Where where) : state(std::make_unique<State>()) {
  state->isQuiet = !isMain();
  state->isTerminal = options.isTerminal ? *options.isTerminal : isatty(fileno(options.out)) == 1;
  state->options = std::move(options);
  const std::string &file = state->options.json;
  if (!file.empty() && !state->isQuiet && !(state->json = std::fopen(file.c_str(), "a")))
    refuse(file + ": it cannot be opened for writing", where);
  state->start = state->last = state->now();
}

Progress::Progress(Progress &&) noexcept = default;

/// An error of the last value has nowhere to go from here; finish throws it.
Progress::~Progress() {
  if (!state)
    return;
  try {
    finish();
  } catch (const Error &) {
  }
}

/// The step before is printed first: its loss is computed by now, while this step still runs.
void Progress::show(Values values) {
  if (state->step > 0)
    state->print(false);
  const double now = state->now();
  if (state->step > 0) {
    const double taken = now - state->last;
    const double before = state->secondsPerStep.value_or(taken);
    state->secondsPerStep = (1 - kWeight) * before + kWeight * taken;
  }
  state->last = now;
  state->pending = std::move(values);
  state->isPending = true;
  ++state->step;
}

/// Twice is the same as once.
void Progress::finish() {
  if (state->isPending)
    state->print(true);
}

} // namespace frontend
} // namespace spmd
