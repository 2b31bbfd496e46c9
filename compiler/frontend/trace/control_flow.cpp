// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops and branches. Inside of a trace the bodies are parts, which become regions of
// stablehlo.while and stablehlo.case. Outside of a trace bodies run at once. Scans are in scan.cpp.
#include "compiler/frontend/trace/loops.h"
#include "compiler/frontend/trace/part.h"

namespace spmd {
inline namespace frontend {
namespace {

/// A boolean scalar that a condition gave.
void checkCondition(const char *name, const Tensor &condition, Where where) {
  if (condition.type() != Type{boolean, {}})
    fail(where, std::string(name) + ": the condition is " + text(condition.type()) +
                    ", not a boolean scalar");
}

/// The element type and rank of an operand that may be a number.
Type typeOf(const Operand &operand) {
  const ElementType ofNumbers[] = {boolean, i32, f32, c64};
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

/// The two functions are recorded into regions, and the loop is made behind them: what they have
/// recorded goes if one of them throws.
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
  CarriedKeys keys(*trace, carry, "whileLoop", where);
  const Values inits = valuesOf(*trace, carry, where);
  mlir::Region condition, body;
  {
    Part part(*trace, "condition", where);
    part.repeats();
    part.addArguments(carry);
    keys.enter();
    const Tensor more = holds();
    checkCondition("whileLoop", more, where);
    part.moveInto(condition, trace->valueOf(more, where));
  }
  {
    Part part(*trace, "body", where);
    part.repeats();
    part.addArguments(carry);
    keys.enter();
    next();
    checkCarry("whileLoop", start, carry, where);
    keys.leave();
    part.moveInto(body, valuesOf(*trace, carry, where));
  }
  auto loop = makeLoop(*trace, where, inits);
  loop.getCond().takeBody(condition);
  loop.getBody().takeBody(body);
  replaceValues(*trace, carry, loop->getResults(), where);
  keys.finish();
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
  CarriedKeys keys(*trace, carry, "foriLoop", where);
  Values inits{trace->valueOf(first, where)};
  inits.append(valuesOf(*trace, carry, where));
  mlir::Region body;
  {
    Part part(*trace, "body", where);
    part.repeats();
    const Tensor counter = part.addArgument({i32, {}}, where);
    part.addArguments(carry);
    keys.enter();
    next(counter);
    checkCarry("foriLoop", start, carry, where);
    keys.leave();
    Emitter e = emitterOf(*trace, where);
    Values results{
        e.make<stablehlo::AddOp>(trace->valueOf(counter, where), e.constant(int64_t(1), i32))};
    results.append(valuesOf(*trace, carry, where));
    part.moveInto(body, results);
  }
  auto loop = makeLoop(*trace, where, inits);
  loop.getBody().takeBody(body);
  // A limit that is a number is a constant of the condition: the loop is counted.
  addCounterCondition(*trace, where, loop, [&](Emitter &e) {
    return end.number ? e.constant(*end.number, i32) : trace->valueOf(last, where);
  });
  replaceValues(*trace, carry, loop->getResults().drop_front(), where);
  keys.finish();
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
  std::vector<std::unique_ptr<mlir::Region>> regions;
  std::optional<TreeRef> result;
  Structure first;
  // One branch runs, so each may use the keys that the others use.
  const KeyUses usesBefore = trace->keyUses();
  KeyUses usesBehind = usesBefore;
  for (size_t i = 0; i < branches.size(); ++i) {
    Part part(*trace, "branch", where);
    trace->keyUses() = usesBefore;
    const TreeRef tree = branches[i]();
    usesBehind.merge(trace->keyUses());
    const Structure own = structure(tree);
    if (i == 0)
      first = own;
    if (std::string found = difference(first, own); !found.empty())
      fail(where, std::string(name) + ": branch " + std::to_string(i) +
                      " returns another type than branch 0: " + found);
    regions.push_back(std::make_unique<mlir::Region>());
    part.moveInto(*regions.back(), valuesOf(*trace, tree, where));
    if (i == 0)
      result = tree;
  }
  trace->keyUses() = usesBehind;
  // The types are known now. Results of the other branches have those of the first one.
  mlir::TypeRange types = regions[0]->front().getTerminator()->getOperandTypes();
  auto made =
      stablehlo::CaseOp::create(trace->opBuilder(), mlirLocation(where, trace->mlirContext()),
                                types, trace->valueOf(clipped, where), unsigned(branches.size()));
  for (auto [from, to] : llvm::zip_equal(regions, made->getRegions()))
    to.takeBody(*from);
  replaceValues(*trace, *result, made->getResults(), where);
  return *result;
}

} // namespace frontend
} // namespace spmd
