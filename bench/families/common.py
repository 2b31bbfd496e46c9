# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What families of programs are made of: `Family`, the registry that `family` fills, and `Draw`, which draws the sizes of a case.

A family is a function of a `Draw` that returns the sizes of its case, its JAX function and its arguments. The kind of a case says what
is peculiar about its sizes; all else follows from the seed.
"""
import random

KINDS = ["primes", "remainders", "small", "large", "long", "thin", "even", "any"]
FAMILIES = {}
TOLERANCES = {"s8": 0, "s32": 0, "f16": 4e-3, "bf16": 3e-2, "f32": 1e-4, "f64": 1e-9}  # of the largest element of a result


class Family:
    def __init__(self, name, cause, make, types, table, tolerance):
        self.name, self.cause, self.make, self.types, self.table, self.tolerance = name, cause, make, types, table, tolerance

    def cases(self, shapes):
        """(kind, type) of each case: those with fixed sizes, then `shapes` drawn ones in each type."""
        fixed = [(f"table {i}", dtype) for i, (dtype, _) in enumerate(self.table)]
        return fixed + [(f"{KINDS[i % len(KINDS)]} {i}", dtype) for i in range(shapes) for dtype in self.types]


def family(name, cause, types=("f32",), table=(), tolerance=1.0):
    """Registers a function as a family. `table` has the types and sizes of cases that are the same for every seed; `tolerance` is a
    factor of that of the type."""
    def register(make):
        FAMILIES[name] = Family(name, cause, make, types, table, tolerance)
        return make
    return register


def is_prime(n):
    return n > 1 and all(n % i for i in range(2, int(n**0.5) + 1))


class Draw:
    """Draws the sizes and the arguments of one case."""

    def __init__(self, family, kind, dtype, seed):
        import numpy as np
        self.kind, self.dtype = kind.split()[0], dtype
        number = int(kind.split()[1])
        self.given = list(family.table[number][1]) if self.kind == "table" else None
        self.sizes_drawn = []
        self.random = random.Random(f"{seed} {family.name} {kind}")  # the same sizes for all types
        self.values = np.random.default_rng(self.random.randrange(2**32))

    def size(self, about, low):
        """A size near `about` of the kind of this case, at least `low`."""
        n = max(low, round(about * self.random.uniform(0.8, 1.25)))
        if self.kind == "primes":
            while not is_prime(n):
                n += 1
        elif self.kind == "remainders" and n > 16:
            n += self.random.randrange(1, 16) - n % 16
        elif self.kind == "even" and n > 16:
            n -= n % (64 if n >= 128 else 16)
        return n

    def dims(self, rank, usual, most=None, low=2, limits=()):
        """`rank` sizes with about `usual` elements together, `most` where the case is to be large, under 300 where it is to be small.
        `limits` are the largest sizes of the first dims."""
        if self.given is not None:
            sizes, self.given = self.given[:rank], self.given[rank:]
            self.sizes_drawn += sizes
            return sizes
        elements = {"small": self.random.randrange(12, 300), "large": most or 8 * usual}.get(self.kind, usual)
        shares = [self.random.uniform(0.7, 1.3) for _ in range(rank)]
        if self.kind in ("long", "thin") and rank > 1:
            shares = [0.4] * rank
            shares[0 if self.kind == "long" else -1] = 2.5 if rank == 2 else 1.2 * (rank - 1)
        sizes, left = [0] * rank, float(elements)
        order = sorted(range(rank), key=lambda i: i >= len(limits))  # dims with limits first: the others take what is left
        while order:
            i = order.pop(0)
            share = shares[i] / (shares[i] + sum(shares[j] for j in order))
            about = min(left**share, limits[i] if i < len(limits) else left)
            sizes[i] = self.size(about, low)
            left = max(1.0, left / sizes[i])
        self.sizes_drawn += sizes
        return sizes

    def floats(self, *shape, scale=1.0):
        import jax.numpy as jnp
        import numpy as np
        values = self.values.standard_normal(shape, np.float32) * np.float32(scale)
        return values.astype({"f32": np.float32, "f64": np.float64, "f16": np.float16, "bf16": jnp.bfloat16}[self.dtype])

    def positive(self, *shape, scale=1.0):
        import numpy as np
        return np.abs(self.floats(*shape, scale=scale)) + self.floats(*shape).dtype.type(0.01 * scale)

    def indices(self, limit, *shape):
        import numpy as np
        return self.values.integers(0, limit, shape, np.int32)


def with_gradient(f):
    """A function of f's operands and of a cotangent of its result: the result and the cotangents of all operands."""
    import jax

    def both(*operands):
        out, back = jax.vjp(f, *operands[:-1])
        return out, *back(operands[-1])
    return both
