// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The statistics come from the program (runtime/program_stats.h) and from measured times.
#include "tools/spmd_run_stats.h"
#include "runtime/memory_profile.h"
#include "runtime/program_stats.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"

namespace spmd::run {
namespace {

/// The name of a collective as in StableHLO.
llvm::StringRef kindName(rt::CollectiveKind kind) {
  switch (kind) {
  case rt::CollectiveKind::AllGather:
    return "all_gather";
  case rt::CollectiveKind::AllReduce:
    return "all_reduce";
  case rt::CollectiveKind::ReduceScatter:
    return "reduce_scatter";
  case rt::CollectiveKind::AllToAll:
    return "all_to_all";
  case rt::CollectiveKind::Permute:
    return "collective_permute";
  case rt::CollectiveKind::Broadcast:
    return "collective_broadcast";
  }
  return "";
}

/// The median, or 0 where nothing was measured.
double median(std::vector<double> values) {
  if (values.empty())
    return 0;
  llvm::sort(values);
  // Of an even number the upper one of the two in the middle.
  return values[values.size() / 2];
}
/// The minimum, or 0 where nothing was measured.
double least(const std::vector<double> &values) {
  return values.empty() ? 0 : *std::min_element(values.begin(), values.end());
}

/// The time from text to loaded program.
double totalMs(const Session &session, const Measured &measured) {
  double total = measured.parseMs;
  for (auto &[stage, ms] : session.report().stageMs)
    total += ms;
  return total;
}

/// In the largest of four units that the value reaches, each `step` times the one before it.
std::string withUnit(double value, double step, const char *const (&units)[4]) {
  int unit = 0;
  for (; value >= step && unit < 3; ++unit)
    value /= step;
  return llvm::formatv(unit ? "{0:F2} {1}" : "{0:F0} {1}", value, units[unit]);
}

} // namespace

/// One line per topic, aligned for reading. Lines of what does not occur say so or are left out:
/// a program that was not run has no step.
void printStats(const Session &session, const Measured &measured, llvm::raw_ostream &os) {
  const rt::Program &program = session.program();
  rt::ProgramStats stats = rt::statsOf(program);
  os << "devices        " << program.deviceCount;
  //   devices        8  (data=2 x model=4)
  for (size_t i = 0; i < program.axisNames.size(); ++i)
    os << (i ? " x " : "  (") << program.axisNames[i] << "=" << program.axisSizes[i];
  os << (program.axisNames.empty() ? "\n" : ")\n");
  os << llvm::formatv("compile        {0:F1} ms:", totalMs(session, measured));
  os << llvm::formatv(" parse {0:F1}", measured.parseMs);
  for (auto &[stage, ms] : session.report().stageMs)
    os << llvm::formatv(", {0} {1:F1}", stage, ms);
  os << "\n";
  // A step is one run of main. "different" counts compiled kernels, which equal fusions
  // share.
  os << llvm::formatv(
      "commands       {0} kernels ({1} different), {2} library calls, {3} partition ids, "
      "{4} copies ({5}) a step\n",
      stats.kernels, stats.differentKernels, stats.libraryCalls, stats.partitionIds, stats.copies,
      rt::bytesText(stats.copyBytes));
  os << "work           matmuls "
     << withUnit(stats.matmulFlops, 1000, {"FLOP", "kFLOP", "MFLOP", "GFLOP"})
     << "; kernels access " << rt::bytesText(stats.kernelBytes) << ", library calls "
     << rt::bytesText(stats.libraryBytes) << "\n";
  os << "memory         arguments " << rt::bytesText(stats.memory.argumentBytes) << ", arena "
     << rt::bytesText(stats.memory.arenaBytes) << ", results "
     << rt::bytesText(stats.memory.resultBytes) << " of which "
     << rt::bytesText(stats.memory.aliasBytes) << " in place, constants "
     << rt::bytesText(stats.constantBytes) << ", peak " << rt::bytesText(stats.memory.peakBytes())
     << "\n";
  os << "collectives    ";
  if (stats.collectives.empty())
    os << "none";
  for (auto [i, c] : llvm::enumerate(stats.collectives))
    os << (i ? ", " : "") << c.count << " " << kindName(c.kind) << " of "
       << rt::bytesText(c.bytes)
       // Wire bytes are those that devices send to each other, which depend on the kind and
       // the groups.
       << " (wire " << rt::bytesText(c.wireBytes) << ")";
  os << "\n";
  if (!measured.stepMs.empty())
    os << llvm::formatv("step           {0:F3} ms (median of {1}), least {2:F3} ms\n",
                        median(measured.stepMs), measured.stepMs.size(), least(measured.stepMs));
  for (const std::string &remark : session.report().remarks)
    os << "remark         " << remark << "\n";
}

/// The keys are read by bench/ and must not change their meaning.
void printStatsJson(const Session &session, const Measured &measured, llvm::raw_ostream &os) {
  rt::ProgramStats stats = rt::statsOf(session.program());
  llvm::json::OStream json(os);
  json.object([&] {
    json.attribute("devices", session.program().deviceCount);
    json.attributeObject("compile_ms", [&] {
      json.attribute("parse", measured.parseMs);
      for (auto &[stage, ms] : session.report().stageMs)
        json.attribute(stage, ms);
      json.attribute("total", totalMs(session, measured));
    });
    json.attributeObject("kernels", [&] {
      json.attribute("different", stats.differentKernels);
      json.attribute("all", stats.kernels);
    });
    // Commands of a step by who runs them.
    json.attributeObject("ops_by_executor", [&] {
      json.attribute("kernel", stats.kernels);
      json.attribute("library", stats.libraryCalls);
      json.attribute("host", stats.partitionIds + stats.copies);
      json.attribute("eval", 0); // always 0: a generated program has no command that interprets
    });
    json.attribute("copies", stats.copies);
    json.attribute("copy_bytes", stats.copyBytes);
    json.attribute("kernel_bytes", stats.kernelBytes);
    json.attribute("library_bytes", stats.libraryBytes);
    json.attribute("matmul_flops", stats.matmulFlops);
    json.attribute("argument_bytes", int64_t(stats.memory.argumentBytes));
    json.attribute("result_bytes", int64_t(stats.memory.resultBytes));
    json.attribute("alias_bytes", int64_t(stats.memory.aliasBytes));
    json.attribute("constant_bytes", int64_t(stats.constantBytes));
    json.attribute("arena_bytes", int64_t(stats.memory.arenaBytes));
    json.attribute("peak_bytes", int64_t(stats.memory.peakBytes()));
    json.attributeArray("collectives", [&] {
      for (const rt::CollectiveStats &c : stats.collectives)
        json.object([&] {
          json.attribute("kind", kindName(c.kind));
          json.attribute("count", c.count);
          json.attribute("bytes", c.bytes);
          json.attribute("wire_bytes", c.wireBytes);
        });
    });
    json.attributeObject("step_ms", [&] {
      json.attribute("median", median(measured.stepMs));
      json.attribute("min", least(measured.stepMs));
    });
  });
  os << "\n";
}

} // namespace spmd::run
