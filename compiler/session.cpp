// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/session.h"
#include "compiler/compile.h"
#include "dialects/register.h"
#include "dialects/source.h"
#include "runtime/instance.h"
#include "runtime/serialize.h"
#include "runtime/transport.h"
#include "mlir/IR/Diagnostics.h"
#include <optional>

using namespace mlir;

namespace spmd {

struct Session::State {
  std::unique_ptr<rt::RankTransport> transport; // outlives what uses it
  std::unique_ptr<rt::Workers> workers;
  std::unique_ptr<rt::Instance> instance;
  std::optional<rt::Future> run;
};

namespace {

llvm::Error fault(const llvm::Twine &message) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), message);
}

/// Compiles, with diagnostics gathered into the error.
llvm::Expected<rt::Program> compileText(std::string_view text, std::string_view name, const SessionOptions &options) {
  DialectRegistry registry;
  registerAllDialects(registry);
  MLIRContext context(registry);
  std::string diagnostics;
  ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
    llvm::raw_string_ostream os(diagnostics);
    os << diagnostic.getLocation() << ": " << diagnostic << "\n";
    for (Diagnostic &note : diagnostic.getNotes())
      os << note.getLocation() << ": note: " << note << "\n";
    return success();
  });
  OwningOpRef<ModuleOp> module = parseSource(text, name, &context);
  if (!module || (!options.mesh.empty() && failed(resizeMesh(*module, options.mesh))))
    return fault(diagnostics);
  FailureOr<CompiledProgram> compiled = compileModule(*module, options.compile);
  if (failed(compiled))
    return fault(diagnostics);
  return std::move(compiled->program);
}

} // namespace

Session::Session(std::unique_ptr<State> state) : state(std::move(state)) {}
Session::~Session() = default;

llvm::Expected<std::unique_ptr<Session>> Session::open(std::string_view text, std::string_view name,
                                                       const SessionOptions &options) {
  auto state = std::make_unique<State>();
  if (rt::isLaunchedByMpi()) {
    auto transport = rt::openTransport({options.timeoutSeconds});
    if (!transport)
      return transport.takeError();
    state->transport = std::move(*transport);
  }
  auto program = compileText(text, name, options);
  if (!program)
    return program.takeError();
  if (state->transport)
    if (auto error = rt::agreeOnFingerprint(*state->transport, rt::fingerprintOf(*program)))
      return error;
  rt::WorkerOptions workers;
  workers.threads = options.workers ? options.workers : rt::workerCountFor(state->transport.get());
  state->workers = std::make_unique<rt::Workers>(workers);
  auto executable = rt::Executable::create(std::move(*program));
  if (!executable)
    return executable.takeError();
  auto instance = rt::Instance::create(*executable, *state->workers, state->transport.get());
  if (!instance)
    return instance.takeError();
  state->instance = std::move(*instance);
  return std::unique_ptr<Session>(new Session(std::move(state)));
}

const rt::Program &Session::program() const { return state->instance->program(); }
int64_t Session::rank() const { return state->transport ? state->transport->rank() : 0; }
llvm::Error Session::setArgument(size_t index, const rt::Array &global) {
  return state->instance->setArgument(index, global);
}
llvm::Error Session::run() { return state->instance->runToEnd(); }
void Session::start() { state->run = state->instance->run(); }
llvm::Error Session::wait() {
  if (!state->run)
    return llvm::Error::success();
  llvm::Error error = state->run->wait();
  state->run.reset();
  return error;
}
llvm::Expected<rt::Array> Session::result(size_t index) { return state->instance->result(index); }

} // namespace spmd
