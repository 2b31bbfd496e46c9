// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Implements --backend=reference: splits global arrays for the devices of the reference
// interpreter, runs it, and assembles the results.
#include "compiler/codegen/borders.h"
#include "compiler/compile.h"
#include "compiler/elements/dtype.h"
#include "compiler/import/random_numbers.h"
#include "compiler/reference/interpreter.h"
#include "compiler/session.h"
#include "compiler/sharding/border.h"
#include "runtime/border.h"
#include "tools/spmd_run_options.h"
#include <cstring>

using namespace mlir;

namespace spmd::run {
namespace {

llvm::Error fault(const llvm::Twine &message) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), message);
}

/// The function to run: main, or the only function of the module.
func::FuncOp mainOf(ModuleOp module) {
  if (auto main = module.lookupSymbol<func::FuncOp>("main"))
    return main;
  auto functions = module.getOps<func::FuncOp>();
  return llvm::hasSingleElement(functions) ? *functions.begin() : func::FuncOp();
}

/// Describes an argument or a result of main for the runtime's splitting functions.
llvm::Expected<rt::Border> borderFor(func::FuncOp main, Type type, Attribute attr) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  std::string text;
  llvm::raw_string_ostream(text) << type;
  if (!tensor || !dtypeOf(tensor.getElementType()) || !tensor.hasStaticShape())
    return fault("main has an argument or result of type " + text + ", which no array has");
  MeshAxes mesh;
  FailureOr<rt::Border> border = borderOf(main, type, attr, mesh);
  if (failed(border))
    return fault("main has a border that does not fit its type " + text);
  return std::move(*border);
}

/// The borders of all arguments, or of all results.
llvm::Expected<std::vector<rt::Border>> borders(func::FuncOp main, bool results) {
  std::vector<rt::Border> out;
  TypeRange types = results ? TypeRange(main.getResultTypes()) : TypeRange(main.getArgumentTypes());
  for (auto [i, type] : llvm::enumerate(types)) {
    auto border = borderFor(
        main, type, results ? main.getResultAttr(i, kBorderAttr) : main.getArgAttr(i, kBorderAttr));
    if (!border)
      return border.takeError();
    out.push_back(std::move(*border));
  }
  return out;
}

/// The types and shapes that arguments or results of main must have.
llvm::Expected<std::vector<Want>> wants(ModuleOp module, bool results) {
  func::FuncOp main = mainOf(module);
  if (!main)
    return fault("the module has no function @main");
  auto all = borders(main, results);
  if (!all)
    return all.takeError();
  std::vector<Want> out;
  for (const rt::Border &border : *all)
    out.push_back({border.type, border.globalShape});
  return out;
}

} // namespace

llvm::Expected<std::vector<Want>> wantedArguments(ModuleOp module) { return wants(module, false); }
llvm::Expected<std::vector<Want>> wantedResults(ModuleOp module) { return wants(module, true); }

/// A module with the attribute kBorderAttr is partitioned: each device gets its parts of the
/// arguments. Otherwise one device gets all of each.
llvm::Expected<std::vector<rt::Array>> runReference(ModuleOp module,
                                                    const std::vector<rt::Array> &arguments) {
  if (failed(inlineAndExpandRandomNumbers(module)))
    return llvm::make_error<ProgramRefused>("", llvm::inconvertibleErrorCode()); // diagnosed
  func::FuncOp main = mainOf(module);
  if (!main)
    return fault("the module has no function @main");
  auto arguments_ = borders(main, false), results_ = borders(main, true);
  if (!arguments_)
    return arguments_.takeError();
  if (!results_)
    return results_.takeError();
  bool isPartitioned = false;
  for (unsigned i = 0; i < main.getNumArguments(); ++i)
    isPartitioned |= bool(main.getArgAttr(i, kBorderAttr));
  for (unsigned i = 0; i < main.getNumResults(); ++i)
    isPartitioned |= bool(main.getResultAttr(i, kBorderAttr));
  int64_t devices = isPartitioned ? deviceCountOf(module) : 1;
  // Each device gets its block of every argument.
  std::vector<std::vector<Tensor>> given(devices);
  for (int64_t device = 0; device < devices; ++device)
    for (auto [i, border] : llvm::enumerate(*arguments_)) {
      Tensor tensor(main.getArgumentTypes()[i]);
      rt::readBlock(arguments[i], rt::blockOf(border, device), tensor.mutableData());
      given[device].push_back(std::move(tensor));
    }
  InterpretOptions options;
  options.partitions = devices;
  std::vector<std::vector<Tensor>> made;
  // One device may also meet sdy ops, which interpret() runs.
  if (devices == 1) {
    auto results = interpret(main, given[0], options);
    if (!results)
      return results.takeError();
    made.push_back(std::move(*results));
  } else {
    if (auto error = interpretOnDevices(main, given, options).moveInto(made))
      return error;
  }
  std::vector<rt::Array> out;
  for (auto [i, border] : llvm::enumerate(*results_)) {
    auto array = rt::Array::allocate(border.type, border.globalShape);
    if (!array)
      return array.takeError();
    for (int64_t device = 0; device < devices; ++device)
      // Devices that hold copies write the same block, one after the other.
      rt::writeBlock(*array, rt::blockOf(border, device), made[device][i].data());
    out.push_back(std::move(*array));
  }
  return out;
}

} // namespace spmd::run
