// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// spmd-random: makes random programs, runs each in several ways and compares the results.
//   spmd-random --kind=manual --count=1000 --seed=1 --jobs=2 --keep=findings
// The program of seed S + i does not depend on the others: `--seed=S+i --count=1` runs it
// again, and --print shows it. The folder --keep gets some programs of each kind of
// finding, with the command that reproduces it on the first line. Exit codes: 0 no finding,
// 1 findings, 2 usage.
#include "runtime/library_threads.h"
#include "tools/cases/case_table.h"
#include "tools/spmd_random_reduce.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace spmd;
using namespace spmd::random;

namespace {

llvm::cl::OptionCategory category("spmd-random");
llvm::cl::opt<std::string> kind("kind",
                                llvm::cl::desc("what the programs are about: ops, manual, ..."),
                                llvm::cl::init("manual"), llvm::cl::cat(category));
llvm::cl::opt<uint64_t> count("count", llvm::cl::desc("programs to try"), llvm::cl::init(1000),
                              llvm::cl::cat(category));
llvm::cl::opt<uint64_t> seed("seed", llvm::cl::desc("of the first program; the others count up"),
                             llvm::cl::init(1), llvm::cl::cat(category));
llvm::cl::opt<unsigned> limit("limit", llvm::cl::desc("seconds of CPU time for one program"),
                              llvm::cl::init(20), llvm::cl::cat(category));
llvm::cl::opt<unsigned> jobs("jobs", llvm::cl::desc("processes at a time"), llvm::cl::init(1),
                             llvm::cl::cat(category));
llvm::cl::opt<int64_t> size("size", llvm::cl::desc("about how many ops a program has"),
                            llvm::cl::init(10), llvm::cl::cat(category));
llvm::cl::opt<std::string> only("only", llvm::cl::desc("the op of all cases of --kind=ops"),
                                llvm::cl::cat(category));
llvm::cl::opt<unsigned>
    compile("compile", llvm::cl::desc("percent of the cases that also go through generated code"),
            llvm::cl::init(0), llvm::cl::cat(category));
llvm::cl::opt<std::string>
    tryFile("try", llvm::cl::desc("a kept program, which runs in place of the program of the seed"),
            llvm::cl::cat(category));
llvm::cl::opt<bool>
    planted("planted", llvm::cl::desc("cases of tanh and cosine are made wrong, to test this tool"),
            llvm::cl::cat(category));
llvm::cl::opt<bool>
    table("table", llvm::cl::desc("prints what the cases of the seeds are about, and runs none"),
          llvm::cl::cat(category));
llvm::cl::opt<std::string> keep("keep", llvm::cl::desc("folder for programs that are findings"),
                                llvm::cl::cat(category));
llvm::cl::opt<bool> reduce("reduce", llvm::cl::desc("makes kept programs smaller"),
                           llvm::cl::init(true), llvm::cl::cat(category));
llvm::cl::opt<bool> print("print", llvm::cl::desc("prints the programs instead of running them"),
                          llvm::cl::cat(category));

/// The most programs that are kept of one kind of finding. More of them rarely show more.
constexpr size_t kKeptOfKind = 8;

/// In the order of the enum Outcome.
constexpr const char *kOutcomes[] = {"differs", "refused", "crashed"};

/// The limit for one attempt of the reduction: a smaller program should not run longer.
constexpr unsigned kSecondsOfAttempt = 5;

/// The kind of a finding, which findings of one cause share: the way that failed, and a
/// message or a stack. Numbers in the message differ without a difference in cause.
std::string kindOf(const Finding &finding, const RandomProgram &program) {
  std::string kind = std::string(kOutcomes[int(finding.outcome)]) + ", " + finding.way;
  // cases that differ have no message in common, but an op
  if (program.ofCase && finding.outcome == Outcome::Differ)
    kind += ", " + program.ofCase->op;
  if (finding.outcome == Outcome::Refused)
    kind += ": " + kindOfMessage(finding.message);
  return finding.outcome == Outcome::Crashed ? kind + ": " + finding.message : kind;
}

/// All findings of one kind.
struct Kind {
  Report first;
  std::vector<uint64_t> seeds;
};

/// Reduces and writes the program of a finding. Problems are reported on stderr.
void write(const Report &report, RandomProgram program) {
  if (reduce)
    program = reduceProgram(program, report, std::min<unsigned>(limit, kSecondsOfAttempt));
  // A finding on one device is about the twin, if the program has one.
  bool isTwin = report.finding.way == "one device" && !program.oneDevice.empty();
  llvm::SmallString<128> path(keep);
  llvm::sys::path::append(path, kind + "-" + std::to_string(report.seed) + ".mlir");
  std::error_code error = llvm::sys::fs::create_directories(keep);
  if (!error) {
    llvm::raw_fd_ostream file(path, error);
    if (!error)
      (program.ofCase
           ? file << "// spmd-random --kind=ops --count=1 --try=%s --seed=" << report.seed
                  << (report.finding.way == "mesh" ? " --compile=100" : "")
       : program.isFusion ? file << "// spmd-random --kind=fusions --count=1 --seed=" << report.seed
                          : file << "// RUN: spmd-run %s --random-args=" << report.seed
                                 << " --check-against-sequential --exact --no-cache")
          << "\n// " << kOutcomes[int(report.finding.outcome)] << ", " << report.finding.way << ": "
          << report.finding.message << "\n"
          << (isTwin ? program.oneDevice : program.text);
  }
  if (error)
    llvm::errs() << "spmd-random: " << path << ": " << error.message() << "\n";
}

/// Prints what the cases of all seeds are about, but for those that were refused.
void printTable(const ProgramOf &programOf, const llvm::DenseSet<uint64_t> &refused) {
  CaseTable cases;
  for (uint64_t s = seed; s != seed + count; ++s)
    if (std::optional<CaseTraits> traits = programOf(s).ofCase; traits && !refused.contains(s))
      cases.add(*traits);
  cases.print(llvm::outs());
}

/// The programs of the seeds, or that of --try with the arguments and the kind of the seed.
ProgramOf programsOf(const Generator &generator, const std::string &given) {
  GeneratorOptions options{
      .size = size, .only = only, .compile = compile / 100.0, .planted = planted};
  return [&generator, options, given](uint64_t seed) {
    RandomProgram program = random::programOf(generator, seed, options);
    if (!given.empty())
      program.text = given;
    return program;
  };
}

/// Tries all programs and returns the exit code. The first finding of each kind is printed
/// when it occurs, and the seeds of repeated kinds at the end.
int tryPrograms(const Generator &generator, const ProgramOf &programOf) {
  llvm::MapVector<std::string, Kind, std::map<std::string, unsigned>> kinds;
  llvm::DenseSet<uint64_t> refused;
  uint64_t totals[3] = {};
  auto tell = [&](const Report &report) {
    const Finding &finding = report.finding;
    ++totals[int(finding.outcome)];
    RandomProgram program = programOf(report.seed);
    std::string name = kindOf(finding, program);
    if (finding.outcome == Outcome::Refused)
      refused.insert(report.seed);
    Kind &same = kinds[name];
    if (same.seeds.empty()) {
      same.first = report;
      llvm::errs() << "seed " << report.seed << " " << kOutcomes[int(finding.outcome)] << ", "
                   << finding.way << ": " << finding.message << "\n";
    }
    same.seeds.push_back(report.seed);
    // The program is generated again from its seed: it ran in another process.
    if (!keep.empty() && same.seeds.size() <= kKeptOfKind)
      write(report, program);
  };
  uint64_t tried = tryAll({.first = seed,
                           .count = count,
                           .jobs = jobs,
                           .limitSeconds = limit,
                           .batch = generator.batch},
                          programOf, tell);
  for (const auto &[name, same] : kinds)
    if (same.seeds.size() > 1) {
      llvm::errs() << same.seeds.size() << " times " << name << "; seeds";
      //   "17 times refused, mesh: error: dim # ..; seeds 3 18 44 .. ..."
      for (uint64_t s : llvm::ArrayRef(same.seeds).take_front(10))
        llvm::errs() << " " << s;
      llvm::errs() << (same.seeds.size() > 10 ? " ...\n" : "\n");
    }
  if (programOf(seed).ofCase)
    printTable(programOf, refused);
  llvm::outs() << tried << " programs, " << totals[0] << " differ, " << totals[1] << " refused, "
               << totals[2] << " crashed\n";
  if (tried != count)
    llvm::errs() << "spmd-random: no more processes can be started\n";
  return kinds.empty() && tried == count ? 0 : 1;
}

} // namespace

/// Checks the flags; prints programs with --print, and tries them otherwise.
int main(int argc, char **argv) {
  rt::endBlasThreads();
  llvm::cl::HideUnrelatedOptions(category);
  llvm::cl::ParseCommandLineOptions(
      argc, argv, "runs random programs in several ways and compares the results\n");
  const Generator *generator = llvm::find_if(
      kGenerators, [](const Generator &known) { return known.kind == kind.getValue(); });
  if (generator == std::end(kGenerators) || !jobs || !limit || size < 1) {
    llvm::errs() << "spmd-random: --kind is one of";
    for (const Generator &known : kGenerators)
      llvm::errs() << " " << known.kind;
    llvm::errs() << "; --jobs, --limit and --size are at least 1\n";
    return 2;
  }
  // --try: a kept program in place of the generated ones.
  std::string given;
  if (!tryFile.empty()) {
    auto file = llvm::MemoryBuffer::getFile(tryFile);
    if (!file) {
      llvm::errs() << "spmd-random: " << tryFile << ": " << file.getError().message() << "\n";
      return 2;
    }
    given = (*file)->getBuffer().str();
  }
  ProgramOf programOf = programsOf(*generator, given);
  if (programOf(seed).text.empty()) {
    llvm::errs() << "spmd-random: no case is about the op " << only << "\n";
    return 2;
  }
  // --table: a look at what the seeds would try.
  if (table)
    return printTable(programOf, {}), 0;
  if (!print)
    return tryPrograms(*generator, programOf);
  // --print: the programs as text, with their twins.
  for (uint64_t s = seed; s != seed + count; ++s) {
    RandomProgram program = programOf(s);
    llvm::outs() << "// seed " << s << "\n" << program.text;
    if (!program.oneDevice.empty())
      llvm::outs() << "// on one device\n" << program.oneDevice;
  }
  return 0;
}
