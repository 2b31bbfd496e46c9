// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the parts of optimizers share: moments, their correction, and parts without a state.
#pragma once
#include "compiler/frontend/lib/library_error.h"
#include <spmd/optim.h>

namespace spmd {
inline namespace frontend {
namespace optim {

/// A moment of a parameter with one value everywhere. It inherits the parameter's axis names and its
/// placement on a mesh.
Tensor momentLike(const Tensor &parameter, std::optional<ElementType> type = {},
                  double initial = 0);
/// (1 - decay) * x + decay * moment.
Tensor decayed(const Tensor &x, const Tensor &moment, double decay);

/// Moments that begin at zero are too small by the factor 1 - decay ^ count. The factor is computed
/// in f32, or f64 for moments of f64, before it takes the moment's type: in bf16 0.999 is 1.
class BiasCorrection {
public:
  BiasCorrection(double decay, Tensor count) : decay(decay), count(std::move(count)) {}
  Tensor operator()(const Tensor &moment) const;

private:
  double decay;
  Tensor count;
};

/// A part without a state, that changes each leaf by itself.
Optimizer leafByLeaf(std::string name,
                     std::function<Tensor(const Tensor &grad, const Tensor &parameter)> f);
/// The part that applies a learning rate: -rate * g.
Optimizer descend(const Schedule &rate);
/// trace = g + decay * trace; the update is the trace, or with nesterov g + decay * trace.
Optimizer momentum(double decay, bool nesterov);
/// The norm of a leaf, with the type of the leaf.
Tensor normOf(const Tensor &x);

} // namespace optim
} // namespace frontend
} // namespace spmd
