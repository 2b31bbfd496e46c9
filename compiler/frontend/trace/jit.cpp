// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// jit without its types: keys of arguments, tracing, and running traced programs.
//
// A call makes the key of its arguments and looks the program up. Where there is none, the user's
// function runs once on stand-ins, within a Recording. The result of this run is kept with its
// types, and once more without leaves, as the pattern of all later results.
#include "compiler/frontend/include/spmd/jit.h"
#include "compiler/frontend/array/borders.h"
#include "compiler/frontend/array/layout.h"
#include "compiler/frontend/include/spmd/caller_line.h"
#include "compiler/frontend/include/spmd/named.h"
#include "compiler/frontend/trace/axis_names.h"
#include "compiler/frontend/trace/compiled.h"
#include "compiler/frontend/trace/trace.h"
#include "runtime/log.h"
#include "runtime/process_exit.h"
#include <cstdlib>
#include <unordered_map>

namespace spmd {
inline namespace frontend {

/// Programs stay as long as the jitted function; their addresses do not change.
struct JitProgram {
  std::string name;
  std::string text;
  const MeshData *mesh = nullptr;      // null: one device
  std::vector<bool> isDonated;         // by argument of main; empty: none is
  std::vector<const AxisNames *> axes; // of results
  std::vector<Tensor> captured;        // hidden arguments, behind the leaves of the user's
  std::vector<size_t> usedKeys;        // arguments of main that are keys, where keys are checked
  Structure structure;                 // of the arguments, for messages
  std::shared_ptr<const void> owner;   // of the traced result
  std::vector<bool> hasResult;         // by leaf of the result: whether it has a value
  mutable std::mutex mutex;            // of the two below
  mutable std::unique_ptr<CompiledCall> compiled;
  mutable uint64_t generation = 0; // of the process that compiled it
};

/// The mutex is held while a function is traced: two threads would trace the same program.
struct JitCache::State {
  JitOptions options;
  std::mutex mutex;
  using Programs = std::unordered_map<std::string, std::unique_ptr<JitProgram>>;
  Programs programs;
  const Programs::value_type *last = nullptr; // the one that was found last
};

namespace {

/// Writes what decides whether a program fits into a string of bytes, and checks the leaves. Paths
/// are left out: the types of the trees are fixed, so their order tells them.
struct KeyWriter : TreeVisitor {
  std::string key;
  Where where;
  bool isOfTrace = false; // whether a leaf is traced

  void leaf(const Path &, Tensor &tensor) override {
    if (!tensor.hasValue()) {
      key += 'e';
      return;
    }
    const Type &type = tensor.value->type;
    isOfTrace |= tensor.value->trace != 0;
    key.append({'t', char(type.element), char(type.dims.size())});
    key.append(reinterpret_cast<const char *>(type.dims.data()),
               type.dims.size() * sizeof(int64_t));
    // Interned, so that addresses tell them apart. Layouts on one device change no program.
    if (const AxisNames *axes = tensor.value->axes)
      addAddress('a', axes);
    if (const Layout *layout = tensor.value->layout; layout && layout->mesh)
      addAddress('l', layout);
  }
  /// Of an object that is interned: equal ones have one address.
  void addAddress(char kind, const void *address) {
    key += kind;
    key.append(reinterpret_cast<const char *>(&address), sizeof address);
  }
  void fixed(const Path &path, const std::string &value) override {
    // The keys of maps are names that types do not tell.
    addText(path.name);
    addText(value);
  }
  void addText(std::string_view part) {
    const size_t size = part.size();
    key.append(reinterpret_cast<const char *>(&size), sizeof size).append(part);
  }
  /// Their number goes first: no list of names is the beginning of another key.
  void named(const Path &path, NamedTensor &x) override {
    key.append({'n', char(x.names.size())});
    for (const std::string &name : x.names)
      addText(name);
    leaf(path, x.tensor);
  }
};

/// The key is made on each call, so it holds bytes and no text; it is written into the memory of
/// `buffer`. Everything that a scope says may decide what is traced.
std::string keyOf(std::span<const TreeRef> arguments, const std::string &name, std::string buffer,
                  Where where) {
  KeyWriter writer;
  writer.key = std::move(buffer);
  writer.key.clear();
  writer.addAddress('s', currentScope());
  if (areKeysChecked())
    writer.key += 'k'; // programs that tell which keys they use
  for (const TreeRef &tree : arguments)
    tree.walk({}, writer);
  if (writer.isOfTrace)
    fail(where, "an argument of " + name +
                    " is a traced tensor outside of the function that computed it; return it");
  return std::move(writer.key);
}

/// The leaves that have a value, without text for their paths.
struct ValueCollector : TreeVisitor {
  llvm::SmallVector<const TensorValue *, 256> values;
  void leaf(const Path &, Tensor &tensor) override {
    if (tensor.hasValue())
      values.push_back(tensor.value.get());
  }
  void named(const Path &path, NamedTensor &x) override { leaf(path, x.tensor); }
};

/// Where the leaves of a result go that have a value.
struct LeafPlaces : TreeVisitor {
  explicit LeafPlaces(const std::vector<bool> &hasValue) : hasValue(hasValue) {}
  const std::vector<bool> &hasValue; // by leaf
  size_t next = 0;
  llvm::SmallVector<Tensor *, 256> leaves;
  void leaf(const Path &, Tensor &tensor) override {
    if (hasValue[next++])
      leaves.push_back(&tensor);
  }
};

/// The mesh with its rules, and the structure of all arguments; paths begin with "argument 0".
Structure structureOf(std::span<const TreeRef> arguments, const ScopeData *scope) {
  Structure all{{"mesh", scope ? scope->text : "none", false}};
  for (size_t i = 0; i < arguments.size(); ++i) {
    const std::string name = "argument " + std::to_string(i);
    for (TreeEntry &entry : structure(arguments[i], {nullptr, name}))
      all.push_back(std::move(entry));
  }
  return all;
}

/// With SPMD_LOG=compile: says that a function is traced, and what differs from its last program.
void explain(const std::string &name, const JitProgram *last, const Structure &structure,
             Where where) {
  const char *wanted = std::getenv("SPMD_LOG");
  if (!wanted || std::string_view(wanted) != "compile")
    return;
  std::string reason =
      last ? " again: " + difference(last->structure, structure, Differing::Layouts) : "";
  rt::log(text(where) + ": " + name + " is traced" + reason);
}

/// Which arguments of main, hidden ones behind the others, are keys that the trace has used.
std::vector<size_t> usedAmong(Trace &trace, std::vector<Tensor> arguments) {
  const std::vector<Tensor> &captured = trace.capturedTensors();
  arguments.insert(arguments.end(), captured.begin(), captured.end());
  std::vector<size_t> used;
  for (size_t i = 0; i < arguments.size(); ++i)
    if (trace.keyUses().find(arguments[i]))
      used.push_back(i);
  return used;
}

/// A run uses the keys that the function uses, as one use by the call.
void useKeys(const JitProgram &program, std::span<const TreeRef> arguments, Where where) {
  std::vector<Tensor> all;
  for (const TreeRef &tree : arguments)
    for (const Tensor &leaf : leavesOf(tree))
      all.push_back(leaf);
  all.insert(all.end(), program.captured.begin(), program.captured.end());
  for (size_t i : program.usedKeys)
    useKey(all[i], {program.name, where});
}

/// Runs the user's function on stand-ins, and makes the module. The leaves of the result become the
/// results of main.
void traceInto(JitProgram &program, const JitOptions &options, std::span<const TreeRef> standIns,
               const std::function<TreeRef()> &call, Where where) {
  Trace trace(program.name, where);
  ProgramMesh mesh(trace, program.mesh);
  Borders borders(trace, mesh, options, standIns.size(), where);
  for (size_t i = 0; i < standIns.size(); ++i)
    replaceLeaves(standIns[i], [&](const Tensor &leaf) {
      return leaf.hasValue() ? borders.argument(i, leaf) : Tensor();
    });
  std::vector<Tensor> arguments;
  for (const TreeRef &standIn : standIns)
    for (const Tensor &leaf : leavesOf(standIn))
      arguments.push_back(leaf);
  std::vector<mlir::Value> results;
  std::vector<std::string> names;
  const auto addResult = [&](const Path &path, const Tensor &leaf) {
    program.hasResult.push_back(leaf.hasValue());
    if (!leaf.hasValue())
      return;
    results.push_back(borders.result(path, leaf));
    names.push_back(text(path));
    program.axes.push_back(namesOf(leaf));
  };
  // Only the user's function is recorded. An exception ends the recording, too.
  std::optional<TreeRef> result;
  {
    Recording recording(trace);
    result = call();
  }
  program.usedKeys = usedAmong(trace, arguments);
  forEachLeaf(*result, addResult);
  // All arguments of main are known here: those that were captured come last.
  borders.captured();
  if (!options.donate.empty())
    program.isDonated = borders.donate();
  program.text = trace.finish(results, names, where);
  program.captured = trace.capturedTensors();
  program.mesh = mesh.mesh();
}

} // namespace

JitCache::JitCache(JitOptions options) : state(std::make_unique<State>()) {
  state->options = std::move(options);
}
JitCache::~JitCache() = default;

/// Programs are never dropped, so their number is that of the traces.
size_t JitCache::traceCount() const {
  std::lock_guard lock(state->mutex);
  return state->programs.size();
}

/// A walk over the arguments and a look-up. A program that is found never goes away.
const JitProgram *JitCache::known(std::span<const TreeRef> arguments, Where where) const {
  static thread_local std::string buffer; // keys of many leaves are long
  buffer = keyOf(arguments, state->options.name, std::move(buffer), where);
  std::lock_guard lock(state->mutex);
  // Mostly the program of the call before: a comparison costs less than a hash.
  if (state->last && state->last->first == buffer)
    return state->last->second.get();
  auto found = state->programs.find(buffer);
  if (found == state->programs.end())
    return nullptr;
  state->last = &*found;
  return found->second.get();
}

/// The structure with its paths is made only where a program is traced. Another thread may have
/// traced the function meanwhile.
const JitProgram &JitCache::find(std::span<const TreeRef> arguments,
                                 std::span<const TreeRef> standIns,
                                 const std::function<TreeRef()> &call,
                                 const std::shared_ptr<const void> &owner, Where where) {
  const ScopeData *scope = currentScope();
  const std::string key = keyOf(arguments, state->options.name, {}, where);
  // Held while the function is traced: the second of two threads waits and takes the program.
  std::lock_guard lock(state->mutex);
  auto found = state->programs.find(key);
  if (found != state->programs.end())
    return *found->second;
  auto program = std::make_unique<JitProgram>();
  program->name = state->options.name;
  program->structure = structureOf(arguments, scope);
  // Any earlier program serves for the message that says what differs.
  const JitProgram *last = nullptr;
  for (const auto &[key, other] : state->programs)
    last = other.get();
  explain(program->name, last, program->structure, where);
  ValueCollector collector;
  for (const TreeRef &tree : arguments)
    tree.walk({}, collector);
  program->mesh = meshOf(scope ? scope->mesh : nullptr,
                         {collector.values.data(), collector.values.size()}, where);
  traceInto(*program, state->options, standIns, call, where);
  program->owner = owner;
  return *state->programs.emplace(key, std::move(program)).first->second;
}

const void *resultOf(const JitProgram &program) { return program.owner.get(); }
const std::string &textOf(const JitProgram &program) { return program.text; }

void clearLeaves(TreeRef tree) {
  replaceLeaves(tree, [](const Tensor &) { return Tensor(); });
}

/// Compiles at the first run, not when the function is traced: lower needs the text alone. A result
/// without a value stays without one.
void runProgram(const JitProgram &program, std::span<const TreeRef> arguments, TreeRef result,
                Where where) {
  ValueCollector collector;
  for (const TreeRef &tree : arguments)
    tree.walk({}, collector);
  for (const Tensor &tensor : program.captured)
    collector.values.push_back(tensor.value.get());
  if (!program.usedKeys.empty())
    useKeys(program, arguments, CallerLine::of(where));
  CompiledCall *compiled = nullptr;
  {
    std::lock_guard lock(program.mutex);
    if (program.compiled && program.generation != rt::processGeneration())
      (void)program.compiled.release(); // a parent's: its threads are not in this process
    if (!program.compiled)
      program.compiled = std::make_unique<CompiledCall>(program.text, program.name, program.mesh);
    program.generation = rt::processGeneration();
    compiled = program.compiled.get();
  }
  // Without the lock: CompiledCall has its own, and other programs may compile meanwhile.
  LeafPlaces places(program.hasResult);
  result.walk({}, places);
  size_t next = 0;
  compiled->run(
      {collector.values.data(), collector.values.size()}, where,
      [&](Tensor made) { *places.leaves[next++] = std::move(made); }, program.isDonated,
      program.axes);
}

} // namespace frontend
} // namespace spmd
