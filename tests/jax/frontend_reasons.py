# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Where the frontend differs from JAX on purpose, with the reasons: for frontend_ops.py."""

# Operands that are refused here and not by JAX, by what the message says.
STRICTER = {
    r"index -?\d+ of dim \d+ of .* is out of range": "positions that are numbers must exist",
    r"(index|position) -?\d+ of dim \d+ is out of range": "positions that are numbers must exist",
    r"there is no dim -?\d+ among 0": "a scalar is no tensor of one dim",
    r"max of \S+\[[0-9, ]*, 0\]: there is none among 0 elements": "the largest of no classes is not defined",
    r"at least two positions are wanted": "a sequence of one token has no next one",
    r"of 0 features; it needs one or more": "the mean of no features is not defined",
    r"into 0 keys; at least one is wanted": "no keys are none to use",
    r"a scalar has no positions": "nonzero of a scalar would give no positions, argwhere rows of none",
    r"broadcastTo of .* to \[0\]: only dims of size 1 stretch": "a diagonal without elements takes no line",
}

# Names that JAX refuses, by what its error says, and that work here.
MORE = {
    # Without elements the windows do not matter.
    **dict.fromkeys(["windowMax", "windowMin", "windowProduct"], "VJP not implemented|Linearization failed"),
    "multiplyAt": "scatter_mul gradients are only implemented",  # without elements nothing changes
    "setAtNone": "Slice size at index 1 in gather op is out of range",  # the gradient in a dim without elements
    "interp": "not inexact",  # bf16, of which JAX asks numpy for the smallest number
    # These take f32 and f64 alone.
    **dict.fromkeys(["ndtr", "ndtri", "ndtriTail", "ndtriEdges", "logNdtr"], "is not supported"),
    "betaincOfParameters": "gradient with respect to a and b not supported",
    "compressLast": "size must be positive and not greater",  # a size beyond the dim fills the rest here
    **dict.fromkeys(["pmax", "pmaxBatch", "pmin", "pminBatch"], "Differentiation rule for 'pm(ax|in)' not implemented"),
    "zeta": "Differentiation rule for 'zeta' not implemented",  # there is one in q
}

# Names whose gradients, batches or compositions throw, where JAX's do not.
NONE = {
    "polygamma": "the order has no derivative; JAX sees that its round has none either",
}

# Names whose second derivatives throw, where JAX's do not: those of the incomplete gamma function in its parameter.
NO_SECOND = {"drawBeta", "drawF", "drawGamma"}

# Names that compare numbers which differ by their rounding: inside of jit bf16 is not rounded between ops.
ROUNDED = {"isClose", "drawLoggamma"}

# Names whose cases stop a gradient that JAX does not have, or that is not defined, in JAX, too: differences would see it.
STOPPED = {"betaincOfX", "betaincLarge", "betaincEdges", "igammaEdges", "igammacEdges", "igammaGradA", "randomGammaGrad", "ndtriEdges", "boxcoxZero",
           "frexpMantissa", "frexpEdges", "reduceLargest", "reduceAll", "windowLargest", "nanQuantile0", "nanQuantile1", "nanPercentile0",
           "nanPercentile1", "nanMedian0", "nanMedian1", "nanMedianKept", "nanCumsum", "nanCumprod", "qrCompleteTall", "eigVectors",
           "svdFullU", "stopGradient", "stopGradients", "customVjp", "customVjpPair"}

# Names whose value has steps that a difference may cross, or whose bits are no numbers.
STEPS = {"drawGamma", "drawLoggamma", "drawBeta", "drawChisquare", "drawT", "drawF", "drawGeneralizedNormal", "drawDirichlet",
         "drawBall",  # a sample moves with the quantile function, differences see which tries are accepted
         "bitcast", "bitcastNarrow", "reducePrecision", "castFloats", "Policy", *STOPPED}

# The type of a part of what names compute, whatever their operands are: the decay of Adafactor is f32 in optax.
NARROW = {**dict.fromkeys(["castFloats", "Policy"], "bf16"), **dict.fromkeys(["adafactor", "adafactorPlain"], "f32")}

# Names whose result is f32 where operands are bf16, and that round between their ops.
MIXED = {"BatchNormState"}

# Names whose gradient is the user's and no derivative, so that its derivative depends on the order of the two.
ASYMMETRIC = {"customVjp", "customVjpPair"}

# Names that are compared bit by bit.
EXACT = {"Key", "fold", "foldNumber", "split", "splitStacked", "clone", "bits", "uniform", "randint", "randintBetween", "rademacher", "bernoulli",
         "bernoulliOf", "permutation", "permutationLast", "permutationCount", "choice", "choiceRows", "choiceDistinct", "zeros", "ones", "constant",
         "initUniform", "lecunUniform", "glorotUniform", "heUniform", "xavierUniform", "kaimingUniform"}

# How many shapes a name has, where its operands do not have six.
SHAPES = {"foldNumber": 1, "splitStacked": 5}
