// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops and branches. Inside of a trace the bodies are parts, which become regions of
// stablehlo.while and stablehlo.case. A scan has the form of JAX's: a counter, the carry, and a
// buffer for each y, of which a trip writes one row; the rows of xs are read at the counter.
// compiler/grad and the partitioner know loops of this form. Outside of a trace bodies run at once.
#include "compiler/frontend/include/spmd/control_flow.h"
#include "compiler/frontend/trace/axis_names.h"
#include "compiler/frontend/trace/emitter.h"
#include "compiler/frontend/trace/part.h"
#include "dialects/stablehlo/stablehlo.h"

namespace spmd {
inline namespace frontend {
namespace {

using Values = llvm::SmallVector<mlir::Value>;

/// An emitter at the place where the trace records. It is made for a few ops and thrown away: the
/// place changes with each part.
Emitter emitterOf(Trace &trace, Where where) {
  return Emitter(trace.opBuilder(), mlirLocation(where, trace.mlirContext()));
}

/// A carry has the same structure in each trip.
void checkCarry(const char *name, const Structure &was, TreeRef carry, Where where) {
  if (std::string found = difference(was, structure(carry)); !found.empty())
    fail(where, std::string(name) + ": the carry changes in a trip: " + found);
}

/// stablehlo.while with these initial values, and without its two regions.
stablehlo::WhileOp makeLoop(Trace &trace, Where where, mlir::ValueRange inits) {
  return stablehlo::WhileOp::create(trace.opBuilder(), mlirLocation(where, trace.mlirContext()),
                                    inits.getTypes(), inits);
}
/// Adds the condition counter < limit, where the counter is the first value of the loop. `limit` is
/// made inside of the condition, so that passes find a constant there (annotate_trip_count.cpp).
void addCounterCondition(Trace &trace, Where where, stablehlo::WhileOp loop,
                         llvm::function_ref<mlir::Value(Emitter &)> limit) {
  mlir::OpBuilder::InsertionGuard guard(trace.opBuilder());
  mlir::Block &block = loop.getCond().emplaceBlock();
  for (mlir::Type type : loop->getOperandTypes())
    block.addArgument(type, loop.getLoc());
  trace.opBuilder().setInsertionPointToStart(&block);
  Emitter e = emitterOf(trace, where);
  mlir::Value holds = e.compare(stablehlo::ComparisonDirection::LT, block.getArgument(0), limit(e));
  stablehlo::ReturnOp::create(trace.opBuilder(), loop.getLoc(), holds);
}

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
    // More steps than there are would leave a loop of no trips.
    Values inits{emitterOf(trace, where).constant(int64_t(0), i32)};
    inits.append(valuesOf(trace, body.carry, where));
    const size_t carries = inits.size();
    const int64_t unroll = std::clamp<int64_t>(options.unroll, 1, std::max<int64_t>(length, 1));
    const int64_t trips = length / unroll;
    {
      // The types of the buffers are known behind the first step.
      Part part(trace, "scan", where);
      Tensor counter = part.addArgument({i32, {}}, where);
      part.addArguments(body.carry);
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
      mlir::Region region;
      part.moveInto(region, results);
      loop(inits, trips, region, carries);
    }
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
  /// The loop behind its body: buffers begin as zeros.
  void loop(Values inits, int64_t trips, mlir::Region &region, size_t carries) {
    for (mlir::Value buffer : buffers)
      inits.push_back(emitterOf(trace, where)
                          .constant(int64_t(0), frontendType(buffer.getType()).element,
                                    Emitter::dimsOf(buffer)));
    auto made = makeLoop(trace, where, inits);
    made.getBody().takeBody(region);
    addCounterCondition(trace, where, made, [&](Emitter &e) { return e.constant(trips, i32); });
    mlir::ValueRange results = made->getResults();
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
    y = body.step();
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
    mlir::Value row = e.make<stablehlo::DynamicSliceOp>(e.tensorType(dims, e.elementOf(value)),
                                                        value, startOf(e, position, dims.size()),
                                                        e.builder.getDenseI64ArrayAttr(dims));
    row = e.reshape(row, llvm::ArrayRef(dims).drop_front());
    return withNamesOfStack(trace.tensorOf(row, where), input);
  }
  /// The buffer with another row.
  mlir::Value withRow(mlir::Value buffer, mlir::Value row, mlir::Value position) {
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
  std::optional<TreeRef> y;
  for (int64_t i = 0; i < length; ++i) {
    const int64_t position = options.reverse ? length - 1 - i : i;
    size_t next = 0;
    replaceLeaves(body.element, [&](const Tensor &) {
      const Tensor &input = inputs[next++].tensor;
      return input.hasValue() ? withNamesOfStack(input[Index(position, where)], input) : Tensor();
    });
    y = body.step();
    checkCarry("scan", start, body.carry, where);
    const Leaves outputs = y ? flatten(*y) : Leaves();
    rows.resize(outputs.size());
    for (auto [leaf, row] : llvm::zip_equal(outputs, rows))
      row.push_back(Operand(leaf.tensor, where));
  }
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

/// A boolean scalar that a condition gave.
void checkCondition(const char *name, const Tensor &condition, Where where) {
  if (condition.type() != Type{boolean, {}})
    fail(where, std::string(name) + ": the condition is " + text(condition.type()) +
                    ", not a boolean scalar");
}

/// The element type and rank of an operand that may be a number.
Type typeOf(const Operand &operand) {
  const ElementType ofNumbers[] = {boolean, i32, f32};
  return operand.number ? Type{ofNumbers[operand.number->index()], {}} : operand.tensor.type();
}
/// What counts and selects. Booleans are no integers here.
bool isIntegerScalar(const Type &type) {
  return type.dims.empty() && !isInexact(type.element) && type.element != boolean;
}

/// The condition of cond is a boolean, the index of switchCase an integer.
void checkSelector(const Operand &index, std::string_view name) {
  const Type type = typeOf(index);
  const bool isCondition = name == "cond";
  if (isCondition ? type != Type{boolean, {}} : !isIntegerScalar(type))
    fail(index.where, std::string(name) + ": the " + (isCondition ? "condition" : "index") +
                          " is " + text(type) + ", not " +
                          (isCondition ? "a boolean scalar" : "an integer scalar"));
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

/// The loop is made before its regions, into which the two functions are recorded.
void runWhile(TreeRef carry, const std::function<Tensor()> &holds,
              const std::function<void()> &next, Where where) {
  const Structure start = structure(carry);
  Trace *trace = currentTrace();
  // At once: the condition is read from its tensor.
  if (!trace) {
    for (Tensor more = holds(); checkCondition("whileLoop", more, where), more.item() != 0;
         more = holds()) {
      next();
      checkCarry("whileLoop", start, carry, where);
    }
    return;
  }
  const Values inits = valuesOf(*trace, carry, where);
  auto loop = makeLoop(*trace, where, inits);
  {
    Part part(*trace, "condition", where);
    part.addArguments(carry);
    const Tensor more = holds();
    checkCondition("whileLoop", more, where);
    part.moveInto(loop.getCond(), trace->valueOf(more, where));
  }
  Part part(*trace, "body", where);
  part.addArguments(carry);
  next();
  checkCarry("whileLoop", start, carry, where);
  part.moveInto(loop.getBody(), valuesOf(*trace, carry, where));
  replaceValues(*trace, carry, loop->getResults(), where);
}

/// A loop with a counter of its own, i32 as in JAX's 32-bit mode.
void runFor(TreeRef carry, const Operand &begin, const Operand &end,
            const std::function<void(Tensor position)> &next, Where where) {
  const Structure start = structure(carry);
  for (const Operand *bound : {&begin, &end})
    if (!isIntegerScalar(typeOf(*bound)))
      fail(where, "foriLoop: a bound is " + text(typeOf(*bound)) + ", not an integer scalar");
  for (const Operand *bound : {&begin, &end})
    if (bound->number && !llvm::isInt<32>(std::get<int64_t>(*bound->number)))
      fail(where, "foriLoop: the bound " + std::to_string(std::get<int64_t>(*bound->number)) +
                      " does not fit into an i32");
  const Tensor first = astype(begin, i32), last = astype(end, i32);
  Trace *trace = currentTrace();
  // At once: the position of each trip is a tensor all the same, as inside of jit.
  if (!trace) {
    const int64_t to = int64_t(last.item());
    for (int64_t i = int64_t(first.item()); i < to; ++i) {
      next(full({}, i, i32, where));
      checkCarry("foriLoop", start, carry, where);
    }
    return;
  }
  Values inits{trace->valueOf(first, where)};
  inits.append(valuesOf(*trace, carry, where));
  auto loop = makeLoop(*trace, where, inits);
  // A limit that is a number is a constant of the condition: the loop is counted.
  addCounterCondition(*trace, where, loop, [&](Emitter &e) {
    return end.number ? e.constant(*end.number, i32) : trace->valueOf(last, where);
  });
  Part part(*trace, "body", where);
  const Tensor counter = part.addArgument({i32, {}}, where);
  part.addArguments(carry);
  next(counter);
  checkCarry("foriLoop", start, carry, where);
  Emitter e = emitterOf(*trace, where);
  Values results{
      e.make<stablehlo::AddOp>(trace->valueOf(counter, where), e.constant(int64_t(1), i32))};
  results.append(valuesOf(*trace, carry, where));
  part.moveInto(loop.getBody(), results);
  replaceValues(*trace, carry, loop->getResults().drop_front(), where);
}

/// Branches run in the order of the program, each in a part, where they capture what they use. The
/// tree of branch 0 is the pattern of the result.
TreeRef runBranches(const Operand &index, std::span<const std::function<TreeRef()>> branches,
                    std::string_view name) {
  const Where where = index.where;
  if (branches.empty())
    fail(where, std::string(name) + " of no branches");
  checkSelector(index, name);
  const Tensor clipped = clip(astype(index, i32), 0, int64_t(branches.size()) - 1);
  Trace *trace = currentTrace();
  if (!trace)
    return branches[size_t(clipped.item())]();
  auto op = stablehlo::CaseOp::create(trace->opBuilder(), mlirLocation(where, trace->mlirContext()),
                                      mlir::TypeRange(), trace->valueOf(clipped, where),
                                      unsigned(branches.size()));
  std::optional<TreeRef> result;
  Structure first;
  for (size_t i = 0; i < branches.size(); ++i) {
    Part part(*trace, "branch", where);
    const TreeRef tree = branches[i]();
    const Structure own = structure(tree);
    if (i == 0)
      first = own;
    if (std::string found = difference(first, own); !found.empty())
      fail(where, std::string(name) + ": branch " + std::to_string(i) +
                      " returns another type than branch 0: " + found);
    part.moveInto(op->getRegion(unsigned(i)), valuesOf(*trace, tree, where));
    if (i == 0)
      result = tree;
  }
  // The op's types are known behind the first branch, so it is made again with them. Results of the
  // other branches have the same types.
  mlir::TypeRange types = op->getRegion(0).front().getTerminator()->getOperandTypes();
  auto made = stablehlo::CaseOp::create(trace->opBuilder(), op.getLoc(), types, op.getIndex(),
                                        unsigned(branches.size()));
  for (auto [from, to] : llvm::zip_equal(op->getRegions(), made->getRegions()))
    to.takeBody(from);
  op.erase();
  replaceValues(*trace, *result, made->getResults(), where);
  return *result;
}

} // namespace frontend
} // namespace spmd
