// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Parses, compiles and places a program, and makes the ranks of an MPI job agree at each
// step. The class is free of exceptions; compiler/frontend turns errors into exceptions.
#include "compiler/session.h"
#include "compiler/compile.h"
#include "compiler/error_collector.h"
#include "compiler/session_ranks.h"
#include "compiler/session_state.h"
#include "compiler/session_workers.h"
#include "compiler/token_arrays.h"
#include "dialects/register.h"
#include "dialects/source.h"
#include "runtime/agreement.h"
#include "runtime/kernels/registry.h"
#include "runtime/log.h"
#include "runtime/serialize.h"
#include "runtime/trace_events.h"
#include "llvm/Support/FormatVariadic.h"
#include <algorithm>

using namespace mlir;

namespace spmd {

char ProgramRefused::ID = 0;

namespace {

llvm::Error fault(const Twine &message) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), message);
}

/// Seconds as the transport takes them: 1e9, about thirty years, or more means no timeout.
double timeoutOf(const SessionOptions &options) {
  return options.timeoutSeconds < 1e9 ? options.timeoutSeconds : 0;
}

/// Refuses numbers that are typing errors.
llvm::Error checkOptions(const SessionOptions &options) {
  if (std::max(options.workers, options.compile.threads) > kMostThreads)
    return fault(Twine(std::max(options.workers, options.compile.threads)) +
                 " threads were asked for; at most " + Twine(kMostThreads) +
                 " can be, 0 asks for one per core");
  if (!(options.timeoutSeconds >= 0)) // NaN fails as well
    return fault(
        llvm::formatv("a timeout of {0} s; 0 waits for ever", options.timeoutSeconds).str());
  return llvm::Error::success();
}

/// Lets the libraries that the program calls create their static objects now, while exit()
/// waits for the compilation.
void prepareRoutines(const rt::Program &program) {
  for (const rt::Block &block : program.blocks)
    for (const rt::Command &command : block)
      if (auto *call = std::get_if<rt::LibraryCommand>(&command.action))
        if (auto *prepare = rt::routineOf(call->config).prepare)
          prepare(call->config);
}

/// Meets the other ranks and returns an error on all of them where one cannot
/// go on. `own` is the reason why this rank cannot; without other ranks it is the result.
llvm::Error settle(rt::RankTransport *transport, rt::Agreement agreement, llvm::Error own,
                   const char *what) {
  if (!transport)
    return own;
  std::string reason = llvm::toString(std::move(own));
  if (!reason.empty())
    agreement.fail(2, reason);
  if (auto refusal = agreement.settle(*transport, what); refusal && reason.empty())
    reason = refusal->reason;
  return reason.empty() ? llvm::Error::success() : fault(reason);
}

} // namespace

std::string overlapMemoryOf(std::string_view asked, const rt::RankTransport *transport) {
  bool isApart = transport && transport->rankCount() > 1;
  return asked.empty() && isApart ? "auto" : std::string(asked);
}

/// The transport of a session whose ranks the caller lists; null for all others.
static llvm::Expected<rt::RankTransport *> listedTransport(const SessionOptions &options) {
  if (options.ranks != SessionRanks::Listed)
    return nullptr;
  auto shared = sharedRanks({timeoutOf(options)});
  if (!shared)
    return shared.takeError();
  if (!*shared || !(*shared)->transport)
    return fault("no ranks of a job of MPI are there, or they have ended");
  return (*shared)->transport.get();
}

/// The checks are taken out first, so that no pass sees them.
llvm::Expected<std::unique_ptr<Session>> Session::compile(ModuleOp module,
                                                          const SessionOptions &options) {
  auto refused = [] {
    return llvm::make_error<ProgramRefused>("", llvm::inconvertibleErrorCode());
  };
  auto state = std::make_unique<State>();
  state->options = options;
  if (!options.mesh.empty() && failed(resizeMesh(module, options.mesh)))
    return refused();
  if (options.takesChecks) {
    auto taken = SelfCheck::takeFrom(module, options.keepsConstants);
    if (failed(taken))
      return refused();
    state->selfCheck = std::move(*taken);
  }
  FailureOr<CompiledProgram> compiled = compileModule(module, options.compile);
  if (failed(compiled))
    return refused();
  state->options.compile.cancelled = nullptr; // the caller's flag goes
  state->report = {std::move(compiled->stageMs), std::move(compiled->remarks)};
  if (options.compile.stopAfter == Stage::Codegen) {
    auto begin = std::chrono::steady_clock::now();
    if (auto error =
            rt::Executable::create(std::move(compiled->program)).moveInto(state->executable))
      return error;
    state->report.stageMs.emplace_back("load", millisecondsSince(begin));
  }
  return std::unique_ptr<Session>(new Session(std::move(state)));
}

// No source, no diagnostics, no other ranks: what is left of open is the placement.
llvm::Expected<std::unique_ptr<Session>> Session::load(rt::Program program,
                                                       const SessionOptions &options) {
  if (auto error = checkOptions(options))
    return error;
  rt::stopBeforeExit();
  auto state = std::make_unique<State>();
  state->options = options;
  if (auto error = rt::Executable::create(std::move(program)).moveInto(state->executable))
    return error;
  std::unique_ptr<Session> session(new Session(std::move(state)));
  prepareRoutines(session->program());
  auto transport = listedTransport(options);
  if (!transport)
    return transport.takeError();
  if (auto error = session->place(*transport))
    return error;
  return session;
}

/// Compiles in a context of its own, which ends with the compilation unless there are checks to
/// run. One thread asks for no thread pool.
llvm::Expected<std::unique_ptr<Session>>
Session::compileText(std::string_view text, std::string_view name, const SessionOptions &options) {
  DialectRegistry registry;
  registerAllDialects(registry);
  auto context = std::make_unique<MLIRContext>(registry, options.compile.threads == 1
                                                             ? MLIRContext::Threading::DISABLED
                                                             : MLIRContext::Threading::ENABLED);
  context->printOpOnDiagnostic(false); // the note would print the op, which may be the whole module
  ErrorCollector errors(context.get());
  OwningOpRef<ModuleOp> module = parseSource(text, name, context.get());
  if (!module)
    return errors.take();
  replaceTokens(*module);
  auto session = compile(*module, options);
  if (session) {
    if ((*session)->state->selfCheck)
      (*session)->state->context = std::move(context);
    return session;
  }
  llvm::Error error = session.takeError();
  if (!error.isA<ProgramRefused>())
    return error;
  llvm::consumeError(std::move(error));
  return errors.take();
}

/// Starts workers, and makes the instance on them. The constants of a self check have become
/// arguments, which are set here, once.
llvm::Error Session::place(rt::RankTransport *transport) {
  const SessionOptions &options = state->options;
  state->transport = transport;
  if (options.ranks == SessionRanks::Listed) {
    if (int64_t(options.rankOfDevice.size()) != program().deviceCount)
      return fault("the program is for " + Twine(program().deviceCount) +
                   " devices; it was given " + Twine(options.rankOfDevice.size()));
    if (!llvm::is_contained(options.rankOfDevice, int32_t(transport->rank())))
      return llvm::Error::success(); // other ranks run it
  }
  auto workers = state->options.sharesWorkers ? sharedWorkers(machineRanks(transport))
                                              : startWorkers(state->options.workers, transport);
  if (auto error = std::move(workers).moveInto(state->workers))
    return error;
  auto instance =
      options.ranks == SessionRanks::Listed
          ? rt::Instance::create(state->executable, *state->workers,
                                 {.transport = transport, .placed = options.rankOfDevice},
                                 options.bindsBorders)
          : rt::Instance::create(state->executable, *state->workers, transport,
                                 options.bindsBorders);
  if (auto error = std::move(instance).moveInto(state->instance))
    return error;
  if (!state->selfCheck)
    return llvm::Error::success();
  size_t index = program().arguments.size() - state->selfCheck->arguments().size();
  for (const rt::Array &value : state->selfCheck->arguments())
    if (llvm::Error error = setArgument(index++, value))
      return error;
  return llvm::Error::success();
}

Session::Session(std::unique_ptr<State> state) : state(std::move(state)) {}
/// Waits for a run in progress, and tells other ranks that this one makes no more calls.
Session::~Session() {
  // not wait(): at the end of the process the workspace of this thread may be destroyed
  if (state->run)
    llvm::consumeError(state->run->waitIdle());
  if (state->ownCalls && !rt::isExiting() && !state->ownCalls->end())
    // Closing the transport would wait for the other ranks. This rank's host may have more
    // to say before the job ends.
    (void)state->ownTransport.release();
}

/// Asks no other rank: the caller's own comparison of runs finds ranks that differ.
llvm::Expected<std::unique_ptr<Session>>
Session::openListed(std::string_view text, std::string_view name, const SessionOptions &options) {
  auto transport = listedTransport(options);
  if (!transport)
    return transport.takeError();
  SessionOptions chosen = options;
  chosen.compile.overlapMemory = overlapMemoryOf(options.compile.overlapMemory, *transport);
  auto session = compileText(text, name, chosen);
  if (!session)
    return session;
  for (const std::string &remark : (*session)->report().remarks)
    rt::log(llvm::formatv("{0}: remark: {1}", name, remark).str());
  prepareRoutines((*session)->program());
  if (auto error = (*session)->place(*transport))
    return error;
  return session;
}

/// The order matters over MPI: the transport is opened first, so that a rank whose program
/// does not compile can tell the others.
llvm::Expected<std::unique_ptr<Session>> Session::open(std::string_view text, std::string_view name,
                                                       const SessionOptions &options) {
  if (auto error = checkOptions(options))
    return error;
  rt::stopBeforeExit();
  if (rt::isExiting())
    return fault("the process is exiting; nothing is compiled any more");
  if (options.ranks == SessionRanks::Listed)
    return openListed(text, name, options);
  // The ranks that share the program: a job of its own, that of all such sessions, or none.
  std::unique_ptr<rt::RankTransport> own;
  rt::RankTransport *transport = nullptr;
  SharedRanks *shared = nullptr;
  if (options.ranks == SessionRanks::Own) {
    if (auto error = rt::openTransport({timeoutOf(options)}).moveInto(own))
      return error;
    transport = own.get();
  } else {
    if (auto error = sharedRanks({timeoutOf(options)}).moveInto(shared))
      return error;
    if (shared && options.ranks == SessionRanks::Shared)
      transport = shared->transport.get();
    if (auto error = transport ? shared->calls.meetForProgram() : llvm::Error::success())
      return error;
  }
  SessionOptions chosen = options;
  chosen.compile.overlapMemory = overlapMemoryOf(options.compile.overlapMemory, transport);
  auto session = compileText(text, name, chosen);
  rt::Agreement agreement;
  agreement.add("ProgramOptions::mesh", options.mesh);
  agreement.add("ProgramOptions::exact", options.compile.exact ? "set" : "");
  agreement.add("ProgramOptions::topology", options.compile.topology);
  agreement.add("ProgramOptions::reduceDtype", options.compile.reduceDtype);
  agreement.add("ProgramOptions::overlapMemory", options.compile.overlapMemory);
  agreement.addEnvironment();
  if (session)
    agreement.add("the compiled program",
                  llvm::formatv("fingerprint {0:x-}", rt::fingerprintOf((*session)->program())));
  // First meeting: all ranks have compiled the same program with the same options, or all
  // fail.
  if (auto error = settle(transport, agreement, session.takeError(), "the comparison of programs"))
    return error;
  if (!transport || transport->rank() == 0) // the others would say the same
    for (const std::string &remark : (*session)->report().remarks)
      rt::log(llvm::formatv("{0}: remark: {1}", name, remark).str());
  // Second meeting: all ranks have their workers and memory, or all fail.
  prepareRoutines((*session)->program());
  State &state = *(*session)->state;
  state.ownTransport = std::move(own);
  if (auto error = settle(transport, {}, (*session)->place(transport), "the start of devices"))
    return error;
  if (state.ownTransport)
    state.calls = &state.ownCalls.emplace(*state.ownTransport);
  else if (transport)
    state.calls = &shared->calls;
  return session;
}

const rt::Program &Session::program() const { return state->executable->program(); }
const CompileReport &Session::report() const { return state->report; }
int64_t Session::rank() const { return state->transport ? state->transport->rank() : 0; }
/// Runs before every run. Over MPI it compares, before the first run, the arguments that
/// every rank holds: ranks with different values of one would mix their results.
llvm::Error Session::beginRun() {
  state->stopBeforeExit();
  if (!state->calls)
    return llvm::Error::success();
  state->calls->beginRun();
  if (state->areArgumentsEqual)
    return llvm::Error::success();
  rt::Agreement agreement;
  rt::addReplicatedArguments(agreement, *state->instance);
  llvm::Error error = settle(state->transport, std::move(agreement), llvm::Error::success(),
                             "the comparison of arguments");
  // Compared once: an argument that is set later is not compared again.
  state->areArgumentsEqual = !error;
  return error;
}

llvm::Error Session::run() {
  if (llvm::Error error = beginRun())
    return error;
  return state->instance->runToEnd();
}

llvm::Error Session::start() {
  if (llvm::Error error = beginRun())
    return error;
  state->run = state->instance->run();
  return llvm::Error::success();
}

/// Waits for the run that beginRun() has started; without one there is nothing to wait for.
llvm::Error Session::wait() {
  if (!state->run)
    return llvm::Error::success();
  llvm::Error error = state->run->wait();
  state->run.reset();
  return error;
}

llvm::Error Session::check(std::vector<rt::Array> &results) const {
  return state->selfCheck ? state->selfCheck->verify(results) : llvm::Error::success();
}

void Session::startTracing() { state->instance->startTracing(); }
void Session::stopTracing() { state->instance->stopTracing(); }
std::string Session::trace(int64_t rank, llvm::ArrayRef<int64_t> devices) const {
  return rt::traceEvents(*state->instance, rank, devices);
}
llvm::Error Session::writeTrace(const std::string &path) const {
  return rt::writeTrace(*state->instance, path);
}

} // namespace spmd
