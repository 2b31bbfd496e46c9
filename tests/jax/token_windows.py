# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The batches of spmd::TokenLoader in Python: files of a byte per token, cut into windows, in the order of a seed."""
import numpy as np

MASK = (1 << 64) - 1


def splitmix(state):
    """The next state and number of splitmix64 (Steele et al., OOPSLA 2014)."""
    state = (state + 0x9e3779b97f4a7c15) & MASK
    z = ((state ^ state >> 30) * 0xbf58476d1ce4e5b9) & MASK
    z = ((z ^ z >> 27) * 0x94d049bb133111eb) & MASK
    return state, z ^ z >> 31


def order(count, seed, epoch):
    """The windows of an epoch: Fisher and Yates, from the last position to the first."""
    windows = list(range(count))
    state = (splitmix(seed)[1] + epoch) & MASK
    for i in range(count, 1, -1):
        state, number = splitmix(state)
        j = number * i >> 64
        windows[i - 1], windows[j] = windows[j], windows[i - 1]
    return windows


def batches(paths, batch, length, steps, seed=0):
    """Yields i32[batch, length], `steps` times. No window goes from one file into the next one."""
    texts = [open(path, "rb").read() for path in paths]
    windows = [text[begin:begin + length] for text in texts for begin in range(0, len(text) - length + 1, length)]
    per_epoch = len(windows) // batch
    for step in range(steps):
        rows = order(len(windows), seed, step // per_epoch)[step % per_epoch * batch:][:batch]
        yield np.stack([np.frombuffer(windows[row], np.uint8) for row in rows]).astype(np.int32)
