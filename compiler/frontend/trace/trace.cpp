// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Builds the module of a traced function and prints it.
//
// The module is compiled from its text, in a context of its own, by the same path as programs of
// Program: with its ranks, its diagnostics and its cache of kernels. Each trace has a context, so
// that threads can trace at once. The text is what lower returns, so what a user reads there is
// what runs.
#include "compiler/frontend/trace/trace.h"
#include "compiler/frontend/include/spmd/jit.h"
#include "compiler/frontend/trace/part.h"
#include "dialects/chlo/chlo.h"
#include "dialects/register.h"
#include "dialects/source.h"
#include "dialects/stablehlo/stablehlo.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Verifier.h"
#include <atomic>

namespace spmd {
inline namespace frontend {
namespace {

/// Each thread traces on its own: ops of other threads run meanwhile.
thread_local Trace *innermost = nullptr;

/// The registry that all traces share: registering takes longer than a small trace.
const mlir::DialectRegistry &allDialects() {
  static const auto *registry = [] {
    auto *made = new mlir::DialectRegistry; // not destroyed: exit() may come during a trace
    registerAllDialects(*made);
    return made;
  }();
  return *registry;
}

/// The name as a symbol that needs no quotes: "train step" -> "train_step".
std::string symbolOf(std::string name) {
  for (char &c : name)
    if (!std::isalnum(static_cast<unsigned char>(c)))
      c = '_';
  return name.empty() || std::isdigit(static_cast<unsigned char>(name[0])) ? "_" + name : name;
}

} // namespace

/// Ids are not reused, so that a tensor of an ended trace never passes for one of a later trace.
uint64_t nextTraceId() {
  static std::atomic<uint64_t> last = 0;
  return ++last;
}

/// Signed integers are signless in StableHLO; unsigned ones carry their sign.
mlir::Type mlirType(ElementType type, mlir::MLIRContext *context) {
  using mlir::IntegerType;
  switch (type) {
  case bf16:
    return mlir::BFloat16Type::get(context);
  case f16:
    return mlir::Float16Type::get(context);
  case f32:
    return mlir::Float32Type::get(context);
  case f64:
    return mlir::Float64Type::get(context);
  case c64:
  case c128:
    return mlir::ComplexType::get(mlirType(partType(type), context));
  default:
    break;
  }
  const unsigned bits =
      type == boolean ? 1 : 8 * unsigned(rt::sizeOf(runtimeType(type))); // a stored i1 takes a byte
  return IntegerType::get(context, bits,
                          type >= u8 ? IntegerType::Unsigned : IntegerType::Signless);
}

/// All shapes are static.
mlir::RankedTensorType mlirType(const Type &type, mlir::MLIRContext *context) {
  return mlir::RankedTensorType::get(type.dims, mlirType(type.element, context));
}

/// The inverse of mlirType. Results of ops are inferred by the dialect, and have the types of the
/// frontend again.
Type frontendType(mlir::Type type) {
  auto tensor = mlir::cast<mlir::RankedTensorType>(type);
  mlir::Type element = tensor.getElementType();
  const std::vector<int64_t> dims = tensor.getShape().vec();
  if (auto integer = mlir::dyn_cast<mlir::IntegerType>(element)) {
    if (integer.getWidth() == 1)
      return {boolean, dims};
    const size_t first = size_t(integer.isUnsigned() ? u8 : i8);
    return {ElementType(first + llvm::Log2_32(integer.getWidth() / 8)), dims};
  }
  for (ElementType candidate : {f32, f64, bf16, f16, c64, c128})
    if (mlirType(candidate, type.getContext()) == element)
      return {candidate, dims};
  llvm_unreachable("the frontend builds values of its own types only");
}

/// The column is kept as well, though compilers disagree about it.
mlir::Location mlirLocation(Where where, mlir::MLIRContext *context) {
  return mlir::FileLineColLoc::get(context, where.file_name(), where.line(), where.column());
}

/// Functions of ops.h ask for it at each call.
Trace *currentTrace() { return innermost; }
Recording::Recording(Trace &trace) : outer(std::exchange(innermost, &trace)) {}
Recording::~Recording() { innermost = outer; }

/// The context loads the dialects in which ops are recorded. It has no threads: a trace is recorded
/// by one thread, and its text is compiled in another context.
Trace::Trace(const std::string &name, Where where)
    : context(std::make_unique<mlir::MLIRContext>(allDialects(),
                                                  mlir::MLIRContext::Threading::DISABLED)),
      builder(context.get()), open{nextTraceId()} {
  context->loadDialect<mlir::func::FuncDialect, stablehlo::StablehloDialect, chlo::ChloDialect>();
  mlir::Location location = mlirLocation(where, context.get());
  module = mlir::ModuleOp::create(builder, location, symbolOf(name));
  builder.setInsertionPointToStart(module->getBody());
  function = mlir::func::FuncOp::create(builder, location, "main", builder.getFunctionType({}, {}));
  builder.setInsertionPointToStart(function.addEntryBlock());
}

/// Arguments of main have the lines where the user made their values.
Tensor Trace::addArgument(const Type &type, Where where) {
  assert(captured.empty() && "hidden arguments come last");
  mlir::Location location = mlirLocation(where, context.get());
  if (failed(function.insertArgument(function.getNumArguments(), mlirType(type, context.get()), {},
                                     location)))
    throw Error("an argument could not be added"); // not reached: main has a body
  return tensorOf(function.getArguments().back(), where);
}

/// Captured tensors are compared by their handles: the same tensor is one argument, however often
/// the function uses it.
mlir::Value Trace::valueOf(const Tensor &tensor, Where where) {
  const TensorValue &value = *tensor.value;
  if (llvm::is_contained(open, value.trace))
    return mlir::Value::getFromOpaquePointer(value.traced);
  if (value.trace)
    fail(where, "a traced tensor is used outside of the function that computed it; return it\n" +
                    text(value.where) + ": note: it is " + text(value.type));
  for (auto [known, argument] : llvm::zip(captured, capturedValues))
    if (known.value == tensor.value)
      return argument;
  if (failed(function.insertArgument(function.getNumArguments(),
                                     mlirType(value.type, context.get()), {},
                                     mlirLocation(where, context.get()))))
    throw Error("an argument could not be added"); // not reached: main has a body
  captured.push_back(tensor);
  capturedValues.push_back(function.getArguments().back());
  return capturedValues.back();
}

/// Values are found by the part that computed them; captured tensors come from outside of all
/// parts.
bool Trace::isFromOutsideOfLoop(const Tensor &tensor) const {
  if (loops.empty())
    return false;
  const auto at = llvm::find(open, tensor.value->trace);
  return at == open.end() || size_t(at - open.begin()) < loops.back();
}

/// Traced values have no id, since they never become arguments of a run.
Tensor Trace::tensorOf(mlir::Value value, Where where) const {
  auto made = std::make_shared<TensorValue>();
  made->type = frontendType(value.getType()), made->where = where;
  made->trace = open.back(), made->traced = value.getAsOpaquePointer();
  return Tensor(std::move(made));
}

/// Names of results are paths in the result's tree, as JAX writes them (jax.result_info).
std::string Trace::finish(llvm::ArrayRef<mlir::Value> results, llvm::ArrayRef<std::string> names,
                          Where where) {
  // The type of main follows from what was added and recorded.
  mlir::func::ReturnOp::create(builder, mlirLocation(where, context.get()), results);
  function.setType(builder.getFunctionType(function.getBody().getArgumentTypes(),
                                           mlir::ValueRange(results).getTypes()));
  for (auto [i, name] : llvm::enumerate(names))
    function.setResultAttr(unsigned(i), "jax.result_info", builder.getStringAttr(name));
  // What only gradients were made of is not a part of the program.
  const auto used = reachableFrom(function);
  for (auto other : llvm::make_early_inc_range(module->getOps<mlir::func::FuncOp>()))
    if (!used.contains(other))
      other.erase();
  // The checks of ops.h come before the verifier, so this reports a defect of the frontend, or a
  // program that is too large.
  std::string errors;
  mlir::ScopedDiagnosticHandler handler(context.get(), [&](mlir::Diagnostic &diagnostic) {
    errors += (errors.empty() ? "" : "\n") + locationText(diagnostic.getLocation()) + ": " +
              diagnostic.str();
    return mlir::success();
  });
  if (failed(mlir::verify(*module)))
    throw Error(errors);
  std::string out;
  llvm::raw_string_ostream os(out);
  printSource(*module, os, mlir::OpPrintingFlags().enableDebugInfo());
  return out;
}

bool isTracing() { return innermost != nullptr; }

} // namespace frontend
} // namespace spmd
