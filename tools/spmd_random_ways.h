// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs one program in several ways inside of this process and compares their results.
//   reference    the reference interpreter on the program as it is written
//   partitioned  the reference interpreter on the partitioned program, with one simulated device
//                for each device of the mesh
//   mesh         generated code on the devices of the mesh
//   one device   generated code on a mesh whose axes have size 1, compared with the reference
//                interpreter on the same program
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
  std::string way;     // the way that failed
  std::string message; // the message of the comparison or of the compiler
};

/// Holds what many programs share: dialects, threads and, for some programs in turn, the
/// context.
class Laboratory {
public:
  /// Calls `onWay` before each way, so that an observer knows in which way a crash occurred.
  explicit Laboratory(std::function<void(llvm::StringRef way)> onWay);
  ~Laboratory();

  /// Returns the first way whose results differ from those of the reference interpreter.
  std::optional<Finding> tryProgram(const RandomProgram &program, uint64_t seed);
  /// Tries the fusions of seeds first .. first + count - 1 in one module. Returns nothing
  /// where the module as a whole is refused.
  std::optional<std::vector<std::pair<uint64_t, Finding>>> tryBatch(uint64_t first, uint64_t count);

private:
  std::optional<Finding> tryWays(const RandomProgram &program, uint64_t seed);

  std::function<void(llvm::StringRef)> onWay;
  mlir::DialectRegistry registry;
  std::unique_ptr<mlir::MLIRContext> context;
  std::unique_ptr<rt::Workers> workers;
  int64_t programsOfContext = 0;

  void renewContext();
};

/// The part of a message that findings of one cause share: without locations, numbers and
/// quoted names.
///   "a.mlir:3:4: error: dim 8 of \"x\" is odd"  ->  "error: dim # of \"..\" is odd"
std::string kindOfMessage(llvm::StringRef message);

} // namespace spmd::random
