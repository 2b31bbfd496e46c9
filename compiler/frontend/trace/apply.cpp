// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Records ops into the innermost trace and runs ops on concrete tensors. The latter are programs of
// one op, kept for the rest of the process.
//
// The checks of an op run where it is built. A concrete op is built once per key, and only programs
// that were built are kept, so an op that is refused is refused at each call.
// A call of a known op makes its key, finds the program and runs it (docs/frontend.md has figures).
#include "compiler/frontend/trace/apply.h"
#include "compiler/frontend/array/borders.h"
#include "compiler/frontend/array/layout.h"
#include "compiler/frontend/include/spmd/caller_line.h"
#include "compiler/frontend/trace/compiled.h"
#include "runtime/process_exit.h"
#include <unordered_map>

namespace spmd {
inline namespace frontend {
namespace {

/// The programs of concrete ops by their keys. A child of fork() begins with none: the programs of
/// its parent have no threads there.
class OpPrograms {
public:
  std::shared_ptr<CompiledCall> find(const std::string &key) {
    std::lock_guard lock(mutex);
    if (generation != rt::processGeneration())
      return nullptr;
    auto found = programs->find(key);
    return found == programs->end() ? nullptr : found->second;
  }
  void add(const std::string &key, std::shared_ptr<CompiledCall> program) {
    std::lock_guard lock(mutex);
    if (generation != rt::processGeneration()) {
      programs = new Map; // the parent's must not be destroyed here
      generation = rt::processGeneration();
    }
    programs->emplace(key, std::move(program));
  }

private:
  using Map = std::unordered_map<std::string, std::shared_ptr<CompiledCall>>;
  std::mutex mutex;
  Map *programs = new Map;
  uint64_t generation = rt::processGeneration();
};

/// Never destroyed: a host may use tensors until its last static object is gone.
OpPrograms &opPrograms() {
  static auto *programs = new OpPrograms;
  return *programs;
}

/// Everything that decides which program a concrete op is. Numbers are arguments of the program, so
/// that x * 0.1 and x * 0.2 are the same one; their kind counts.
std::string programKey(std::string_view name, const OpKey &key,
                       std::span<const Operand *const> operands) {
  std::string out;
  out.reserve(64);
  out.append(name).append(1, 0).append(key.bytes());
  for (const Operand *operand : operands) {
    if (operand->number) {
      out.append({'n', char(operand->number->index())});
      continue;
    }
    const Type &type = operand->tensor.value->type;
    out.append({'t', char(type.element), char(type.dims.size())});
    out.append(reinterpret_cast<const char *>(type.dims.data()),
               type.dims.size() * sizeof(int64_t));
    // Ops on tensors of a mesh are programs on this mesh.
    if (const Layout *layout = operand->tensor.value->layout; layout && layout->mesh)
      out.append(reinterpret_cast<const char *>(&layout), sizeof layout);
  }
  return out;
}

/// Refuses operands without a value. Operands of another trace are found by the trace itself.
void checkOperands(std::string_view name, std::span<const Operand *const> operands, Where where,
                   bool isTraced) {
  for (const Operand *operand : operands) {
    if (operand->number)
      continue;
    if (!operand->tensor.hasValue())
      fail(where, std::string(name) + " of a tensor without a value", operands);
    if (!isTraced && operand->tensor.value->trace)
      fail(where, "a traced tensor is used outside of the function that computed it; return it",
           operands);
  }
}

/// Builds the op into a trace. Numbers become constants, or weak arguments if `numbers` has them.
llvm::SmallVector<mlir::Value> record(Trace &trace, std::span<const Operand *const> operands,
                                      std::span<const Tensor> numbers, Where where,
                                      BuildMany build) {
  llvm::SmallVector<Term> terms;
  for (size_t i = 0; i < operands.size(); ++i) {
    const Operand &operand = *operands[i];
    if (!operand.number)
      terms.push_back({trace.valueOf(operand.tensor, where)});
    else if (numbers.empty())
      terms.push_back({{}, operand.number, operand.number->index()});
    else
      terms.push_back({trace.valueOf(numbers[i], where), {}, operand.number->index()});
  }
  Emitter emitter(trace.opBuilder(), mlirLocation(where, trace.mlirContext()));
  try {
    return build(emitter, terms);
  } catch (const Refusal &refusal) {
    fail(where, refusal.message, operands);
  }
}

/// Compiles the op as a program whose arguments are the operands.
std::shared_ptr<CompiledCall> compileOp(std::string_view name,
                                        std::span<const Operand *const> operands, Where where,
                                        BuildMany build) {
  Trace trace{std::string(name), where};
  llvm::SmallVector<const TensorValue *> values;
  for (const Operand *operand : operands)
    if (!operand->number)
      values.push_back(operand->tensor.value.get());
  ProgramMesh mesh(trace, meshOf(nullptr, values, where));
  Recording recording(trace); // ops that describe this one are a part of its program
  std::vector<Operand> standIns;
  std::vector<const Operand *> pointers;
  std::vector<Tensor> arguments;
  for (const Operand *operand : operands) {
    const Type type =
        operand->number ? concrete(*operand->number, where).type() : *operand->tensor.value->type;
    arguments.push_back(
        trace.addArgument(type, operand->number ? where : operand->tensor.value->where));
    standIns.push_back(*operand);
    if (operand->number)
      continue;
    standIns.back().tensor = arguments.back();
    if (const Layout *layout = operand->tensor.value->layout; layout && layout->mesh)
      setArgumentSharding(trace, arguments.back(), layout->spec);
  }
  for (const Operand &standIn : standIns)
    pointers.push_back(&standIn);
  const llvm::SmallVector<mlir::Value> results = record(trace, pointers, arguments, where, build);
  const std::vector<std::string> names(results.size());
  return std::make_shared<CompiledCall>(trace.finish(results, names, where), std::string(name),
                                        mesh.mesh());
}

/// The operands as pointers; refuses an empty list, which has no line either.
std::vector<const Operand *> pointersTo(std::string_view name,
                                        const std::vector<Operand> &operands) {
  if (operands.empty())
    throw Error(std::string(name) + " of no tensors; at least one is wanted");
  std::vector<const Operand *> pointers;
  for (const Operand &operand : operands)
    pointers.push_back(&operand);
  return pointers;
}

} // namespace

std::vector<Tensor> applyMany(std::string_view name, std::span<const Operand *const> operands,
                              Where where, const OpKey &key, BuildMany build) {
  where = CallerLine::of(where);
  Trace *trace = currentTrace();
  checkOperands(name, operands, where, trace != nullptr);
  if (trace) {
    std::vector<Tensor> results;
    for (mlir::Value value : record(*trace, operands, {}, where, build))
      results.push_back(trace->tensorOf(value, where));
    return results;
  }
  // From here on all operands are concrete.
  const std::string programs = programKey(name, key, operands);
  std::shared_ptr<CompiledCall> program = opPrograms().find(programs);
  // Two threads may compile the same op; the first one that is added stays.
  if (!program) {
    program = compileOp(name, operands, where, build);
    opPrograms().add(programs, program);
  }
  // Numbers are arguments like tensors; making one takes an array of eight bytes.
  llvm::SmallVector<Tensor> numbers; // kept alive during the run
  llvm::SmallVector<const TensorValue *> arguments;
  for (const Operand *operand : operands) {
    if (operand->number)
      numbers.push_back(concrete(*operand->number, where));
    arguments.push_back((operand->number ? numbers.back() : operand->tensor).value.get());
  }
  std::vector<Tensor> results;
  program->run({arguments.data(), arguments.size()}, where,
               [&](Tensor result) { results.push_back(std::move(result)); });
  return results;
}

/// Most ops have one result.
Tensor apply(std::string_view name, std::span<const Operand *const> operands, Where where,
             const OpKey &key, Build build) {
  return applyMany(name, operands, where, key, [&](Emitter &e, llvm::ArrayRef<Term> terms) {
    return llvm::SmallVector<mlir::Value>{build(e, terms)};
  })[0];
}

/// Ops of a list of operands have the line of the first one.
Tensor apply(std::string_view name, const std::vector<Operand> &operands, const OpKey &key,
             Build build) {
  const std::vector<const Operand *> pointers = pointersTo(name, operands);
  return apply(name, pointers, operands[0].where, key, build);
}
std::vector<Tensor> applyMany(std::string_view name, const std::vector<Operand> &operands,
                              const OpKey &key, BuildMany build) {
  const std::vector<const Operand *> pointers = pointersTo(name, operands);
  return applyMany(name, pointers, operands[0].where, key, build);
}

/// The trace in which the description runs is the current one, also where the op is compiled as a
/// program of its own.
llvm::SmallVector<mlir::Value>
described(llvm::ArrayRef<mlir::Value> values, Where where,
          llvm::function_ref<std::vector<Tensor>(llvm::ArrayRef<Tensor>)> describe) {
  Trace &trace = *currentTrace();
  const CallerLine line(where); // parts have no line of their own
  std::vector<Tensor> tensors;
  for (mlir::Value value : values)
    tensors.push_back(trace.tensorOf(value, where));
  llvm::SmallVector<mlir::Value> results;
  // A description may return an operand itself, which is a value of the trace, too.
  for (const Tensor &result : describe(tensors))
    results.push_back(trace.valueOf(result, where));
  return results;
}

std::vector<Tensor> composeMany(std::string_view name, const std::vector<Operand> &operands,
                                const OpKey &key, ComposeMany describe) {
  return applyMany(name, operands, key, [&](Emitter &e, llvm::ArrayRef<Term> terms) {
    llvm::SmallVector<mlir::Value> values;
    for (const Term &term : terms)
      values.push_back(e.valueOf(term));
    return described(values, operands[0].where,
                     [&](llvm::ArrayRef<Tensor> in) { return describe(e, in); });
  });
}
/// The description of one result, as a list of one.
Tensor compose(std::string_view name, const std::vector<Operand> &operands, const OpKey &key,
               Compose describe) {
  return composeMany(name, operands, key, [&](Emitter &e, llvm::ArrayRef<Tensor> in) {
    return std::vector{describe(e, in)};
  })[0];
}

} // namespace frontend
} // namespace spmd
