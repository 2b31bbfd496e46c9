// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The public classes over compiler/session.h. The only room that throws, and only from its own frames.
#include "compiler/frontend/spmd.h"
#include "compiler/session.h"
#include "runtime/npz.h"
#include <cstring>
#include <fstream>
#include <optional>
#include <sstream>

namespace spmd {

struct Program::State {
  std::unique_ptr<Session> session;
};

namespace {

void check(llvm::Error error) {
  if (error)
    throw Error(llvm::toString(std::move(error)));
}
template <class T> T check(llvm::Expected<T> value) {
  if (!value)
    throw Error(llvm::toString(value.takeError()));
  return std::move(*value);
}

std::optional<rt::DType> typeNamed(std::string_view name) {
  for (int i = 0; i <= int(rt::DType::C128); ++i)
    if (rt::mlirName(rt::DType(i)) == name)
      return rt::DType(i);
  return std::nullopt;
}

} // namespace

double HostArray::scalar() const {
  std::optional<rt::DType> type = typeNamed(dtype);
  if (!type || int64_t(bytes.size()) != rt::sizeOf(*type))
    throw Error("an array of " + std::to_string(bytes.size()) + " bytes of " + dtype + " is not a single element");
  return rt::elementAsDouble(*type, bytes.data());
}

Program::Program(std::unique_ptr<State> state) : state(std::move(state)) {}
Program::Program(Program &&) noexcept = default;
Program &Program::operator=(Program &&) noexcept = default;
Program::~Program() = default;

Program Program::load(const std::string &file, const ProgramOptions &options) {
  std::ifstream in(file, std::ios::binary);
  std::ostringstream text;
  if (!in || !(text << in.rdbuf()))
    throw Error(file + ": cannot be read");
  return compile(text.str(), file, options);
}

Program Program::compile(std::string_view text, std::string_view name, const ProgramOptions &options) {
  SessionOptions session;
  session.mesh = options.mesh;
  session.workers = session.compile.threads = options.threads;
  session.compile.useCache = options.useCache;
  session.compile.exact = options.exact;
  auto state = std::make_unique<State>();
  state->session = check(Session::open(text, name, session));
  return Program(std::move(state));
}

int64_t Program::deviceCount() const { return state->session->program().deviceCount; }
int64_t Program::rank() const { return state->session->rank(); }
size_t Program::argumentCount() const { return state->session->program().arguments.size(); }
size_t Program::resultCount() const { return state->session->program().results.size(); }

void Program::setArgument(size_t index, const HostArray &global) {
  std::optional<rt::DType> type = typeNamed(global.dtype);
  if (!type)
    throw Error("\"" + global.dtype + "\" is no element type");
  rt::Array array = check(rt::Array::allocate(*type, global.shape));
  if (array.byteCount() != global.bytes.size())
    throw Error("argument " + std::to_string(index) + " has " + std::to_string(global.bytes.size()) + " bytes for a shape of " +
                std::to_string(array.byteCount()));
  std::memcpy(array.data(), global.bytes.data(), global.bytes.size());
  check(state->session->setArgument(index, array));
}

void Program::setArguments(const std::string &npzFile) {
  rt::NpzFile file = check(rt::NpzFile::open(npzFile));
  const rt::Program &program = state->session->program();
  for (size_t i = 0; i < program.arguments.size(); ++i)
    check(state->session->setArgument(
        i, check(file.read("arg" + std::to_string(i), {program.arguments[i].type, program.arguments[i].globalShape}))));
}

void Program::run() { check(state->session->run()); }
void Program::start() { state->session->start(); }
void Program::wait() { check(state->session->wait()); }

HostArray Program::result(size_t index) const {
  rt::Array array = check(state->session->result(index));
  HostArray out{std::string(rt::mlirName(array.type)), array.shape, {}};
  out.bytes.assign(array.data(), array.data() + array.byteCount());
  return out;
}

HostArray Program::result(std::string_view name) const {
  const std::vector<rt::Border> &results = state->session->program().results;
  std::optional<size_t> found;
  for (size_t i = 0; i < results.size(); ++i)
    if (results[i].name.find(name) != std::string::npos) {
      if (found)
        throw Error("results " + std::to_string(*found) + " (" + results[*found].name + ") and " + std::to_string(i) + " (" +
                    results[i].name + ") both have \"" + std::string(name) + "\" in their names");
      found = i;
    }
  if (!found)
    throw Error("no result has \"" + std::string(name) + "\" in its name");
  return result(*found);
}

} // namespace spmd
