# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Reads what the programs Inputs/frontend_*.cpp print, and computes in JAX what their cases want.

Many functions become one jitted function: compiling each alone takes ten times as long. Where the environment names a folder
(JAX_COMPILATION_CACHE_DIR, tests/lit.cfg.py), JAX keeps there what it has compiled, so a second run compiles nothing."""
import dataclasses

import jax
import jax.numpy as jnp
import ml_dtypes
import numpy as np

import frontend_reasons

TYPES = {"i1": np.bool_, "i8": np.int8, "i16": np.int16, "i32": np.int32, "i64": np.int64, "ui8": np.uint8, "ui16": np.uint16,
         "ui32": np.uint32, "ui64": np.uint64, "bf16": ml_dtypes.bfloat16, "f16": np.float16, "f32": np.float32, "f64": np.float64,
         "complex<f32>": np.complex64, "complex<f64>": np.complex128}


def tensor(words):
    """Reads "f32 2 3 4 HEX ." into an array."""
    rank = int(words[1])
    shape = tuple(int(size) for size in words[2:2 + rank])
    return np.frombuffer(bytes.fromhex("".join(words[2 + rank:-1])), TYPES[words[0]]).reshape(shape)


def is_wide(operand):
    """Whether JAX has the type in its 64-bit mode only; here 64-bit types exist always."""
    return operand.dtype.itemsize == (16 if operand.dtype.kind == "c" else 8)


@dataclasses.dataclass
class Record:
    """What one program printed of one case."""
    name: str
    kind: str      # values, gradients, batches, compositions
    count: int     # operands of the op; behind them stand those of batches
    operands: list = dataclasses.field(default_factory=list)
    results: list = dataclasses.field(default_factory=list)  # (what, array)

    def text(self):
        return f"{self.name} of {', '.join(f'{o.dtype}{list(o.shape)}' for o in self.operands[:self.count])}"

    def part(self, i):
        return self.operands[i * self.count:(i + 1) * self.count]


@dataclasses.dataclass
class Output:
    """All that a program printed."""
    records: list
    refused: list   # (name, message, operands): ops that throw
    none: dict      # (name, kind, what) -> message: transformations that throw
    shapes: dict    # name -> (how many shapes are accepted, number of operands)
    promotions: list
    failed: list    # programs that do not run


def read(path):
    output, about, open_operands = Output([], [], {}, {}, [], []), (), []
    for line in open(path, encoding="utf-8"):
        kind, *words = line.split()
        if kind == "promote":
            output.promotions.append(words)
        elif kind == "shapes":
            output.shapes[words[0]] = (int(words[1]), int(words[2]))
        elif kind == "refused":
            open_operands = []
            output.refused.append((words[0], " ".join(words[1:]), open_operands))
        elif kind == "about":
            about = tuple(words)
        elif kind == "none":
            output.none[(*about, words[0])] = " ".join(words[1:])
        elif kind == "failed":
            output.failed.append(f"{about[0]}, {' '.join(words)}")
        elif kind == "case":
            output.records.append(Record(words[0], words[1], int(words[2])))
            open_operands = output.records[-1].operands
        elif kind == "in":
            open_operands.append(tensor(words))
        else:
            output.records[-1].results.append((kind, tensor(words)))
    return output


def is_float(operand):
    return jnp.issubdtype(operand.dtype, jnp.inexact)


def loss_of(op):
    """lossOf of frontend_cases.h."""
    def loss(*operands):
        result = op(*operands)
        if jnp.iscomplexobj(result):
            result = result.real + 0.5 * result.imag
        weights = (jnp.arange(result.size) % 7).astype(jnp.float32) / 7 + 0.5
        return jnp.sum(result.astype(jnp.promote_types(result.dtype, jnp.float32)) * weights.reshape(result.shape))
    return loss


def gradient_of(op):
    """The gradients of the loss in the floating-point operands."""
    def gradient(*operands):
        at = tuple(i for i, operand in enumerate(operands) if is_float(operand))
        return jax.grad(loss_of(op), at)(*operands)
    return gradient


def batched(f, axes, out=0):
    """jax.vmap, or f on each entry where JAX has no batch of one of its ops, such as a bitcast along the batch."""
    def run(*operands):
        try:
            return jax.vmap(f, axes, out)(*operands)
        except (NotImplementedError, ValueError):
            size = next(operand.shape[axis] for operand, axis in zip(operands, axes) if axis is not None)
            each = [f(*[operand if axis is None else jnp.take(operand, i, axis) for operand, axis in zip(operands, axes)]) for i in range(size)]
            return jax.tree.map(lambda *entries: jnp.stack(entries, out), *each)
    return run


def batches_of(op, record):
    """what -> array, for what Inputs/frontend_cases.h calls batches: vmap of each subset, each entry alone, the batch as the last dim."""
    def run(*operands):
        single, many, found = operands[:record.count], operands[record.count:2 * record.count], {}
        for subset in range(1, 1 << record.count):
            axes = tuple(0 if subset >> k & 1 else None for k in range(record.count))
            found[f"vmap{subset}"] = batched(op, axes)(*[m if axis == 0 else s for s, m, axis in zip(single, many, axes)])
        last = (-1,) * record.count
        found[f"last{(1 << record.count) - 1}"] = batched(op, last, -1)(*[jnp.moveaxis(m, 0, -1) for m in many])
        return found
    return run


def attempt(f, *operands):
    """The result; None where JAX has no derivative."""
    try:
        return f(*operands)
    except (NotImplementedError, ValueError) as error:
        if any(part in str(error) for part in ("not implemented", "Linearization", "only implemented", "Reverse-mode differentiation", "enable_eigvec_derivs")):
            return None
        raise


def compositions_of(op, record):
    """what -> arrays; without those that JAX does not have. The gradients of a batch, of a loop and with a checkpoint in the loop are those of the entries, times halves in loops."""
    def run(*operands):
        single, many, directions, twice = (operands[i * record.count:(i + 1) * record.count] for i in range(4))
        each = attempt(batched(gradient_of(op), (0,) * record.count), *many)
        halves = each and [g * jnp.asarray([0.25, 0.5, 1], g.dtype).reshape(-1, *[1] * (g.ndim - 1)) for g in each]
        at = [i for i, operand in enumerate(single) if is_float(operand)]

        def gradient(*floats):
            given = dict(zip(at, floats))
            return gradient_of(op)(*[given.get(i, operand) for i, operand in enumerate(single)])

        floats, along = [single[i] for i in at], tuple(directions[i] for i in at)
        second = attempt(lambda *floats: jax.jvp(gradient, floats, along)[1], *floats)
        reverse = second
        if record.name in frontend_reasons.ASYMMETRIC:
            reverse = jax.grad(lambda floats: sum(jnp.sum(g * t) for g, t in zip(gradient(*floats), along)))(floats)
        both = batched(batched(op, (0,) * record.count), (0,) * record.count)(*twice)
        found = {"gradOfVmap": each, "vmapOfGrad": each, "gradOfScan": halves, "checkpointInScan": halves, "vmapOfScan": [both],
                 "gradOfGrad": reverse, "forwardOverReverse": second}
        return {what: arrays for what, arrays in found.items() if arrays is not None}
    return run


def functions_of(op, record):
    """What JAX computes of a record: a function that gives what -> arrays."""
    if record.kind == "values":
        return lambda *operands: {"values": [op(*operands)]}
    if record.kind == "gradients":
        return lambda *operands: {"grad": gradient_of(op)(*operands)}
    return (batches_of if record.kind == "batches" else compositions_of)(op, record)


def evaluate(jobs, size=48):
    """The results of (function, operands), each as numpy arrays or as the error that JAX raised. Jobs of 64-bit types run in JAX's 64-bit
    mode, for default types are those of the 32-bit mode."""
    results = [None] * len(jobs)
    for wide in (False, True):
        chosen = [i for i, (_, operands) in enumerate(jobs) if any(map(is_wide, operands)) == wide]
        with jax.enable_x64(wide):
            for begin in range(0, len(chosen), size):
                some = chosen[begin:begin + size]
                for i, result in zip(some, together([jobs[i] for i in some])):
                    results[i] = result
    return results


def together(jobs):
    errors = {}

    def run(all_operands):
        results = []
        for i, ((f, _), operands) in enumerate(zip(jobs, all_operands)):
            try:
                results.append(f(*operands))
            except Exception as error:  # what an oracle refuses is compared, too
                errors[i] = error
                results.append(())
        return results

    results = jax.jit(run)([[jnp.asarray(o) for o in operands] for _, operands in jobs])
    return [errors.get(i) or jax.tree.map(np.asarray, result) for i, result in enumerate(results)]
