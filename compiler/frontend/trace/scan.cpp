// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Scans. Inside of a trace a scan has the form of JAX's: a counter, the carry, and a buffer for
// each y, of which a trip writes one row; the rows of xs are read at the counter. compiler/grad and
// the partitioner know loops of this form. Outside of a trace the steps run at once.
#include "compiler/frontend/trace/axis_names.h"
#include "compiler/frontend/trace/loops.h"
#include "compiler/frontend/trace/part.h"

namespace spmd {
inline namespace frontend {
namespace {

/// A scan that is recorded. Its steps run the user's function once per step of a trip, on stand-ins
/// for the carry and the rows; the trees of the caller hold them meanwhile.
class TracedScan {
public:
  TracedScan(Trace &trace, const ScanBody &body, const ScanOptions &options, int64_t length,
             Where where)
      : trace(trace), body(body), options(options), length(length), where(where) {}

  /// Replaces the caller's carry and the leaves of y by the results of the loop.
  void run() {
    inputs = flatten(body.element);
    const Structure start = structure(body.carry);
    CarriedKeys keys(trace, body.carry, "scan", where);
    // More steps than there are would leave a loop of no trips.
    Values inits{emitterOf(trace, where).constant(int64_t(0), i32)};
    inits.append(valuesOf(trace, body.carry, where));
    const size_t carries = inits.size();
    const int64_t unroll = std::clamp<int64_t>(options.unroll, 1, std::max<int64_t>(length, 1));
    const int64_t trips = length / unroll;
    {
      // The types of the buffers are known behind the first step.
      Part part(trace, "scan", where);
      if (trips > 1)
        part.repeats();
      Tensor counter = part.addArgument({i32, {}}, where);
      part.addArguments(body.carry);
      keys.enter();
      for (int64_t i = 0; i < unroll; ++i) {
        Emitter e = emitterOf(trace, where);
        mlir::Value position = trace.valueOf(counter, where);
        if (unroll > 1)
          position = e.make<stablehlo::AddOp>(
              e.make<stablehlo::MulOp>(position, e.constant(unroll, i32)), e.constant(i, i32));
        step(position, start,
             [&](const Type &type) { return trace.valueOf(part.addArgument(type, where), where); });
      }
      Emitter e = emitterOf(trace, where);
      Values results{
          e.make<stablehlo::AddOp>(trace.valueOf(counter, where), e.constant(int64_t(1), i32))};
      results.append(valuesOf(trace, body.carry, where));
      results.append(buffers);
      keys.leave(trips > 1);
      mlir::Region region;
      part.moveInto(region, results);
      loop(inits, trips, region, carries);
      keys.finish();
    }
    rows.pass(inputs);
    // Steps that do not fill a trip stand behind the loop.
    for (int64_t i = trips * unroll; i < length; ++i)
      step(emitterOf(trace, where).constant(i, i32), start, {});
    if (y) {
      size_t next = 0;
      replaceLeaves(*y, [&](const Tensor &leaf) {
        return leaf.hasValue() ? withNamesOfRow(trace.tensorOf(buffers[next++], where), leaf)
                               : Tensor();
      });
    }
  }

private:
  /// The loop behind its body: buffers begin as zeros. A scan of no elements is no loop, and its
  /// body has told the types of y.
  void loop(Values inits, int64_t trips, mlir::Region &region, size_t carries) {
    for (mlir::Value buffer : buffers)
      inits.push_back(emitterOf(trace, where)
                          .constant(int64_t(0), frontendType(buffer.getType()).element,
                                    Emitter::dimsOf(buffer)));
    mlir::ValueRange results = inits;
    if (length > 0) {
      auto made = makeLoop(trace, where, inits);
      made.getBody().takeBody(region);
      addCounterCondition(trace, where, made, [&](Emitter &e) { return e.constant(trips, i32); });
      results = made->getResults();
    }
    replaceValues(trace, body.carry, results.slice(1, carries - 1), where);
    buffers.assign(results.begin() + carries, results.end());
  }

  /// One step at an i32 position, which counts from 0. `newBuffer` makes the buffers at the first.
  void step(mlir::Value position, const Structure &start,
            llvm::function_ref<mlir::Value(const Type &)> newBuffer) {
    Emitter e = emitterOf(trace, where);
    if (options.reverse)
      position = e.make<stablehlo::SubtractOp>(e.constant(length - 1, i32), position);
    size_t next = 0;
    replaceLeaves(body.element, [&](const Tensor &) {
      const Tensor &input = inputs[next++].tensor;
      return input.hasValue() ? rowOf(input, position) : Tensor();
    });
    rows.enter(body.element);
    y = body.step();
    rows.leave();
    checkCarry("scan", start, body.carry, where);
    if (!y)
      return;
    const Structure outputs = structure(*y);
    if (buffers.empty())
      output = outputs;
    if (std::string found = difference(output, outputs); !found.empty())
      fail(where, "scan: y changes between steps: " + found);
    Values rows = valuesOf(trace, *y, where);
    for (auto [i, row] : llvm::enumerate(rows)) {
      if (i == buffers.size()) {
        Type type = frontendType(row.getType());
        type.dims.insert(type.dims.begin(), length);
        buffers.push_back(newBuffer(type));
      }
      buffers[i] = withRow(buffers[i], row, position);
    }
  }

  /// The start indices of row `position`.
  Values startOf(Emitter &e, mlir::Value position, size_t rank) {
    Values start{position};
    start.append(rank - 1, e.constant(int64_t(0), i32));
    return start;
  }
  /// Row `position` along the leading dim, which goes.
  Tensor rowOf(const Tensor &input, mlir::Value position) {
    Emitter e = emitterOf(trace, where);
    mlir::Value value = trace.valueOf(input, where);
    Sizes dims(Emitter::dimsOf(value));
    dims[0] = 1;
    if (length == 0) // the body of a scan of no elements does not run
      return trace.tensorOf(e.constant(int64_t(0), frontendType(value.getType()).element,
                                       llvm::ArrayRef(dims).drop_front()),
                            where);
    mlir::Value row = e.make<stablehlo::DynamicSliceOp>(e.tensorType(dims, e.elementOf(value)),
                                                        value, startOf(e, position, dims.size()),
                                                        e.builder.getDenseI64ArrayAttr(dims));
    row = e.reshape(row, llvm::ArrayRef(dims).drop_front());
    return withNamesOfStack(trace.tensorOf(row, where), input);
  }
  /// The buffer with another row.
  mlir::Value withRow(mlir::Value buffer, mlir::Value row, mlir::Value position) {
    if (length == 0)
      return buffer;
    Emitter e = emitterOf(trace, where);
    Sizes dims(Emitter::dimsOf(buffer));
    dims[0] = 1;
    return e.make<stablehlo::DynamicUpdateSliceOp>(buffer, e.reshape(row, dims),
                                                   startOf(e, position, dims.size()));
  }

  Trace &trace;
  const ScanBody &body;
  const ScanOptions &options;
  const int64_t length;
  const Where where;
  Leaves inputs;            // all of xs
  KeyRows rows;             // the keys among them
  Values buffers;           // of the ys
  Structure output;         // of y
  std::optional<TreeRef> y; // of the last step
};

/// The steps of a scan one by one, on concrete tensors. Each y is kept, and they are stacked at the
/// end, in the order of the elements.
void runScanNow(const ScanBody &body, const ScanOptions &options, int64_t length, Where where) {
  const Leaves inputs = flatten(body.element);
  const Structure start = structure(body.carry);
  std::vector<std::vector<Operand>> rows; // by leaf of y
  KeyRows keys;
  std::optional<TreeRef> y;
  for (int64_t i = 0; i < length; ++i) {
    const int64_t position = options.reverse ? length - 1 - i : i;
    size_t next = 0;
    replaceLeaves(body.element, [&](const Tensor &) {
      const Tensor &input = inputs[next++].tensor;
      return input.hasValue() ? withNamesOfStack(input[Index(position, where)], input) : Tensor();
    });
    keys.enter(body.element);
    y = body.step();
    keys.leave();
    checkCarry("scan", start, body.carry, where);
    const Leaves outputs = y ? flatten(*y) : Leaves();
    rows.resize(outputs.size());
    for (auto [leaf, row] : llvm::zip_equal(outputs, rows))
      row.push_back(Operand(leaf.tensor, where));
  }
  keys.pass(inputs);
  if (!y)
    return;
  size_t next = 0;
  replaceLeaves(*y, [&](const Tensor &leaf) {
    std::vector<Operand> &row = rows[next++];
    if (options.reverse)
      std::reverse(row.begin(), row.end());
    return leaf.hasValue() ? withNamesOfRow(stack(row, 0), leaf) : Tensor();
  });
}

/// The number of steps, which the leaves of xs and the option agree on.
int64_t lengthOf(const ScanBody &body, const ScanOptions &options, Where where) {
  const Leaves leaves = flatten(body.element);
  const bool hasInput =
      llvm::any_of(leaves, [](const Leaf &leaf) { return leaf.tensor.hasValue(); });
  if (!hasInput && !options.length)
    fail(where, "scan of no inputs: their number is the option length");
  if (!hasInput)
    return *options.length;
  const int64_t size = leadingSize("scan", body.element, where);
  if (options.length && *options.length != size)
    fail(where, "scan: the option length is " + std::to_string(*options.length) +
                    ", but the inputs have " + std::to_string(size) + " elements");
  return size;
}

} // namespace

/// The same checks stand before both ways.
void runScan(const ScanBody &body, const ScanOptions &options, Where where) {
  const int64_t length = lengthOf(body, options, where);
  if (length < 0 || options.unroll < 1)
    fail(where, "scan: length " + std::to_string(length) + " and unroll " +
                    std::to_string(options.unroll) + "; unroll is at least 1");
  Trace *trace = currentTrace();
  if (!trace && length == 0)
    fail(where, "scan of no elements outside of jit: the types of y are not known");
  if (trace)
    TracedScan(*trace, body, options, length, where).run();
  else
    runScanNow(body, options, length, where);
}

} // namespace frontend
} // namespace spmd
