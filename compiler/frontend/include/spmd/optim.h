// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Optimizers: chains of parts that turn gradients into updates of parameters.
//
//   auto optimizer = optim::chain(optim::clipByGlobalNorm(1), optim::adamw(3e-4));
//   optim::State state = optimizer.init(model);
//   auto [updates, next] = optimizer.update(grads, state, model);
//   model = applyUpdates(model, updates);
//
// An optimizer is a value that holds numbers and functions; tensors are in its State alone. The
// formulas are those of optax, so results agree with it (tests/jax/optimizers.test). Leaves of
// gradients without a value, as integers have, are skipped. Gradients may have another element type
// than their parameter; moments have that of the parameter, and updates that of the gradient.
#pragma once
#include <spmd/schedule.h>
#include <spmd/tree.h>

#pragma GCC visibility push(default)
namespace spmd {
inline namespace frontend {
namespace optim {

/// What an optimizer remembers: a tree, whatever the tree of parameters is.
struct State {
  std::map<std::string, Tensor> counts; // of steps, i32 without dims: "adam"
  /// A tensor per slot and path of a parameter: slots.at("adam.mu").at("blocks/0/weight").
  std::map<std::string, std::map<std::string, Tensor>> slots;
  SPMD_FIELDS(counts, slots)
};

/// The part of a State that belongs to one part of an optimizer.
class Slots {
public:
  Slots(State &state, std::string name) : state(&state), name(std::move(name)) {}

  /// The tensor of a slot for a parameter. Throws where init made none.
  Tensor &at(const std::string &slot, const Leaf &parameter) const;
  bool has(const std::string &slot, const Leaf &parameter) const;
  /// Makes a tensor; only in init.
  void add(const std::string &slot, const Leaf &parameter, Tensor value) const;
  /// A count of steps, 0 at first. Throws where init made none.
  Tensor &count(const std::string &counter = "") const;
  void addCount(const std::string &counter = "") const;
  /// Adds 1 to the count and returns it; the largest i32 stays.
  Tensor increment(const std::string &counter = "") const;
  /// The slots of a part inside of this one.
  Slots inner(const std::string &part) const { return {*state, fullName(part)}; }
  /// The State with the entries of all parts.
  State &whole() const { return *state; }

private:
  std::string fullName(const std::string &slot) const;
  State *state;
  std::string name;
};

/// Adds slots and counts for these parameters.
using Init = std::function<void(const Leaves &parameters, Slots slots)>;
/// Changes the updates and the slots. Updates and parameters are as many, in the same order.
using Update = std::function<void(Leaves &updates, const Leaves &parameters, Slots slots)>;
/// Which parameters: by path ("blocks/0/norm/weight") and type.
using Mask = std::function<bool(const std::string &path, const Type &type)>;

/// A chain of parts. Copies share their parts.
class Optimizer {
public:
  /// Gives updates that are the gradients.
  Optimizer() = default;
  /// One part, for optimizers of one's own. The name is that of its slots in the State.
  Optimizer(std::string name, Init init, Update update);

  /// Zero moments for each parameter of floats. Inside of jit they are made on the devices.
  State init(TreeRef parameters, Where where = Where::current()) const;
  /// The updates, which applyUpdates adds to the parameters, and the next state. Throws where the
  /// trees or shapes differ, and where the state is not one of this optimizer and this tree.
  template <class T>
  std::pair<T, State> update(const T &grads, const State &state, const T &parameters,
                             Where where = Where::current()) const {
    std::pair<T, State> result{grads, state};
    updateInPlace(result.first, result.second, parameters, where);
    return result;
  }

  /// The same on leaves, for parts that contain other optimizers.
  void init(const Leaves &parameters, Slots slots) const;
  void update(Leaves &updates, const Leaves &parameters, Slots slots) const;

private:
  struct Part;
  void updateInPlace(TreeRef updates, State &state, TreeRef parameters, Where where) const;
  std::vector<std::shared_ptr<const Part>> parts;
  friend Optimizer chain(std::vector<Optimizer> optimizers);
  friend Optimizer partition(std::vector<std::pair<Mask, Optimizer>> groups);
};

/// One after the other. Parts of one name get numbers: "adam", "adam2".
Optimizer chain(std::vector<Optimizer> optimizers);
template <class... T> Optimizer chain(const Optimizer &first, const T &...rest) {
  return chain(std::vector<Optimizer>{first, rest...});
}
/// The optimizer for the parameters of the mask; the updates of others pass unchanged.
Optimizer masked(Optimizer optimizer, Mask mask);
/// Each parameter goes through the first optimizer whose mask has it. Update throws where there is
/// none.
Optimizer partition(std::vector<std::pair<Mask, Optimizer>> groups);

/// The parameters with that many dims, or at least that many.
Mask ofRank(size_t rank);
Mask atLeastRank(size_t rank);
/// Parameters whose path has one of these names between its slashes.
Mask named(std::vector<std::string> names);
Mask notNamed(std::vector<std::string> names);

// Optimizers. The learning rate is a number or a schedule of the count of updates.

/// Options of sgd, with the defaults of optax.
struct SgdOptions {
  double momentum = 0;
  bool nesterov = false;
};
/// -rate * g, or with momentum -rate * trace, where trace = g + momentum * trace.
Optimizer sgd(Schedule rate, SgdOptions options = {});

/// Options of adam, with the defaults of optax.
struct AdamOptions {
  double b1 = 0.9, b2 = 0.999, eps = 1e-8, epsRoot = 0;
  bool nesterov = false;
  std::optional<ElementType> muType = {}; // of the first moment; the parameter's by default
};
/// Kingma and Ba, arXiv:1412.6980; with nesterov Dozat's variant.
Optimizer adam(Schedule rate, AdamOptions options = {});

/// Options of adamw, with the defaults of optax.
struct AdamWOptions {
  double b1 = 0.9, b2 = 0.999, eps = 1e-8, epsRoot = 0;
  Schedule weightDecay = 1e-4;
  Mask mask = {}; // of the weight decay; empty: all parameters
  bool nesterov = false;
  std::optional<ElementType> muType = {};
};
/// Adam with decoupled weight decay, Loshchilov and Hutter, arXiv:1711.05101. The decay is
/// multiplied by the learning rate.
Optimizer adamw(Schedule rate, AdamWOptions options = {});

/// Options of rmsprop, with the defaults of optax.
struct RmsPropOptions {
  double decay = 0.9, eps = 1e-8, initial = 0; // initial: of the mean of squares
  bool epsInSqrt = true, centered = false;
  double momentum = 0;
  bool nesterov = false, biasCorrection = false;
};
/// Hinton, Neural Networks for Machine Learning, lecture 6e: -rate * g / sqrt(mean of g^2).
Optimizer rmsprop(Schedule rate, RmsPropOptions options = {});

/// Options of adagrad, with the defaults of optax.
struct AdagradOptions {
  double initial = 0.1, eps = 1e-7; // initial: of the sum of squares
};
/// Duchi et al., JMLR 12 (2011).
Optimizer adagrad(Schedule rate, AdagradOptions options = {});

/// Options of lion, with the defaults of optax.
struct LionOptions {
  double b1 = 0.9, b2 = 0.99;
  Schedule weightDecay = 1e-3;
  Mask mask = {};
  std::optional<ElementType> muType = {};
};
/// Chen et al., arXiv:2302.06675.
Optimizer lion(Schedule rate, LionOptions options = {});

/// Options of lamb, with the defaults of optax.
struct LambOptions {
  double b1 = 0.9, b2 = 0.999, eps = 1e-6, epsRoot = 0;
  Schedule weightDecay = 0;
  Mask mask = {};
};
/// You et al., arXiv:1904.00962.
Optimizer lamb(Schedule rate, LambOptions options = {});

/// Options of adafactor, with the defaults of optax.
struct AdafactorOptions {
  int64_t minSizeToFactor = 128; // of the two largest dims
  double decayRate = 0.8;
  int64_t decayOffset = 0;
  bool multiplyByParameterScale = true;
  double clippingThreshold = 1; // of the RMS of an update; 0: none
  double momentum = 0;
  ElementType momentumType = f32;
  Schedule weightDecay = 0;
  Mask mask = {};
  double eps = 1e-30;
  bool isFactored = true;
};
/// Shazeer and Stern, arXiv:1804.04235. The second moment of a matrix is kept as the means of its
/// rows and columns.
Optimizer adafactor(Schedule rate, AdafactorOptions options = {});

/// Options of muon, with the defaults of optax.
struct MuonOptions {
  std::array<double, 3> coefficients{3.4445, -4.7750, 2.0315};
  int steps = 5;
  double beta = 0.95, eps = 1e-8;
  Schedule weightDecay = 0;
  Mask mask = {}; // of the weight decay
  bool nesterov = true;
  Mask matrices = {}; // which matrices muon takes; empty: all of them
  AdamWOptions adam{.weightDecay = 0, .nesterov = true}; // of all other parameters
  std::optional<Schedule> adamRate = {};                 // the rate by default
};
/// Momentum whose matrices are made nearly orthogonal by Newton-Schulz iterations (Jordan et al.,
/// 2024), and adamw for parameters that are no matrices.
Optimizer muon(Schedule rate, MuonOptions options = {});

// Parts.

/// factor * g.
Optimizer scale(double factor);
/// schedule(count) * g; the count starts at 0 and counts the updates.
Optimizer scaleBySchedule(Schedule schedule);
/// g + decay * parameter, for the parameters of the mask (empty: all).
Optimizer addDecayedWeights(Schedule decay, Mask mask = {});
/// g / norm * maxNorm where the norm of all gradients together is maxNorm or more.
Optimizer clipByGlobalNorm(double maxNorm);
/// The same for each leaf by its own norm.
Optimizer clipByLeafNorm(double maxNorm);
/// Each element in [-limit, limit].
Optimizer clipByValue(double limit);
/// Each leaf divided by max(1, its RMS / threshold).
Optimizer clipByLeafRms(double threshold);
Optimizer scaleByAdam(AdamOptions options = {});
/// Multiplies by the norm of the parameter over that of the update, or by 1 where one is 0.
Optimizer scaleByTrustRatio();

/// Means of gradients over `steps` calls, kept in `type`; each last one of them updates the
/// parameters by the optimizer, and the updates of the others are zero. A schedule of the optimizer
/// counts its updates, not the calls. The optimizer computes at each call, its result is selected.
/// Throws for less than one step.
Optimizer multiSteps(Optimizer optimizer, int64_t steps, ElementType type = f32,
                     Where where = Where::current());

/// The exponential moving average of parameters, for evaluation.
class Ema {
public:
  /// With debias the average is divided by 1 - decay ^ count, else it starts at zero.
  explicit Ema(double decay, bool debias = true) : decay(decay), debias(debias) {}
  State init(TreeRef parameters, Where where = Where::current()) const;
  /// The state after these parameters.
  State update(const State &state, TreeRef parameters, Where where = Where::current()) const;
  /// The average as parameters. Leaves that are not averaged come from `parameters`.
  template <class T>
  T average(const State &state, const T &parameters, Where where = Where::current()) const {
    T result = parameters;
    averageInPlace(state, result, where);
    return result;
  }

private:
  void averageInPlace(const State &state, TreeRef parameters, Where where) const;
  double decay;
  bool debias;
};

} // namespace optim

/// applyUpdates() in place.
void addUpdates(TreeRef tree, TreeRef updates, Where where);
/// tree + updates, in the types of the tree. Leaves of `updates` without a value are skipped.
/// Throws where the trees or the shapes differ.
template <class T> T applyUpdates(const T &tree, const T &updates, Where where = Where::current()) {
  T result = tree;
  addUpdates(result, updates, where);
  return result;
}
/// The square root of the sum of all squares, over all leaves of floats; f32, or f64 where one leaf
/// is.
Tensor globalNorm(TreeRef tree, Where where = Where::current());

} // namespace frontend
} // namespace spmd
#pragma GCC visibility pop
