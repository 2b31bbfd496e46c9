// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs one program in several ways inside this process and compares their results.
//   reference    the reference interpreter on the program as it is written
//   partitioned  the reference interpreter on the partitioned program, one pretend device for each
//                of the mesh
//   mesh         generated code on the devices of the mesh
//   one device   generated code on a mesh whose axes have size 1, beside the reference interpreter
//                on the same program
#pragma once
#include "dialects/register.h"
#include "mlir/IR/MLIRContext.h"
#include "runtime/workers.h"
#include "tools/spmd_random_program.h"
#include <functional>
#include <memory>
#include <optional>

namespace spmd::random {

enum class Outcome : uint8_t { Differ, Refused, Crashed };

struct Finding {
  Outcome outcome;
  std::string way;     // in which it was found
  std::string message; // of the comparison or of the compiler
};

/// What stays the same over many programs: dialects, threads and, for some programs, the context.
class Laboratory {
public:
  /// `onWay` is told of each way before it is tried, so that whoever watches knows
  /// where a crash was.
  explicit Laboratory(std::function<void(llvm::StringRef way)> onWay);
  ~Laboratory();

  /// The first way that does not give what the reference interpreter gives.
  std::optional<Finding> tryProgram(const RandomProgram &program, uint64_t seed);
  /// The fusions of seeds first .. first + count - 1 in one module; nothing where that module is
  /// refused as a whole.
  std::optional<std::vector<std::pair<uint64_t, Finding>>> tryBatch(uint64_t first, uint64_t count);

private:
  std::function<void(llvm::StringRef)> onWay;
  mlir::DialectRegistry registry;
  std::unique_ptr<mlir::MLIRContext> context;
  std::unique_ptr<rt::Workers> workers;
  int64_t programsOfContext = 0;

  void renewContext();
};

/// The part of a message by which findings are the same: without places, numbers and quoted names.
///   "a.mlir:3:4: error: dim 8 of \"x\" is odd" -> "error: dim # of \"..\" is odd"
std::string kindOfMessage(llvm::StringRef message);

/// Whether a refusal is expected: its message is in the list of the reasons in docs/limits.md.
bool isExpectedRefusal(llvm::StringRef message);

} // namespace spmd::random
