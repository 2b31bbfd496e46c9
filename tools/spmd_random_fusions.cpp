// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Draws the shapes, types and ops of random fusions.
#include "tools/spmd_random_fusions.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace spmd::random {

int64_t Operand::count() const {
  int64_t count = 1;
  for (int64_t size : shape)
    count *= size;
  return count;
}
std::string Operand::type() const {
  std::string text = "tensor<";
  for (int64_t size : shape)
    text += std::to_string(size) + "x";
  return text + element + ">";
}

/// Types are told apart by their MLIR names.
bool isReal(llvm::StringRef element) { return element.starts_with("f") || element == "bf16"; }
bool isWhole(llvm::StringRef element) {
  return element != "i1" && (element.starts_with("i") || element.starts_with("ui"));
}
bool isComplex(llvm::StringRef element) { return element.starts_with("complex"); }

/// The number of bits in the name of a type: "ui16" -> 16, "f8E5M2" -> 8.
unsigned bitsOf(llvm::StringRef element) {
  if (element.starts_with("f8"))
    return 8;
  if (isComplex(element))
    return element == "complex<f32>" ? 64 : 128;
  unsigned bits = 0;
  element.drop_until([](char c) { return isdigit(c); }).getAsInteger(10, bits);
  return bits;
}

Operand FusionWriter::define(Dims shape, llvm::StringRef element, const llvm::Twine &definition) {
  Operand made{fresh(), std::move(shape), element.str()};
  body += (made.name + " = " + definition + "\n").str();
  values.push_back(made);
  return made;
}

Operand FusionWriter::argument(Dims shape, llvm::StringRef element) {
  Operand made{fresh(), std::move(shape), element.str()};
  arguments.push_back(made);
  values.push_back(made);
  return made;
}

Operand FusionWriter::constant(Dims shape, llvm::StringRef element, llvm::StringRef number) {
  Operand made{fresh(), std::move(shape), element.str()};
  body += made.name + " = stablehlo.constant dense<" + number.str() + "> : " + made.type() + "\n";
  return made; // not added to `values`: constants alone would be no program
}

/// A small number as text: sums and products of a few stay exact in most types.
std::string FusionWriter::smallNumber(llvm::StringRef element) {
  if (element == "i1")
    return chance(0.5) ? "true" : "false";
  //   ui8 -> "0" .. "4", i32 -> "-4" .. "4", f32 -> "0.0", "-0.75", ..
  //   complex<f32> -> "(1.0, 0.5)"
  if (isWhole(element))
    return std::to_string(element.starts_with("ui") ? int64_t(below(5)) : int64_t(below(9)) - 4);
  static constexpr llvm::StringLiteral kNumbers[] = {"0.0", "1.0",   "-1.0", "0.5",
                                                     "2.0", "-0.75", "1.5",  "0.25"};
  if (element == "f8E8M0FNU")
    return "2.0";
  if (isComplex(element))
    return ("(" + pick(kNumbers) + ", " + pick(kNumbers) + ")").str();
  return pick(kNumbers).str();
}

/// Seven of ten draws take one of the last four values, so that chains of ops become long.
Operand FusionWriter::any() {
  size_t last = std::min<size_t>(values.size(), 4);
  return chance(0.7) ? values[values.size() - 1 - below(last)] : pick(values);
}

Operand FusionWriter::index(Dims shape) {
  for (const Operand &v : llvm::reverse(values))
    if (v.element == "i32" && llvm::ArrayRef(v.shape) == llvm::ArrayRef(shape) && chance(0.5))
      return v;
  return argument(std::move(shape), "i32");
}

/// Prefers a value of exactly this type, then a conversion. At most five arguments are
/// added.
Operand FusionWriter::like(llvm::ArrayRef<int64_t> shape, llvm::StringRef element) {
  llvm::SmallVector<Operand> same, close;
  for (const Operand &v : values) {
    if (llvm::ArrayRef(v.shape) == shape && v.element == element)
      same.push_back(v);
    else if (llvm::ArrayRef(v.shape) == shape && !isComplex(v.element) && !isComplex(element) &&
             v.element != "f8E8M0FNU")
      close.push_back(v);
  }
  Dims dims(shape);
  if (!same.empty() && chance(0.7))
    return same[below(same.size())];
  // A value of the shape but of another type is converted.
  if (!close.empty() && chance(0.5)) {
    const Operand &from = close[below(close.size())];
    Operand target{"", dims, element.str()};
    return define(dims, element,
                  "stablehlo.convert " + from.name + " : (" + from.type() + ") -> " +
                      target.type());
  }
  if (chance(0.4) || arguments.size() >= 5)
    return constant(dims, element, smallNumber(element));
  return argument(dims, element);
}

/// Frequent types are listed several times.
std::string FusionWriter::randomElement() {
  static constexpr llvm::StringLiteral kElements[] = {
      "f32",          "f32",         "f32",           "f16",      "f16",    "bf16",
      "bf16",         "f64",         "f8E5M2",        "f8E4M3FN", "f8E4M3", "f8E3M4",
      "f8E4M3FNUZ",   "f8E5M2FNUZ",  "f8E4M3B11FNUZ", "i8",       "i16",    "i32",
      "i64",          "ui8",         "ui16",          "ui32",     "ui64",   "i1",
      "complex<f32>", "complex<f64>"};
  return pick(kElements).str();
}

/// One program in kLongPrograms has dims of thousands of elements, around the limits of
/// kernels.
Dims FusionWriter::randomShape() {
  static constexpr int64_t kSizes[] = {1,  2,  3,  4,  5,  7,  8,   9,   11,  13,  16,  17,
                                       31, 32, 33, 63, 64, 65, 127, 128, 129, 255, 257, 1000};
  static constexpr int64_t kLong[] = {4095, 4096, 4097, 8193, 16384, 16385, 16387, 20000, 33000};
  Dims shape;
  // Sizes around 4096 and 16384 are limits of fusion plans (FusionLimits).
  if (most > 4096 && chance(0.4))
    shape.push_back(pick(kLong));
  for (uint64_t n = below(5); n-- && shape.size() < 4;)
    shape.insert(shape.begin() + below(shape.size() + 1), pick(kSizes));
  // Shrinks random dims until the value is small enough.
  while (Operand{"", shape, "f32"}.count() > most)
    shape[below(shape.size())] = pick(llvm::ArrayRef(kSizes).take_front(8));
  return shape;
}

namespace {
/// The most elements of a value in most programs, and in long ones.
constexpr int64_t kElements = 1200, kManyElements = 40000;
constexpr double kLongPrograms = 0.03;

/// An op with the weight of its draw.
struct Entry {
  bool (*write)(FusionWriter &);
  unsigned weight;
};
constexpr Entry kEntries[] = {{writeUnary, 6},      {writeBinary, 8},    {writeChoice, 3},
                              {writeConversion, 4}, {writeBroadcast, 3}, {writeReduction, 4},
                              {writeScan, 1},       {writeMovement, 8},  {writeScatter, 1}};

/// Draws ops until one fits the values; gives up after ten.
void writeAny(FusionWriter &w) {
  unsigned total = 0;
  for (const Entry &entry : kEntries)
    total += entry.weight;
  for (int attempt = 0; attempt < 10; ++attempt) {
    // Walks the table until the weights of the entries before have passed `at`.
    unsigned at = w.below(total);
    const Entry *entry = kEntries;
    while (at >= entry->weight)
      at -= entry++->weight;
    if (entry->write(w))
      return;
  }
}
} // namespace

/// Gives results the memory of an argument of their type, with even chances for each argument.
static void donate(FusionWriter &w, FusionProgram &program) {
  program.donatedTo.resize(program.arguments.size());
  for (auto [r, result] : llvm::enumerate(program.results))
    for (auto [argument, donated] : llvm::zip_equal(program.arguments, program.donatedTo))
      if (!donated && argument.type() == result.type() && w.chance(0.5)) {
        donated = r;
        break;
      }
}

/// Results are the last value and up to three others, none of them an argument.
FusionProgram fusionProgram(Random &random, const std::string &prefix) {
  FusionWriter w{random, prefix, chance(random, kLongPrograms) ? kManyElements : kElements, "", {},
                 {},     0};
  Dims shape = w.randomShape();
  std::string element = w.randomElement();
  // One to three arguments, mostly of one shape and type, so that ops find operands that
  // fit.
  for (uint64_t n = 1 + w.below(3); n; --n)
    w.argument(w.chance(0.7) ? shape : w.randomShape(),
               w.chance(0.7) ? element : w.randomElement());
  // Few ops are likelier than many: a program takes milliseconds, and its findings are
  // small.
  for (uint64_t n = 3 + w.below(1 + w.below(23)); n; --n)
    writeAny(w);
  FusionProgram program{std::move(w.body), w.arguments, {w.values.back()}, {}};
  for (uint64_t n = w.below(4); n; --n) {
    const Operand &v = w.pick(w.values);
    // No value is returned twice.
    bool isNew = llvm::none_of(program.results, [&](const Operand &r) { return r.name == v.name; });
    bool isMade =
        llvm::none_of(program.arguments, [&](const Operand &a) { return a.name == v.name; });
    if (isNew && isMade)
      program.results.push_back(v);
  }
  donate(w, program);
  return program;
}

namespace {
/// Joins several programs to one function.
struct Joined {
  std::string body;
  llvm::SmallVector<std::string> arguments, results, types;

  /// Appends a program; names do not collide, because each program has a prefix of its own.
  void add(const FusionProgram &program) {
    body += program.body;
    for (auto [a, donated] : llvm::zip_equal(program.arguments, program.donatedTo))
      arguments.push_back(a.name + ": " + a.type() +
                          (donated ? " {tf.aliasing_output = " +
                                         std::to_string(results.size() + *donated) + " : i32}"
                                   : ""));
    for (const Operand &r : program.results) {
      results.push_back(r.name);
      types.push_back(r.type());
    }
  }
  std::string text() const {
    std::string all = llvm::join(types, ", ");
    return "func.func @main(" + llvm::join(arguments, ", ") + ") -> (" + all + ") {\n" + body +
           "return " + llvm::join(results, ", ") + " : " + all + "\n}\n";
  }
};
} // namespace

/// Joins programs of consecutive seeds in one module, so that LLVM starts once for all. The lists
/// tell the seed of each argument and result.
std::string fusionModule(uint64_t first, uint64_t count, std::vector<uint64_t> &seedOfArgument,
                         std::vector<uint64_t> &seedOfResult) {
  Joined joined;
  for (uint64_t i = 0; i < count; ++i) {
    Random random(first + i);
    joined.add(fusionProgram(random, "p" + std::to_string(i) + "_"));
    seedOfArgument.resize(joined.arguments.size(), first + i);
    seedOfResult.resize(joined.results.size(), first + i);
  }
  return joined.text();
}

/// One program, as spmd-random repeats a seed.
RandomProgram fusionsProgram(Random &random, const GeneratorOptions &) {
  Joined joined;
  joined.add(fusionProgram(random, "v"));
  RandomProgram program;
  program.text = joined.text();
  program.isFusion = true;
  return program;
}

} // namespace spmd::random
