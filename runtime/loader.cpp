// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Links object code with an ORC session that uses JITLink alone: no compile layer, no lazy stubs,
// no unwind tables (kernels are nounwind). All objects are in one library; its only other symbols
// are those of the ABI.
#include "runtime/loader.h"
#include "runtime/failure.h"
#include "llvm/ExecutionEngine/Orc/AbsoluteSymbols.h"
#include "llvm/ExecutionEngine/Orc/Core.h"
#include "llvm/ExecutionEngine/Orc/MapperJITLinkMemoryManager.h"
#include "llvm/ExecutionEngine/Orc/ObjectLinkingLayer.h"
#include "llvm/ExecutionEngine/Orc/SelfExecutorProcessControl.h"
#include "llvm/Support/MemoryBuffer.h"
#include <fmt/format.h>

namespace spmd::rt {

// Members are destroyed in reverse order, so the layer goes before the session that it refers to.
struct Loader::State {
  std::unique_ptr<llvm::orc::ExecutionSession> session;
  std::unique_ptr<llvm::orc::ObjectLinkingLayer> layer;
  std::vector<llvm::orc::ExecutorAddr> kernels;
  llvm::Error linkError = llvm::Error::success(); // errors that ORC reported through its callback

  ~State() {
    llvm::consumeError(std::move(linkError));
    if (session)
      if (llvm::Error e = session->endSession())
        llvm::consumeError(std::move(e)); // memory that cannot be released is left
  }
};

namespace {

/// The objects of one program share slabs of this size. A separate mapping for each of a thousand
/// small objects would be slow.
constexpr size_t kSlabBytes = size_t(16) << 20;

// Defines the ABI's symbols with their addresses in this process.
llvm::Error defineAbi(llvm::orc::ExecutionSession &session, llvm::orc::JITDylib &library) {
  llvm::orc::SymbolMap symbols;
  for (const AbiSymbol &symbol : abiSymbols())
    symbols[session.intern(symbol.name)] = {llvm::orc::ExecutorAddr::fromPtr(symbol.address),
                                            llvm::JITSymbolFlags::Exported |
                                                llvm::JITSymbolFlags::Callable};
  return library.define(llvm::orc::absoluteSymbols(std::move(symbols)));
}

} // namespace

Loader::Loader(std::unique_ptr<State> state) : state(std::move(state)) {}
Loader::~Loader() = default;

// Adds all objects, then looks up all kernels in one request, which links everything. ORC reports
// the causes of a failed link through the error reporter and returns only a summary, so the message
// joins both.
llvm::Expected<std::unique_ptr<Loader>> Loader::load(const Program &program) {
  using namespace llvm::orc;
  auto control = SelfExecutorProcessControl::Create();
  if (!control)
    return control.takeError();
  auto memory = MapperJITLinkMemoryManager::CreateWithMapper<InProcessMemoryMapper>(kSlabBytes);
  if (!memory)
    return memory.takeError();
  auto state = std::make_unique<State>();
  state->session = std::make_unique<ExecutionSession>(std::move(*control));
  ExecutionSession &session = *state->session;
  session.setErrorReporter([s = state.get()](llvm::Error e) {
    s->linkError = llvm::joinErrors(std::move(s->linkError), std::move(e));
  });
  state->layer = std::make_unique<ObjectLinkingLayer>(session, std::move(*memory));
  JITDylib &library = session.createBareJITDylib("kernels");
  if (llvm::Error e = defineAbi(session, library))
    return e;

  for (size_t i = 0; i < program.objects.size(); ++i) {
    const auto &object = program.objects[i];
    llvm::StringRef bytes(reinterpret_cast<const char *>(object.data()), object.size());
    std::string name = fmt::format("object {} of {}", i, program.objects.size());
    // The buffer refers to the program's bytes without a copy: linking ends before load() returns.
    auto buffer = llvm::MemoryBuffer::getMemBuffer(bytes, name, /*RequiresNullTerminator=*/false);
    if (llvm::Error e = state->layer->add(library, std::move(buffer)))
      return failure("{} cannot be linked: {}", name, llvm::toString(std::move(e)));
  }

  SymbolLookupSet wanted;
  for (const Kernel &kernel : program.kernels)
    wanted.add(session.intern(kernel.symbol));
  wanted.removeDuplicates();
  auto found = session.lookup(makeJITDylibSearchOrder(&library), std::move(wanted));
  if (!found) {
    std::string why = llvm::toString(found.takeError());
    if (state->linkError)
      why = llvm::toString(std::exchange(state->linkError, llvm::Error::success())) + "; " + why;
    return failure("the {} kernels of the program cannot be linked: {}", program.kernels.size(),
                   why);
  }
  for (const Kernel &kernel : program.kernels)
    state->kernels.push_back(found->find(session.intern(kernel.symbol))->second.getAddress());
  return std::unique_ptr<Loader>(new Loader(std::move(state)));
}

// The address was looked up by load(), so this needs no lock.
KernelFn Loader::kernel(uint32_t index) const {
  assert(index < state->kernels.size() && "a kernel of the program");
  return state->kernels[index].toPtr<KernelFn>();
}

} // namespace spmd::rt
